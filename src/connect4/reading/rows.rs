//! Rows of the board: reading them, recording their format differences, and assembling boards.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use super::cropped::{cells, holds_cells};
use super::glyphs::FRAME;
use super::parts::opening;
use super::{FormatKind, Printed, ROWS_BELOW, Reader, Seen, UPSIDE_DOWN, Vocabulary, Words, text_of};
use crate::connect4::board::{Board, Cell};
use crate::connect4::expected::Event;
use crate::connect4::rules::{Game, Wording};

/// A row of a board as it was printed.
#[derive(Debug)]
pub(super) struct Row {
    cells: Vec<Cell>,
    /// Its line, with the required characters for cells.
    pub line: Vec<u8>,
    /// The line as it was printed, where that has other characters.
    printed: Option<Vec<u8>>,
    /// Whether other characters are printed.
    is_exchanged: bool,
    /// Whether it may be a drawn line: dashes without spaces.
    is_bar: bool,
    /// How it differs from the required line; where rows have labels, that depends on where it is.
    differences: OnceLock<Vec<RowDifference>>,
}

impl Row {
    /// Its line as it was printed.
    fn as_printed(&self) -> &[u8] {
        self.printed.as_ref().unwrap_or(&self.line)
    }
}

/// A board in the program's own format.
#[derive(Debug)]
pub struct PrintedBoard {
    /// The step in which it is printed.
    pub step: usize,
    /// The board.
    pub board: Board,
    /// Its lines in the order in which they are printed, each with the number of its row, from 0 at the top.
    pub rows: Vec<(usize, Vec<u8>)>,
}

/// The boards of a transcript with their lines as they are printed.
pub fn printed_boards(vocabulary: &Vocabulary, game: &Game, words: Words, printed: Printed) -> Vec<PrintedBoard> {
    let parts = printed.parts();
    let mut reader = Reader::new(vocabulary, game, words, &opening(game, vocabulary, &parts));
    reader.kept = Some(Vec::new());
    for part in &parts {
        reader.read_step(part);
    }
    reader.kept.unwrap_or_default()
}

/// How a row differs from the required one.
#[derive(Debug)]
struct RowDifference {
    kind: FormatKind,
    message: &'static str,
    required: String,
}

/// No more rows than these are kept.
const MOST_KNOWN: usize = 4096;
/// No rows are kept of a program with a longer opening.
const LONGEST_OPENING: usize = 4096;

/// The rows that a program has printed, by their lines: the same few hundred are printed again and again. What a character
/// says follows from the opening.
#[derive(Debug, Default)]
pub struct KnownRows {
    opening: Vec<u8>,
    rows: HashMap<Vec<u8>, Arc<Row>>,
}

impl KnownRows {
    /// Begins to read a transcript. `None` where its opening is too long.
    pub(super) fn begin(&mut self, opening: &[u8]) -> Option<&mut Self> {
        if opening.len() > LONGEST_OPENING {
            return None;
        }
        if self.opening != opening {
            self.rows.clear();
            self.opening = opening.to_vec();
        }
        Some(self)
    }
}

impl Reader<'_> {
    /// A row that was read before.
    pub(super) fn known_row(&self, line: &[u8]) -> Option<Arc<Row>> {
        let known = self.known_rows.as_ref()?;
        known.rows.get(line).map(Arc::clone)
    }

    /// Notes that a row is printed in other characters, where it is.
    pub(super) fn note_characters(&mut self, line: &[u8], row: &Row) {
        if !row.is_exchanged {
            return;
        }

        let message = match &self.drawing {
            Some((_, shown)) => shown,
            None => &self.glyphs.shown,
        };
        if !message.is_empty() {
            let required = text_of(&row.line);
            self.format.note(FormatKind::Rewording, message, line, &required);
        }
    }

    /// Reads a row.
    pub(super) fn new_row(&mut self, line: &[u8]) -> Option<Arc<Row>> {
        let cells = self.cells_of(line)?;
        let redrawn = match &self.drawing {
            Some((drawing, _)) => Some(drawing.redrawn(self.game, line, &cells)),
            None => self.glyphs.exchange(line),
        };
        let is_other = |redrawn: &Vec<u8>| redrawn.trim_ascii_end() != line.trim_ascii_end();
        let is_exchanged = redrawn.as_ref().is_some_and(is_other);
        let printed = redrawn.is_some().then(|| line.to_vec());
        let required = redrawn.unwrap_or_else(|| line.to_vec());
        let row = Arc::new(Row {
            is_bar: cells.iter().all(Option::is_none) && !required.trim_ascii().contains(&b' '),
            is_exchanged,
            line: required,
            printed,
            cells,
            differences: OnceLock::new(),
        });

        if let Some(known) = self.known_rows.as_mut().filter(|known| known.rows.len() < MOST_KNOWN) {
            known.rows.insert(line.to_vec(), Arc::clone(&row));
        }
        Some(row)
    }

    /// The cells of a row.
    pub(super) fn cells_of(&mut self, line: &[u8]) -> Option<Vec<Cell>> {
        match &self.drawing {
            Some((drawing, _)) => drawing.row(line),
            None => self.glyphs.row(line),
        }
    }

    /// Puts a row to those before it.
    pub(super) fn take_row(&mut self, row: Arc<Row>) {
        self.glyphs.note_pieces(&row.cells);
        self.something_follows();
        self.note_drawn_above_board();
        self.rows.push(row);
    }

    /// Makes boards of the rows that were printed one below the other. Lines of dashes that are drawn around a board look
    /// like rows of an empty one: where the rows make whole boards with them left out, and only so, they are no rows.
    pub(super) fn end_board(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let (rows, lines) = self.without_padding(rows);
        let height = self.game.rules.rows * lines;
        let (above, below) = bars(&rows, height);
        for (number, block) in rows.chunks(above + height + below).enumerate() {
            if number > 0 && block.len() * 2 <= height {
                self.format.note(FormatKind::ExtraText, ROWS_BELOW, b"", "");
                continue;
            }
            let (bars, block) = block.split_at(above.min(block.len()));
            let (block, more_bars) = block.split_at(height.min(block.len()));
            for bar in bars.iter().chain(more_bars) {
                self.note_drawn(&bar.line, true);
            }

            self.take_board(block);
        }
    }

    /// Rows without the empty ones that are drawn above and below each of them, where cells are several lines high; and how many
    /// lines are a row then.
    fn without_padding(&self, rows: Vec<Arc<Row>>) -> (Vec<Arc<Row>>, usize) {
        let drawing = self.drawing.as_ref();
        let [above, below] = drawing.map_or([0; 2], |(drawing, _)| drawing.padding());
        let lines = above + 1 + below;
        let is_padded = |row: &[Arc<Row>]| {
            let mut others = row.iter().enumerate().filter(|(at, _)| *at != above);
            let is_whole = row.len() == lines || row.len() <= above;
            is_whole && others.all(|(_, line)| line.cells.iter().all(Option::is_none))
        };
        if lines == 1 || !rows.chunks(lines).all(is_padded) {
            return (rows, lines);
        }
        let rows = rows.chunks(lines).filter_map(|row| row.get(above).map(Arc::clone));
        (rows.collect(), 1)
    }

    /// A board whose rows are too few, or have another width, is none.
    fn take_board(&mut self, rows: &[Arc<Row>]) {
        let is_upside_down = self
            .drawing
            .as_ref()
            .is_some_and(|(drawing, _)| drawing.is_upside_down());
        if is_upside_down {
            let upright: Vec<Arc<Row>> = rows.iter().rev().cloned().collect();
            self.note_upside_down(rows, &upright);
            self.take_upright_board(&upright);
        } else {
            self.take_upright_board(rows);
        }
        self.keep_board(rows, is_upside_down);
    }

    /// Keeps the lines of a board that was just taken, where they are asked for.
    fn keep_board(&mut self, rows: &[Arc<Row>], is_upside_down: bool) {
        if self.kept.is_none() {
            return;
        }
        let Some(Seen::Event(Event::Board(board))) = self.last().cloned() else {
            return;
        };

        let printed = rows.iter().enumerate().map(|(at, row)| {
            let number = if is_upside_down { rows.len() - 1 - at } else { at };
            (number, row.as_printed().to_vec())
        });
        let printed = PrintedBoard {
            step: self.steps.len() - 1,
            board,
            rows: printed.collect(),
        };
        self.kept.get_or_insert_default().push(printed);
    }

    /// The bottom row is printed first; that shows where it is another one than the top row.
    fn note_upside_down(&mut self, printed: &[Arc<Row>], upright: &[Arc<Row>]) {
        let mut rows = printed.iter().zip(upright);
        if let Some((row, required)) = rows.find(|(row, required)| row.cells != required.cells) {
            let required = text_of(&required.line);
            self.format
                .note(FormatKind::UpsideDown, UPSIDE_DOWN, row.as_printed(), &required);
        }
    }

    fn take_upright_board(&mut self, rows: &[Arc<Row>]) {
        for (index, row) in rows.iter().enumerate() {
            self.note_row(row, index);
        }

        self.note_missing_above();
        let rules = self.game.rules;
        let is_whole = rows.len() == rules.rows && rows.iter().all(|row| row.cells.len() == rules.columns);
        let seen = if is_whole {
            let mut cells = Vec::with_capacity(rules.rows * rules.columns);
            for row in rows {
                cells.extend_from_slice(&row.cells);
            }
            let board = Board::from_cells(rules.rows, rules.columns, &cells);
            self.is_full = board.is_full();
            Seen::Event(Event::Board(board))
        } else {
            Seen::BrokenBoard(rows.iter().map(|row| row.cells.clone()).collect())
        };

        self.step().push(seen);
    }

    fn note_row(&mut self, row: &Row, index: usize) {
        let own;
        let differences = match &self.labels[..] {
            [label] => row.differences.get_or_init(|| self.differences(row, label)),
            labels => {
                own = self.differences(row, &labels[index % labels.len()]);
                &own
            }
        };
        for RowDifference {
            kind,
            message,
            required,
        } in differences
        {
            self.format.note(*kind, message, row.as_printed(), required);
        }
    }

    /// How a row differs from the required one with this label.
    fn differences(&self, row: &Row, label: &str) -> Vec<RowDifference> {
        let (line, wording) = (&row.line[..], &self.game.wording);
        let wanted = required(wording, label, &row.cells);
        if line == wanted.as_bytes() {
            return Vec::new();
        }

        let difference = |kind, message| RowDifference {
            kind,
            message,
            required: wanted.clone(),
        };
        if self.glyphs.shows_blanks() {
            return vec![difference(FormatKind::Rewording, "empty cells are shown as spaces")];
        }

        let asked = wanted.as_bytes().trim_ascii_end();
        let trimmed = line.trim_ascii_end();
        let (trail, asked_trail) = (line.len() - trimmed.len(), wanted.len() - asked.len());
        let at_end = if trail > asked_trail {
            Some("rows end in a space")
        } else {
            (trail < asked_trail).then_some("the space at the end of rows is missing")
        };
        let at_end = at_end.map(|message| difference(FormatKind::TrailingSpace, message));
        if trimmed == asked {
            return at_end.into_iter().collect();
        }

        let (kind, message) = if trimmed.eq_ignore_ascii_case(asked) {
            (FormatKind::LetterCase, "pieces with different capitalization")
        } else if !label.is_empty() && !line.iter().any(|byte| (b'1'..=b'9').contains(byte)) {
            let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let is_letter = words.clone().count() == row.cells.len() + 1
                && words
                    .next()
                    .is_some_and(|word| matches!(word, [b'A'..=b'Z' | b'a'..=b'z']));
            let message = if is_letter {
                "rows have letters instead of numbers"
            } else {
                "the row numbers are missing"
            };
            (FormatKind::RowSpacing, message)
        } else if trimmed.contains(&b'0') && !wanted.contains('0') {
            let message = "the digit 0 is shown instead of the letter O";
            (FormatKind::Rewording, message)
        } else if label.is_empty() && self.glyphs.is_framed(trimmed) {
            let message = "rows contain characters other than their cells";
            (FormatKind::RowSpacing, message)
        } else if trimmed.contains(&b'\t') {
            (FormatKind::RowSpacing, "tabs between the cells of a row")
        } else if trimmed.len() < asked.len() {
            (FormatKind::RowSpacing, "spaces between the cells of a row are missing")
        } else {
            (FormatKind::RowSpacing, "extra spaces in a row")
        };
        at_end.into_iter().chain([difference(kind, message)]).collect()
    }
}

/// The required line of a row.
fn required(wording: &Wording, label: &str, row: &[Cell]) -> String {
    let mut line = String::with_capacity(label.len() + 2 * row.len() + 8);
    line.push_str(label);
    for (column, cell) in row.iter().enumerate() {
        if column > 0 {
            line.push_str(&wording.separator);
        }
        line.push(cell.map_or(wording.empty, |player| wording.pieces[player.index()]));
    }

    line.push_str(&wording.row_end);
    line
}

/// How many lines are drawn above each board, and how many below.
fn bars(rows: &[Arc<Row>], height: usize) -> (usize, usize) {
    if rows.len().is_multiple_of(height) {
        return (0, 0);
    }

    let are_drawn = |above: usize, below: usize| {
        let block = above + height + below;
        rows.len().is_multiple_of(block)
            && rows.chunks(block).all(|block| {
                block[..above].iter().all(|row| row.is_bar) && block[above + height..].iter().all(|row| row.is_bar)
            })
    };
    let ways = [(1, 1), (0, 1), (1, 0)];

    ways.into_iter()
        .find(|(above, below)| are_drawn(*above, *below))
        .unwrap_or((0, 0))
}

/// How many cells each row has in some bytes, where there are as many rows as a board has, all have another number of cells, and
/// nothing is in them but an empty cell and two pieces.
pub fn other_width(game: &Game, bytes: &[u8]) -> Option<usize> {
    const MARKS: usize = 3;
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lines: Vec<&[u8]> = lines.filter(|line| holds_cells(line)).collect();
    let width = cells(lines.first()?)?;
    let is_board = lines.len() == game.rules.rows && lines.iter().all(|line| cells(line) == Some(width));

    let bytes = lines.iter().copied().flatten().copied();
    let is_mark = |byte: &u8| !byte.is_ascii_whitespace() && !FRAME.contains(byte);
    let marks: BTreeSet<u8> = bytes.filter(is_mark).collect();
    (is_board && marks.len() <= MARKS && width != game.rules.columns).then_some(width)
}

/// Whether some bytes hold rows of a board with NULs as cells, so that a terminal shows fewer than there are. A NUL at the end of each row
/// is no cell.
pub fn has_nul_cells(game: &Game, bytes: &[u8]) -> bool {
    let columns = game.rules.columns;
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let mut rows = lines.filter(|line| line.contains(&0) && cells(line) == Some(columns));
    let is_inside = |row: &&[u8]| row.iter().rev().skip_while(|byte| **byte == 0).any(|byte| *byte == 0);
    rows.clone().any(|row| is_inside(&row)) || (1..game.rules.rows).contains(&rows.by_ref().count())
}
