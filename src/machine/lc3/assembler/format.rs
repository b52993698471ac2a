//! The format of each instruction: its fixed bits, and what its operands are.

use super::mnemonic::Mnemonic;

/// What may be at one place after a mnemonic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// A register, in the field at this bit.
    Register(u32),
    /// A register in the low bits, or five bits of immediate value.
    Second,
    /// Six bits of offset to a register.
    Offset,
    /// A label (or an offset) in a field of this many bits.
    Target(u32),
    /// A trap vector.
    Vector,
}

/// An instruction's word without operands, the places of its operands, and how to write it.
pub(super) fn format(mnemonic: Mnemonic) -> (u16, &'static [Slot], &'static str) {
    use Slot::{Offset, Register, Second, Target, Vector};
    match mnemonic {
        Mnemonic::Add => (
            0x1000,
            &[Register(9), Register(6), Second],
            "ADD R0, R1, R2` or `ADD R0, R1, #5",
        ),
        Mnemonic::And => (
            0x5000,
            &[Register(9), Register(6), Second],
            "AND R0, R1, R2` or `AND R0, R1, #0",
        ),
        Mnemonic::Not => (0x903F, &[Register(9), Register(6)], "NOT R0, R1"),
        Mnemonic::Br(flags) => (u16::from(flags) << 9, &[Target(9)], "BRnzp LABEL"),
        Mnemonic::Jmp => (0xC000, &[Register(6)], "JMP R1"),
        Mnemonic::Jmpt => (0xC001, &[Register(6)], "JMPT R1"),
        Mnemonic::Jsr => (0x4800, &[Target(11)], "JSR LABEL"),
        Mnemonic::Jsrr => (0x4000, &[Register(6)], "JSRR R1"),
        Mnemonic::Ld => (0x2000, &[Register(9), Target(9)], "LD R0, LABEL"),
        Mnemonic::Ldi => (0xA000, &[Register(9), Target(9)], "LDI R0, LABEL"),
        Mnemonic::Lea => (0xE000, &[Register(9), Target(9)], "LEA R0, LABEL"),
        Mnemonic::St => (0x3000, &[Register(9), Target(9)], "ST R0, LABEL"),
        Mnemonic::Sti => (0xB000, &[Register(9), Target(9)], "STI R0, LABEL"),
        Mnemonic::Ldr => (0x6000, &[Register(9), Register(6), Offset], "LDR R0, R1, #0"),
        Mnemonic::Str => (0x7000, &[Register(9), Register(6), Offset], "STR R0, R1, #0"),
        Mnemonic::Trap => (0xF000, &[Vector], "TRAP x25"),
        Mnemonic::Nop => (0x0000, &[Target(9)], "NOP"),
        Mnemonic::Fixed(bits) => (bits, &[], ""),
    }
}
