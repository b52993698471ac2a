//! How a program draws its boards, learned from games of one and two moves: the characters of its cells, and what is drawn
//! around them.
//!
//! Takes what was printed by games whose moves are known, and gives a [`Drawing`] that reads the rows of any board of the
//! program. The characters may have several bytes, such as ● or 红, and empty cells may be spaces: what changes with a move
//! in a column is a cell of that column.

use super::{echo, text_of};
use crate::connect4::board::{Cell, Player};
use crate::connect4::rules::Game;

/// Lines from a row of a board to the next one, at most: lines may be drawn between.
const MOST_STRIDE: usize = 4;
/// Lines that are looked through in each output.
const LINES: usize = 400;
/// Rows longer than this are not learned.
const LONGEST: usize = 200;

/// How a program draws the rows of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// An empty cell, and the pieces of player 1 and player 2.
    glyphs: [Vec<u8>; 3],
    /// What is drawn before the first cell, between two, and after the last one. Digits before and after are labels.
    gaps: [Vec<u8>; 3],
    columns: usize,
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
}

/// A part of a row that a move changes: where, from what, and to what.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    at: usize,
    from: Vec<u8>,
    to: Vec<u8>,
}

impl Drawing {
    /// Learns how boards are drawn. `None` where the moves do not show it beyond doubt.
    pub fn learn(game: &Game, sample: &Sample) -> Option<Self> {
        let opening = lines_of(&sample.opening);
        (1..=MOST_STRIDE)
            .flat_map(|stride| Blocks::of_same_lines(&opening, game.rules.rows, stride))
            .find_map(|blocks| blocks.drawing(game, sample))
    }

    /// Whether an output may show an empty board in any characters: as many lines as a board has rows that are the same.
    pub fn may_show_empty_board(game: &Game, output: &[u8]) -> bool {
        let lines = lines_of(output);
        let is_row = |row: &Vec<u8>| !row.trim_ascii().is_empty() && characters(row).len() >= game.rules.columns;
        (1..=MOST_STRIDE)
            .flat_map(|stride| Blocks::of_same_lines(&lines, game.rules.rows, stride))
            .any(|blocks| is_row(&blocks.rows[0]))
    }

    /// Whether the characters are those of the assignment, each for the other player.
    pub fn exchanges_pieces(&self, game: &Game) -> bool {
        let [one, two] = game.wording.pieces.map(|piece| piece.to_string());
        self.glyphs[1].eq_ignore_ascii_case(two.as_bytes()) && self.glyphs[2].eq_ignore_ascii_case(one.as_bytes())
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
        let drawn = (0..3).filter(|at| !self.glyphs[*at].eq_ignore_ascii_case(asked[*at].to_string().as_bytes()));
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
        // Spaces at the end of a line may be missing.
        let mut line = line.trim_ascii_end().to_vec();
        line.extend_from_slice(&b" ".repeat(LONGEST));

        self.cells_of(&line, after_label)
            .or_else(|| self.cells_of(&line, after_number))
    }

    /// The cells of a line, in which `after` says what comes after a label.
    fn cells_of(&self, line: &[u8], after: for<'t> fn(&'t [u8], &[u8]) -> Option<&'t [u8]>) -> Option<Vec<Cell>> {
        let [before, between, behind] = &self.gaps;
        let mut rest = after(line, before)?;
        let mut cells = Vec::with_capacity(self.columns);
        for column in 0..self.columns {
            if column > 0 {
                rest = rest.strip_prefix(&between[..])?;
            }
            let (cell, length) = self.cell(rest)?;
            cells.push(cell);
            rest = &rest[length..];
        }

        let rest = after(rest, behind.trim_ascii_end())?;
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

    /// A row in this layout with the required characters.
    pub(super) fn redrawn(&self, game: &Game, cells: &[Cell]) -> Vec<u8> {
        let glyph = |cell: &Cell| cell.map_or(game.wording.empty, |player| game.wording.pieces[player.index()]);
        let cells: Vec<String> = cells.iter().map(|cell| glyph(cell).to_string()).collect();
        let cells: Vec<&[u8]> = cells.iter().map(String::as_bytes).collect();
        let [before, between, behind] = &self.gaps;
        [before, &cells.join(&between[..])[..], behind].concat()
    }
}

/// What comes after a text in which any digit may be another: row numbers differ.
fn after_label<'t>(line: &'t [u8], label: &[u8]) -> Option<&'t [u8]> {
    let (begin, rest) = line.split_at_checked(label.len())?;
    let is_same = |(one, other): (&u8, &u8)| one == other || (one.is_ascii_digit() && other.is_ascii_digit());
    begin.iter().zip(label).all(is_same).then_some(rest)
}

/// The same where a number may also have more or fewer digits, and spaces before it that align it to the right.
fn after_number<'t>(line: &'t [u8], label: &[u8]) -> Option<&'t [u8]> {
    let Some(first) = label.iter().position(u8::is_ascii_digit) else {
        return line.strip_prefix(label);
    };
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (lead, number) = label.split_at(first);
    let line = match lead.trim_ascii() {
        [] => line.trim_ascii_start(),
        _ => line.strip_prefix(lead)?,
    };
    let length = digits(line);
    let rest = (1..=2).contains(&length).then(|| &line[length..])?;
    after_number(rest, &number[digits(number)..])
}

/// The lines of an output, without what a terminal does not show.
fn lines_of(output: &[u8]) -> Vec<Vec<u8>> {
    let shown = echo::without_control_codes(output, |_| false, |_| ());
    let lines = shown.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = lines.filter(|line| !line.is_empty());
    lines.take(LINES).map(<[u8]>::to_vec).collect()
}

/// The characters of a line; bytes where it is no UTF-8.
fn characters(line: &[u8]) -> Vec<&[u8]> {
    match std::str::from_utf8(line) {
        Ok(text) => text
            .split("")
            .filter(|letter| !letter.is_empty())
            .map(str::as_bytes)
            .collect(),
        Err(_) => line.chunks(1).collect(),
    }
}

/// A line with its first and its last number as 0, which may be labels, and no spaces at its end, nor before a number at its
/// beginning.
fn masked(line: &[u8]) -> Vec<u8> {
    let line = line.trim_ascii_end();
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let Some(first) = line.iter().position(is_digit) else {
        return line.to_vec();
    };
    let (first, line) = match line[..first].trim_ascii() {
        [] => (0, &line[first..]),
        _ => (first, line),
    };
    let last = line.iter().rposition(is_digit).map_or(first, |last| last);
    let first_end = first + line[first..].iter().take_while(|byte| is_digit(byte)).count();
    let last_begin = last + 1 - line[..=last].iter().rev().take_while(|byte| is_digit(byte)).count();

    if last_begin < first_end {
        return [&line[..first], b"0", &line[first_end..]].concat();
    }
    [
        &line[..first],
        b"0",
        &line[first_end..last_begin],
        b"0",
        &line[last + 1..],
    ]
    .concat()
}

/// A board's rows in the opening, and where they are.
struct Blocks {
    rows: Vec<Vec<u8>>,
    stride: usize,
}

impl Blocks {
    /// All groups of as many lines as a board has rows that differ in digits only, each so many lines after the one
    /// before, with no other such line above or below.
    fn of_same_lines(lines: &[Vec<u8>], rows: usize, stride: usize) -> Vec<Self> {
        let of = |at: usize| lines.get(at).map(|line| masked(line));
        let is_block = |from: &usize| {
            let first = of(*from);
            let is_same = |row: usize| of(from + row * stride) == first;
            let is_above = from.checked_sub(stride).is_some_and(|above| of(above) == first);
            (1..rows).all(is_same) && !is_same(rows) && !is_above
        };

        let found = (0..lines.len()).filter(is_block);
        let block = |from: usize| Self {
            rows: (0..rows).map(|row| lines[from + row * stride].clone()).collect(),
            stride,
        };
        found.map(block).collect()
    }

    /// The drawing of these rows, if they are a board's.
    fn drawing(&self, game: &Game, sample: &Sample) -> Option<Drawing> {
        let bottom = self.rows.len() - 1;
        let changes_of = |output: &Vec<u8>| -> Vec<(Vec<Vec<u8>>, Change)> {
            let boards = self.boards(output).into_iter();
            let changed = boards.filter_map(|board| {
                let (row, change) = only_change(&self.rows, &board)?;
                (row == bottom).then_some((board, change))
            });
            changed.collect()
        };
        let one_move: Vec<_> = sample.one_move.iter().map(changes_of).collect();
        let (first, others) = one_move.split_first()?;

        let of_column_1 = |(board, change): &(Vec<Vec<u8>>, Change)| {
            let mut changes = vec![change.clone()];
            for found in others {
                let last = changes.last()?;
                let goes_on = |next: &&(_, Change)| next.1.is_same_piece(change) && next.1.at > last.at;
                changes.push(found.iter().find(goes_on)?.1.clone());
            }

            let later = self.boards(&sample.two_moves).into_iter();
            let mut later = later.filter_map(|later| only_change(board, &later));
            let (_, second) = later.find(|(_, later)| later.from == change.from && later.to != change.to)?;
            Some(Drawing {
                glyphs: [change.from.clone(), change.to.clone(), second.to],
                gaps: gaps(&self.rows[bottom], &changes)?,
                columns: game.rules.columns,
            })
        };
        let is_short = self.rows.iter().all(|row| row.len() <= LONGEST);
        first.iter().find_map(of_column_1).filter(|_| is_short)
    }

    /// Everything in an output that may be such a board with some pieces.
    fn boards(&self, output: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let lines = lines_of(output);
        let span = (self.rows.len() - 1) * self.stride + 1;
        let at = |from: usize| -> Vec<Vec<u8>> {
            let rows = (0..self.rows.len()).map(|row| &lines[from + row * self.stride]);
            rows.cloned().collect()
        };
        let is_board = |rows: &Vec<Vec<u8>>| {
            let same = rows.iter().zip(&self.rows).filter(|(one, other)| one == other);
            same.count() + 2 >= rows.len()
        };
        let all = (0..(lines.len() + 1).saturating_sub(span)).map(at);
        all.filter(is_board).collect()
    }
}

/// The only row that differs between two boards, and how.
fn only_change(before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<(usize, Change)> {
    let rows = before.iter().zip(after).enumerate();
    let mut changed = rows.filter(|(_, (one, other))| one != other);
    let (row, (before, after)) = changed.next()?;
    let change = Change::between(before, after)?;
    changed.next().is_none().then_some((row, change))
}

impl Change {
    fn is_same_piece(&self, other: &Self) -> bool {
        (&self.from, &self.to) == (&other.from, &other.to)
    }

    /// The part in which two lines differ.
    fn between(before: &[u8], after: &[u8]) -> Option<Self> {
        let (before, after) = (characters(before), characters(after));
        let shorter = before.len().min(after.len());
        let at = (0..shorter).take_while(|at| before[*at] == after[*at]).count();
        let is_same_end = |back: &usize| before[before.len() - 1 - back] == after[after.len() - 1 - back];
        let behind = (0..shorter - at).take_while(is_same_end).count();
        let (from, to) = (&before[at..before.len() - behind], &after[at..after.len() - behind]);
        (!from.is_empty() && !to.is_empty()).then(|| Self {
            at,
            from: from.concat(),
            to: to.concat(),
        })
    }
}

/// What is drawn before, between and after the cells that a move in each column changes. `None` where these are not one row
/// of equal cells.
fn gaps(row: &[u8], changes: &[Change]) -> Option<[Vec<u8>; 3]> {
    let [first, second, ..] = changes else { return None };
    let row = characters(row);
    let width = characters(&first.from).len();
    let text = |from: usize, to: usize| Some(row.get(from..to)?.concat());
    let between = text(first.at + width, second.at)?;

    let are_same = changes.windows(2).all(|pair| {
        let gap = text(pair[0].at + width, pair[1].at);
        gap.as_ref() == Some(&between)
    });
    let before = text(0, first.at)?;
    let behind = text(changes.last()?.at + width, row.len())?;

    // A cell that no move reaches would be a column too many.
    let is_blank = first.from.trim_ascii().is_empty();
    let holds_cell = |gap: &Vec<u8>| gap.windows(first.from.len()).any(|part| part == first.from);
    let has_more = !is_blank && [&before, &between, &behind].into_iter().any(holds_cell);
    (are_same && !has_more).then_some([before, between, behind])
}
