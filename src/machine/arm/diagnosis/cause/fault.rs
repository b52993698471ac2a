//! The access or jump at which a program crashed.

use super::super::architecture::{Arm, Trace};
use super::super::image::Image;
use super::astray::led_astray;
use super::stack;
use crate::diagnostic::wording::capital;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::exit::Fault;
use crate::machine::arm::isa::{Instruction, Operation};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::{FLASH, RAM};
use crate::machine::diagnosis::architecture::Architecture as _;
use crate::machine::diagnosis::cause::{cause, data};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::{Origin, Value};
use crate::result::Cause;

/// Bytes between two steps of a loop, at most.
const STEP: u32 = 0x1000;

/// The cause of a crash, when it is certain.
pub fn find(trace: &Trace<'_>, machine: &Machine, fault: Fault) -> Option<Cause> {
    match fault {
        Fault::Load(address) => outside(trace, machine, address, "reads"),
        Fault::Store(address) => outside(trace, machine, address, "stores to"),
        Fault::StoreToFlash(address) => to_flash(trace, address),
        Fault::NoCode(at) if at == trace.before.wrapping_add(4) && at <= FLASH.1 => {
            let is_main = trace.whole && trace.calls.is_empty();
            Some(data::off_the_end::<Arm>(trace, is_main))
        }
        Fault::NoCode(target) | Fault::Thumb(target) => jump(trace, target),
        Fault::Undefined(_) | Fault::Interrupt(_) | Fault::Mode(_) => None,
    }
}

/// The registers that make the address of the transfer at an address, the base first.
fn address_registers(image: &Image<'_>, at: u32) -> Option<Vec<u8>> {
    let operation = Instruction::decode(image.loaded(at)?)?.operation;
    let registers: Vec<u8> = operation.effect().addresses.into_iter().flatten().collect();
    let jumps = matches!(operation, Operation::BranchExchange { .. });

    (!jumps && !registers.is_empty()).then_some(registers)
}

/// What is known of the registers that made an address; one that was never set reads as such.
fn values(trace: &Trace<'_>, registers: &[u8]) -> Vec<Value<u32>> {
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
        return stack::beyond(trace, address);
    }
    let values = values(trace, &registers);
    let access = format!("{here} then {does} 0x{address:08X}, where there is no memory.");
    if let Some(cause) = led_astray(trace, &values, &access) {
        return Some(cause);
    }
    if let [base] = values.iter().filter_map(|value| value.base).collect::<Vec<_>>()[..]
        && is_step_outside(address)
    {
        let sentence = format!(
            "Out-of-bounds access: {} {does} 0x{address:08X}, where there is no memory. It has gone {} the data at {}. Check the \
             bounds of the loop.",
            image.instruction(at),
            if address < base { "before" } else { "past the end of" },
            image.name(base),
        );
        let common = "out-of-bounds access: a loop goes past the end of its data";
        return Some(cause(image, "address-outside-memory", common, sentence, &[at]));
    }

    let general = registers.iter().filter(|number| **number != 15);
    let held: Vec<String> = general.map(|number| holds(trace, machine, *number)).collect();
    let sentence = format!(
        "{here} {does} 0x{address:08X}, where there is no memory: {}.",
        held.join("; ")
    );
    let common = "a computed address points to no memory";
    Some(cause(image, "address-outside-memory", common, sentence, &[at]))
}

/// Whether an address is where a loop gets to that steps out of memory. One far away has a wrong index.
fn is_step_outside(address: u32) -> bool {
    let ends = [FLASH.1, RAM.0 + RAM.1];
    ends.iter().any(|end| address.wrapping_sub(*end) < STEP) || RAM.0.wrapping_sub(address) <= STEP
}

/// `R1 holds 0x00000010, set by the ADD at line 12`.
fn holds(trace: &Trace<'_>, machine: &Machine, register: u8) -> String {
    let index = usize::from(register & 15);
    let value = machine.registers.r[index];
    let by = trace.registers[index].by.filter(|by| *by != trace.before);
    let set = by.map_or_else(String::new, |by| format!(", set by {}", trace.image.instruction(by)));

    format!("{} holds 0x{value:08X}{set}", Arm::register_name(register))
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
        "{here} stores to {} in flash, which is read-only: {name} ({}) is in a READONLY area. Reserve it with SPACE in an area \
         of its own, `AREA data, DATA, READWRITE`, or give it an address in RAM (0x40000000).",
        image.name(address),
        image.line(base),
    );
    let common = "a variable is in a READONLY area, which is flash";

    Some(cause(image, "store-to-flash", common, sentence, &[at, base]))
}

/// A jump to where there is no code.
fn jump(trace: &Trace<'_>, target: u32) -> Option<Cause> {
    let image = &trace.image;
    let at = trace.before;
    let Operation::BranchExchange { rm } = Instruction::decode(image.loaded(at)?)?.operation else {
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
        "{} cannot return: LR holds 0x{target:08X}, set by {}. LR must hold the return address: use another register, \
         or push LR first.",
        capital(&here),
        image.instruction(by),
    );
    let common = "LR is used for something else and never saved";

    Some(cause(
        image,
        crate::result::Fault::LR_OVERWRITTEN,
        common,
        sentence,
        &[by, at],
    ))
}
