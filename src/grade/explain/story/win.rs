//! Stories of results: wins that were missed, and results that are not there.

use super::turn::Turn;
use super::words::direction_word;
use super::{Quoted, Story};
use crate::connect4::reading::Seen;
use crate::connect4::{Board, Event, Game, Outcome, Player};
use crate::diagnostic::wording::lower_first;

/// The key of a false win across the edge.
pub(super) const EDGE: &str = "false-win/edge";
/// The key of a false win with one piece too few.
pub(super) const SHORT: &str = "false-win/short";
/// The key of a false win for pieces with others, or with nothing, between them.
pub(super) const GAP: &str = "false-win/gap";
/// The key of a false win that nothing explains, or more than one thing.
pub(super) const FALSE: &str = "false-win";

/// The key of a tie that is not recognized.
pub(super) const TIE: &str = "missed-tie";

/// Whether a key is that of a false win.
pub(super) fn is_false_win(key: &str) -> bool {
    [EDGE, SHORT, GAP, FALSE].contains(&key)
}

/// Steps along the four directions.
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A result was expected; something else came.
pub(super) fn tell_result(game: &Game, turn: &Turn, wanted: Outcome, seen: &Seen) -> Story {
    let line = turn
        .step
        .placed
        .and_then(|(row, column)| turn.step.board_of_move().winning_cells(row, column, game.rules.line));
    let said = match seen {
        Seen::Event(Event::Prompt(_)) => "Your program asked for another move instead".to_owned(),
        Seen::Event(Event::Result(outcome)) => format!("Your program announced {}", turn.announced(*outcome)),
        other => format!("Your program printed {} instead", turn.describe_seen(other)),
    };

    match (wanted, line) {
        (Outcome::Win(player), Some(cells)) => tell_missed(turn, player, cells, seen, &said),
        (Outcome::Win(player), None) => Story::new(
            "missed-win",
            "the program misses a win",
            format!("{}{} has won. {said}.", turn.after(), turn.player(player)),
        ),
        (Outcome::Tie, _) => Story::new(
            TIE,
            "the program does not recognize a tie",
            format!(
                "{}the board is full and nobody has four in a row, so the game is a tie. {said}.",
                turn.after()
            ),
        ),
    }
}

fn tell_missed(turn: &Turn, player: Player, cells: Vec<(usize, usize)>, seen: &Seen, said: &str) -> Story {
    let direction = direction_word(&cells);
    let line = line_word(direction);
    let column = turn.step.placed.map_or(0, |(_, column)| column + 1);
    let sentence = format!(
        "{}column {column} completes {}'s {line} {}. {said}.",
        turn.after(),
        turn.player(player),
        from_to(&cells)
    );

    let kind = direction.split(' ').next_back().unwrap_or(direction);
    let missed = format!("Your program missed a {kind} win: {}", lower_first(&sentence));
    match seen {
        Seen::Event(Event::Result(Outcome::Win(_))) => Story::new(
            "wrong-winner",
            "the program announces the wrong player as the winner",
            sentence,
        ),
        Seen::Event(Event::Result(Outcome::Tie)) if !turn.step.board_of_move().is_full() => {
            Story::new("win-announced-as-tie", "the program announces a win as a tie", missed)
        }
        Seen::Event(Event::Result(Outcome::Tie)) => Story::new(
            "win-as-tie",
            "the program announces a win on the last cell as a tie",
            missed,
        ),
        _ => Story::new(
            &format!("missed-win/{}", direction.replace(' ', "-")),
            &format!("the program misses a {direction} win"),
            missed,
        ),
    }
    .marking(cells)
}

/// From where to where cells go: `from row 6, column 1 to row 6, column 4`.
fn from_to(cells: &[(usize, usize)]) -> String {
    let place = |cell: &(usize, usize)| format!("row {}, column {}", cell.0 + 1, cell.1 + 1);
    let ends = cells.first().zip(cells.last());
    ends.map_or_else(String::new, |(first, last)| {
        format!("from {} to {}", place(first), place(last))
    })
}

/// A line as a noun phrase: `vertical line`, `falling diagonal`.
fn line_word(direction: &str) -> String {
    if direction.ends_with("diagonal") {
        direction.to_owned()
    } else {
        format!("{direction} line")
    }
}

/// A result was announced where the game goes on.
pub(super) fn tell_false_result(game: &Game, turn: &Turn, outcome: Outcome) -> Story {
    let board = turn.step.board_of_move();
    let Outcome::Win(player) = outcome else {
        let empty = board.rows() * board.columns() - board.pieces();
        let cells = if empty == 1 {
            "1 cell is".to_owned()
        } else {
            format!("{empty} cells are")
        };

        return Story::new(
            "false-tie",
            "the program announces a tie before the board is full",
            format!(
                "{}your program announced {}, but {cells} still empty.",
                turn.after(),
                turn.announced(outcome)
            ),
        );
    };

    let reasons = reasons(game, turn, player);
    let key = match (&reasons.wrapped, reasons.is_short) {
        (Some(_), false) => EDGE,
        (None, true) => SHORT,
        _ => FALSE,
    };
    let story = tell_false_win(turn, player, reasons, key);
    story.expect("its key is that of a reason that it has")
}

/// A win was announced where the game goes on. `None` where what the key says does not explain it.
pub(super) fn tell_false_win(turn: &Turn, player: Player, reasons: Reasons, key: &str) -> Option<Story> {
    let (name, longest) = (turn.player(player), reasons.longest);
    let few = match longest {
        0 => format!("{name} has no piece on the board"),
        _ => format!("{name} has only {longest} in a row"),
    };
    let says = turn.announced(Outcome::Win(player));
    let sentence = format!("{}your program announced {says}, but {few}.", turn.after());

    match key {
        EDGE => reasons.wrapped.map(|cells| tell_edge(cells, &sentence)),
        GAP => reasons.gapped.map(|cells| tell_gap(cells, &sentence)),
        SHORT => {
            let common = format!("the program announces a win for only {longest} in a row");
            reasons.is_short.then(|| Story::new(SHORT, &common, sentence))
        }
        _ => Some(Story::new(
            FALSE,
            "the program announces a win where there is none",
            sentence,
        )),
    }
}

/// A win was announced for a line across the edge.
fn tell_edge(cells: Vec<(usize, usize)>, announced: &str) -> Story {
    let sentence = format!(
        "{announced} The pieces {} form a line only if it may wrap around the edge of the board.",
        from_to(&cells)
    );

    let common = "the program announces a win for a line that wraps around the edge of the board";
    Story::new(EDGE, common, sentence).marking(cells)
}

/// A win was announced for pieces that are in one line, and not next to each other.
fn tell_gap(cells: Vec<(usize, usize)>, announced: &str) -> Story {
    let sentence = format!(
        "{announced} The {} pieces {} are not all next to each other.",
        cells.len(),
        from_to(&cells)
    );

    let common = "the program announces a win for pieces that are not next to each other";
    Story::new(GAP, common, sentence).marking(cells)
}

/// What may have been taken for a win.
pub(super) struct Reasons {
    /// The longest run of the player's pieces.
    pub longest: usize,
    /// A line across the edge through the last piece.
    pub wrapped: Option<Vec<(usize, usize)>>,
    /// Pieces in one line with the last one, as many as a win needs, with something between them.
    pub gapped: Option<Vec<(usize, usize)>>,
    /// Whether the last piece makes a run with one piece too few.
    pub is_short: bool,
}

/// Looks for what may have been taken for a win of a player.
pub(super) fn reasons(game: &Game, turn: &Turn, player: Player) -> Reasons {
    let (board, line) = (turn.step.board_of_move(), game.rules.line);
    let (longest, through_last) = runs(board, player, turn.step.placed);
    let wrap = |last| wrapped_line(board, last, player, line);
    Reasons {
        longest,
        wrapped: turn.step.placed.and_then(wrap),
        gapped: turn.step.placed.and_then(|last| gapped_line(board, last, player, line)),
        is_short: through_last + 1 == line,
    }
}

/// The longest run of a player's pieces on the board, and the longest of those through a cell.
fn runs(board: &Board, player: Player, last: Option<(usize, usize)>) -> (usize, usize) {
    let (mut longest, mut through_last) = (0, 0);
    for row in 0..board.rows() {
        for column in (0..board.columns()).filter(|column| board.cell(row, *column) == Some(player)) {
            let lengths = STEPS.iter().map(|step| board.run_length(row, column, *step));
            let run = lengths.max().unwrap_or(0);
            longest = longest.max(run);
            if last == Some((row, column)) {
                through_last = run;
            }
        }
    }

    (longest, through_last)
}

/// Pieces of a player in one line with a cell, none farther from it than a win reaches, that are enough for one and have something
/// between them.
fn gapped_line(board: &Board, last: (usize, usize), player: Player, line: usize) -> Option<Vec<(usize, usize)>> {
    board.cell(last.0, last.1).filter(|owner| *owner == player)?;
    let reach = line as isize - 1;
    let at = |(down, right): (isize, isize), steps: isize| {
        let row = last.0.checked_add_signed(down * steps)?;
        let column = last.1.checked_add_signed(right * steps)?;
        let is_on_board = row < board.rows() && column < board.columns();
        (is_on_board && board.cell(row, column) == Some(player)).then_some((row, column))
    };

    STEPS.into_iter().find_map(|step| {
        let cells: Vec<(usize, usize)> = (-reach..=reach).filter_map(|steps| at(step, steps)).collect();
        (cells.len() >= line && board.run_length(last.0, last.1, step) < line).then_some(cells)
    })
}

/// How a program lays the cells of a board end to end in memory.
#[derive(Clone, Copy)]
enum Layout {
    Rows,
    /// The columns, each from its highest cell down or from its lowest one up.
    ColumnsDown,
    ColumnsUp,
}

impl Layout {
    /// The cells of one row or column, and how many of these there are.
    fn sizes(self, board: &Board) -> (usize, usize) {
        match self {
            Self::Rows => (board.columns(), board.rows()),
            Self::ColumnsDown | Self::ColumnsUp => (board.rows(), board.columns()),
        }
    }

    fn index(self, board: &Board, (row, column): (usize, usize)) -> usize {
        match self {
            Self::Rows => row * board.columns() + column,
            Self::ColumnsDown => column * board.rows() + row,
            Self::ColumnsUp => column * board.rows() + board.rows() - 1 - row,
        }
    }

    fn cell(self, board: &Board, index: usize) -> (usize, usize) {
        match self {
            Self::Rows => (index / board.columns(), index % board.columns()),
            Self::ColumnsDown => (index % board.rows(), index / board.rows()),
            Self::ColumnsUp => (board.rows() - 1 - index % board.rows(), index / board.rows()),
        }
    }
}

/// Pieces of a player through a cell that make a line when the rows or the columns are laid end to end, as in memory, and none on
/// the board.
fn wrapped_line(board: &Board, last: (usize, usize), player: Player, line: usize) -> Option<Vec<(usize, usize)>> {
    let layouts = [Layout::Rows, Layout::ColumnsDown, Layout::ColumnsUp];
    let mut wrapped = layouts.into_iter();
    wrapped.find_map(|layout| wrapped_in(layout, board, last, (player, line)))
}

fn wrapped_in(
    layout: Layout,
    board: &Board,
    last: (usize, usize),
    (player, line): (Player, usize),
) -> Option<Vec<(usize, usize)>> {
    let (length, count) = layout.sizes(board);
    let last = layout.index(board, last);
    let place = |index: usize| layout.cell(board, index);
    let holds = |index: usize| {
        let (row, column) = place(index);
        index < length * count && board.cell(row, column) == Some(player)
    };

    [1, length + 1, length - 1]
        .into_iter()
        .filter(|stride| *stride > 0)
        .find_map(|stride| {
            let before = (1..line)
                .take_while(|steps| last.checked_sub(steps * stride).is_some_and(holds))
                .count();
            let following = (1..line).take_while(|steps| holds(last + steps * stride)).count();
            let first = last - before * stride;

            (before + following + 1 >= line).then(|| {
                (0..=before + following)
                    .map(|step| place(first + step * stride))
                    .collect()
            })
        })
}

/// No result was printed although the game is over: with what was printed instead, if anything.
pub(super) fn tell_no_result(turn: &Turn, wanted: Outcome, said: Option<&str>, then: &str) -> Story {
    let instead = said.map_or_else(
        || then.to_owned(),
        |said| format!("it printed {}, which does not say so", Quoted(said)),
    );
    let common = if said.is_some() {
        "the announcement does not say who won"
    } else {
        "the result is not announced"
    };

    let key = if said.is_some() { "unclear-result" } else { "no-result" };
    Story::new(
        key,
        common,
        format!(
            "{}your program should announce {}, but {instead}.",
            turn.after(),
            turn.announced(wanted)
        ),
    )
}
