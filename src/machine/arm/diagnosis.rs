//! What the diagnosis knows of the ARM7TDMI and its board: what each instruction does to registers and memory, and the causes
//! that only this architecture has. The algorithm is [`diagnosis`](crate::machine::diagnosis)'s.

use super::cpu::{Exit, Fault, Machine};
use super::isa::{Condition, Instruction};
use super::memory::is_ram;
use super::program::{Program, RAM};
use crate::machine::Run;
use crate::machine::diagnosis::architecture::{Architecture, Ends, LinkLost, Missing};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{self, Fall, Flow};
use crate::machine::diagnosis::{UnwrittenRead, follow, tail, trace, value};
use crate::result::{Cause, Diagnosis};

mod cause;
mod image;
mod memory;
mod notes;
#[cfg(test)]
mod tests;
mod values;

use image::Image;
use notes::Notes;

/// The ARM7TDMI.
#[derive(Debug)]
pub struct Arm;

type Trace<'a> = trace::Trace<'a, Arm>;
type Value = value::Value<u32>;
type Cell = value::Cell<u32>;
type Ran = tail::Ran<u32>;
type WrongReturn = event::WrongReturn<u32>;

/// Why a run ended as it did. `machine` is in its start state, with the run's keys granted.
pub fn diagnose(program: &Program, machine: &mut Machine, run: &Run) -> Diagnosis {
    follow::diagnose::<Arm>(Image::new(program), machine, run)
}

/// The first use of a value that nothing set: of a register or of memory that the source does not name, or else of memory
/// that it reserves.
pub fn first_unwritten_read(program: &Program, machine: &mut Machine, run: &Run) -> Option<UnwrittenRead> {
    follow::first_unwritten_read::<Arm>(Image::new(program), machine, run)
}

impl Architecture for Arm {
    type Address = u32;
    type Image<'a> = Image<'a>;
    type Machine = Machine;
    type Fault = Fault;
    type Instruction = Option<Instruction>;
    type Notes = Notes;

    const REGISTERS: u8 = 15;
    const LINK: u8 = 14;
    const STACK: u8 = 13;
    const CELLS: usize = RAM.1 as usize;

    const ENDS: Ends = Ends {
        stop: (
            "missing-stop",
            "the main program has no endless branch (`stop B stop`) at its end",
        ),
        stops: "`stop B stop`",
        returns: (
            "missing-return",
            "code falls through into what follows it: its return is missing",
        ),
        return_name: "return",
        write_return: "the return (`BX LR`, or `POP {..., PC}` if LR was pushed)",
        first: "Put the data after the code, or begin with a branch over it.",
        branch: "Branch over it, or move the data (or the `LTORG`) to a place that no code falls through to.",
        return_or_branch: "Write the return, or a branch over the data.",
    };

    const LINK_LOST: LinkLost = LinkLost {
        name: "LR",
        overwritten: ("lr-overwritten", "LR is overwritten by a nested BL and never saved"),
        save: |name| {
            format!(
                "Begin {name} with `PUSH {{LR}}` and end it with `POP {{PC}}` (STMFD and LDMFD with SP! do the same)."
            )
        },
        not_loaded: ("lr-not-loaded", "LR is saved, but not restored before the return"),
        saved_overwritten: ("saved-lr-overwritten", "the saved LR is overwritten on the stack"),
    };

    fn cell(address: u32) -> Option<usize> {
        is_ram(address).then(|| (address - RAM.0) as usize)
    }

    fn after(at: u32) -> u32 {
        at.wrapping_add(4)
    }

    fn step(machine: &mut Machine) -> Exit {
        machine.step()
    }

    fn skip(machine: &mut Machine, instructions: u64) {
        let kept = machine.fuel.saturating_sub(instructions);
        machine.fuel -= kept;
        // A loop that never ends is left where it is.
        while machine.fuel > 0 && machine.run::<false>(machine.fuel) == Exit::Fuel {}
        machine.fuel += kept;
    }

    fn crash(machine: &mut Machine, _: Exit) -> Exit {
        // A jump to where no code is counts as no instruction.
        machine.step()
    }

    fn fetch(image: &Image<'_>, machine: &mut Machine) -> Option<(u32, u32, Option<Instruction>)> {
        let at = machine.pc;
        let word = machine.memory.word(at)?;

        // In flash after the image nothing runs.
        (is_ram(at) || image.loaded(at).is_some()).then(|| (at, word, Instruction::decode(word)))
    }

    fn execute(trace: &mut Trace<'_>, at: u32, instruction: Option<Instruction>, machine: &Machine) -> Flow {
        let Some(instruction) = instruction else {
            return Flow::Jump;
        };
        if instruction.condition != Condition::Al {
            trace.use_up(trace.flags.unset);
        }

        if machine.registers.flags.hold(instruction.condition) {
            trace.execute(at, instruction.operation, machine)
        } else {
            Flow::Next
        }
    }

    fn lose(notes: &mut Notes) {
        notes.latch = None;
    }

    fn register_name(number: u8) -> String {
        match number {
            13 => "SP".to_owned(),
            14 => "LR".to_owned(),
            15 => "PC".to_owned(),
            _ => format!("R{number}"),
        }
    }

    fn held(machine: &Machine, number: u8) -> u32 {
        machine.registers.r[usize::from(number & 15)]
    }

    fn counter(machine: &Machine) -> u32 {
        machine.pc
    }

    fn signed(word: u32) -> i32 {
        word as i32
    }

    fn byte(word: u32) -> String {
        format!("0x{word:02X}")
    }

    fn address(number: u32) -> Option<u32> {
        Some(number)
    }

    fn device(address: u32) -> Option<&'static str> {
        match address {
            0xE000_C000 => Some("the data register of UART0"),
            0xE000_C00C => Some("the line control register of UART0, LCR"),
            0xE000_C014 => Some("the line status register of UART0, LSR"),
            0xE002_C000 => Some("the pin select register, PINSEL0"),
            0x4001_0000 => Some("the end of RAM, where a stack begins"),
            _ => None,
        }
    }

    fn missing_before_data(trace: &Trace<'_>, fall: &Fall<u32>) -> Missing {
        let image = &trace.image;
        let after = image.after_data(fall.at);
        let is_last = image.piece(after).is_none() || image.is_entry(after);

        match (is_last, fall.is_main) {
            (false, _) => Missing::Branch,
            (true, true) => Missing::Stop,
            (true, false) => Missing::Return,
        }
    }

    fn cause(trace: &Trace<'_>, machine: &Machine, exit: Exit, run: &Run) -> Option<Cause> {
        cause::find(trace, machine, exit, run)
    }
}
