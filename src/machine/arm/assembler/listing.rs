//! An assembled program as text for people and tools: listing, words, symbol table.

use std::fmt::Write as _;

use crate::diagnostic::visible::{Keep, visible};
use crate::machine::arm::Program;
use crate::machine::arm::isa::disassemble;
use crate::machine::arm::program::{Kind, Piece};
use crate::machine::assembly::{row, source_rows};

/// Letters of address and word.
const WIDTH: usize = 20;

/// Address, word or bytes, line number and source of everything, in source order; literals are below the line that asks
/// for them first. An image without source is shown disassembled.
pub fn listing(program: &Program) -> String {
    let head = String::from("Address     Word      Line  Source\n");
    if program.source.text.is_empty() {
        return head + &disassembled(program);
    }
    let mut pieces: Vec<Piece> = program.pieces.iter().copied().filter(|piece| piece.line > 0).collect();
    pieces.sort_by_key(|piece| (piece.line, piece.address));
    let rows = pieces
        .iter()
        .flat_map(|piece| cells(program, *piece).into_iter().map(|cell| (piece.line, cell)));
    head + &source_rows(&program.source, WIDTH, rows)
}

/// What a piece shows: instructions and words as words, other bytes as they lie there, room by its length.
fn cells(program: &Program, piece: Piece) -> Vec<String> {
    let cell = |address: u32, text: &str| format!("0x{address:08X}  {text:<8}");
    let start = piece.address as usize;
    let bytes = program.flash.get(start..start + piece.length as usize);
    let Some(bytes) = bytes.filter(|_| piece.kind != Kind::Reserved) else {
        return vec![cell(piece.address, &format!("({})", piece.length))];
    };

    let rows = bytes.chunks(4).zip((piece.address..).step_by(4));
    rows.map(|(bytes, address)| match bytes {
        &[a, b, c, d] if piece.kind != Kind::Data => {
            cell(address, &format!("{:08X}", u32::from_le_bytes([a, b, c, d])))
        }
        bytes => {
            let hex = bytes
                .iter()
                .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
            cell(address, &hex)
        }
    })
    .collect()
}

/// An image line by line: its labels, code as instructions, and everything else as the data that it is.
fn disassembled(program: &Program) -> String {
    let name = |address| {
        let symbol = program.symbols.iter().find(|one| one.is_label && one.value == address);
        symbol.map(|one| one.name.clone())
    };
    let mut text = String::new();

    for piece in &program.pieces {
        for (cell, at) in cells(program, *piece).into_iter().zip((piece.address..).step_by(4)) {
            if let Some(label) = name(at) {
                text += &row(&" ".repeat(WIDTH), None, &visible(&label, Keep::Nothing));
            }
            let end = (piece.address + piece.length).min(at.saturating_add(4)) as usize;
            let bytes = program.flash.get(at as usize..end).unwrap_or_default();
            let source = match *bytes {
                [] => format!("SPACE {}", piece.length),
                [a, b, c, d] if piece.kind == Kind::Code => disassemble(u32::from_le_bytes([a, b, c, d]), at, name),
                [a, b, c, d] if piece.kind == Kind::Literal => {
                    format!("DCD 0x{:08X}", u32::from_le_bytes([a, b, c, d]))
                }
                _ => format!(
                    "DCB {}",
                    bytes
                        .iter()
                        .map(|byte| format!("0x{byte:02X}"))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            };
            text += &row(&cell, None, &visible(&source, Keep::Nothing));
        }
    }

    text
}

/// One line a word of flash, `0x00000000 E3A00001`; a last word that is not full ends in zeros.
pub fn words(program: &Program) -> String {
    let mut text = String::new();
    for (address, word) in addressed(program) {
        let _ = writeln!(text, "0x{address:08X} {word:08X}");
    }
    text
}

/// One line a symbol in source order: `0x00000010 loop` for labels, `0x00000007 COLUMNS = 7` for numbers.
pub fn symbol_table(program: &Program) -> String {
    let mut text = String::new();
    for symbol in &program.symbols {
        let name = visible(&symbol.name, Keep::Nothing);
        let value = symbol.value;
        let _ = if symbol.is_label {
            writeln!(text, "0x{value:08X} {name}")
        } else {
            writeln!(text, "0x{value:08X} {name} = {}", value as i32)
        };
    }

    text
}

/// All words of flash with their addresses.
fn addressed(program: &Program) -> impl Iterator<Item = (u32, u32)> {
    program.flash.chunks(4).zip((0..).step_by(4)).map(|(bytes, address)| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        (address, u32::from_le_bytes(word))
    })
}
