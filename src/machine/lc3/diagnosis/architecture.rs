//! The LC-3's registers, memory and machine, as the diagnosis needs them.

use super::image::Image;
use super::notes::Notes;
use crate::machine::diagnosis::architecture::{Architecture, Ends, LinkLost};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event;
use crate::machine::diagnosis::{tail, trace};
use crate::machine::lc3::cpu::{Exit, Fault, Machine, conditions};
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::{self, Code, Op};
use crate::result::Register;

/// The LC-3.
#[derive(Debug)]
pub struct Lc3;

/// What is known about a run.
pub type Trace<'a> = trace::Trace<'a, Lc3>;
/// An instruction that ran.
pub type Ran = tail::Ran<u16>;
/// An open call.
pub type Call = event::Call<u16>;
/// A return to a wrong place.
pub type WrongReturn = event::WrongReturn<u16>;

impl Architecture for Lc3 {
    type Address = u16;
    type Image<'a> = Image<'a>;
    type Machine = Machine;
    type Fault = Fault;
    type Instruction = Op;
    type Notes = Notes;

    const REGISTERS: u8 = 8;
    const LINK: u8 = 7;
    const STACK: u8 = op::STACK;
    const CELLS: usize = WORDS;

    const ENDS: Ends = Ends {
        stop: ("missing-halt", "the main program has no HALT at its end"),
        stops: "HALT",
        returns: ("missing-ret", "a subroutine has no RET"),
        return_name: "RET",
        write_return: "RET",
        calls: "JSR",
        first: "Put the data after the HALT, or branch over it with BR.",
        branch: "Put the data after the HALT, or branch over it with BR.",
        return_or_branch: "Write RET after that line, or branch over the data with BR.",
    };

    const LINK_LOST: LinkLost = LinkLost {
        name: "R7",
        overwritten: (
            "r7-overwritten",
            "R7 is overwritten by a nested JSR or TRAP and never saved",
        ),
        not_loaded: ("r7-not-loaded", "R7 is saved, but not restored before RET"),
        saved_overwritten: ("saved-r7-overwritten", "the saved R7 is overwritten"),
    };

    fn cell(address: u16) -> Option<usize> {
        Some(usize::from(address))
    }

    fn after(at: u16) -> u16 {
        at.wrapping_add(1)
    }

    fn step(machine: &mut Machine) -> Exit {
        // Watching for a repetition, the keyboard says that no key is there and the program goes on.
        machine.run::<true>(1)
    }

    fn skip(machine: &mut Machine, instructions: u64) {
        let end = machine.fuel - instructions;
        while machine.fuel > end {
            let exit = match machine.run::<false>(machine.fuel - end) {
                Exit::Starved => machine.run::<true>(1),
                exit => exit,
            };
            if exit != Exit::Fuel {
                break;
            }
        }
    }

    fn fetch(_: &Image<'_>, machine: &mut Machine) -> Option<(u16, u16, Op)> {
        let at = machine.cpu.pc;
        let word = machine.memory.words[usize::from(at)];
        let mut op = machine.memory.op(at);

        if op.code == Code::Undecoded {
            op = machine.memory.decode(at);
        }
        if op.code == Code::Data {
            op = Op::decode(word);
        }
        Some((at, word, op))
    }

    fn is_explained(wrong: &WrongReturn) -> bool {
        // From a constant it may have been loaded on purpose.
        wrong.is_own || wrong.call.strayed.is_some() || wrong.call.saved.is_some() && wrong.writer.is_some()
    }

    fn save_link(image: &Image<'_>, entry: u16) -> String {
        let name = image.name(entry);
        format!("Store R7 at the beginning of {name}, and load it again before the RET.")
    }

    fn lose(notes: &mut Notes) {
        notes.printing = None;
    }

    fn printed(machine: &Machine) -> usize {
        machine.console.output.bytes.len()
    }

    fn register_name(number: u8) -> String {
        format!("R{number}")
    }

    fn held(machine: &Machine, number: u8) -> u16 {
        machine.cpu.registers[usize::from(number & 7)]
    }

    fn counter(machine: &Machine) -> u32 {
        u32::from(machine.cpu.pc)
    }

    fn signed(word: u16) -> i32 {
        i32::from(word as i16)
    }

    fn byte(word: u16) -> String {
        format!("x{word:02X}")
    }

    fn address(number: u32) -> Option<u16> {
        u16::try_from(number).ok()
    }

    fn device(address: u16) -> Option<&'static str> {
        match address {
            0xFE00 => Some("the keyboard's status register, KBSR"),
            0xFE02 => Some("the keyboard's data register, KBDR"),
            0xFE04 => Some("the display's status register, DSR"),
            0xFE06 => Some("the display's data register, DDR"),
            _ => None,
        }
    }

    fn more_registers(machine: &Machine) -> Vec<Register> {
        let mask = conditions(machine.cpu.condition);
        let meaning = match mask {
            4 => "n: the last result was negative",
            2 => "z: the last result was zero",
            _ => "p: the last result was positive",
        };

        vec![Register {
            name: "CC".to_owned(),
            value: u32::from(mask),
            meaning: meaning.to_owned(),
        }]
    }
}
