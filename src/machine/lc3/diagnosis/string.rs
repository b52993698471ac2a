//! Strings that PUTS prints beyond their end.

use super::image::Directive;
use super::trace::Trace;
use super::value::Origin;
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::memory::WORDS;

/// A PUTS that printed what is no text.
#[derive(Debug, Clone, Copy)]
pub struct FaultyString {
    /// The PUTS.
    pub at: u16,
    /// Where it began to print.
    pub start: u16,
    /// What is wrong.
    pub kind: StringKind,
}

/// What is wrong with a string.
#[derive(Debug, Clone, Copy)]
pub enum StringKind {
    /// Its zero is missing; `into` is the first word that does not belong to it.
    NoEnd {
        /// That word.
        into: u16,
    },
    /// Its zero was overwritten.
    EndOverwritten {
        /// By this instruction.
        by: u16,
        /// Where the zero was.
        zero: u16,
    },
    /// R0 holds the string's first character, loaded from `text`, and not its address.
    Character {
        /// The string.
        text: u16,
    },
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
        if is_outside || image.is_code(address) || foreign.is_some() && !is_character(word) {
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

/// Whether a program may have wanted to print this.
fn is_character(word: u16) -> bool {
    matches!(word, 7..=13 | 27 | 32..=126 | 128..=255)
}
