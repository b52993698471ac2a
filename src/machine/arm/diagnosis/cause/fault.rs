//! The access or jump at which a program crashed.

use super::super::image::Image;
use super::super::meaning;
use super::super::trace::Trace;
use super::super::value::{Origin, Read, Unset, Value};
use super::{capital, cause, endless, flow, unwritten};
use crate::machine::Cause;
use crate::machine::arm::cpu::{Fault, Machine};
use crate::machine::arm::isa::{Instruction, Offset, Operation};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::{FLASH, RAM};

/// A stack that grows down out of RAM meets the fast GPIO registers first, which take anything.
const BELOW_RAM: u32 = RAM.0 - 0x8000;

/// The cause of a crash, when it is certain.
pub fn find(trace: &Trace<'_>, machine: &Machine, fault: Fault) -> Option<Cause> {
    match fault {
        Fault::Load(address) => outside(trace, machine, address, "reads"),
        Fault::Store(address) => outside(trace, machine, address, "stores to"),
        Fault::StoreToFlash(address) => to_flash(trace, address),
        Fault::NoCode(at) if at == trace.before.wrapping_add(4) && at <= FLASH.1 => Some(flow::off_the_end(trace)),
        Fault::NoCode(target) | Fault::Thumb(target) => jump(trace, target),
        Fault::Undefined(_) | Fault::Interrupt(_) | Fault::Mode(_) => None,
    }
}

/// The registers that make the address of the transfer at an address, the base first.
fn address_registers(image: &Image<'_>, at: u32) -> Option<Vec<u8>> {
    match Instruction::decode(image.word(at)?)?.operation {
        Operation::Transfer { rn, offset, .. } => Some(match offset {
            Offset::Register(rm, _) => vec![rn, rm],
            Offset::Immediate(_) => vec![rn],
        }),
        Operation::Block { rn, .. } | Operation::Swap { rn, .. } => Some(vec![rn]),
        _ => None,
    }
}

/// Where an address came from that is wrong because of something before it.
fn led_astray(trace: &Trace<'_>, values: &[Value], what: &str) -> Option<Cause> {
    let image = &trace.image;
    if let Some(at) = values.iter().find_map(|value| value.rotated) {
        let sentence = format!(
            "{} loads a word from an address that is no multiple of 4: the processor rotates it, so that its bytes stand in \
             another order. {what} Load bytes with LDRB, and put words behind `ALIGN`.",
            capital(&image.instruction(at)),
        );
        let common = "a word is loaded from an address that is no multiple of 4";
        return Some(cause(image, "unaligned-load", common, sentence, &[at, trace.before]));
    }
    let read = values.iter().find_map(|value| match (value.origin, value.slot) {
        (Origin::Start(number), None) => Some(Read {
            at: trace.before,
            what: Unset::Register(number),
        }),
        _ => trace.read_of(value.unset),
    });
    Some(unwritten(image, read?, what))
}

/// What is known of the registers that made an address; one that was never set reads as such.
fn values(trace: &Trace<'_>, registers: &[u8]) -> Vec<Value> {
    let known = |number: &u8| trace.registers[usize::from(*number & 15)];
    registers.iter().filter(|number| **number != 15).map(known).collect()
}

/// A read or store where there is no memory.
fn outside(trace: &Trace<'_>, machine: &Machine, address: u32, does: &str) -> Option<Cause> {
    let image = &trace.image;
    let at = trace.before;
    let registers = address_registers(image, at)?;
    let here = capital(&image.instruction(at));
    if registers[0] == 13 {
        return stack(trace, address);
    }
    let values = values(trace, &registers);
    let access = format!("{here} then {does} 0x{address:08X}, where there is no memory.");
    if let Some(cause) = led_astray(trace, &values, &access) {
        return Some(cause);
    }
    if let [base] = values.iter().filter_map(|value| value.base).collect::<Vec<_>>()[..] {
        let sentence = format!(
            "{here} {does} 0x{address:08X}, where there is no memory: it has gone {} the data at {}. Check how far it counts, \
             and when its loop ends.",
            if address < base { "before" } else { "beyond" },
            image.name(base),
        );
        let common = "a loop goes beyond its data, to where there is no memory";
        return Some(cause(image, "address-outside-memory", common, sentence, &[at]));
    }
    let told: Vec<String> = registers
        .iter()
        .filter(|number| **number != 15)
        .map(|number| {
            let value = machine.registers.r[usize::from(*number & 15)];
            let by = trace.registers[usize::from(*number & 15)].by.filter(|by| *by != at);
            let set = by.map_or_else(String::new, |by| format!(", set by {}", image.instruction(by)));
            format!("{} holds 0x{value:08X}{set}", meaning::register(*number))
        })
        .collect();
    let sentence = format!(
        "{here} {does} 0x{address:08X}, where there is no memory: {}.",
        told.join("; ")
    );
    let common = "an address that was calculated lies where there is no memory";
    Some(cause(image, "address-outside-memory", common, sentence, &[at]))
}

/// A push or pop beyond the stack.
fn stack(trace: &Trace<'_>, address: u32) -> Option<Cause> {
    let image = &trace.image;
    let at = trace.before;
    let here = capital(&image.instruction(at));
    if address == RAM.0 + RAM.1 {
        let sentence = format!(
            "{here} takes more from the stack than was pushed: it reads at 0x{address:08X}, the end of RAM, where the stack \
             begins. Pop the same registers that were pushed, on every way.",
        );
        let common = "what a subroutine pushes and pops does not match";
        return Some(cause(image, "stack-unbalanced", common, sentence, &[at]));
    }
    if (BELOW_RAM..RAM.0).contains(&address) {
        let last = trace.calls.last();
        let open = trace
            .calls
            .iter()
            .filter(|call| last.is_some_and(|last| call.entry == last.entry));
        if let (Some(last), true) = (last, open.count() > 1000) {
            return Some(endless::recursion(image, last.entry, last.site));
        }
        let sentence = format!(
            "{here} stores to 0x{address:08X}: the stack has grown down through all of RAM. Something is pushed again and \
             again and never popped; check that each subroutine is left by its return and not by a branch.",
        );
        let common = "the stack grows until there is no RAM left";
        return Some(cause(image, "stack-overflow", common, sentence, &[at]));
    }
    None
}

/// A store to flash.
fn to_flash(trace: &Trace<'_>, address: u32) -> Option<Cause> {
    let image = &trace.image;
    let at = trace.before;
    let registers = address_registers(image, at)?;
    let values = values(trace, &registers);
    let here = capital(&image.instruction(at));
    let lost = format!("{here} then stores to 0x{address:08X}, which is flash.");
    if let Some(cause) = led_astray(trace, &values, &lost) {
        return Some(cause);
    }
    let base = values
        .iter()
        .find_map(|value| value.base)
        .filter(|base| !is_ram(*base))?;
    if !image.is_data(address) || !image.is_data(base) {
        return None;
    }
    let name = image.name(base);
    let sentence = format!(
        "{here} stores to {} in flash, which a program can only read: {name} ({}) stands in a READONLY area. Reserve it with \
         SPACE in an area of its own, `AREA data, DATA, READWRITE`, or give it an address in RAM (0x40000000).",
        image.name(address),
        image.line(base),
    );
    let common = "a variable stands in a READONLY area, which is flash";
    Some(cause(image, "store-to-flash", common, sentence, &[at, base]))
}

/// A jump to where there is no code.
fn jump(trace: &Trace<'_>, target: u32) -> Option<Cause> {
    let image = &trace.image;
    let at = trace.before;
    let Operation::BranchExchange { rm } = Instruction::decode(image.word(at)?)?.operation else {
        return None;
    };
    let value = trace.registers[usize::from(rm)];
    let here = image.instruction(at);
    let went = format!(
        "{} then jumps to 0x{target:08X}, where there is no code.",
        capital(&here)
    );
    if let Some(cause) = led_astray(trace, &[value], &went) {
        return Some(cause);
    }
    let (Origin::Computed, Some(by), true) = (value.origin, value.by, rm == 14) else {
        return None;
    };
    if trace.calls.is_empty() {
        return None;
    }
    let sentence = format!(
        "{} cannot return: LR holds 0x{target:08X}, which {} put there. LR holds the return address; use another register, or \
         push LR first.",
        capital(&here),
        image.instruction(by),
    );
    let common = "LR is used for something else and never saved";
    Some(cause(image, "lr-overwritten", common, sentence, &[by, at]))
}
