//! Any legal reply is followed; any other one is named, and the game differs where it stands.

use super::{Fault, Followed, follow};
use crate::connect4::board::{Board, Player};
use crate::connect4::computer::Demand;
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::reading::tests::games::{against, falling, keys, printed, scan, script, with};
use crate::connect4::reading::{Difference, FormatDifferences, Reading, Seen, Words, align, read};
use crate::connect4::rules::{Computer, Game};
use crate::connect4::script::Script;
use crate::splitmix::SplitMix64;

fn games() -> [Game; 2] {
    [
        against(scan(), Computer::Blocker),
        against(falling(), Computer::Extender),
    ]
}

/// A reading of what a program with some replies prints.
fn seen(game: &Game, script: &Script, expected: &Expected) -> Reading {
    let (bytes, marks) = printed(expected);
    read(game, script, &bytes, &marks, !expected.halts, Words::Free)
}

/// A game that the program played as `columns` say, one reply each, then as the package does; its reading changed.
fn judged(game: &Game, keys: &str, columns: &[usize], change: impl Fn(&mut Reading)) -> (Followed, Option<Difference>) {
    let script = script(keys);
    let mut replies = columns.iter().copied();
    let played = Expected::play_with(game, &script, &mut |turn| replies.next().unwrap_or(turn.own));
    let mut reading = seen(game, &script, &played);
    change(&mut reading);
    let demands: Vec<Demand> = game.flow.computer.map(Demand::of).into_iter().collect();
    let followed = follow(game, &script, &demands, &reading);
    let difference = align(&followed.expected, &reading, true).0;
    (followed, difference)
}

/// The same where the last board of a step is another.
fn last_board(step: usize, change: impl Fn(&Board, &Board) -> Vec<Board>) -> impl Fn(&mut Reading) {
    move |reading| {
        let seen = &mut reading.steps[step];
        let boards = seen.iter().enumerate().filter_map(|(at, seen)| match seen {
            Seen::Event(Event::Board(board)) => Some((at, board.clone())),
            _ => None,
        });
        let boards: Vec<(usize, Board)> = boards.collect();
        let landed = |board: &Board| board.pieces() == boards[boards.len() - 1].1.pieces();
        let (at, last) = boards[boards.len() - 1].clone();
        // The person's board is the last with one piece less.
        let human = boards
            .iter()
            .rev()
            .find(|(_, board)| !landed(board))
            .expect("the person moves first");

        let first = human.0 + 1;
        let shown = change(&human.1, &last)
            .into_iter()
            .map(|board| Seen::Event(Event::Board(board)));

        seen.splice(first..=at, shown);
    }
}

#[track_caller]
fn fault(game: &Game, keys: &str, columns: &[usize], change: impl Fn(&mut Reading)) -> (usize, Fault) {
    let (followed, difference) = judged(game, keys, columns, change);
    let ruling = followed.ruling.expect("a reply that is not taken");
    assert_eq!(difference.expect("another game").step, ruling.step);
    (ruling.step, ruling.fault)
}

#[test]
fn any_legal_replies_are_followed_to_the_end_of_the_game() {
    let mut random = SplitMix64::new(3);
    for round in 0..200 {
        let game = &games()[round % 2];
        let script = script(&keys(&mut random));
        let played = Expected::play_with(game, &script, &mut |turn| {
            let open: Vec<usize> = (0..7).filter(|column| turn.board.landing(*column).is_some()).collect();
            open[random.below(open.len())]
        });
        let reading = seen(game, &script, &played);
        let followed = follow(game, &script, &[], &reading);

        assert_eq!(followed.ruling, None);
        assert_eq!(followed.expected, played);
        assert_eq!(
            align(&followed.expected, &reading, true),
            (None, FormatDifferences::default())
        );

        // The package's own computer meets what its document demands.
        let own = Expected::play(game, &script);
        let demands: Vec<Demand> = game.flow.computer.map(Demand::of).into_iter().collect();
        let followed = follow(game, &script, &demands, &seen(game, &script, &own));
        assert_eq!((followed.ruling, followed.expected), (None, own));
    }
}

#[test]
fn a_person_is_held_to_the_replies() {
    // The computer fills column 1: the person's fourth piece does not fit.
    for game in games() {
        let (followed, difference) = judged(&game, "1112", &[0, 0, 0], |_| {});
        assert_eq!((followed.ruling, difference), (None, None));
        let (_, difference) = judged(&game, "1112", &[0, 0, 0], |reading| reading.steps.truncate(4));
        assert_eq!(difference.map(|difference| difference.step), Some(4));
    }
}

#[test]
fn pieces_that_no_rule_allows_are_named() {
    for game in games() {
        let one = Some(Player::One);
        let two = Some(Player::Two);
        let found = |change: &dyn Fn(&Board, &Board) -> Vec<Board>| fault(&game, "12", &[3, 4], last_board(2, change));
        assert_eq!(
            found(&|human, _| vec![with(human, 1, 6, two)]),
            (2, Fault::Floating { row: 1, column: 6 })
        );
        assert_eq!(
            found(&|human, _| vec![with(human, 5, 0, two)]),
            (2, Fault::Overwritten { row: 5, column: 0 })
        );

        let both = |human: &Board| with(&with(human, 5, 5, two), 5, 6, two);
        assert_eq!(found(&|human, _| vec![both(human)]), (2, Fault::Pieces(2)));
        assert_eq!(
            found(&|human, _| vec![with(human, 5, 5, two), both(human)]),
            (2, Fault::Pieces(2))
        );
        assert_eq!(found(&|_, _| vec![]), (2, Fault::NoReply));
        assert_eq!(found(&|human, _| vec![human.clone()]), (2, Fault::NoReply));
        assert_eq!(found(&|human, _| vec![with(human, 5, 6, one)]), (2, Fault::Changed));

        let moved = |human: &Board| with(&with(&with(human, 5, 0, None), 5, 6, one), 5, 5, two);
        assert_eq!(found(&|human, _| vec![moved(human)]), (2, Fault::Changed));
        let broken = |reading: &mut Reading| {
            last_board(2, |_, _| vec![])(reading);
            let prompt = reading.steps[2].len() - 1;
            reading.steps[2].insert(prompt, Seen::BrokenBoard(vec![vec![None; 7]]));
        };

        assert_eq!(fault(&game, "12", &[3, 4], broken), (2, Fault::Broken));
        // A full column: the top piece is replaced.
        let over = last_board(4, |human, _| vec![with(human, 0, 0, two)]);
        let found = fault(&game, "2111", &[0, 0, 0, 5], over);
        assert_eq!(found, (4, Fault::Overwritten { row: 0, column: 0 }));
    }
}

#[test]
fn a_game_that_goes_on_behind_the_computers_win_is_another() {
    for game in games() {
        let columns = [6, 6, 6, 6];
        let (followed, difference) = judged(&game, "1213", &columns, |_| {});
        assert_eq!((followed.ruling, difference), (None, None));

        let silent = |reading: &mut Reading| {
            let won = Seen::Event(Event::Result(Outcome::Win(Player::Two)));
            let step = &mut reading.steps[4];
            let at = step.iter().position(|seen| *seen == won).expect("the computer wins");
            step.truncate(at);
            step.push(Seen::Event(Event::Prompt(Player::One)));
        };

        let (_, difference) = judged(&game, "1213", &columns, silent);
        let difference = difference.expect("no result");
        assert_eq!(difference.expected, Some(Event::Result(Outcome::Win(Player::Two))));
    }
}

#[test]
fn what_the_document_demands_must_be_done() {
    let [blocker, extender] = games();
    let no_change = |_: &mut Reading| {};
    // 1, 2 and 3 in a row; the computer stays away from 4.
    let (step, found) = fault(&blocker, "123", &[6, 6, 5], no_change);
    let block = Fault::Demand {
        demand: Demand::Block,
        column: 5,
        columns: vec![3],
    };

    assert_eq!((step, found), (3, block));
    let (followed, difference) = judged(&blocker, "123", &[6, 6, 3], no_change);
    assert_eq!((followed.ruling, difference), (None, None));

    // Three of its own, one above the other, and it goes elsewhere.
    let (step, found) = fault(&extender, "1213", &[6, 6, 6, 5], no_change);
    let win = Fault::Demand {
        demand: Demand::Win,
        column: 5,
        columns: vec![6],
    };

    assert_eq!((step, found), (4, win));
}
