//! LC-3 instruction formats: encode, decode, disassemble.
//!
//! The formats are those of Patt and Patel, *Introduction to Computing Systems*, appendix A; both editions agree on
//! them. Offsets and immediates are sign-extended values here, never raw fields. Nothing here knows of sources,
//! labels or memory.

mod disassemble;

pub use disassemble::disassemble;

/// One of the eight registers, 0 to 7.
pub type Register = u8;

/// The trap services that have a name, with their vectors, in the order of the vectors.
pub const TRAPS: [(&str, u8); 6] = [
    ("GETC", 0x20),
    ("OUT", 0x21),
    ("PUTS", 0x22),
    ("IN", 0x23),
    ("PUTSP", 0x24),
    ("HALT", 0x25),
];

/// An instruction with its fields taken apart.
///
/// Decoding ignores the bits that the formats leave unused, as hardware does; [`Instruction::encode`] writes the
/// canonical ones. So `encode(decode(bits))` gives `bits` back exactly for the words an assembler writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `ADD dr, sr1, sr2`
    Add {
        /// Destination.
        dr: Register,
        /// First operand.
        sr1: Register,
        /// Second operand.
        sr2: Register,
    },
    /// `ADD dr, sr1, #imm`, -16 to 15.
    AddImm {
        /// Destination.
        dr: Register,
        /// First operand.
        sr1: Register,
        /// Second operand.
        imm: i16,
    },
    /// `AND dr, sr1, sr2`
    And {
        /// Destination.
        dr: Register,
        /// First operand.
        sr1: Register,
        /// Second operand.
        sr2: Register,
    },
    /// `AND dr, sr1, #imm`, -16 to 15.
    AndImm {
        /// Destination.
        dr: Register,
        /// First operand.
        sr1: Register,
        /// Second operand.
        imm: i16,
    },
    /// `NOT dr, sr`
    Not {
        /// Destination.
        dr: Register,
        /// Operand.
        sr: Register,
    },
    /// `BR`: taken when one of the flags in `nzp` is set. With none it is a `NOP`.
    Br {
        /// Flags asked for: 4 negative, 2 zero, 1 positive.
        nzp: u8,
        /// Distance from the next instruction, -256 to 255.
        offset: i16,
    },
    /// `JMP base`; `RET` is `JMP R7`.
    Jmp {
        /// Register that holds the target.
        base: Register,
    },
    /// `JSR`
    Jsr {
        /// Distance from the next instruction, -1024 to 1023.
        offset: i16,
    },
    /// `JSRR base`
    Jsrr {
        /// Register that holds the target.
        base: Register,
    },
    /// `LD dr, label`
    Ld {
        /// Destination.
        dr: Register,
        /// Distance from the next instruction, -256 to 255.
        offset: i16,
    },
    /// `LDI dr, label`
    Ldi {
        /// Destination.
        dr: Register,
        /// Distance from the next instruction, -256 to 255.
        offset: i16,
    },
    /// `LDR dr, base, #offset`
    Ldr {
        /// Destination.
        dr: Register,
        /// Register that holds the address.
        base: Register,
        /// Added to the address, -32 to 31.
        offset: i16,
    },
    /// `LEA dr, label`
    Lea {
        /// Destination.
        dr: Register,
        /// Distance from the next instruction, -256 to 255.
        offset: i16,
    },
    /// `ST sr, label`
    St {
        /// Source.
        sr: Register,
        /// Distance from the next instruction, -256 to 255.
        offset: i16,
    },
    /// `STI sr, label`
    Sti {
        /// Source.
        sr: Register,
        /// Distance from the next instruction, -256 to 255.
        offset: i16,
    },
    /// `STR sr, base, #offset`
    Str {
        /// Source.
        sr: Register,
        /// Register that holds the address.
        base: Register,
        /// Added to the address, -32 to 31.
        offset: i16,
    },
    /// `TRAP vector`
    Trap {
        /// Index into the trap vector table.
        vector: u8,
    },
    /// `RTI`
    Rti,
    /// Opcode 1101, which no edition gives a meaning.
    Illegal(u16),
}

/// Sign-extends the low `width` bits of a word.
fn signed(bits: u16, width: u32) -> i16 {
    let shift = 16 - width;
    ((bits << shift) as i16) >> shift
}

/// The low `width` bits of a value.
fn field(value: i16, width: u32) -> u16 {
    value as u16 & ((1 << width) - 1)
}

/// Takes a word apart. Total: what is no instruction is [`Instruction::Illegal`].
pub fn decode(bits: u16) -> Instruction {
    use Instruction::{
        Add, AddImm, And, AndImm, Br, Illegal, Jmp, Jsr, Jsrr, Ld, Ldi, Ldr, Lea, Not, Rti, St, Sti, Str, Trap,
    };

    let register = |shift: u32| (bits >> shift & 7) as Register;
    let (nzp, dr, sr) = (register(9), register(9), register(9));
    let (sr1, base) = (register(6), register(6));
    let sr2 = register(0);
    let is_immediate = bits & 0x20 != 0;
    let imm = signed(bits, 5);
    let near = signed(bits, 6);
    let offset = signed(bits, 9);

    match bits >> 12 {
        0x0 => Br { nzp, offset },
        0x1 if is_immediate => AddImm { dr, sr1, imm },
        0x1 => Add { dr, sr1, sr2 },
        0x2 => Ld { dr, offset },
        0x3 => St { sr, offset },
        0x4 if bits & 0x800 != 0 => Jsr {
            offset: signed(bits, 11),
        },
        0x4 => Jsrr { base },
        0x5 if is_immediate => AndImm { dr, sr1, imm },
        0x5 => And { dr, sr1, sr2 },
        0x6 => Ldr { dr, base, offset: near },
        0x7 => Str { sr, base, offset: near },
        0x8 => Rti,
        0x9 => Not { dr, sr: sr1 },
        0xA => Ldi { dr, offset },
        0xB => Sti { sr, offset },
        0xC => Jmp { base },
        0xE => Lea { dr, offset },
        0xF => Trap { vector: bits as u8 },
        _ => Illegal(bits),
    }
}

impl Instruction {
    /// The word. Fields out of range lose their high bits.
    pub fn encode(self) -> u16 {
        let three = |opcode: u16, high: Register, middle: Register, rest: u16| {
            opcode << 12 | u16::from(high & 7) << 9 | u16::from(middle & 7) << 6 | rest
        };
        let far = |opcode: u16, high: Register, offset: i16| three(opcode, high, 0, 0) | field(offset, 9);

        match self {
            Self::Br { nzp, offset } => far(0x0, nzp, offset),
            Self::Add { dr, sr1, sr2 } => three(0x1, dr, sr1, u16::from(sr2 & 7)),
            Self::AddImm { dr, sr1, imm } => three(0x1, dr, sr1, 0x20 | field(imm, 5)),
            Self::Ld { dr, offset } => far(0x2, dr, offset),
            Self::St { sr, offset } => far(0x3, sr, offset),
            Self::Jsr { offset } => 0x4800 | field(offset, 11),
            Self::Jsrr { base } => three(0x4, 0, base, 0),
            Self::And { dr, sr1, sr2 } => three(0x5, dr, sr1, u16::from(sr2 & 7)),
            Self::AndImm { dr, sr1, imm } => three(0x5, dr, sr1, 0x20 | field(imm, 5)),
            Self::Ldr { dr, base, offset } => three(0x6, dr, base, field(offset, 6)),
            Self::Str { sr, base, offset } => three(0x7, sr, base, field(offset, 6)),
            Self::Rti => 0x8000,
            Self::Not { dr, sr } => three(0x9, dr, sr, 0x3F),
            Self::Ldi { dr, offset } => far(0xA, dr, offset),
            Self::Sti { sr, offset } => far(0xB, sr, offset),
            Self::Jmp { base } => three(0xC, 0, base, 0),
            Self::Lea { dr, offset } => far(0xE, dr, offset),
            Self::Trap { vector } => 0xF000 | u16::from(vector),
            Self::Illegal(bits) => bits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_book_decode_to_their_instructions() {
        // Encodings worked by hand from the tables of appendix A.
        let table = [
            (0x1042, Instruction::Add { dr: 0, sr1: 1, sr2: 2 }),
            (0x1DBF, Instruction::AddImm { dr: 6, sr1: 6, imm: -1 }),
            (0x5020, Instruction::AndImm { dr: 0, sr1: 0, imm: 0 }),
            (0x0BFE, Instruction::Br { nzp: 5, offset: -2 }),
            (0x4FFF, Instruction::Jsr { offset: -1 }),
            (0x4080, Instruction::Jsrr { base: 2 }),
            (0xC1C0, Instruction::Jmp { base: 7 }),
            (
                0x6FBF,
                Instruction::Ldr {
                    dr: 7,
                    base: 6,
                    offset: -1,
                },
            ),
            (0x927F, Instruction::Not { dr: 1, sr: 1 }),
            (0xE0FF, Instruction::Lea { dr: 0, offset: 255 }),
            (0xF025, Instruction::Trap { vector: 0x25 }),
            (0x8000, Instruction::Rti),
            (0xD123, Instruction::Illegal(0xD123)),
        ];
        for (bits, instruction) in table {
            assert_eq!(decode(bits), instruction, "x{bits:04X}");
            assert_eq!(instruction.encode(), bits, "{instruction:?}");
        }
    }

    #[test]
    fn encoding_what_was_decoded_changes_only_unused_bits() {
        for bits in 0..=u16::MAX {
            let instruction = decode(bits);
            assert_eq!(decode(instruction.encode()), instruction, "x{bits:04X}");
        }
    }
}
