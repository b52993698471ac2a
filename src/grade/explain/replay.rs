//! A game move by move: what was typed, what the program printed then, and both boards.

use super::ExplainedCase;
use super::failure::{picture, rows};
use crate::assignment::Assignment;
use crate::connect4::reading::{Seen, Vocabulary};
use crate::connect4::{Board, Event};
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::{Transcripts, without_banners};
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::{Run, Service};
use crate::result::ReplayStep;

/// Longer games are not replayed.
const LONGEST: usize = 60;

/// The most bytes that are shown of what is printed in a step.
const MOST: usize = 1_000;

/// Adds a replay to the first case that is shown in full, for each list of cases.
pub(super) fn add(
    plan: &Plan,
    config: RunConfig,
    vocabulary: &Vocabulary,
    runner: &mut Runner,
    cases: &mut [ExplainedCase],
    lists: &[&[usize]],
) {
    let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(vocabulary);
    let is_full = |case: &ExplainedCase| case.failure.as_ref().is_some_and(|failure| failure.like.is_none());
    for list in lists {
        let Some(first) = list.iter().copied().find(|index| is_full(&cases[*index])) else {
            continue;
        };
        let outcome = cases[first].outcome;
        let Some((_, run)) = suite.run(outcome.case) else {
            continue;
        };
        if let Some(failure) = &mut cases[first].failure {
            failure.replay = replay(&plan.assignment, vocabulary, outcome, &run);
        }
    }
}

/// The steps of a game: before any key, then one for each attempt that the program has read. Empty for games that are too
/// long, and where nothing was typed.
pub(super) fn replay(
    assignment: &Assignment,
    vocabulary: &Vocabulary,
    outcome: &CaseOutcome,
    run: &Run,
) -> Vec<ReplayStep> {
    let case = outcome.compared_with();
    let typed = outcome.script.as_ref().unwrap_or(&case.script);
    if typed.attempts.is_empty() || typed.attempts.len() > LONGEST {
        return Vec::new();
    }

    let reading = Transcripts::new(vocabulary).read(assignment, case, typed, run);
    let printed = without_banners(&run.output, &[Service::Halt]);
    let begins: Vec<usize> = typed
        .attempts
        .iter()
        .map_while(|attempt| printed.marks.get(attempt.first_key).copied())
        .collect();

    let mut shown = None;
    let mut steps = Vec::with_capacity(begins.len() + 1);
    for (index, expected) in case.expected.steps.iter().take(begins.len() + 1).enumerate() {
        let begin = index.checked_sub(1).map_or(0, |before| begins[before]);
        let end = begins.get(index).copied().unwrap_or(printed.bytes.len());
        let text = printed.bytes.get(begin..end).unwrap_or_default();
        if let Some(board) = last_board(reading.steps.get(index).map_or(&[], Vec::as_slice)) {
            shown = Some(board);
        }

        let attempt = index.checked_sub(1).and_then(|before| case.script.attempts.get(before));
        steps.push(ReplayStep {
            typed: attempt
                .map(|attempt| attempt.typed.escape_ascii().to_string())
                .unwrap_or_default(),
            expected: joined(expected.board_of_move()),
            printed: shown.clone(),
            text: String::from_utf8_lossy(&text[..text.len().min(MOST)]).into_owned(),
        });
    }
    steps
}

/// The last board among what was seen.
fn last_board(seen: &[Seen]) -> Option<String> {
    seen.iter().rev().find_map(|seen| match seen {
        Seen::Event(Event::Board(board) | Event::Frame(board)) => Some(joined(board)),
        Seen::BrokenBoard(cells) => Some(rows(cells).join("/")),
        _ => None,
    })
}

fn joined(board: &Board) -> String {
    picture(board, &[]).rows.join("/")
}
