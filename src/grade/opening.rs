//! Programs that want a key before the game begins: "Press any key", "1: two players, 2: computer".
//!
//! Takes a plan and gives the keys after which such a program shows the empty board of the game that the assignment asks
//! for. The keys that its text names are tried first.

use super::plan::Plan;
use super::run::{RunConfig, Runner};
use super::suite::CaseRunner;
use crate::connect4::reading::{self, Seen, Words};
use crate::connect4::{Event, Script};
use crate::machine::Run;
use crate::result::{CaseVerdict, Ending};

/// Each key, to take openings of one key from.
static ONE_KEY: [u8; 128] = {
    let mut keys = [0; 128];
    let mut key = 0;
    while key < 128 {
        keys[key] = key as u8;
        key += 1;
    }
    keys
};

/// The same, each with Enter after it.
static ONE_LINE: [[u8; 2]; 128] = {
    let mut lines = [[0, b'\n']; 128];
    let mut key = 0;
    while key < 128 {
        lines[key][0] = key as u8;
        key += 1;
    }
    lines
};

/// Keys that are tried where the text names none, or none that helps.
const USUAL: &[u8] = b"1y\n 2s";
/// Named keys beyond these are not tried.
const NAMED: usize = 6;
/// Of the keys that lead to a board so many are compared.
const COMPARED: usize = 3;
/// How many cases are played to compare them.
const PLAYED: usize = 8;

/// The keys that begin the game; `None` where the program shows a board without any, or shows none after those that are
/// tried.
pub(super) fn detect(plan: &Plan, runner: &mut Runner) -> Option<&'static [u8]> {
    let config = plan.configs[0];
    let first = runner.run(config.tagged(), b"")?;
    if first.stop.ending != Ending::Waiting || shows_empty_board(plan, &first, 0) {
        return None;
    }

    let mut leading = Vec::new();
    for keys in candidates(&first.output.bytes) {
        let run = runner.run(config.tagged(), keys)?;
        if run.stop.ending == Ending::Waiting && shows_empty_board(plan, &run, first.output.bytes.len()) {
            leading.push(keys);
        }
        if leading.len() == COMPARED {
            break;
        }
    }

    let right = |keys: &&'static [u8], runner: &mut Runner| {
        let config = RunConfig {
            opening: keys,
            ..config
        };
        let by_hand = (0..plan.cases.len()).filter(|index| plan.cases[*index].family.is_none());
        let some: Vec<usize> = by_hand.take(PLAYED).collect();
        let outcomes = CaseRunner::new(&plan.assignment, config, runner).play_some(&plan.cases, &some);
        let right = outcomes
            .iter()
            .flatten()
            .filter(|outcome| outcome.verdict <= CaseVerdict::Format);
        right.count()
    };
    let mut best = None;
    for keys in leading {
        let count = right(&keys, runner);
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, keys));
        }
    }
    best.map(|(_, keys)| keys)
}

/// What is tried, in order: single letters and digits that the text names, then usual keys, each alone and with Enter.
fn candidates(text: &[u8]) -> Vec<&'static [u8]> {
    let words = text.split(|byte| !byte.is_ascii_alphanumeric());
    let named = words.filter(|word| word.len() == 1).map(|word| word[0]);
    let mut keys: Vec<u8> = Vec::new();
    for key in named
        .take(NAMED * 4)
        .filter(|key| *key != b'a' && *key != b'I')
        .take(NAMED)
        .chain(USUAL.iter().copied())
    {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }

    let alone = keys.iter().map(|key| std::slice::from_ref(&ONE_KEY[usize::from(*key)]));
    let lines = keys
        .iter()
        .filter(|key| **key != b'\n')
        .map(|key| &ONE_LINE[usize::from(*key)][..]);
    alone.chain(lines).collect()
}

/// Whether an empty board is printed from a place on.
fn shows_empty_board(plan: &Plan, run: &Run, from: usize) -> bool {
    let game = &plan.assignment.game;
    let script = Script::from_input(b"", plan.assignment.protocol);
    let bytes = run.output.bytes.get(from..).unwrap_or_default();
    let reading = reading::read(game, &script, bytes, &[], true, Words::Free);
    let mut seen = reading.steps.iter().flatten();
    seen.any(|seen| matches!(seen, Seen::Event(Event::Board(board)) if board.pieces() == 0))
}
