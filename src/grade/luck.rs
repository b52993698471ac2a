//! Luck: what a program does right only on the machine it happened to be tried on.
//!
//! Native programs are built once more, to watch themselves for what their language does not define. On the embedded
//! machines the hand-kept cases are run once more from random registers and memory, and under the other TRAP linkage. Where the
//! program then does something else than before, that is a finding: it names the first word or register that is read
//! before anything set it, or the instruction that relies on the linkage. What was right stays right: luck costs points
//! only where the assignment says so.

use std::sync::Arc;

use super::Grader;
use super::attempt::Attempt;
use super::bench::Bench;
use super::finish::Finish;
use super::play::{self, Played, Table, Way};
use super::story::{self, lower_first};
use crate::assignment::By;
use crate::case::Case;
use crate::machine::diagnosis::UnwrittenKind;
use crate::machine::{Fill, Machine, Program, Run, arm, lc3, native};
use crate::result::{CaseVerdict, Finding, FindingKind};
use crate::result::{Cause, Ending};

/// Seeds of the random start values. A value that happens to do no harm under one does under another.
const SEEDS: [u64; 2] = [0x6C33, 0x00C4];
/// With each seed behind the first only every so many-th case is run.
const FEWER: usize = 4;

/// Games in which native programs watch themselves.
const WATCHED: usize = 3;

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Luck {
    /// What changes.
    pub findings: Vec<Finding>,
    /// The linkage the program needs; `any` where both are alike, `None` where it was not told.
    pub linkage: Option<&'static str>,
}

/// A run that was not kept: nothing can be told.
struct Untold;

/// A case that goes otherwise in another way.
struct Change<'a> {
    case: &'a Case,
    way: Way,
    /// Whether the attempt's own way got it right; else the other one does.
    was_right: bool,
}

impl Grader {
    /// Runs the hand-kept cases in other ways and tells what changes. `attempts[best]` is how the submission was graded.
    pub(super) fn luck(&self, bench: &mut Bench, attempts: &[Attempt], best: usize) -> Luck {
        let attempt = &attempts[best];
        let mut luck = Luck::default();
        if let Machine::Native(settings) = attempt.way.machine {
            luck.findings.extend(self.undefined(bench, attempt, settings));
            return luck;
        }
        luck.findings.extend(self.start_values(bench, attempt));
        let Machine::Lc3(settings) = attempt.way.machine else {
            return luck;
        };
        let way = Way {
            machine: Machine::Lc3(lc3::Settings {
                traps: match settings.traps {
                    lc3::Traps::OverwriteR7 => lc3::Traps::KeepR7,
                    lc3::Traps::KeepR7 => lc3::Traps::OverwriteR7,
                },
                ..settings
            }),
            ..attempt.way
        };
        match self.first_change(bench, attempt, way, 1) {
            Err(Untold) => {}
            Ok(None) => luck.linkage = Some("any"),
            Ok(Some(change)) => {
                luck.linkage = Some(play::linkage_name(settings.traps));
                let other = attempts.iter().find(|attempt| attempt.way == way);
                let points = other.map(|other| (attempt.score, other.score));
                luck.findings.extend(self.linkage(bench, attempt, &change, points));
            }
        }
        luck
    }

    /// Whether anything depends on what registers and memory hold at the start.
    fn start_values(&self, bench: &mut Bench, attempt: &Attempt) -> Option<Finding> {
        let with = |fill| Way {
            machine: attempt.way.machine.with_fill(fill),
            ..attempt.way
        };
        for (seed, every) in SEEDS.into_iter().zip([1, FEWER]) {
            // Everything that nothing set, the words that .BLKW only reserves among it.
            let all = with(Fill::RandomReserved(seed));
            let Some(change) = self.first_change(bench, attempt, all, every).ok()? else {
                continue;
            };
            let keys = play::script(change.case, attempt.way.protocol)?.keys;
            let before = bench.run(attempt.way, &keys)?;
            let unreserved = bench.run(with(Fill::Random(seed)), &keys)?;
            let is_reserved = is_alike(&before, &unreserved);
            return self.start_finding(bench, attempt, &change, is_reserved);
        }
        None
    }

    /// Whether a native program does in a game that it gets right what its language does not define. It is asked in the
    /// longest of these games, in a build that watches itself.
    fn undefined(&self, bench: &mut Bench, attempt: &Attempt, settings: native::Settings) -> Option<Finding> {
        let is_right = |index: &usize| {
            let verdict = attempt.played[*index].verdict;
            matches!(verdict, CaseVerdict::Pass | CaseVerdict::Format) && self.cases[*index].family.is_none()
        };
        let mut right: Vec<usize> = (0..self.cases.len()).filter(is_right).collect();
        right.sort_by_key(|index| std::cmp::Reverse(self.cases[*index].script.keys.len()));
        right.truncate(WATCHED);
        let scripts: Vec<Vec<u8>> = right
            .iter()
            .filter_map(|index| Some(play::script(&self.cases[*index], attempt.way.protocol)?.keys))
            .collect();
        let cause: Option<Cause> = bench.observe("undefined", |program, limits| {
            let Program::Native(program) = program else { return None };
            let mut player = native::Session::new(Arc::clone(program), settings);
            scripts.iter().find_map(|keys| player.undefined(keys, limits).ok()?)
        })?;
        let cause = cause?;
        Some(Finding {
            kind: FindingKind::Luck,
            key: cause.key.replace('/', "-"),
            common: format!("it works only by luck: {}", cause.common),
            message: format!(
                "It works only by luck, in games that are right. {} What happens then is not defined: another compiler can \
                 make another game of it.",
                cause.sentence
            ),
            places: cause.places,
            deducted: self.assignment.deductions.luck,
        })
    }

    fn start_finding(
        &self,
        bench: &mut Bench,
        attempt: &Attempt,
        change: &Change,
        is_reserved: bool,
    ) -> Option<Finding> {
        let keys = play::script(change.case, attempt.way.protocol)?.keys;
        let read = unwritten_read(bench, attempt.way, &keys, is_reserved);
        let is_register = read.as_ref().is_some_and(|(is_register, _)| *is_register);
        let (place, what) = match (is_reserved, is_register) {
            (true, _) => ("reserved", "memory that .BLKW only reserves"),
            (false, true) => ("registers", "registers"),
            (false, false) => ("memory", "memory"),
        };
        let (start, hold) = if is_register {
            ("start", "hold")
        } else {
            ("starts", "holds")
        };
        let (key, mut message) = if change.was_right {
            let message = format!("It works only because {what} {start} at zero");
            (format!("{place}-{start}-at-zero"), message)
        } else {
            let message = format!("What it does depends on what {what} {hold} at the start");
            (format!("{place}-at-start"), message)
        };
        let common = lower_first(&message);
        match &read {
            Some((_, cause)) => message += &format!(": {}", lower_first(&cause.sentence)),
            None => message.push('.'),
        }
        let otherwise = self.otherwise(bench, change)?;
        message += &format!(" From other start values the case \"{}\" {otherwise}", change.case.name);
        Some(Finding {
            kind: FindingKind::Luck,
            key,
            common,
            message,
            places: read.map(|(_, cause)| cause.places).unwrap_or_default(),
            deducted: self.assignment.deductions.luck,
        })
    }

    /// The program depends on the linkage.
    fn linkage(
        &self,
        bench: &mut Bench,
        attempt: &Attempt,
        change: &Change,
        points: Option<(f64, f64)>,
    ) -> Option<Finding> {
        let Machine::Lc3(settings) = attempt.way.machine else {
            return None;
        };
        let needs = play::linkage_name(settings.traps);
        let mut message = match points {
            Some((here, there)) if here > there => format!(
                "It depends on the simulator: where {} it earns {here} points, where {} it earns {there}. The better \
                 result counts.",
                linkage_words(attempt.way),
                linkage_words(change.way),
            ),
            _ => format!(
                "It depends on the simulator: where {}, it goes otherwise than where {}.",
                linkage_words(change.way),
                linkage_words(attempt.way),
            ),
        };
        let otherwise = self.otherwise(bench, change)?;
        message += &format!(" There the case \"{}\" {otherwise}", change.case.name);
        let keys = play::script(change.case, change.way.protocol)?.keys;
        let run = bench.run(change.way, &keys)?;
        let broke_off = !matches!(run.stop.ending, Ending::Halted | Ending::Waiting);
        let diagnosis = if broke_off {
            bench.diagnose(change.way, &keys)
        } else {
            None
        };
        let cause = diagnosis.and_then(|diagnosis| diagnosis.cause);
        if let Some(cause) = &cause {
            message += &format!(" {}", cause.sentence);
        }
        Some(Finding {
            kind: FindingKind::Luck,
            key: format!("needs-{needs}"),
            common: if change.was_right {
                format!("it plays right only where {}", linkage_words(attempt.way))
            } else {
                "it depends on the TRAP linkage".to_owned()
            },
            message,
            places: cause.map(|cause| cause.places).unwrap_or_default(),
            deducted: self.assignment.deductions.luck,
        })
    }

    /// What happens in a case that goes otherwise: the rest of a sentence about it.
    fn otherwise(&self, bench: &mut Bench, change: &Change) -> Option<String> {
        let played = Table::new(&self.assignment, change.way, bench).play(change.case)?;
        Some(if played.verdict == CaseVerdict::Pass {
            "is right.".to_owned()
        } else {
            let story = story::tell(&self.assignment.game, change.case, &played);
            format!("goes otherwise: {}", story.sentence)
        })
    }

    /// The first hand-kept case, of every so many-th, that goes otherwise in `way` than in the attempt's own, and is right
    /// in one of them.
    fn first_change<'a>(
        &'a self,
        bench: &mut Bench,
        attempt: &Attempt,
        way: Way,
        every: usize,
    ) -> Result<Option<Change<'a>>, Untold> {
        // A run that broke off is told already, and where garbage leads does not matter.
        let tells = |played: &Played| {
            matches!(played.stop.ending, Ending::Halted | Ending::Waiting) && played.finish != Finish::NotHalted
        };
        let is_right = |verdict| matches!(verdict, CaseVerdict::Pass | CaseVerdict::Format);
        let cases = self.cases.iter().zip(&attempt.played);
        let hand_kept = cases.filter(|(case, played)| case.family.is_none() && tells(played));
        for (case, played) in hand_kept.step_by(every) {
            let Some(script) = play::script(case, way.protocol) else {
                continue;
            };
            let before = bench.run(attempt.way, &script.keys).ok_or(Untold)?;
            let run = bench.run(way, &script.keys).ok_or(Untold)?;
            if is_alike(&before, &run) {
                continue;
            }
            // To fail in another way is no luck.
            let other = Table::new(&self.assignment, way, bench).play(case).ok_or(Untold)?;
            // Where words are free, other words are no luck either, nor is another legal reply of a computer.
            let is_change = self.assignment.comparison.by == By::Bytes || played.verdict != other.verdict;
            if is_change && (is_right(played.verdict) || is_right(other.verdict)) {
                let was_right = is_right(played.verdict);
                return Ok(Some(Change { case, way, was_right }));
            }
        }
        Ok(None)
    }
}

/// Whether two runs cannot be told apart by what they print and how they end.
fn is_alike(one: &Run, other: &Run) -> bool {
    one.stop.ending == other.stop.ending && one.output.bytes == other.output.bytes
}

/// The TRAP linkage in words; only ways on the LC-3 come here.
fn linkage_words(way: Way) -> &'static str {
    way.linkage_words().unwrap_or_default()
}

/// The first use of a register or word that nothing set, and whether it is a register: among the words that `.BLKW`
/// reserves where only they matter, else among the others.
fn unwritten_read(bench: &mut Bench, way: Way, keys: &[u8], is_reserved: bool) -> Option<(bool, Cause)> {
    let on = match way.machine {
        Machine::Lc3(settings) => play::linkage_name(settings.traps),
        Machine::Arm(_) => "arm",
        Machine::Native(_) => "native",
    };
    let name = format!("unwritten-read {on} {}", keys.escape_ascii());
    let (kind, cause) = bench.observe(&name, |program, limits| {
        let read = match (way.machine, program) {
            (Machine::Lc3(settings), Program::Lc3(program)) => {
                lc3::Session::new(Arc::clone(program), settings).first_unwritten_read(keys, limits)?
            }
            (Machine::Arm(settings), Program::Arm(program)) => {
                arm::Session::new(Arc::clone(program), settings).first_unwritten_read(keys, limits)?
            }
            _ => return None,
        };
        Some((read.kind, read.cause))
    })??;
    let is_same_kind = is_reserved == (kind == UnwrittenKind::Reserved);
    is_same_kind.then_some((kind == UnwrittenKind::Register, cause))
}
