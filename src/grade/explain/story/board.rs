//! Stories of a board that is missing, broken or wrong.

use super::surplus::{REST, REST_IS_A_MOVE};
use super::turn::Turn;
use super::win::tell_false_result;
use super::{Quoted, Story};
use crate::connect4::reading::{Difference, Seen, Shown, Unnamed, says_refusal};
use crate::connect4::{Board, Cell, Event, Game};
use crate::diagnostic::wording::{either, plural};

/// The key of a board of another width, and what cases of it have in common.
const WRONG_WIDTH: (&str, &str) = ("broken-board/columns", "the board has the wrong number of columns");
/// The key of a board upside down.
pub(super) const UPSIDE_DOWN: &str = "upside-down";
/// The key of a piece that fell too far, or not far enough.
pub(super) const WRONG_ROW: &str = "wrong-row";
/// The key of pieces that are no longer there.
pub(super) const LOST: &str = "pieces-lost";
/// What cases of it have in common.
pub(super) const LOSES: &str = "the board loses pieces of earlier moves";

/// A board was expected; something else came.
pub(super) fn tell_board(game: &Game, turn: &Turn, wanted: &Board, seen: &Seen, difference: &Difference) -> Story {
    if turn.begins_new_game() && wanted.pieces() == 0 {
        return tell_new_board(turn, seen, difference);
    }
    if let Shown::OtherWidth(width) = difference.shown {
        return Story::new(
            WRONG_WIDTH.0,
            WRONG_WIDTH.1,
            format!(
                "{}the board should have {} columns, but the rows of your program's board have {width}.",
                turn.after(),
                wanted.columns()
            ),
        );
    }
    match seen {
        Seen::Event(Event::Board(printed)) => tell_other_board(game, turn, wanted, printed, difference),
        Seen::BrokenBoard(_) if difference.shown == Shown::WithNulCells => tell_nul_cells(turn),
        Seen::BrokenBoard(rows) => tell_broken(turn, wanted, rows, difference.said.as_deref()),
        Seen::Event(Event::Refusal) if turn.number > 1 && turn.typed_before.len() != 1 => {
            tell_refused_after_line(turn, difference)
        }
        Seen::Event(Event::Refusal) => Story::new(
            "refused",
            "a valid move is refused",
            format!("{} is valid, but your program refused it.", turn.capital()),
        ),
        Seen::Event(Event::Result(outcome)) if !turn.ends_game() => tell_false_result(game, turn, *outcome),
        Seen::Event(Event::Result(outcome)) => {
            let says = turn.announced(*outcome);
            let (key, common, sentence) = if difference.next == Some(Seen::Event(Event::Board(wanted.clone()))) {
                let sentence = format!("your program announced {says} before it showed the final board, not after it");
                (
                    "board-behind-result",
                    "the final board is shown after the result, not before it",
                    sentence,
                )
            } else {
                let sentence = format!("the final board is not shown: your program only announced {says}");
                ("no-final-board", "the final board is not shown", sentence)
            };

            Story::new(key, common, format!("{}{sentence}.", turn.after()))
        }
        Seen::Event(Event::Prompt(_)) | Seen::Unnamed(Unnamed::Prompt) if turn.number == 0 => {
            let said = difference.said.as_deref();
            let printed = said.map_or_else(String::new, |said| format!("printed {} and ", Quoted(said)));
            Story::new(
                "no-board",
                "the board is not shown",
                format!(
                    "{}your program should show the board, but it {printed}asked for a key first.",
                    turn.after()
                ),
            )
        }
        Seen::Event(Event::Prompt(_)) | Seen::Unnamed(Unnamed::Prompt) if is_refused(game, turn, seen, difference) => {
            let said = difference.said.as_deref().unwrap_or_default();
            Story::new(
                "refused",
                "a valid move is refused",
                format!(
                    "{} is valid, but your program printed {} and asked for another key.",
                    turn.capital(),
                    Quoted(said)
                ),
            )
        }
        other => {
            let mut printed = turn.describe_seen(other);
            if let Some(said) = &difference.said {
                printed = format!("{}, which is not a row, and {printed}", Quoted(said));
            }
            Story::new(
                "no-board",
                "the board is not shown",
                format!(
                    "{}your program should show the board, but it printed {printed}.",
                    turn.after()
                ),
            )
        }
    }
}

/// Whether a prompt for the same player comes after a text that refuses the move, in the program's own words.
fn is_refused(game: &Game, turn: &Turn, seen: &Seen, difference: &Difference) -> bool {
    let passes = matches!(seen, Seen::Event(Event::Prompt(player)) if turn.step.player != Some(*player));
    let said = difference.said.as_deref();
    !passes && said.is_some_and(|said| says_refusal(game, said.as_bytes()))
}

/// The empty board of a new game was expected; something else came.
fn tell_new_board(turn: &Turn, seen: &Seen, difference: &Difference) -> Story {
    let printed = match (seen, &difference.board) {
        (Seen::Event(Event::Board(board)), _) => pieces(board),
        // It was printed again, and that alone would be no fault.
        (Seen::Event(Event::Prompt(_)), Some(board)) if board.pieces() > 0 => pieces(board),
        (other, _) => format!("your program printed {}", turn.describe_seen(other)),
    };
    Story::new(
        "new-game/board",
        "a new game does not start with an empty board",
        format!(
            "{}a new game should start with an empty board, but {printed}.",
            turn.after()
        ),
    )
}

fn pieces(board: &Board) -> String {
    format!("your program's board shows {}", plural(board.pieces(), "piece"))
}

/// A board with the piece on its way down was expected; something else came.
pub(super) fn tell_fall(turn: &Turn, wanted: &Board, seen: &Seen) -> Story {
    let (_, column) = turn.step.placed.unwrap_or_default();
    // Above the cell where it lands the column is empty but for the falling piece.
    let row_of = |board: &Board| (0..board.rows()).find(|row| board.cell(*row, column).is_some());
    let in_row = |board: &Board| {
        row_of(board).map_or("no piece in that column".to_owned(), |row| {
            format!("the piece in row {}", row + 1)
        })
    };

    let printed = match seen {
        Seen::Event(Event::Board(board) | Event::Frame(board)) => format!("a board with {}", in_row(board)),
        other => turn.describe_seen(other),
    };
    let sentence = format!(
        "{}the piece should be shown falling, with a board for each row that it passes. A board with {} comes next, but \
         your program printed {printed}.",
        turn.after(),
        in_row(wanted),
    );

    Story::new("no-fall", "a piece is not shown falling row by row", sentence)
}

fn tell_nul_cells(turn: &Turn) -> Story {
    let sentence = format!(
        "{}your program should show the board, but it printed NUL bytes (code 0) in place of some of its cells. A terminal \
         does not show them.",
        turn.after()
    );
    Story::new("nul-cells", "cells of the board are printed as NUL bytes", sentence)
}

/// A valid move is refused, or something before it once more: what was typed before was not one key.
fn tell_refused_after_line(turn: &Turn, difference: &Difference) -> Story {
    if difference.follows && turn.typed_before.len() > 1 {
        let sentence = format!(
            "Before {}, a line of {} was typed. Your program treated the rest of the line as another move: it printed the \
             message for an invalid move once more.",
            turn.name(),
            plural(turn.typed_before.len(), "key")
        );
        return Story::new(REST_IS_A_MOVE, REST, sentence);
    }

    let before = match turn.typed_before.len() {
        0 => "Enter alone was typed, which may have been taken for a part of it".to_owned(),
        length => format!(
            "a line of {} was typed: the rest of that line may have been taken for a move",
            plural(length, "key")
        ),
    };
    Story::new(
        "refused-after-line",
        "a valid move after a line that is not one key is refused",
        format!(
            "{} is valid, but your program refused it. Before it, {before}.",
            turn.capital()
        ),
    )
}

/// Whether a text may be meant as a row: it has no words.
fn may_be_row(text: &str) -> bool {
    const LETTERS: usize = 3;
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    words.all(|word| word.chars().count() < LETTERS)
}

/// Rows that make no board: too few of them, or of another width.
fn tell_broken(turn: &Turn, wanted: &Board, rows: &[Vec<Cell>], said: Option<&str>) -> Story {
    let after = turn.after();
    let odd = rows.iter().position(|row| row.len() != wanted.columns());
    let sentence = match odd {
        Some(odd) => format!(
            "{after}the board should have {} columns, but row {} of your program's board has {}.",
            wanted.columns(),
            odd + 1,
            rows[odd].len()
        ),
        None => format!(
            "{after}your program should show the board, but it printed {} of its {} rows{}.",
            rows.len(),
            wanted.rows(),
            said.filter(|said| may_be_row(said))
                .map_or_else(String::new, |said| format!(" and {}, which is not a row", Quoted(said)))
        ),
    };

    match odd {
        Some(_) => Story::new(WRONG_WIDTH.0, WRONG_WIDTH.1, sentence),
        None => Story::new("broken-board", "the board is incomplete", sentence),
    }
}

fn tell_other_board(game: &Game, turn: &Turn, wanted: &Board, printed: &Board, difference: &Difference) -> Story {
    let cells: Vec<(usize, usize)> = (0..wanted.rows())
        .flat_map(|row| (0..wanted.columns()).map(move |column| (row, column)))
        .filter(|(row, column)| wanted.cell(*row, *column) != printed.cell(*row, *column))
        .collect();
    let Some((row, column)) = turn.step.placed else {
        return Story::new(
            "start-board",
            "the board at the start is not empty",
            format!("The board at the start should be empty, but {}.", pieces(printed)),
        )
        .marking(cells);
    };

    if difference.shown == Shown::UpsideDown {
        return upside_down(turn, cells);
    }

    let should = format!("the piece should be in row {}", row + 1);
    if Some(printed) == difference.board.as_ref() {
        let sentence = format!("{}{should}, but your program's board did not change.", turn.after());
        return Story::new("piece-lost", "a move does not appear on the board", sentence).marking(cells);
    }

    let player = turn.step.player;
    let wrong = cells
        .iter()
        .find(|(r, c)| (*r, *c) != (row, column) && printed.cell(*r, *c) == player);
    if let Some(lost) = lost_pieces(turn, wanted, printed) {
        return lost.marking(cells);
    }
    if cells == [(row, column)] && printed.cell(row, column).is_some() {
        let other = printed.cell(row, column).map_or("nobody", |player| turn.player(player));
        let sentence = format!("{}your program placed {other}'s piece.", turn.after());
        return Story::new("wrong-piece", "the program places the other player's piece", sentence).marking(cells);
    }

    match wrong {
        Some((r, c)) if cells.len() == 2 && *c == column => {
            let sentence = format!("{}{should}, but your program put it in row {}.", turn.after(), r + 1);
            Story::new(WRONG_ROW, "a piece lands in the wrong row", sentence).marking(cells)
        }
        Some((_, c)) if cells.len() == 2 => {
            let sentence = format!(
                "{}the piece should be in column {}, but your program put it in column {}.",
                turn.after(),
                column + 1,
                c + 1
            );
            Story::new("wrong-column", "a piece lands in the wrong column", sentence).marking(cells)
        }
        _ => tell_first_cell(game, turn, wanted, printed, cells),
    }
}

/// Pieces of earlier moves are gone, and nothing else is wrong with them. `None` where all are still there.
fn lost_pieces(turn: &Turn, wanted: &Board, printed: &Board) -> Option<Story> {
    let placed = turn.step.placed?;
    let earlier = || cells_of(wanted).filter(|(cell, piece)| *cell != placed && piece.is_some());
    let is_gone = |((row, column), _): &((usize, usize), Cell)| printed.cell(*row, *column).is_none();
    if !shows_only_pieces_of(turn, wanted, printed) || !earlier().any(|piece| is_gone(&piece)) {
        return None;
    }

    // The new piece may have fallen into a cell that was emptied.
    let is_lost = |((row, column), piece): &((usize, usize), Cell)| printed.cell(*row, *column) != *piece;
    let (all, lost) = (earlier().count(), earlier().filter(is_lost).count());
    let after = turn.after();
    let sentence = match (all, lost) {
        (1, _) => format!("{after}the piece of the earlier move is no longer on your program's board."),
        (all, lost) if all == lost => {
            format!("{after}the pieces of the earlier moves are no longer on your program's board.")
        }
        (_, lost) => format!(
            "{after}{} of the earlier moves {} no longer on your program's board.",
            plural(lost, "piece"),
            either(lost, "is", "are")
        ),
    };
    Some(Story::new(LOST, LOSES, sentence))
}

/// Whether a board shows nothing but pieces that should be there, and the new one, perhaps fallen farther.
pub(super) fn shows_only_pieces_of(turn: &Turn, wanted: &Board, printed: &Board) -> bool {
    let Some((_, column)) = turn.step.placed else {
        return false;
    };
    let is_new = |cell: (usize, usize), piece: Cell| cell.1 == column && piece == turn.step.player;

    let others = cells_of(printed).filter(|((row, column), piece)| *piece != wanted.cell(*row, *column));
    let others: Vec<((usize, usize), Cell)> = others.filter(|(_, piece)| piece.is_some()).collect();
    others.len() <= 1 && others.into_iter().all(|(cell, piece)| is_new(cell, piece))
}

/// The cells of a board with what they hold.
fn cells_of(board: &Board) -> impl Iterator<Item = ((usize, usize), Cell)> {
    (0..board.rows())
        .flat_map(|row| (0..board.columns()).map(move |column| (row, column)))
        .map(|(row, column)| ((row, column), board.cell(row, column)))
}

/// The first of the cells that differ.
fn tell_first_cell(game: &Game, turn: &Turn, wanted: &Board, printed: &Board, cells: Vec<(usize, usize)>) -> Story {
    let (row, column) = cells[0];
    let more = match cells.len() {
        1 => String::new(),
        2 => ", and one more cell differs".to_owned(),
        more => format!(", and {} more cells differ", more - 1),
    };
    let sentence = format!(
        "{}row {}, column {} should show '{}', but your program shows '{}'{more}.",
        turn.after(),
        row + 1,
        column + 1,
        glyph(game, wanted, row, column),
        glyph(game, printed, row, column),
    );

    Story::new("wrong-board", "the board is wrong", sentence).marking(cells)
}

/// The board is upside down beyond doubt.
pub(super) fn upside_down(turn: &Turn, cells: Vec<(usize, usize)>) -> Story {
    let sentence = format!(
        "{}the board is upside down: pieces should lie in the bottom row, which is printed last.",
        turn.after()
    );
    Story::new(UPSIDE_DOWN, "the board is upside down", sentence).marking(cells)
}

fn glyph(game: &Game, board: &Board, row: usize, column: usize) -> char {
    board
        .cell(row, column)
        .map_or(game.wording.empty, |player| game.wording.pieces[player.index()])
}
