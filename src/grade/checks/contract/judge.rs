//! What is wrong with each call of a contract.

use super::text::{self, Text};
use super::world::{Owner, REGISTERS, Scene};
use crate::assignment::Assignment;
use crate::case::contract::{Call, Target};
use crate::connect4::reading::FormatDifferences;
use crate::grade::judge::compare::without_banners;
use crate::machine::lc3::Session;
use crate::machine::{Called, Change, Limits, Service};
use crate::result::CaseVerdict;
use crate::result::{Ending, Stop};

/// Calls that do not return before no more are made.
const ASTRAY: usize = 3;
/// Instructions of all calls of a contract, at most.
const ALL_CALLS: u64 = 4_000_000;

/// Something wrong with a call, the gravest first.
#[derive(Debug, Clone, PartialEq)]
pub enum Slip {
    /// Control did not return to the caller.
    Astray(Stop),
    /// An output is not what it should be.
    Answer {
        /// Which.
        target: Target,
        /// What it should be.
        wanted: u16,
        /// What it was before the call.
        before: u16,
        /// What it is.
        got: u16,
    },
    /// The wrong text was printed.
    Text(Vec<u8>),
    /// A word that is not its own was written.
    Write(Change, Owner),
    /// A register is not as it was: its number, and its values before and after.
    Register(usize, u16, u16),
    /// The text is correct, but formatted differently. Whether that is forgiven is not decided here.
    Format(FormatDifferences, Vec<u8>),
}

impl Slip {
    /// How grave it is; 0 is the gravest.
    pub fn rank(&self) -> usize {
        match self {
            Self::Astray(_) => 0,
            Self::Answer { .. } | Self::Text(_) => 1,
            Self::Write(..) => 2,
            Self::Register(..) => 3,
            Self::Format(..) => 4,
        }
    }
}

/// What the calls of a contract did.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The label that was called.
    pub label: String,
    /// Which of the ways to keep the contract it is held to.
    pub way: usize,
    /// Whether another way would be as good or as bad.
    pub is_any_way: bool,
    /// How many calls were made.
    pub made: usize,
    /// Instructions of all calls.
    pub instructions: u64,
    /// The calls that failed, in order, with what is wrong.
    pub failing: Vec<(usize, Vec<Slip>)>,
}

impl Judged {
    /// The verdict on the contract.
    pub fn verdict(&self) -> CaseVerdict {
        let slips = || self.failing.iter().flat_map(|(_, slips)| slips);
        let astray = slips().find_map(|slip| match slip {
            Slip::Astray(stop) => Some(stop.ending),
            _ => None,
        });
        match astray {
            Some(Ending::Crashed) => CaseVerdict::Crash,
            Some(Ending::Loop | Ending::Limit | Ending::Flooded) => CaseVerdict::Timeout,
            None if self.failing.is_empty() => CaseVerdict::Pass,
            None if slips().all(|slip| matches!(slip, Slip::Format(..))) => CaseVerdict::Format,
            _ => CaseVerdict::Wrong,
        }
    }

    /// How many calls have a wrong answer, and how many fail. Answers come first: a register that is not preserved says nothing about
    /// which way was taken.
    fn wrong(&self) -> [usize; 2] {
        let has_wrong_answer = |slips: &[Slip]| slips.iter().any(|slip| matches!(slip, Slip::Answer { .. }));
        let answers = self.failing.iter().filter(|(_, slips)| has_wrong_answer(slips));
        [answers.count(), self.failing.len()]
    }

    /// Whether nothing but answers is wrong.
    pub fn only_answers(&self) -> bool {
        let mut slips = self.failing.iter().flat_map(|(_, slips)| slips);
        !self.failing.is_empty() && slips.all(|slip| matches!(slip, Slip::Answer { .. }))
    }
}

/// Makes the calls of a contract, and judges them by each way to keep it. No more are made when too many do not return, or all of
/// them together take too long.
pub fn judge(assignment: &Assignment, scene: &Scene, player: &mut Session, limits: Limits) -> Vec<Judged> {
    let ways = scene.contract.calls.first().map_or(1, |call| call.after.len());
    let mut failing: Vec<Vec<(usize, Vec<Slip>)>> = vec![Vec::new(); ways];
    let (mut made, mut astray, mut instructions) = (0, 0, 0);
    for (index, call) in scene.contract.calls.iter().enumerate() {
        if astray == ASTRAY || instructions > ALL_CALLS {
            break;
        }

        let asked = scene.call(call);
        let called = player.call(&asked, limits);
        made += 1;
        instructions += called.instructions;
        if let Some(stop) = called.stop {
            astray += 1;
            for failing in &mut failing {
                failing.push((index, vec![Slip::Astray(stop.clone())]));
            }
            continue;
        }

        let others = side_effects(assignment, scene, call, &asked.registers, &called);
        for (failing, after) in failing.iter_mut().zip(&call.after) {
            let mut slips: Vec<Slip> = after
                .iter()
                .filter_map(|(target, wanted)| {
                    let (before, got) = scene.values(target, &asked, &called);
                    (got != *wanted).then(|| Slip::Answer {
                        target: target.clone(),
                        wanted: *wanted,
                        before,
                        got,
                    })
                })
                .collect();

            slips.extend(others.iter().cloned());
            if !slips.is_empty() {
                slips.sort_by_key(Slip::rank);
                failing.push((index, slips));
            }
        }
    }

    let judged = |(way, failing)| Judged {
        label: scene.label.to_owned(),
        way,
        is_any_way: false,
        made,
        instructions,
        failing,
    };
    failing.into_iter().enumerate().map(judged).collect()
}

/// Which way each contract that was judged is held to: the one by which the fewest answers are wrong. Contracts that can be kept in
/// as many ways as there are of them have a way each, where their answers show who has which.
pub fn choose_ways<E>(by_way: Vec<Result<Vec<Judged>, E>>) -> Vec<Result<Judged, E>> {
    let all: Vec<&Vec<Judged>> = by_way.iter().flatten().collect();
    let mut shared_out = share_out(&all).map(Vec::into_iter);
    let mut choose = |mut ways: Vec<Judged>| {
        let least = ways.iter().map(Judged::wrong).min();
        let mut best = (0..ways.len()).filter(|way| Some(ways[*way].wrong()) == least);
        let (first, another) = (best.next().unwrap_or_default(), best.next());
        let own = shared_out.as_mut().and_then(Iterator::next);
        Judged {
            is_any_way: own.is_none() && another.is_some(),
            ..ways.swap_remove(own.unwrap_or(first))
        }
    };
    by_way.into_iter().map(|ways| ways.map(&mut choose)).collect()
}

/// The one best way to give every contract a way that no other of its kind has.
fn share_out(by_way: &[&Vec<Judged>]) -> Option<Vec<usize>> {
    let of_its_kind = |ways: &Vec<Judged>| by_way.iter().filter(|others| others.len() == ways.len()).count();
    if by_way
        .iter()
        .any(|ways| ways.len() > 1 && of_its_kind(ways) > ways.len())
    {
        return None;
    }

    let mut choices: Vec<([usize; 2], Vec<usize>)> = vec![([0; 2], Vec::new())];
    for ways in by_way {
        let longer = choices.iter().flat_map(|(sum, chosen)| {
            let is_free = move |way: &usize| {
                let mut earlier = by_way.iter().zip(chosen);
                ways.len() == 1 || !earlier.any(|(others, other)| others.len() == ways.len() && other == way)
            };
            (0..ways.len()).filter(is_free).map(move |way| {
                let [answers, calls] = ways[way].wrong();
                ([sum[0] + answers, sum[1] + calls], [&chosen[..], &[way]].concat())
            })
        });
        choices = longer.collect();
    }

    choices.sort();
    match &choices[..] {
        [(least, _), (next, _), ..] if least == next => None,
        [(_, best), ..] => Some(best.clone()),
        [] => None,
    }
}

/// What is wrong other than the answers.
fn side_effects(
    assignment: &Assignment,
    scene: &Scene,
    call: &Call,
    before: &[(usize, u32)],
    called: &Called,
) -> Vec<Slip> {
    let mut slips = Vec::new();
    if let Some(wanted) = &call.prints {
        let printed = without_banners(&called.output, &[Service::Halt, Service::In]).bytes;
        match text::compare(&assignment.game, wanted, &printed) {
            Text::Exact => {}
            Text::Format(format) => slips.push(Slip::Format(format, printed.into_owned())),
            Text::Other => slips.push(Slip::Text(printed.into_owned())),
        }
    }

    let outputs = || call.after.iter().flatten().map(|(target, _)| target);
    for (number, before) in before.iter().take(REGISTERS) {
        let after = called.registers[*number];
        let is_output = || outputs().any(|target| *target == Target::Register(*number));
        if after != *before && !is_output() {
            slips.push(Slip::Register(*number, *before as u16, after as u16));
        }
    }

    for change in &called.changed {
        let Some(owner) = scene.world.owner(change.address, change.after) else {
            continue;
        };

        let is_output = outputs().any(|target| match target {
            Target::Word(label) => scene.word(label) == Some(change.address),
            Target::Register(_) | Target::Optional(_) => false,
        });
        if !is_output {
            slips.push(Slip::Write(*change, owner));
        }
    }

    slips
}
