//! Programs that are not for this board, and files that are none: one error each, that names what they are.

use c4grade::machine::arm;

use crate::arm_assembler::{diagnostics, told};

#[test]
fn whole_programs_for_something_else_are_one_error() {
    for (lines, code, part) in [
        ("\tTHUMB\n\tMOVS R0,#1\n\tCBZ R0,x\nx\tBX LR", "thumb", "Thumb"),
        (
            "__Vectors\tDCD 0x20001000\n\tDCD Reset_Handler\nReset_Handler\tCPSID i\n\tMOVW R0,#5\n\tB .",
            "cortex-m",
            "Cortex-M",
        ),
        (
            "\tLDR PC,reset\n\tLDR PC,undef\n\tLDR PC,swi\n\tLDR PC,abort\n\tNOP\n\tLDR PC,[PC,#-0xFF0]\nreset DCD 0",
            "interrupts",
            "vectors",
        ),
        (
            "IRQ_Handler\n\tSUBS PC,LR,#4",
            "interrupts",
            "returns from an interrupt",
        ),
        ("\tLDR R0,=0xFFFFF010\n\tSTR R1,[R0]", "interrupts", "VIC"),
    ] {
        let said = diagnostics(lines);
        assert_eq!(said.len(), 1, "{lines}: {said:#?}");
        assert_eq!(said[0].code, code, "{lines}");
        assert!(told(&said[0]).contains(part), "{}", told(&said[0]));
    }
}

#[test]
fn later_instructions_are_named_once_each_with_what_to_write() {
    let said = diagnostics("x\tCBZ R0,x\n\tCBZ R1,x\n\tSDIV R0,R1,R2\n\tMOVW R0,#1\n\tMOVTNE R0,#1\n\tADD.W R0,R0,#1");
    let found: Vec<_> = said.iter().map(|one| (one.code, one.label.as_deref())).collect();
    assert_eq!(found[0], ("later-instruction", Some("the first of 2 places")));
    assert_eq!(found.len(), 5, "{said:#?}");
    assert!(told(&said[0]).contains("`CMP Rn, #0`"));
}

#[test]
fn words_of_the_interrupt_controller_that_are_only_named_refuse_nothing() {
    assert_eq!(diagnostics("VICIntEnable EQU 0xFFFFF010\n\tNOP"), []);
}

#[test]
fn other_files_are_told_by_what_they_are() {
    for (bytes, code, part) in [
        (&b""[..], "empty", "empty"),
        (b"PK\x03\x04rest", "other-file", "ZIP"),
        (
            b"#include <stdio.h>\nint main() {\n  return 0;\n}\n",
            "not-assembly",
            "C",
        ),
        (
            b".ORIG x3000\n LEA R0, MSG\n PUTS\n HALT\nMSG .STRINGZ \"a\"\n.END\nx\ny\nz\nw\n",
            "not-assembly",
            "LC-3",
        ),
        (
            b"Dear sir,\nplease find my homework\nin the other mail.\nThank you\nvery much\n",
            "not-assembly",
            "no line",
        ),
    ] {
        let said = arm::assembler::assemble("x.s", bytes).diagnostics;
        assert_eq!(said.len(), 1, "{said:#?}");
        assert_eq!(said[0].code, code);
        assert!(told(&said[0]).contains(part), "{}", told(&said[0]));
    }
}
