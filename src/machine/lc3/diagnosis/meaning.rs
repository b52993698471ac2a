//! The registers in the program's terms.

use super::image::Image;
use super::trace::Trace;
use super::value::{Origin, Value};
use crate::machine::diagnosis::words;
use crate::machine::lc3::cpu::{Machine, conditions};
use crate::machine::lc3::os::DEVICES;
use crate::machine::{Register, Run};

/// R0 to R7, the program counter and the condition codes.
pub fn registers(trace: &Trace<'_>, machine: &Machine, run: &Run) -> Vec<Register> {
    let mut registers: Vec<Register> = (0..8)
        .map(|number| {
            let value = machine.cpu.registers[number];
            Register {
                name: format!("R{number}"),
                value: u32::from(value),
                meaning: meaning(&trace.image, value, trace.registers[number]),
            }
        })
        .collect();
    let pc = run
        .stop
        .place
        .as_ref()
        .and_then(|place| place.address)
        .map_or(machine.cpu.pc, |address| address as u16);
    registers.push(Register {
        name: "PC".to_owned(),
        value: u32::from(pc),
        meaning: address(&trace.image, pc).unwrap_or_else(|| "outside of the program".to_owned()),
    });
    let mask = conditions(machine.cpu.condition);
    registers.push(Register {
        name: "CC".to_owned(),
        value: u32::from(mask),
        meaning: match mask {
            4 => "n: the last result was negative",
            2 => "z: the last result was zero",
            _ => "p: the last result was positive",
        }
        .to_owned(),
    });
    registers
}

fn meaning(image: &Image<'_>, word: u16, value: Value) -> String {
    match value.origin {
        Origin::Start(_) => return format!("{}, never set", number(word)),
        Origin::Key => return format!("{} (a key)", key(word)),
        Origin::Link { by, .. } if by.wrapping_add(1) == word && image.is_code(word) => {
            let back = word;
            return match image.place(back).label {
                Some(label) => {
                    let base = label.split('+').next().unwrap_or_default();
                    format!("the return address into {base} ({})", image.line(back))
                }
                None => format!("the return address into {}", image.line(back)),
            };
        }
        _ => {}
    }
    address(image, word).unwrap_or_else(|| number(word))
}

/// An address of the program or of a device by name.
fn address(image: &Image<'_>, word: u16) -> Option<String> {
    let device = match word {
        0xFE00 => "the keyboard's status register, KBSR",
        0xFE02 => "the keyboard's data register, KBDR",
        0xFE04 => "the display's status register, DSR",
        0xFE06 => "the display's data register, DDR",
        0xFFFE => return None,
        _ => "",
    };
    if !device.is_empty() {
        return Some(device.to_owned());
    }
    if word >= DEVICES {
        return None;
    }
    image.word(word)?;
    let label = image.place(word).label;
    Some(match label {
        Some(label) if image.is_code(word) => format!("the address of {label} ({})", image.line(word)),
        Some(label) => format!("the address of {label}"),
        None => format!("the address of {}", image.line(word)),
    })
}

fn number(word: u16) -> String {
    words::number(i32::from(word as i16))
}

fn key(word: u16) -> String {
    words::key(u32::from(word), || format!("x{word:02X}"))
}
