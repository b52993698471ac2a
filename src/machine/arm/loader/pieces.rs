//! Which bytes of an image are code, data, or literals.
//!
//! Linkers keep mapping symbols (`$a`, `$d`, `$t`: ELF for the ARM Architecture, 4.5.5) at which code and data begin. Of data, a
//! word that an `LDR` reaches relative to the program counter and that bears no label of its own is a literal.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::isa::{Indexing, Instruction, Offset, Operation, Unit};
use super::super::program::{Kind, Piece, Symbol};
use super::flash::Flash;

/// Where something of a kind begins, by address.
pub(super) type Mark = (u32, Kind);

/// The pieces of flash: from each mark on its kind, code before the first; what lies in `data` is data in any case.
/// `marks` are in order of addresses, of several at one address the last counts.
pub(super) fn of_flash(flash: &Flash, marks: &[Mark], data: &[Range<u32>]) -> Vec<Piece> {
    let mut marks = marks.to_vec();
    for range in data {
        let after = kind_at(&marks, range.end);
        marks.retain(|(address, _)| !range.contains(address) && *address != range.end);
        marks.extend([(range.start, Kind::Data), (range.end, after)]);
        marks.sort_by_key(|(address, _)| *address);
    }

    let mut pieces: Vec<Piece> = Vec::new();
    for range in flash.written() {
        let mut start = range.start;
        while start < range.end {
            let next = marks.partition_point(|(address, _)| *address <= start);
            let end = marks
                .get(next)
                .map_or(range.end, |(address, _)| range.end.min(*address));
            push(&mut pieces, start, end, kind_at(&marks, start));
            start = end;
        }
    }

    pieces
}

fn kind_at(marks: &[Mark], address: u32) -> Kind {
    let after = marks.partition_point(|(mark, _)| *mark <= address);
    after.checked_sub(1).map_or(Kind::Code, |index| marks[index].1)
}

/// Adds a piece, to the one before it where both are the same.
fn push(pieces: &mut Vec<Piece>, start: u32, end: u32, kind: Kind) {
    if let Some(last) = pieces.last_mut()
        && last.kind == kind
        && last.address + last.length == start
    {
        last.length += end - start;
        return;
    }
    pieces.push(Piece {
        address: start,
        length: end - start,
        kind,
        line: 0,
    });
}

/// Distinguishes literals from other data. `symbols` are in order of their values.
pub(super) fn find_literals(pieces: &mut Vec<Piece>, flash: &Flash, symbols: &[Symbol]) {
    let loaded = loaded_words(pieces, flash);
    let mut found = Vec::with_capacity(pieces.len());
    for piece in std::mem::take(pieces) {
        if piece.kind != Kind::Data {
            found.push(piece);
            continue;
        }
        let end = piece.address + piece.length;
        let mut start = piece.address;
        // A piece of fewer than four bytes holds no word.
        let after_last = end.saturating_sub(3).max(piece.address);
        for at in loaded.range(piece.address..after_last).copied() {
            let first = symbols.partition_point(|symbol| symbol.value < at);
            let here = symbols[first..].iter().take_while(|symbol| symbol.value == at);
            if at < start || here.into_iter().any(|symbol| symbol.is_label) {
                continue;
            }
            if start < at {
                push(&mut found, start, at, Kind::Data);
            }
            push(&mut found, at, at + 4, Kind::Literal);
            start = at + 4;
        }
        if start < end {
            push(&mut found, start, end, Kind::Data);
        }
    }

    *pieces = found;
}

/// The words that code loads relative to the program counter.
fn loaded_words(pieces: &[Piece], flash: &Flash) -> BTreeSet<u32> {
    let mut loaded = BTreeSet::new();
    for piece in pieces.iter().filter(|piece| piece.kind == Kind::Code) {
        for at in (piece.address..piece.address + piece.length).step_by(4) {
            loaded.extend(flash.word(at).and_then(|word| loaded_word(word, at)));
        }
    }
    loaded
}

fn loaded_word(word: u32, at: u32) -> Option<u32> {
    let Operation::Transfer {
        load: true,
        unit: Unit::Word,
        rn: 15,
        up,
        offset: Offset::Immediate(offset),
        indexing: Indexing::Offset,
        ..
    } = Instruction::decode(word)?.operation
    else {
        return None;
    };

    let (base, offset) = (at.wrapping_add(8), u32::from(offset));
    Some(if up {
        base.wrapping_add(offset)
    } else {
        base.wrapping_sub(offset)
    })
}
