//! A game, prepared for trying changes of the program: a change is played from the key before which its
//! instruction runs first, and given up at the first wrong byte.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::budget::CASE;
use super::output::{beginning, in_common, joined, length};
use crate::connect4::Script;
use crate::grade::attempt::Attempt;
use crate::grade::judge::compare::{Transcripts, is_all, without_banners};
use crate::grade::judge::judge;
use crate::grade::plan::Plan;
use crate::machine::Trace;
use crate::machine::patch::Patch;
use crate::machine::slice::Slice;
use crate::machine::{Arrival, Bounds, Limits, Output, Paused, Run, Service, Session, Stop};
use crate::result::{CaseVerdict, Ending};

/// Instructions of a game that are followed one by one.
pub const TRACED: u64 = 200_000;
/// Bytes that it may print more than are required.
const MORE: usize = 64;

mod prepared;

/// A game of the suite.
#[derive(Debug)]
pub struct Game {
    /// Its case.
    index: usize,
    script: Script,
    /// What is required, where the program is held to the byte; else a game in the program's own format is judged.
    expected: Option<Vec<u8>>,
    /// Whether the program must halt after it.
    halts: bool,
    /// Whether it goes wrong by a reply of the program's computer player: what the right reply is, and what follows from it, only
    /// the rules say.
    is_by_reply: bool,
    /// The program before each key.
    pauses: Vec<Paused>,
    /// What it printed up to each key.
    printed: Vec<Output>,
    traces: Rc<[Trace]>,
    /// For each address the key before which it runs first: 0 is before the first key.
    first: BTreeMap<u32, usize>,
    /// The key after which it goes wrong; `None` where it is right.
    wrong_after: Option<usize>,
    /// How many bytes of what is required the program itself prints, and whether that is all, and it ends as it must.
    right: usize,
    is_as_required: bool,
    /// The instructions that the program itself overwrites.
    overwritten: BTreeSet<u32>,
    /// The program before each instruction's first run: in the whole game, and after the key after which it goes wrong. Where a
    /// game has none of these, a change is played from the key before.
    arrivals: Option<[Arrivals; 2]>,
    limits: Limits,
    /// The instructions that are executed at most between two keys, beside those that are skipped.
    patience: Option<u64>,
}

/// Where instructions run first, by their addresses: their order, the key before, the program and what it printed since.
type Arrivals = BTreeMap<u32, (usize, usize, Arrival)>;

/// How far a game goes right with a change of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It is right as a whole.
    Right,
    /// The first wrong byte comes later than without the change: so many bytes, and so many keys.
    Later { bytes: usize, keys: usize },
    /// The first wrong byte comes no later, or that is not known.
    None,
}

/// How much of a game a change is tried on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// From the key after which it goes wrong, or from the last one: what was computed before stays as it is.
    End,
    /// From the key before which the change makes a difference.
    Whole,
    /// The same, but judged by the rules: a computer player may reply differently.
    Judged,
}

impl Game {
    /// The key that is typed before a stretch of the game.
    fn keys(&self, key: usize) -> &[u8] {
        &self.script.keys[key.saturating_sub(1)..key]
    }

    /// Its case, and whether it is held to the byte.
    pub fn key(&self) -> (usize, bool) {
        (self.index, self.expected.is_some())
    }

    /// What its first wrong byte was computed from.
    pub fn slice(&self, session: &mut Session) -> Slice {
        session.patch(None);
        let right = match (&self.expected, self.wrong_after) {
            (Some(_), _) => self.right,
            (None, wrong) => self.printed[..wrong.unwrap_or(0)].iter().map(length).sum(),
        };
        session.slice(&self.script.keys, TRACED, right)
    }

    /// How many instructions it takes.
    pub fn work(&self) -> u64 {
        // Where it goes wrong it may never end; a change that mends it does.
        let most = |trace: &Trace| trace.executed.min(self.limits.instructions);
        self.traces.iter().map(most).sum()
    }

    /// What the program prints up to the first wrong byte and a little more, and what is required; `None` where that is not known.
    pub fn first_wrong(&self) -> Option<(Vec<u8>, &[u8])> {
        let printed = without_banners(&joined(&self.printed), &[Service::Halt])
            .bytes
            .into_owned();
        self.expected.as_deref().map(|expected| (printed, expected))
    }

    /// Whether the program itself prints all that is required, and ends as it must.
    pub fn is_as_required(&self) -> bool {
        self.is_as_required
    }

    /// Whether the program plays it wrong.
    pub fn fails(&self) -> bool {
        self.wrong_after.is_some()
    }

    /// Whether the program prints what is required up to a key at least.
    pub fn begins_as_required(&self) -> bool {
        self.wrong_after.is_none_or(|wrong| wrong > 0)
    }

    /// Whether all that ran is known: longer games are followed in part.
    pub fn is_followed(&self) -> bool {
        self.traces.iter().map(|trace| trace.executed).sum::<u64>() < TRACED
    }

    /// What ran until it went wrong, each address once, what ran last first.
    pub fn ran_last_first(&self) -> impl Iterator<Item = u32> {
        let mut seen = HashSet::new();
        let last = self.wrong_after.unwrap_or(usize::MAX).min(self.traces.len() - 1);
        let traces = self.traces[..=last].iter().rev();
        let addresses = traces.flat_map(|trace| trace.addresses.iter().rev().copied());
        addresses.filter(move |address| seen.insert(*address))
    }

    /// The stretch before which a change makes no difference; `None` where it makes none at all.
    fn reached(&self, patch: &Patch) -> Option<usize> {
        let reached = patch.reached_at.iter().filter_map(|address| self.first.get(address));
        reached.min().copied()
    }

    /// Whether the game is right with a change of the program, and what it costs to judge it. Against a computer player a change may
    /// lead to other replies: the whole game is then judged.
    pub fn is_right_with(
        &self,
        session: &mut Session,
        patch: &Patch,
        extent: Extent,
        of: (&Plan, &Attempt),
    ) -> (bool, u64) {
        let mut is_right = |extent| self.progress(session, patch, extent, of) == Progress::Right;
        if is_right(extent) {
            return (true, 0);
        }
        let has_computer = of.0.assignment.game.flow.computer.is_some();
        if has_computer && extent == Extent::Whole {
            (is_right(Extent::Judged), CASE)
        } else {
            (false, 0)
        }
    }

    /// How far the game goes right with a change of the program. With one that makes the program overwrite instructions of its
    /// own, which it does not do itself, no game is right.
    pub fn progress(&self, session: &mut Session, patch: &Patch, extent: Extent, of: (&Plan, &Attempt)) -> Progress {
        let progress = self.progress_of_output(session, patch, extent, of);
        if progress == Progress::Right && !session.overwritten_code().is_subset(&self.overwritten) {
            return Progress::None;
        }
        progress
    }

    fn progress_of_output(
        &self,
        session: &mut Session,
        patch: &Patch,
        extent: Extent,
        of: (&Plan, &Attempt),
    ) -> Progress {
        let right_if = |is_right| if is_right { Progress::Right } else { Progress::None };
        let is_judged = extent == Extent::Judged;
        let expected = self.expected.as_deref().filter(|_| !is_judged);
        let from = match (self.reached(patch), self.wrong_after) {
            (None, wrong) => {
                session.patch(None);
                return right_if(wrong.is_none());
            }
            (Some(first), Some(wrong)) if first > wrong => return Progress::None,
            (Some(_), Some(wrong)) if extent == Extent::End => wrong,
            (Some(first), None) if extent == Extent::End => first.max(self.pauses.len().min(self.script.keys.len())),
            (Some(first), _) => first,
        };

        let arrival = match &self.arrivals {
            None => None,
            Some([whole, end]) => {
                let arrivals = if extent == Extent::End { end } else { whole };
                let reached = patch.reached_at.iter().filter_map(|address| arrivals.get(address));
                let Some(first) = reached.min_by_key(|(order, ..)| *order) else {
                    return Progress::None;
                };
                Some(first)
            }
        };
        let from = arrival.map_or(from, |(_, key, _)| *key);
        // A right game in a format of its own was followed up to there, where it is held to the byte.
        if from > self.pauses.len() {
            return Progress::None;
        }
        let arrival = arrival.map(|(.., arrival)| arrival);

        session.patch(Some(patch));
        let mut printed = self.printed[..from].to_vec();
        let mut right: usize = match expected {
            Some(_) => printed.iter().map(length).sum(),
            None => 0,
        };
        let mut pause: Option<Paused> = None;
        for key in from..=self.script.keys.len() {
            let arrival = arrival.filter(|_| key == from);
            let before = pause
                .as_ref()
                .or(arrival.map(|arrival| &arrival.paused))
                .or_else(|| key.checked_sub(1).map(|before| &self.pauses[before]));
            let keys = &self.keys(key)[arrival.map_or(0, |arrival| arrival.read)..];
            let room = expected.map(|expected| expected.len() - right + MORE);
            let limits = Limits {
                output: room.unwrap_or(self.limits.output),
                ..self.limits
            };
            let begun = arrival.map(|arrival| beginning(&self.printed[key], arrival));
            let begun_with = right + begun.as_ref().map_or(0, length);
            let bounds = Bounds {
                patience: self.patience,
                required: required_from(expected, begun_with),
            };
            let Some(mut stretch) = session.stretch_within(before, keys, limits, bounds) else {
                return Progress::None;
            };
            if let Some(begun) = begun {
                stretch.output = joined(&[begun, stretch.output]);
            }
            if let Some(expected) = expected {
                let new = without_banners(&stretch.output, &[Service::Halt]).bytes;
                let same = in_common(&expected[right..], &new);
                right += same;
                if same < new.len() {
                    return self.later(key, right);
                }
            } else if !is_judged && self.is_given_up(key, &stretch.output) {
                return Progress::None;
            }
            printed.push(stretch.output);
            match stretch.end {
                Ok(next) => pause = Some(next),
                Err(stop) => {
                    let ends_well = self.ends_well(Some(stop), (expected, right, is_judged), &printed, of);
                    return if ends_well {
                        Progress::Right
                    } else {
                        self.later(key, right)
                    };
                }
            }
        }
        if self.ends_well(None, (expected, right, is_judged), &printed, of) {
            return Progress::Right;
        }
        self.later(self.script.keys.len(), right)
    }

    /// Whether what is printed after a key of a game that is judged is not what the program itself prints there, before it goes
    /// wrong; or whether it still is where a reply is wrong.
    fn is_given_up(&self, key: usize, output: &Output) -> bool {
        let is_same = self.printed.get(key).is_none_or(|own| own.bytes == output.bytes);
        match self.wrong_after {
            Some(wrong) if key == wrong => self.is_by_reply && is_same,
            Some(wrong) if key > wrong => false,
            _ => !is_same,
        }
    }

    /// How much later a game goes wrong that goes wrong after a key and so many right bytes.
    fn later(&self, key: usize, right: usize) -> Progress {
        match self.wrong_after {
            Some(wrong) if self.expected.is_some() && right > self.right => Progress::Later {
                bytes: right - self.right,
                keys: key.saturating_sub(wrong),
            },
            _ => Progress::None,
        }
    }

    fn ends_well(
        &self,
        stop: Option<Stop>,
        (expected, right, is_judged): (Option<&[u8]>, usize, bool),
        printed: &[Output],
        (plan, attempt): (&Plan, &Attempt),
    ) -> bool {
        let halted = stop.as_ref().is_some_and(|stop| stop.ending == Ending::Halted);
        let is_judged = is_judged || self.is_by_reply;
        if halted != self.halts && !is_judged || stop.is_some() && !halted {
            return false;
        }
        if let Some(expected) = expected {
            return is_all(expected, right);
        }
        if self.wrong_after.is_none() && !is_judged {
            return printed.len() == self.printed.len();
        }

        let output = joined(printed);
        let run = Run {
            keys_left: self.script.keys.len().saturating_sub(output.key_marks.len()),
            output: Arc::new(output),
            stop: stop.unwrap_or_else(Stop::waiting),
            instructions: 0,
            piped: None,
        };
        let case = &plan.cases[self.index];
        let judged = judge(
            &plan.assignment,
            &mut Transcripts::new(&attempt.vocabulary),
            attempt.config,
            case,
            self.script.clone(),
            &run,
            |_| None,
        );
        let ends = !is_judged || !judged.outcome.owes_end();
        judged.outcome.verdict <= CaseVerdict::Format && ends
    }
}

/// What is required after so many bytes, as far as it is.
fn required_from(expected: Option<&[u8]>, right: usize) -> &[u8] {
    let rest = expected.and_then(|expected| expected.get(right..));
    rest.unwrap_or_default()
}
