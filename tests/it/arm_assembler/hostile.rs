//! Whatever the bytes, the assembler comes back, and soon.

use std::time::Duration;

use c4grade::machine::arm::assembler::assemble;
use proptest::prelude::*;

use crate::effort::effort;
use crate::fixed_cases::fixed_cases;

/// What no file of a megabyte may take of a processor. The slowest here take a fraction of a second; what is not linear takes minutes.
const LONG: Duration = Duration::from_secs(10);
const MEGABYTE: usize = 1 << 20;

#[test]
fn a_megabyte_of_anything_takes_no_time() {
    let head = "\tAREA a, CODE, READONLY\n";
    let repeated = |piece: &str| head.to_owned() + &piece.repeat((MEGABYTE - head.len() - 200) / piece.len());
    let numbered = |make: &dyn Fn(usize) -> String| {
        let lines = (0..).map(make);
        let mut text = head.to_owned();
        for line in lines {
            if text.len() + line.len() > MEGABYTE {
                break;
            }
            text += &line;
        }
        text
    };
    let files = [
        repeated("\"'(,|%\\$[{;\n"),
        repeated("("),
        repeated(" DCD 1\n WHILE 1\n"),
        repeated(" IF 1\n"),
        repeated("l\n"),
        repeated("x ALIGN 65536\n NOP\n"),
        repeated(" SPACE 0xFFFFFF\n"),
        repeated("1 B %F1\n"),
        head.to_owned() + " DCD " + &"1+".repeat(MEGABYTE / 3),
        head.to_owned() + " DCD " + &"-".repeat(MEGABYTE / 2),
        head.to_owned() + " WHILE 1\n NOP\n WEND\n",
        head.to_owned() + " MACRO\n m $a\n m $a$a\n m $a$a\n MEND\n m x\n",
        head.to_owned() + " MACRO\n m\n" + &" NOP\n".repeat(1000) + " MEND\n" + &" m\n".repeat(200_000),
        numbered(&|index| format!("l{index}\n")),
        numbered(&|index| format!(" BL undefined{index}\n")),
        numbered(&|index| format!(" foo{index} R0\n")),
        numbered(&|index| format!("a{index} EQU a{}+a{}\n", index + 1, index + 1)),
        numbered(&|index| format!(" LDR R0,=l{index}\nl{index}\n")),
        numbered(&|index| format!(" AREA a{index},CODE\n SPACE 0xFFFFFF\n")),
    ];
    for text in files {
        let (build, took) = effort(|| assemble("hostile.s", text.as_bytes()));
        let shown: String = text.chars().skip(head.len()).take(30).collect();
        assert!(took < LONG, "{shown:?} took {took:?}");
        assert!(build.diagnostics.len() <= 202, "{shown:?}");
    }
}

/// Pieces of which lines are made that come close to assembling.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "MOV",
        "LDR",
        "STMFD",
        "BL",
        "DCB",
        "DCD",
        "EQU",
        "IF",
        "ENDIF",
        "ELSE",
        "MACRO",
        "MEND",
        "WHILE",
        "WEND",
        "SPACE",
        "ALIGN",
        "LTORG",
        "AREA",
        "RN",
        "SETA",
        "GBLA",
        "MEXIT",
        "END",
        "ADRL",
        "MSR",
        "SWI",
        "MUL",
        "R0",
        "R15",
        "SP",
        "x",
        "x",
        "1",
        "%F1",
        "%B1",
        "#",
        ",",
        "=",
        "[",
        "]",
        "{",
        "}",
        "!",
        "^",
        "'",
        "\"",
        "\\",
        "$x",
        "$",
        "|",
        "&F",
        "0x",
        "2_1",
        "-",
        "+",
        "*",
        "/",
        "(",
        ")",
        ":AND:",
        ":",
        ".",
        ";",
        "\n",
        "\n",
        "\n\t",
        "\n\t",
        "\t",
        " ",
        " ",
        "é",
        "\0",
        "4294967295",
        "LSL",
        "CODE",
        "READWRITE",
        "{PC}",
        "\r\n",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(fixed_cases(3000))]

    #[test]
    fn no_bytes_can_panic_the_assembler(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        assemble("hostile.s", &bytes);
    }

    #[test]
    fn no_lines_can_panic_the_assembler(text in pieces()) {
        let text = format!("\tAREA a, CODE, READONLY\n\tNOP\n{text}\n");
        let build = assemble("hostile.s", text.as_bytes());
        for diagnostic in &build.diagnostics {
            if let Some(span) = diagnostic.span {
                prop_assert!(build.source.text.get(span.start..span.end).is_some(), "{diagnostic:?}");
            }
        }
        c4grade::diagnostic::render::terminal(&build.diagnostics, &build.source, false);
    }
}

/// The remark about a character beyond ASCII ended in the middle of it.
#[test]
fn a_remark_is_about_whole_characters() {
    for line in [
        "\tBL\"\u{e9}\"",
        "\tDCB \"\u{e9}\"",
        "\tDCB \"\\\u{e9}\"",
        "\tDCB '\u{e9}'",
    ] {
        let text = format!("\tAREA a, CODE, READONLY\n\n{line}\n\tEND\n");
        let build = assemble("connect4.s", text.as_bytes());
        let spans: Vec<_> = build
            .diagnostics
            .iter()
            .filter_map(|diagnostic| diagnostic.span)
            .collect();
        assert!(!spans.is_empty(), "{line}");
        for span in spans {
            assert!(
                build.source.text.get(span.start..span.end).is_some(),
                "{span:?} of {line}"
            );
        }
    }
}
