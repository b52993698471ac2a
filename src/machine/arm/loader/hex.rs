//! Intel HEX, which Keil writes on demand: lines of `:`, length, address, type, bytes and a checksum, in hexadecimal digits.
//!
//! Types: 00 data, 01 end, 02 and 04 the upper part of the addresses that follow, 03 and 05 an entry point (of no use
//! here: the board starts at 0).

use super::super::program::RAM;
use super::flash::Flash;
use super::{Image, Refused};
use crate::diagnostic::Diagnostic;

/// Whether the bytes are such lines: the first one that is not empty is a colon and ten or more digits.
pub(super) fn is_hex(bytes: &[u8]) -> bool {
    let line = lines(bytes).next().map_or(&[][..], |(_, line)| line);
    line.len() >= 11 && line.first() == Some(&b':') && line[1..].iter().all(u8::is_ascii_hexdigit)
}

/// The image in such lines.
pub(super) fn read(bytes: &[u8]) -> Result<Image, Refused> {
    let mut flash = Flash::default();
    let mut upper = 0_u32;
    let mut into_ram = false;
    let mut ended = false;

    for (line, text) in lines(bytes) {
        let wrong = |what| Refused::Hex { line, what };
        let record = record(text).map_err(wrong)?;
        match record.kind {
            0 => {
                let address = upper.wrapping_add(record.address);
                let in_ram = (RAM.0..RAM.0 + RAM.1).contains(&address);
                into_ram |= in_ram;
                if !in_ram {
                    flash.write(address, &record.bytes)?;
                }
            }
            1 => {
                ended = true;
                break;
            }
            2 | 4 => {
                let [high, low] = record.bytes[..] else {
                    return Err(wrong("an address has two bytes"));
                };
                let shift = if record.kind == 4 { 16 } else { 4 };
                upper = u32::from(u16::from_be_bytes([high, low])) << shift;
            }
            3 | 5 => {}
            _ => return Err(wrong("unknown record type")),
        }
    }

    if !ended {
        return Err(Refused::HexCutShort);
    }

    let mut notes = Vec::new();
    if into_ram {
        notes.push(
            Diagnostic::warning(
                "ram-data-not-loaded",
                "the image has data for RAM, which no board keeps: it is left out",
            )
            .help("let the program write to RAM itself what it needs there"),
        );
    }

    Ok(Image::plain(flash, notes))
}

struct Record {
    address: u32,
    kind: u8,
    bytes: Vec<u8>,
}

fn record(text: &[u8]) -> Result<Record, &'static str> {
    let digits = text.strip_prefix(b":").ok_or("it does not begin with a colon")?;
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    for pair in digits.chunks(2) {
        let [high, low] = pair else {
            return Err("a digit is missing");
        };
        let (Some(high), Some(low)) = (digit(*high), digit(*low)) else {
            return Err("it has other letters than hexadecimal digits");
        };
        bytes.push(high << 4 | low);
    }

    let [length, high, low, kind, data @ .., _] = &bytes[..] else {
        return Err("it is too short");
    };

    if data.len() != usize::from(*length) {
        return Err("its length is not the one that it names");
    }
    if bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) != 0 {
        return Err("its checksum is wrong");
    }

    Ok(Record {
        address: u32::from(u16::from_be_bytes([*high, *low])),
        kind: *kind,
        bytes: data.to_vec(),
    })
}

/// The lines that are not empty, with their numbers.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty())
}
