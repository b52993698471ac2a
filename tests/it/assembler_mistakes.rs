//! Typical mistakes: each is one error, whose help says what to write instead.

use c4grade::diagnostic::Severity;
use c4grade::machine::lc3;

/// A line with a mistake, and a part of what must be said about it.
const MISTAKES: [(&str, &str); 16] = [
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
    ("FILL x5", "`.FILL`"),
    ("JMP LOOP", "`BR LOOP`"),
    ("LOOP // again", "not with `//`"),
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
