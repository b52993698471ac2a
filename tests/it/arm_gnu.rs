//! The GNU assembler's notation: what GNU as and ld make of the sources in `arm_gnu/` (see `arm_gnu/make.py`), and what is said
//! about mistakes.

use c4grade::diagnostic::{Diagnostic, Severity};
use c4grade::machine::Program;
use c4grade::machine::arm::assembler;

/// Assembles, and gives the image and what was said.
fn assemble(text: &str) -> (Vec<u8>, Vec<Diagnostic>) {
    let build = assembler::assemble("connect4.s", text.as_bytes());
    let flash = match build.program {
        Some(Program::Arm(program)) => program.flash.clone(),
        _ => Vec::new(),
    };
    (flash, build.diagnostics)
}

/// The errors of a source: code and message.
fn errors(text: &str) -> Vec<String> {
    let (_, diagnostics) = assemble(text);
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors
        .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message))
        .collect()
}

fn same_words(source: &str, expected: &str) {
    let (flash, diagnostics) = assemble(source);
    let errors: Vec<_> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let word = |bytes: &[u8]| {
        bytes
            .iter()
            .rev()
            .fold(0_u32, |word, byte| word << 8 | u32::from(*byte))
    };
    let ours: Vec<String> = flash
        .chunks(4)
        .enumerate()
        .map(|(at, bytes)| format!("{:04X} {:08X}", 4 * at, word(bytes)))
        .collect();
    let expected: Vec<&str> = expected.lines().collect();
    for (ours, expected) in ours.iter().zip(&expected) {
        assert_eq!(ours, expected);
    }
    assert_eq!(ours.len(), expected.len());
}

#[test]
fn instructions_and_labels_are_those_of_gnu_as() {
    same_words(
        include_str!("arm_gnu/notation.s"),
        include_str!("arm_gnu/notation.words"),
    );
}

#[test]
fn data_and_sections_are_those_of_gnu_as() {
    same_words(include_str!("arm_gnu/data.s"), include_str!("arm_gnu/data.words"));
}

#[test]
fn mistakes_are_told_each_once_with_what_to_do() {
    for (text, expected) in [
        (
            ".thumb\nmov r0, #1\n",
            "thumb: this program uses Thumb code; programs here are ARM code for an ARM7TDMI (LPC2468)",
        ),
        (
            ".code 16\nx: b x\n",
            "thumb: this program uses Thumb code; programs here are ARM code for an ARM7TDMI (LPC2468)",
        ),
        (
            ".cpu cortex-m3\nx: b x\n",
            "not-arm: `cortex-m3` runs Thumb code alone; this machine is an ARM7TDMI",
        ),
        (
            ".text\n.include \"io.s\"\n",
            "other-file: further files cannot be included: one file is handed in",
        ),
        (
            ".text\n.macro get x\n mov \\x, #1\n bad bad\n.endm\nx: b x\n",
            "unknown-directive: macros and repetitions of the GNU assembler are not known here",
        ),
        (
            ".text\nb x\nx: mvo r0, r1\n",
            "unknown-instruction: `mvo` is not an ARM instruction",
        ),
        (
            ".text\nx: b loop\nloop mov r0, r1\n",
            "missing-colon: the label `loop` has no colon",
        ),
        (".text\nx: b x\nx: b x\n", "duplicate-label: `x` is defined twice"),
        (".text\nx: b x\n.if 1\n", "missing-endif: this `.if` has no `.endif`"),
        (
            ".text\nx: b x\n.endif\n",
            "missing-if: there is no `.if` to this `.endif`",
        ),
        (
            ".text\nx: .wrod 1\n",
            "unknown-directive: `.wrod` is not a known directive",
        ),
        (".text\nx: mov r0, 1\n", "missing-hash: a `#` is missing before `1`"),
        (
            ".text\nx: .ascii \"open\n",
            "unterminated-string: this string has no closing quote",
        ),
        (
            ".text\nx: b x\n/* open\n b x\n",
            "unterminated-comment: this comment has no end",
        ),
        (
            ".text\nx: .align 20\n",
            "wrong-operand: 2 to the power of 20 is too much to align to",
        ),
        (
            ".text\nx: b 1f\n",
            "undefined-label: there is no label `1` after this line",
        ),
        (
            ".text\nx: b x\n.word 1\n AREA a, CODE\n",
            "mixed-notation: `AREA` is a directive of armasm",
        ),
    ] {
        let errors = errors(text);
        assert_eq!(
            errors.first().map(String::as_str),
            Some(expected),
            "{text}: {errors:#?}"
        );
        assert_eq!(errors.len(), 1, "{text}: {errors:#?}");
    }
}

#[test]
fn a_start_elsewhere_is_warned_about() {
    let (_, diagnostics) = assemble(".text\n nop\n.global _start\n_start: b _start\n");
    let messages: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| diagnostic.message.as_ref())
        .collect();
    assert_eq!(
        messages,
        ["`_start` is at 0x00000004, but the board starts at address 0"]
    );
}

#[test]
fn hostile_sources_end_and_say_something() {
    let long = 200_000;
    for text in [
        format!(".text\n{}", "/* ".repeat(long)),
        format!(".text\n{}", " ".repeat(long)),
        format!(".text\nx: .word {}1\n", "(".repeat(long)),
        format!(".text\nx: .word {}1\n", "~".repeat(long)),
        ".if 1\n".repeat(long / 4),
        (0..long / 8).fold(String::new(), |text, number| text + &format!(".section .a{number}\n")),
        "a: ".repeat(long),
        "1: .align\n".repeat(long / 8),
        ".text\n.ascii \"\\".to_owned(),
        ".text\nmov r0, #'\\".to_owned(),
        ".text\n.fill 4294967295, 4, 1\n.space 4294967295\n.align 4294967295\n".to_owned(),
        ".text\nx = y\ny = x\n.word x\n.comm a\n.section\n.word 1 2\nä: .byte 'ä'\n\0\u{200B}.text\n".to_owned(),
    ] {
        let (flash, _) = assemble(&text);
        assert!(flash.len() <= 0x8_0000, "{} bytes", flash.len());
    }
}
