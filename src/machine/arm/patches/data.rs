//! Other numbers in data, and other texts.

use std::collections::BTreeSet;

use super::{Patches, target};
use crate::machine::arm::program::{Kind, Piece};
use crate::machine::edits::{Edit, EditKind, Statement};
use crate::machine::patch::{Patch, Text, escaped};

/// Pieces of data that an instruction refers to, at most.
const MOST: usize = 64;

impl Patches<'_> {
    /// The data that an instruction refers to: what is at its label, up to the next one.
    pub fn data_of(&self, address: u32) -> Vec<u32> {
        let Some(begin) = self.code.get(&address).and_then(|cell| {
            let literal = self.literal(cell.instruction, address);
            literal.or_else(|| target(cell.instruction, address))
        }) else {
            return Vec::new();
        };
        let pieces = self.program.pieces.iter().filter(|piece| piece.address >= begin);
        let is_of_it = |piece: &&Piece| {
            piece.kind == Kind::Data && (piece.address == begin || !self.labels.contains_key(&piece.address))
        };
        pieces
            .take_while(is_of_it)
            .take(MOST)
            .map(|piece| piece.address)
            .collect()
    }

    /// The instructions that refer to data, or to the label before it.
    pub(super) fn readers(&self, data: u32) -> Vec<u32> {
        let label = self.labels.range(..=data).next_back().map_or(data, |(label, _)| *label);
        let refers = |address: u32| {
            let instruction = self.code[&address].instruction;
            let literal = self.literal(instruction, address);
            literal == Some(label) || target(instruction, address) == Some(label)
        };
        self.code.keys().copied().filter(|address| refers(*address)).collect()
    }

    /// Another number in the data that begins at an address.
    pub(super) fn other_data(&self, address: u32) -> Vec<Patch> {
        let Some((piece, statement)) = self.data_at(address) else {
            return Vec::new();
        };
        let Some(size) = size(statement).filter(|size| statement.operands.len() as u32 * size == piece.length) else {
            return Vec::new();
        };

        let reached_at = self.readers(address);
        let mut patches = Vec::new();
        for (index, word) in statement.operands.iter().enumerate() {
            let Ok(value) = word.text.parse::<i64>() else { continue };
            let mut seen = BTreeSet::from([value]);
            let near = [-value, value + 1, value - 1, value + 2, value - 2, 0];
            for other in near.into_iter().filter(|other| seen.insert(*other)) {
                let at = address + index as u32 * size;
                let Some(whole) = self.word_at(at & !3) else { continue };
                let mask = if size == 4 { u32::MAX } else { (1 << (size * 8)) - 1 };
                let lane = at % 4 * 8;
                let whole = whole & !(mask << lane) | (other as u32 & mask) << lane;
                patches.push(Patch {
                    edit: Edit::of(
                        EditKind::Number,
                        statement,
                        statement.replacing(word, &other.to_string()),
                    ),
                    reached_at: reached_at.clone(),
                    words: vec![(at & !3, whole)],
                    inserted: Vec::new(),
                    rank: 0,
                });
            }
        }
        patches
    }

    /// The data that begins at an address, with its statement.
    fn data_at(&self, address: u32) -> Option<(Piece, &Statement)> {
        let piece = self.program.piece(address).filter(|piece| piece.address == address)?;
        let statement = self.statements.get(&piece.line)?;
        (piece.kind == Kind::Data).then_some((piece, statement))
    }

    /// The texts, in the order of their addresses: those that are the only one of their lines.
    pub fn texts(&self) -> Vec<Text> {
        let pieces = self.program.pieces.iter().filter(|piece| piece.kind == Kind::Data);
        let texts = pieces.filter_map(|piece| {
            let statement = self.statements.get(&piece.line)?;
            let [word] = &statement.strings[..] else { return None };
            let own = &word.text.as_bytes()[1..word.text.len() - 1];
            let bytes = self
                .program
                .flash
                .get(piece.address as usize..)?
                .get(..piece.length as usize)?;
            let at = bytes.windows(own.len()).position(|bytes| bytes == own)?;
            Some(Text {
                address: piece.address + at as u32,
                bytes: own.to_vec(),
            })
        });
        texts.collect()
    }

    /// Another text in place of the one at an address.
    pub fn with_text(&self, address: u32, text: &[u8]) -> Option<Edit> {
        let piece = self.program.piece(address)?;
        let statement = self.statements.get(&piece.line)?;
        let [word] = &statement.strings[..] else { return None };
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'$');
        let written: Option<String> = text
            .iter()
            .filter(|byte| is_plain(byte))
            .map(|byte| escaped(*byte))
            .collect();
        let written = written.filter(|written| written.len() == text.len())?;
        let after = statement.replacing(word, &format!("\"{written}\""));
        Some(Edit::of(EditKind::Text, statement, after))
    }
}

/// How many bytes each number of a statement takes.
fn size(statement: &Statement) -> Option<u32> {
    match &statement.mnemonic.text.to_ascii_uppercase()[..] {
        "DCB" | ".BYTE" => Some(1),
        "DCW" => Some(2),
        "DCD" | ".WORD" => Some(4),
        _ => None,
    }
}
