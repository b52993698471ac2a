//! LDM, STM, PUSH, POP: lists of registers.

use super::cursor::{Cursor, Parsed};
use super::lex::{Operator, TokenKind};
use super::statement::{Address, Draft};
use crate::diagnostic::Diagnostic;
use crate::machine::arm::isa::{Indexing, Offset, Operation, Register, Unit};

/// LDM and STM.
pub(super) fn transfer(cursor: &mut Cursor<'_>, load: bool, before: bool, up: bool) -> Parsed<Draft> {
    if cursor.peek() == Some(TokenKind::Sign('{')) {
        let error = cursor.expected("the base register");
        return Err(Box::new(
            error.help("name the register with the address first: `LDMFD SP!, {R4, LR}`"),
        ));
    }

    let rn = cursor.register("the base register")?;
    let writeback = cursor.take('!');
    cursor.comma()?;
    let list = list(cursor)?;
    let user = cursor.take('^');
    Ok(Draft::Ready(Operation::Block {
        load,
        rn,
        before,
        up,
        writeback,
        user,
        list,
    }))
}

/// PUSH is STMDB SP!, and POP is LDMIA SP!. Of one register they are `STR R, [SP, #-4]!` and `LDR R, [SP], #4`, as armasm
/// and GNU as encode them.
pub(super) fn stack(cursor: &mut Cursor<'_>, load: bool) -> Parsed<Draft> {
    let list = list(cursor)?;
    if list.is_power_of_two() {
        let indexing = if load {
            Indexing::Post { translate: false }
        } else {
            Indexing::Pre
        };
        return Ok(Draft::Transfer {
            load,
            unit: Unit::Word,
            rd: list.trailing_zeros() as Register,
            address: Address::Ready {
                rn: 13,
                up: load,
                offset: Offset::Immediate(4),
                indexing,
            },
        });
    }
    Ok(Draft::Ready(Operation::Block {
        load,
        rn: 13,
        before: !load,
        up: load,
        writeback: true,
        user: false,
        list,
    }))
}

/// `{R4-R12, LR}`
fn list(cursor: &mut Cursor<'_>) -> Parsed<u16> {
    let open = cursor.span();
    if !cursor.take('{') {
        let word = cursor.word();
        let register = cursor.peek_register().is_some();
        let error = cursor.expected("a list of registers in braces");
        return Err(if register {
            Box::new(error.help(format!("write `{{{word}}}`")))
        } else {
            error
        });
    }

    let mut bits = 0_u16;
    let mut twice = false;
    loop {
        let first = cursor.register("a register")?;
        let last = if cursor.peek() == Some(TokenKind::Operator(Operator::Minus)) {
            cursor.advance();
            cursor.register("a register")?
        } else {
            first
        };

        if last < first {
            return Err(Box::new(
                Diagnostic::error("wrong-list", format!("the range R{first}-R{last} runs backwards"))
                    .at(cursor.span_from(0))
                    .help(format!("write `R{last}-R{first}`")),
            ));
        }

        for register in first..=last {
            twice |= bits & 1 << register != 0;
            bits |= 1 << register;
        }

        if cursor.take('}') {
            break;
        }
        if !cursor.take(',') {
            let error = cursor.expected("a comma or `}`");
            return Err(Box::new(error.related(open, "the list begins here")));
        }
    }

    if twice {
        cursor.log.repeat("register-twice", String::new(), open, || {
            Diagnostic::warning("register-twice", "a register appears twice in this list")
                .help("it is moved once; remove one of them")
        });
    }

    Ok(bits)
}
