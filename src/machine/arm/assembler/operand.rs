//! Operands that several kinds of instructions have.

use super::cursor::{Cursor, Parsed};
use super::expression::Expression;
use super::lex::{Operator, TokenKind};
use crate::diagnostic::Diagnostic;
use crate::machine::arm::isa::{Operand, Register, Shift, ShiftKind};

/// A register without a shift.
pub(super) fn register_operand(register: Register) -> Operand {
    Operand::Register(register, Shift::Amount(ShiftKind::Lsl, 0))
}

/// A number without its `#`, which few sources may have: else an error, but the number is taken, so that the line says no more than that.
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
    let error = Diagnostic::error("missing-hash", format!("a `#` is missing before `{text}`"))
        .at(span)
        .help("a number that is meant itself has a `#` before it");

    let error = if cursor.line.is_direct() {
        error.replace_with(format!("#{text}"))
    } else {
        error
    };

    cursor.log.push(error);
    Ok(expression)
}
