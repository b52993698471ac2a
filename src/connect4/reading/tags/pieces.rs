//! A transcript in pieces, without a mark: boards, refusals, results, prompts, and other text, each with its place.

use super::pattern::Pattern;
use crate::connect4::board::Cell;
use crate::connect4::expected::Event;
use crate::connect4::reading::Words;
use crate::connect4::reading::free::{Names, Words as Said};
use crate::connect4::reading::glyphs::Glyphs;
use crate::connect4::reading::message::{self, Messages};
use crate::connect4::rules::Game;

/// Letters that may be wrong in a prompt.
const MISSPELT: usize = 2;
/// Lines longer than this are looked through for prompts that are as asked, and no others.
const LONGEST: usize = 200;
/// Visible characters after a prompt in other words: a key that is shown, and not much more.
const ECHO: usize = 8;

/// What a piece is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Rows of a board.
    Board(Vec<Cell>),
    /// A refusal.
    Refusal,
    /// A result.
    Result,
    /// A prompt; certain if it has the required words.
    Ask {
        /// Whether it is.
        is_sure: bool,
    },
    /// Anything else.
    Text,
}

/// A piece of a transcript.
#[derive(Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    /// Where it begins.
    pub start: usize,
    /// Where it ends; its line end is not part of it.
    pub end: usize,
    /// Whether its line begins with it.
    pub opens_line: bool,
    /// Whether a line end follows.
    pub is_closed: bool,
}

impl Piece {
    /// Whether it is something that a program prints because a key was read.
    pub fn is_answer(&self) -> bool {
        matches!(self.kind, Kind::Board(_) | Kind::Refusal | Kind::Result)
    }
}

/// A part of a line.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t [u8],
    start: usize,
    opens_line: bool,
    /// Whether a line end follows.
    is_closed: bool,
}

impl Part<'_> {
    fn split(self, at: usize) -> (Self, Self) {
        let (before, behind) = self.text.split_at(at);
        let first = Self {
            text: before,
            is_closed: self.is_closed && behind.is_empty(),
            ..self
        };
        let second = Self {
            text: behind,
            start: self.start + at,
            opens_line: self.opens_line && at == 0,
            ..self
        };

        (first, second)
    }

    fn opening(self, opens_line: bool) -> Self {
        Self { opens_line, ..self }
    }

    /// Less what cannot be seen at its beginning.
    fn shown(self) -> Self {
        let is_hidden = |byte: &u8| byte.is_ascii_control() || *byte == b' ';
        let hidden = self.text.iter().take_while(|byte| is_hidden(byte)).count();
        self.split(hidden).1.opening(self.opens_line)
    }
}

/// Cuts a transcript into pieces.
pub(super) struct Cutter<'a> {
    game: &'a Game,
    words: Words,
    messages: Messages<'a>,
    names: &'a Names,
    glyphs: Glyphs,
    /// Prompts that were learned.
    patterns: &'a [Pattern],
    /// The prompts without surrounding spaces, and how many spaces end each.
    prompts: Vec<(&'a [u8], usize)>,
    pieces: Vec<Piece>,
    /// The cells of the rows that were just read, how many rows these are, and where they begin and end.
    rows: (Vec<Cell>, usize, usize, usize),
}

impl<'a> Cutter<'a> {
    pub fn new(game: &'a Game, words: Words, names: &'a Names, patterns: &'a [Pattern], opening: &[u8]) -> Self {
        let prompts = game.wording.prompts.iter().map(|prompt| {
            let bare = prompt.trim().as_bytes();
            (bare, prompt.len() - prompt.trim_end().len())
        });
        let mut glyphs = Glyphs::new(game, words, opening);
        glyphs.await_pieces(false);

        Self {
            game,
            words,
            messages: Messages::new(game),
            names,
            glyphs,
            patterns,
            prompts: prompts.filter(|(bare, _)| !bare.is_empty()).collect(),
            pieces: Vec::new(),
            rows: (Vec::new(), 0, 0, 0),
        }
    }

    /// The pieces of a text. Takes no more once there are so many prompts.
    pub fn cut(mut self, bytes: &[u8], prompts: usize) -> Vec<Piece> {
        let mut at = 0;
        let mut asked = 0;
        let mut counted = 0;
        while at < bytes.len() && asked <= prompts {
            let length = bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let end = length.map_or(bytes.len(), |length| at + length);
            self.take_line(&bytes[at..end], at, end < bytes.len());
            at = end + 1;
            let new = &self.pieces[counted..];
            asked += new
                .iter()
                .filter(|piece| matches!(piece.kind, Kind::Ask { .. }))
                .count();
            counted = self.pieces.len();
        }

        self.end_board();
        self.pieces
    }

    /// Takes exact prompts from a line, and the text between them.
    fn take_line(&mut self, line: &[u8], start: usize, is_closed: bool) {
        let mut rest = Part {
            text: line,
            start,
            opens_line: true,
            is_closed,
        };

        while let Some((at, end)) = self.exact(rest.text) {
            let (before, _) = rest.split(at);
            self.take_part(before, false);
            let (asked, behind) = rest.split(end);
            let has_text = !before.text.trim_ascii().is_empty();
            let asked = asked.split(at).1;
            self.push(Kind::Ask { is_sure: true }, asked.opening(rest.opens_line && !has_text));
            rest = behind;
        }

        self.take_part(rest, !rest.opens_line);
    }

    /// Where the first prompt that is as asked begins and ends.
    fn exact(&self, text: &[u8]) -> Option<(usize, usize)> {
        let begins = |at: usize| {
            let (bare, blanks) = self.prompts.iter().find(|(bare, _)| {
                text.get(at..at + bare.len())
                    .is_some_and(|same| same.eq_ignore_ascii_case(bare))
            })?;
            Some((at, end_with_blanks(text, at + bare.len(), *blanks)))
        };
        (0..text.len()).find_map(begins)
    }

    fn push(&mut self, kind: Kind, part: Part) {
        self.end_board();
        self.pieces.push(Piece {
            kind,
            start: part.start,
            end: part.start + part.text.len(),
            opens_line: part.opens_line,
            is_closed: part.is_closed,
        });
    }

    /// Takes the text around exact prompts: first other prompts at its beginning.
    fn take_part(&mut self, mut part: Part, mut is_behind_prompt: bool) {
        loop {
            part = part.shown();
            if part.text.is_empty() || self.take_row_of(part) {
                return;
            }

            let may_be_learned = part.opens_line || is_behind_prompt;
            let learned = self.patterns.iter().filter_map(|pattern| pattern.end_in(part.text));
            let learned = learned.max().filter(|_| may_be_learned);
            let Some(length) = learned.or_else(|| self.misspelt(part.text)) else {
                return self.take_rest(part);
            };

            let (prompt, behind) = part.split(length);
            self.push(Kind::Ask { is_sure: true }, prompt);
            (part, is_behind_prompt) = (behind, true);
        }
    }

    /// Whether something belongs to a board.
    fn take_row_of(&mut self, part: Part) -> bool {
        if part.text.len() > LONGEST {
            return false;
        }
        let is_visible = |byte: &u8| *byte == b'\t' || !byte.is_ascii_control();
        let visible: Vec<u8> = part.text.iter().copied().filter(is_visible).collect();
        if let Some(cells) = self.glyphs.row(&visible) {
            self.take_row(&cells, part);
            return true;
        }
        message::is_drawing(&visible) || self.is_header(&visible)
    }

    /// Takes what is no prompt that is known.
    fn take_rest(&mut self, part: Part) {
        let text = part.text;
        if text.len() > LONGEST {
            return self.push(Kind::Text, part);
        }

        let is_fixed = self.messages.recognise(text).is_some();
        // A cut with nothing before or after it would leave the same text forever.
        let split = self.messages.split(text);
        let split = split.filter(|(_, behind)| (1..text.len()).contains(&behind.len()));
        if let Some(kind) = self.message(text).filter(|_| is_fixed || split.is_none()) {
            return self.push(kind, part);
        }

        if let Some((_, behind)) = split {
            let (before, behind) = part.split(text.len() - behind.len());
            self.take_part(before, false);
            return self.take_part(behind, false);
        }

        let asked = self.reworded(text).map(|length| (Kind::Ask { is_sure: false }, length));
        let asked = asked.or_else(|| self.before_row(text).map(|length| (Kind::Text, length)));
        let Some((kind, length)) = asked else {
            return self.push(Kind::Text, part);
        };
        let (prompt, behind) = part.split(length);

        self.push(kind, prompt);
        self.take_part(behind, false);
    }

    fn is_header(&self, line: &[u8]) -> bool {
        (self.words == Words::Free || !self.game.wording.header.is_empty()) && self.glyphs.is_header(line)
    }

    fn take_row(&mut self, cells: &[Cell], part: Part) {
        self.glyphs.note_pieces(cells);
        if self.rows.1 == 0 {
            self.rows.2 = part.start;
        }
        self.rows.0.extend_from_slice(cells);
        self.rows.1 += 1;
        self.rows.3 = part.start + part.text.len();
        if self.rows.1 == self.game.rules.rows {
            self.end_board();
        }
    }

    fn end_board(&mut self) {
        let (cells, rows, start, end) = std::mem::take(&mut self.rows);
        if rows > 0 {
            self.pieces.push(Piece {
                kind: Kind::Board(cells),
                start,
                end,
                opens_line: true,
                is_closed: true,
            });
        }
    }

    /// What a whole line says, but for prompts.
    fn message(&self, text: &[u8]) -> Option<Kind> {
        let kind = |event: &Event| match event {
            Event::Refusal => Some(Kind::Refusal),
            Event::Result(_) => Some(Kind::Result),
            _ => None,
        };
        if let Some(found) = self.messages.recognise(text) {
            return found.event.as_ref().and_then(kind);
        }

        match self.words {
            Words::Fixed => kind(self.messages.reworded(self.game, text)?.event.as_ref()?),
            Words::Free => kind(&Said::of(self.names, text)?.event(false, &|_| false)?),
        }
    }

    /// The length of the misspelt prompt that a line begins with.
    fn misspelt(&self, text: &[u8]) -> Option<usize> {
        let digit = |text: &[u8]| text.iter().find(|byte| byte.is_ascii_digit()).copied();
        let first = digit(text);
        self.prompts.iter().find_map(|(bare, blanks)| {
            let longest = (bare.len() + MISSPELT).min(text.len());
            let is_like = text.len() + MISSPELT >= bare.len() && digit(bare).is_none_or(|digit| Some(digit) == first);
            if !is_like {
                return None;
            }
            let length = closest_prefix(bare, &text[..longest])?;
            Some(end_with_blanks(text, length, *blanks))
        })
    }

    /// The length of the prompt in other words that a line begins with, and that ends in a colon.
    fn reworded(&self, text: &[u8]) -> Option<usize> {
        let colons = text.iter().enumerate().filter(|(_, byte)| **byte == b':');
        colons.map(|(at, _)| at + 1).take(3).find_map(|end| {
            let rest = text[end..].trim_ascii();
            let is_short = rest.len() <= ECHO || self.before_row(text).is_some_and(|at| at <= end + 2);
            let found = is_short
                .then(|| self.messages.reworded(self.game, &text[..end]))
                .flatten()?;
            matches!(found.event, Some(Event::Prompt(_))).then(|| end_with_blanks(text, end, 1))
        })
    }

    /// Where a row with the required characters begins after other text.
    fn before_row(&self, text: &[u8]) -> Option<usize> {
        let wording = &self.game.wording;
        let columns = self.game.rules.columns;
        let length = columns + wording.separator.len() * (columns - 1);
        let text = text.trim_ascii_end();
        let at = text.len().checked_sub(length).filter(|at| *at > 0)?;
        let is_cell = |byte: u8| {
            let [one, two] = wording.pieces;
            [wording.empty, one, two].contains(&char::from(byte))
        };

        let step = 1 + wording.separator.len();
        let mut cells = (0..columns).map(|column| at + column * step);
        let gaps = || (0..columns - 1).map(|column| at + column * step + 1);
        let is_row =
            cells.all(|at| is_cell(text[at])) && gaps().all(|at| text[at..].starts_with(wording.separator.as_bytes()));
        is_row.then_some(at)
    }
}

/// Where some text ends, with the spaces that belong to it.
fn end_with_blanks(text: &[u8], end: usize, blanks: usize) -> usize {
    let found = text[end..].iter().take_while(|byte| **byte == b' ').count();
    end + found.min(blanks)
}

/// The length of the beginning of a text that is closest to the required one, if it is close enough.
fn closest_prefix(asked: &[u8], text: &[u8]) -> Option<usize> {
    let digits = |text: &[u8]| text.iter().copied().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    let lower = (asked.to_ascii_lowercase(), text.to_ascii_lowercase());
    let wanted = digits(asked);
    let shortest = asked.len().saturating_sub(MISSPELT);
    let mut best: Option<(usize, usize)> = None;
    for length in shortest.max(1)..=text.len() {
        if digits(&text[..length]) != wanted {
            continue;
        }
        let distance = message::edits(&lower.0, &lower.1[..length]);
        let is_better = best.is_none_or(|(least, _)| {
            distance < least || (distance == least && text[length - 1].is_ascii_punctuation())
        });
        if distance <= MISSPELT && is_better {
            best = Some((distance, length));
        }
    }

    best.map(|(_, length)| length)
}
