//! A program as text for people and tools: listing, words, symbols. Addresses and words are in hexadecimal digits.

use std::fmt::Write as _;

use super::isa::disassemble;
use super::program::{FLASH, Kind, Piece, Program};
use crate::diagnostic::visible::{Keep, visible};
use crate::machine::listing::{Row, beside_source, row};

/// Columns of an address with what stands there: `0x00000000  E3A00001`, `0x00000004  48 69 21 00`.
const WIDTH: usize = 23;

/// Address, contents, line number and source of everything, in source order. Words are shown as words, other data as
/// bytes in the order of their addresses. An image is shown disassembled.
pub fn listing(program: &Program) -> String {
    let mut text = format!("{:<12}{:<11}  Line  Source\n", "Address", "Word");
    if program.source.text.is_empty() {
        text += &disassembled(program);
        return text;
    }
    let mut rows: Vec<Row> = Vec::new();
    for piece in &program.pieces {
        let lefts = parts(program, *piece).into_iter().map(|part| part.left());
        rows.extend(lefts.map(|left| Row { line: piece.line, left }));
    }
    rows.sort_by_key(|row| row.line);
    let behind = rows.partition_point(|row| row.line == 0);
    text += &beside_source(rows.drain(behind..), WIDTH, &program.source);
    text
}

/// An image line by line, with its labels.
fn disassembled(program: &Program) -> String {
    let mut text = String::new();
    let label = |address| {
        let mut labels = program.symbols.iter().filter(|symbol| symbol.is_label);
        labels
            .find(|symbol| symbol.value == address)
            .map(|symbol| symbol.name.clone())
    };
    for piece in &program.pieces {
        for part in parts(program, *piece) {
            if let Some(label) = label(part.address) {
                row(&mut text, "", WIDTH, None, &visible(&label, Keep::Nothing));
            }
            let source = match (part.word, piece.kind) {
                (Some(word), Kind::Code) => disassemble(word, part.address, label),
                (Some(word), _) => format!("DCD 0x{word:08X}"),
                (None, _) if part.bytes.is_empty() => format!("SPACE {}", part.length),
                (None, _) => {
                    let bytes: Vec<String> = part.bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
                    format!("DCB {}", bytes.join(", "))
                }
            };
            row(&mut text, &part.left(), WIDTH, None, &visible(&source, Keep::Nothing));
        }
    }
    text
}

/// What one row of a listing shows of a piece.
struct Part {
    address: u32,
    length: u32,
    /// The word, where it is one.
    word: Option<u32>,
    /// The bytes in flash; none in RAM, where nothing is loaded.
    bytes: Vec<u8>,
}

impl Part {
    fn left(&self) -> String {
        let mut left = format!("0x{:08X}  ", self.address);
        match self.word {
            Some(word) => left += &format!("{word:08X}"),
            None => {
                let bytes: Vec<String> = self.bytes.iter().map(|byte| format!("{byte:02X}")).collect();
                left += &bytes.join(" ");
            }
        }
        left
    }
}

/// A piece in rows: words of code and of `DCD`, bytes four at a time, and what is only reserved in one.
fn parts(program: &Program, piece: Piece) -> Vec<Part> {
    let is_loaded = piece.address < FLASH.0 + FLASH.1 && piece.kind != Kind::Reserved;
    if !is_loaded || piece.length == 0 {
        return vec![Part {
            address: piece.address,
            length: piece.length,
            word: None,
            bytes: Vec::new(),
        }];
    }
    let start = piece.address as usize;
    let end = start + piece.length as usize;
    let bytes = program
        .flash
        .get(start..end.min(program.flash.len()))
        .unwrap_or_default();
    let is_words = piece.address % 4 == 0 && piece.length % 4 == 0;
    let mut parts = Vec::new();
    for (address, chunk) in (piece.address..).step_by(4).zip(bytes.chunks(4)) {
        let word = chunk.try_into().ok().map(u32::from_le_bytes);
        parts.push(Part {
            address,
            length: chunk.len() as u32,
            word: word.filter(|_| is_words),
            bytes: chunk.to_vec(),
        });
    }
    parts
}

/// One line a word of flash, `0x00000000 E3A00001`. Bytes behind the last, up to a whole word, are as in erased flash. What
/// an image leaves erased between its parts is left out.
pub fn words(program: &Program) -> String {
    let mut text = String::new();
    let mut pieces = program.pieces.iter().peekable();
    for (address, chunk) in (0_u32..).step_by(4).zip(program.flash.chunks(4)) {
        while pieces
            .next_if(|piece| piece.address + piece.length <= address)
            .is_some()
        {}
        let is_used = pieces.peek().is_some_and(|piece| piece.address < address + 4);
        let mut bytes = [0xFF; 4];
        bytes[..chunk.len()].copy_from_slice(chunk);
        let word = u32::from_le_bytes(bytes);
        if is_used || word != u32::MAX {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "0x{address:08X} {word:08X}");
        }
    }
    text
}

/// One line a symbol, in source order: `0x00000044 label  get`, `0x0000002A number ROWS`.
pub fn symbol_table(program: &Program) -> String {
    let mut text = String::new();
    for symbol in &program.symbols {
        let kind = if symbol.is_label { "label " } else { "number" };
        let name = visible(&symbol.name, Keep::Nothing);
        let _ = writeln!(text, "0x{:08X} {kind} {name}", symbol.value);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagnostic::Source;
    use crate::machine::arm::program::{RAM, Symbol};

    fn piece(address: u32, length: u32, kind: Kind, line: u32) -> Piece {
        Piece {
            address,
            length,
            kind,
            line,
        }
    }

    fn program(text: &str) -> Program {
        Program {
            source: Arc::new(Source::new("connect4.s", text)),
            flash: [
                &0xE3A0_0001_u32.to_le_bytes()[..],
                b"Hi!\n\r",
                &[0; 3],
                &7_u32.to_le_bytes(),
            ]
            .concat(),
            pieces: vec![
                piece(0, 4, Kind::Code, 2),
                piece(4, 5, Kind::Data, 3),
                piece(12, 4, Kind::Literal, 2),
                piece(RAM.0, 42, Kind::Reserved, 5),
            ],
            symbols: vec![
                Symbol {
                    name: "text".to_owned(),
                    value: 4,
                    is_label: true,
                    line: 3,
                },
                Symbol {
                    name: "ROWS".to_owned(),
                    value: 6,
                    is_label: false,
                    line: 4,
                },
            ],
        }
    }

    #[test]
    fn a_listing_shows_each_line_with_what_it_put_where() {
        let source =
            "        AREA a, CODE\n        MOV R0, #1\ntext    DCB \"Hi!\\n\\r\"\nROWS    EQU 6\nboard   SPACE 42";
        let expected = "\
Address     Word         Line  Source
                            1          AREA a, CODE
0x00000000  E3A00001        2          MOV R0, #1
0x0000000C  00000007
0x00000004  48 69 21 0A     3  text    DCB \"Hi!\\n\\r\"
0x00000008  0D
                            4  ROWS    EQU 6
0x40000000                  5  board   SPACE 42
";
        assert_eq!(listing(&program(source)), expected);
    }

    #[test]
    fn an_image_is_listed_disassembled() {
        let expected = "\
Address     Word         Line  Source
0x00000000  E3A00001           MOV R0, #1
                               text
0x00000004  48 69 21 0A        DCB 0x48, 0x69, 0x21, 0x0A
0x00000008  0D                 DCB 0x0D
0x0000000C  00000007           DCD 0x00000007
0x40000000                     SPACE 42
";
        assert_eq!(listing(&program("")), expected);
    }

    #[test]
    fn words_and_symbols() {
        let mut program = program("");
        assert_eq!(
            words(&program),
            "0x00000000 E3A00001\n0x00000004 0A216948\n0x00000008 0000000D\n0x0000000C 00000007\n"
        );
        assert_eq!(
            symbol_table(&program),
            "0x00000004 label  text\n0x00000006 number ROWS\n"
        );
        program.flash.extend([0xFF; 8]);
        program.flash.extend([0xFF, 0xFF]);
        program.pieces.insert(3, piece(24, 2, Kind::Data, 0));
        assert!(words(&program).ends_with("0x0000000C 00000007\n0x00000018 FFFFFFFF\n"));
    }
}
