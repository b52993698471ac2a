//! How a program draws its boards, learned from games of one and two moves: the characters of its cells, and what is drawn
//! around them.
//!
//! Takes what was printed by games whose moves are known, and gives a [`Drawing`] that reads the rows of any board of the
//! program. The characters may have several bytes, such as ● or 红, and empty cells may be spaces: what changes with a move
//! in a column is a cell of that column.

use super::text_of;
use crate::connect4::board::{Cell, Player};
use crate::connect4::rules::Game;
use blocks::{Blocks, Lines, characters, lines_of};
use labels::{Letters, after_label, after_number};

mod blocks;
mod labels;
pub(super) mod lists;

/// Lines from a row of a board to the next one, at most: lines may be drawn between, and cells be several lines high.
const MOST_STRIDE: usize = 6;
/// Rows longer than this are not learned.
const LONGEST: usize = 200;

/// How a program draws the rows of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// An empty cell, and the pieces of player 1 and player 2.
    glyphs: [Vec<u8>; 3],
    /// What is drawn before the first cell, between two, and after the last one. Digits before and after are labels.
    gaps: [Vec<u8>; 3],
    /// The letters that are labels before and after the cells.
    letters: Letters,
    /// Whether the second player's piece was seen; else it is taken to be one of the required ones.
    shows_second: bool,
    columns: usize,
    /// How many lines above each row, and below it, look like rows without a piece.
    padding: [usize; 2],
    /// Whether the bottom row is printed first.
    is_upside_down: bool,
}

/// What was printed by the games to learn from.
#[derive(Debug)]
pub struct Sample {
    /// Before any move.
    pub opening: Vec<u8>,
    /// By a game of one move in each column, from the left.
    pub one_move: Vec<Vec<u8>>,
    /// By a game of a move in column 1 and one in column 2. Where a computer plays, the first of `one_move`.
    pub two_moves: Vec<u8>,
    /// By a game of two moves in column 1, where a board may be upside down.
    pub stacked: Option<Vec<u8>>,
}

impl Drawing {
    /// Learns how boards are drawn. `None` where the moves do not show it beyond doubt.
    pub fn learn(game: &Game, sample: &Sample) -> Option<Self> {
        let printed = Lines::of(sample, game.rules.columns);
        (1..=MOST_STRIDE)
            .flat_map(|stride| Blocks::of_same_lines(&printed.opening, game.rules, stride))
            .find_map(|blocks| blocks.drawing(game, &printed))
    }

    /// Learns how rows are drawn from the one into which pieces fall, where the lines do not make a board: a row or the last column
    /// may be missing, or something be in the cells before the first move. `None` where the moves do not show it beyond doubt, or
    /// where the characters are the required ones.
    pub fn learn_rows(game: &Game, sample: &Sample) -> Option<Self> {
        let columns = game.rules.columns;
        let printed = Lines::of(sample, columns);
        let lines = printed.opening.clone();
        let printed = printed.without_repeats();
        let is_own = |drawing: &Self| !drawing.shown(game).is_empty();
        let has_rows = |drawing: &Self| {
            let rows = lines.iter().filter(|line| drawing.row(line).is_some());
            rows.count() * 2 >= game.rules.rows
        };
        (columns - 1..=columns).rev().find_map(|width| {
            let rows = Blocks::of_single_lines(&printed.opening, width).into_iter();
            let mut drawings = rows.filter_map(|row| row.drawing_of_row(game, &printed));
            drawings.find(|drawing| is_own(drawing) && has_rows(drawing))
        })
    }

    /// Whether an output may show an empty board in any characters: as many lines as a board has rows that are the same.
    pub fn may_show_empty_board(game: &Game, output: &[u8]) -> bool {
        let lines = lines_of(output, game.rules.columns);
        let is_row = |row: &Vec<u8>| characters(row).len() >= game.rules.columns;
        (1..=MOST_STRIDE)
            .flat_map(|stride| Blocks::of_same_lines(&lines, game.rules, stride))
            .any(|blocks| is_row(&blocks.rows[0]))
    }

    /// Whether the characters are those of the assignment, each for the other player.
    pub fn exchanges_pieces(&self, game: &Game) -> bool {
        let [one, two] = game.wording.pieces.map(|piece| piece.to_string());
        self.glyphs[1].eq_ignore_ascii_case(two.as_bytes()) && self.glyphs[2].eq_ignore_ascii_case(one.as_bytes())
    }

    /// With the required pieces, where the only piece that was seen is the required one of player 2.
    #[must_use]
    pub fn with_required_pieces(self, game: &Game) -> Self {
        let [one, two] = game.wording.pieces.map(|piece| piece.to_string().into_bytes());
        let [empty, seen, _] = &self.glyphs;
        if self.shows_second || !seen.eq_ignore_ascii_case(&two) {
            return self;
        }
        Self {
            glyphs: [empty.clone(), one, two],
            ..self
        }
    }

    /// Whether the bottom row is printed first.
    pub(super) fn is_upside_down(&self) -> bool {
        self.is_upside_down
    }

    /// How many lines above each row, and below it, are drawn like rows without a piece.
    pub(super) fn padding(&self) -> [usize; 2] {
        self.padding
    }

    /// The game with the pieces as they are drawn, where each is one character: players may be called by them.
    pub fn named(&self, game: &Game) -> Game {
        let mut game = game.clone();
        let only = |glyph: &[u8]| {
            let mut letters = std::str::from_utf8(glyph).ok()?.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        if let (Some(one), Some(two)) = (only(&self.glyphs[1]), only(&self.glyphs[2])) {
            game.wording.pieces = [one, two];
        }
        game
    }

    /// What is drawn in other characters than required, as a sentence fragment; empty where nothing is.
    pub(super) fn shown(&self, game: &Game) -> String {
        let asked = [game.wording.empty, game.wording.pieces[0], game.wording.pieces[1]];
        let what = ["empty cells", "pieces of player 1", "pieces of player 2"];
        let seen = if self.shows_second { 3 } else { 2 };
        let drawn = (0..seen).filter(|at| !self.glyphs[*at].eq_ignore_ascii_case(asked[*at].to_string().as_bytes()));
        let said: Vec<String> = drawn
            .map(|at| match self.glyphs[at].trim_ascii() {
                [] => format!("{} are shown as spaces", what[at]),
                glyph => format!("{} are shown as '{}'", what[at], text_of(glyph)),
            })
            .collect();
        said.join(", ")
    }

    /// The cells of a row; `None` where a line is none.
    pub(super) fn row(&self, line: &[u8]) -> Option<Vec<Cell>> {
        if line.len() > LONGEST * 4 {
            return None;
        }
        let line = lists::bare(line);
        // Spaces at the end of a line may be missing, unless they may be all that a row has.
        let is_padded = self.blank_row().is_none();
        let mut padded = line.trim_ascii_end().to_vec();
        padded.extend_from_slice(&b" ".repeat(LONGEST));
        let line = if is_padded { &padded } else { line };

        self.cells_of(line, after_label)
            .or_else(|| self.cells_of(line, after_number))
    }

    /// Whether a line is a row without a piece that nothing but its spaces shows.
    pub(super) fn is_blank_row(&self, line: &[u8]) -> bool {
        line.trim_ascii().is_empty() && self.blank_row().is_some_and(|blank| blank == line)
    }

    /// A row without a piece, if it is nothing but spaces.
    fn blank_row(&self) -> Option<Vec<u8>> {
        let [before, between, behind] = &self.gaps;
        let parts = [before, between, behind, &self.glyphs[0]];
        let is_blank = parts.iter().all(|part| part.iter().all(|byte| *byte == b' '));
        let cells = vec![&self.glyphs[0][..]; self.columns].join(&between[..]);
        is_blank.then(|| [before, &cells[..], behind].concat())
    }

    /// The cells of a line, in which `after` says what comes after a label.
    fn cells_of(&self, line: &[u8], after: AfterLabel) -> Option<Vec<Cell>> {
        let [before, between, behind] = &self.gaps;
        let mut rest = after(line, before, self.letters)?;
        let mut cells = Vec::with_capacity(self.columns);
        for column in 0..self.columns {
            if column > 0 {
                rest = rest.strip_prefix(&between[..])?;
            }
            let (cell, length) = self.cell(rest)?;
            cells.push(cell);
            rest = &rest[length..];
        }

        let rest = after(rest, behind.trim_ascii_end(), self.letters)?;
        rest.trim_ascii().is_empty().then_some(cells)
    }

    /// The cell that a text begins with, and its length.
    fn cell(&self, text: &[u8]) -> Option<(Cell, usize)> {
        let cells = [None, Some(Player::One), Some(Player::Two)];
        let known = self.glyphs.iter().zip(cells);
        let fits = known.filter(|(glyph, _)| text.starts_with(glyph));
        let longest = fits.max_by_key(|(glyph, _)| glyph.len())?;
        Some((longest.1, longest.0.len()))
    }

    /// A row in this layout with the required characters, and its own label.
    pub(super) fn redrawn(&self, game: &Game, line: &[u8], cells: &[Cell]) -> Vec<u8> {
        let glyph = |cell: &Cell| cell.map_or(game.wording.empty, |player| game.wording.pieces[player.index()]);
        let cells: Vec<String> = cells.iter().map(|cell| glyph(cell).to_string()).collect();
        let cells: Vec<&[u8]> = cells.iter().map(String::as_bytes).collect();
        let [before, between, behind] = &self.gaps;

        let is_label = |own: &&[u8], label: &[u8]| after_label(own, label, self.letters).is_some();
        let begin = line.get(..before.len()).filter(|own| is_label(own, before));
        let end = line.len().checked_sub(behind.len()).map(|at| &line[at..]);
        let end = end.filter(|own| is_label(own, behind));
        [
            begin.unwrap_or(before),
            &cells.join(&between[..])[..],
            end.unwrap_or(behind),
        ]
        .concat()
    }
}

/// What comes after a label in a line.
type AfterLabel = for<'t> fn(&'t [u8], &[u8], Letters) -> Option<&'t [u8]>;
