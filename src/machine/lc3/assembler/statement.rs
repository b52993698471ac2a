//! What a line says, before addresses are known.

use super::number::Number;
use crate::diagnostic::Span;

/// One line's labels and what follows them.
#[derive(Debug)]
pub(super) struct Statement {
    /// Line in the source, from 1.
    pub(super) line: u32,
    /// Places of the labels.
    pub(super) labels: Vec<Span>,
    /// What the line asks for.
    pub(super) body: Body,
    /// Place of the mnemonic or directive, or of the line's first token.
    pub(super) span: Span,
}

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Body {
    /// Nothing: labels alone.
    None,
    /// `.ORIG`; `None` where its address was reported as wrong.
    Origin(Option<u16>),
    /// `.END`
    End,
    /// `.EXTERNAL`
    External(Span),
    /// `.FILL`
    Fill(Value),
    /// `.BLKW`
    Block {
        /// How many words.
        count: u16,
        /// What each holds; nothing where the source does not say.
        value: Option<Value>,
    },
    /// `.STRINGZ`, its final zero included.
    Text(Vec<u16>),
    /// An instruction.
    Code(Code),
    /// A word that some tools take for an instruction and others for a label, alone on its line.
    Either {
        /// The word.
        name: Span,
        /// It as an instruction.
        code: Code,
    },
    /// Several words, none of which is an instruction: labels, or a misspelt instruction with a label.
    Loose(Vec<Span>),
    /// Already reported; takes one word, so that what follows keeps its distances.
    Broken,
}

/// The value of a data word.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    /// A number.
    Number(u16),
    /// A label's address.
    Label(Span),
}

/// An instruction's word, and the label it reaches for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Code {
    /// The word, complete but for the offset to `target`.
    pub(super) bits: u16,
    /// What the offset must reach.
    pub(super) target: Option<Target>,
}

/// A PC-relative operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    /// Its place.
    pub(super) span: Span,
    /// Bits of the offset field.
    pub(super) width: u32,
    /// The offset, where the word can be read as a number. A label of that name goes before it.
    pub(super) number: Option<Number>,
}
