//! Recognising one line: a row of the board, or one of the fixed messages, spelt well or not.

use super::DressKind;
use crate::connect4::board::{Cell, Player};
use crate::connect4::expected::{Event, Outcome};
use crate::connect4::rules::Game;

/// Letters that may be wrong in a fixed message.
const MISSPELT: usize = 2;
/// Lines longer than this are nobody's message.
const LONGEST: usize = 200;

/// A recognised message.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Match {
    /// What it says.
    pub event: Event,
    /// The text that was asked for.
    pub wanted: String,
    /// How it differs, besides blanks around it.
    pub kind: Option<DressKind>,
}

/// Reads a row of the board: as many cells as there are columns, whatever blanks stand between.
pub(super) fn row(game: &Game, line: &[u8]) -> Option<Vec<Cell>> {
    let columns = game.rules.columns;
    if line.len() > LONGEST {
        return None;
    }
    let wording = &game.wording;
    let is = |byte: u8, glyph: char| char::from(byte).eq_ignore_ascii_case(&glyph);
    let mut cells = Vec::with_capacity(columns);
    for byte in line.iter().copied().filter(|byte| !matches!(byte, b' ' | b'\t')) {
        cells.push(if is(byte, wording.empty) {
            None
        } else if is(byte, wording.pieces[0]) {
            Some(Player::One)
        } else if is(byte, wording.pieces[1]) {
            Some(Player::Two)
        } else {
            return None;
        });
        if cells.len() > columns {
            return None;
        }
    }
    (cells.len() == columns).then_some(cells)
}

/// Whether a row stands to the byte as it was asked for.
pub(super) fn is_row_as_asked(game: &Game, line: &[u8], row: &[Cell]) -> bool {
    let wording = &game.wording;
    let mut rest = line;
    for (column, cell) in row.iter().enumerate() {
        if column > 0 {
            let Some(behind) = rest.strip_prefix(wording.separator.as_bytes()) else {
                return false;
            };
            rest = behind;
        }
        let glyph = cell.map_or(wording.empty, |player| wording.pieces[player.index()]);
        let [first, behind @ ..] = rest else {
            return false;
        };
        if char::from(*first) != glyph {
            return false;
        }
        rest = behind;
    }
    rest.is_empty()
}

/// The fixed messages with what they say.
fn messages(game: &Game) -> [(&str, Event); 6] {
    let wording = &game.wording;
    let [first, second] = [Player::One, Player::Two];
    [
        (&wording.prompts[0], Event::Prompt(first)),
        (&wording.prompts[1], Event::Prompt(second)),
        (&wording.invalid, Event::Refusal),
        (&wording.wins[0], Event::Result(Outcome::Win(first))),
        (&wording.wins[1], Event::Result(Outcome::Win(second))),
        (&wording.tie, Event::Result(Outcome::Tie)),
    ]
}

/// Recognises a line as a fixed message: as it was asked for, in other case, with up to two letters wrong, or in other
/// words that leave no doubt.
pub(super) fn recognise(game: &Game, line: &[u8]) -> Option<Match> {
    let line = line.trim_ascii();
    if line.is_empty() || line.len() > LONGEST {
        return None;
    }
    let messages = messages(game);
    let found = |index: usize, kind| {
        let (wanted, event) = messages[index].clone();
        Some(Match {
            event,
            wanted: wanted.to_owned(),
            kind,
        })
    };
    let position = |same: &dyn Fn(&[u8]) -> bool| messages.iter().position(|(text, _)| same(text.trim().as_bytes()));
    if let Some(index) = position(&|text| text == line) {
        return found(index, None);
    }
    if let Some(index) = position(&|text| text.eq_ignore_ascii_case(line)) {
        return found(index, Some(DressKind::LetterCase));
    }
    if let Some(index) = closest(&messages, line) {
        return found(index, Some(DressKind::Misspelling));
    }
    let index = reworded(&messages, &line.to_ascii_lowercase())?;
    found(index, Some(DressKind::Rewording))
}

/// The one message within two letters of a line. Digits must agree: the player's number is never a misspelling.
fn closest(messages: &[(&str, Event)], line: &[u8]) -> Option<usize> {
    let digits = |text: &[u8]| text.iter().copied().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    let line_digits = digits(line);
    let mut best: Option<(usize, usize)> = None;
    let mut is_tied = false;
    for (index, (text, _)) in messages.iter().enumerate() {
        let text = text.trim().as_bytes();
        if text.len().abs_diff(line.len()) > MISSPELT || digits(text) != line_digits {
            continue;
        }
        let distance = edits(&text.to_ascii_lowercase(), &line.to_ascii_lowercase());
        match best {
            Some((least, _)) if distance == least => is_tied = true,
            Some((least, _)) if distance > least => {}
            _ => {
                best = Some((distance, index));
                is_tied = false;
            }
        }
    }
    best.filter(|(distance, _)| *distance <= MISSPELT && !is_tied)
        .map(|(_, index)| index)
}

/// Edit distance: letters put in, left out or changed, or two neighbours exchanged.
fn edits(one: &[u8], other: &[u8]) -> usize {
    let width = other.len() + 1;
    let mut table = vec![0usize; (one.len() + 1) * width];
    for (column, cell) in table.iter_mut().take(width).enumerate() {
        *cell = column;
    }
    for row in 1..=one.len() {
        table[row * width] = row;
        for column in 1..width {
            let at = row * width + column;
            let change = usize::from(one[row - 1] != other[column - 1]);
            let mut least = (table[at - width] + 1)
                .min(table[at - 1] + 1)
                .min(table[at - width - 1] + change);
            if row > 1 && column > 1 && one[row - 1] == other[column - 2] && one[row - 2] == other[column - 1] {
                least = least.min(table[at - 2 * width - 2] + 1);
            }
            table[at] = least;
        }
    }
    table[table.len() - 1]
}

/// A message in other words, when the words leave one reading only.
fn reworded(messages: &[(&str, Event)], line: &[u8]) -> Option<usize> {
    let words: Vec<&[u8]> = line
        .split(|byte| !byte.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let says = |any: &[&str]| {
        words
            .iter()
            .any(|word| any.iter().any(|wanted| wanted.as_bytes() == *word))
    };
    let player = match (says(&["1", "one"]), says(&["2", "two"])) {
        (true, false) => Some(Player::One),
        (false, true) => Some(Player::Two),
        _ => None,
    };
    let wins = says(&["win", "wins", "won", "winner", "victory"]);
    let ties = says(&["tie", "tied", "draw", "drawn", "stalemate"]);
    let refuses = says(&["invalid", "illegal", "incorrect"]) || (says(&["try"]) && says(&["again"]));
    let asks = says(&["choose", "column", "turn", "select", "pick", "enter"]) && line.ends_with(b":");
    let event = match (wins, ties, refuses, asks) {
        (true, false, false, false) => Event::Result(Outcome::Win(player?)),
        (false, true, false, false) if player.is_none() => Event::Result(Outcome::Tie),
        (false, false, true, false) => Event::Refusal,
        (false, false, false, true) => Event::Prompt(player?),
        _ => return None,
    };
    messages.iter().position(|(_, candidate)| *candidate == event)
}

/// Splits a line before the first fixed message that stands in the middle of it, or behind one that stands at its
/// beginning.
pub(super) fn split<'a>(game: &Game, line: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    if line.len() > LONGEST {
        return None;
    }
    let cuts = messages(game).into_iter().filter_map(|(text, _)| {
        let text = text.trim().as_bytes();
        let at = line
            .windows(text.len().max(1))
            .position(|window| window.eq_ignore_ascii_case(text))?;
        let cut = if line[..at].trim_ascii().is_empty() {
            at + text.len()
        } else {
            at
        };
        (0 < cut && cut < line.len()).then_some(cut)
    });
    cuts.min()
        .map(|cut| (line[..cut].trim_ascii_end(), line[cut..].trim_ascii_start()))
}
