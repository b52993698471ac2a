//! The registers, memory and machine of the ARM7TDMI and its board, as the diagnosis needs them.

use super::image::Image;
use super::notes::Notes;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::exit::{Exit, Fault};
use crate::machine::arm::isa::{self, Instruction, Operation};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::RAM;
use crate::machine::diagnosis::architecture::{Architecture, Ends, LinkLost};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event;
use crate::machine::diagnosis::{tail, trace};

/// The ARM7TDMI.
#[derive(Debug)]
pub struct Arm;

/// What is known about a run.
pub type Trace<'a> = trace::Trace<'a, Arm>;
/// An instruction that ran.
pub type Ran = tail::Ran<u32>;
/// A return to a wrong place.
pub type WrongReturn = event::WrongReturn<u32>;

impl Architecture for Arm {
    type Address = u32;
    type Image<'a> = Image<'a>;
    type Machine = Machine;
    type Fault = Fault;
    type Instruction = Option<Instruction>;
    type Notes = Notes;

    const REGISTERS: u8 = 15;
    const LINK: u8 = 14;
    const STACK: u8 = isa::STACK;
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
        calls: "BL",
        write_return: "the return (`BX LR`, or `POP {..., PC}` if LR was pushed)",
        first: "Put the data after the code, or begin with a branch over it.",
        branch: "Branch over it, or move the data (or the `LTORG`) to a place that no code falls through to.",
        return_or_branch: "Write the return, or a branch over the data.",
    };

    const LINK_LOST: LinkLost = LinkLost {
        name: "LR",
        overwritten: (
            crate::result::Fault::LR_OVERWRITTEN,
            "LR is overwritten by a nested BL and never saved",
        ),
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

    fn save_link(image: &Image<'_>, entry: u32) -> String {
        // A subroutine that begins by saving other registers need only save LR with them.
        let begin = image.instruction(entry);
        let is_push = match image.operation(entry).map(|instruction| instruction.operation) {
            Some(Operation::Block {
                load: false,
                up: false,
                writeback: true,
                rn: 13,
                list,
                ..
            }) => list & 1 << 14 == 0,
            Some(Operation::Block { .. }) => false,
            // One register alone is pushed by an STR.
            _ => begin.contains("PUSH"),
        };
        if is_push {
            return format!(
                "Add LR to the registers that {begin} saves, and return by popping them with PC in place of LR.",
            );
        }
        format!(
            "Begin {name} with `PUSH {{LR}}` and end it with `POP {{PC}}` (STMFD and LDMFD with SP! do the same).",
            name = image.name(entry),
        )
    }

    fn lose(notes: &mut Notes) {
        notes.latch = None;
        notes.early = None;
        notes.printing = None;
    }

    fn printed(machine: &Machine) -> usize {
        machine.console.output.bytes.len()
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
}
