//! An assembled program as text for people and tools: listing, words, symbol table.

use std::fmt::Write as _;

use crate::diagnostic::visible::{Keep, visible};
use crate::machine::assembly::{row, source_rows};
use crate::machine::lc3::Program;
use crate::machine::lc3::isa::disassemble;
use crate::machine::lc3::program::{Kind, Word};

/// Address, word, line number and source of everything, in source order. Lines without a word have blanks before
/// them; the further words of a line are below it. An object file is shown disassembled.
pub fn listing(program: &Program) -> String {
    let mut text = String::from("Addr   Word   Line  Source\n");
    let words = addressed(program);
    if program.source.text.is_empty() {
        for (address, word) in words {
            let name = |address| {
                program
                    .symbols
                    .iter()
                    .find(|one| one.address == address)
                    .map(|one| one.name.clone())
            };
            let source = match word.kind {
                Kind::Code => disassemble(word.bits, address, name),
                Kind::Data | Kind::Reserved => format!(".FILL x{:04X}", word.bits),
            };
            text += &row(&cells(address, word), None, &source);
        }
        return text;
    }

    let rows = words.map(|(address, word)| (word.line, cells(address, word)));
    text + &source_rows(&program.source, 12, rows)
}

fn cells(address: u16, word: Word) -> String {
    format!("x{address:04X}  x{:04X}", word.bits)
}

/// One line a word, `x3000 1021`, for every word in block order.
pub fn words(program: &Program) -> String {
    let mut text = String::new();
    for (address, word) in addressed(program) {
        let _ = writeln!(text, "x{address:04X} {:04X}", word.bits);
    }
    text
}

/// The symbol table as the classic assembler writes it to a `.sym` file.
pub fn symbol_table(program: &Program) -> String {
    let mut text = String::from(
        "// Symbol table\n// Scope level 0:\n//\tSymbol Name       Page Address\n//\t----------------  ------------\n",
    );
    for symbol in &program.symbols {
        let name = visible(&symbol.name, Keep::Nothing);
        let _ = writeln!(text, "//\t{name:<16}  {:04X}", symbol.address);
    }
    text.push('\n');
    text
}

/// All words with their addresses, in block order.
fn addressed(program: &Program) -> impl Iterator<Item = (u16, Word)> {
    program.blocks.iter().flat_map(|block| {
        let addresses = (0..block.words.len()).map(|offset| block.origin.wrapping_add(offset as u16));
        addresses.zip(block.words.iter().copied())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;
    use crate::machine::lc3::assembler::assemble;

    fn program(source: &[u8]) -> std::sync::Arc<Program> {
        let Some(machine::Program::Lc3(program)) = assemble("test", source).program else {
            panic!("the source of this test assembles");
        };
        program
    }

    const SOURCE: &[u8] = b".ORIG x3000\nLOOP ADD R0,R0,#1 ; count\nBR LOOP\nS .STRINGZ \"a\"\n.END\n";

    #[test]
    fn a_listing_shows_each_line_with_its_words() {
        let expected = "\
Addr   Word   Line  Source
                 1  .ORIG x3000
x3000  x1021     2  LOOP ADD R0,R0,#1 ; count
x3001  x0FFE     3  BR LOOP
x3002  x0061     4  S .STRINGZ \"a\"
x3003  x0000
                 5  .END
                 6
";
        assert_eq!(listing(&program(SOURCE)), expected);
    }

    #[test]
    fn an_object_file_is_listed_disassembled() {
        let expected = "Addr   Word   Line  Source\nx3000  x1021        ADD R0, R0, #1\nx3001  xF025        HALT\n";
        assert_eq!(listing(&program(&[0x30, 0x00, 0x10, 0x21, 0xF0, 0x25])), expected);
    }

    #[test]
    fn words_and_symbols() {
        let program = program(SOURCE);
        assert_eq!(words(&program), "x3000 1021\nx3001 0FFE\nx3002 0061\nx3003 0000\n");
        assert_eq!(
            symbol_table(&program),
            "// Symbol table\n// Scope level 0:\n//\tSymbol Name       Page Address\n\
             //\t----------------  ------------\n//\tLOOP              3000\n//\tS                 3002\n\n"
        );
    }
}
