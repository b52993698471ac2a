//! Loops that never end, judged by the code of the loop.

use std::collections::BTreeSet;

use super::super::image::Image;
use super::super::meaning::register;
use super::super::trace::Trace;
use super::{capital, cause};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{Condition, DataOperation, Instruction, Operand, Operation, Shift};
use crate::machine::diagnosis::tail::Ran;
use crate::machine::{Cause, Ending};

/// UART0, its line status register, and the bits that are ever set there.
const UART: std::ops::Range<u32> = 0xE000_C000..0xE001_0000;
const LINE_STATUS: u32 = 0xE000_C014;
const EVER_SET: u32 = 0x61;
/// Where peripherals begin.
const PERIPHERALS: u32 = 0xE000_0000;
/// Instructions of the longest loop that can be a wait for a device.
const WAIT: usize = 8;

/// Why a loop does not end.
pub fn find(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    if !matches!(ending, Ending::Loop | Ending::Limit | Ending::Flooded) {
        return None;
    }
    let turn = trace.tail.turn()?;
    let image = &trace.image;
    if let Some((entry, site)) = grows(trace, &turn) {
        return Some(recursion(image, entry, site));
    }
    let depth = turn.iter().map(|ran| ran.depth).min()?;
    let own: Vec<Ran<u32>> = turn.iter().copied().filter(|ran| ran.depth == depth).collect();
    let addresses: BTreeSet<u32> = own.iter().map(|ran| ran.at).collect();
    let exits = exits(image, &own, &addresses)?;
    match exits[..] {
        [] => Some(closed(image, &addresses)),
        [exit] if ending == Ending::Loop => unchanged(image, &turn, &own, exit),
        _ => None,
    }
}

/// A short loop that waits for a device: for a bit that is never set, or for a device that is not there.
pub fn device_wait(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    if matches!(ending, Ending::Halted | Ending::Crashed) {
        return None;
    }
    let image = &trace.image;
    let turn = trace.tail.turn()?;
    let addresses: BTreeSet<u32> = turn.iter().map(|ran| ran.at).collect();
    let exits = exits(image, &turn, &addresses)?;
    device(image, &turn, &exits, machine)
}

/// The branches that could lead out of the loop; `None` where a jump may lead anywhere.
fn exits(image: &Image<'_>, own: &[Ran<u32>], addresses: &BTreeSet<u32>) -> Option<Vec<u32>> {
    let mut exits = BTreeSet::new();
    for ran in own {
        let successors = image.successors(ran.at)?;
        if successors.iter().any(|next| !addresses.contains(next)) {
            exits.insert(ran.at);
        }
    }
    Some(exits.into_iter().collect())
}

/// The subroutine that is called anew in every turn without having returned, and a call of it.
fn grows(trace: &Trace<'_>, turn: &[Ran<u32>]) -> Option<(u32, u32)> {
    let first = turn.first()?;
    let before = trace.tail.back(2 * turn.len() - 1)?;
    let call = trace.calls.last()?;
    let again = trace.calls.iter().rev().skip(1).find(|open| open.entry == call.entry)?;
    (before.at == first.at && first.depth > before.depth).then_some((again.entry, call.site))
}

/// A subroutine that calls itself for ever.
pub fn recursion(image: &Image<'_>, entry: u32, site: u32) -> Cause {
    let sentence = format!(
        "{} is called again and again and never returns: {} calls it before the call before that has ended.",
        image.name(entry),
        image.instruction(site),
    );
    let common = "a subroutine calls itself for ever";
    cause(image, "endless-recursion", common, sentence, &[site, entry])
}

fn closed(image: &Image<'_>, addresses: &BTreeSet<u32>) -> Cause {
    let (first, last) = ends(addresses);
    let sentence = format!(
        "The loop from {} to {} has no way out: no branch in it leads elsewhere.",
        image.line(first),
        image.line(last),
    );
    cause(
        image,
        "loop-without-exit",
        "a loop has no way out",
        sentence,
        &[first, last],
    )
}

fn ends(addresses: &BTreeSet<u32>) -> (u32, u32) {
    let first = addresses.first().copied().unwrap_or_default();
    (first, addresses.last().copied().unwrap_or(first))
}

/// The test that the branch at `exit` acts on: the last instruction before it in the loop that sets the flags.
fn test(image: &Image<'_>, own: &[Ran<u32>], exit: u32) -> Option<(u32, DataOperation, u8, Operand)> {
    let at = own.iter().position(|ran| ran.at == exit)?;
    let around = own[..at].iter().rev().chain(own[at..].iter().rev());
    for ran in around {
        let instruction = image.operation(ran.at)?;
        match instruction.operation {
            Operation::Data {
                operation, rn, operand, ..
            } if !operation.has_destination() => {
                let is_always = instruction.condition == Condition::Al;
                return is_always.then_some((ran.at, operation, rn, operand));
            }
            Operation::Data {
                operation: DataOperation::And,
                flags: true,
                rn,
                operand,
                ..
            } => {
                return Some((ran.at, DataOperation::Tst, rn, operand));
            }
            Operation::Data { flags: true, .. }
            | Operation::Multiply { flags: true, .. }
            | Operation::MultiplyLong { flags: true, .. }
            | Operation::WriteStatus { .. }
            // What the subroutine leaves in the flags is not seen.
            | Operation::Branch { link: true, .. } => return None,
            _ => {}
        }
    }
    None
}

/// The same, of a loop with these ways out.
fn device(image: &Image<'_>, own: &[Ran<u32>], exits: &[u32], machine: &Machine) -> Option<Cause> {
    let [exit] = exits else { return None };
    if own.len() > WAIT {
        return None;
    }
    let (tests, operation, tested, operand) = test(image, own, *exit)?;
    let (load, address) = own.iter().find_map(|ran| match image.operation(ran.at)?.operation {
        Operation::Transfer {
            load: true,
            rd,
            rn,
            up,
            offset,
            ..
        } if rd == tested && rn != rd => {
            let base = machine.registers.r[usize::from(rn & 15)];
            let distance = super::super::trace::distance(offset, machine, ran.at);
            let address = if up {
                base.wrapping_add(distance)
            } else {
                base.wrapping_sub(distance)
            };
            (address >= PERIPHERALS).then_some((ran.at, address))
        }
        _ => None,
    })?;
    let writers = own.iter().filter(|ran| writes(image, ran.at).contains(&tested)).count();
    if writers != 1 && !(writers == 2 && writes(image, tests).contains(&tested)) {
        return None;
    }
    if !UART.contains(&address) {
        let sentence = format!(
            "{} waits for the device at 0x{address:08X}, which reads as 0 for ever. The console is UART0: its line status \
             register is at 0x{LINE_STATUS:08X}.",
            capital(&image.instruction(load)),
        );
        let common = "a loop waits for a device that is not there";
        return Some(cause(image, "waits-for-other-device", common, sentence, &[load, tests]));
    }
    let Operand::Immediate { value, rotation } = operand else {
        return None;
    };
    let mask = u32::from(value).rotate_right(u32::from(rotation) * 2);
    if address != LINE_STATUS || operation != DataOperation::Tst || mask & EVER_SET != 0 {
        return None;
    }
    let sentence = format!(
        "{} tests bits 0x{mask:02X} of UART0's line status register, which are never set, so the loop waits for ever. Bit 0 \
         (0x01) says that a key is there, bit 5 (0x20) that the next character can be sent.",
        capital(&image.instruction(tests)),
    );
    let common = "a loop waits for a bit of the line status register that is never set";
    Some(cause(image, "wrong-status-bit", common, sentence, &[tests, load]))
}

/// The registers that the instruction at an address writes.
fn writes(image: &Image<'_>, at: u32) -> Vec<u8> {
    let Some(instruction) = image.operation(at) else {
        return Vec::new();
    };
    written(instruction)
}

fn written(instruction: Instruction) -> Vec<u8> {
    use crate::machine::arm::isa::Indexing;
    match instruction.operation {
        Operation::Data { operation, rd, .. } if operation.has_destination() => vec![rd],
        Operation::Multiply { rd, .. } | Operation::ReadStatus { rd, .. } | Operation::Swap { rd, .. } => vec![rd],
        Operation::MultiplyLong { high, low, .. } => vec![high, low],
        Operation::Branch { link: true, .. } => vec![14],
        Operation::Transfer {
            load, rd, rn, indexing, ..
        } => {
            let moved = (!matches!(indexing, Indexing::Offset)).then_some(rn);
            moved.into_iter().chain(load.then_some(rd)).collect()
        }
        Operation::Block {
            load,
            rn,
            writeback,
            list,
            ..
        } => {
            let loaded = (0..16).filter(move |number| load && list >> number & 1 != 0);
            loaded.chain(writeback.then_some(rn)).collect()
        }
        _ => Vec::new(),
    }
}

/// A loop whose one way out is a test of registers that nothing in it changes.
fn unchanged(image: &Image<'_>, turn: &[Ran<u32>], own: &[Ran<u32>], exit: u32) -> Option<Cause> {
    let (tests, operation, rn, operand) = test(image, own, exit)?;
    let mut tested = vec![rn];
    if let Operand::Register(rm, shift) = operand {
        tested.push(rm);
        if let Shift::Register(_, rs) = shift {
            tested.push(rs);
        }
    }
    let is_written = turn
        .iter()
        .any(|ran| writes(image, ran.at).iter().any(|number| tested.contains(number)));
    if is_written || tested.contains(&15) || matches!(operation, DataOperation::Teq) {
        return None;
    }
    let addresses: BTreeSet<u32> = own.iter().map(|ran| ran.at).collect();
    let (first, last) = ends(&addresses);
    let names: Vec<String> = tested.iter().map(|number| register(*number)).collect();
    let names = names.join(" and ");
    let sentence = format!(
        "The loop from {} to {} never ends: {} tests {names}, but nothing in the loop changes {}.",
        image.line(first),
        image.line(last),
        image.instruction(tests),
        if tested.len() == 1 { "it" } else { "them" },
    );
    let common = "a loop never changes what its end is tested by";
    Some(cause(image, "counter-never-changed", common, sentence, &[tests, exit]))
}
