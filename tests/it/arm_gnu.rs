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
fn macros_and_repetitions_are_those_of_gnu_as() {
    same_words(include_str!("arm_gnu/macros.s"), include_str!("arm_gnu/macros.words"));
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

/// The GNU assembler refuses each of these, too.
#[test]
fn mistakes_in_macros_are_told_each_once() {
    let get = ".text\nx: b x\n.macro get reg:req, value=1\n mov \\reg, #\\value\n.endm\n";
    for (lines, expected) in [
        (" get", "missing-operand: `get` needs a value for its parameter `reg`"),
        (" get r0 1 2", "extra-operand: `get` takes 2 arguments, but gets more"),
        (
            " get reg=r0, 5",
            "wrong-operand: arguments of `get` without a name come after one with a name",
        ),
        (" get REG=r0", "wrong-operand: the macro `get` has no parameter `REG`"),
        (" gte r0", "unknown-instruction: `gte` is not an ARM instruction"),
        (".macro GET\n.endm", "duplicate-macro: the macro `get` is defined twice"),
        (".macro\n.endm", "wrong-macro: the name of the macro is missing"),
        (
            ".macro m a a\n.endm",
            "wrong-macro: the macro `m` has two parameters `a`",
        ),
        (
            ".macro m a:all\n.endm",
            "wrong-macro: `:all` says nothing about a parameter of the macro `m`",
        ),
        (
            ".macro m(a)\n.endm",
            "wrong-macro: the parameters of the macro `m` cannot be read",
        ),
        (
            ".macro m a,\n.endm",
            "wrong-macro: after the last comma a parameter of the macro `m` is missing",
        ),
        (
            ".macro m a:vararg, b\n.endm",
            "wrong-macro: the macro `m` has parameters after the one that takes all that is left",
        ),
        (".macro open\n nop", "missing-endm: this `.macro` has no `.endm`"),
        (
            ".rept 2\n.rept 2\n nop\n.endr",
            "missing-endr: this `.rept` has no `.endr`",
        ),
        (".irp x, 1\n.byte \\x", "missing-endr: this `.irp` has no `.endr`"),
        (
            ".rept -1\n nop\n.endr",
            "wrong-operand: lines cannot be repeated -1 times",
        ),
        (
            ".rept x\n nop\n.endr",
            "unknown-value: the value of this is not known here",
        ),
        (
            ".irp\n nop\n.endr",
            "missing-operand: `.irp` needs a name for its values",
        ),
        (".ifc a\n.endif", "missing-operand: `.ifc` compares two texts"),
        (
            ".altmacro",
            "unknown-directive: the alternate macro syntax of the GNU assembler is not known here",
        ),
    ] {
        let errors = errors(&format!("{get}{lines}\n"));
        assert_eq!(errors, [expected], "{lines}");
    }
}

#[test]
fn a_label_in_a_macro_that_is_called_twice_needs_a_number() {
    let (_, diagnostics) = assemble("x: b x\n.macro wait\nagain: b again\n.endm\n wait\n wait\n");
    let [twice] = &*diagnostics else {
        panic!("{diagnostics:?}")
    };
    assert_eq!(twice.code, "duplicate-label");
    assert!(
        twice.help.as_deref().is_some_and(|help| help.contains("`again\\@:`")),
        "{twice:?}"
    );
}

/// What is wrong in a body is reported where it was called, by the outermost macro; in a repetition where it is.
#[test]
fn mistakes_in_bodies_point_at_the_call() {
    let text = "start: b start\n.macro inner\n mvo r0, r1\n.endm\n.macro outer\n inner\n.endm\n outer\n.irp x, 1\n.wrod \\x\n.endr\n.rept 1\n mvo r2, r3\n.endr\n";
    let (_, diagnostics) = assemble(text);
    let places: Vec<_> = diagnostics
        .iter()
        .filter_map(|one| one.span.map(|span| text[..span.start].matches('\n').count() + 1))
        .collect();
    assert_eq!(places, [8, 10, 13]);
}

/// As in the GNU assembler.
#[test]
fn ends_without_a_start_are_warned_about() {
    let (flash, diagnostics) = assemble("x: b x\n.endm\n.endr\n.exitm\n.purgem none\n.macro m\n.endm\n");
    assert_eq!(flash.len(), 4);
    let messages: Vec<_> = diagnostics.iter().map(|one| one.message.as_ref()).collect();
    assert_eq!(
        messages,
        [
            "there is no `.macro` before this `.endm`",
            "there is no `.rept`, `.irp` or `.irpc` before this `.endr`",
            "there is no `.macro` before this `.exitm`",
            "there is no macro `none` before this `.purgem`",
        ]
    );
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
