//! Programs that want keys before the game begins: "Press any key", "1: two players, 2: computer", and where one question
//! follows another, the answers to both.

use super::answers;
use crate::connect4::reading::{self, Drawing, Seen, Words};
use crate::connect4::{Event, Script};
use crate::grade::drawing;
use crate::grade::plan::Plan;
use crate::grade::run::adaptation::{Adaptation, FewKeys};
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::Run;
use crate::result::{CaseVerdict, Ending};

/// Of the keys that lead to a board so many are compared.
const COMPARED: usize = 3;
/// How many cases are played to compare them.
const PLAYED: usize = 8;
/// So many answers to the first question are tried that bring another one.
const FOLLOWED: usize = 3;
/// Visible characters of a question, at least: more than an echo.
const QUESTION: usize = 6;

/// The keys that begin the game; `None` where the program shows a board without any, or shows none after those that are
/// tried.
pub fn detect(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<FewKeys> {
    let first = runner.run(config.tagged(), b"")?;
    if first.stop.ending != Ending::Waiting || shows_empty_board(plan, &first, 0) {
        return None;
    }

    let start = FewKeys::default();
    let from_assignment = FewKeys::new(&plan.assignment.input.opening_keys);
    let mut candidates = answers(&first.output.bytes);
    if !from_assignment.is_empty() {
        candidates.insert(0, from_assignment);
    }
    let mut tried = Tried::default();
    tried.try_all(plan, config, runner, (start, first.output.bytes.len()), candidates)?;

    let questions: Vec<(FewKeys, Vec<u8>, usize)> = tried.questions.drain(..).take(FOLLOWED).collect();
    for (keys, text, printed) in questions {
        if !tried.leading.is_empty() {
            break;
        }
        tried.try_all(plan, config, runner, (keys, printed), answers(&text))?;
    }
    best(plan, config, runner, tried.leading)
}

/// What became of the keys that were tried.
#[derive(Default)]
struct Tried {
    /// Those that lead to an empty board.
    leading: Vec<FewKeys>,
    /// Those that bring another question, with its text and the bytes printed up to there.
    questions: Vec<(FewKeys, Vec<u8>, usize)>,
}

impl Tried {
    /// Tries keys after some others, up to which so many bytes were printed. `None` where the machine failed.
    fn try_all(
        &mut self,
        plan: &Plan,
        config: RunConfig,
        runner: &mut Runner,
        (before, printed): (FewKeys, usize),
        candidates: Vec<FewKeys>,
    ) -> Option<()> {
        for keys in candidates {
            let keys = FewKeys::new(&[&before[..], &keys].concat());
            let run = runner.run(config.tagged(), &keys)?;
            let text = run.output.bytes.get(printed..).unwrap_or_default();
            if run.stop.ending != Ending::Waiting {
                continue;
            }
            if shows_empty_board(plan, &run, printed) {
                self.leading.push(keys);
            } else if text.iter().filter(|byte| byte.is_ascii_graphic()).count() >= QUESTION {
                self.questions.push((keys, text.to_vec(), run.output.bytes.len()));
            }
            if self.leading.len() == COMPARED {
                break;
            }
        }
        Some(())
    }
}

/// Those keys after which most cases are right, of several the first.
fn best(plan: &Plan, config: RunConfig, runner: &mut Runner, leading: Vec<FewKeys>) -> Option<FewKeys> {
    let by_hand = (0..plan.cases.len()).filter(|index| plan.cases[*index].family.is_none());
    let some: Vec<usize> = by_hand.take(PLAYED).collect();
    let mut best = None;
    for opening in leading {
        let adaptation = Adaptation {
            opening,
            ..config.adaptation
        };
        let config = config.adapted(adaptation);
        let boards = drawing::detect(plan, config, runner);
        let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(&boards);
        let outcomes = suite.play_some(&plan.cases, &some);
        let right = outcomes
            .iter()
            .flatten()
            .filter(|outcome| outcome.verdict <= CaseVerdict::Format)
            .count();
        if best.is_none_or(|(most, _)| right > most) {
            best = Some((right, opening));
        }
    }
    best.map(|(_, opening)| opening)
}

/// Whether an empty board is printed from a place on.
fn shows_empty_board(plan: &Plan, run: &Run, from: usize) -> bool {
    let game = &plan.assignment.game;
    let script = Script::from_input(b"", plan.assignment.protocol);
    let bytes = run.output.bytes.get(from..).unwrap_or_default();
    let reading = reading::read(game, &script, bytes, &[], true, Words::Free);
    let mut seen = reading.steps.iter().flatten();
    seen.any(|seen| matches!(seen, Seen::Event(Event::Board(board)) if board.pieces() == 0))
        || (drawing::is_free(plan) && Drawing::may_show_empty_board(game, bytes))
}
