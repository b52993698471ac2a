//! Names and codes of the small parts of an instruction: conditions, operations, shifts, numbers as operands.

use super::{Condition, DataOperation, Operand, Operation, Register, ShiftKind};

impl Condition {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 15] = [
        Self::Eq,
        Self::Ne,
        Self::Cs,
        Self::Cc,
        Self::Mi,
        Self::Pl,
        Self::Vs,
        Self::Vc,
        Self::Hi,
        Self::Ls,
        Self::Ge,
        Self::Lt,
        Self::Gt,
        Self::Le,
        Self::Al,
    ];

    /// Its four bits.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The condition of a code. 15 is none: on an ARMv4T nothing may use it.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Two capital letters: `EQ` to `AL`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "EQ",
            Self::Ne => "NE",
            Self::Cs => "CS",
            Self::Cc => "CC",
            Self::Mi => "MI",
            Self::Pl => "PL",
            Self::Vs => "VS",
            Self::Vc => "VC",
            Self::Hi => "HI",
            Self::Ls => "LS",
            Self::Ge => "GE",
            Self::Lt => "LT",
            Self::Gt => "GT",
            Self::Le => "LE",
            Self::Al => "AL",
        }
    }

    /// What is written after a mnemonic: the name, or nothing for `AL`.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Al => "",
            other => other.name(),
        }
    }
}

impl DataOperation {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 16] = [
        Self::And,
        Self::Eor,
        Self::Sub,
        Self::Rsb,
        Self::Add,
        Self::Adc,
        Self::Sbc,
        Self::Rsc,
        Self::Tst,
        Self::Teq,
        Self::Cmp,
        Self::Cmn,
        Self::Orr,
        Self::Mov,
        Self::Bic,
        Self::Mvn,
    ];

    /// Its four bits.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The mnemonic in capital letters, without S and condition.
    pub const fn name(self) -> &'static str {
        match self {
            Self::And => "AND",
            Self::Eor => "EOR",
            Self::Sub => "SUB",
            Self::Rsb => "RSB",
            Self::Add => "ADD",
            Self::Adc => "ADC",
            Self::Sbc => "SBC",
            Self::Rsc => "RSC",
            Self::Tst => "TST",
            Self::Teq => "TEQ",
            Self::Cmp => "CMP",
            Self::Cmn => "CMN",
            Self::Orr => "ORR",
            Self::Mov => "MOV",
            Self::Bic => "BIC",
            Self::Mvn => "MVN",
        }
    }

    /// Whether it writes a register: all but TST, TEQ, CMP and CMN, which only set the flags.
    pub const fn has_destination(self) -> bool {
        !matches!(self, Self::Tst | Self::Teq | Self::Cmp | Self::Cmn)
    }

    /// Whether it has a first operand: all but MOV and MVN.
    pub const fn has_first(self) -> bool {
        !matches!(self, Self::Mov | Self::Mvn)
    }
}

impl Operation {
    /// The mnemonic in capital letters, without unit, direction, S and condition.
    pub fn name(self) -> &'static str {
        match self {
            Self::Data { operation, .. } => operation.name(),
            _ => self.encoded().map_or("", |(encoding, _)| encoding.name),
        }
    }
}

impl ShiftKind {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::Lsl, Self::Lsr, Self::Asr, Self::Ror];

    /// Its two bits.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Its name in capital letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lsl => "LSL",
            Self::Lsr => "LSR",
            Self::Asr => "ASR",
            Self::Ror => "ROR",
        }
    }
}

impl Operand {
    /// A number as an immediate, if a byte rotated right by an even distance makes it. Of several ways it is the one with
    /// the smallest rotation, as armasm and GNU as choose: it decides what the shifter carries out.
    pub fn of(value: u32) -> Option<Self> {
        (0..16_u8).find_map(|rotation| {
            let byte = u8::try_from(value.rotate_left(2 * u32::from(rotation))).ok()?;
            Some(Self::Immediate { value: byte, rotation })
        })
    }

    /// The register, whatever its shift; `None` for a number.
    pub fn register(self) -> Option<Register> {
        match self {
            Self::Immediate { .. } => None,
            Self::Register(rm, _) => Some(rm),
        }
    }

    /// The number of an immediate; `None` for a register.
    pub fn number(self) -> Option<u32> {
        match self {
            Self::Immediate { value, rotation } => Some(u32::from(value).rotate_right(2 * u32::from(rotation & 15))),
            Self::Register(..) => None,
        }
    }
}
