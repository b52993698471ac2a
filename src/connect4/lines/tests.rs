use std::collections::BTreeSet;

use super::*;
use crate::connect4::Board;

const SIX: Rules = Rules {
    rows: 6,
    columns: 6,
    line: 4,
};

/// Every line of `length` equal pieces on a board, found by looking at all cells from the pieces' side: an oracle that
/// shares nothing with the search. A run of five holds two lines of four.
fn lines_on(board: &Board, length: isize) -> BTreeSet<Vec<(isize, isize)>> {
    let (rows, columns) = (board.rows() as isize, board.columns() as isize);
    let owner = |row: isize, column: isize| {
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then(|| board.cell(row as usize, column as usize)).flatten()
    };
    let mut found = BTreeSet::new();

    for row in 0..rows {
        for column in 0..columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Vec<_> = (0..length)
                    .map(|step| (row + step * down, column + step * right))
                    .collect();
                let first = owner(row, column);
                if first.is_some() && cells.iter().all(|(row, column)| owner(*row, *column) == first) {
                    let mut cells = cells;
                    cells.sort_unstable();
                    found.insert(cells);
                }
            }
        }
    }

    found
}

/// Replays a game and holds it to everything that is promised.
fn prove(rules: Rules, game: &LineGame) {
    let mut board = Board::new(rules.rows, rules.columns);
    let mut player = Player::One;
    for (number, column) in game.moves.iter().enumerate() {
        assert!(
            lines_on(&board, rules.line as isize).is_empty(),
            "won before the last move: {game:?}"
        );
        let row = board.drop_piece(*column, player).expect("the column is not full");
        if number + 1 == game.moves.len() {
            assert_eq!((row, *column), game.cells[game.last], "{game:?}");
            assert_eq!(player, game.winner);
        }
        player = player.other();
    }

    let mut cells: Vec<_> = game
        .cells
        .iter()
        .map(|(row, column)| (*row as isize, *column as isize))
        .collect();
    cells.sort_unstable();

    assert_eq!(
        lines_on(&board, rules.line as isize),
        BTreeSet::from([cells]),
        "{game:?}"
    );
}

#[test]
fn six_by_six_has_54_lines_and_a_game_for_each_of_324_ways_to_win() {
    let lines = lines(SIX);
    let count = |wanted| lines.iter().filter(|(direction, _)| *direction == wanted).count();
    assert_eq!(count(Direction::Horizontal), 18);
    assert_eq!(count(Direction::Vertical), 18);
    assert_eq!(count(Direction::DiagonalDown), 9);
    assert_eq!(count(Direction::DiagonalUp), 9);

    let games = winning_games(SIX);
    assert_eq!(games.len(), 324);
    let ways: BTreeSet<_> = games
        .iter()
        .map(|game| (game.cells.clone(), game.last, game.winner))
        .collect();

    assert_eq!(ways.len(), 324);
    for game in &games {
        prove(SIX, game);
    }

    let scripts: BTreeSet<_> = games.iter().map(|game| &game.moves).collect();
    assert_eq!(scripts.len(), 324, "no game occurs twice");
}

#[test]
fn cells_run_from_the_left_and_vertical_lines_from_the_bottom() {
    let games = winning_games(SIX);
    let first = |direction| &games.iter().find(|game| game.direction == direction).unwrap().cells;
    assert_eq!(first(Direction::Horizontal)[..], [(0, 0), (0, 1), (0, 2), (0, 3)]);
    assert_eq!(first(Direction::Vertical)[..], [(3, 0), (2, 0), (1, 0), (0, 0)]);
    assert_eq!(first(Direction::DiagonalDown)[..], [(0, 0), (1, 1), (2, 2), (3, 3)]);
    assert_eq!(first(Direction::DiagonalUp)[..], [(3, 0), (2, 1), (1, 2), (0, 3)]);
}

#[test]
fn other_sizes_have_their_games_too() {
    for (rows, columns, line) in [(6, 7, 4), (7, 6, 4), (5, 5, 3), (8, 8, 5), (9, 9, 4)] {
        let rules = Rules { rows, columns, line };
        let games = winning_games(rules);
        assert_eq!(games.len(), line_game_count(rules), "{rules:?}");
        for game in &games {
            prove(rules, game);
        }
    }
}

#[test]
fn what_cannot_be_won_is_left_out() {
    let column = Rules {
        rows: 6,
        columns: 1,
        line: 4,
    };
    assert_eq!(line_game_count(column), 6);
    assert!(winning_games(column).is_empty());

    // A search through all 139,625 positions of this board finds 48 ways too: the others need 16 pieces, an even number.
    let full = Rules {
        rows: 4,
        columns: 4,
        line: 4,
    };

    assert_eq!((winning_games(full).len(), line_game_count(full)), (48, 56));
    let tiny = Rules {
        rows: 1,
        columns: 1,
        line: 4,
    };

    assert!(winning_games(tiny).is_empty());
}

#[test]
fn most_of_what_games_begin_with_is_in_another_one_too() {
    let games = winning_games(SIX);
    let beginnings = games
        .iter()
        .flat_map(|game| (1..=game.moves.len()).map(|count| &game.moves[..count]));
    let (all, distinct) = (beginnings.clone().count(), beginnings.collect::<BTreeSet<_>>().len());
    assert!(
        distinct * 5 < all * 2,
        "{distinct} of {all} moves are made in one game alone"
    );
}

/// Reports name generated games: a change of the search must not go unseen.
#[test]
fn the_games_are_the_same_for_ever() {
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for column in winning_games(SIX).iter().flat_map(|game| &game.moves) {
        digest = (digest ^ *column as u64).wrapping_mul(0x0100_0000_01b3);
    }
    assert_eq!(digest, 3_306_237_806_383_261_324);
}
