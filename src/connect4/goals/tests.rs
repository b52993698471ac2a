use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::connect4::board::Board;
use crate::connect4::computer::{Opponent, demanded};
use crate::connect4::rules::{Computer, Rules};

const RULES: Rules = Rules {
    rows: 6,
    columns: 7,
    line: 4,
};

const DIRECTIONS: [Direction; 4] = [
    Direction::Horizontal,
    Direction::Vertical,
    Direction::DiagonalDown,
    Direction::DiagonalUp,
];

/// How many games for each goal; few columns are won against a computer that blocks them.
fn wanted(demand: Demand) -> BTreeMap<Goal, usize> {
    let mut wanted = BTreeMap::from([
        (Goal::Tie, 3),
        (Goal::FullColumn, 5),
        (Goal::NoLine, 6),
        (Goal::Demand(demand), 8),
        (Goal::LongGame, 8),
    ]);
    for direction in DIRECTIONS {
        wanted.insert(Goal::Win(Player::One, direction), 8);
        wanted.insert(Goal::Win(Player::Two, direction), 2);
    }
    let blocked = demand == Demand::Block;
    let columns = if blocked { 3 } else { 8 };
    wanted.insert(Goal::Win(Player::One, Direction::Vertical), columns);
    wanted
}

/// A game of a package's own computer, and its reply to the last move; `None` where the last move ends the game.
fn game(computer: Computer, moves: &[usize]) -> (Board, Option<usize>, Option<(usize, usize)>) {
    let mut board = Board::new(6, 7);
    let mut opponent = Opponent::new(computer);
    let (mut reply, mut before) = (None, None);
    for (number, column) in moves.iter().enumerate() {
        let Some(row) = board.drop_piece(*column, Player::One) else {
            continue;
        };
        before = opponent.last();
        if board.wins_at(row, *column, 4) {
            assert_eq!(number + 1, moves.len(), "a game ends with a win");
            return (board, None, before);
        }
        let column = opponent.choose(&board, 4).expect("not full");
        let row = board.drop_piece(column, Player::Two).expect("legal");
        opponent.took((row, column));
        reply = Some(column);
    }
    (board, reply, before)
}

fn found(computer: Computer) -> Found {
    let demand = Demand::of(computer);
    search(RULES, Player::One, Some(demand), &wanted(demand), &mut |moves, _| {
        game(computer, moves).1.map_or(Answer::Broken, Answer::Column)
    })
}

#[test]
fn every_goal_is_reached_against_both_computers_and_in_different_games() {
    for computer in [Computer::Blocker, Computer::Extender] {
        let demand = Demand::of(computer);
        let found = found(computer);
        assert!(found.prevented.is_empty());
        for (goal, count) in wanted(demand) {
            let games = &found.games[&goal];
            assert_eq!(games.len(), count, "{computer:?} {goal:?}");
            let different: BTreeSet<&Vec<usize>> = games.iter().map(|game| &game.moves).collect();
            assert_eq!(different.len(), count, "{computer:?} {goal:?}");
        }
        assert_eq!(found, self::found(computer), "the same computer gives the same games");
    }
}

/// How many pieces of the player lie in a line through the last piece, in a direction.
fn wins_in(board: &Board, (row, column): (usize, usize), direction: Direction) -> bool {
    let step = match direction {
        Direction::Horizontal => (0, 1),
        Direction::Vertical => (-1, 0),
        Direction::DiagonalDown => (1, 1),
        Direction::DiagonalUp => (-1, 1),
    };
    board.run_length(row, column, step) >= 4
}

#[test]
fn the_games_reach_what_they_are_for() {
    for computer in [Computer::Blocker, Computer::Extender] {
        for (goal, games) in found(computer).games {
            for played in games {
                let moves = &played.moves;
                let (board, reply, before) = game(computer, moves);
                let top = |column: usize| (0..6).find(|row| board.cell(*row, column).is_some()).expect("a piece");
                match goal {
                    Goal::Win(Player::One, direction) => {
                        let last = *moves.last().expect("moves");
                        assert!(wins_in(&board, (top(last), last), direction), "{goal:?} {moves:?}");
                    }
                    Goal::Win(Player::Two, direction) => {
                        let last = reply.expect("a reply");
                        assert!(wins_in(&board, (top(last), last), direction), "{goal:?} {moves:?}");
                    }
                    Goal::Tie => assert!(board.is_full(), "{moves:?}"),
                    Goal::FullColumn => {
                        let full = moves[moves.len() - 2];
                        let own = played.replies.iter().chain(moves).filter(|column| **column == full);
                        assert_eq!(own.count(), 7, "six pieces and a key too many: {moves:?}");
                    }
                    Goal::Demand(demand) => {
                        let (mut board, column) = (board, reply.expect("a reply"));
                        board.set(top_of(&board, column), column, None);
                        assert!(!demanded(demand, &board, 4, before).is_empty(), "{moves:?}");
                    }
                    Goal::NoLine => {}
                    Goal::LongGame => assert!(moves.len() > 12, "{moves:?}"),
                }
            }
        }
    }
}

fn top_of(board: &Board, column: usize) -> usize {
    (0..6).find(|row| board.cell(*row, column).is_some()).expect("a piece")
}

// A computer that stops answering is not one against which nothing could be reached.
#[test]
fn a_program_that_breaks_the_rules_prevents_its_goals() {
    let demand = Demand::Block;
    let silent = search(RULES, Player::One, Some(demand), &wanted(demand), &mut |_, _| {
        Answer::Broken
    });
    for (goal, count) in wanted(demand) {
        let reached = silent.games[&goal].len();
        assert!(reached == count || silent.prevented[&goal].moves.len() == 1, "{goal:?}");
    }

    // Leftmost wins in columns soon; it never breaks a rule, so what it does not let happen is not held against it.
    let leftmost = search(RULES, Player::One, Some(demand), &wanted(demand), &mut |_, board| {
        let column = (0..7).find(|column| board.landing(*column).is_some());
        Answer::Column(column.expect("not full"))
    });
    assert!(leftmost.prevented.is_empty());
    assert_eq!(leftmost.games[&Goal::Win(Player::One, Direction::Vertical)].len(), 3);
}

#[test]
fn a_search_ends_when_nobody_answers_or_nothing_can_be_reached() {
    let demand = Demand::Win;
    let mut asked = 0;
    let none = search(RULES, Player::One, Some(demand), &wanted(demand), &mut |_, _| {
        asked += 1;
        Answer::GivenUp
    });
    assert_eq!(asked, 1);
    assert!(none.prevented.is_empty());

    // A computer that plays on top of the person's piece lets few goals be reached.
    let mut asked = 0;
    search(
        RULES,
        Player::One,
        Some(demand),
        &wanted(demand),
        &mut |moves, board| {
            asked += 1;
            let above = moves.last().copied().filter(|column| board.landing(*column).is_some());
            let first = (0..7).find(|column| board.landing(*column).is_some());
            Answer::Column(above.or(first).expect("not full"))
        },
    );
    assert!(asked <= 2_600, "{asked}");
}
