//! Instructions: operands to words, all but the offsets to labels.

use super::advice;
use super::context::Context;
use super::format::{Slot, format};
use super::mnemonic::{self, Mnemonic, Named};
use super::number::{self, Fit, Number};
use super::operands::{Operand, OperandKind, Operands, report_form};
use super::statement::{Body, Code, Target};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::assembly::Log;

/// A rare name, or one with a colon after it, alone on its line.
pub(super) fn alone(context: &mut Context<'_>, name: Span, Named { mnemonic, rare }: Named) -> Body {
    let (bits, slots, _) = format(mnemonic);
    if slots.is_empty() || mnemonic == Mnemonic::Nop {
        return Body::Either {
            name,
            code: Code { bits, target: None },
        };
    }

    if matches!(mnemonic, Mnemonic::Br(_)) || !rare {
        // `BRpz` or `ADD:` with nothing after it is a label to every assembler that takes it.
        return Body::Loose(vec![name]);
    }

    let diagnostic = advice::wrong_operands(context, name, mnemonic, &[]);
    context.log.push(diagnostic);
    Body::Broken
}

/// An instruction with its operands.
pub(super) fn parse(context: &mut Context<'_>, name: Span, named: Named, operands: &Operands) -> Body {
    let (bits, slots, _) = format(named.mnemonic);
    let list = &operands.list;
    let bare_nop = named.mnemonic == Mnemonic::Nop && list.is_empty();
    if slots.len() != list.len() && !bare_nop {
        let diagnostic = advice::wrong_operands(context, name, named.mnemonic, list);
        context.log.push(diagnostic);
        return Body::Broken;
    }

    let mut code = Code { bits, target: None };
    for (slot, operand) in slots.iter().zip(list) {
        if let Err(diagnostic) = place(context, named.mnemonic, *slot, *operand, &mut code) {
            context.log.push(*diagnostic);
            return Body::Broken;
        }
    }

    operands.report_commas(context.log);
    if named.rare {
        report_rare(context, name, named.mnemonic);
    }

    Body::Code(code)
}

/// Says that not every assembler knows this name.
pub(super) fn report_rare(context: &mut Context<'_>, name: Span, mnemonic: Mnemonic) {
    let word = context.text(name);
    let diagnostic = rare(word, mnemonic).at(name);
    context.log.push(diagnostic);
}

/// The warning about a name that is an instruction to some assemblers only.
pub(super) fn rare(word: &str, mnemonic: Mnemonic) -> Diagnostic {
    let (meaning, better) = match mnemonic {
        Mnemonic::Br(flags) => (
            "a branch with its flags in an unusual order",
            mnemonic::branch_name(flags),
        ),
        Mnemonic::Fixed(0xF021) => ("the trap that prints R0 (`OUT`)", "OUT"),
        Mnemonic::Fixed(_) => ("the 3rd edition's return from a trap", "RTI` or `RET"),
        Mnemonic::Jmpt => ("the 3rd edition's jump to user mode", "JMP"),
        _ => ("an instruction that does nothing", ".FILL x0000"),
    };

    let diagnostic = Diagnostic::warning("rare-instruction", format!("`{word}` is read as {meaning}"))
        .label("other assemblers treat it as a label, or reject it")
        .help(format!("write `{better}`"));
    match mnemonic {
        Mnemonic::Br(_) | Mnemonic::Fixed(0xF021) => diagnostic.replace_with(better),
        _ => diagnostic,
    }
}

/// Puts one operand into the word, or says why it cannot be there.
fn place(
    context: &mut Context<'_>,
    mnemonic: Mnemonic,
    slot: Slot,
    operand: Operand,
    code: &mut Code,
) -> Result<(), Box<Diagnostic>> {
    let word = context.text(operand.span);
    if let (Slot::Register(shift), Some(register)) = (register_slot(slot), zeroed(word)) {
        context.log.push(
            Diagnostic::warning("register-form", format!("`{word}` is read as R{register}"))
                .at(operand.span)
                .label("most assemblers reject it")
                .replace_with(format!("R{register}")),
        );
        code.bits |= u16::from(register) << shift;
        return Ok(());
    }

    match (slot, operand.kind) {
        (Slot::Register(shift), OperandKind::Register(register)) => code.bits |= u16::from(register) << shift,
        (Slot::Second, OperandKind::Register(register)) => code.bits |= u16::from(register),
        (Slot::Second, OperandKind::Number(number)) => {
            code.bits |= 0x20 | fitted(context.log, slot, number, word, operand.span)?;
        }
        (Slot::Offset | Slot::Vector, OperandKind::Number(number)) => {
            code.bits |= fitted(context.log, slot, number, word, operand.span)?;
        }
        (Slot::Target(width), OperandKind::Number(number)) => {
            code.target = Some(Target {
                span: operand.span,
                width,
                number: Some(number),
            });
        }
        (Slot::Target(width), OperandKind::Word) => {
            code.target = Some(Target {
                span: operand.span,
                width,
                number: None,
            });
        }
        _ => return Err(Box::new(advice::wrong_kind(context, mnemonic, slot, operand))),
    }

    Ok(())
}

/// The slot as one for a register alone, where it takes one.
fn register_slot(slot: Slot) -> Slot {
    if slot == Slot::Second { Slot::Register(0) } else { slot }
}

/// `R07`: a register with zeros before its number.
fn zeroed(word: &str) -> Option<u8> {
    let digits = word
        .strip_prefix(['R', 'r'])?
        .strip_prefix('0')?
        .trim_start_matches('0');
    match digits.as_bytes() {
        [digit @ b'0'..=b'7'] => Some(digit - b'0'),
        [] if word.len() > 2 => Some(0),
        _ => None,
    }
}

/// A number's bits in the field of a slot.
pub(super) fn fitted(
    log: &mut Log,
    slot: Slot,
    number: Number,
    word: &str,
    span: Span,
) -> Result<u16, Box<Diagnostic>> {
    let (width, range) = match slot {
        Slot::Second => (5, number::signed(5)),
        Slot::Offset => (6, number::signed(6)),
        Slot::Target(width) => (width, number::signed(width)),
        Slot::Vector | Slot::Register(_) => (8, 0..=255),
    };
    match number::fit(number.value, width, range.clone()) {
        Fit::Exact(bits) => {
            report_form(log, number, word, span);
            Ok(bits)
        }
        Fit::Wrapped(bits) => {
            log.push(advice::wrapped(word, span, width, bits, &range));
            Ok(bits)
        }
        Fit::No => Err(Box::new(advice::out_of_range(word, span, slot, &range))),
    }
}
