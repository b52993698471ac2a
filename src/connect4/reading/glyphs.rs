//! What the characters of a row say: which are empty cells, which are whose pieces, and which are only drawn.
//!
//! Takes lines and returns rows of cells. A program may use other characters than required: they are learned from its
//! first board and from the first piece with another character.

use super::Words;
use super::message::is_line_drawing;
use crate::connect4::board::{Cell, Player};
use crate::connect4::rules::Game;

mod blanks;
mod first_board;
mod layout;

pub(super) use first_board::has_zero_cells;
use layout::Layout;

/// Lines longer than this are no row.
const LONGEST: usize = 200;

/// Characters that may be drawn between and around the cells of a row.
pub(super) const FRAME: &[u8] = b"|[](){}<>:;,!/\\";

/// What is drawn before and after each cell.
const FRAMES: [(u8, u8); 4] = [(b'|', b'|'), (b'[', b']'), (b'(', b')'), (b'{', b'}')];

/// Pieces that programs show instead of the required ones.
const PIECES: [[u8; 2]; 3] = [*b"12", *b"XO", *b"RY"];

/// What is said of cells that are zero bytes.
pub const NEVER_SET: &str = "are zero bytes, which nobody sees (cells that were never set?)";

/// What the characters of rows say.
#[derive(Debug, Clone)]
pub(super) struct Glyphs {
    columns: usize,
    rows: usize,
    words: Words,
    /// Whether pieces in other characters than required are learned from rows that hold them.
    learns_pieces: bool,
    /// What each byte says as a cell; `None` when it is none.
    cells: [Option<Cell>; 256],
    /// For each character the required one; `None` if all are as required.
    exchanged: Option<Box<[u8; 256]>>,
    /// What is shown instead of the required characters, as a sentence fragment.
    pub shown: String,
    /// The required characters of an empty cell and the pieces; `None` if not a single byte.
    asked: [Option<u8>; 3],
    /// The layout of the first board's rows.
    layout: Option<Layout>,
    /// The same where empty cells are spaces.
    blanks: Option<blanks::Blanks>,
    /// Whether lines were seen that may be rows of the first board.
    saw_rows: bool,
    /// Whether it is settled which character is the piece of each player: it was seen, or none can be there yet.
    knows_pieces: [bool; 2],
    /// The piece that usually goes with the first one seen, until it or another is seen.
    guessed: Option<u8>,
}

impl Glyphs {
    /// The required characters, and what the opening shows instead.
    pub fn new(game: &Game, words: Words, opening: &[u8]) -> Self {
        let wording = &game.wording;
        let byte = |glyph: char| u8::try_from(glyph).ok();
        let mut glyphs = Self {
            columns: game.rules.columns,
            rows: game.rules.rows,
            words,
            learns_pieces: words == Words::Free,
            cells: [None; 256],
            exchanged: None,
            shown: String::new(),
            asked: [byte(wording.empty), byte(wording.pieces[0]), byte(wording.pieces[1])],
            layout: None,
            blanks: None,
            saw_rows: false,
            knows_pieces: [true; 2],
            guessed: None,
        };

        // The digit instead of the letter, and vice versa.
        let holds = |wanted: char| {
            [Player::One, Player::Two]
                .into_iter()
                .find(|player| wording.pieces[player.index()] == wanted)
        };

        if let Some(player) = holds('O') {
            glyphs.cells[usize::from(b'0')] = Some(Some(player));
        } else if words == Words::Free && matches!(wording.empty, 'O' | '0') && holds('0').is_none() {
            b"Oo0"
                .iter()
                .for_each(|shown| glyphs.cells[usize::from(*shown)] = Some(None));
        }

        for (cell, glyph) in [
            (Some(Player::Two), wording.pieces[1]),
            (Some(Player::One), wording.pieces[0]),
            (None, wording.empty),
        ] {
            let cases = [glyph.to_ascii_lowercase(), glyph.to_ascii_uppercase()];
            for shown in cases.into_iter().filter_map(byte) {
                glyphs.cells[usize::from(shown)] = Some(cell);
            }
        }

        glyphs.learn_opening(opening);
        glyphs
    }

    /// Whether a character is a cell.
    pub fn is_cell(&self, byte: u8) -> bool {
        self.cell(byte).is_some()
    }

    /// The characters that are pieces of a player.
    pub fn bytes_of(&self, player: Player) -> impl Iterator<Item = u8> {
        (0..=127).filter(move |byte| self.cell(*byte) == Some(Some(player)))
    }

    fn cell(&self, byte: u8) -> Option<Cell> {
        self.cells[usize::from(byte)]
    }

    /// Reads a row of the board: as many cells as there are columns, with any spaces or drawn lines between them. A
    /// number before or after the row is taken for its label.
    pub fn row(&mut self, line: &[u8]) -> Option<Vec<Cell>> {
        if line.len() > LONGEST {
            return None;
        }
        let row = self.known_row(line);
        let is_whole = row.as_ref().is_some_and(|row| row.len() == self.columns);
        if is_whole || !self.learns_pieces || !self.learn_pieces(line) {
            return row;
        }
        self.known_row(line)
    }

    /// The same, without learning from it.
    pub fn known_row(&self, line: &[u8]) -> Option<Vec<Cell>> {
        if line.len() > LONGEST {
            return None;
        }
        if let Some(row) = self.row_of_blanks(line) {
            return Some(row);
        }

        let laid_out = self.layout.as_ref().and_then(|layout| layout.cells_of(line));
        if let Some(cells) = laid_out.and_then(|cells| cells.map(|byte| self.cell(byte)).collect()) {
            return Some(cells);
        }

        let columns = self.columns;
        let inner = self.without_labels(line);
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let is_of_row = |byte: &u8| self.cell(*byte).is_some() || is_blank(byte) || FRAME.contains(byte);
        if !inner.iter().all(is_of_row) {
            return None;
        }
        let mut cells = Vec::with_capacity(columns);
        cells.extend(inner.iter().filter_map(|byte| self.cell(*byte)));
        let has_blank = inner.iter().any(|byte| self.cell(*byte).is_none() && is_blank(byte));

        if cells.len() < columns {
            match self.fields(line) {
                Some(fields) => return fields.into_iter().map(|mark| self.cell_of(mark)).collect(),
                None if line.contains(&b'|') => return None,
                None => {}
            }
        }

        let words = if self.words == Words::Free { inner } else { line };
        let is_row = cells.len() == columns || (has_blank && self.is_other_width(words, cells.len()));
        is_row.then_some(cells)
    }

    /// What the character between two frames says, where empty cells are spaces.
    fn cell_of(&self, mark: u8) -> Option<Cell> {
        if mark == b' ' { Some(None) } else { self.cell(mark) }
    }

    /// The characters between the frames of a row with as many cells as there are columns: `| |O| |X| | |`, `[ ][O][ ][X][ ]`.
    fn fields(&self, line: &[u8]) -> Option<Vec<u8>> {
        let mut line = line.trim_ascii();
        if self.words == Words::Free {
            let is_outside = |byte: &u8| byte.is_ascii_digit() || *byte == b' ';
            let before = line.iter().take_while(|byte| is_outside(byte)).count();
            line = &line[before..];
            let behind = line.iter().rev().take_while(|byte| is_outside(byte)).count();
            line = &line[..line.len() - behind];
        }

        let (open, close) = *FRAMES.iter().find(|(open, _)| line.first() == Some(open))?;
        let inner = line.strip_suffix(&[close])?;
        let fields: Option<Vec<u8>> = if open == close {
            let cells = inner.strip_prefix(&[open])?.split(|byte| *byte == close);
            cells.map(only_byte).collect()
        } else {
            let cells = inner.split(|byte| *byte == close);
            cells
                .map(|cell| only_byte(cell.trim_ascii_start().strip_prefix(&[open])?))
                .collect()
        };
        fields.filter(|fields| fields.len() == self.columns)
    }

    /// Whether a line of so many cells is a row of a board with more or fewer columns: each cell parted from the next as
    /// asked for, and near enough in number.
    fn is_other_width(&self, line: &[u8], cells: usize) -> bool {
        let columns = self.columns;
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        (columns / 2 + 1..=columns * 2).contains(&cells) && words.count() == cells
    }

    /// A line less a number at its beginning, or at its end, that is no cell.
    fn without_labels<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        let line = line.trim_ascii();
        let line = &line[self.label(line.iter())..];
        &line[..line.len() - self.label(line.iter().rev())]
    }

    /// The length of the number that a line has at this end. A zero may be a cell, too: it belongs to a number such as 10
    /// where enough cells are left without it.
    fn label<'a>(&self, line: impl Iterator<Item = &'a u8> + Clone) -> usize {
        let is_cell = |byte: &&u8| self.cell(**byte).is_some();
        let digits: Vec<&u8> = line.clone().take_while(|byte| byte.is_ascii_digit()).collect();
        let own = digits.iter().take_while(|byte| !is_cell(byte)).count();

        let mut inner = line.skip(digits.len()).peekable();
        let is_apart = inner
            .peek()
            .is_some_and(|byte| byte.is_ascii_whitespace() || FRAME.contains(byte));
        let is_number = digits.len() == 2 && is_apart && !digits.iter().all(is_cell);
        if is_number && inner.filter(is_cell).count() >= self.columns {
            digits.len()
        } else {
            own
        }
    }

    /// Learns from a line that would be a row if another pair of pieces were in use. Whether it did.
    fn learn_pieces(&mut self, line: &[u8]) -> bool {
        if self.knows_pieces == [true; 2] || self.asked.contains(&None) {
            return false;
        }

        let laid_out = self.layout.as_ref().and_then(|layout| layout.cells_of(line));
        let marks = || {
            let is_mark = |byte: &u8| !byte.is_ascii_whitespace() && !FRAME.contains(byte);
            line.iter().copied().filter(is_mark).take(self.columns + 1).collect()
        };
        let mut cells: Vec<u8> = laid_out.map_or_else(marks, Iterator::collect);
        if cells.len() < self.columns {
            cells = self.fields(line).unwrap_or(cells);
        }

        if cells.len() != self.columns {
            return false;
        }

        let unknown: Vec<u8> = cells.into_iter().filter(|mark| self.cell_of(*mark).is_none()).collect();
        let mut others: Vec<u8> = unknown.iter().map(u8::to_ascii_uppercase).collect();
        others.dedup();

        let [other] = others[..] else { return false };
        let is_first = self.knows_pieces == [false; 2];
        let pair = PIECES.into_iter().find(|pair| is_first && pair.contains(&other));
        let Some([first, second]) = pair.filter(|pair| pair.iter().all(|piece| self.cell(*piece).is_none())) else {
            return unknown.len() == 1 && self.learn_piece(unknown[0]);
        };

        // Player 1 begins: whichever letter comes first is theirs. Numbers speak for themselves.
        let pair = if other == first || first == b'1' {
            [first, second]
        } else {
            [second, first]
        };

        self.forget_asked(&[Player::One, Player::Two]);

        for (player, piece) in [Player::One, Player::Two].into_iter().zip(pair) {
            self.learn(piece, Some(player));
            self.learn(piece.to_ascii_lowercase(), Some(player));
            self.say_shown(Some(player), piece);
        }

        // The other one is only usual: X may play against @.
        self.knows_pieces = pair.map(|piece| piece == other);
        self.guessed = pair.into_iter().find(|piece| *piece != other);
        true
    }

    /// Learns one piece: the first one that is shown is player 1's, and the next other one player 2's.
    fn learn_piece(&mut self, piece: u8) -> bool {
        if !piece.is_ascii_graphic() || piece.is_ascii_digit() {
            return false;
        }

        let player = if self.knows_pieces[0] { Player::Two } else { Player::One };
        let unknown = [Player::One, Player::Two].map(|player| (player, self.knows_pieces[player.index()]));
        let unknown: Vec<Player> = unknown
            .into_iter()
            .filter(|(_, known)| !known)
            .map(|(player, _)| player)
            .collect();
        self.forget_asked(&unknown);
        self.forget_guessed();
        self.learn(piece, Some(player));
        self.say_shown(Some(player), piece);
        self.knows_pieces[player.index()] = true;
        true
    }

    /// The required pieces of these players are not in use.
    fn forget_asked(&mut self, players: &[Player]) {
        for asked in players.iter().filter_map(|player| self.asked[player.number()]) {
            self.cells[usize::from(asked.to_ascii_uppercase())] = None;
            self.cells[usize::from(asked.to_ascii_lowercase())] = None;
        }
    }

    /// The usual other piece is not in use.
    fn forget_guessed(&mut self) {
        let Some(guessed) = self.guessed.take() else { return };
        self.cells[usize::from(guessed)] = None;
        self.cells[usize::from(guessed.to_ascii_lowercase())] = None;
        // What was said of it came last.
        let said = self.shown.rfind(&format!("'{}'", char::from(guessed)));
        let before = said.and_then(|at| self.shown[..at].rfind("pieces of player"));
        if let Some(before) = before {
            self.shown.truncate(before);
            self.shown.truncate(self.shown.trim_end_matches(", ").len());
        }
    }

    /// From now on there may be pieces, in any character. Whether they are learned from rows that hold them although words are
    /// fixed.
    pub fn await_pieces(&mut self, learns: bool) {
        self.learns_pieces |= learns;
        self.knows_pieces = [false; 2];
    }

    /// Keeps in mind which pieces are in use.
    pub fn note_pieces(&mut self, cells: &[Cell]) {
        for player in cells.iter().flatten() {
            self.knows_pieces[player.index()] = true;
        }
    }

    /// A row's line in the required characters; `None` if it already uses them.
    pub fn exchange(&self, line: &[u8]) -> Option<Vec<u8>> {
        let exchanged = self.exchanged.as_ref()?;
        Some(line.iter().map(|byte| exchanged[usize::from(*byte)]).collect())
    }

    /// From now on a character means a cell whose required character is another.
    fn learn(&mut self, shown: u8, cell: Cell) {
        let Some(asked) = self.asked[cell.map_or(0, Player::number)] else {
            return;
        };
        self.cells[usize::from(shown)] = Some(cell);
        let exchanged = self
            .exchanged
            .get_or_insert_with(|| Box::new(std::array::from_fn(|byte| byte as u8)));
        exchanged[usize::from(shown)] = asked;
    }

    fn say_shown(&mut self, cell: Cell, shown: u8) {
        let what = match cell {
            None => "empty cells".to_owned(),
            Some(player) => format!("pieces of player {}", player.number()),
        };
        let gap = if self.shown.is_empty() { "" } else { ", " };
        self.shown += &match shown {
            0 => format!("{gap}{what} {NEVER_SET}"),
            _ => format!("{gap}{what} are shown as '{}'", char::from(shown)),
        };
    }

    /// Whether a row contains more than cells and spaces.
    pub fn is_framed(&self, line: &[u8]) -> bool {
        line.iter()
            .any(|byte| !byte.is_ascii_whitespace() && self.cell(*byte).is_none())
    }

    /// Whether a line is the numbers of the columns, however they are drawn.
    pub fn is_header(&self, line: &[u8]) -> bool {
        const DRAWN: &[u8] = b"-_=+.*#'\"^~";
        if line.len() > LONGEST {
            return false;
        }

        // Whatever is no ASCII counts as one mark of another kind.
        let text = String::from_utf8_lossy(line);
        let drawn = |letter: char| match u8::try_from(letter) {
            Ok(byte) => byte.is_ascii_whitespace() || FRAME.contains(&byte) || DRAWN.contains(&byte),
            Err(_) => is_line_drawing(letter),
        };
        let marks = text.chars().filter(|letter| !drawn(*letter));
        let mut marks = marks.map(|letter| if letter.is_ascii() { letter as u8 } else { 0 });
        let Some(mut next @ (b'0' | b'1' | b'A' | b'a')) = marks.next() else {
            return false;
        };
        for _ in 1..self.columns {
            next += 1;
            if marks.next() != Some(next) {
                return false;
            }
        }

        marks.next().is_none()
    }
}

/// The one byte between frames, a space where there is none. `None` where there are more.
fn only_byte(field: &[u8]) -> Option<u8> {
    match field.trim_ascii() {
        [] => Some(b' '),
        [byte] => Some(*byte),
        _ => None,
    }
}
