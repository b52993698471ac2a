//! Strings that PUTS prints beyond their end.

use super::architecture::Trace;
use super::image::Directive;
use super::notes::{FaultyString, Printing, StringKind};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::Origin;
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::Code;

/// Whether a loop that stops at a zero has just printed beyond its text, which has none.
pub fn runs_on(trace: &Trace<'_>, printing: Printing, register: u8) -> Option<FaultyString> {
    let image = &trace.image;
    let Printing { at, start, last } = printing;
    let is_outside = image.word(last).is_none() && trace.cell(last).writer.is_none();
    let is_foreign = last != start && (is_outside || image.is_code(last) || image.begins_text(last));
    (is_foreign && is_spelt(trace, start, last) && stops_at_zero(trace, register)).then_some(FaultyString {
        at,
        start,
        kind: StringKind::NoEnd { into: last },
    })
}

/// Whether all words from `start` to `end` are `.FILL`s that spell something, none of them ever stored to. A board of
/// `.FILL`s has no letters, and a line feed before a text may be meant.
fn is_spelt(trace: &Trace<'_>, start: u16, end: u16) -> bool {
    let image = &trace.image;
    let mut letters = 0;
    for address in start..end {
        let Some(word) = image.word(address).map(|word| word.bits) else {
            return false;
        };
        let is_fill = image.directive(address) == Some(Directive::Fill);
        if !is_fill || trace.cell(address).writer.is_some() || !is_character(word) {
            return false;
        }
        letters += usize::from(word < 128 && (word as u8).is_ascii_alphabetic());
    }

    letters >= 2
}

/// Whether the character was loaded by an LDR with a test for zero after it.
fn stops_at_zero(trace: &Trace<'_>, register: u8) -> bool {
    let loads = |at: &u16| {
        let op = trace.image.op(*at);
        op.is_some_and(|op| op.code == Code::Ldr && op.a & 7 == register & 7)
    };
    let Some(load) = (0..16)
        .map_while(|back| trace.tail.back(back))
        .map(|ran| ran.at)
        .find(loads)
    else {
        return false;
    };

    let after = |distance| trace.image.op(load.wrapping_add(distance));
    let tested = after(1).filter(|op| op.code != Code::AddValue || op.value != 0);
    tested
        .or_else(|| after(2))
        .is_some_and(|op| op.code == Code::Br && matches!(op.a & 7, 2 | 5))
}

/// What is wrong with the string at `start`, when it is certain that something is.
pub fn faulty(trace: &Trace<'_>, at: u16, start: u16, machine: &Machine) -> Option<FaultyString> {
    let image = &trace.image;
    let found = |kind| Some(FaultyString { at, start, kind });
    if let Origin::Image(text) = trace.registers[0].origin
        && start < 0x100
        && image.directive(text) == Some(Directive::Text)
    {
        return found(StringKind::Character { text });
    }
    if !image.is_data(start) {
        return None;
    }

    let (mut address, mut overwritten, mut foreign) = (start, None, None);
    for _ in 0..WORDS {
        let word = machine.memory.words[usize::from(address)];
        // Whatever ends it ends it well: what it printed until then looks like text.
        if word == 0 {
            return None;
        }
        if address != start && image.has_label(address) {
            foreign.get_or_insert(address);
        }
        let loaded = image.word(address);
        let is_outside = loaded.is_none() && trace.cell(address).writer.is_none();
        // Into another text that is printed by itself: nobody spells a text to have that one after it.
        let is_other = foreign == Some(address)
            && image.begins_text(address)
            && (overwritten.is_some() || is_spelt(trace, start, address));
        let is_odd = !is_character(word) && !is_filled_in(trace, address);
        if is_outside || is_other || image.is_code(address) || foreign.is_some() && is_odd {
            let into = foreign.unwrap_or(address);
            return match overwritten {
                Some((by, zero)) => found(StringKind::EndOverwritten { by, zero }),
                None => found(StringKind::NoEnd { into }),
            };
        }
        // The zero of a `.STRINGZ` is the last word of its line.
        if loaded.is_some_and(|loaded| loaded.bits == 0)
            && image.directive(address) == Some(Directive::Text)
            && let Some(by) = trace.cell(address).writer
        {
            overwritten = Some((by, address));
        }
        address = address.wrapping_add(1);
    }

    None
}

/// Whether the program stored what is at an address, in the middle of a text: a wrong number there is no missing end.
fn is_filled_in(trace: &Trace<'_>, address: u16) -> bool {
    let next = address.wrapping_add(1);
    let goes_on = trace.image.word(next).is_some_and(|next| is_character(next.bits));
    trace.cell(address).writer.is_some() && goes_on && !trace.image.has_label(next)
}

/// Whether a program may have wanted to print this.
fn is_character(word: u16) -> bool {
    matches!(word, 7..=13 | 27 | 32..=126 | 128..=255)
}
