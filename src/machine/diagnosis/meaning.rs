//! The registers in the program's terms.

use super::architecture::Architecture;
use super::code::Code as _;
use super::trace::Trace;
use super::value::{Origin, Value};
use super::words;
use crate::machine::Run;
use crate::result::Register;

/// Numbers below this are seldom addresses, though memory begins at 0.
const LOWEST_ADDRESS: u32 = 0x100;

/// The general registers, the program counter, and what else the architecture has.
pub fn registers<A: Architecture>(trace: &Trace<'_, A>, machine: &A::Machine, run: &Run) -> Vec<Register> {
    let general = (0..A::REGISTERS).map(|number| {
        let word = A::held(machine, number);
        Register {
            name: A::register_name(number),
            value: word.into(),
            meaning: meaning(trace, word, trace.registers[usize::from(number)]),
        }
    });
    let mut registers: Vec<Register> = general.collect();

    let place = run.stop.place.as_ref();
    let counter = place.and_then(|place| place.address).unwrap_or(A::counter(machine));
    let address = A::address(counter).and_then(|counter| address(trace, counter));
    registers.push(Register {
        name: "PC".to_owned(),
        value: counter,
        meaning: address.unwrap_or_else(|| "outside the program".to_owned()),
    });

    registers.extend(A::more_registers(machine));
    registers
}

fn meaning<A: Architecture>(trace: &Trace<'_, A>, word: A::Address, value: Value<A::Address>) -> String {
    let image = &trace.image;
    match value.origin {
        Origin::Start(_) => return format!("{}, never set", words::number(A::signed(word))),
        Origin::Key => return format!("{} (a key)", words::key(word.into(), || A::byte(word))),
        Origin::Link { by, .. } if A::after(by) == word && image.is_code(word) => {
            return match image.place(word).label {
                Some(label) => {
                    let base = label.split('+').next().unwrap_or_default();
                    format!("the return address into {base} ({})", image.line(word))
                }
                None => format!("the return address into {}", image.line(word)),
            };
        }
        _ => {}
    }

    let is_address = word.into() >= LOWEST_ADDRESS || value.base.is_some();
    let address = address(trace, word).filter(|_| is_address);
    address.unwrap_or_else(|| words::number(A::signed(word)))
}

/// An address of the program or of a device by name.
fn address<A: Architecture>(trace: &Trace<'_, A>, word: A::Address) -> Option<String> {
    if let Some(device) = A::device(word) {
        return Some(device.to_owned());
    }

    let image = &trace.image;
    if !image.is_code(word) && !image.is_data(word) {
        return None;
    }
    Some(match image.place(word).label {
        Some(label) if image.is_code(word) && image.source_line(word).is_some() => {
            format!("the address of {label} ({})", image.line(word))
        }
        Some(label) => format!("the address of {label}"),
        None => format!("the address of {}", image.line(word)),
    })
}
