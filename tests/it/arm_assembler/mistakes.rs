//! Typical mistakes: each is one error, whose words say what to write instead.

use crate::arm_assembler::{diagnostics, errors, inside, told};

/// A line with a mistake, the code of its error, and a part of what must be said about it.
const MISTAKES: [(&str, &str, &str); 63] = [
    ("\tMOV R0, #0x1234", "immediate-not-encodable", "`LDR R0, =0x1234`"),
    (
        "\tMOV R0, #0x1234",
        "immediate-not-encodable",
        "4608 (0x1200) and 4672 (0x1240)",
    ),
    (
        "\tADD R0, R1, #257",
        "immediate-not-encodable",
        "256 (0x100) and 260 (0x104)",
    ),
    ("\tMOV R0, #label", "address-as-number", "=label"),
    ("\tMOV R0, =5", "wrong-operand", "only `LDR` takes `=value`"),
    ("\tLDR R0, #5", "wrong-operand", "`MOV R0, #number`"),
    ("\tLDR R0, R1", "wrong-operand", "`[R1]`"),
    ("\tLDR R0, [label]", "wrong-operand", "`LDR R1, =label`"),
    ("\tLDR R0, [R1, #5000]", "value-out-of-range", "-4095 to 4095"),
    ("\tLDRH R0, [R1, #300]", "value-out-of-range", "-255 to 255"),
    (
        "\tLDRH R0, [R1, R2, LSL #1]",
        "wrong-operand",
        "shift into a register first",
    ),
    ("\tLDRB R0, =label", "wrong-operand", "only `LDR` itself takes"),
    ("\tLDR R0, BOARD", "wrong-operand", "`LDR R0, =BOARD`"),
    ("\tSTR R0, ram", "offset-out-of-range", "`STR R0, [R1]`"),
    ("\tADR R0, BOARD", "wrong-operand", "`ADR` takes a label"),
    ("\tADD RO, R0, #1", "wrong-operand", "letter O"),
    ("\tADD R0, R16, #1", "wrong-operand", "`R16` is not a register"),
    ("\tADD R0, R0, #O", "undefined-label", "letter O"),
    ("\tADD R0 R1, R2", "wrong-operand", "a comma belongs here"),
    ("\tADD R0", "missing-operand", "`ADD R0, R1, #1`"),
    ("\tMOV R0, #5 LSL #2", "extra-operand", "`LSL` is unexpected here"),
    ("\tMOV R0, R1, LSL #40", "value-out-of-range", "0 to 31"),
    ("\tMOV R0, R1, FOO #2", "wrong-operand", "`LSL`, `LSR`"),
    ("\tMOV R0, #\u{2013}5", "wrong-operand", "typographic dash"),
    ("\tMUL R0, R1, #5", "wrong-operand", "only registers"),
    ("\tB", "missing-operand", "`B label`"),
    ("\tB LR", "wrong-operand", "`BX LR`"),
    ("\tBL R3", "wrong-operand", "`MOV LR, PC`"),
    ("\tB #label", "wrong-operand", "write the label alone"),
    ("\tBX label", "wrong-operand", "`B label`"),
    ("\tBL lable", "undefined-label", "did you mean `label`?"),
    ("\tBL LABEL", "undefined-label", "did you mean `label`?"),
    ("\tB ram", "offset-out-of-range", "`READWRITE`"),
    ("\tB label+1", "misaligned-target", "not a multiple of 4"),
    ("\tB %F7", "undefined-label", "no label `7` after"),
    ("\tPUSH R0", "wrong-operand", "`{R0}`"),
    ("\tPUSH {R6-R4}", "wrong-list", "`R4-R6`"),
    ("\tSTMFD {R0}", "wrong-operand", "`LDMFD SP!, {R4, LR}`"),
    ("\tCALL label", "unknown-instruction", "`BL label`"),
    ("\tRET", "unknown-instruction", "`BX LR`"),
    ("\tADDD R0, R0, #1", "unknown-instruction", "did you mean `ADD`?"),
    ("\tALGIN", "unknown-instruction", "did you mean `ALIGN`?"),
    ("\t.word 5", "unknown-instruction", "`DCD`"),
    ("MOV R0, #1", "first-column", "put a space or tab before it"),
    ("BL label", "first-column", "put a space or tab before it"),
    ("\tloop2 MOV R0, #1", "indented-label", "remove the spaces"),
    ("\tloop3", "indented-label", "first column"),
    ("\tMOV R0, #1 // one", "wrong-operand", "comments start with `;`"),
    ("// one", "foreign-comment", "comments start with `;`"),
    ("\t@ one", "foreign-comment", "comments start with `;`"),
    ("\tGET file.s", "no-such-file", "in the same folder"),
    ("\tDCB 300", "value-out-of-range", "-128 to 255"),
    ("\tDCB \"open", "unterminated-string", "\"open\""),
    ("\tDCD \"ab\"", "string-as-number", "`DCB`"),
    ("\tDCB \u{201C}text\u{201D}, 0", "wrong-operand", "typographic quotes"),
    ("\tDCD 1Fh", "wrong-number", "write decimal"),
    ("\tDCD 12ab", "wrong-number", "`0x1F`"),
    ("\tALIGN 3", "wrong-alignment", "power of two"),
    ("label\tNOP", "duplicate-label", "defined twice"),
    ("R5\tNOP", "label-is-register", "`R5_`"),
    ("\tEQU 5", "missing-label", "first column"),
    ("\tENDIF", "unopened", "no `IF` before"),
    ("\tLDR R0, =5/0", "division-by-zero", "by zero"),
];

#[test]
fn a_mistake_is_told_once_with_what_to_write_instead() {
    for (line, code, part) in MISTAKES {
        let said = diagnostics(&format!(
            "BOARD EQU 0x40000000\nstart\n{line}\nlabel\tMOV R0,#0\nstop\tB stop\n\tAREA d, DATA, READWRITE\nram\tSPACE 4"
        ));
        let errors = errors(&said);
        assert_eq!(errors.len(), 1, "{line}: {errors:#?}");
        assert_eq!(errors[0].code, code, "{line}");
        assert!(told(errors[0]).contains(part), "{line}: {}", told(errors[0]));
    }
}

#[test]
fn all_faults_are_told_at_once_each_at_its_line() {
    let build = inside("\tMOV R0, [R5]\n\tBL nowhere\n\tADDD R1,R1,#1\n\tMOV R0,#0x12345");
    let lines: Vec<_> = build
        .diagnostics
        .iter()
        .map(|one| one.locate(&build.source).line)
        .collect();
    assert_eq!(lines, [Some(3), Some(4), Some(5), Some(6)]);
    assert!(build.program.is_none());
}

#[test]
fn a_literal_pool_out_of_reach_asks_for_ltorg() {
    let said = diagnostics("\tLDR R0,=0x12345678\n\tB .\n\tSPACE 4096");
    assert_eq!(said[0].code, "literal-out-of-range");
    assert!(told(&said[0]).contains("`LTORG`"));
}

#[test]
fn lines_before_the_first_area_are_one_error() {
    let build = c4grade::machine::arm::build("test.s", b"\tENTRY\nstart\tMOV R0,#1\n\tB start\n\tEND\n");
    let codes: Vec<_> = build.diagnostics.iter().map(|one| one.code).collect();
    assert_eq!(codes, ["no-area"]);
}

#[test]
fn code_in_ram_is_one_error_for_its_area() {
    let said = diagnostics("\tB f\n\tAREA d, DATA, READWRITE\nx\tSPACE 4\nf\tNOP\n\tNOP\n\tBX LR");
    let codes: Vec<_> = said.iter().map(|one| one.code).collect();
    assert!(codes.contains(&"code-in-ram"), "{said:#?}");
    assert_eq!(codes.iter().filter(|code| **code == "code-in-ram").count(), 1);
}

#[test]
fn a_program_larger_than_memory_is_told_so() {
    let said = diagnostics("\tSPACE 0x80001");
    assert_eq!(said[0].code, "memory-full");
    let said = diagnostics("\tNOP\n\tAREA d, DATA, READWRITE\n\tSPACE 0x10001");
    assert_eq!(said[0].code, "memory-full");
}

#[test]
fn an_instruction_that_vanished_into_the_first_column_is_suspected() {
    let said = diagnostics("\tNOP\nNOP\n\tNOP");
    assert_eq!(said[0].code, "label-looks-like-instruction");
}

#[test]
fn harmless_slips_are_warnings() {
    for (line, code) in [
        ("\tMov R0,#1", "mixed-case"),
        ("loop: NOP", "label-colon"),
        ("\tMUL R0,R0,R1", "unpredictable"),
        ("\tPUSH {R0,R0}", "register-twice"),
        ("\tMOV\u{A0}R0,#1", "odd-character"),
    ] {
        let build = inside(line);
        assert!(build.program.is_some(), "{line}: {:?}", build.diagnostics);
        let codes: Vec<_> = build.diagnostics.iter().map(|one| one.code).collect();
        assert_eq!(codes, [code], "{line}");
    }
}
