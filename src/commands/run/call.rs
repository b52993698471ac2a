//! `c4grade run --call`: calls one subroutine in isolation, from the program's initial state.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use c4grade::case::contract::{Target, read::number};
use c4grade::diagnostic::wording::plural;
use c4grade::grade::checks::contract::world::{REGISTERS, mark, set};
use c4grade::machine::{self, Called, Machine, Program, Run, lc3};
use clap::Args;

use super::board;
use crate::commands::program::{ProgramArgs, ending, exit_code, usage, write_output};

/// The call and what it sets.
#[derive(Debug, Clone, Args)]
pub struct CallArgs {
    /// Call this subroutine in isolation instead of running the program
    #[arg(long, value_name = "LABEL", conflicts_with_all = ["moves", "input"])]
    pub call: Option<String>,

    /// Before the call, set a register or the word at a label: R0=x31, R6=3, TURN=2; can be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", requires = "call")]
    set: Vec<Setting>,

    /// Before the call, set the board in ROW1, ROW2 and so on: a file, or the rows separated by slashes
    #[arg(long, value_name = "FILE|TEXT", requires = "call", allow_hyphen_values = true)]
    board: Option<String>,
}

/// `NAME=VALUE`.
#[derive(Debug, Clone)]
struct Setting {
    target: Target,
    value: u16,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = "write a register or a label, an equals sign and a value: R0=x31, R6=3, R0='3' or TURN=2";
        let (name, value) = text.split_once('=').ok_or(wanted)?;
        let value = number(value).ok_or_else(|| format!("`{value}` is not a value: {wanted}"))? as u16;
        let register = name
            .strip_prefix(['R', 'r'])
            .and_then(|number| number.parse::<usize>().ok());
        let target = match register {
            Some(register) if register < REGISTERS => Target::Register(register),
            Some(_) => {
                return Err(format!(
                    "{name} cannot be set: only R0 to R6 can; R7 holds the return address"
                ));
            }
            None if name.is_empty() => return Err(wanted.to_owned()),
            None => Target::Word(name.into()),
        };

        Ok(Self { target, value })
    }
}

/// Makes the call. Only the program's own output goes to standard output.
pub fn run(args: &CallArgs, program_args: &ProgramArgs, label: &str) -> anyhow::Result<u8> {
    let ready = match program_args.ready() {
        Ok(ready) => ready,
        Err(code) => return Ok(code),
    };
    let (Machine::Lc3(settings), Program::Lc3(image)) = (ready.machine, &ready.program) else {
        return Ok(usage("`--call` requires an LC-3 program"));
    };
    let call = match prepare(args, image, label) {
        Ok(call) => call,
        Err(reason) => return Ok(usage(&reason)),
    };

    let called = lc3::Session::new(Arc::clone(image), settings).call(&call, ready.limits);
    write_output(&called.output.bytes)?;
    let mut text = String::new();
    let code = if let Some(stop) = &called.stop {
        let run = Run {
            output: called.output.clone().into(),
            stop: stop.clone(),
            instructions: called.instructions,
            keys_left: 0,
            piped: None,
        };
        let _ = writeln!(text, "{label} did not return: {}", ending(&run, ready.target));
        exit_code(stop.ending)
    } else {
        let _ = writeln!(
            text,
            "{label} returned after {}",
            plural(called.instructions as usize, "instruction")
        );
        0
    };

    text += &effects(image, &call, &called);
    crate::commands::say(text.trim_end());
    Ok(code)
}

fn prepare(args: &CallArgs, image: &lc3::Program, label: &str) -> Result<machine::Call, String> {
    let address = |label: &str| {
        let found = image.address_of(label).map(u32::from);
        found.ok_or_else(|| format!("the program has no label `{}`", label.escape_debug()))
    };
    let mut call = machine::Call {
        entry: address(label)?,
        registers: (0..REGISTERS).map(|number| (number, u32::from(mark(number)))).collect(),
        words: Vec::new(),
    };

    if let Some(board) = &args.board {
        for (row, cells) in board::read(board, image)?.iter().enumerate() {
            let first = address(&format!("ROW{}", row + 1))?;
            for (column, letter) in cells.iter().enumerate() {
                set(&mut call.words, first + column as u32, u32::from(*letter) & 0xFFFF);
            }
        }
    }

    if let (Ok(pointer), Ok(first)) = (address("BOARD_PTR"), address("ROW1")) {
        set(&mut call.words, pointer, first);
    }

    for Setting { target, value } in &args.set {
        match target {
            Target::Register(number) => call.registers[*number].1 = u32::from(*value),
            Target::Word(label) | Target::Optional(label) => set(&mut call.words, address(label)?, u32::from(*value)),
        }
    }

    Ok(call)
}

/// Registers and changed words, one line each.
fn effects(image: &lc3::Program, call: &machine::Call, called: &Called) -> String {
    let mut text = String::new();
    for (number, before) in &call.registers {
        let after = called.registers[*number];
        let _ = write!(text, "R{number}  {}", value(after));
        if after != *before {
            let _ = write!(text, ", was {}", value(*before));
        }
        text.push('\n');
    }

    for change in &called.changed {
        let label = image.place(change.address as u16).label.unwrap_or_default();
        let (before, after) = (value(change.before), value(change.after));
        let _ = writeln!(
            text,
            "x{:04X} {}  {after}, was {before}",
            change.address,
            label.escape_debug()
        );
    }

    if called.changed.is_empty() {
        text += "no memory word changed\n";
    }

    text
}

/// A word in hex, and in decimal where that is short.
fn value(word: u32) -> String {
    match word as u16 as i16 {
        number @ -999..=999 => format!("x{word:04X} ({number})"),
        _ => format!("x{word:04X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Setting, Target};

    #[test]
    fn settings_are_registers_or_labels_with_values() {
        let set = |text: &str| text.parse::<Setting>().map(|setting| (setting.target, setting.value));
        assert_eq!(set("R0=x31"), Ok((Target::Register(0), 0x31)));
        assert_eq!(set("r6='3'"), Ok((Target::Register(6), 0x33)));
        assert_eq!(set("TURN=-1"), Ok((Target::Word("TURN".into()), 0xFFFF)));
        for wrong in ["R7=1", "R0", "R0=", "=1", "R0=x12345", "R0=70000", "R0='ab'"] {
            assert!(set(wrong).is_err(), "{wrong}");
        }
    }
}
