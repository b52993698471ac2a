//! Every instruction of ARMv4T in ARM state, each in one place: its fields, its encodings with mnemonic and operands, and what
//! it reads and writes. Encoder, decoder, disassembler, assembler and diagnosis go by this table.
//!
//! An encoding is `"MNEMONIC" [operands] bits & mask { fields }`: a word is this instruction if it has `bits` where `mask` is
//! set and each field takes what the word has for it. Bits that neither the mask nor a field covers should be as in `bits`,
//! and make no difference to the processor. Operands are listed where they are registers alone; the assembler and the
//! disassembler then need nothing else. Where none are listed, notation is a matter of [`disassemble`](super::disassemble())
//! and of the assembler.
//!
//! Everything that the manual leaves to later architectures or to coprocessors has no encoding, even where an ARM7TDMI would
//! do something unforeseen: a submission that relies on it is broken.

use super::effect::{Effect, block, data, transfer};
use super::field::{
    Always, Bit, COMMENT, Code, DISTANCE, Field, Index, Is, LIST, LONG_OFFSET, LONG_UNIT, NUMBER, Nibble, PLAIN,
    Present, SECOND, SHORT_OFFSET,
};
use super::{DataOperation, Indexing, Offset, Operand, Register, Unit};

/// An encoding, as far as it needs no knowledge of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encoding {
    /// The mnemonic in capital letters, without unit, direction, S and condition; empty for data processing, whose
    /// operations have the names.
    pub name: &'static str,
    /// The bits that never change.
    pub bits: u32,
    /// Which of them distinguish it from other instructions.
    pub mask: u32,
    /// Its operands as they are written, if they are registers alone.
    pub slots: &'static [Slot],
}

impl Encoding {
    /// The S bit.
    pub const FLAGS: u32 = 1 << 20;

    /// Those whose operands are registers alone.
    pub fn plain() -> impl Iterator<Item = &'static Self> {
        ENCODINGS.iter().filter(|encoding| !encoding.slots.is_empty())
    }

    /// Whether an S after the mnemonic asks for the flags, where the operands are registers alone.
    pub fn takes_flags(&self) -> bool {
        !self.slots.is_empty() && self.mask & Self::FLAGS == 0
    }
}

/// An operand that is a register, with the lowest bit of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Any register.
    Register(u32),
    /// A factor of a multiplication.
    Factor(u32),
    /// A factor that may be left out: then it is the register of another field.
    FactorOr(u32, u32),
    /// A register in brackets, without an offset.
    Base(u32),
    /// The register with the address that a jump goes to.
    Target(u32),
}

impl Slot {
    /// The lowest bit of its field.
    pub fn lowest(self) -> u32 {
        match self {
            Self::Register(at) | Self::Factor(at) | Self::FactorOr(at, _) | Self::Base(at) | Self::Target(at) => at,
        }
    }
}

use Slot::{Base, Factor, FactorOr, Register as Reg, Target};

macro_rules! instructions {
    ($(
        $(#[$doc:meta])*
        $variant:ident { $( $(#[$field_doc:meta])* $field:ident: $type:ty, )* }
        $( $name:literal [$($slot:expr),*] $bits:literal & $mask:literal { $( $member:ident: $place:expr ),* } )+
        effect $effect:block
    )*) => {
        /// What an instruction does if its condition holds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Operation {
            $( $(#[$doc])* $variant { $( $(#[$field_doc])* $field: $type, )* }, )*
        }

        /// All encodings.
        pub(super) const ENCODINGS: &[Encoding] = &[ $($(
            Encoding { name: $name, bits: $bits, mask: $mask, slots: &[$($slot),*] },
        )+)* ];

        impl Operation {
            /// Takes a word apart, whatever its condition; `None` where no ARMv4T instruction has that word: coprocessors,
            /// and the undefined space with all that later architectures put there.
            pub fn decode(word: u32) -> Option<Self> {
                $($(
                    if word & $mask == $bits & $mask
                        && let ($(Some($member),)*) = ($($place.get(word),)*)
                    {
                        return Some(Self::$variant { $($member),* });
                    }
                )+)*
                None
            }

            /// The encoding, and all bits of the word below the condition. `None` where no instruction does that, such as a
            /// signed store.
            pub(super) fn encoded(self) -> Option<(&'static Encoding, u32)> {
                match self {
                    $( Self::$variant { $($field),* } => {
                        $(
                            let fields = [$($place.put($member)),*];
                            if let Some(word) = fields.into_iter().try_fold($bits, |word, field| Some(word | field?)) {
                                let encoding = &Encoding { name: $name, bits: $bits, mask: $mask, slots: &[$($slot),*] };
                                return Some((encoding, word));
                            }
                        )+
                        None
                    } )*
                }
            }

            /// What it reads and writes.
            #[expect(unused_variables, reason = "not every field has an effect on registers or flags")]
            pub fn effect(self) -> Effect {
                match self {
                    $( Self::$variant { $($field),* } => $effect )*
                }
            }
        }
    };
}

instructions! {
    /// AND to MVN.
    Data {
        /// Which.
        operation: DataOperation,
        /// Whether it sets the flags. TST, TEQ, CMP and CMN always do.
        flags: bool,
        /// The destination; 0 for the four that have none.
        rd: Register,
        /// The first operand; 0 for MOV and MVN.
        rn: Register,
        /// The second operand.
        operand: Operand,
    }
    "" [] 0x0110_0000 & 0x0D90_0000 { operation: Code::Comparison, flags: Always(true), rd: Always(0), rn: Nibble(16), operand: SECOND }
    "" [] 0x01A0_0000 & 0x0DA0_0000 { operation: Code::Move, flags: Bit(20), rd: Nibble(12), rn: Always(0), operand: SECOND }
    "" [] 0x0000_0000 & 0x0C00_0000 { operation: Code::Calculation, flags: Bit(20), rd: Nibble(12), rn: Nibble(16), operand: SECOND }
    effect { data(operation, flags, rd, rn, operand) }

    /// MUL, MLA.
    Multiply {
        /// Whether it sets the flags.
        flags: bool,
        /// The destination.
        rd: Register,
        /// One factor.
        rm: Register,
        /// The other.
        rs: Register,
        /// What MLA adds.
        accumulate: Option<Register>,
    }
    "MUL" [Reg(16), Factor(0), FactorOr(8, 16)] 0x0000_0090 & 0x0FE0_00F0
        { flags: Bit(20), rd: Nibble(16), rm: Nibble(0), rs: Nibble(8), accumulate: Is(None) }
    "MLA" [Reg(16), Factor(0), Factor(8), Reg(12)] 0x0020_0090 & 0x0FE0_00F0
        { flags: Bit(20), rd: Nibble(16), rm: Nibble(0), rs: Nibble(8), accumulate: Present(Nibble(12)) }
    effect { Effect::reading([Some(rm), Some(rs), accumulate, None]).writing([rd]).setting_some(flags) }

    /// UMULL, UMLAL, SMULL, SMLAL.
    MultiplyLong {
        /// Whether it sets the flags.
        flags: bool,
        /// The S of SMULL.
        signed: bool,
        /// Whether it adds to what is there.
        accumulate: bool,
        /// The upper half.
        high: Register,
        /// The lower half.
        low: Register,
        /// One factor.
        rm: Register,
        /// The other.
        rs: Register,
    }
    "UMULL" [Reg(12), Reg(16), Factor(0), Factor(8)] 0x0080_0090 & 0x0FE0_00F0
        { flags: Bit(20), signed: Is(false), accumulate: Is(false), high: Nibble(16), low: Nibble(12), rm: Nibble(0), rs: Nibble(8) }
    "UMLAL" [Reg(12), Reg(16), Factor(0), Factor(8)] 0x00A0_0090 & 0x0FE0_00F0
        { flags: Bit(20), signed: Is(false), accumulate: Is(true), high: Nibble(16), low: Nibble(12), rm: Nibble(0), rs: Nibble(8) }
    "SMULL" [Reg(12), Reg(16), Factor(0), Factor(8)] 0x00C0_0090 & 0x0FE0_00F0
        { flags: Bit(20), signed: Is(true), accumulate: Is(false), high: Nibble(16), low: Nibble(12), rm: Nibble(0), rs: Nibble(8) }
    "SMLAL" [Reg(12), Reg(16), Factor(0), Factor(8)] 0x00E0_0090 & 0x0FE0_00F0
        { flags: Bit(20), signed: Is(true), accumulate: Is(true), high: Nibble(16), low: Nibble(12), rm: Nibble(0), rs: Nibble(8) }
    effect {
        let [high_too, low_too] = [high, low].map(|half| accumulate.then_some(half));
        Effect::reading([Some(rm), Some(rs), high_too, low_too]).writing([high, low]).setting_some(flags)
    }

    /// SWP, SWPB.
    Swap {
        /// A byte, not a word.
        byte: bool,
        /// What is loaded goes there.
        rd: Register,
        /// What is stored.
        rm: Register,
        /// The address.
        rn: Register,
    }
    "SWP" [Reg(12), Reg(0), Base(16)] 0x0100_0090 & 0x0FF0_00F0 { byte: Is(false), rd: Nibble(12), rm: Nibble(0), rn: Nibble(16) }
    "SWPB" [Reg(12), Reg(0), Base(16)] 0x0140_0090 & 0x0FF0_00F0 { byte: Is(true), rd: Nibble(12), rm: Nibble(0), rn: Nibble(16) }
    effect { Effect::reading([Some(rm), None, None, None]).at([Some(rn), None]).writing([rd]) }

    /// B, BL.
    Branch {
        /// Whether LR takes the return address.
        link: bool,
        /// Bytes from this instruction plus 8; a multiple of 4, 26 bits with sign.
        offset: i32,
    }
    "B" [] 0x0A00_0000 & 0x0F00_0000 { link: Is(false), offset: DISTANCE }
    "BL" [] 0x0B00_0000 & 0x0F00_0000 { link: Is(true), offset: DISTANCE }
    effect { Effect::default().writing(link.then_some(14)) }

    /// BX.
    BranchExchange {
        /// Where to.
        rm: Register,
    }
    "BX" [Target(0)] 0x012F_FF10 & 0x0FF0_00F0 { rm: Nibble(0) }
    effect { Effect::default().at([Some(rm), None]).writing([15]) }

    /// Loads and stores of one register.
    Transfer {
        /// A load, not a store.
        load: bool,
        /// How much.
        unit: Unit,
        /// The register.
        rd: Register,
        /// The base.
        rn: Register,
        /// Whether the offset is added, not subtracted.
        up: bool,
        /// The distance from the base.
        offset: Offset,
        /// Before or after.
        indexing: Indexing,
    }
    // Of the short ones, signed stores are LDRD and STRD of ARMv5TE, and translation is LDRHT and its like of ARMv6T2.
    "LDR" [] 0x0410_0000 & 0x0C10_0000
        { load: Is(true), unit: LONG_UNIT, rd: Nibble(12), rn: Nibble(16), up: Bit(23), offset: LONG_OFFSET, indexing: Index { translates: true } }
    "STR" [] 0x0400_0000 & 0x0C10_0000
        { load: Is(false), unit: LONG_UNIT, rd: Nibble(12), rn: Nibble(16), up: Bit(23), offset: LONG_OFFSET, indexing: Index { translates: true } }
    "LDR" [] 0x0010_00B0 & 0x0E10_00F0
        { load: Is(true), unit: Is(Unit::Half), rd: Nibble(12), rn: Nibble(16), up: Bit(23), offset: SHORT_OFFSET, indexing: Index { translates: false } }
    "STR" [] 0x0000_00B0 & 0x0E10_00F0
        { load: Is(false), unit: Is(Unit::Half), rd: Nibble(12), rn: Nibble(16), up: Bit(23), offset: SHORT_OFFSET, indexing: Index { translates: false } }
    "LDR" [] 0x0010_00D0 & 0x0E10_00F0
        { load: Is(true), unit: Is(Unit::SignedByte), rd: Nibble(12), rn: Nibble(16), up: Bit(23), offset: SHORT_OFFSET, indexing: Index { translates: false } }
    "LDR" [] 0x0010_00F0 & 0x0E10_00F0
        { load: Is(true), unit: Is(Unit::SignedHalf), rd: Nibble(12), rn: Nibble(16), up: Bit(23), offset: SHORT_OFFSET, indexing: Index { translates: false } }
    effect { transfer(load, rd, rn, offset, indexing) }

    /// LDM, STM.
    Block {
        /// A load, not a store.
        load: bool,
        /// The base.
        rn: Register,
        /// The P bit: the address moves before each register.
        before: bool,
        /// The U bit: upwards.
        up: bool,
        /// The base is written back.
        writeback: bool,
        /// The S bit (`^`).
        user: bool,
        /// One bit for each register.
        list: u16,
    }
    "LDM" [] 0x0810_0000 & 0x0E10_0000
        { load: Is(true), rn: Nibble(16), before: Bit(24), up: Bit(23), writeback: Bit(21), user: Bit(22), list: LIST }
    "STM" [] 0x0800_0000 & 0x0E10_0000
        { load: Is(false), rn: Nibble(16), before: Bit(24), up: Bit(23), writeback: Bit(21), user: Bit(22), list: LIST }
    effect { block(load, rn, writeback, list) }

    /// MRS.
    ReadStatus {
        /// The destination.
        rd: Register,
        /// SPSR, not CPSR.
        saved: bool,
    }
    "MRS" [] 0x010F_0000 & 0x0FB0_00F0 { rd: Nibble(12), saved: Bit(22) }
    effect { Effect { reads_flags: true, ..Effect::default().writing([rd]) } }

    /// MSR.
    WriteStatus {
        /// SPSR, not CPSR.
        saved: bool,
        /// Which fields: bit 0 control, 1 extension, 2 status, 3 flags.
        fields: u8,
        /// An immediate, or a register without a shift.
        operand: Operand,
    }
    "MSR" [] 0x0320_F000 & 0x0FB0_0000 { saved: Bit(22), fields: Nibble(16), operand: NUMBER }
    "MSR" [] 0x0120_F000 & 0x0FB0_00F0 { saved: Bit(22), fields: Nibble(16), operand: PLAIN }
    effect { Effect::reading([operand.register(), None, None, None]).setting_some(true) }

    /// SWI.
    Interrupt {
        /// Its comment, 24 bits.
        comment: u32,
    }
    "SWI" [] 0x0F00_0000 & 0x0F00_0000 { comment: COMMENT }
    effect { Effect::default() }
}
