//! Loops that wait for a device in a wrong way.

use super::super::super::architecture::Ran;
use super::super::super::image::Image;
use super::body::Loop;
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::op::{Code, Op};
use crate::result::Cause;

/// The device registers that exist.
const DEVICES: [u16; 5] = [0xFE00, 0xFE02, 0xFE04, 0xFE06, 0xFFFE];
/// The bit of a status register that says that the device is ready.
const READY: u16 = 0x8000;
/// The longest loop that only waits.
const LONGEST: usize = 6;

/// A loop that does not end because it tests a device wrongly; `setter` sets the condition that `exit` tests.
pub fn judge(looping: &Loop<'_, '_>, exit: u16, setter: Ran, machine: &Machine) -> Option<Cause> {
    let image = looping.image;
    let op = Op::decode(setter.word);
    if op.code == Code::Ldi {
        let pointer = setter.at.wrapping_add(1).wrapping_add(op.value);
        let device = machine.memory.words[usize::from(pointer)];
        if device >= DEVICES[0] && !DEVICES.contains(&device) {
            return Some(wrong_address(image, setter.at, pointer, device));
        }
    }

    if looping.turn.len() > LONGEST {
        return None;
    }
    if matches!(op.code, Code::And | Code::AndValue) {
        return wrong_bit(looping, setter, machine);
    }

    let name = status(address(looping, setter, machine)?)?;
    let stays = looping.stays(exit)?;
    if stays & 4 == 0 {
        return None;
    }

    let sentence = format!(
        "{} repeats the loop while the word that {} loads is negative, but {name} is negative when the device is ready: the \
         loop in {} waits until the device is not ready. Wait with BRzp.",
        capital(&image.instruction(exit)),
        image.instruction(setter.at),
        looping.lines(),
    );
    let common = "a loop waits while a device is ready, instead of until it is ready";

    Some(cause(image, "poll-inverted", common, sentence, &[exit, setter.at]))
}

/// A test of another bit than the one that says that the device is ready.
fn wrong_bit(looping: &Loop<'_, '_>, setter: Ran, machine: &Machine) -> Option<Cause> {
    let image = looping.image;
    let op = Op::decode(setter.word);
    let writer = |register: u8| {
        let mut writers = looping
            .turn
            .iter()
            .filter(|ran| Op::decode(ran.word).writes() == Some(register));
        writers.next().copied().filter(|_| writers.next().is_none())
    };

    let name = |register: u8| status(address(looping, writer(register)?, machine)?);
    let (b, c) = (op.b & 7, op.c & 7);
    let (name, mask) = if op.code == Code::AndValue {
        let device = name(b).or_else(|| loaded_before(looping, setter, b, machine))?;
        (device, op.value)
    } else {
        let (device, other) = match (name(b), name(c)) {
            (Some(device), None) => (device, c),
            (None, Some(device)) => (device, b),
            _ => return None,
        };

        // The mask is what its register holds at the end, when at most one LD sets it.
        let sets = |ran: &&Ran| Op::decode(ran.word).writes() == Some(other);
        let is_set = looping.turn.iter().any(|ran| sets(&ran));
        if is_set && writer(other).is_none_or(|ran| Op::decode(ran.word).code != Code::Ld) || other == op.a & 7 {
            return None;
        }

        (device, machine.cpu.registers[usize::from(other)])
    };

    if mask & READY != 0 {
        return None;
    }

    let sentence = format!(
        "{} tests x{mask:04X} of {name}, but the ready bit is bit 15 (x8000): the loop in {} never ends. The ready bit makes \
         the word negative, so no AND is needed: wait with BRzp.",
        capital(&image.instruction(setter.at)),
        looping.lines(),
    );

    let common = "a loop tests the wrong bit of a status register";
    Some(cause(image, "poll-wrong-bit", common, sentence, &[setter.at]))
}

/// The status register that the instruction right before `setter` loaded into the register that it tests.
fn loaded_before(looping: &Loop<'_, '_>, setter: Ran, register: u8, machine: &Machine) -> Option<&'static str> {
    let mut earlier = looping.turn.iter();
    let load = earlier.find(|ran| ran.at == setter.at.wrapping_sub(1))?;
    (Op::decode(load.word).writes() == Some(register)).then_some(())?;
    status(address(looping, *load, machine)?)
}

/// The address that a load through a pointer reads, when it is the same on every pass.
fn address(looping: &Loop<'_, '_>, load: Ran, machine: &Machine) -> Option<u16> {
    let op = Op::decode(load.word);
    match op.code {
        Code::Ldi => {
            let pointer = load.at.wrapping_add(1).wrapping_add(op.value);
            Some(machine.memory.words[usize::from(pointer)])
        }
        Code::Ldr => {
            let base = op.b & 7;
            let changes = |ran: &Ran| Op::decode(ran.word).writes() == Some(base);
            let held = machine.cpu.registers[usize::from(base)];
            (!looping.turn.iter().any(changes)).then_some(held.wrapping_add(op.value))
        }
        _ => None,
    }
}

fn status(device: u16) -> Option<&'static str> {
    match device {
        0xFE00 => Some("KBSR (xFE00)"),
        0xFE04 => Some("DSR (xFE04)"),
        _ => None,
    }
}

fn wrong_address(image: &Image<'_>, at: u16, pointer: u16, device: u16) -> Cause {
    let sentence = format!(
        "{} waits for a device at x{device:04X}, the address in {} ({}), but there is no device there. The keyboard is at \
         xFE00 (KBSR) and xFE02 (KBDR), the display at xFE04 (DSR) and xFE06 (DDR).",
        capital(&image.instruction(at)),
        image.name(pointer),
        image.line(pointer),
    );
    let common = "a loop waits for a device that does not exist";
    cause(image, "wrong-device-address", common, sentence, &[pointer, at])
}
