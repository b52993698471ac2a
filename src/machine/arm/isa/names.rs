//! Names and codes of the small parts of an instruction: conditions, operations, shifts, numbers as operands.

use super::{Operand, Register};

/// Enumerations whose values have names, in the order of their codes.
macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $( $(#[$doc:meta])* $value:ident = $name:literal, )* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $type { $( $(#[$doc])* $value, )* }

        impl $type {
            /// All of them, in the order of their codes.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$value),*];

            /// Its bits in an instruction.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// Its name in capital letters.
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$value => $name, )*
                }
            }
        }
    };
}

named! {
    /// When an instruction is executed: the four bits at its top.
    Condition {
        /// Z set.
        Eq = "EQ",
        /// Z clear.
        Ne = "NE",
        /// C set; also written HS.
        Cs = "CS",
        /// C clear; also written LO.
        Cc = "CC",
        /// N set.
        Mi = "MI",
        /// N clear.
        Pl = "PL",
        /// V set.
        Vs = "VS",
        /// V clear.
        Vc = "VC",
        /// C set and Z clear.
        Hi = "HI",
        /// C clear or Z set.
        Ls = "LS",
        /// N equals V.
        Ge = "GE",
        /// N differs from V.
        Lt = "LT",
        /// Z clear, and N equals V.
        Gt = "GT",
        /// Z set, or N differs from V.
        Le = "LE",
        /// Always.
        Al = "AL",
    }
}

named! {
    /// The sixteen data-processing operations, in the order of their codes.
    #[expect(missing_docs, reason = "the mnemonics say it")]
    DataOperation {
        And = "AND",
        Eor = "EOR",
        Sub = "SUB",
        Rsb = "RSB",
        Add = "ADD",
        Adc = "ADC",
        Sbc = "SBC",
        Rsc = "RSC",
        Tst = "TST",
        Teq = "TEQ",
        Cmp = "CMP",
        Cmn = "CMN",
        Orr = "ORR",
        Mov = "MOV",
        Bic = "BIC",
        Mvn = "MVN",
    }
}

named! {
    /// A kind of shift, in the order of their codes.
    #[expect(missing_docs, reason = "the mnemonics say it")]
    ShiftKind {
        Lsl = "LSL",
        Lsr = "LSR",
        Asr = "ASR",
        Ror = "ROR",
    }
}

impl Condition {
    /// The condition of a code. 15 is none: on an ARMv4T nothing may use it.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
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
    /// Whether it writes a register: all but TST, TEQ, CMP and CMN, which only set the flags.
    pub const fn has_destination(self) -> bool {
        !matches!(self, Self::Tst | Self::Teq | Self::Cmp | Self::Cmn)
    }

    /// Whether it has a first operand: all but MOV and MVN.
    pub const fn has_first(self) -> bool {
        !matches!(self, Self::Mov | Self::Mvn)
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
