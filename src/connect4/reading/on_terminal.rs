//! What a program leaves to the terminal. It does not print the keys, so that a board follows the prompt on the same line; or it
//! prints the same piece for both players, in two colors.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::drawing::lists;
use super::terminal;
use crate::connect4::rules::Game;

/// What was printed in a game, and for each attempted move where its first key was read.
pub type Marked<'t> = (&'t [u8], Vec<usize>);

/// What of a program's output makes sense on a terminal alone. By default nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OnTerminal {
    hides_keys: bool,
    /// Characters that are cells in a color only, each with the character that the cell should have.
    colored: Vec<(Colored, u8)>,
}

/// A character with the codes of its color before it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Colored {
    color: Vec<u8>,
    character: Vec<u8>,
}

impl OnTerminal {
    /// Nothing.
    pub const fn nothing() -> Self {
        Self {
            hides_keys: false,
            colored: Vec::new(),
        }
    }

    /// Learns from games of no move, of a move in column 1, and of another in column 2.
    pub fn learn(game: &Game, [none, one, two]: [&Marked; 3]) -> Self {
        Self {
            hides_keys: hides_keys(game.rules.columns, none.0, two),
            colored: colored_cells(game, [none.0, one.0, two.0]),
        }
    }

    /// Whether there is nothing of the kind.
    pub fn is_nothing(&self) -> bool {
        *self == Self::nothing()
    }

    /// Whether a text that follows a key begins a line: the terminal has shown the key and Enter.
    pub(super) fn begins_line(&self, text: &[u8]) -> bool {
        self.hides_keys && !matches!(text.first(), Some(b'\n' | b'\r'))
    }

    /// A text with the required characters for cells that only their color tells apart.
    pub(super) fn without_colored_cells<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        if self.colored.is_empty() || !text.contains(&0x1B) {
            return Cow::Borrowed(text);
        }

        let mut plain = Vec::with_capacity(text.len());
        for (before, found) in colored_in(text) {
            plain.extend_from_slice(before);
            plain.extend_from_slice(&found.color);
            match self.colored.iter().find(|(colored, _)| *colored == found) {
                Some((_, cell)) => plain.push(*cell),
                None => plain.extend_from_slice(&found.character),
            }
        }
        Cow::Owned(plain)
    }

    /// What pieces are shown as where only their color tells them apart, as a sentence fragment.
    pub(super) fn same_character(&self) -> Option<String> {
        let (colored, _) = self.colored.first()?;
        let character = super::text_of(&colored.character);
        Some(format!(
            "the pieces of both players are '{character}' and differ only in color"
        ))
    }

    /// What a terminal would show of a game, to learn from.
    pub fn plain(&self, (bytes, marks): &Marked) -> Vec<u8> {
        let mut text = Vec::with_capacity(bytes.len());
        let mut from = 0;
        for mark in marks.iter().copied().chain([bytes.len()]) {
            let part = &bytes[from..mark];
            if from > 0 && self.begins_line(part) {
                text.push(b'\n');
            }
            text.extend_from_slice(&self.without_colored_cells(part));
            from = mark;
        }
        text
    }
}

/// Whether the board of each move begins where the key should be: with the line that begins the board at the start.
fn hides_keys(columns: usize, opening: &[u8], (bytes, marks): &Marked) -> bool {
    let shown = |bytes| terminal::without_control_codes(bytes, false, |_| false, |_, _| ()).into_owned();
    let opening = shown(opening);
    let lines = opening.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines: Vec<&[u8]> = lines.flat_map(|line| lists::rows(line, columns)).collect();
    // The last one is the prompt.
    lines.pop();

    let ends = marks.iter().skip(1).copied().chain([bytes.len()]);
    let mut answers = marks.iter().zip(ends).map(|(begin, end)| shown(&bytes[*begin..end]));
    let begins_with_board = |answer: Vec<u8>| {
        let first = answer
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default()
            .trim_ascii();
        !first.is_empty() && lines.contains(&lists::rows(first, columns)[0])
    };
    marks.len() > 1 && answers.all(begins_with_board)
}

/// The cells of each player, where one character in two colors is the piece of both; the empty ones, too, where it is theirs in a
/// third color.
fn colored_cells(game: &Game, texts: [&[u8]; 3]) -> Vec<(Colored, u8)> {
    if !texts[2].contains(&0x1B) {
        return Vec::new();
    }
    let [none, one, two] = texts.map(|text| colored_in(text).map(|(_, found)| found).collect::<BTreeSet<_>>());
    let first: Vec<&Colored> = one.difference(&none).collect();
    let second: Vec<&Colored> = two.difference(&one).collect();
    let mut pairs = Vec::new();
    for one in &first {
        pairs.extend(
            second
                .iter()
                .filter(|two| two.character == one.character)
                .map(|two| (*one, *two)),
        );
    }

    let [(one, two)] = pairs[..] else { return Vec::new() };
    let wording = &game.wording;
    let cell = |glyph: char| u8::try_from(glyph).ok();
    let (Some(empty), Some(first), Some(second)) =
        (cell(wording.empty), cell(wording.pieces[0]), cell(wording.pieces[1]))
    else {
        return Vec::new();
    };
    let empties = none.iter().filter(|other| other.character == one.character);
    let players = [(one.clone(), first), (two.clone(), second)];
    players
        .into_iter()
        .chain(empties.map(|other| (other.clone(), empty)))
        .collect()
}

/// Each character of a text that follows codes of a color, with the text before these; last what follows the last one, with
/// neither color nor character.
fn colored_in(text: &[u8]) -> impl Iterator<Item = (&[u8], Colored)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let own = rest.take()?;
        let nothing = Colored {
            color: Vec::new(),
            character: Vec::new(),
        };
        let mut from = 0;
        while let Some(at) = own[from..].iter().position(|byte| *byte == 0x1B).map(|at| from + at) {
            let mut end = at;
            while let Some(length) = terminal::color_code(&own[end..]) {
                end += length;
            }
            let length = character_length(&own[end..]);
            if end > at && length > 0 {
                rest = Some(&own[end + length..]);
                let found = Colored {
                    color: own[at..end].to_vec(),
                    character: own[end..end + length].to_vec(),
                };
                return Some((&own[..at], found));
            }
            from = end.max(at + 1);
        }
        Some((own, nothing))
    })
}

/// The length of the character that some bytes begin with; 0 where they begin with a control character.
fn character_length(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(first) if !first.is_ascii_control() => {
            1 + bytes[1..].iter().take_while(|byte| **byte & 0xC0 == 0x80).count()
        }
        _ => 0,
    }
}
