//! What a line says, before addresses are known. Front ends make these; layout and resolution know no notation.

use super::expression::{Expression, LocalKey};
use crate::diagnostic::Span;
use crate::machine::arm::isa::{
    Condition, DataOperation, Indexing, Offset, Operand, Operation, Register, ShiftKind, Unit,
};

/// One line's label and what follows it.
#[derive(Debug)]
pub(super) struct Statement {
    /// Line in the source, from 1.
    pub(super) line: u32,
    /// Its label, by index of the symbol.
    pub(super) label: Option<Label>,
    /// What the line asks for.
    pub(super) body: Body,
    /// Place of the mnemonic or directive, or of the label where it stands alone.
    pub(super) span: Span,
}

/// A label of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// A symbol, by its index.
    Symbol(usize),
    /// A numeric label.
    Local(LocalKey),
}

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Body {
    /// Nothing: a label alone.
    None,
    /// From here on everything is of another file, which is assembled by itself.
    File,
    /// From here on everything belongs to this area.
    Area(Header),
    /// An instruction.
    Code(Condition, Draft),
    /// Data.
    Data(Data),
    /// Room, filled with a value of so many bytes.
    Space {
        /// How many bytes.
        size: Expression,
        /// What they hold, and in how many bytes that repeats.
        fill: Option<(Expression, u32)>,
    },
    /// Padding up to a multiple of `boundary`, plus `offset`.
    Align {
        /// 4 where the source does not say.
        boundary: Option<Expression>,
        /// 0 where the source does not say.
        offset: Option<Expression>,
    },
    /// The literals so far.
    Pool,
    /// Where the program is meant to start.
    Entry,
    /// A name for a value; `.` in it is this place. By the symbol's index.
    Equate(usize),
    /// Something that must hold.
    Assert(Expression),
    /// Already reported; takes so many bytes, so that what follows keeps its distances.
    Broken(u32),
}

/// What an area is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    /// Its name.
    pub(super) name: String,
    /// Instructions, not data.
    pub(super) code: bool,
    /// In RAM.
    pub(super) writable: bool,
    /// Never given a start value.
    pub(super) uninitialised: bool,
    /// The power of two that it is aligned to.
    pub(super) alignment: u32,
}

/// Data of units of the same size.
#[derive(Debug)]
pub(super) struct Data {
    /// Bytes of each unit: 1, 2, 4 or 8.
    pub(super) unit: u32,
    /// Whether it is aligned to its unit (8 to 4).
    pub(super) aligned: bool,
    /// Instructions by their words.
    pub(super) code: bool,
    /// The values.
    pub(super) values: Vec<Datum>,
}

/// One operand of a data directive.
#[derive(Debug)]
pub(super) enum Datum {
    /// A string.
    Text(Vec<u8>),
    /// A value.
    Value(Expression),
}

/// An instruction, complete but for what its expressions come to.
#[derive(Debug, Clone)]
pub(super) enum Draft {
    /// Complete.
    Ready(Operation),
    /// AND to MVN.
    Data {
        operation: DataOperation,
        flags: bool,
        rd: Register,
        rn: Register,
        operand: Second,
    },
    /// A load or store.
    Transfer {
        load: bool,
        unit: Unit,
        rd: Register,
        address: Address,
    },
    /// `LDR Rd, =value`
    Literal { rd: Register, value: Expression },
    /// B, BL.
    Branch { link: bool, target: Expression },
    /// ADR, ADRL.
    Adr {
        rd: Register,
        target: Expression,
        long: bool,
    },
    /// MSR with a number.
    WriteStatus { saved: bool, fields: u8, value: Expression },
    /// SWI.
    Interrupt(Expression),
}

impl Draft {
    /// Bytes that it takes.
    pub(super) fn size(&self) -> u32 {
        match self {
            Self::Adr { long: true, .. } => 8,
            _ => 4,
        }
    }
}

/// The second operand of a data-processing instruction.
#[derive(Debug, Clone)]
pub(super) enum Second {
    /// Complete.
    Ready(Operand),
    /// A number that some rotation of a byte may make.
    Number(Expression),
    /// A byte and how far it is rotated.
    Rotated(Expression, Expression),
    /// A register, shifted by a number.
    Shifted(Register, ShiftKind, Expression),
}

/// The address of a load or store.
#[derive(Debug, Clone)]
pub(super) enum Address {
    /// A label; reached from the PC.
    Label(Expression),
    /// A base and a number.
    Number {
        rn: Register,
        offset: Expression,
        indexing: Indexing,
    },
    /// A base and a register, shifted by a number.
    Shifted {
        rn: Register,
        up: bool,
        rm: Register,
        kind: ShiftKind,
        amount: Expression,
        indexing: Indexing,
    },
    /// Complete.
    Ready {
        rn: Register,
        up: bool,
        offset: Offset,
        indexing: Indexing,
    },
}
