//! Operands that several kinds of instructions have.

use super::cursor::{Cursor, Parsed};
use super::expression::Expression;
use super::lex::{Operator, TokenKind};
use super::notation::Notation;
use crate::diagnostic::{Diagnostic, Severity};
use crate::machine::arm::isa::{Operand, Register, Shift, ShiftKind};

/// A register without a shift.
pub(super) fn register_operand(register: Register) -> Operand {
    Operand::Register(register, Shift::Amount(ShiftKind::Lsl, 0))
}

/// A number without its `#`. armasm takes it with a warning (A1865W); GNU as only in its unified syntax: else it is an error there,
/// but the number is taken, so that the line says no more than that.
pub(super) fn forgotten_hash(cursor: &mut Cursor<'_>, what: &str) -> Parsed<Expression> {
    if cursor.peek() == Some(TokenKind::Sign('=')) {
        let error = cursor.expected(what);
        return Err(Box::new(error.help(
            "only `LDR` takes `=value`: write `LDR R0, =value`, and use the register here",
        )));
    }

    let numeral = matches!(
        cursor.peek(),
        Some(
            TokenKind::Number(_)
                | TokenKind::Character
                | TokenKind::Text { .. }
                | TokenKind::Word
                | TokenKind::Barred
                | TokenKind::Operator(Operator::Minus | Operator::Not)
                | TokenKind::Sign('(')
        )
    );
    if !numeral || cursor.word().starts_with(['R', 'r']) && cursor.word().len() <= 3 {
        return Err(match cursor.register(what) {
            Ok(_) => cursor.expected(what),
            Err(error) => error,
        });
    }

    let from = cursor.index();
    let expression = cursor.expression()?;
    if cursor.context.bare_numbers {
        return Ok(expression);
    }

    let span = cursor.span_from(from);
    let text = cursor.source.text.get(span.start..span.end).unwrap_or("");
    let (severity, help) = match cursor.context.notation {
        Notation::Armasm => (Severity::Warning, format!("it is taken for a number: write `#{text}`")),
        Notation::Gnu => (
            Severity::Error,
            "a number that is meant itself has a `#` before it".to_owned(),
        ),
    };
    let error = Diagnostic::new(severity, "missing-hash", format!("a `#` is missing before `{text}`"))
        .at(span)
        .help(help);

    let error = if cursor.line.is_direct() {
        error.replace_with(format!("#{text}"))
    } else {
        error
    };

    cursor.log.push(error);
    Ok(expression)
}
