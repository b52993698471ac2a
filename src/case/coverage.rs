//! What a suite never touches: lines, columns and keys of which no case has one. This is advice, and no error: some games
//! cannot be had against a computer, and a short suite may be meant to be short.

use std::collections::BTreeSet;

use super::{Case, Suite, group_of};
use crate::assignment::{Assignment, Rule};
use crate::connect4::lines::{Direction, lines};
use crate::connect4::{Event, GameEnd, Outcome, Player, Protocol, Step, Then};
use crate::diagnostic::wording::{one_of, plural};

/// So many things are named, and of the rest only the number.
const MOST: usize = 12;

/// The directions of lines with their names and steps in rows and columns, from the left or from below.
const DIRECTIONS: [(Direction, &str, (isize, isize)); 4] = [
    (Direction::Horizontal, "horizontal", (0, 1)),
    (Direction::Vertical, "vertical", (-1, 0)),
    (Direction::DiagonalUp, "rising", (-1, 1)),
    (Direction::DiagonalDown, "falling", (1, 1)),
];

/// Where in its line the last piece lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    First,
    Inner,
    Last,
}

/// What the games of a suite have in them.
#[derive(Debug, Default)]
struct Touched {
    wins: BTreeSet<(Direction, Player)>,
    places: BTreeSet<(Direction, Place)>,
    ties: bool,
    played: BTreeSet<usize>,
    full: BTreeSet<usize>,
    refused: BTreeSet<Refused>,
    quits: bool,
    plays_on: bool,
}

/// Keys that are refused for the same reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Refused {
    FullColumn,
    Zero,
    LargeDigit,
    Letter,
    Sign,
    EmptyLine,
    Several,
}

/// What no case of a suite touches, as the end of a sentence that begins with "no case has"; empty where nothing is missing.
pub fn untouched(assignment: &Assignment, suite: &Suite) -> String {
    let mut touched = Touched::default();
    for case in suite.cases.iter().filter(|case| !case.is_missed()) {
        touched.add(assignment, case);
    }

    let mut missing = touched.missing_wins(assignment);
    missing.extend(touched.missing_columns(assignment));
    missing.extend(touched.missing_keys(assignment));
    missing.extend(groups_without_points(assignment, suite));
    if missing.len() > MOST {
        let rest = plural(missing.len() - MOST + 1, "other thing");
        missing.truncate(MOST - 1);
        missing.push(format!("{rest} that a suite can have"));
    }
    one_of(&missing)
}

/// That the groups of a rubric are not worth 100 points together, which is usual; `None` where they are.
pub fn odd_total(assignment: &Assignment) -> Option<String> {
    let total: f64 = assignment.rubric.iter().map(|group| group.points).sum();
    let is_odd = !assignment.rubric.is_empty() && (total - 100.0).abs() > 1e-6;
    is_odd.then(|| format!("the groups of the rubric are worth {total} points together, not 100"))
}

impl Touched {
    fn add(&mut self, assignment: &Assignment, case: &Case) {
        let game = &assignment.game;
        let (steps, attempts) = (&case.expected.steps, &case.script.attempts);
        for (index, step) in steps.iter().enumerate() {
            if let Some(end) = step.end() {
                self.add_end(&end, game.rules.line);
                let mut later = steps[index + 1..].iter();
                self.plays_on |= later.any(|step| step.placed.is_some());
            }
            for column in 0..game.rules.columns {
                if step.board_of_move().landing(column).is_none() {
                    self.full.insert(column);
                }
            }
            if let Some((_, column)) = step.placed {
                self.played.insert(column);
            }
            self.ties |= is_quiet_tie(step);

            let attempt = index.checked_sub(1).and_then(|index| attempts.get(index));
            let typed = attempt.map(|attempt| &attempt.typed[..]);
            self.quits |= game.flow.quit.is_some_and(|quit| typed == Some(&[quit.key][..]));
            if step.events.contains(&Event::Refusal) {
                self.refused
                    .extend(typed.and_then(|typed| reason(typed, game.rules.columns)));
            }
        }
    }

    fn add_end(&mut self, end: &GameEnd, line: usize) {
        let Outcome::Win(player) = end.outcome else {
            self.ties = true;
            return;
        };
        let Some((row, column)) = end.last else { return };
        for (direction, _, (down, right)) in DIRECTIONS {
            if end.board.run_length(row, column, (down, right)) < line {
                continue;
            }
            let is_own = |down: isize, right: isize| {
                let next = row.checked_add_signed(down).zip(column.checked_add_signed(right));
                let next = next.filter(|(row, column)| *row < end.board.rows() && *column < end.board.columns());
                next.is_some_and(|(row, column)| end.board.cell(row, column) == Some(player))
            };
            let place = match (is_own(-down, -right), is_own(down, right)) {
                (false, _) => Place::First,
                (true, true) => Place::Inner,
                (true, false) => Place::Last,
            };
            self.wins.insert((direction, player));
            self.places.insert((direction, place));
        }
    }

    fn missing_wins(&self, assignment: &Assignment) -> Vec<String> {
        let rules = assignment.game.rules;
        let possible: BTreeSet<Direction> = lines(rules).into_iter().map(|(direction, _)| direction).collect();
        let mut missing = Vec::new();
        for (direction, name, _) in DIRECTIONS {
            if !possible.contains(&direction) {
                continue;
            }
            let lacks = |player: &Player| !self.wins.contains(&(direction, *player));
            let winners: Vec<Player> = [Player::One, Player::Two].into_iter().filter(lacks).collect();
            match winners[..] {
                [] => {}
                [winner] => missing.push(format!("a {name} win of player {}", winner.number())),
                _ => {
                    missing.push(format!("a {name} win"));
                    continue;
                }
            }

            // The last piece of a vertical line is always its top; against a computer nobody can choose.
            if direction == Direction::Vertical || assignment.game.flow.computer.is_some() {
                continue;
            }
            let places = [
                (Place::First, "at the left end"),
                (Place::Inner, "inside"),
                (Place::Last, "at the right end"),
            ];
            let lacks = |(place, _): &&(Place, &str)| !self.places.contains(&(direction, *place));
            let is_possible = |(place, _): &&(Place, &str)| rules.line > 2 || *place != Place::Inner;
            let places = places.iter().filter(lacks).filter(is_possible);
            missing.extend(places.map(|(_, place)| format!("a {name} line whose last piece lies {place}")));
        }

        if !self.ties {
            missing.push("a tie".into());
        }
        missing
    }

    fn missing_columns(&self, assignment: &Assignment) -> Vec<String> {
        let columns = 0..assignment.game.rules.columns;
        let lacking = |known: &BTreeSet<usize>| -> Vec<String> {
            let lacking = columns.clone().filter(|column| !known.contains(column));
            lacking.map(|column| (column + 1).to_string()).collect()
        };
        let (unplayed, not_full) = (lacking(&self.played), lacking(&self.full));

        let mut missing = Vec::new();
        if !unplayed.is_empty() {
            missing.push(format!("a piece in column {}", one_of(&unplayed)));
        }
        if !not_full.is_empty() {
            missing.push(format!("a full column {}", one_of(&not_full)));
        }
        missing
    }

    fn missing_keys(&self, assignment: &Assignment) -> Vec<String> {
        let columns = assignment.game.rules.columns;
        let is_line = assignment.protocol == Protocol::Enter;
        let kinds = [
            (Refused::FullColumn, true, "a move in a full column"),
            (Refused::Zero, true, "the key 0"),
            (Refused::LargeDigit, columns < 9, "a digit beyond the last column"),
            (Refused::Letter, true, "a letter as a move"),
            (Refused::Sign, true, "a punctuation mark as a move"),
            (Refused::EmptyLine, is_line, "an empty line as a move"),
            (Refused::Several, is_line, "a line of several characters as a move"),
        ];
        let refused = kinds
            .iter()
            .filter(|(kind, is_possible, _)| *is_possible && !self.refused.contains(kind));
        let mut missing: Vec<String> = refused.map(|(_, _, words)| (*words).to_owned()).collect();

        let flow = &assignment.game.flow;
        if let Some(quit) = flow.quit.filter(|_| !self.quits) {
            missing.push(format!("the key `{}`, which leaves the game", char::from(quit.key)));
        }
        if flow.over == Then::Restart && !self.plays_on {
            missing.push("a move after the end of a game".into());
        }
        missing
    }
}

/// Why a key is refused; `None` for what no suite needs.
fn reason(typed: &[u8], columns: usize) -> Option<Refused> {
    match typed {
        [] => Some(Refused::EmptyLine),
        [b'0'] => Some(Refused::Zero),
        [digit @ b'1'..=b'9'] if usize::from(digit - b'0') <= columns => Some(Refused::FullColumn),
        [b'1'..=b'9'] => Some(Refused::LargeDigit),
        [key] if key.is_ascii_alphabetic() => Some(Refused::Letter),
        [key] if key.is_ascii_punctuation() => Some(Refused::Sign),
        [_] => None,
        _ => Some(Refused::Several),
    }
}

/// Whether the board gets full and nobody wins, where that is not announced.
fn is_quiet_tie(step: &Step) -> bool {
    let is_full = |event: &Event| matches!(event, Event::Board(board) if board.is_full());
    step.events.iter().any(is_full) && step.end().is_none()
}

/// Groups of the rubric that are worth points, of cases that are worth none.
fn groups_without_points(assignment: &Assignment, suite: &Suite) -> Vec<String> {
    let groups = assignment
        .rubric
        .iter()
        .enumerate()
        .filter(|(_, group)| group.points > 0.0 && group.rule != Rule::Components);
    let lacking = groups.filter(|(index, _)| {
        let cases = suite.cases.iter().map(|case| (&case.tags, case.points));
        let contracts = suite.contracts.iter().map(|contract| (&contract.tags, contract.points));
        let own = |(tags, _): &(&Vec<String>, f64)| group_of(assignment, tags) == Some(*index);
        let mut members = cases.chain(contracts).filter(own);
        suite.has_rubric && members.all(|(_, points)| points <= 0.0)
    });
    lacking
        .map(|(_, group)| format!("points in the rubric group `{}`", group.name))
        .collect()
}
