//! Finding in the opening the lines that are the rows of a board: moves change them, and nothing else.

use std::collections::HashSet;

use super::labels::{Letters, masked, number_at_end};
use super::{Drawing, LONGEST, Sample, lists};
use crate::connect4::reading::terminal;
use crate::connect4::rules::{Game, Rules};

/// Lines that are looked through in each output.
const LINES: usize = 400;
/// Characters that a piece is drawn with, at most.
const WIDEST_PIECE: usize = 12;
/// Bytes of a character, at most.
const WIDEST_CHARACTER: usize = 4;

/// The lines of an output, without what a terminal does not show. Lists in one line are lines of their own.
pub(super) fn lines_of(output: &[u8], columns: usize) -> Vec<Vec<u8>> {
    let shown = terminal::without_control_codes(output, false, |_| false, |_, _| ());
    let lines = shown.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lines = lines.filter(|line| !line.is_empty());
    let rows = lines.flat_map(|line| lists::rows(line, columns));
    rows.take(LINES).map(<[u8]>::to_vec).collect()
}

/// The characters of a line; bytes where it is no UTF-8.
pub(super) fn characters(line: &[u8]) -> Vec<&[u8]> {
    match std::str::from_utf8(line) {
        Ok(text) => text
            .split("")
            .filter(|letter| !letter.is_empty())
            .map(str::as_bytes)
            .collect(),
        Err(_) => line.chunks(1).collect(),
    }
}

/// The lines of what was printed by the games to learn from.
pub(super) struct Lines {
    pub opening: Board,
    one_move: Vec<Board>,
    two_moves: Board,
    stacked: Option<Board>,
}

impl Lines {
    /// The lines of a sample.
    pub fn of(sample: &Sample, columns: usize) -> Self {
        let lines = |output: &Vec<u8>| lines_of(output, columns);
        Self {
            opening: lines(&sample.opening),
            one_move: sample.one_move.iter().map(lines).collect(),
            two_moves: lines(&sample.two_moves),
            stacked: sample.stacked.as_ref().map(lines),
        }
    }

    /// The same without the repeats of any line: a program that never stops printing has many.
    pub fn without_repeats(self) -> Self {
        let once = |lines: Board| -> Board {
            let mut seen = HashSet::new();
            let new = lines.into_iter().filter(|line| seen.insert(line.clone()));
            new.collect()
        };
        Self {
            opening: once(self.opening),
            one_move: self.one_move.into_iter().map(once).collect(),
            two_moves: once(self.two_moves),
            stacked: self.stacked.map(once),
        }
    }
}

/// A part of a row that a move changes: where, from what, and to what.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    at: usize,
    from: Vec<u8>,
    to: Vec<u8>,
}

/// The lines of a board's rows.
type Board = Vec<Vec<u8>>;

/// A board with one piece more than another one.
struct Changed {
    /// The line in which it begins.
    from: usize,
    board: Board,
    change: Change,
}

/// A board's rows in the opening, and where they are.
pub(super) struct Blocks {
    pub rows: Board,
    columns: usize,
    stride: usize,
    letters: Letters,
    /// Characters that an empty cell may have: a row has room for as many in each column.
    widest_cell: usize,
}

impl Blocks {
    /// All groups of as many lines as a board has rows that differ in their labels only, each so many lines after the one
    /// before, with no other such line above or below.
    pub fn of_same_lines(lines: &[Vec<u8>], Rules { rows, columns, .. }: Rules, stride: usize) -> Vec<Self> {
        let all: Vec<Vec<u8>> = lines.iter().map(|line| masked(line)).collect();
        let letters_of = |from: usize, count: usize| {
            let rows = (0..count).map(|row| all.get(from + row * stride).map(|line| &line[..]));
            row_letters(&rows.collect::<Option<Vec<_>>>()?)
        };
        let block = |from: usize| {
            let letters = letters_of(from, rows)?;
            let above = from.checked_sub(stride);
            let has_more = above.is_some_and(|above| letters_of(above, rows + 1).is_some());
            let is_whole = !has_more && letters_of(from, rows + 1).is_none();
            let lines = || (0..rows).map(|row| lines[from + row * stride].clone()).collect();
            is_whole.then(|| Self::new(lines(), columns, stride, letters))
        };
        (0..lines.len()).filter_map(block).collect()
    }

    /// Each line by itself that is long enough for a row of so many cells.
    pub fn of_single_lines(lines: &[Vec<u8>], columns: usize) -> Vec<Self> {
        let rows = lines.iter().filter(|line| characters(line).len() >= columns);
        rows.map(|row| Self::new(vec![row.clone()], columns, 1, Letters::default()))
            .collect()
    }

    fn new(rows: Board, columns: usize, stride: usize, letters: Letters) -> Self {
        let widest_row = rows.iter().map(|row| characters(row).len()).max().unwrap_or(0);
        Self {
            rows,
            columns,
            stride,
            letters,
            widest_cell: widest_row / columns,
        }
    }

    /// The drawing of a single line, if it is the row into which the first pieces fall.
    pub fn drawing_of_row(&self, game: &Game, printed: &Lines) -> Option<Drawing> {
        let drawing = self.drawing_with(game, printed, 0)?;
        Some(Drawing {
            is_upside_down: false,
            ..drawing
        })
    }

    /// The drawing of these rows, if they are a board's: pieces fall into the row that is printed last, or into the first
    /// one, where the board is upside down.
    pub fn drawing(&self, game: &Game, printed: &Lines) -> Option<Drawing> {
        let upright = self.drawing_with(game, printed, self.rows.len() - 1);
        upright.or_else(|| {
            let stacked = printed.stacked.as_ref()?;
            let is_possible = self.labels_allow_upside_down(game);
            let drawing = is_possible.then(|| self.drawing_with(game, printed, 0)).flatten()?;
            self.is_stacked_downward(&drawing, printed, stacked).then_some(drawing)
        })
    }

    /// The same where pieces fall into a row.
    fn drawing_with(&self, game: &Game, printed: &Lines, floor: usize) -> Option<Drawing> {
        if self.rows.iter().any(|row| row.len() > LONGEST) {
            return None;
        }

        let changes_of = |lines: &Board| -> Option<Vec<Changed>> {
            let boards = self.boards(lines).into_iter();
            let changed = boards.filter_map(|(from, board)| {
                let (row, change) = self.only_change(&self.rows, &board)?;
                (row == floor).then_some(Changed { from, board, change })
            });
            Some(changed.collect()).filter(|changed: &Vec<_>| !changed.is_empty())
        };
        let one_move = printed.one_move.iter().take(self.columns).map(changes_of);
        let one_move = one_move.collect::<Option<Vec<_>>>()?;
        let (first, others) = one_move.split_first()?;

        let of_column_1 = |Changed { from, board, change }: &Changed| {
            let mut changes = vec![change.clone()];
            for found in others {
                let last = changes.last()?;
                let goes_on = |next: &&Changed| next.change.is_same_piece(change) && next.change.at > last.at;
                changes.push(found.iter().find(goes_on)?.change.clone());
            }

            let later = self.boards(&printed.two_moves).into_iter();
            let later = later.filter_map(|(_, later)| self.only_change(board, &later));
            let later: Vec<Change> = later
                .map(|(_, later)| later)
                .filter(|later| later.from == change.from)
                .collect();
            // Where the players are never switched, the second piece is another one of the first player.
            let second = later.iter().find(|later| later.to != change.to);
            let unseen = || other_piece(game, &change.to);
            later.first()?;
            let drawing = Drawing {
                glyphs: [
                    change.from.clone(),
                    change.to.clone(),
                    second.map_or_else(unseen, |second| second.to.clone()),
                ],
                shows_second: second.is_some(),
                gaps: gaps(&self.rows[floor], &changes)?,
                letters: self.letters,
                columns: self.columns,
                padding: [0; 2],
                is_upside_down: floor == 0,
            };
            let padding = self.padding(&drawing, &printed.one_move[0], *from);
            Some(Drawing { padding, ..drawing })
        };
        first.iter().find_map(of_column_1)
    }

    /// How many lines right above each row of a board, and right below it, look like rows without a piece: cells are several lines
    /// high.
    fn padding(&self, drawing: &Drawing, lines: &[Vec<u8>], from: usize) -> [usize; 2] {
        let is_empty = |at: Option<usize>| {
            let cells = at.and_then(|at| lines.get(at)).and_then(|line| drawing.row(line));
            cells.is_some_and(|cells| cells.iter().all(Option::is_none))
        };
        let rows = (0..self.rows.len()).map(|row| from + row * self.stride);
        let count = |is_at: &dyn Fn(usize, usize) -> Option<usize>, most: usize| {
            let is_everywhere = |distance: &usize| rows.clone().all(|row| is_empty(is_at(row, *distance)));
            (1..=most).take_while(is_everywhere).count()
        };
        let above = count(&|row, distance| row.checked_sub(distance), self.stride - 1);
        let below = count(&|row, distance| Some(row + distance), self.stride - 1 - above);
        [above, below]
    }

    /// The only row that differs between two boards, and how, if one cell may be what differs.
    fn only_change(&self, before: &[Vec<u8>], after: &[Vec<u8>]) -> Option<(usize, Change)> {
        let rows = before.iter().zip(after).enumerate();
        let mut changed = rows.filter(|(_, (one, other))| one != other);
        let (row, (before, after)) = changed.next()?;
        let change = Change::between(before, after, self.widest_cell)?;
        changed.next().is_none().then_some((row, change))
    }

    /// Whether the second piece in a column is below the first one, which is in the row that is printed first.
    fn is_stacked_downward(&self, drawing: &Drawing, printed: &Lines, stacked: &[Vec<u8>]) -> bool {
        let [empty, one, two] = &drawing.glyphs;
        let is_piece = |change: &Change| change.from == *empty && change.to == *one;
        let stacked = self.boards(stacked);

        // What is printed above a board may look like its first row.
        let first = self.boards(printed.one_move.first().map_or(&[], Vec::as_slice));
        first.iter().any(|(_, board)| {
            let Some((0, change)) = self
                .only_change(&self.rows, board)
                .filter(|(_, change)| is_piece(change))
            else {
                return false;
            };
            let mut later = stacked.iter().filter_map(|(_, later)| self.only_change(board, later));
            later.any(|(row, later)| row == 1 && later.at == change.at && later.from == *empty && later.to == *two)
        })
    }

    /// Whether the numbers or letters of the rows, if they have any, are those of a board whose bottom row is printed first.
    fn labels_allow_upside_down(&self, game: &Game) -> bool {
        let rows = self.rows.len();
        if let Some(is_upward) = self.letters.are_upward(&self.rows[0]) {
            return is_upward;
        }

        let (Some(first), Some(last)) = (number_at_end(&self.rows[0]), number_at_end(&self.rows[rows - 1])) else {
            return true;
        };
        let required = |row: usize| number_at_end(game.wording.row_label(row, rows).as_bytes());
        match (required(1), required(rows)) {
            _ if first == last => true,
            (Some(top), Some(bottom)) if top != bottom => first == bottom && last == top,
            _ => first < last,
        }
    }

    /// Everything in the lines of an output that may be such a board with some pieces, each with the line in which it begins.
    fn boards(&self, lines: &[Vec<u8>]) -> Vec<(usize, Board)> {
        let span = (self.rows.len() - 1) * self.stride + 1;
        let rows_at = |from: usize| (0..self.rows.len()).map(move |row| &lines[from + row * self.stride]);
        let is_board = |from: &usize| {
            let same = rows_at(*from).zip(&self.rows).filter(|(one, other)| one == other);
            same.count() + 2 >= self.rows.len()
        };
        let begins = (0..(lines.len() + 1).saturating_sub(span)).filter(is_board);
        begins.map(|from| (from, rows_at(from).cloned().collect())).collect()
    }
}

/// The required piece of the second player, or of the first one where the first player has that one.
fn other_piece(game: &Game, piece: &[u8]) -> Vec<u8> {
    let [one, two] = game.wording.pieces.map(|piece| piece.to_string().into_bytes());
    if two.eq_ignore_ascii_case(piece) { one } else { two }
}

/// The letters that are the labels of rows, none where these are all the same; `None` where they differ in anything else.
fn row_letters(rows: &[&[u8]]) -> Option<Letters> {
    let are_same = rows.windows(2).all(|pair| pair[0] == pair[1]);
    if are_same {
        return Some(Letters::default());
    }
    Letters::of(rows)
}

impl Change {
    fn is_same_piece(&self, other: &Self) -> bool {
        (&self.from, &self.to) == (&other.from, &other.to)
    }

    /// The part in which two lines differ, if it may be one cell. An empty one has `widest` characters at most.
    fn between(before: &[u8], after: &[u8], widest: usize) -> Option<Self> {
        let (begin, end) = common_ends(before, after);
        if before.len() - begin - end > widest * WIDEST_CHARACTER {
            return None;
        }

        let (before, after) = (characters(before), characters(after));
        let (at, behind) = common_ends(&before, &after);
        let (from, to) = (&before[at..before.len() - behind], &after[at..after.len() - behind]);
        let is_cell = (1..=widest).contains(&from.len()) && (1..=WIDEST_PIECE).contains(&to.len());
        is_cell.then(|| Self {
            at,
            from: from.concat(),
            to: to.concat(),
        })
    }
}

/// How much is the same at the beginning of two lines, and how much of the rest at the end.
fn common_ends<T: PartialEq>(one: &[T], other: &[T]) -> (usize, usize) {
    let begin = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let rest = one[begin..].iter().rev().zip(other[begin..].iter().rev());
    (begin, rest.take_while(|(one, other)| one == other).count())
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

    // What empty cells are drawn with may fill the place around each cell, too: `|___|_X_|`.
    let filler = &first.from[..];
    let separator = without_begin(without_end(&between, filler), filler);
    let own = if separator.is_empty() {
        [&before[..], &between, &behind]
    } else {
        [without_end(&before, filler), separator, without_begin(&behind, filler)]
    };

    // A cell that no move reaches would be a column too many.
    let is_blank = filler.trim_ascii().is_empty();
    let holds_cell = |gap: &&[u8]| gap.windows(filler.len()).any(|part| part == filler);
    let has_more = !is_blank && own.iter().any(holds_cell);
    (are_same && !has_more).then_some([before, between, behind])
}

/// A text without all of another one at its beginning.
fn without_begin<'t>(mut text: &'t [u8], filler: &[u8]) -> &'t [u8] {
    while let Some(rest) = text.strip_prefix(filler) {
        text = rest;
    }
    text
}

/// A text without all of another one at its end.
fn without_end<'t>(mut text: &'t [u8], filler: &[u8]) -> &'t [u8] {
    while let Some(rest) = text.strip_suffix(filler) {
        text = rest;
    }
    text
}
