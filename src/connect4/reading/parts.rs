//! What a program printed, in parts: from one key to the next.

use super::{Vocabulary, glyphs, terminal};
use crate::connect4::rules::Game;
use crate::connect4::script::Script;

/// What a program printed in a game.
#[derive(Debug, Clone, Copy)]
pub struct Printed<'t> {
    /// The keys.
    pub script: &'t Script,
    /// The bytes.
    pub bytes: &'t [u8],
    /// For each key that was read, how many of the bytes came before.
    pub marks: &'t [usize],
    /// Whether the program waits for another key at the end.
    pub waits: bool,
}

/// What was printed between two keys.
pub(super) struct Part<'t> {
    pub bytes: &'t [u8],
    /// What was typed for the move before it; `None` before any key.
    pub typed: Option<&'t [u8]>,
    /// Whether a key is read, or waited for, after it.
    pub awaits_key: bool,
    pub is_last: bool,
}

impl<'t> Printed<'t> {
    pub(super) fn parts(&self) -> Vec<Part<'t>> {
        let Self {
            script,
            bytes,
            marks,
            waits,
        } = *self;
        let attempts = script.attempts.iter();
        let starts = attempts
            .clone()
            .map_while(|attempt| marks.get(attempt.first_key).copied());
        let mut ends = starts.chain([bytes.len()]).peekable();
        let mut typed = [None]
            .into_iter()
            .chain(attempts.map(|attempt| Some(&attempt.typed[..])));

        let mut parts = Vec::with_capacity(marks.len() + 1);
        let mut begin = 0;
        while let Some(end) = ends.next() {
            let end = end.min(bytes.len());
            parts.push(Part {
                bytes: &bytes[begin.min(end)..end],
                typed: typed.next().flatten(),
                awaits_key: waits || ends.peek().is_some(),
                is_last: end == bytes.len(),
            });
            begin = end;
        }
        parts
    }
}

/// What is printed before the first key, as a terminal shows it, with zero bytes where they are the cells of a board.
pub(super) fn opening(game: &Game, vocabulary: &Vocabulary, parts: &[Part]) -> Vec<u8> {
    let bytes = &vocabulary.shown_on_terminal().without_colored_cells(parts[0].bytes)[..];
    let has_zeros = glyphs::has_zero_cells(game, bytes);
    terminal::without_control_codes(bytes, false, |byte| byte == 0 && has_zeros, |_, _| ()).into_owned()
}
