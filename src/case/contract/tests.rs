//! Contracts as case files have them, and the calls that are generated.

use std::collections::BTreeSet;

use super::family::{self, Family, Quantity, Ways};
use super::{About, Contract, Target};
use crate::assignment::{Assignment, find};
use crate::case::{self, CaseError};
use crate::connect4::lines::{Direction, winning_games};
use crate::connect4::{Board, Player};

fn assignment() -> Assignment {
    find("lc3-starter").expect("it is bundled")
}

fn load(text: &str) -> Result<Vec<Contract>, CaseError> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("cases.yaml");
    std::fs::write(&file, text).expect("a temporary folder can be written to");
    Ok(case::load(&assignment(), Some(&file))?.contracts)
}

fn contracts(text: &str) -> Vec<Contract> {
    load(text).unwrap_or_else(|error| panic!("{error}"))
}

/// What is said about a case file, a line for each place.
fn complaints(text: &str) -> Vec<String> {
    let error = load(text).expect_err("these cases are wrong").to_string();
    let lines = error
        .lines()
        .filter_map(|line| Some(line.split_once("cases.yaml:")?.1.to_owned()));
    lines.collect()
}

#[test]
fn a_call_by_hand_sets_registers_words_and_board() {
    let text = "- name: a\n  call: [CHECK_VALID, VALID]\n  before:\n    R0: \"'3'\"\n    R1: x1F\n    R2: -1\n    TURN: 2\n    \
                board: |\n      - - - - - -\n      ------\n      - - - - - -\n      - - - - - -\n      X - - - - -\n      O - - - - -\n  \
                after: {R6: 3, WINNER: 0}\n  prints: |\n    text\n";
    let contract = &contracts(text)[0];
    assert_eq!(contract.labels, ["CHECK_VALID", "VALID"]);

    let call = &contract.calls[0];
    let word = |label: &str| Target::Word(label.into());
    assert_eq!(
        call.before,
        [
            (Target::Register(0), 0x33),
            (Target::Register(1), 0x1F),
            (Target::Register(2), 0xFFFF),
            (word("TURN"), 2)
        ]
    );
    assert_eq!(call.after, [vec![(Target::Register(6), 3), (word("WINNER"), 0)]]);
    assert_eq!(call.prints.as_deref(), Some(&b"text\n"[..]));

    let board = call.board.as_ref().expect("it is set");
    assert_eq!(
        (board.pieces(), board.cell(4, 0), board.cell(5, 0)),
        (2, Some(Player::Two), Some(Player::One))
    );
}

#[test]
fn every_error_is_reported_in_its_place() {
    let text = "- name: a\n  call: 1X\n\
                - name: b\n  call: A\n  moves: 1 2\n\
                - name: c\n  moves: 1\n  ends: waiting\n  after: {R0: 1}\n\
                - name: d\n  call: A\n  before: {R7: 1}\n\
                - name: e\n  call: A\n  before: {R0: 65536}\n\
                - name: f\n  call: A\n  before: {R0: key}\n\
                - name: g\n  call: A\n  generate: lines\n  after: {R4: wins}\n\
                - name: h\n  call: A\n  generate: keys\n  after: {R4: winz}\n\
                - name: i\n  call: A\n  before:\n    board: |\n      ------\n\
                - name: j\n  call: A\n  before:\n    board: |\n      ------\n      ------\n      --O---\n      ---\n      ------\n      ------\n\
                - name: k\n  call: A\n  calls: []\n\
                - name: l\n  call: A\n  calls:\n    - prnts: x\n\
                - name: m\n  call: A\n  before: {R0: 1, r0: 2}\n";

    let wanted = [
        "2:9: `call` is `1X`, but must be a label",
        "5:3: `moves` cannot be combined with `call`",
        "9:3: `after` requires `call`",
        "12:12: a call can neither set nor check `R7`",
        "15:16: `R0` is `65536`, but must be a number from -32768 to 65535",
        "18:16: `R0` is `key`, but must be a number",
        "19:3: the field `direction` is missing",
        "26:15: `R4` is `winz`, but must be a number",
        "30:12: `board` is `------\\n`, but must be 6 lines",
        "39:7: row 4 of this board must have 6 cells",
        "44:10: `calls` is a list, but must be a list of 1 to 10000 calls",
        "48:7: unknown field `prnts`",
        "51:19: `r0` is set twice",
    ];

    let reported = complaints(text);
    assert_eq!(reported.len(), wanted.len(), "{reported:#?}");
    for (reported, wanted) in reported.iter().zip(wanted) {
        assert!(reported.starts_with(wanted), "{reported:?} is not {wanted:?}");
    }
}

#[test]
fn who_does_the_work_instead_must_be_held_to_something() {
    let error = load("- name: a\n  call: CHECK_D1\n  instead: CHECK_DIAGONALS\n").expect_err("nobody calls it");
    assert!(
        matches!(&error, CaseError::NoStandIn { label, .. } if label == "CHECK_DIAGONALS"),
        "{error}"
    );
}

#[test]
fn every_key_is_tried_at_every_height() {
    let rules = assignment().game.rules;
    let positions = family::keys(rules);
    assert_eq!(positions.len(), 128 * 7);

    let mut tried = BTreeSet::new();
    for position in &positions {
        let About::Key { key, column } = position.about else {
            panic!("{position:?}")
        };

        let digit = (b'1'..=b'6').contains(&key);
        assert_eq!(column.is_some(), digit);
        let mut answer = 0;
        if let Some((column, height)) = column {
            tried.insert((key, height));
            let pieces = (0..6).filter(|row| position.board.cell(*row, column).is_some()).count();
            assert_eq!(pieces, height);
            answer = if height < 6 { u16::from(key - b'0') } else { 0 };
        }

        assert_eq!(position.value(Quantity::Column, 0), answer);
        assert_eq!(position.value(Quantity::Key, 0), u16::from(key));
        assert!(falls(&position.board));
    }

    assert_eq!(tried.len(), 6 * 7);
}

/// Whether no piece hangs in the air.
fn falls(board: &Board) -> bool {
    let hangs = |row: usize, column: usize| board.cell(row, column).is_some() && board.cell(row + 1, column).is_none();
    !(0..board.rows() - 1).any(|row| (0..board.columns()).any(|column| hangs(row, column)))
}

/// Lines of four anywhere, found without the rules model: every way a line can run from every cell.
fn lines_of_four(board: &Board) -> usize {
    let mut count = 0;
    for row in 0..6_i32 {
        for column in 0..6_i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let cells: Option<Vec<_>> = (0..4)
                    .map(|step| {
                        let (row, column) = (row + step * down, column + step * right);
                        let inside = (0..6).contains(&row) && (0..6).contains(&column);
                        inside.then(|| board.cell(row as usize, column as usize)).flatten()
                    })
                    .collect();
                count += usize::from(cells.is_some_and(|cells| cells.iter().all(|cell| *cell == cells[0])));
            }
        }
    }

    count
}

#[test]
fn every_winning_position_has_its_near_miss() {
    let rules = assignment().game.rules;
    let positions = family::lines(rules, &winning_games(rules));
    assert_eq!(positions.len(), 648);
    for pair in positions.chunks(2) {
        let [win, near] = pair else { panic!("an odd number") };
        assert_eq!(lines_of_four(&win.board), 1, "{win:?}");
        assert_eq!(lines_of_four(&near.board), 0, "{near:?}");
        assert!(falls(&win.board) && falls(&near.board));

        let differing = (0..36).filter(|at| win.board.cell(at / 6, at % 6) != near.board.cell(at / 6, at % 6));
        assert_eq!(differing.count(), 1);
        let last =
            |position: &family::Position| (position.value(Quantity::Row, 0), position.value(Quantity::Column, 0));
        assert_eq!(last(win), last(near));

        let (row, column) = last(win);
        let player = win
            .board
            .cell(usize::from(row) - 1, usize::from(column) - 1)
            .expect("it is filled");

        assert_eq!(usize::from(win.value(Quantity::Player, 0)), player.number());
    }
}

#[test]
fn each_subroutine_finds_the_lines_of_its_own_direction() {
    let rules = assignment().game.rules;
    let positions = family::lines(rules, &winning_games(rules));
    let found = |ways| {
        let mut sums = vec![0; Family::Lines(ways).answers(&positions[0]).len()];
        for position in &positions {
            let answers = Family::Lines(ways).answers(position);
            sums.iter_mut()
                .zip(answers)
                .for_each(|(sum, answer)| *sum += usize::from(answer));
        }

        sums
    };

    assert_eq!(found(Ways::Horizontal), [144]);
    assert_eq!(found(Ways::Vertical), [36]);
    assert_eq!(found(Ways::Diagonals), [144]);
    assert_eq!(found(Ways::OneDiagonal), [72, 72]);

    let about = |position: &family::Position| match position.about {
        About::Line { direction, .. } => direction,
        _ => panic!("{position:?}"),
    };
    let falling = positions
        .iter()
        .filter(|position| Family::Lines(Ways::OneDiagonal).answers(position)[0] == 1);

    assert!(
        falling
            .into_iter()
            .all(|position| about(position) == Direction::DiagonalDown)
    );
}
