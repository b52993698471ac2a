use std::collections::BTreeSet;

use super::*;
use crate::connect4::Board;

const BOARDS: [(usize, usize); 4] = [(4, 4), (6, 6), (6, 7), (5, 9)];

/// The board after a game, in which nobody wins before the last move; where the last piece is, and whether it wins.
fn play(rules: Rules, moves: &[usize]) -> (Board, Cell, bool) {
    let mut board = Board::new(rules.rows, rules.columns);
    let mut player = Player::One;
    let mut last = (0, 0);
    let mut wins = false;
    for column in moves {
        assert!(!wins, "won before the last move: {moves:?}");
        last = (board.drop_piece(*column, player).expect("not full"), *column);
        wins = board.wins_at(last.0, last.1, rules.line);
        player = player.other();
    }
    (board, last, wins)
}

#[test]
fn near_misses_are_what_they_are_called_and_nobody_wins() {
    for (rows, columns) in BOARDS {
        let rules = Rules { rows, columns, line: 4 };
        let misses = near_misses(rules, usize::MAX);
        let kinds: BTreeSet<Kind> = misses.iter().map(|miss| miss.kind).collect();
        // A gap in a column is always at its top; four cells in a column can be blocked in each.
        let all = 3 * 4 + 1 + 4 * 4 + 1;
        assert_eq!(kinds.len(), all, "{rows} x {columns}");

        assert_eq!(misses.len(), wanted(rules).len(), "{rows} x {columns}");
        for miss in &misses {
            let (board, last, wins) = play(rules, &miss.moves);
            assert!(!wins && miss.cells.contains(&last), "{miss:?}");
            for (index, (row, column)) in miss.cells.iter().copied().enumerate() {
                let owner = match miss.kind {
                    Kind::Gap(_, odd) if odd == index => None,
                    Kind::Blocked(_, odd) if odd == index => Some(miss.player.other()),
                    _ => Some(miss.player),
                };
                assert_eq!(board.cell(row, column), owner, "{miss:?}");
            }
        }
    }
}

/// In a single column the players take turns, so that only pieces around the edge are a near miss; a single row must have room for
/// all but one piece of the line, and for the opponent's.
#[test]
fn boards_of_every_size_have_near_misses_where_they_can() {
    for line in [3, 4, 5, 9] {
        for (rows, columns) in (1..=20).flat_map(|rows| (1..=9).map(move |columns| (rows, columns))) {
            let rules = Rules { rows, columns, line };
            if line > rows.max(columns) {
                continue;
            }
            let exists = match (rows, columns) {
                (_, 1) => rows >= 2 * line - 1 || line == 3,
                (1, _) => columns >= 2 * line - 3,
                _ => true,
            };
            let misses = near_misses(rules, 40);
            assert_eq!(!misses.is_empty(), exists, "{rules:?}");
            for miss in &misses {
                let (_, last, wins) = play(rules, &miss.moves);
                assert!(!wins && miss.cells.contains(&last), "{rules:?} {miss:?}");
            }
        }
    }
}

/// The players take turns: neither can have the four lowest cells of two columns, nor the four highest, without the other's
/// pieces among them.
#[test]
fn on_two_columns_only_what_cannot_be_is_left_out() {
    let rules = Rules {
        rows: 20,
        columns: 2,
        line: 4,
    };
    let found = near_misses(rules, usize::MAX);
    let is_found = |cells: &Vec<Cell>| found.iter().any(|miss| miss.cells == *cells);
    let left_out = wanted(rules).into_iter().filter(|(_, cells)| !is_found(cells));
    let left_out: Vec<Vec<Cell>> = left_out.map(|(_, cells)| cells).collect();
    let square = |row: usize| vec![(row, 0), (row, 1), (row + 1, 0), (row + 1, 1)];
    assert_eq!(left_out, [square(0), square(18)]);
    assert_eq!(found.len() + 2, wanted(rules).len());
}

#[test]
fn some_near_misses_are_of_every_kind() {
    let rules = Rules {
        rows: 6,
        columns: 7,
        line: 4,
    };
    let some = near_misses(rules, 120);
    assert_eq!(some.len(), 120);
    assert!(some.iter().any(|miss| miss.kind == Kind::Edge));
    assert!(some.iter().any(|miss| matches!(miss.kind, Kind::Gap(..))));
    assert!(some.iter().any(|miss| matches!(miss.kind, Kind::Blocked(..))));
}

#[test]
fn long_lines_are_joined_by_the_last_piece() {
    for (rows, columns) in BOARDS {
        let rules = Rules { rows, columns, line: 4 };
        let games = long_lines(rules);
        assert_eq!(games.is_empty(), columns == 4);
        for game in &games {
            let (board, (row, column), wins) = play(rules, &game.moves);
            assert!(wins && game.cells.len() > 4);
            let cells = board.winning_cells(row, column, 4).expect("a line");
            assert_eq!(cells.len(), game.cells.len(), "{game:?}");
        }
    }
}
