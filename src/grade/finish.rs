//! How a run comes to its end once the game is over.
//!
//! A program whose whole game is right and that only fails to halt loses a fixed deduction once, not the points of every
//! game that has an end. A machine without a HALT instruction, such as the ARM board, asks for less: a program that idles
//! is done, however it idles.
//!
//! | the case must end with a halt, everything printed is right, and the run ... | with a HALT instruction | without |
//! |---|---|---|
//! | repeats its state forever, or runs to the limit | not halted | idles |
//! | waits for a key, and prints nothing when it gets many | not halted | idles |
//! | waits for a key, and prints something when it gets more | goes on: failed | goes on: failed |
//! | crashes, or prints until it is stopped | not halted | not halted |
//!
//! Whether a run that reached the limit would have printed something later cannot be known: it printed everything that was
//! asked for and nothing after it, and that is accepted. A run that hangs before its game is over never comes here, because
//! then the transcript is incomplete.

use std::collections::{BTreeMap, BTreeSet};

use super::Grader;
use super::attempt::Attempt;
use super::bench::Bench;
use super::compare::{Comparison, without_banners};
use super::play::{Played, Way};
use super::score::{Share, cents};
use super::story::at_place;
use crate::case::Case;
use crate::machine::{Machine, Run, Service};
use crate::result::{CaseVerdict, Finding, FindingKind};
use crate::result::{Ending, Place, Stop};

/// Keys that are offered to a program that waits for one after the end of its game.
pub(super) const FURTHER_KEYS: &[u8] =
    b"1234567890\nqrynqrynabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \r\x1B1234567890\n";

/// The key of the cause that needs no other words.
const MISSING_HALT: &str = "missing-halt";

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// As the case says.
    AsAsked,
    /// The game is over and the program idles, on a machine without a HALT instruction.
    Idle,
    /// Everything is right, but the program does not halt afterwards.
    NotHalted,
    /// In a way that fails the case.
    Otherwise,
}

/// How a run ended, as far as the run alone shows it. `None` where that depends on what the program does with more keys.
pub fn finish(case: &Case, run: &Run, comparison: &Comparison, machine: Machine) -> Option<Finish> {
    if run.stop.ending == case.ends {
        return Some(Finish::AsAsked);
    }
    let is_right = !matches!(comparison, Comparison::Game(..) | Comparison::Unread);
    if !is_right || case.ends != Ending::Halted {
        return Some(Finish::Otherwise);
    }

    match run.stop.ending {
        Ending::Loop | Ending::Limit => Some(silent(machine)),
        Ending::Crashed | Ending::Flooded => Some(Finish::NotHalted),
        Ending::Halted => Some(Finish::Otherwise),
        Ending::Waiting => None,
    }
}

/// What it is to do nothing more.
pub(super) fn silent(machine: Machine) -> Finish {
    match machine {
        Machine::Arm(_) => Finish::Idle,
        Machine::Lc3(_) | Machine::Native(_) => Finish::NotHalted,
    }
}

/// Whether two runs printed the same, apart from the banner of HALT.
pub(super) fn prints_the_same(one: &Run, other: &Run) -> bool {
    let printed = |run| without_banners(run, &[Service::Halt]).bytes;
    printed(&one.output) == printed(&other.output)
}

impl Played {
    /// Whether not halting is still to be deducted: what is printed after the end has its own price where it makes the case
    /// `format`.
    fn owes_halt(&self) -> bool {
        let is_paid = self.verdict == CaseVerdict::Format && self.prints_after_end;
        self.finish == Finish::NotHalted && !is_paid
    }
}

impl Grader {
    /// The points taken off where games are right and the program does not halt after them: what the assignment says, and
    /// never more than these cases earn.
    pub(super) fn ending_deduction(&self, way: Way, played: &[Played]) -> f64 {
        if !played.iter().any(Played::owes_halt) {
            return 0.0;
        }
        let mut failed = played.to_vec();
        for played in failed.iter_mut().filter(|played| played.finish == Finish::NotHalted) {
            played.verdict = CaseVerdict::Timeout;
        }
        let earned = |played: &[Played], share: Share| self.total(way, played, share, &BTreeSet::new());
        let worth = earned(played, self.share) - earned(&failed, self.share);
        cents(self.ending_points().min(worth).max(0.0))
    }

    /// The points of `deductions: {ending: ...}`. Where the assignment's rubric does not apply, the same part of all points.
    fn ending_points(&self) -> f64 {
        let points = self.assignment.deductions.ending;
        let rubric: f64 = self.assignment.rubric.iter().map(|group| group.points).sum();
        let is_whole = self.by_rubric && rubric > 0.0;
        match rubric {
            _ if is_whole => points,
            rubric if rubric > 0.0 => points * self.max() / rubric,
            _ => points * self.max() / 100.0,
        }
    }

    /// What is found where the program plays whole games right and does not halt after them.
    pub(super) fn ending_finding(&self, bench: &mut Bench, attempt: &Attempt) -> Option<Finding> {
        let (index, count) = self.most_frequent_end(attempt)?;
        let stop = &attempt.played[index].stop;
        let halts = |played: &&Played| played.finish == Finish::AsAsked && played.stop.ending == Ending::Halted;
        let games = match (count, attempt.played.iter().any(|played| halts(&played))) {
            (_, false) => "Every game is right to its end".to_owned(),
            (1, true) => "In 1 case the game is right to its end".to_owned(),
            (count, true) => format!("In {count} cases the game is right to its end"),
        };

        let cause = self
            .diagnose(bench, attempt, index)
            .and_then(|diagnosis| diagnosis.cause);
        let advice = cause
            .as_ref()
            .map_or("Make it halt when the game is over.", |cause| &cause.sentence);
        let plain = "the program does not halt at the end of the game";
        let common = match &cause {
            None => plain.to_owned(),
            Some(cause) if cause.key == MISSING_HALT => cause.common.clone(),
            Some(cause) => format!("{plain}: {}", cause.common),
        };

        Some(Finding {
            kind: FindingKind::Ending,
            key: cause.as_ref().map_or("does-not-halt", |cause| &cause.key).to_owned(),
            common,
            message: format!(
                "{games}, but then your program does not halt: it {}. {advice}",
                did(stop)
            ),
            places: cause.map_or_else(|| stop.place.iter().cloned().collect(), |cause| cause.places),
            deducted: self.ending_deduction(attempt.way, &attempt.played),
        })
    }

    /// The first of the cases that end without a halt in the most frequent way, and the number of cases that do so.
    fn most_frequent_end(&self, attempt: &Attempt) -> Option<(usize, usize)> {
        let mut ways: BTreeMap<(Ending, Option<u32>), (usize, usize)> = BTreeMap::new();
        let shown: Vec<usize> = self.shown().collect();
        for (order, index) in shown.iter().enumerate() {
            let played = &attempt.played[*index];
            if played.finish != Finish::NotHalted {
                continue;
            }
            let address = played.stop.place.as_ref().and_then(|place: &Place| place.address);
            let way = ways.entry((played.stop.ending, address)).or_insert((order, 0));
            way.1 += 1;
        }
        let (first, _) = ways
            .values()
            .min_by_key(|(first, count)| (std::cmp::Reverse(*count), *first))?;
        Some((shown[*first], ways.values().map(|(_, count)| count).sum()))
    }
}

/// What the program did when it should have halted, in the words of a sentence about it.
fn did(stop: &Stop) -> String {
    let at = at_place(stop.place.as_ref());
    match stop.ending {
        Ending::Loop => format!("is in an infinite loop{at}"),
        Ending::Limit if !stop.reason.is_empty() => stop.reason.trim_start_matches("it ").to_owned(),
        Ending::Limit => format!("runs on until it is stopped{at}"),
        Ending::Crashed => format!("crashes{at}: {}", stop.reason),
        Ending::Flooded => format!("never stops printing{at}"),
        Ending::Waiting => format!("waits for another key{at}, and does nothing with the keys it gets"),
        Ending::Halted => format!("halts{at}"),
    }
}
