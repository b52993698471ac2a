//! Addresses that are wrong because of how they were loaded or computed.

use super::super::architecture::{Arm, Trace};
use super::super::image::{Directive, Image};
use crate::diagnostic::wording::capital;
use crate::machine::arm::isa::{Indexing, Offset, Operation, Shift, ShiftKind};
use crate::machine::diagnosis::architecture::Architecture as _;
use crate::machine::diagnosis::cause::{cause, unwritten};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::{Origin, Read, Unset, Value};
use crate::result::Cause;

/// Where an address came from that is wrong because of something before it. `what` is the sentence on what came of it.
pub fn led_astray(trace: &Trace<'_>, values: &[Value<u32>], what: &str) -> Option<Cause> {
    if let Some(at) = values.iter().find_map(|value| value.unaligned) {
        return Some(unaligned(trace, at, what));
    }
    if let Some(cause) = values.iter().find_map(|value| without_equals(trace, *value, what)) {
        return Some(cause);
    }

    let read = values.iter().find_map(|value| match (value.origin, value.slot) {
        (Origin::Start(number), None) => Some(Read {
            at: trace.before,
            what: Unset::Register(number),
        }),
        _ => trace.read_of(value.unset),
    });
    Some(unwritten::<Arm>(&trace.image, read?, what))
}

/// A word that the instruction at `at` loaded from an address that is not a multiple of 4.
fn unaligned(trace: &Trace<'_>, at: u32, what: &str) -> Cause {
    let image = &trace.image;
    let advice = trace
        .notes
        .unaligned
        .get(&at)
        .map_or("Load bytes with LDRB.".to_owned(), |base| aligned(image, at, *base));
    let sentence = format!(
        "Unaligned access: {} loads a word from an address that is not a multiple of 4, so the processor rotates its bytes. \
         {what} {advice}",
        image.instruction(at),
    );

    let common = "unaligned access: a word is loaded from an address that is not a multiple of 4";
    cause(image, "unaligned-load", common, sentence, &[at, trace.before])
}

/// How to load from the data at `base` what the instruction at `at` loads from between its words.
fn aligned(image: &Image<'_>, at: u32, base: u32) -> String {
    if !base.is_multiple_of(4) {
        return "Load bytes with LDRB, and write `ALIGN` before words.".to_owned();
    }
    if image.directive(base) != Some(Directive::Words) {
        return "Load bytes with LDRB; multiply the index of a word by 4.".to_owned();
    }

    let (name, line) = (image.name(base), image.line(base));
    let table = format!("{name} ({line}) holds words of 4 bytes each");
    match scaled(image, at) {
        Some(scaled) => format!("{table}: multiply the index by 4, `{scaled}`."),
        None => format!("{table}: count in steps of 4."),
    }
}

/// A load of a word through an index that is not multiplied, or by too little, as it is with the index multiplied by 4.
fn scaled(image: &Image<'_>, at: u32) -> Option<String> {
    let Operation::Transfer {
        rd,
        rn,
        offset: Offset::Register(rm, Shift::Amount(ShiftKind::Lsl, 0 | 1)),
        indexing: Indexing::Offset,
        ..
    } = image.operation(at)?.operation
    else {
        return None;
    };

    let [rd, rn, rm] = [rd, rn, rm].map(Arm::register_name);
    Some(format!("LDR {rd}, [{rn}, {rm}, LSL #2]"))
}

/// An address that is what lies at a label: the program loads text, or room that it reserves, and not the address of it.
fn without_equals(trace: &Trace<'_>, value: Value<u32>, what: &str) -> Option<Cause> {
    let Origin::Image(data) = value.origin else {
        return None;
    };
    let image = &trace.image;
    let load = *trace.notes.loads.get(&data)?;
    let label = image.label(data)?;
    let Operation::Transfer { rd, .. } = image.operation(load)?.operation else {
        return None;
    };

    let is_no_address = matches!(image.directive(data)?, Directive::Bytes | Directive::Room);
    let sentence = format!(
        "{} loads what is at {label} ({}), not its address: the `=` is missing. {what} Write `LDR {}, ={label}`.",
        capital(&image.instruction(load)),
        image.line(data),
        Arm::register_name(rd),
    );
    let common = "data is loaded in place of its address: the `=` is missing";
    is_no_address.then(|| cause(image, "missing-equals", common, sentence, &[load, trace.before]))
}
