//! Programs that want keys before the game begins: "Press any key", "1: two players, 2: computer", and where one question
//! follows another, the answers to both.

use super::{answers, moves};
use crate::connect4::reading::{self, Drawing, Seen, Words};
use crate::connect4::{Event, Script};
use crate::grade::drawing;
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::adaptation::{Adaptation, FewKeys};
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::result::{CaseVerdict, Ending};

/// Names of players, in the order in which they are typed.
const NAMES: [u8; QUESTIONS] = *b"ABC";
/// So many answers to one question that lead to a board are compared.
const COMPARED: usize = 3;
/// How many cases are played to compare them.
const PLAYED: usize = 24;
/// So many answers to a question are tried that bring another one.
const FOLLOWED: usize = 3;
/// So many questions may follow one another: a menu, and the names of both players.
const QUESTIONS: usize = 3;
/// Visible characters of a question, at least: more than an echo.
const QUESTION: usize = 6;

/// The keys that begin the game; `None` where the program shows a board without any, where the first key is a move, and where
/// none of those that are tried brings a board.
pub fn detect(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<FewKeys> {
    let first = runner.run(config.tagged(), b"")?;
    if first.stop.ending != Ending::Waiting || shows_empty_board(plan, &first.output.bytes) {
        return None;
    }
    // Where the first key is a move, what is printed before it is the prompt for it, even without a board.
    if moves::shows_first_move(plan, config, runner)? {
        return None;
    }

    let from_assignment = FewKeys::new(&plan.assignment.input.opening_keys);
    let mut asked = vec![Question {
        keys: FewKeys::default(),
        text: first.output.bytes.clone(),
        printed: first.output.bytes.len(),
    }];
    for nth in 0..QUESTIONS {
        let mut tried = Tried::default();
        for question in asked.iter().take(FOLLOWED) {
            let mut candidates = answers_to(question);
            if nth == 0 && !from_assignment.is_empty() {
                candidates.insert(0, from_assignment);
            }
            tried.try_all(plan, config, runner, question, candidates)?;
        }

        if !tried.leading.is_empty() {
            return best(plan, config, runner, tried.leading);
        }
        asked = tried.questions;
        asked.sort_by_key(|question| !question.keys.contains(&NAMES[0]));
    }
    None
}

/// What a program asks before the game.
struct Question {
    /// The keys that lead to it.
    keys: FewKeys,
    text: Vec<u8>,
    /// How much was printed up to its end.
    printed: usize,
}

/// What may answer a question, in the order in which it is tried. A question after another one may ask for a name: another one
/// each time, so that players can be distinguished by theirs.
fn answers_to(question: &Question) -> Vec<FewKeys> {
    let name = NAMES.into_iter().find(|name| !question.keys.contains(name));
    let names = name.map(|name| [b'\n', b'\r'].map(|enter| FewKeys::new(&[name, enter])));

    let mut candidates = answers(&question.text);
    let first_line = candidates.iter().position(|keys| keys.len() > 1);
    let at = if question.keys.is_empty() {
        first_line.unwrap_or(candidates.len())
    } else {
        0
    };
    candidates.splice(at..at, names.into_iter().flatten());
    candidates
}

/// What became of the keys that were tried.
#[derive(Default)]
struct Tried {
    /// Those that lead to an empty board.
    leading: Vec<FewKeys>,
    /// Those that bring another question.
    questions: Vec<Question>,
}

impl Tried {
    /// Tries answers to a question. `None` where the machine failed.
    fn try_all(
        &mut self,
        plan: &Plan,
        config: RunConfig,
        runner: &mut Runner,
        question: &Question,
        candidates: Vec<FewKeys>,
    ) -> Option<()> {
        let first_move = Script::from_moves("1", config.protocol).keys;
        let mut leading = 0;
        for keys in candidates {
            let keys = FewKeys::new(&[&question.keys[..], &keys].concat());
            let run = runner.run(config.tagged(), &[&keys[..], &first_move].concat())?;
            // What is printed once more is typed is no answer to these keys: they may be the beginning of a line.
            let Some(printed) = run.output.key_marks.get(keys.len()).copied() else {
                continue;
            };
            let text = run.output.bytes.get(question.printed..printed).unwrap_or_default();

            if shows_empty_board(plan, text) {
                self.leading.push(keys);
                leading += 1;
            } else if text.iter().filter(|byte| byte.is_ascii_graphic()).count() >= QUESTION {
                self.questions.push(Question {
                    keys,
                    text: text.to_vec(),
                    printed,
                });
            }
            if leading == COMPARED {
                break;
            }
        }
        Some(())
    }
}

/// Those keys after which most cases are right, of several the first.
fn best(plan: &Plan, config: RunConfig, runner: &mut Runner, leading: Vec<FewKeys>) -> Option<FewKeys> {
    let by_hand: Vec<usize> = (0..plan.cases.len())
        .filter(|index| plan.cases[*index].family.is_none())
        .collect();
    let step = by_hand.len().div_ceil(PLAYED).max(1);
    let some: Vec<usize> = by_hand.into_iter().step_by(step).collect();

    let mut best = None;
    for opening in leading {
        let adaptation = Adaptation {
            opening,
            ..config.adaptation
        };
        let right = right_cases(plan, config.adapted(adaptation), runner, &some);
        if best.is_none_or(|(most, _)| right > most) {
            best = Some((right, opening));
        }
    }
    best.map(|(_, opening)| opening)
}

/// How many of some cases are right, read with what they show of the program's own words where words are free.
fn right_cases(plan: &Plan, config: RunConfig, runner: &mut Runner, some: &[usize]) -> usize {
    let right = |outcomes: Vec<Option<CaseOutcome>>| {
        let outcomes = outcomes.iter().flatten();
        outcomes
            .filter(|outcome| outcome.verdict <= CaseVerdict::Format)
            .count()
    };

    let boards = drawing::detect(plan, config, runner);
    let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(&boards);
    if drawing::is_free(plan) {
        suite = suite.learning();
    }
    let by_phrases = right(suite.play_some(&plan.cases, some));
    let Some(learned) = suite.learned() else {
        return by_phrases;
    };

    let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(&learned);
    by_phrases.max(right(suite.play_some(&plan.cases, some)))
}

/// Whether an empty board is printed.
fn shows_empty_board(plan: &Plan, printed: &[u8]) -> bool {
    let game = &plan.assignment.game;
    let script = Script::from_input(b"", plan.assignment.protocol);
    let reading = reading::read(game, &script, printed, &[], true, Words::Free);
    let mut seen = reading.steps.iter().flatten();
    seen.any(|seen| matches!(seen, Seen::Event(Event::Board(board)) if board.pieces() == 0))
        || (drawing::is_free(plan) && Drawing::may_show_empty_board(game, printed))
}
