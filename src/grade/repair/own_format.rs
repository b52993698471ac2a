//! The transcript of a correct program in the format of the program itself: in its own words, boards and spaces.
//!
//! What it prints in each kind of step is learned from the cases that are right: text that is always the same, and the rows of
//! boards, whose lines follow from their cells. So a program in another format can be held to the byte, too.

use std::collections::HashMap;

use crate::case::Case;
use crate::connect4::board::{Board, Cell};
use crate::connect4::expected::{Outcome, Step};
use crate::connect4::reading::{self, Printed, PrintedBoard};
use crate::connect4::{Event, Player, Script};
use crate::grade::attempt::Attempt;
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::{Comparison, without_banners, words};
use crate::grade::plan::Plan;
use crate::grade::run::Runner;
use crate::machine::Service;
use crate::result::{CaseVerdict, Ending};

mod rows;

use rows::Rows;

/// Bytes of output from which the format is learned, at most.
const MOST_BYTES: usize = 2 << 20;
/// One in so many failing cases shows whether enough is known.
const SAMPLE: usize = 4;

/// What a program prints where it is right.
#[derive(Debug, Clone)]
pub struct OwnFormat {
    /// For each kind of step; `None` where it differs from game to game.
    steps: HashMap<Kind, Option<Vec<Piece>>>,
    rows: Rows,
}

/// What a step is, as far as its text follows from that.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Kind {
    /// What is typed, unless it is a column that is shown first.
    typed: Option<Vec<u8>>,
    events: Vec<Shape>,
}

/// An event, whatever its board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Board,
    Frame,
    Prompt(Player),
    Echo,
    Refusal,
    Result(Outcome),
}

/// A part of what is printed in a step.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(Vec<u8>),
    /// What was typed.
    Typed,
    /// A row of one of the boards of the step.
    Row {
        board: usize,
        row: usize,
    },
}

impl OwnFormat {
    /// Learns it from what is right in the cases. `None` where most of those that are right are printed as required to the byte,
    /// or where too little is right to know how the others must be printed.
    pub fn learn(plan: &Plan, attempt: &Attempt, runner: &mut Runner) -> Option<Self> {
        let right = attempt
            .outcomes
            .iter()
            .filter(|outcome| outcome.verdict <= CaseVerdict::Format);
        let (exact, own): (Vec<_>, Vec<_>) = right.partition(|outcome| matches!(outcome.comparison, Comparison::Exact));
        if exact.len() >= own.len() {
            return None;
        }

        let mut own = Self {
            steps: HashMap::new(),
            rows: Rows::default(),
        };
        let mut bytes = 0;
        for outcome in &attempt.outcomes {
            let Some(script) = &outcome.script else { continue };
            let run = runner.run(attempt.config, &script.keys)?;
            let printed = without_banners(&run.output, &[Service::Halt]);
            bytes += printed.bytes.len();
            if bytes > MOST_BYTES {
                break;
            }

            let printed = Printed {
                script,
                bytes: &printed.bytes,
                marks: &printed.marks,
                waits: run.stop.ending == Ending::Waiting,
            };
            let steps = &outcome.compared_with().expected.steps;
            own.learn_steps((plan, attempt), &steps[..right_steps(outcome)], printed);
        }
        own.rows.settle();
        own.knows_most_of(&attempt.outcomes).then_some(own)
    }

    /// Whether it is known how most of the cases that fail must be printed.
    fn knows_most_of(&self, outcomes: &[CaseOutcome]) -> bool {
        let failing = outcomes.iter().filter(|outcome| outcome.verdict > CaseVerdict::Format);
        let is_known = |outcome: &&CaseOutcome| {
            let script = outcome.script.as_ref();
            script.is_some_and(|script| self.transcript(outcome.compared_with(), script).is_some())
        };
        let (known, unknown): (Vec<_>, Vec<_>) = failing.step_by(SAMPLE).partition(is_known);
        known.len() > unknown.len()
    }

    /// Learns from the steps of a case that are right.
    fn learn_steps(&mut self, (plan, attempt): (&Plan, &Attempt), steps: &[Step], printed: Printed) {
        let game = &plan.assignment.game;
        let boards = reading::printed_boards(&attempt.vocabulary, game, words(&plan.assignment), printed);
        let end_of = |step: usize| {
            let attempt = printed.script.attempts.get(step)?;
            printed.marks.get(attempt.first_key).copied()
        };

        let mut begin = 0;
        for (number, step) in steps.iter().enumerate() {
            let end = end_of(number).unwrap_or(printed.bytes.len());
            let Some(text) = printed.bytes.get(begin..end) else {
                return;
            };
            begin = end;

            let of_step = boards.iter().filter(|board| board.step == number);
            let before = number.checked_sub(1).map(|before| &steps[before].board);
            let Some(pieces) = self.pieces(text, of_step, &boards_of(step, before)) else {
                return;
            };
            self.take(typed_in(printed.script, number), step, pieces);
        }
    }

    /// A text as its parts. `None` where a board in it is none of those of its step.
    fn pieces<'b>(
        &mut self,
        text: &[u8],
        printed: impl Iterator<Item = &'b PrintedBoard>,
        boards: &[&Board],
    ) -> Option<Vec<Piece>> {
        let mut pieces = Vec::new();
        let mut rest = text;
        for PrintedBoard { board, rows, .. } in printed {
            let number = boards.iter().position(|known| *known == board)?;
            for (row, line) in rows {
                let at = rest.windows(line.len().max(1)).position(|part| part == line)?;
                pieces.push(Piece::Text(rest[..at].to_vec()));
                pieces.push(Piece::Row {
                    board: number,
                    row: *row,
                });
                self.rows.take(*row, cells(board, *row), line);
                rest = &rest[at + line.len()..];
            }
        }
        pieces.push(Piece::Text(rest.to_vec()));
        Some(pieces)
    }

    /// Takes what is printed in a step, for all steps of its kind.
    fn take(&mut self, typed: Option<&[u8]>, step: &Step, pieces: Vec<Piece>) {
        let mut take = |kind: Kind, pieces: Vec<Piece>| {
            let known = self.steps.entry(kind).or_insert_with(|| Some(pieces.clone()));
            if known.as_ref().is_some_and(|known| *known != pieces) {
                *known = None;
            }
        };

        if let Some(any) = with_any_column(typed, &pieces) {
            take(Kind::of(None, step), any);
        }
        take(Kind::of(typed, step), pieces);
    }

    /// What the program prints in a case if it is right. `None` where that is not known.
    pub fn transcript(&self, case: &Case, script: &Script) -> Option<Vec<u8>> {
        let mut transcript = Vec::new();
        let mut before = None;
        for (number, step) in case.expected.steps.iter().enumerate() {
            let typed = typed_in(script, number);
            let boards = boards_of(step, before);
            for piece in self.pieces_of(typed, step)? {
                match piece {
                    Piece::Text(text) => transcript.extend(text),
                    Piece::Typed => transcript.extend(typed?),
                    Piece::Row { board, row } => {
                        let board = boards.get(*board)?;
                        transcript.extend(self.rows.line(*row, &cells(board, *row))?);
                    }
                }
            }
            before = Some(&step.board);
        }
        Some(transcript)
    }

    /// The parts of a step: of those with the same keys, or else with any column.
    fn pieces_of(&self, typed: Option<&[u8]>, step: &Step) -> Option<&Vec<Piece>> {
        let known = |typed| self.steps.get(&Kind::of(typed, step)).and_then(Option::as_ref);
        known(typed).or_else(|| is_column(typed).then(|| known(None)).flatten())
    }
}

impl Kind {
    fn of(typed: Option<&[u8]>, step: &Step) -> Self {
        let shape = |event: &Event| match event {
            Event::Board(_) => Shape::Board,
            Event::Frame(_) => Shape::Frame,
            Event::Prompt(player) => Shape::Prompt(*player),
            Event::Echo(_) => Shape::Echo,
            Event::Refusal => Shape::Refusal,
            Event::Result(outcome) => Shape::Result(*outcome),
        };
        Self {
            typed: typed.map(<[u8]>::to_vec),
            events: step.events.iter().map(shape).collect(),
        }
    }
}

/// The steps of a case before the first wrong one.
fn right_steps(outcome: &CaseOutcome) -> usize {
    let all = outcome.compared_with().expected.steps.len();
    match &outcome.comparison {
        _ if outcome.verdict <= CaseVerdict::Format => all,
        Comparison::Game(difference, _) => difference.step.min(all),
        _ => 0,
    }
}

/// What is typed for a step.
fn typed_in(script: &Script, step: usize) -> Option<&[u8]> {
    let attempt = script.attempts.get(step.checked_sub(1)?)?;
    Some(&attempt.typed)
}

fn is_column(typed: Option<&[u8]>) -> bool {
    matches!(typed, Some([digit]) if digit.is_ascii_digit())
}

/// The parts of a step as they are for any column, where what is typed is one, and is shown first.
fn with_any_column(typed: Option<&[u8]>, pieces: &[Piece]) -> Option<Vec<Piece>> {
    let (Some(typed), Some(Piece::Text(first))) = (typed.filter(|typed| is_column(Some(typed))), pieces.first()) else {
        return None;
    };
    let behind = first.strip_prefix(typed)?.to_vec();
    let rest = pieces[1..].iter().cloned();
    Some([Piece::Typed, Piece::Text(behind)].into_iter().chain(rest).collect())
}

/// The boards that may be printed in a step: those of its events, and the ones after it and before it.
fn boards_of<'b>(step: &'b Step, before: Option<&'b Board>) -> Vec<&'b Board> {
    let shown = step.events.iter().filter_map(|event| match event {
        Event::Board(board) | Event::Frame(board) => Some(board),
        _ => None,
    });
    shown.chain([&step.board]).chain(before).collect()
}

fn cells(board: &Board, row: usize) -> Vec<Cell> {
    (0..board.columns()).map(|column| board.cell(row, column)).collect()
}
