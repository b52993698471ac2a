//! Other numbers in data, and other texts.

use std::collections::BTreeSet;

use super::{Patches, target};
use crate::machine::Target;
use crate::machine::arm::program::{Kind, Piece};
use crate::machine::edits::{Edit, EditKind, Statement, Word, other_characters};
use crate::machine::patch::{Patch, Text, escaped, lines_away};

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
        let Some(size) = size(statement) else { return Vec::new() };
        let offsets = offsets(statement, size);
        if offsets.last() != Some(&piece.length) {
            return Vec::new();
        }

        let reached_at = self.readers(address);
        let mut patches = Vec::new();
        for (word, offset) in statement.words().into_iter().zip(offsets) {
            for (other, written) in others(word) {
                let Some(changed) = self.with_data((address + offset, size), other) else {
                    continue;
                };
                patches.push(Patch {
                    edit: Edit::of(EditKind::Number, statement, statement.replacing(word, &written)),
                    reached_at: reached_at.clone(),
                    words: vec![changed],
                    inserted: Vec::new(),
                    rank: 0,
                });
            }
        }
        patches
    }

    /// The address of the word that has a number of some bytes at an address, and what it is with another number there.
    /// `None` where it has no room there.
    pub(super) fn with_data(&self, (at, size): (u32, u32), number: i64) -> Option<(u32, u32)> {
        let most = 1_i64 << (size * 8);
        let has_room = (-most / 2..most).contains(&number) && at % 4 + size <= 4;
        has_room.then_some(())?;
        let whole = self.word_at(at & !3)?;
        let mask = if size == 4 { u32::MAX } else { (1 << (size * 8)) - 1 };
        let lane = at % 4 * 8;
        Some((at & !3, whole & !(mask << lane) | (number as u32 & mask) << lane))
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

/// Other numbers or characters that may be meant in place of one, with how they are written.
pub(super) fn others(word: &Word) -> Vec<(i64, String)> {
    if let Some((prefix, letter)) = word.character() {
        let others = other_characters(letter);
        return others
            .map(|other| (i64::from(other), format!("{prefix}'{}'", char::from(other))))
            .collect();
    }
    let Some((prefix, value)) = word.number(Target::Arm) else {
        return Vec::new();
    };

    let is_hexadecimal = word.text.to_ascii_lowercase().contains("0x");
    let mut seen = BTreeSet::from([value]);
    let near = [value.saturating_neg(), value.saturating_add(1), value.saturating_sub(1)];
    let near = near
        .into_iter()
        .chain([value.saturating_add(2), value.saturating_sub(2), 0])
        .chain(i32::try_from(value).into_iter().flat_map(lines_away).map(i64::from));
    let others = near.filter(|other| seen.insert(*other));
    let written = |other: i64| match other {
        0.. if is_hexadecimal => format!("{prefix}0x{other:X}"),
        _ => format!("{prefix}{other}"),
    };
    others.map(|other| (other, written(other))).collect()
}

/// Where each word of a statement of data begins, from the first, and where the last one ends.
pub(super) fn offsets(statement: &Statement, size: u32) -> Vec<u32> {
    let mut offsets = vec![0];
    let mut end = 0;
    for word in statement.words() {
        let is_text = word.text.starts_with('"');
        end += if is_text { word.text.len() as u32 - 2 } else { size };
        offsets.push(end);
    }
    offsets
}

/// How many bytes each number of a statement takes.
pub(super) fn size(statement: &Statement) -> Option<u32> {
    match &statement.mnemonic.text.to_ascii_uppercase()[..] {
        "DCB" | ".BYTE" => Some(1),
        "DCW" => Some(2),
        "DCD" | ".WORD" => Some(4),
        _ => None,
    }
}
