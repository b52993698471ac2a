//! Waits for a device that never come to an end, and output that goes nowhere.

use std::collections::BTreeSet;

use super::super::architecture::{Ran, Trace};
use super::super::image::Image;
use super::endless::{Test, exits};
use crate::diagnostic::wording::capital;
use crate::machine::Run;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{DataOperation, Operand, Operation};
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::code::Code as _;
use crate::result::{Cause, Ending};

/// UART0, its line status register, and the bits that are ever set there.
const UART: std::ops::Range<u32> = 0xE000_C000..0xE001_0000;
const LINE_STATUS: u32 = 0xE000_C014;
const EVER_SET: u32 = 0x61;
/// Where peripherals begin.
const PERIPHERALS: u32 = 0xE000_0000;
/// Instructions of the longest loop that can be a wait for a device.
const LONGEST: usize = 8;

/// A short loop that waits for a device: for a bit that is never set, or for a device that is not there.
pub fn wait(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    if matches!(ending, Ending::Halted | Ending::Crashed) {
        return None;
    }
    let image = &trace.image;
    let turn = trace.tail.turn()?;
    let addresses: BTreeSet<u32> = turn.iter().map(|ran| ran.at).collect();

    let [exit] = exits(image, &turn, &addresses)?[..] else {
        return None;
    };
    if turn.len() > LONGEST {
        return None;
    }
    let test = Test::of(image, &turn, exit)?;
    let (load, address) = turn.iter().find_map(|ran| loads(image, *ran, test.register, machine))?;

    let writers = turn.iter().filter(|ran| image.writes(ran.at, test.register)).count();
    if writers != 1 && !(writers == 2 && image.writes(test.at, test.register)) {
        return None;
    }
    if UART.contains(&address) {
        never_set(image, &test, load, address)
    } else {
        Some(not_there(image, &test, load, address))
    }
}

/// The load of a device's register into `register`: where it is, and the address that it reads.
fn loads(image: &Image<'_>, ran: Ran, register: u8, machine: &Machine) -> Option<(u32, u32)> {
    let operation = image.operation(ran.at)?.operation;
    let Operation::Transfer { load: true, rd, rn, .. } = operation else {
        return None;
    };
    if rd != register || rn == rd {
        return None;
    }

    let (address, _) = machine.transfer_address(ran.at, operation);
    (address >= PERIPHERALS).then_some((ran.at, address))
}

/// A wait for a device that does not exist.
fn not_there(image: &Image<'_>, test: &Test, load: u32, address: u32) -> Cause {
    let sentence = format!(
        "{} waits for a device at 0x{address:08X}, but there is none: the address always reads as 0. The console is UART0, \
         whose line status register is at 0x{LINE_STATUS:08X}.",
        capital(&image.instruction(load)),
    );
    let common = "a loop waits for a device that does not exist";
    cause(image, "waits-for-other-device", common, sentence, &[load, test.at])
}

/// A wait for bits of the line status register that are never set.
fn never_set(image: &Image<'_>, test: &Test, load: u32, address: u32) -> Option<Cause> {
    let Operand::Immediate { value, rotation } = test.operand else {
        return None;
    };
    let mask = u32::from(value).rotate_right(u32::from(rotation) * 2);
    if address != LINE_STATUS || test.operation != DataOperation::Tst || mask & EVER_SET != 0 {
        return None;
    }

    let sentence = format!(
        "{} tests bits 0x{mask:02X} of UART0's line status register, which are never set, so the loop never ends. Bit 0 (0x01) \
         is set when a key is ready, bit 5 (0x20) when the next character can be sent.",
        capital(&image.instruction(test.at)),
    );
    let common = "a loop waits for a bit of the line status register that is never set";
    Some(cause(image, "wrong-status-bit", common, sentence, &[test.at, load]))
}

/// Everything was printed into the divisor latch.
pub fn latch(trace: &Trace<'_>, run: &Run) -> Option<Cause> {
    let latch = trace.notes.latch.filter(|_| run.output.bytes.is_empty())?;
    let (at, count) = latch.printed.filter(|(_, count)| *count >= 3)?;

    let image = &trace.image;
    let sentence = format!(
        "{} sets bit 7 (DLAB) of UART0's line control register, LCR at 0xE000C00C, and nothing clears it. What {} stores to \
         0xE000C000 therefore goes into the divisor latch and is not printed ({count} bytes). Store 3 to LCR after setting \
         the divisor.",
        capital(&image.instruction(latch.set_by)),
        image.instruction(at),
    );
    let common = "the divisor latch (DLAB) is left open, so nothing is printed";
    Some(cause(image, "latch-left-open", common, sentence, &[latch.set_by, at]))
}

/// Keys that are read in a loop that prints, and are not waited for.
pub fn early(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    let is_endless = matches!(ending, Ending::Flooded | Ending::Limit | Ending::Loop);
    let early = trace.notes.early.filter(|early| is_endless && early.count >= 3)?;
    if trace.notes.byte_loads.contains(&early.at) {
        return None;
    }

    let image = &trace.image;
    let sentence = format!(
        "{} reads UART0's receive register at 0x{:08X} without waiting for a key. Read it only when bit 0 (0x01) of the line \
         status register, LSR at 0x{LINE_STATUS:08X}, is set.",
        capital(&image.instruction(early.at)),
        UART.start,
    );
    let common = "a key is read without waiting for one";
    Some(cause(image, "reads-without-waiting", common, sentence, &[early.at]))
}
