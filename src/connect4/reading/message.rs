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

/// What may stand between and around the cells of a row that someone drew.
const FRAME: &[u8] = b"|[](){}<>:;,!/\\";

/// Reads a row of the board: as many cells as there are columns, whatever blanks or drawn lines stand between. A number
/// before or behind the row is taken for its label.
pub(super) fn row(game: &Game, line: &[u8]) -> Option<Vec<Cell>> {
    let columns = game.rules.columns;
    if line.len() > LONGEST {
        return None;
    }
    let mut cells = Vec::with_capacity(columns);
    let mut has_blank = false;
    for byte in without_labels(game, line).iter().copied() {
        if let Some(cell) = cell(game, byte) {
            cells.push(cell);
        } else if byte == b' ' || byte == b'\t' {
            has_blank = true;
        } else if !FRAME.contains(&byte) {
            return None;
        }
    }
    if cells.len() < columns && line.contains(&b'|') {
        return blank_row(game, line);
    }
    let is_row = cells.len() == columns || (has_blank && is_other_width(game, line, cells.len()));
    is_row.then_some(cells)
}

/// Reads a row whose empty cells are blank: `| |O| |X| | |`.
fn blank_row(game: &Game, line: &[u8]) -> Option<Vec<Cell>> {
    let inner = line.trim_ascii().strip_prefix(b"|")?.strip_suffix(b"|")?;
    let cells: Option<Vec<Cell>> = inner
        .split(|byte| *byte == b'|')
        .map(|field| match field.trim_ascii() {
            [] => Some(None),
            [byte] => cell(game, *byte),
            _ => None,
        })
        .collect();
    cells.filter(|cells| cells.len() == game.rules.columns)
}

/// What a byte says as a cell; `None` when it is none.
fn cell(game: &Game, byte: u8) -> Option<Cell> {
    let wording = &game.wording;
    let is = |glyph: char| char::from(byte).eq_ignore_ascii_case(&glyph);
    if is(wording.empty) {
        Some(None)
    } else if is(wording.pieces[0]) {
        Some(Some(Player::One))
    } else if is(wording.pieces[1]) {
        Some(Some(Player::Two))
    } else if byte == b'0' {
        // The digit where the letter was asked for.
        [Player::One, Player::Two]
            .into_iter()
            .find(|player| wording.pieces[player.index()] == 'O')
            .map(Some)
    } else {
        None
    }
}

/// What empty cells are shown as, when the opening shows an empty board in another character than was asked for.
pub(super) fn empty_shown(game: &Game, opening: &[u8]) -> Option<u8> {
    let rules = game.rules;
    let lines = opening.split(|byte| matches!(byte, b'\n' | b'\r')).take(LONGEST);
    let shown = lines.filter(|line| line.len() <= LONGEST).filter_map(|line| {
        let mut marks = line.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        let first = marks.next()?;
        let rest = marks.by_ref().take_while(|mark| *mark == first).count();
        (first.is_ascii_graphic() && rest + 1 == rules.columns && marks.next().is_none()).then_some(first)
    });
    let shown: Vec<u8> = shown.collect();
    let first = *shown.first()?;
    let is_other = first == b'0' || cell(game, first).is_none();
    (is_other && shown.len() == rules.rows && shown.iter().all(|mark| *mark == first)).then_some(first)
}

/// Whether a line of so many cells is a row of a board with more or fewer columns: each cell parted from the next as
/// asked for, and near enough in number.
fn is_other_width(game: &Game, line: &[u8], cells: usize) -> bool {
    let columns = game.rules.columns;
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    (columns / 2 + 1..=columns * 2).contains(&cells) && words.count() == cells
}

/// A line less a number at its beginning, or at its end, that is no cell.
fn without_labels<'a>(game: &Game, line: &'a [u8]) -> &'a [u8] {
    let is_digit = |byte: &u8| byte.is_ascii_digit() && cell(game, *byte).is_none();
    let line = line.trim_ascii();
    let digits = line.iter().take_while(|byte| is_digit(byte)).count();
    let line = if digits > 0 { &line[digits..] } else { line };
    let digits = line.iter().rev().take_while(|byte| is_digit(byte)).count();
    &line[..line.len() - digits]
}

/// Whether a row carries more than cells and blanks.
pub(super) fn is_framed(game: &Game, line: &[u8]) -> bool {
    line.iter()
        .any(|byte| !byte.is_ascii_whitespace() && cell(game, *byte).is_none())
}

/// Whether a line is only drawn: no letter, no digit.
pub(super) fn is_drawing(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() > 1 && line.iter().all(|byte| byte.is_ascii_punctuation() || *byte == b' ')
}

/// The length of a terminal's control code at the beginning of some bytes: ESC with what belongs to it, else one byte.
pub(super) fn escape_length(code: &[u8]) -> usize {
    let [0x1B, b'[', parameters @ ..] = code else {
        return if code.len() > 1 && code[0] == 0x1B && code[1].is_ascii_alphanumeric() {
            2
        } else {
            1
        };
    };
    let length = parameters
        .iter()
        .take_while(|byte| (0x20..0x40).contains(*byte))
        .count();
    (length + 3).min(code.len())
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
    let index = reworded(game, &messages, line)?;
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
fn reworded(game: &Game, messages: &[(&str, Event)], line: &[u8]) -> Option<usize> {
    let said = Said::of(game, line);
    let event = match (said.wins, said.ties, said.refuses, said.asks && line.ends_with(b":")) {
        (true, false, false, false) => Event::Result(Outcome::Win(said.player?)),
        (false, true, false, false) if said.player.is_none() => Event::Result(Outcome::Tie),
        (false, false, true, false) => Event::Refusal,
        (false, false, false, true) => Event::Prompt(said.player?),
        _ => return None,
    };
    messages.iter().position(|(_, candidate)| *candidate == event)
}

/// The last line before a key is read is a prompt, in whatever words, when it names one player; or when the line before
/// it, `said`, does.
pub(super) fn prompt_before_key(game: &Game, line: &[u8], said: &str) -> Option<Match> {
    let asking = |line: &[u8]| Some(Said::of(game, line)).filter(|said| !(said.wins || said.ties || said.refuses));
    let player = match asking(line)? {
        Said {
            player: Some(player), ..
        } => player,
        Said { names: 0, .. } => asking(said.as_bytes()).and_then(|said| said.player)?,
        Said { .. } => return None,
    };
    Some(Match {
        event: Event::Prompt(player),
        wanted: game.wording.prompts[player.index()].clone(),
        kind: Some(DressKind::Rewording),
    })
}

/// What the words of a line say.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a line may say several of these; only one alone is a message"
)]
struct Said {
    /// The one player that is named.
    player: Option<Player>,
    /// How many players are named.
    names: usize,
    wins: bool,
    ties: bool,
    refuses: bool,
    asks: bool,
}

impl Said {
    /// Looks at the words of a line, whatever their case.
    fn of(game: &Game, line: &[u8]) -> Self {
        let line = &line.to_ascii_lowercase()[..];
        let words: Vec<&[u8]> = line
            .split(|byte| !byte.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let says = |any: &[&str]| {
            words
                .iter()
                .any(|word| any.iter().any(|wanted| wanted.as_bytes() == *word))
        };
        // "Player 2, enter a column (1-6)" names player 2: a number behind "player" counts before any other.
        let behind: Vec<&[u8]> = words
            .windows(2)
            .filter(|pair| pair[0] == b"player")
            .map(|pair| pair[1])
            .collect();
        let numbers = if behind.is_empty() { &words } else { &behind };
        // A player may be named by number or by piece: "Player X Wins."
        let is_named = |player: Player, any: [&str; 4]| {
            let piece = game.wording.pieces[player.index()].to_ascii_lowercase();
            let is_piece = |word: &[u8]| piece.is_ascii_alphabetic() && *word == [piece as u8];
            numbers
                .iter()
                .any(|word| is_piece(word) || any.iter().any(|name| name.as_bytes() == *word))
        };
        let players = [
            is_named(Player::One, ["1", "one", "p1", "player1"]),
            is_named(Player::Two, ["2", "two", "p2", "player2"]),
        ];
        let wins = says(&["win", "wins", "won", "winner", "victory"]);
        Self {
            player: match players {
                [true, false] => Some(Player::One),
                [false, true] => Some(Player::Two),
                _ => None,
            },
            names: players.into_iter().filter(|is_named| *is_named).count(),
            wins: wins && !says(&["no", "nobody", "none", "neither"]),
            ties: says(&["tie", "tied", "draw", "drawn", "stalemate"]),
            refuses: says(&["invalid", "illegal", "incorrect"]) || (says(&["try"]) && says(&["again"])),
            asks: says(&["choose", "column", "turn", "select", "pick", "enter"]),
        }
    }
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
