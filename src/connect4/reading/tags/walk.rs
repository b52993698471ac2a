//! From prompt to prompt: which of them each attempt answers.

use super::pattern::Pattern;
use super::pieces::{Kind, Piece};
use crate::connect4::expected::Expected;
use crate::connect4::reading::Words;
use crate::connect4::reading::free::{Names, Words as Said};
use crate::connect4::rules::{Game, Protocol};
use crate::connect4::script::Script;

/// Blanks between a prompt and the key that is shown behind it.
const GAP: usize = 3;
/// Prompts that are learned.
const PATTERNS: usize = 4;

/// What a program makes of the keys of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// It reads a line.
    Lines,
    /// It asks for each key, Enter too.
    Keys,
    /// It reads a line, but passes over empty ones without a word.
    Words,
    /// It asks for each key, but passes over Enter and blanks without a word.
    Characters,
}

impl Habit {
    /// How many more prompts an attempt answers than one.
    fn passes(self, typed: &[u8]) -> usize {
        match self {
            Self::Lines | Self::Words => 0,
            Self::Keys => typed.len(),
            Self::Characters => typed.len().saturating_sub(1),
        }
    }

    /// Whether an attempt is passed over without a word.
    fn skips(self, typed: &[u8]) -> bool {
        matches!(self, Self::Words | Self::Characters) && typed.trim_ascii().is_empty()
    }
}

/// Where an attempt was presumably read.
#[derive(Debug)]
pub(super) struct Slot {
    /// How many bytes came before its first key.
    pub at: usize,
    /// The first piece behind it.
    pub piece: usize,
    /// Prompts that its other keys answered: the piece, and where it ends.
    pub passed: Vec<(usize, usize)>,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub slots: Vec<Slot>,
    /// Behind the prompt that could not be answered.
    pub end: Option<usize>,
    /// Whether keys are shown.
    pub shows_keys: bool,
    /// Prompts that were learned.
    pub patterns: Vec<Pattern>,
}

pub(super) struct Walk<'a> {
    game: &'a Game,
    script: &'a Script,
    bytes: &'a [u8],
    pieces: &'a [Piece],
    names: &'a Names,
    expected: &'a Expected,
    words: Words,
    patterns: Vec<Pattern>,
    /// How many prompts ask for one move.
    group: usize,
    /// What the program makes of keys, as far as was assumed or seen.
    habit: Habit,
    /// How many attempts were shown.
    shown: usize,
    /// Whether any prompt is sure.
    has_prompts: bool,
}

/// A place where a key may be read: how many bytes come before it, and the first piece behind it.
type Place = (usize, usize);

impl<'a> Walk<'a> {
    pub fn new(
        game: &'a Game,
        script: &'a Script,
        bytes: &'a [u8],
        pieces: &'a [Piece],
        names: &'a Names,
        expected: &'a Expected,
        words: Words,
        patterns: Vec<Pattern>,
    ) -> Self {
        Self {
            game,
            script,
            bytes,
            pieces,
            names,
            expected,
            words,
            patterns,
            group: 1,
            habit: Habit::Lines,
            shown: 0,
            has_prompts: pieces.iter().any(|piece| piece.kind == Kind::Ask { is_sure: true }),
        }
    }

    /// Goes through the whole text.
    pub fn follow(mut self, habit: Habit, asked: bool) -> Path {
        self.habit = habit;
        let mut path = Path::default();
        let mut from = 0;
        for index in 0..self.script.attempts.len() {
            let swallowed = self.swallowed(index, from, &path);
            let is_swallowed = swallowed.is_some();
            let Some(place) = swallowed.or_else(|| self.find(index, from, &mut path)) else {
                break;
            };
            self.shown += usize::from(is_swallowed || self.is_shown(place.0, index));
            path.slots.push(Slot {
                at: place.0,
                piece: place.1,
                passed: Vec::new(),
            });
            let typed = self.typed(index).unwrap_or_default();
            if !(is_swallowed || self.habit.skips(typed)) {
                from = place.1;
            }
        }
        path.shows_keys = self.shown * 2 > path.slots.len();
        let attempts = self.script.attempts.len();
        if asked && path.slots.len() == attempts {
            let place = self.find(attempts, from, &mut path);
            path.end = place.map(|(at, _)| {
                let blanks = self.bytes[at..].iter().take_while(|byte| **byte == b' ').count();
                at + blanks
            });
        }
        path.patterns = self.patterns;
        path
    }

    /// The place of an attempt that was read without a prompt, where keys are shown and the next prompt shows the key
    /// behind it: as the Enter of the attempt before, or passed over without a word where it is no move.
    fn swallowed(&self, index: usize, from: usize, path: &Path) -> Option<Place> {
        let before = path.slots.last()?;
        let (typed, next) = (self.typed(index)?, self.typed(index + 1)?);
        if self.script.protocol != Protocol::Key || typed == next || self.shown < path.slots.len() {
            return None;
        }
        let (at, piece) = (from..self.pieces.len()).find_map(|at| self.ask_at(at, index + 1))?;
        if self.is_shown(at, index) || !self.is_shown(at, index + 1) {
            return None;
        }
        let is_move = self
            .expected
            .steps
            .get(index + 1)
            .is_none_or(|step| step.placed.is_some());
        Some(if is_move {
            let shown = self.typed(index - 1).map_or(0, <[u8]>::len);
            (before.at + shown, before.piece)
        } else {
            (at, piece)
        })
    }

    fn typed(&self, index: usize) -> Option<&'a [u8]> {
        self.script.attempts.get(index).map(|attempt| &attempt.typed[..])
    }

    /// Whether what was typed for an attempt is shown at a place.
    fn is_shown(&self, at: usize, index: usize) -> bool {
        self.echo_at(at, index).is_some()
    }

    /// Where what was typed for an attempt is shown, at a place or just behind it.
    fn echo_at(&self, at: usize, index: usize) -> Option<usize> {
        let typed = self.typed(index)?;
        let text = &self.bytes[at..];
        let gap = text.iter().take(GAP).take_while(|byte| **byte == b' ').count();
        let shown_at = |gap: usize| {
            let behind = text[gap..].strip_prefix(typed)?;
            let again = behind.strip_prefix(typed).unwrap_or(behind);
            let ends = |rest: &[u8]| rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric());
            let is_whole = ends(behind) || ends(again) || self.script.protocol == Protocol::Key;
            let is_line = !typed.is_empty() || matches!(behind.first(), None | Some(b'\n' | b'\r'));
            (is_whole && is_line).then_some(at + gap)
        };
        shown_at(0).or_else(|| shown_at(gap))
    }

    /// The next place where an attempt may be read; behind the last attempt, where the program asks once more.
    fn find(&mut self, index: usize, from: usize, path: &mut Path) -> Option<Place> {
        let mut begin = from;
        let mut is_answered = false;
        while begin <= self.pieces.len() {
            let rest = &self.pieces[begin..];
            let length = rest.iter().position(Piece::is_answer).unwrap_or(rest.len());
            let region = begin..begin + length;
            let asks: Vec<Place> = region.clone().filter_map(|at| self.ask_at(at, index)).collect();
            if !asks.is_empty() {
                return Some(self.choose(index, &asks, path));
            }
            if (is_answered || index == 0)
                && let Some(place) = self.guess(index, region.clone(), from)
            {
                return Some(place);
            }
            is_answered = true;
            begin = region.end + 1;
        }
        None
    }

    /// The place behind a piece that is a prompt beyond doubt.
    fn ask_at(&self, at: usize, index: usize) -> Option<Place> {
        let piece = &self.pieces[at];
        let end = match piece.kind {
            Kind::Ask { is_sure: true } => piece.end,
            Kind::Ask { .. } | Kind::Text if piece.opens_line => {
                let line = &self.bytes[piece.start..];
                let line = &line[..line
                    .iter()
                    .position(|byte| matches!(byte, b'\n' | b'\r'))
                    .unwrap_or(line.len())];
                let ends = self.patterns.iter().filter_map(|pattern| pattern.end_in(line));
                piece.start + ends.max()?
            }
            _ => return None,
        };
        Some((self.settled(end, index), at + 1))
    }

    /// The place behind a prompt, or behind the line end that stands between it and the key that is shown.
    fn settled(&self, end: usize, index: usize) -> usize {
        if let Some(echo) = self.echo_at(end, index) {
            return echo;
        }
        let rest = &self.bytes[end..];
        let gap = rest.len() - rest.trim_ascii_start().len();
        let line_ends = rest[..gap].iter().filter(|byte| **byte == b'\n').count();
        let behind = end + gap;
        let typed = self.typed(index).unwrap_or_default();
        let is_alone = || {
            let text = &self.bytes[behind..];
            let line = &text[..text
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(text.len())];
            !typed.is_empty() && line.trim_ascii() == typed
        };
        if line_ends == 1 && is_alone() { behind } else { end }
    }

    /// Which of the prompts one below the other an attempt answers.
    fn choose(&mut self, index: usize, asks: &[Place], path: &mut Path) -> Place {
        let is_shown = |walk: &Self, place: &Place| walk.is_shown(place.0, index);
        if index == 0 {
            let is_valid = self.expected.steps.get(1).is_some_and(|step| step.placed.is_some());
            let shown = asks.iter().position(|place| is_shown(self, place));
            self.group = shown.map_or(if is_valid { asks.len() } else { 1 }, |shown| shown + 1);
            return asks[self.group - 1];
        }
        if self.script.protocol == Protocol::Enter
            && let Some(place) = self.pass_keys(index, asks[0], path)
        {
            return place;
        }
        let shown = asks.iter().find(|place| is_shown(self, place));
        *shown.unwrap_or(&asks[(self.group - 1).min(asks.len() - 1)])
    }

    /// Where each key is asked for, the attempt is read behind a later prompt.
    fn pass_keys(&mut self, index: usize, first: Place, path: &mut Path) -> Option<Place> {
        let typed = self.typed(index - 1)?;
        let mut asks = vec![first];
        for at in first.1..self.pieces.len() {
            if asks.len() > typed.len() {
                break;
            }
            asks.extend(self.ask_at(at, index));
        }
        let shown = asks.iter().position(|place| self.is_shown(place.0, index));
        let is_shown_before = self.shown * 2 > path.slots.len();
        let passed = match shown {
            Some(0) => return None,
            Some(passed) if is_shown_before => {
                self.habit = Habit::Keys;
                passed
            }
            _ => self.habit.passes(typed).min(asks.len() - 1),
        };
        if let Some(slot) = path.slots.last_mut().filter(|_| passed > 0) {
            slot.passed = asks[..passed].iter().map(|(at, piece)| (piece - 1, *at)).collect();
            return Some(asks[passed]);
        }
        None
    }

    /// The place where an attempt was read by other signs: a prompt in other words, a key that is shown, text that runs
    /// into what follows.
    fn guess(&mut self, index: usize, region: std::ops::Range<usize>, from: usize) -> Option<Place> {
        let pieces = &self.pieces[region.clone()];
        let has_board = self.pieces[..region.end]
            .iter()
            .any(|piece| matches!(piece.kind, Kind::Board(_)));
        if index == 0 && !has_board {
            return None;
        }
        let unsure = region
            .clone()
            .filter(|at| self.pieces[*at].kind == Kind::Ask { is_sure: false });
        let unsure: Vec<Place> = unsure
            .map(|at| (self.settled(self.pieces[at].end, index), at + 1))
            .collect();
        let shown = unsure.iter().find(|place| self.is_shown(place.0, index));
        if let Some(place) = shown.or(unsure.last()) {
            return Some(self.learned(*place));
        }
        let next = self.pieces.get(region.end);
        if let Some(typed) = self.typed(index).filter(|typed| !typed.is_empty()) {
            let tail = region.clone().rev().find_map(|at| {
                let piece = &self.pieces[at];
                let text = self.bytes[piece.start..piece.end].trim_ascii_end();
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
            return self.first_guess(region);
        }
        if self.has_prompts || self.words == Words::Free {
            return None;
        }
        let before = self.pieces[from.min(region.start)..region.start].last()?;
        (next.is_some_and(Piece::is_answer) && before.kind != next?.kind)
            .then(|| (next.map_or(before.end, |next| next.start), region.end))
    }

    /// Where a program whose prompts nobody knows reads the first key: behind the last text before something is answered.
    fn first_guess(&mut self, region: std::ops::Range<usize>) -> Option<Place> {
        let asking = region.clone().rev().find(|at| {
            let piece = &self.pieces[*at];
            let text = &self.bytes[piece.start..piece.end];
            self.words == Words::Fixed || Said::of(self.names, text).is_some_and(|said| said.asks())
        });
        if let Some(at) = asking {
            let end = self.pieces[at].end;
            return Some(self.learned((end, at + 1)));
        }
        if self.words == Words::Free {
            return None;
        }
        let next = self.pieces.get(region.end)?;
        let last = self.pieces[..region.start].last()?;
        (matches!(next.kind, Kind::Board(_)) && next.kind != last.kind).then_some((next.start, region.end))
    }

    /// Learns a prompt from the place behind it.
    fn learned(&mut self, place: Place) -> Place {
        let piece = &self.pieces[place.1 - 1];
        if self.patterns.len() < PATTERNS && piece.start < place.0 && piece.opens_line {
            let prompt = &self.bytes[piece.start..place.0];
            if let Some(pattern) = Pattern::of(self.game, self.names, prompt)
                && !self.patterns.contains(&pattern)
            {
                self.patterns.push(pattern);
            }
        }
        place
    }
}
