//! MRS and MSR.

use super::cursor::{Cursor, Parsed};
use super::operand::{forgotten_hash, register_operand};
use super::statement::Draft;
use crate::machine::arm::isa::Operation;

/// The place of CPSR or SPSR, and which fields its name asks for.
fn register(cursor: &mut Cursor<'_>) -> Parsed<(bool, u8)> {
    let word = cursor.word().to_ascii_lowercase();
    let (register, fields) = word.split_once('_').unwrap_or((&word, "cf"));
    let saved = match register {
        "cpsr" => false,
        "spsr" => true,
        _ => return Err(cursor.expected("`CPSR` or `SPSR`")),
    };

    let bits = match fields {
        "all" => 9,
        "flg" => 8,
        "ctl" => 1,
        _ => fields
            .chars()
            .try_fold(0, |bits, letter| {
                let bit = "cxsf".find(letter)?;
                Some(bits | 1 << bit)
            })
            .unwrap_or(0),
    };

    if bits == 0 {
        return Err(cursor.expected("`_` and some of the fields `c`, `x`, `s`, `f`: `CPSR_c`"));
    }

    cursor.advance();
    Ok((saved, bits))
}

/// MRS.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Parsed<Draft> {
    let rd = cursor.register("a register")?;
    cursor.comma()?;
    let (saved, _) = register(cursor)?;
    Ok(Draft::Ready(Operation::ReadStatus { rd, saved }))
}

/// MSR.
pub(super) fn write(cursor: &mut Cursor<'_>) -> Parsed<Draft> {
    let (saved, fields) = register(cursor)?;
    cursor.comma()?;
    if cursor.peek_register().is_some() {
        let operand = register_operand(cursor.register("a register")?);
        return Ok(Draft::Ready(Operation::WriteStatus { saved, fields, operand }));
    }

    let value = if cursor.take('#') {
        cursor.expression()?
    } else {
        forgotten_hash(cursor, "a register or `#` and a number")?
    };

    Ok(Draft::WriteStatus { saved, fields, value })
}
