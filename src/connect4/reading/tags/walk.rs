//! From prompt to prompt: which of them each attempt answers.

use super::pattern::Pattern;
use super::pieces::{Kind, Piece};
use crate::connect4::expected::Expected;
use crate::connect4::reading::Words;
use crate::connect4::reading::free::Names;
use crate::connect4::rules::{Game, Protocol};
use crate::connect4::script::Script;

mod guess;

/// Spaces between a prompt and the echoed key.
const GAP: usize = 3;

/// What a program makes of the keys of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// It reads a line.
    Lines,
    /// It prompts for each key, including Enter.
    Keys,
    /// It reads a line, but silently skips empty ones.
    Words,
    /// It prompts for each key, but silently skips Enter and spaces.
    Characters,
    /// It silently skips what is not a move.
    Moves,
}

impl Habit {
    /// How many more prompts an attempt answers than one.
    fn passes(self, typed: &[u8]) -> usize {
        match self {
            Self::Lines | Self::Words | Self::Moves => 0,
            Self::Keys => typed.len(),
            Self::Characters => typed.len().saturating_sub(1),
        }
    }

    /// Whether an attempt is passed over without a word.
    fn skips(self, typed: &[u8], is_move: bool) -> bool {
        match self {
            Self::Lines | Self::Keys => false,
            Self::Words | Self::Characters => typed.trim_ascii().is_empty(),
            Self::Moves => !is_move,
        }
    }
}

/// Where an attempt was presumably read.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// How many bytes came before its first key.
    pub at: usize,
    /// The first piece after it.
    pub piece: usize,
    /// Prompts that its other keys answered: the piece, and where it ends.
    pub passed: Vec<(usize, usize)>,
    /// Whether it was passed over without a word.
    pub is_skipped: bool,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub slots: Vec<Slot>,
    /// Behind the prompt that could not be answered: how many bytes come before, and the first piece.
    pub end: Option<Place>,
    /// Whether keys are shown.
    pub shows_keys: bool,
    /// Prompts that were learned.
    pub patterns: Vec<Pattern>,
}

/// What there is to go by.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub game: &'a Game,
    pub script: &'a Script,
    pub bytes: &'a [u8],
    pub pieces: &'a [Piece],
    pub names: &'a Names,
    pub expected: &'a Expected,
    pub words: Words,
}

/// A way through the text.
pub(super) struct Walk<'a> {
    scene: Scene<'a>,
    patterns: Vec<Pattern>,
    /// How many prompts there are for one move.
    group: usize,
    /// What the program makes of keys, as far as was assumed or seen.
    habit: Habit,
    /// How many attempts were shown.
    shown: usize,
    /// Whether any prompt is sure.
    has_prompts: bool,
    /// Whether the program asked once more at the end.
    asked: bool,
}

/// A place where a key may be read: how many bytes come before it, and the first piece after it.
pub(super) type Place = (usize, usize);

impl<'a> Walk<'a> {
    pub fn new(scene: Scene<'a>, patterns: Vec<Pattern>) -> Self {
        let is_sure = |piece: &Piece| piece.kind == Kind::Ask { is_sure: true };
        Self {
            scene,
            patterns,
            group: 1,
            habit: Habit::Lines,
            shown: 0,
            has_prompts: scene.pieces.iter().any(is_sure),
            asked: false,
        }
    }

    /// Goes through the whole text.
    pub fn follow(mut self, habit: Habit, asked: bool) -> Path {
        (self.habit, self.asked) = (habit, asked);
        let mut path = Path::default();
        let mut from = 0;
        for index in 0..self.scene.script.attempts.len() {
            let skipped = self.skipped(index, from, &mut path);
            let is_skipped = skipped.is_some();
            let Some((at, piece)) = skipped.or_else(|| self.find(index, from, &mut path)) else {
                break;
            };
            self.shown += usize::from(is_skipped || self.is_shown(at, index));
            path.slots.push(Slot {
                at,
                piece,
                passed: Vec::new(),
                is_skipped,
            });
            if !is_skipped {
                from = piece;
            }
        }

        path.shows_keys = self.shown * 2 > path.slots.len();
        let attempts = self.scene.script.attempts.len();
        if asked && path.slots.len() == attempts {
            let place = self.find(attempts, from, &mut path);
            path.end = place.map(|(at, piece)| {
                let blanks = self.scene.bytes[at..].iter().take_while(|byte| **byte == b' ').count();
                (at + blanks, piece)
            });
            path.end = path.end.or_else(|| self.first_answer(from));
        }

        path.patterns = self.patterns;
        path
    }

    /// The place after the first answer to the last attempt: without another prompt, anything may follow.
    fn first_answer(&self, from: usize) -> Option<Place> {
        let length = self.scene.pieces[from..].iter().position(Piece::is_answer)?;
        let end = self.scene.pieces[from + length].end;
        let line_end = match &self.scene.bytes[end..] {
            [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        Some((end + line_end, from + length + 1))
    }

    /// The place of an attempt that is passed over without a word: by habit, or because keys are shown and the prompt shows
    /// the next one.
    fn skipped(&mut self, index: usize, from: usize, path: &mut Path) -> Option<Place> {
        let typed = self.typed(index)?;
        let is_move = self
            .scene
            .expected
            .steps
            .get(index + 1)
            .is_none_or(|step| step.placed.is_some());

        if self.habit.skips(typed, is_move) {
            return self.find(index, from, path);
        }

        let next = self.typed(index + 1)?;
        if is_move || typed == next || path.slots.is_empty() || self.shown < path.slots.len() {
            return None;
        }

        let place = (from..self.scene.pieces.len()).find_map(|at| self.ask_at(at, index + 1))?;
        (!self.is_shown(place.0, index) && self.is_shown(place.0, index + 1)).then_some(place)
    }

    fn typed(&self, index: usize) -> Option<&'a [u8]> {
        self.scene.script.attempts.get(index).map(|attempt| &attempt.typed[..])
    }

    /// Whether what was typed for an attempt is shown at a place.
    fn is_shown(&self, at: usize, index: usize) -> bool {
        self.echo_at(at, index).is_some()
    }

    /// Where what was typed for an attempt is shown, at a place or directly after it.
    fn echo_at(&self, at: usize, index: usize) -> Option<usize> {
        let typed = self.typed(index)?;
        let text = &self.scene.bytes[at..];
        let gap = text.iter().take(GAP).take_while(|byte| **byte == b' ').count();
        let shown_at = |gap: usize| {
            let behind = text[gap..].strip_prefix(typed)?;
            let again = behind.strip_prefix(typed).unwrap_or(behind);
            let ends = |rest: &[u8]| rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric());
            let is_whole = ends(behind) || ends(again) || self.scene.script.protocol == Protocol::Key;
            let is_line = !typed.is_empty() || matches!(behind.first(), None | Some(b'\n' | b'\r'));
            (is_whole && is_line).then_some(at + gap)
        };

        shown_at(0).or_else(|| shown_at(gap))
    }

    /// The next place where an attempt may be read; after the last attempt, where the program prompts once more.
    fn find(&mut self, index: usize, from: usize, path: &mut Path) -> Option<Place> {
        let mut begin = from;
        let mut is_answered = false;
        while begin <= self.scene.pieces.len() {
            let rest = &self.scene.pieces[begin..];
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

    /// The place after a piece that is certainly a prompt.
    fn ask_at(&self, at: usize, index: usize) -> Option<Place> {
        let piece = &self.scene.pieces[at];
        let end = match piece.kind {
            Kind::Ask { is_sure: true } => piece.end,
            Kind::Ask { .. } | Kind::Text if piece.opens_line => {
                let line = &self.scene.bytes[piece.start..];
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

    /// The place after a prompt, or after the line end between it and the echoed key.
    fn settled(&self, end: usize, index: usize) -> usize {
        if let Some(echo) = self.echo_at(end, index) {
            return echo;
        }

        let rest = &self.scene.bytes[end..];
        let gap = rest.len() - rest.trim_ascii_start().len();
        let mut line_ends = rest[..gap].iter().filter(|byte| **byte == b'\n');
        let is_next_line = line_ends.next().is_some() && line_ends.next().is_none();
        let behind = end + gap;
        let typed = self.typed(index).unwrap_or_default();
        let is_alone = || {
            let text = &self.scene.bytes[behind..];
            let line = &text[..text
                .iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(text.len())];
            !typed.is_empty() && line.trim_ascii() == typed
        };

        if is_next_line && is_alone() { behind } else { end }
    }

    /// Which of the prompts one below the other an attempt answers.
    fn choose(&mut self, index: usize, asks: &[Place], path: &mut Path) -> Place {
        let is_shown = |walk: &Self, place: &Place| walk.is_shown(place.0, index);
        if index == 0 {
            let is_valid = self
                .scene
                .expected
                .steps
                .get(1)
                .is_some_and(|step| step.placed.is_some());
            let shown = asks.iter().position(|place| is_shown(self, place));
            self.group = shown.map_or(if is_valid { asks.len() } else { 1 }, |shown| shown + 1);
            return asks[self.group - 1];
        }

        if self.scene.script.protocol == Protocol::Enter
            && let Some(place) = self.pass_keys(index, asks[0], path)
        {
            return place;
        }

        let shown = asks.iter().find(|place| is_shown(self, place));
        *shown.unwrap_or(&asks[(self.group - 1).min(asks.len() - 1)])
    }

    /// If each key has a prompt, the attempt is read after a later prompt.
    fn pass_keys(&mut self, index: usize, first: Place, path: &mut Path) -> Option<Place> {
        let typed = self.typed(index - 1)?;
        let mut asks = vec![first];
        for at in first.1..self.scene.pieces.len() {
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
}
