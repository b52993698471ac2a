//! What follows a mnemonic or directive, taken apart at its commas.

use super::context::Context;
use super::lex::{Token, TokenKind};
use super::mnemonic;
use super::number::{self, Form, Number};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::assembly::Log;

/// What an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandKind {
    /// `R0` to `R7`.
    Register(u8),
    /// A number; its word may still be a label where an address is wanted.
    Number(Number),
    /// Any other word.
    Word,
    /// A string.
    Text {
        /// Whether its closing quote was there.
        closed: bool,
    },
}

/// An operand and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Operand {
    pub(super) kind: OperandKind,
    pub(super) span: Span,
}

/// The operands of one line, and how they are separated.
#[derive(Debug)]
pub(super) struct Operands {
    pub(super) list: Vec<Operand>,
    /// Where a comma is missing.
    missing: Option<Span>,
    /// A comma that separates nothing.
    spare: Option<Span>,
    /// A colon, which is a blank to the newer C++ tools and refused by others.
    colon: Option<Span>,
}

impl Operands {
    /// Takes the tokens after a mnemonic apart.
    pub(super) fn new(context: &Context<'_>, tokens: &[Token]) -> Self {
        let mut operands = Self {
            list: Vec::new(),
            missing: None,
            spare: None,
            colon: None,
        };
        let mut comma = None;

        for token in tokens {
            let kind = match token.kind {
                TokenKind::Comma => {
                    if operands.list.is_empty() || comma.is_some() {
                        operands.spare = Some(token.span);
                    }
                    comma = Some(token.span);
                    continue;
                }
                TokenKind::Colon => {
                    operands.colon = Some(token.span);
                    continue;
                }
                TokenKind::Text { closed } => OperandKind::Text { closed },
                TokenKind::Word => classify(context.text(token.span)),
            };
            if comma.is_none() && operands.colon.is_none() && !operands.list.is_empty() {
                operands.missing.get_or_insert(Span {
                    start: token.span.start,
                    end: token.span.start,
                });
            }
            comma = None;
            operands.list.push(Operand { kind, span: token.span });
        }

        operands.spare = operands.spare.or(comma);
        operands
    }

    /// Whether a colon is among them.
    pub(super) fn has_colon(&self) -> bool {
        self.colon.is_some()
    }

    /// Says what is unusual about the commas of a line that is otherwise right.
    pub(super) fn report_commas(&self, log: &mut Log) {
        if let Some(span) = self.missing {
            log.repeat("missing-comma", String::new(), span, || {
                Diagnostic::warning("missing-comma", "operands without a comma between them")
                    .help("some assemblers reject this; write commas between operands")
            });
        }

        if let Some(span) = self.colon {
            log.repeat("spare-colon", String::new(), span, || {
                Diagnostic::warning("spare-colon", "a colon that does not follow a label")
                    .help("most assemblers reject this; remove the colon")
            });
        }

        if let Some(span) = self.spare {
            log.repeat("spare-comma", String::new(), span, || {
                Diagnostic::warning("spare-comma", "a comma that separates nothing")
                    .help("some assemblers reject this; remove the comma")
            });
        }
    }
}

fn classify(word: &str) -> OperandKind {
    if let Some(register) = mnemonic::register(word) {
        return OperandKind::Register(register);
    }
    number::parse(word).map_or(OperandKind::Word, OperandKind::Number)
}

/// Says when a number is written in a way that not every assembler takes.
pub(super) fn report_form(log: &mut Log, number: Number, word: &str, span: Span) {
    let (what, better) = match number.form {
        Form::Plain => return,
        Form::ZeroPrefix => (
            "few assemblers know a base written with a zero",
            if word.starts_with('0') {
                word.replacen('0', "", 1)
            } else {
                plain(number.value)
            },
        ),
        Form::SignFirst => (
            "few assemblers accept a minus sign before the base",
            plain(number.value),
        ),
        Form::TwoBases => (
            "few assemblers accept `#` before another base",
            word.replacen('#', "", 1),
        ),
        Form::Plus => ("few assemblers accept a plus sign", format!("#{}", number.value)),
    };
    log.push(
        Diagnostic::warning("number-form", format!("`{word}` is read as {}", number.value))
            .at(span)
            .label(what)
            .help(format!("write `{better}`"))
            .replace_with(better),
    );
}

/// A value as every assembler takes it.
fn plain(value: i64) -> String {
    if value < 0 {
        format!("x-{:X}", -value)
    } else {
        format!("x{value:X}")
    }
}
