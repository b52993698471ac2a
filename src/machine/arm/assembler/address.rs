//! Loads and stores: the forms of an address.

use super::cursor::{Cursor, Parsed};
use super::expression::Expression;
use super::lex::{Operator, TokenKind};
use super::mnemonic::{self, ShiftName};
use super::operand::forgotten_hash;
use super::statement::{Address, Draft};
use crate::diagnostic::Diagnostic;
use crate::machine::arm::isa::{Indexing, Offset, Register, Shift, ShiftKind, Unit};

/// LDR, STR and their variants.
pub(super) fn transfer(cursor: &mut Cursor<'_>, load: bool, unit: Unit, translate: bool) -> Parsed<Draft> {
    let rd = cursor.register("a register")?;
    cursor.comma()?;
    match cursor.peek() {
        Some(TokenKind::Sign('[')) => {
            let address = bracketed(cursor, translate)?;
            warn_base(cursor, rd, &address);
            Ok(Draft::Transfer {
                load,
                unit,
                rd,
                address,
            })
        }
        Some(TokenKind::Sign('=')) => {
            if !load || unit != Unit::Word {
                return Err(no_literal(cursor, load));
            }
            cursor.advance();
            cursor.take('#');
            let value = cursor.expression()?;
            Ok(Draft::Literal { rd, value })
        }
        Some(TokenKind::Sign('#')) => Err(Box::new(cursor.expected("an address").help(if load {
            "to put a number into a register write `MOV R0, #number` or `LDR R0, =number`"
        } else {
            "a number has no address; store to `[R1]` with the address in R1"
        }))),
        Some(TokenKind::Word) if cursor.peek_register().is_some() => {
            let word = cursor.word();
            let help = if load {
                format!("to load from the address in {word} write `[{word}]`; to copy a register, `MOV`")
            } else {
                format!("to store at the address in {word} write `[{word}]`")
            };
            Err(Box::new(cursor.expected("an address").help(help)))
        }
        None => Err(cursor.expected("an address")),
        _ => {
            let base = cursor.relative_base();
            let expression = cursor.expression()?;
            let address = match base {
                Some(rn) => Address::Number {
                    rn,
                    offset: expression,
                    indexing: Indexing::Offset,
                },
                None => Address::Label(expression),
            };
            Ok(Draft::Transfer {
                load,
                unit,
                rd,
                address,
            })
        }
    }
}

fn no_literal(cursor: &Cursor<'_>, load: bool) -> Box<Diagnostic> {
    let error = cursor.expected("an address");
    Box::new(error.help(if load {
        "only `LDR` itself takes `=value`; for a byte at a label write `LDR R1, =label` and then `LDRB R0, [R1]`"
    } else {
        "write `LDR R1, =label` and then store to `[R1]`"
    }))
}

/// The offset in an address, before it is known whether it comes before or after.
enum Distance {
    Number(Expression),
    Register(bool, Register),
    Shifted(bool, Register, ShiftKind, Expression),
    Rotated(bool, Register),
}

/// `[Rn]`, `[Rn, offset]`, `[Rn, offset]!`, `[Rn], offset`.
fn bracketed(cursor: &mut Cursor<'_>, translate: bool) -> Parsed<Address> {
    let open = cursor.span();
    cursor.advance();
    if cursor.peek_register().is_none() && matches!(cursor.peek(), Some(TokenKind::Word | TokenKind::Barred)) {
        let word = cursor.word();
        return Err(Box::new(cursor.expected("a register").help(format!(
            "only a register can be in brackets: write `LDR R1, ={word}` first and then `[R1]`"
        ))));
    }

    let rn = cursor.register("a register")?;
    let inner = if cursor.take(',') {
        Some(distance(cursor)?)
    } else {
        None
    };
    if !cursor.take(']') {
        let error = cursor.expected("`]`");
        return Err(Box::new(error.related(open, "opened here")));
    }

    let writes = cursor.take('!');
    let outer = if inner.is_none() && !writes && cursor.take(',') {
        Some(distance(cursor)?)
    } else {
        None
    };

    let indexing = match (&inner, &outer, writes) {
        (_, Some(_), _) => Indexing::Post { translate },
        (_, None, true) => Indexing::Pre,
        // LDRT is post-indexed whatever it looks like.
        (None, None, false) if translate => Indexing::Post { translate },
        _ => Indexing::Offset,
    };

    Ok(address(rn, inner.or(outer), indexing))
}

/// An address from its parts.
fn address(rn: Register, distance: Option<Distance>, indexing: Indexing) -> Address {
    let ready = |up, offset| Address::Ready {
        rn,
        up,
        offset,
        indexing,
    };
    let unshifted = Shift::Amount(ShiftKind::Lsl, 0);
    let extended = Shift::Amount(ShiftKind::Ror, 0);

    match distance {
        None => ready(true, Offset::Immediate(0)),
        Some(Distance::Number(offset)) => Address::Number { rn, offset, indexing },
        Some(Distance::Register(up, rm)) => ready(up, Offset::Register(rm, unshifted)),
        Some(Distance::Rotated(up, rm)) => ready(up, Offset::Register(rm, extended)),
        Some(Distance::Shifted(up, rm, kind, amount)) => Address::Shifted {
            rn,
            up,
            rm,
            kind,
            amount,
            indexing,
        },
    }
}

fn distance(cursor: &mut Cursor<'_>) -> Parsed<Distance> {
    if cursor.take('#') {
        return Ok(Distance::Number(cursor.expression()?));
    }

    let sign = match cursor.peek() {
        Some(TokenKind::Operator(operator @ (Operator::Plus | Operator::Minus))) => Some(operator),
        _ => None,
    };
    let after_sign = usize::from(sign.is_some());
    let is_register = cursor.peek_at(after_sign) == Some(TokenKind::Word)
        && cursor.context.register(cursor.word_at(after_sign)).is_some();

    if !is_register {
        return forgotten_hash(cursor, "a register or `#` and a number").map(Distance::Number);
    }

    if sign.is_some() {
        cursor.advance();
    }

    let up = sign != Some(Operator::Minus);
    let rm = cursor.register("a register")?;
    let shift_follows = cursor.peek() == Some(TokenKind::Sign(',')) && cursor.peek_at(1) == Some(TokenKind::Word);
    if !shift_follows {
        return Ok(Distance::Register(up, rm));
    }

    cursor.advance();
    let Some(kind) = mnemonic::shift(cursor.word()) else {
        return Err(cursor.expected("a shift"));
    };

    cursor.advance();
    let ShiftName::Kind(kind) = kind else {
        return Ok(Distance::Rotated(up, rm));
    };

    if cursor.peek_register().is_some() {
        let error = cursor.expected("`#` and a number");
        return Err(Box::new(error.help(
            "in an address the amount of a shift is a number; shift into another register first",
        )));
    }

    let amount = if cursor.take('#') {
        cursor.expression()?
    } else {
        forgotten_hash(cursor, "`#` and a number")?
    };

    Ok(Distance::Shifted(up, rm, kind, amount))
}

fn warn_base(cursor: &mut Cursor<'_>, rd: Register, address: &Address) {
    let (Address::Number { rn, indexing, .. }
    | Address::Shifted { rn, indexing, .. }
    | Address::Ready { rn, indexing, .. }) = address
    else {
        return;
    };
    if *indexing != Indexing::Offset && *rn == rd {
        let span = cursor.span_from(0);
        cursor.log.repeat("unpredictable", "base".to_owned(), span, || {
            Diagnostic::warning(
                "unpredictable",
                "the register that is moved is also the base, which changes",
            )
            .help("the architecture leaves open what happens; choose another register")
        });
    }
}

/// `[Rn]` and nothing else, as SWP takes it.
pub(super) fn base(cursor: &mut Cursor<'_>) -> Parsed<Register> {
    if !cursor.take('[') {
        return Err(cursor.expected("`[` and a register"));
    }

    let rn = cursor.register("a register")?;
    if !cursor.take(']') {
        return Err(cursor.expected("`]`"));
    }

    Ok(rn)
}
