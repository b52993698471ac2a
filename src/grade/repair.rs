//! Which line of a program is wrong, proved by changing it.
//!
//! For each fault, small changes of the program are tried in memory on the games that show it, those first whose instructions
//! run in failing games and not in passing ones. What mends them is made an edit of the source and held to the whole suite: an
//! edit after which every case of the fault passes, and no case or contract fails that held before, is a proof of the place.
//! The search is bounded by counted work, so that its result is the same on every machine.
//!
//! | module | what it is for |
//! |---|---|
//! | [`telling`] | a game that shows a fault, and whether a change mends it |
//! | [`rank`] | the instructions in the order of suspicion |
//! | [`proof`] | an edited source against the suite |

use std::collections::{BTreeMap, BTreeSet};

use super::attempt::Attempt;
use super::plan::Plan;
use super::run::Runner;
use crate::diagnostic::Source;
use crate::machine::Session;
use crate::machine::edits::{Edit, EditKind};
use crate::machine::variant::Variant;
use crate::machine::variants::Variants;
use crate::result::{CaseVerdict, Cause, Ending, Fault, Repair};

pub(super) mod proof;
mod rank;
mod telling;

use proof::Suite;
use telling::{Extent, Game};

/// The work of a millisecond of the budget, in instructions.
const PER_MILLISECOND: u64 = 300_000;
/// What trying one change costs beside the instructions that run.
const TRIAL: u64 = 1_500;
/// Faults that are looked into.
const FAULTS: usize = 4;
/// Games that show a fault, and games that are right, on which a change is tried before it is held to the suite.
const TELLING: usize = 8;
const PASSING: usize = 8;
/// How many of them are the shortest.
const SHORTEST: usize = 2;
/// Lines at which a change is held to the whole suite, for one fault.
const LINES: usize = 8;
/// Changes at one line that are held to it.
const AT_LINE: usize = 4;
/// Instructions at which something may be missing.
const GAPS: usize = 120;

/// Work that may still be done.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
}

impl Budget {
    /// So many milliseconds' work.
    pub fn new(milliseconds: u64) -> Self {
        Self {
            left: milliseconds.saturating_mul(PER_MILLISECOND),
        }
    }

    /// One of so many equal parts of what is left, which is taken out. What is not used of it is given back by nobody.
    fn part(&mut self, parts: usize) -> Self {
        let left = self.left / parts.max(1) as u64;
        self.spend(left);
        Self { left }
    }

    fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }

    /// Whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }
}

/// A change that is tried.
struct Survivor {
    variant: Variant,
    /// The place of its instruction in the order of suspicion.
    order: usize,
}

/// An edit with which a fault's cases pass.
struct Proved {
    edit: Edit,
    address: u32,
    /// Whether every case and contract passes with it.
    is_whole: bool,
}

/// Looks for an edit that proves the place of each fault.
pub(super) fn repair(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    runner: &mut Runner,
    faults: &mut [Fault],
    mut budget: Budget,
) {
    if !is_repairable(plan, attempt) || budget.is_used_up() {
        return;
    }
    let Some(program) = runner.built().cloned() else {
        return;
    };
    let Some(variants) = Variants::of(&program) else { return };

    let mut search = Search {
        plan,
        attempt,
        variants: &variants,
        session: attempt.config.machine.session(&program),
        suite: Suite::new(plan, attempt, source, &program),
    };
    // What looks like several faults may be one.
    let mut known = match faults.len() {
        0 | 1 => Vec::new(),
        _ => search.search(&attempt.failing(), &mut budget.part(2)),
    };
    let count = faults.len().min(FAULTS);
    for (index, fault) in faults.iter_mut().take(FAULTS).enumerate() {
        let cases = search.cases_of(fault);
        let mut budget = budget.part(count - index);
        if cases.is_empty() {
            continue;
        }
        let mut proved: Vec<Proved> = Vec::new();
        for edit in &known {
            if let Some(is_whole) = search.suite.holds(&edit.edit, &cases, false, &mut budget) {
                proved.push(Proved {
                    edit: edit.edit.clone(),
                    address: edit.address,
                    is_whole,
                });
            }
        }
        if proved.is_empty() {
            proved = search.search(&cases, &mut budget);
        }
        fault.repair = summary(&variants, &proved, cases.len());
        if let Some(repair) = &fault.repair {
            fault.cause = fault.cause.take().filter(|cause| agrees(cause, repair));
        }
        known.extend(proved);
    }
}

/// Whether the games can be played with changes of the program: on an embedded machine, as they are written, without a
/// computer player.
fn is_repairable(plan: &Plan, attempt: &Attempt) -> bool {
    let is_game = |case: &crate::case::Case| case.goal.is_none();
    attempt.config.adaptation.types_script() && plan.cases.iter().all(is_game)
}

/// What is reported of the edits that mend a fault: the first of them, and the other lines at which one does as well.
fn summary(variants: &Variants, proved: &[Proved], cases: usize) -> Option<Repair> {
    let best = proved.first()?;
    let mut lines = BTreeSet::new();
    let distinct = proved.iter().filter(|proved| lines.insert(proved.edit.line));
    let places = distinct.map(|proved| variants.place(proved.address)).collect();
    Some(Repair {
        places,
        subroutine: variants.subroutine_of(best.address),
        edit: words(&best.edit),
        cases,
        is_whole: best.is_whole,
    })
}

/// Whether a cause is about a line that an edit proves, or about its neighbours; or, where it names no line, about the
/// subroutine. Where they do not agree, the proof wins.
fn agrees(cause: &Cause, repair: &Repair) -> bool {
    const NEAR: u32 = 3;
    if cause.places.is_empty() {
        let subroutine = repair.subroutine.as_ref();
        return subroutine.is_some_and(|name| cause.sentence.contains(name) || cause.common.contains(name));
    }
    let lines = || repair.places.iter().filter_map(|place| place.line);
    let own = cause.places.iter().filter_map(|place| place.line);
    own.clone().any(|own| lines().any(|line| line.abs_diff(own) <= NEAR))
}

/// An edit in words.
fn words(edit: &Edit) -> String {
    match edit.kind {
        EditKind::Dropped => format!("without `{}`", edit.before),
        EditKind::Inserted if edit.is_after() => format!("with `{}` after `{}`", edit.after, edit.before),
        EditKind::Inserted => format!("with `{}` before `{}`", edit.after, edit.before),
        _ => format!("with `{}` in place of `{}`", edit.after, edit.before),
    }
}

struct Search<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    variants: &'s Variants<'s>,
    session: Session,
    suite: Suite<'s, 'a>,
}

impl<'s> Search<'s, '_> {
    /// The cases of a fault, as positions in the suite, that are games.
    fn cases_of(&self, fault: &Fault) -> Vec<usize> {
        let numbers = self.plan.numbers();
        let positions = 0..self.plan.cases.len();
        positions
            .filter(|index| fault.cases.contains(&numbers[*index]))
            .collect()
    }

    /// The edits that mend these cases: those first that are the most likely. Where nothing shows in which format the program
    /// prints, the required one is tried first.
    fn search(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let outcomes = &self.attempt.outcomes;
        let prints = |verdict| outcomes.iter().any(|outcome| outcome.verdict == verdict);
        let (exactly, differently) = (prints(CaseVerdict::Pass), prints(CaseVerdict::Format));
        if differently {
            return self.search_by(cases, false, budget);
        }
        let proved = self.search_by(cases, true, budget);
        if proved.is_empty() && !exactly {
            return self.search_by(cases, false, budget);
        }
        proved
    }

    fn search_by(&mut self, cases: &[usize], to_the_byte: bool, budget: &mut Budget) -> Vec<Proved> {
        let failing = self.games(cases, TELLING, to_the_byte);
        if failing.is_empty() {
            return Vec::new();
        }
        let outcomes = &self.attempt.outcomes;
        let right = (0..outcomes.len()).filter(|index| outcomes[*index].verdict <= CaseVerdict::Format);
        let right: Vec<usize> = right.collect();
        let passing = self.games(&right, PASSING, to_the_byte);
        let order = rank::order(&failing, &passing);
        let games: Vec<Game> = failing.into_iter().chain(passing).collect();

        let in_place = self.changes(&order, |variants, address| {
            let data = variants.data_of(address).into_iter();
            let of_data = data.flat_map(|data| variants.at(data));
            variants.at(address).into_iter().chain(of_data).collect()
        });
        let survivors = self.survivors(&games, in_place, budget);
        let proved = self.proved(survivors, cases, to_the_byte, budget);
        if !proved.is_empty() {
            return proved;
        }

        let gaps = &order[..order.len().min(GAPS)];
        let inserted = self.changes(gaps, Variants::inserted_at);
        let survivors = self.survivors(&games, inserted, budget);
        self.proved(survivors, cases, to_the_byte, budget)
    }

    /// Games of some cases: the shortest ones, and some of every length.
    fn games(&mut self, cases: &[usize], most: usize, to_the_byte: bool) -> Vec<Game> {
        let outcomes = &self.attempt.outcomes;
        let mut by_length: Vec<usize> = cases.to_vec();
        by_length.sort_by_key(|index| {
            let is_long = matches!(outcomes[*index].stop.ending, Ending::Limit | Ending::Flooded);
            (is_long, outcomes[*index].case.script.keys.len(), *index)
        });
        by_length.dedup_by(|one, other| outcomes[*one].case.script.keys == outcomes[*other].case.script.keys);
        let spread = (by_length.len() / (most - SHORTEST)).max(1);
        let some = by_length.iter().skip(SHORTEST).step_by(spread);
        let chosen = by_length.iter().take(SHORTEST).chain(some);

        let chosen: Vec<usize> = chosen.copied().take(most).collect();
        let games = chosen
            .into_iter()
            .filter_map(|index| Game::of(self.plan, self.attempt, index, to_the_byte, &mut self.session));
        games.collect()
    }

    /// All changes at some addresses, each once.
    fn changes(&self, order: &[u32], changes: impl Fn(&Variants<'s>, u32) -> Vec<Variant>) -> Vec<Survivor> {
        let mut seen = BTreeSet::new();
        let all = order.iter().enumerate().flat_map(|(order, address)| {
            let variants = changes(self.variants, *address).into_iter();
            variants.map(move |variant| Survivor { variant, order })
        });
        // A word of data is referred to by several instructions.
        all.filter(|change| change.variant.inserted.is_some() || seen.insert(change.variant.words.clone()))
            .collect()
    }

    /// The changes with which all games are right. First they are tried on the ends of the games alone, where most mistakes
    /// show; what is left of the budget is for those that need whole games.
    fn survivors(&mut self, games: &[Game], changes: Vec<Survivor>, budget: &mut Budget) -> Vec<Survivor> {
        // Something must be left for the proofs.
        let reserve = budget.left / 3;
        let mut survivors = Vec::new();
        let mut others = Vec::new();
        for change in changes {
            let (mends, work) = self.mends(games, &change.variant, Extent::End);
            budget.spend(work);
            if mends {
                survivors.push(change);
            } else {
                others.push(change);
            }
            if budget.left <= reserve {
                return survivors;
            }
        }

        for change in others {
            let (mends, work) = self.mends(games, &change.variant, Extent::Whole);
            budget.spend(work);
            if mends {
                survivors.push(change);
            }
            if budget.left <= reserve {
                break;
            }
        }
        survivors
    }

    /// Whether all games are right with a change, of which the first is played to this extent before it is played as a whole;
    /// and the work that it took.
    fn mends(&mut self, games: &[Game], variant: &Variant, extent: Extent) -> (bool, u64) {
        let before = self.session.spent();
        let of = (self.plan, self.attempt);
        let session = &mut self.session;
        let is_likely = extent == Extent::Whole || games[0].is_right(session, variant, extent, of);
        let mends = is_likely
            && games
                .iter()
                .all(|game| game.is_right(session, variant, Extent::Whole, of));
        (mends, TRIAL + self.session.spent() - before)
    }

    /// Those that hold on the suite as edits of the source, the most likely first.
    fn proved(
        &mut self,
        survivors: Vec<Survivor>,
        cases: &[usize],
        to_the_byte: bool,
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let mut proved: Vec<Proved> = Vec::new();
        for at_line in by_likelihood(survivors).into_iter().take(LINES) {
            let mut best: Option<Proved> = None;
            for survivor in at_line.into_iter().take(AT_LINE) {
                if budget.is_used_up() {
                    break;
                }
                let edit = survivor.variant.edit;
                if let Some(is_whole) = self.suite.holds(&edit, cases, to_the_byte, budget) {
                    let address = survivor.variant.reached_at.first().copied().unwrap_or_default();
                    let changed = survivor.variant.words.first().map(|(address, _)| *address);
                    if best.as_ref().is_none_or(|best| is_whole && !best.is_whole) {
                        best = Some(Proved {
                            edit,
                            address: changed.unwrap_or(address),
                            is_whole,
                        });
                    }
                    if is_whole {
                        break;
                    }
                }
            }
            proved.extend(best);
        }
        // A program that is right as a whole with an edit has its fault there.
        proved.sort_by_key(|proved| !proved.is_whole);
        proved
    }
}

/// The changes by line: the lines first at which most of them are, and which are suspected most.
fn by_likelihood(survivors: Vec<Survivor>) -> Vec<Vec<Survivor>> {
    let mut lines: BTreeMap<usize, Vec<Survivor>> = BTreeMap::new();
    for survivor in survivors {
        lines.entry(survivor.variant.edit.line).or_default().push(survivor);
    }
    let mut lines: Vec<Vec<Survivor>> = lines.into_values().collect();
    for line in &mut lines {
        line.sort_by_key(|survivor| size(survivor.variant.edit.kind));
    }
    lines.sort_by_key(|line| {
        let first = &line[0];
        (
            size(first.variant.edit.kind),
            std::cmp::Reverse(line.len()),
            first.order,
        )
    });
    lines
}

/// How much an edit changes.
fn size(kind: EditKind) -> usize {
    match kind {
        EditKind::Condition | EditKind::Register | EditKind::Number | EditKind::Target | EditKind::Text => 0,
        EditKind::Opcode => 1,
        EditKind::Swapped | EditKind::Dropped | EditKind::Doubled => 2,
        EditKind::Inserted => 3,
    }
}
