//! ADR and ADRL: an address from the PC.

use super::Encoder;
use crate::diagnostic::Diagnostic;
use crate::machine::arm::assembler::explain;
use crate::machine::arm::assembler::expression::{Expression, Place};
use crate::machine::arm::assembler::resolve::Resolver;
use crate::machine::arm::isa::{DataOperation, Operand, Operation, Register};

/// ADR: one instruction.
pub(super) fn short(encoder: &mut Encoder<'_, '_>, rd: Register, target: &Expression) -> Option<Operation> {
    let distance = distance(encoder, target)?;
    let found = add_to(15, rd, distance as u32);
    if found.is_none() {
        let text = encoder.resolver.text(target.span);
        let rd = explain::register_name(rd);
        encoder.resolver.log.push(
            Diagnostic::error(
                "offset-out-of-range",
                format!("`ADR` cannot reach `{text}`: {distance} bytes"),
            )
            .at(target.span)
            .help(format!("write `LDR {rd}, ={text}`, which reaches everything")),
        );
    }

    found
}

fn distance(encoder: &mut Encoder<'_, '_>, target: &Expression) -> Option<i32> {
    let value = encoder.resolver.value(target, encoder.here)?;
    if value.is_address {
        return Some(encoder.distance(value.bits));
    }

    let text = encoder.resolver.text(target.span);
    encoder.resolver.log.push(
        Diagnostic::error("wrong-operand", format!("`{text}` is a number; `ADR` takes a label"))
            .at(target.span)
            .help(format!("write `LDR Rx, ={text}`")),
    );

    None
}

/// ADRL: the distance in two steps, always two instructions.
pub(super) fn long(
    resolver: &mut Resolver<'_>,
    rd: Register,
    target: &Expression,
    here: Place,
) -> Option<[Operation; 2]> {
    let mut encoder = Encoder {
        resolver,
        here,
        span: target.span,
    };
    let distance = self::distance(&mut encoder, target)?;
    if let Some(first) = add_to(15, rd, distance as u32) {
        return Some([first, add_to(rd, rd, 0)?]);
    }

    let size = distance.unsigned_abs();
    let signed = |part: u32| if distance < 0 { part.wrapping_neg() } else { part };

    // The first byte from the lower end that leaves a rest which is one too, as GNU as cuts it.
    let found = (0..32).step_by(2).find_map(|turn| {
        let low = size & 0xFF_u32.rotate_right(turn);
        let steps = Some([add_to(15, rd, signed(low))?, add_to(rd, rd, signed(size - low))?]);
        steps.filter(|_| low != 0)
    });
    if found.is_none() {
        let text = resolver.text(target.span);
        resolver.log.push(
            Diagnostic::error(
                "offset-out-of-range",
                format!("`ADRL` cannot reach `{text}`: {distance} bytes"),
            )
            .at(target.span)
            .help(format!("write `LDR Rx, ={text}`, which reaches everything")),
        );
    }

    found
}

/// ADD or SUB of a number that one of them can take.
fn add_to(rn: Register, rd: Register, number: u32) -> Option<Operation> {
    let plain = Operand::of(number).map(|operand| (DataOperation::Add, operand));
    let (operation, operand) = plain.or_else(|| Some((DataOperation::Sub, Operand::of(number.wrapping_neg())?)))?;
    Some(Operation::Data {
        operation,
        flags: false,
        rd,
        rn,
        operand,
    })
}
