//! Where an attempt was read, by other signs than known prompts.

use std::ops::Range;

use super::{Place, Walk};
use crate::connect4::reading::Words;
use crate::connect4::reading::free::Words as Said;
use crate::connect4::reading::tags::pattern::Pattern;
use crate::connect4::reading::tags::pieces::{Kind, Piece};

/// What a question may end in.
const SIGNS: &[u8] = b":?>";
/// Prompts that are learned.
const PATTERNS: usize = 4;

impl Walk<'_> {
    /// The place where an attempt was read by other signs: a prompt in other words, a key that is shown, text that runs
    /// into what follows.
    pub(super) fn guess(&mut self, index: usize, region: Range<usize>, from: usize) -> Option<Place> {
        let pieces = &self.scene.pieces[region.clone()];
        let has_board = self.scene.pieces[..region.end]
            .iter()
            .any(|piece| matches!(piece.kind, Kind::Board(_)));
        if index == 0 && !has_board {
            return None;
        }

        let unsure = region
            .clone()
            .filter(|at| self.scene.pieces[*at].kind == Kind::Ask { is_sure: false });
        let unsure: Vec<Place> = unsure
            .map(|at| (self.settled(self.scene.pieces[at].end, index), at + 1))
            .collect();
        let shown = unsure.iter().find(|place| self.is_shown(place.0, index));

        if let Some(place) = shown.or(unsure.last()) {
            return Some(self.learned(*place));
        }

        let next = self.scene.pieces.get(region.end);
        if let Some(typed) = self.typed(index).filter(|typed| !typed.is_empty()) {
            let tail = region.clone().rev().find_map(|at| {
                let piece = &self.scene.pieces[at];
                let text = self.scene.bytes[piece.start..piece.end].trim_ascii_end();
                let before = text.strip_suffix(typed).filter(|_| piece.opens_line)?;
                let is_parted = before.last().is_none_or(|byte| !byte.is_ascii_alphanumeric());
                is_parted.then_some((piece.start + before.len(), at + 1))
            });
            if let Some(place) = tail.filter(|_| next.is_some()) {
                return Some(self.learned(place));
            }
        }

        let last = pieces.last();
        if let (Some(last), Some(next)) = (last, next)
            && !last.is_closed
            && !next.opens_line
        {
            return Some(self.learned((last.end, region.end)));
        }

        if index == 0 && !self.has_prompts {
            let may_be_cut = !self.asked && next.is_none() && self.is_cut_off(&region);
            return if may_be_cut { None } else { self.first_guess(region) };
        }

        if self.has_prompts || self.scene.words == Words::Free {
            return None;
        }

        let before = self.scene.pieces[from.min(region.start)..region.start].last()?;
        (next.is_some_and(Piece::is_answer) && before.kind != next?.kind)
            .then(|| (next.map_or(before.end, |next| next.start), region.end))
    }

    /// Where a program whose prompts nobody knows reads the first key: after the last text before an answer.
    fn first_guess(&mut self, region: Range<usize>) -> Option<Place> {
        let text = |at: usize| &self.scene.bytes[self.scene.pieces[at].start..self.scene.pieces[at].end];
        if self.scene.script.attempts.is_empty() {
            // What is printed because there is no key comes after the sign that ends a question.
            let ask = region.clone().find_map(|at| {
                let sign = text(at).iter().position(|byte| SIGNS.contains(byte))?;
                Some((self.scene.pieces[at].start + sign + 1, at + 1))
            });
            if let Some(place) = ask {
                return Some(self.learned(place));
            }
        }

        let asking = region.clone().rev().find(|at| {
            self.scene.words == Words::Fixed || Said::of(self.scene.names, text(*at)).is_some_and(|said| said.asks())
        });
        if let Some(at) = asking {
            let end = self.scene.pieces[at].end;
            return Some(self.learned((end, at + 1)));
        }

        if self.scene.words == Words::Free {
            return None;
        }

        let next = self.scene.pieces.get(region.end)?;
        let last = self.scene.pieces[..region.start].last()?;
        (self.is_board(next) && next.kind != last.kind).then_some((next.start, region.end))
    }

    /// Whether the last text is the beginning of a prompt, cut off by the end of the program.
    fn is_cut_off(&self, region: &Range<usize>) -> bool {
        let text = self.scene.pieces[region.clone()].last();
        let text = text.map_or(&[][..], |last| &self.scene.bytes[last.start..last.end]);
        self.scene.game.wording.prompts.iter().any(|prompt| {
            let beginning = prompt.as_bytes().get(..text.len());
            beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(text))
        })
    }

    fn is_board(&self, piece: &Piece) -> bool {
        let rules = self.scene.game.rules;
        matches!(&piece.kind, Kind::Board(cells) if cells.len() == rules.rows * rules.columns)
    }

    /// Learns a prompt from the place after it.
    fn learned(&mut self, place: Place) -> Place {
        let piece = &self.scene.pieces[place.1 - 1];
        if self.patterns.len() < PATTERNS && piece.start < place.0 && piece.opens_line {
            let prompt = &self.scene.bytes[piece.start..place.0];
            if let Some(pattern) = Pattern::of(self.scene.game, self.scene.names, prompt)
                && !self.patterns.contains(&pattern)
            {
                self.patterns.push(pattern);
            }
        }
        place
    }
}
