//! Which line of a program is wrong, proved by changing it.
//!
//! For each fault, small changes of the program are tried in memory on the games that show it, those first whose instructions
//! run in failing games and not in passing ones. What mends them is made an edit of the source and held to the whole suite: an
//! edit after which every case of the fault passes, and no case or contract fails that held before, is a proof of the place.
//! The search is bounded by counted work, so that its result is the same on every machine.
//!
//! | module | what it is for |
//! |---|---|
//! | [`budget`] | the work that may be done |
//! | [`search`] | the edits that mend some cases |
//! | [`partial`] | edits that mend some of the cases only |
//! | [`stack`] | edits that mend everything together |
//! | [`switched`] | edits that only switch off what is announced wrongly |
//! | [`parts`] | two edits in the subroutines that are wrong, where a reference has them |
//! | [`together`] | two edits in one subroutine that help together alone |
//! | [`between`] | an instruction that is missing between two labels |
//! | [`room`] | an instruction more for which the program has no room |
//! | [`texts`] | texts, by what is printed of them |
//! | [`cases`] | which cases are looked at |
//! | [`compiled`] | the same for C programs |
//! | [`said`] | what is reported of them |
//! | [`followed`] | what runs in games, one instruction at a time |
//! | [`telling`] | a game that shows a fault, and whether a change mends it |
//! | [`output`] | what is printed in a game |
//! | [`trial`] | changes tried on games |
//! | [`change`] | what is tried on which games, the likeliest first |
//! | [`rank`] | the instructions in the order of suspicion |
//! | [`proof`] | an edited source against the suite |

use super::attempt::Attempt;
use super::judge::tolerance::toggle;
use super::plan::Plan;
use super::run::Runner;
use crate::connect4::reading::{FormatKind, NEVER_SET};
use crate::diagnostic::Source;
use crate::machine::edits::{Edit, EditKind};
use crate::machine::patches::Patches;
use crate::machine::{Machine, Program};
use crate::result::{CaseVerdict, Fault, FormatDifference, Place};

mod between;
mod budget;
mod cases;
mod change;
mod compiled;
mod confirm;
mod followed;
mod games;
mod output;
mod own_format;
mod partial;
mod parts;
pub(super) mod proof;
mod rank;
mod room;
mod said;
mod search;
mod stack;
mod switched;
mod telling;
mod texts;
mod together;
mod trial;

pub(super) use budget::Budget;
use confirm::confirm;
use own_format::OwnFormat;
use partial::InPart;
pub(super) use parts::repair_in_parts;
use proof::{Passing, Suite};
use said::{keep_what_agrees, summary, summary_in_part, summary_of_all};
use search::Search;
use stack::{Stack, is_enough_for_insertion};

/// Faults that are looked into.
const FAULTS: usize = 4;
/// Differences in format that may be the work of one place.
const DIFFERENCES: usize = 5;
/// The part of the budget for finding that place: one of so many.
const FORMAT: usize = 3;
/// Different games that an edit must mend at least that does not mend everything.
const LIKELY: usize = 3;

/// An edit with which a fault's cases pass.
#[derive(Debug, Clone)]
struct Proved {
    edit: Edit,
    place: Place,
    subroutine: Option<String>,
    passing: Passing,
    /// How large and how odd it is, as in [`change::Change::likelihood`].
    likelihood: (usize, usize),
}

impl Proved {
    /// Whether every case and contract passes with it.
    fn is_whole(&self) -> bool {
        self.passing == Passing::All
    }

    /// Whether it is so odd that an instruction more is likelier.
    fn is_odd(&self) -> bool {
        self.likelihood.1 >= change::ODD
    }
}

/// Looks for an edit that proves the place of each fault, and of the text that differs in format.
pub(super) fn repair(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    runner: &mut Runner,
    (faults, differences): (&mut [Fault], &mut [FormatDifference]),
    budget: Budget,
) {
    look(plan, attempt, source, runner, (&mut *faults, &mut *differences), budget);

    // Where cells were never set, that is what is wrong, and not the line that reads them.
    if differences
        .iter()
        .any(|difference| difference.message.contains(NEVER_SET))
    {
        for fault in faults {
            fault.repair = fault.repair.take().filter(|repair| repair.is_whole);
        }
    }
}

fn look(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    runner: &mut Runner,
    (faults, differences): (&mut [Fault], &mut [FormatDifference]),
    mut budget: Budget,
) {
    let is_right = faults.is_empty() && differences.is_empty();
    // Games are played with changes of the program as they are written.
    if is_right || !attempt.config.adaptation.types_script() || budget.is_used_up() {
        return;
    }
    if matches!(attempt.config.machine, Machine::Native(_)) {
        if plan.assignment.game.flow.computer.is_some() {
            return;
        }
        return compiled::repair(plan, attempt, &source.text, runner, faults, budget);
    }
    let Some(program) = runner.built().cloned() else {
        return;
    };
    let Some(patches) = Patches::of(&program) else { return };

    let suite = Suite::new(plan, attempt, &program);
    let session = || attempt.config.machine.session(&program);
    if let [difference, others @ ..] = differences {
        let mut search = Search::new(plan, attempt, &suite, (&source.text, &patches, session()));
        // What is printed from an address at which no text is differs each time, and has NUL bytes in it.
        let mut all = std::iter::once(&*difference).chain(&*others);
        let is_astray = all.any(|own| own.kind == toggle(FormatKind::Nul));
        let is_one_place = faults.is_empty() && (is_astray || others.len() < DIFFERENCES);
        repair_format(&mut search, difference, is_one_place, &mut budget);
    }
    if faults.is_empty() {
        return;
    }

    let suite = suite.in_own_format(OwnFormat::learn(plan, attempt, runner));
    let mut search = Search::new(plan, attempt, &suite, (&source.text, &patches, session()));

    // What looks like several faults may be one; or one of two may hide most of the other.
    let failing = attempt.failing();
    let given = search.restorations();
    let (mut known, mut early) = (search.among(&given, &failing, &mut budget), None);
    if faults.len() > 1 && known.is_empty() {
        known = budget.with_part(2, |budget| search.search(&failing, budget));
        if known.is_empty() && search.is_mended_in_part(&failing, &mut budget) {
            early = budget.with_part(2, |budget| search.stacked(&[], budget));
        }
    }
    let is_new = |given: &Proved| known.iter().all(|known| known.edit != given.edit);
    let given: Vec<Proved> = given.into_iter().filter(is_new).collect();
    known.extend(given);
    if !early.as_ref().is_some_and(Stack::is_whole) {
        let likely = repair_each(&mut search, &program, &mut known, faults, &mut budget);
        let is_obstructed = |fault: &Fault| fault.repair.as_ref().is_some_and(|repair| repair.obstacle.is_some());
        if !known.iter().any(Proved::is_whole) && !faults.iter().any(is_obstructed) {
            early = search.stacked(&likely, &mut budget).or(early);
        }
    }
    if let Some(mut stack) = early {
        if stack.is_whole() {
            search.add_ties(&mut stack, &mut budget);
        }
        stack.report(faults, &search, &mut budget);
    }
    faults.iter_mut().for_each(keep_what_agrees);
}

/// Looks for the texts that are printed in another format. Where that may be the work of one place, any edit is looked for, too.
fn repair_format(search: &mut Search, difference: &mut FormatDifference, is_one_place: bool, budget: &mut Budget) {
    let cases = search.cases_with(CaseVerdict::Format);
    let proved = budget.with_part(4, |budget| search.texts(&cases, budget));
    difference.repair = summary(&proved, cases.len());
    if difference.repair.is_some() {
        return;
    }

    let texts = budget.with_part(4, |budget| search.several_texts(&cases, budget));
    let texts: Vec<&[Proved]> = texts.iter().map(std::slice::from_ref).collect();
    difference.repair = summary_of_all(&texts, cases.len());
    if difference.repair.is_none() && is_one_place {
        // Most programs with a format of their own have it in many places.
        let mut proved = budget.with_part(FORMAT, |budget| search.exact(&cases, budget));
        proved.retain(Proved::is_whole);
        difference.repair = summary(&proved, cases.len());
    }
}

/// Looks for an edit for each fault, those first that are known from others. Gives the likeliest edit of each.
fn repair_each(
    search: &mut Search,
    program: &Program,
    known: &mut Vec<Proved>,
    faults: &mut [Fault],
    budget: &mut Budget,
) -> Vec<Proved> {
    let count = faults.len().min(FAULTS);
    let mut likely: Vec<Proved> = Vec::new();
    let mut found: Vec<(usize, Proved)> = Vec::new();
    let mut named: Vec<Vec<Proved>> = vec![Vec::new(); count];
    for (index, fault) in faults.iter_mut().take(FAULTS).enumerate() {
        let cases = search.cases_of(fault);
        if cases.is_empty() || !may_be_located(fault) {
            continue;
        }
        let (proved, is_new) = budget.with_part(count - index, |budget| {
            let shared = search.among(known, &cases, budget);
            if !shared.is_empty() {
                return (shared, false);
            }
            let mut proved = search.texts(&cases, budget);
            if proved.is_empty() {
                proved = search.search(&cases, budget);
            }
            (proved, true)
        });

        // With few games, an edit may hide a fault that it does not mend.
        let are_enough = search.number_of_games(&cases) >= LIKELY;
        let is_certain = |proved: &Proved| proved.is_whole() || are_enough;
        if search.suite.has_long_games() {
            // All games may prove one that these do not.
            named[index].clone_from(&proved);
        }
        let proved: Vec<Proved> = proved.into_iter().filter(is_certain).collect();
        fault.repair = summary(&proved, cases.len());
        likely.extend(proved.first().cloned());
        if proved.is_empty() && are_enough {
            let work = |budget: &mut Budget| search.without_room(program, &cases, budget);
            fault.repair = budget.with_part(count - index, work);
        }
        if fault.repair.is_none()
            && let Some(InPart { edits, mended }) =
                budget.with_part(count - index, |budget| search.in_part(&cases, budget))
            && !search.only_switches_off(fault, (&cases, &mended))
        {
            let counts = (mended.len(), cases.len());
            let is_change = |edit: &&Proved| edit.edit.kind != EditKind::Inserted;
            let is_credible = |edit: &&Proved| is_change(edit) || is_enough_for_insertion(counts);
            let credible: Vec<Proved> = edits.iter().filter(is_credible).cloned().collect();
            fault.repair = summary_in_part(&credible, counts);
            let is_known = |edit: &Proved| likely.iter().any(|known| known.edit.line == edit.edit.line);
            likely.extend(edits.into_iter().next().filter(|edit| !is_known(edit)));
        }
        found.extend(proved.iter().filter(|_| is_new).map(|edit| (index, edit.clone())));
        known.extend(proved);
    }

    budget.with_part(2, |budget| share_later(search, &found, (faults, &mut named), budget));
    if search.suite.has_long_games() {
        let mut most = budget.most_of();
        let breaking = confirm(search, faults, &mut named, &mut most);
        budget.left += most.left;
        likely.retain(|edit| !breaking.contains(&edit.edit));
        known.extend(named.into_iter().flatten().filter(Proved::is_whole));
    }

    // What a later fault has shown to mend the whole program mends those before it.
    let whole: Vec<Proved> = known.iter().filter(|proved| proved.is_whole()).cloned().collect();
    report_whole(search, &whole, faults);
    likely
}

/// Whether edits can tell where a fault is. Where a computer only overlooks a win, any change of what it prefers may hide that.
fn may_be_located(fault: &Fault) -> bool {
    fault.key != Fault::OVERLOOKED_WIN
}

/// Reports what was found for a later fault at those before it, if it mends them, too: it was not tried on these, and their own
/// edits do not mend the later one.
fn share_later(
    search: &mut Search,
    found: &[(usize, Proved)],
    (faults, named): (&mut [Fault], &mut [Vec<Proved>]),
    budget: &mut Budget,
) {
    for (index, fault) in faults.iter_mut().take(FAULTS).enumerate() {
        let later = found.iter().filter(|(at, _)| *at > index);
        let later: Vec<Proved> = later.map(|(_, edit)| edit.clone()).collect();
        let cases = search.cases_of(fault);
        let is_whole = fault.repair.as_ref().is_some_and(|repair| repair.is_whole);
        if is_whole || !may_be_located(fault) || search.number_of_games(&cases) < LIKELY {
            continue;
        }

        let mut shared: Vec<Proved> = Vec::new();
        for edit in &later {
            if budget.is_used_up() {
                return;
            }
            shared.extend(search.among(std::slice::from_ref(edit), &cases, budget));
        }
        shared.sort_by_key(|edit| (!edit.is_whole(), edit.likelihood));
        if !shared.is_empty() {
            fault.repair = summary(&shared, cases.len());
            named[index] = shared;
        }
    }
}

/// Reports edits that mend the whole program at each fault for which none is known.
fn report_whole(search: &Search, whole: &[Proved], faults: &mut [Fault]) {
    let is_mended = |fault: &Fault| fault.repair.as_ref().is_some_and(|repair| repair.is_whole);
    for fault in faults.iter_mut().filter(|fault| !whole.is_empty() && !is_mended(fault)) {
        let cases = search.cases_of(fault);
        if !cases.is_empty() {
            fault.repair = summary(whole, cases.len());
        }
    }
}
