//! The edits that mend some cases: changes are tried in memory on a few games, and what mends those is held to the suite.
//!
//! `missing` looks for instructions more, `superfluous` for those that are too many.

use std::collections::{BTreeSet, HashMap};

use super::Proved;
use super::budget::Budget;
use super::cases;
use super::change::{Change, Crowded, First, Tried, affordable, by_likelihood, likeliest_first};
use super::followed::Followed;
use super::proof::{Passing, Suite};
use super::rank;
use super::telling::{Game, Progress};
use crate::grade::attempt::Attempt;
use crate::grade::checks::starter;
use crate::grade::judge::compare::Comparison;
use crate::grade::plan::Plan;
use crate::machine::Session;
use crate::machine::edits::{Edit, EditKind};
use crate::machine::lc3::transplant::is_transplanted;
use crate::machine::patch::Patch;
use crate::machine::patches::Patches;
use crate::result::{CaseVerdict, Fault, Place};

mod missing;
mod superfluous;

/// Games that show a fault, and games that are right, on which a change is tried before it is held to the suite.
pub const TELLING: usize = 8;
pub const PASSING: usize = 8;
/// Lines at which a change is held to the whole suite, for one fault.
const LINES: usize = 8;
/// The same where games are long and another line may be as likely.
const MOST_LINES: usize = 24;
/// Changes at one line that are held to it.
const AT_LINE: usize = 4;
/// Places of the starter file's given part that are put back as they were.
const RESTORATIONS: usize = 8;
/// How much of a budget is for trying changes on the ends of games and on whole ones, in hundredths: instructions that use
/// what nothing uses, changes in place, and of what these leave moved instructions.
const RESTORED: [u64; 2] = [8, 1];
const IN_PLACE: [u64; 2] = [58, 10];
const MOVED: [u64; 2] = [10, 4];

pub struct Search<'s, 'a> {
    pub plan: &'s Plan,
    pub attempt: &'s Attempt<'a>,
    pub suite: &'s Suite<'s, 'a>,
    /// The program's source.
    pub text: &'s str,
    pub patches: &'s Patches<'s>,
    pub session: Session,
    /// Edits with which games go wrong later, found while looking for those that mend them.
    pub firsts: Vec<First>,
    /// The cases that fail without the edits that were made already.
    pub mended: Vec<usize>,
    /// Whether instructions more are tried where nothing else mends the cases.
    pub looks_for_insertions: bool,
    /// Whether any legal reply of a computer player is right where the program's own is not, and not the package's alone.
    pub judges_replies: bool,
    /// Changes against which nothing speaks but games with other start values of registers and memory.
    refuted_by_fill: Vec<Change>,
    /// How far the first game of a search goes right with each change that was tried on it.
    pub tried: HashMap<Tried, Progress>,
    /// Instructions more that mend the games of a fault and for which the program has no room.
    pub crowded: Vec<Crowded>,
    pub followed: Followed,
    /// The subroutines of which one is known to be wrong, where that is known: nothing else is changed.
    pub within: Vec<String>,
    /// Lines of the given part, where it is right.
    given: BTreeSet<usize>,
}

impl<'s, 'a> Search<'s, 'a> {
    /// Prepares for looking into a program: its source, its patches, and a machine with it.
    pub fn new(
        plan: &'s Plan,
        attempt: &'s Attempt<'a>,
        suite: &'s Suite<'s, 'a>,
        (text, patches, session): (&'s str, &'s Patches<'s>, Session),
    ) -> Self {
        Self {
            plan,
            attempt,
            suite,
            text,
            patches,
            session,
            firsts: Vec::new(),
            mended: Vec::new(),
            looks_for_insertions: true,
            judges_replies: false,
            refuted_by_fill: Vec::new(),
            tried: HashMap::new(),
            crowded: Vec::new(),
            followed: Followed::default(),
            within: Vec::new(),
            given: starter::given_lines(&plan.assignment, text),
        }
    }

    /// The cases of a fault, as positions in the suite.
    pub fn cases_of(&self, fault: &Fault) -> Vec<usize> {
        cases::of_fault(self.plan, fault)
    }

    /// How many different games some cases are.
    pub fn number_of_games(&self, cases: &[usize]) -> usize {
        let keys = cases.iter().map(|index| &self.plan.cases[*index].script.keys);
        keys.collect::<BTreeSet<_>>().len()
    }

    /// The cases with a verdict, as positions in the suite.
    pub fn cases_with(&self, verdict: CaseVerdict) -> Vec<usize> {
        let outcomes = self.attempt.outcomes.iter().enumerate();
        let those = outcomes.filter(|(_, outcome)| outcome.verdict == verdict);
        those.map(|(index, _)| index).collect()
    }

    /// The edits that put back what is no longer as the starter file gives it, of which it is not known yet what they mend.
    pub fn restorations(&self) -> Vec<Proved> {
        let edits = starter::restorations(&self.plan.assignment, self.text);
        let proved = |edit| self.of_line(edit, Passing::Mended);
        edits.into_iter().take(RESTORATIONS).map(proved).collect()
    }

    /// An edit of the source with the place of its line.
    pub fn of_line(&self, edit: Edit, passing: Passing) -> Proved {
        let address = self.patches.address_of(edit.line).unwrap_or_default();
        Proved {
            place: Place {
                line: Some(edit.line as u32),
                text: Some(edit.before.clone()),
                ..self.patches.place(address)
            },
            subroutine: self.patches.subroutine_of(address),
            edit,
            passing,
            likelihood: (0, 0),
        }
    }

    /// Those of some edits that mend these cases, too.
    pub fn among(&mut self, known: &[Proved], cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let mut proved = Vec::new();
        for edit in known {
            let holds = self.suite.holds(&edit.edit.apply(self.text), cases, false, budget);
            proved.extend(holds.map(|passing| Proved {
                passing,
                ..edit.clone()
            }));
        }
        proved
    }

    /// The edits that mend these cases: those first that are the most likely. Unless it shows that the program prints in a format
    /// of its own, the required one is tried first; where games are long and none is as required, it is not tried.
    pub fn search(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let sized = self.sized(cases, budget);
        if !sized.is_empty() {
            return sized;
        }
        let outcomes = self.attempt.outcomes.iter();
        let right = outcomes.filter(|outcome| outcome.verdict <= CaseVerdict::Format);
        let (exact, other): (Vec<_>, Vec<_>) = right.partition(|outcome| outcome.comparison == Comparison::Exact);
        if !exact.is_empty() && other.is_empty() {
            return self.search_by_replies(cases, budget);
        }
        if self.suite.has_long_games() && exact.is_empty() && !other.is_empty() {
            return self.search_by(cases, false, budget);
        }
        let mut most = budget.most_of();
        let proved = self.search_by(cases, true, &mut most);
        budget.left += most.left;
        if proved.is_empty() {
            return self.search_by(cases, false, budget);
        }
        proved
    }

    pub fn search_by(&mut self, cases: &[usize], to_the_byte: bool, budget: &mut Budget) -> Vec<Proved> {
        let passing = self.passing(to_the_byte);
        let failing = self.games(cases, TELLING, to_the_byte);
        if failing.is_empty() {
            return Vec::new();
        }
        let is_required = to_the_byte && !self.suite.has_own_format();
        if is_required && !failing[0].begins_as_required() && self.prints_otherwise() {
            return Vec::new();
        }
        let proved = self.search_on(failing, passing, (cases, to_the_byte), budget);
        let by_fill = std::mem::take(&mut self.refuted_by_fill);
        if proved.is_empty() && !by_fill.is_empty() && self.suite.prints_otherwise_refilled(cases, budget) {
            // No edit mends the games with other start values of memory, on which the program relies: those say nothing of one.
            return self.proved(by_fill, cases, to_the_byte, budget);
        }
        proved
    }

    /// The edits that mend these cases, looked for on games of which some fail, and others are right.
    pub fn search_on(
        &mut self,
        mut failing: Vec<Game>,
        passing: Vec<Game>,
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        // Most changes are given up in the first of them.
        let first = failing.remove(0).with_arrivals(&mut self.session);
        let slice = first.slice(&mut self.session);
        failing.insert(0, first);
        let mut order = rank::order(&failing, &passing, &slice);
        order.retain(|address| self.within.is_empty() || self.is_in(*address, &self.within));
        let games = affordable(failing, passing);

        let in_place = self.changes(&order, |patches, address| {
            let data = patches.data_of(address).into_iter();
            let of_data = data.flat_map(|data| patches.at(data));
            patches.at(address).into_iter().chain(of_data).collect()
        });

        // That a label has no use is evidence of its own, that instructions go on into data, and the like.
        let restored = self.changes(&order, Patches::restored_at);
        let mut later = Vec::new();
        let (survivors, _) = self.survivors_of_all(&games, restored, RESTORED, budget, &mut later);
        let mut restored = self.proved(survivors, cases, to_the_byte, budget);
        if restored.is_empty() {
            restored = self.between_labels(&order, Patches::restored_between, (cases, to_the_byte), budget);
        }

        let (survivors, is_all) = self.survivors_of_all(&games, in_place, IN_PLACE, budget, &mut later);
        let is_restored = restored.iter().any(Proved::is_whole);
        let mut proved = self.proved(survivors, cases, to_the_byte, budget);
        if !is_all && !is_restored && !self.suite.has_long_games() {
            // What was not tried may be the mistake, and others what hides some of it.
            proved.retain(Proved::is_whole);
            if proved.is_empty() && to_the_byte {
                self.keep_later(&games, later, budget);
            }
            return proved;
        }
        if is_restored {
            // The same may be done elsewhere: that is a tie. Where another label does it, it is the wrong label that left one without use.
            let is_target = |proved: &Proved| proved.edit.kind == EditKind::Target;
            proved.retain(Proved::is_whole);
            let (mut ties, others): (Vec<Proved>, Vec<Proved>) = proved.into_iter().partition(is_target);
            ties.extend(restored);
            ties.extend(others);
            return ties;
        }
        if self.suite.has_long_games() && !restored.is_empty() {
            // Of neither it is known whether everything passes.
            proved.extend(restored);
            proved.sort_by_key(|proved| (!proved.is_whole(), proved.likelihood));
            return proved;
        }
        if proved.first().is_some_and(|best| self.may_hide(best)) {
            return self.likelier_than(proved, &games, (&order, &slice), (cases, to_the_byte), budget);
        }
        if !proved.is_empty() {
            return self.kept_rather(proved, (&games, &order), (cases, to_the_byte), budget);
        }
        if !restored.is_empty() {
            return restored;
        }

        let moved = self.changes(&order, Patches::reordered_far);
        let (survivors, _) = self.survivors_of_all(&games, moved, MOVED, budget, &mut later);
        let mut moved = self.proved(survivors, cases, to_the_byte, budget);
        moved.retain(Proved::is_whole);
        match moved.first() {
            Some(best) if self.may_hide(best) => {
                return self.likelier_than(moved, &games, (&order, &slice), (cases, to_the_byte), budget);
            }
            Some(_) => return moved,
            None => {}
        }
        if to_the_byte {
            self.keep_later(&games, std::mem::take(&mut later), budget);
        }
        if !self.looks_for_insertions {
            return Vec::new();
        }
        let missing = self.missing(&games, (&order, &slice), (cases, to_the_byte), budget, &mut later);
        if missing.is_empty() && to_the_byte {
            self.keep_later(&games, later, budget);
        }
        missing
    }

    /// Whether an address is in one of some subroutines.
    pub fn is_in(&self, address: u32, subroutines: &[String]) -> bool {
        let own = self.patches.subroutine_of(address);
        own.is_some_and(|own| subroutines.iter().any(|name| name.eq_ignore_ascii_case(&own)))
    }

    /// The edits after which these cases, which are right but for their format, are printed exactly as required.
    pub fn exact(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let failing = self.games(cases, TELLING, true);
        if failing.is_empty() {
            return Vec::new();
        }
        let passing = self.games(&self.cases_with(CaseVerdict::Pass), PASSING, true);
        self.search_on(failing, passing, (cases, true), budget)
    }

    /// Whether some case differs in format only.
    fn prints_otherwise(&self) -> bool {
        let mut outcomes = self.attempt.outcomes.iter();
        outcomes.any(|outcome| outcome.verdict == CaseVerdict::Format)
    }

    /// All changes at some addresses, each once.
    pub fn changes(&self, order: &[u32], changes: impl Fn(&Patches<'s>, u32) -> Vec<Patch>) -> Vec<Change> {
        let mut seen = BTreeSet::new();
        let all = order.iter().enumerate().flat_map(|(order, address)| {
            let patches = changes(self.patches, *address).into_iter();
            let is_own = |patch: &Patch| !self.given.contains(&patch.edit.line) && !is_transplanted(&patch.edit.after);
            patches.filter(is_own).map(move |patch| Change { patch, order })
        });
        // A word of data is referred to by several instructions.
        all.filter(|change| !change.patch.inserted.is_empty() || seen.insert(change.patch.words.clone()))
            .collect()
    }

    /// A patch as an edit of the source, with its place.
    pub fn located(&self, patch: &Patch, passing: Passing) -> Proved {
        Proved {
            edit: patch.edit.clone(),
            place: self.patches.place_of(patch),
            subroutine: self.patches.subroutine_of_patch(patch),
            passing,
            likelihood: (0, 0),
        }
    }

    /// Those that hold on the suite as edits of the source, the most likely first.
    fn proved(
        &mut self,
        survivors: Vec<Change>,
        cases: &[usize],
        to_the_byte: bool,
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let mut proved: Vec<Proved> = Vec::new();
        let mut lines = by_likelihood(survivors, self.patches);
        let has_long_games = self.suite.has_long_games();
        let is_undecided = |lines: &[Vec<Change>], proved: &[Proved]| {
            let left = lines.iter().map(|line| line[0].likelihood(self.patches)).min();
            let best = proved.iter().map(|proved| proved.likelihood).min();
            has_long_games && left.is_some_and(|left| best.is_none_or(|best| left <= best))
        };
        let mut tried = 0;
        while !lines.is_empty() && !budget.is_used_up() {
            if tried >= LINES && (tried >= MOST_LINES || !is_undecided(&lines, &proved)) {
                break;
            }
            tried += 1;
            proved.extend(self.proved_at_first(&mut lines, (cases, to_the_byte), budget));
        }
        if is_undecided(&lines, &proved) {
            // What was not proved may be the mistake, and the others what hides it.
            return Vec::new();
        }
        likeliest_first(&mut proved, self.text);
        proved
    }

    /// Takes the first line, and gives what holds there. Where an edit does not, the game that shows it is tried with all that are
    /// left.
    fn proved_at_first(
        &mut self,
        lines: &mut Vec<Vec<Change>>,
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let mut at_line = lines.remove(0);
        let mut best: Option<Proved> = None;
        for _ in 0..AT_LINE {
            if at_line.is_empty() || budget.is_used_up() {
                break;
            }
            let change = at_line.remove(0);
            let text = change.patch.edit.apply(self.text);
            let passing = match self.suite.holds(&text, cases, to_the_byte, budget) {
                Ok(passing) => passing,
                Err(refuted) => {
                    if refuted.is_unassembled {
                        self.keep_crowded(&change, budget);
                    }
                    if refuted.is_by_fill {
                        self.refuted_by_fill.push(change.clone());
                    }
                    if refuted.breaks_nothing && to_the_byte {
                        self.keep_partial(&change);
                    }
                    if let Some(game) = refuted.case.and_then(|case| self.game(case, to_the_byte)) {
                        budget.spend(game.work() * 2);
                        self.retain_right(&mut at_line, &game, budget);
                        for line in lines.iter_mut() {
                            self.retain_right(line, &game, budget);
                        }
                        lines.retain(|line| !line.is_empty());
                    }
                    continue;
                }
            };
            let is_whole = passing == Passing::All;
            if best.as_ref().is_none_or(|best| is_whole && !best.is_whole()) {
                best = Some(Proved {
                    likelihood: change.likelihood(self.patches),
                    ..self.located(&change.patch, passing)
                });
            }
            if is_whole || self.suite.has_long_games() {
                break;
            }
        }
        best.map_or_else(Vec::new, |best| {
            self.and_left_out(best, at_line, (cases, to_the_byte), budget)
        })
    }
}
