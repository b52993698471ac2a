//! The registers in the program's terms.

use super::image::Image;
use super::trace::Trace;
use super::value::{Origin, Value};
use crate::machine::arm::cpu::Machine;
use crate::machine::diagnosis::words;
use crate::machine::{Register, Run};

/// R0 to R12, SP, LR and the program counter.
pub fn registers(trace: &Trace<'_>, machine: &Machine, run: &Run) -> Vec<Register> {
    let mut registers: Vec<Register> = (0..15_u8)
        .map(|number| {
            let value = machine.registers.r[usize::from(number)];
            Register {
                name: register(number),
                value,
                meaning: meaning(&trace.image, value, trace.registers[usize::from(number)]),
            }
        })
        .collect();
    let pc = run
        .stop
        .place
        .as_ref()
        .and_then(|place| place.address)
        .unwrap_or(machine.pc);
    registers.push(Register {
        name: "PC".to_owned(),
        value: pc,
        meaning: address(&trace.image, pc).unwrap_or_else(|| "outside of the program".to_owned()),
    });
    registers
}

/// A register by its usual name.
pub fn register(number: u8) -> String {
    match number {
        13 => "SP".to_owned(),
        14 => "LR".to_owned(),
        15 => "PC".to_owned(),
        _ => format!("R{number}"),
    }
}

fn meaning(image: &Image<'_>, word: u32, value: Value) -> String {
    match value.origin {
        Origin::Start(_) => return format!("{}, never set", words::number(word as i32)),
        Origin::Key => return format!("{} (a key)", words::key(word, || format!("0x{word:02X}"))),
        Origin::Link { by, .. } if by.wrapping_add(4) == word && image.is_code(word) => {
            let name = image.name(word);
            let base = name.split('+').next().unwrap_or_default();
            return format!("the return address into {base} ({})", image.line(word));
        }
        _ => {}
    }
    // A small number is seldom an address, though flash begins at 0.
    let is_address = word >= 0x100 || value.base.is_some();
    let address = address(image, word).filter(|_| is_address);
    address.unwrap_or_else(|| words::number(word as i32))
}

/// An address of the program or of a device by name.
fn address(image: &Image<'_>, word: u32) -> Option<String> {
    let device = match word {
        0xE000_C000 => "the data register of UART0",
        0xE000_C00C => "the line control register of UART0, LCR",
        0xE000_C014 => "the line status register of UART0, LSR",
        0xE002_C000 => "the pin select register, PINSEL0",
        0x4001_0000 => "the end of RAM, where a stack begins",
        _ => "",
    };
    if !device.is_empty() {
        return Some(device.to_owned());
    }
    let piece = image.piece(word)?;
    let label = image.place(word).label;
    Some(match label {
        Some(label) if image.is_code(word) && piece.line > 0 => {
            format!("the address of {label} ({})", image.line(word))
        }
        Some(label) => format!("the address of {label}"),
        None => format!("the address of {}", image.line(word)),
    })
}
