//! Typical mistakes: each is one error, whose help says what to write instead.

use c4grade::diagnostic::Severity;
use c4grade::machine::lc3;

/// A line with a mistake, and a part of what must be said about it.
const MISTAKES: [(&str, &str); 21] = [
    ("LDR R0, NUM", "write `LD R0, NUM`"),
    ("LDR R0, NUM, #0", "write `LD R0, NUM`"),
    ("STR R1, NUM", "write `ST R1, NUM`"),
    ("AND R0, R0", "write `AND R0, R0, #0`"),
    ("ADD R0, #1", "write `ADD R0, R0, #1`"),
    ("PUTS MSG", "`LEA R0, MSG`"),
    ("OUT R0", "always works on R0"),
    ("RET R7", "the address in R7"),
    ("LEA R0, \"text\"", "`TEXT .STRINGZ \"text\"`"),
    ("ADD RO, R0, #1", "letter O"),
    ("ADD R0, R0, # 5", "write `#5`"),
    ("LDI R0, xFE00", "`KBSR .FILL xFE00`"),
    (".FILL 'B'", "'B' is x42"),
    (".FILL \u{2018}B\u{2019}", "these are typographic quotes"),
    ("ADD R0, R0, \u{201C}B\u{201D}", "these are typographic quotes"),
    ("ADD R0, R0, #\u{2013}1", "typographic dash"),
    (".FILL \u{2212}1", "typographic dash"),
    ("FILL x5", "`.FILL`"),
    ("JMP LOOP", "`BR LOOP`"),
    ("LOOP // again", "not with `//`"),
    ("BR Out", "the name of an instruction in any case"),
];

#[test]
fn a_mistake_is_told_once_with_what_to_write_instead() {
    for (line, told) in MISTAKES {
        let source =
            format!(".ORIG x3000\n{line}\nLOOP ADD R1, R1, #-1\nHALT\nMSG .STRINGZ \"hi\"\nNUM .FILL 5\n.END\n");
        let build = lc3::build("mistake.asm", source.as_bytes());
        let errors: Vec<_> = build
            .diagnostics
            .iter()
            .filter(|one| one.severity == Severity::Error)
            .collect();
        assert_eq!(errors.len(), 1, "{line}: {errors:?}");
        let help = errors[0].help.as_deref().unwrap_or("");
        assert!(help.contains(told), "{line}: {help}");
    }
}

#[test]
fn lines_before_orig_are_one_error_however_many_things_are_wrong_with_them() {
    let source = "// my program\nADD R0\nL\n.ORIG x3000\nBR L\n.END\n";
    let build = lc3::build("early.asm", source.as_bytes());
    let codes: Vec<&str> = build.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["before-orig"]);
}

#[test]
fn a_string_in_typographic_quotes_is_read_and_said_how_it_is_written() {
    for string in [
        "\u{201C}hi\u{201D}",
        "\u{201C}hi\"",
        "\u{201E}hi\u{201C}",
        "\u{2018}hi\u{2019}",
    ] {
        let source = format!(".ORIG x3000\nHALT\nMSG .STRINGZ {string}\n.END\n");
        let build = lc3::build("quotes.asm", source.as_bytes());
        let found = &build.diagnostics;
        assert_eq!(found.len(), 1, "{string}: {found:?}");
        assert!(
            found[0].message.starts_with("typographic quotes"),
            "{}",
            found[0].message
        );
        let help = found[0].help.as_deref().unwrap_or("");
        assert!(
            help.starts_with("write `.STRINGZ \"hi\"` with plain quotes"),
            "{string}: {help}"
        );
    }
}
