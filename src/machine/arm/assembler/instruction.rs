//! A mnemonic and its operands to a [`Draft`].

use super::cursor::{Cursor, Parsed};
use super::lex::TokenKind;
use super::mnemonic::{self, Family, Named, ShiftName};
use super::operand::{forgotten_hash, register_operand};
use super::statement::{Draft, Second};
use super::{address, block, status};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::isa::{DataOperation, Encoding, Operand, Operation, Register, Shift, ShiftKind, Slot};

/// An instruction's operands. `name` is the place of its mnemonic.
pub(super) fn parse(cursor: &mut Cursor<'_>, named: Named, name: Span) -> Parsed<Draft> {
    let draft = match named.family {
        Family::Data(operation) => data(cursor, operation, named.flags),
        Family::Shift(kind) => shift(cursor, kind, named.flags),
        Family::ExtendedRotate => extended_rotate(cursor, named.flags),
        Family::Negate => negate(cursor, named.flags),
        Family::Branch { link } => branch(cursor, link),
        Family::Plain(encoding) => plain(cursor, encoding, named.flags),
        Family::Transfer { load, unit, translate } => address::transfer(cursor, load, unit, translate),
        Family::Block { load, before, up } => block::transfer(cursor, load, before, up),
        Family::Stack { load } => block::stack(cursor, load),
        Family::ReadStatus => status::read(cursor),
        Family::WriteStatus => status::write(cursor),
        Family::Interrupt => interrupt(cursor),
        Family::Nop => Ok(no_operation()),
        Family::Adr { long } => adr(cursor, long),
    }?;
    cursor.finish()?;
    warn_unpredictable(cursor, &draft, name);

    Ok(draft)
}

fn ready(operation: DataOperation, flags: bool, rd: Register, rn: Register, operand: Operand) -> Draft {
    Draft::Ready(Operation::Data {
        operation,
        flags,
        rd,
        rn,
        operand,
    })
}

/// What armasm makes of NOP for this processor: `MOV R0, R0`.
fn no_operation() -> Draft {
    ready(DataOperation::Mov, false, 0, 0, register_operand(0))
}

/// AND to MVN. Where the first operand is left out, it is the destination: `ADD R5, #1`.
fn data(cursor: &mut Cursor<'_>, operation: DataOperation, flags: bool) -> Parsed<Draft> {
    use DataOperation::{Cmn, Cmp, Mov, Mvn, Teq, Tst};

    let first = cursor.register("a register")?;
    cursor.comma()?;
    let compares = matches!(operation, Tst | Teq | Cmp | Cmn);
    let (rd, rn, operand) = if compares {
        (0, first, second(cursor)?)
    } else if matches!(operation, Mov | Mvn) {
        (first, 0, second(cursor)?)
    } else {
        let shift_follows = cursor.peek_at(2) == Some(TokenKind::Word) && mnemonic::shift(cursor.word_at(2)).is_some();
        let three =
            cursor.peek_register().is_some() && cursor.peek_at(1) == Some(TokenKind::Sign(',')) && !shift_follows;
        let rn = if three {
            let rn = cursor.register("a register")?;
            cursor.comma()?;
            rn
        } else {
            first
        };

        (first, rn, second(cursor)?)
    };

    Ok(Draft::Data {
        operation,
        flags: flags || compares,
        rd,
        rn,
        operand,
    })
}

/// The second operand: `#number`, `#byte, rotation`, or a register with or without a shift.
fn second(cursor: &mut Cursor<'_>) -> Parsed<Second> {
    if cursor.take('#') {
        let number = cursor.expression()?;
        if cursor.take(',') {
            cursor.take('#');
            return Ok(Second::Rotated(number, cursor.expression()?));
        }
        return Ok(Second::Number(number));
    }
    if cursor.peek_register().is_none() {
        return forgotten_hash(cursor, "a register or `#` and a number").map(Second::Number);
    }

    let register = cursor.register("a register")?;
    if !cursor.take(',') {
        return Ok(Second::Ready(register_operand(register)));
    }

    shifted(cursor, register)
}

/// The shift after a register.
fn shifted(cursor: &mut Cursor<'_>, register: Register) -> Parsed<Second> {
    let word = cursor.word();
    let kind = (cursor.peek() == Some(TokenKind::Word))
        .then(|| mnemonic::shift(word))
        .flatten();

    let Some(kind) = kind else {
        let error = cursor.expected("a shift");
        return Err(Box::new(if error.help.is_some() {
            *error
        } else {
            error.help(
                "a register can be followed by `LSL`, `LSR`, `ASR` or `ROR` with an amount, or by `RRX`: `R1, LSL #2`",
            )
        }));
    };

    cursor.advance();
    let ShiftName::Kind(kind) = kind else {
        return Ok(Second::Ready(Operand::Register(
            register,
            Shift::Amount(ShiftKind::Ror, 0),
        )));
    };

    amount(cursor, register, kind)
}

/// By how much: a number or a register.
fn amount(cursor: &mut Cursor<'_>, register: Register, kind: ShiftKind) -> Parsed<Second> {
    if cursor.peek_register().is_some() {
        let by = cursor.register("a register")?;
        return Ok(Second::Ready(Operand::Register(register, Shift::Register(kind, by))));
    }
    let number = if cursor.take('#') {
        cursor.expression()?
    } else {
        forgotten_hash(cursor, "a register or `#` and a number")?
    };
    Ok(Second::Shifted(register, kind, number))
}

/// `LSL Rd, Rm, Rs` and `LSL Rd, Rm, #n`; without Rm it is Rd.
fn shift(cursor: &mut Cursor<'_>, kind: ShiftKind, flags: bool) -> Parsed<Draft> {
    let rd = cursor.register("a register")?;
    cursor.comma()?;
    let three = cursor.peek_register().is_some() && cursor.peek_at(1) == Some(TokenKind::Sign(','));
    let rm = if three {
        let rm = cursor.register("a register")?;
        cursor.comma()?;
        rm
    } else {
        rd
    };

    Ok(Draft::Data {
        operation: DataOperation::Mov,
        flags,
        rd,
        rn: 0,
        operand: amount(cursor, rm, kind)?,
    })
}

/// `RRX Rd, Rm`
fn extended_rotate(cursor: &mut Cursor<'_>, flags: bool) -> Parsed<Draft> {
    let rd = cursor.register("a register")?;
    cursor.comma()?;
    let rm = cursor.register("a register")?;
    let operand = Operand::Register(rm, Shift::Amount(ShiftKind::Ror, 0));
    Ok(ready(DataOperation::Mov, flags, rd, 0, operand))
}

/// `NEG Rd, Rm`
fn negate(cursor: &mut Cursor<'_>, flags: bool) -> Parsed<Draft> {
    let rd = cursor.register("a register")?;
    cursor.comma()?;
    let rm = cursor.register("a register")?;
    let zero = Operand::Immediate { value: 0, rotation: 0 };
    Ok(ready(DataOperation::Rsb, flags, rd, rm, zero))
}

/// Registers alone, as the table of instructions lists them.
fn plain(cursor: &mut Cursor<'_>, encoding: &Encoding, flags: bool) -> Parsed<Draft> {
    let mut word = encoding.bits | if flags { Encoding::FLAGS } else { 0 };
    for (index, slot) in encoding.slots.iter().enumerate() {
        let register = match slot {
            Slot::FactorOr(_, other) if cursor.is_done() => (word >> other & 15) as Register,
            _ => {
                if index > 0 {
                    cursor.comma()?;
                }
                plain_register(cursor, *slot)?
            }
        };
        word |= u32::from(register) << slot.lowest();
    }

    let operation = Operation::decode(word);
    operation
        .map(Draft::Ready)
        .ok_or_else(|| cursor.expected("other registers"))
}

fn plain_register(cursor: &mut Cursor<'_>, slot: Slot) -> Parsed<Register> {
    match slot {
        Slot::Register(_) => cursor.register("a register"),
        Slot::Factor(_) | Slot::FactorOr(..) => factor(cursor),
        Slot::Base(_) => address::base(cursor),
        Slot::Target(_) => target(cursor),
    }
}

fn factor(cursor: &mut Cursor<'_>) -> Parsed<Register> {
    if cursor.peek() == Some(TokenKind::Sign('#')) {
        let error = cursor.expected("a register");
        return Err(Box::new(error.help(
            "a multiplication takes only registers: put the number into one with `MOV` or `LDR Rx, =number` first",
        )));
    }
    cursor.register("a register")
}

fn branch(cursor: &mut Cursor<'_>, link: bool) -> Parsed<Draft> {
    let name = if link { "BL" } else { "B" };
    if let Some(register) = cursor.peek_register() {
        let word = cursor.word();
        let error = cursor.expected("a label");
        return Err(Box::new(error.help(match (link, register) {
            (false, 14) => "to return from a subroutine write `BX LR` or `MOV PC, LR`".to_owned(),
            (false, _) => format!("to go to the address in a register write `BX {word}`"),
            (true, _) => format!("to call the address in a register write `MOV LR, PC` and then `BX {word}`"),
        })));
    }

    if matches!(cursor.peek(), Some(TokenKind::Sign('#' | '='))) {
        let error = cursor.expected("a label");
        return Err(Box::new(error.help(format!("write the label alone: `{name} label`"))));
    }

    let target = cursor.expression().map_err(|error| {
        let is_end = error.code == "missing-operand";
        let help = format!("`{name}` needs the label to go to: `{name} label`");
        if is_end { Box::new(error.help(help)) } else { error }
    })?;
    Ok(Draft::Branch { link, target })
}

fn target(cursor: &mut Cursor<'_>) -> Parsed<Register> {
    if cursor.peek_register().is_none() && !cursor.is_done() {
        let error = cursor.expected("a register");
        let word = cursor.word();
        return Err(Box::new(error.help(format!("to go to a label write `B {word}`"))));
    }
    cursor.register("a register")
}

fn interrupt(cursor: &mut Cursor<'_>) -> Parsed<Draft> {
    cursor.take('#');
    Ok(Draft::Interrupt(cursor.expression()?))
}

fn adr(cursor: &mut Cursor<'_>, long: bool) -> Parsed<Draft> {
    let rd = cursor.register("a register")?;
    cursor.comma()?;
    cursor.take('=');
    let base = cursor.relative_base();
    let target = cursor.expression()?;
    Ok(match base {
        Some(rn) if !long => Draft::Data {
            operation: DataOperation::Add,
            flags: false,
            rd,
            rn,
            operand: Second::Number(target),
        },
        _ => Draft::Adr { rd, target, long },
    })
}

/// What the architecture leaves open. This machine does what an ARM7TDMI does.
fn warn_unpredictable(cursor: &mut Cursor<'_>, draft: &Draft, name: Span) {
    let Draft::Ready(operation) = draft else { return };
    let what = match operation {
        Operation::Multiply { rd, rm, .. } if rd == rm => "destination and first factor are the same register",
        Operation::MultiplyLong { high, low, rm, .. } if high == low || high == rm || low == rm => {
            "both halves of the result and the first factor want different registers"
        }
        Operation::Multiply { rd: 15, .. } | Operation::Multiply { rm: 15, .. } => "a multiplication cannot use PC",
        Operation::Block {
            load: true,
            rn,
            writeback: true,
            list,
            ..
        } if list & 1 << rn != 0 => "the base is both loaded and written back",
        _ => return,
    };

    cursor.log.repeat("unpredictable", what.to_owned(), name, || {
        Diagnostic::warning("unpredictable", what)
            .help("the architecture leaves open what happens; choose other registers, or swap the factors")
    });
}
