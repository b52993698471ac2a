//! Where a carriage return comes from that the cases show.

use std::collections::BTreeSet;

use super::{finding, lines};
use crate::assignment::Assignment;
use crate::machine::lc3::Program;
use crate::machine::lc3::isa::{Instruction, decode};
use crate::machine::lc3::program::Kind;
use crate::result::Place;
use crate::result::{Finding, StudentReport};

const CR: u16 = 0x0D;
/// The vector of OUT.
const OUT: u16 = 0xF021;

/// Reported only where the cases show carriage returns and the lines that print them are found.
pub(super) fn lint(assignment: &Assignment, program: &Program, report: &StudentReport) -> Option<Finding> {
    let is_shown = report
        .format_differences
        .iter()
        .any(|difference| difference.kind == "carriage-return");
    if !is_shown || assignment.game.wording.newline.contains('\r') {
        return None;
    }

    let mut lines_seen = BTreeSet::new();
    let mut places: Vec<Place> = sources(program)
        .into_iter()
        .map(|address| program.place(address))
        .collect();
    places.retain(|place| lines_seen.insert(place.line));
    if places.is_empty() {
        return None;
    }

    let message = format!(
        "Lines end with the single character x000A, so the carriage return x000D must not be printed ({}).",
        lines(&places)
    );
    let common = "the program prints a carriage return (x000D) at the end of lines";
    Some(finding("prints-carriage-return", common, message, places))
}

/// The words from which it comes: in a string, or loaded into R0 right before OUT.
fn sources(program: &Program) -> BTreeSet<u16> {
    let mut found = BTreeSet::new();
    for block in &program.blocks {
        let mut address = block.origin;
        for (index, word) in block.words.iter().enumerate() {
            let shares_line = |other: Option<usize>| {
                let other = other.and_then(|other| block.words.get(other));
                other.is_some_and(|other| other.kind == Kind::Data && other.line == word.line)
            };
            let in_text =
                word.kind == Kind::Data && (shares_line(index.checked_sub(1)) || shares_line(Some(index + 1)));

            if word.bits == CR && in_text {
                found.insert(address);
            }

            if word.bits == OUT && index > 0 {
                found.extend(loaded(program, address.wrapping_sub(1)));
            }

            address = address.wrapping_add(1);
        }
    }

    found
}

/// The address of the carriage return that the instruction at an address puts into R0.
fn loaded(program: &Program, address: u16) -> Option<u16> {
    match decode(program.word(address)?.bits) {
        Instruction::Ld { dr: 0, offset } => {
            let from = address.wrapping_add(1).wrapping_add_signed(offset);
            let word = program.word(from)?;
            (word.bits == CR && word.kind == Kind::Data).then_some(from)
        }
        Instruction::AddImm { dr: 0, imm: 0x0D, .. } => Some(address),
        _ => None,
    }
}
