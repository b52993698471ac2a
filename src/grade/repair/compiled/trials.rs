//! A program in which all edits are: each is tried on games, and what mends them is held to the suite.
//!
//! Edits are tried in the order of suspicion by Ochiai's formula, as for the embedded machines: what runs in failing games and in
//! few others comes first. The program itself notes what runs.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::build::build;
use super::suspicion::{Group, Suspicion, Turn, left_out_second};
use crate::connect4::Script;
use crate::grade::attempt::Attempt;
use crate::grade::plan::Plan;
use crate::grade::repair::budget::{Budget, milliseconds};
use crate::grade::repair::change::{likeliest_first, size};
use crate::grade::repair::own_format::OwnFormat;
use crate::grade::repair::proof::forks::{FORK, Known};
use crate::grade::repair::proof::{COMPILED, PROCESS, Passing, Suite};
use crate::grade::repair::said::summary;
use crate::grade::repair::{LIKELY, Proved, cases};
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::edits::Combined;
use crate::machine::edits::forks::{CHOICE, NOTED};
use crate::machine::{Limits, Place, Program, Run, native};
use crate::result::{CaseVerdict, Ending, Fault, Repair};

/// What a program costs that has to be stopped.
const STOPPED: u64 = milliseconds(125);
/// What one costs that crashes, which it also does by itself after too many steps.
const CRASHED: u64 = milliseconds(15);
/// What a run costs in milliseconds. One that takes many times as long is stopped.
const USUAL: u64 = 3;
/// Games on which an edit is tried, and in which it is noted what runs: failing ones, and others.
const TELLING: usize = 8;
/// Edits that are tried on a game at a time, and as many at most as are tried on all games at a time.
const TOGETHER: usize = 64;
const FEW: usize = 4;
/// Units that an edited program may run, beside so many times what the program itself runs in a game.
const STEPS: u32 = 50_000;
const TIMES: u32 = 8;
/// How much of the budget is left, in hundredths, when no more of the edits are tried that are compiled with all others, and of
/// those that are compiled by themselves. The rest is for holding edits to the suite.
const LEFT_BY_TOGETHER: u64 = 50;
const LEFT_BY_ITSELF: u64 = 35;
/// Edits that are held to it.
const PROOFS: usize = 6;
/// How much odder an edit is that decides a whole condition or leaves something out.
const CRUDE: usize = 4;

/// A program in which all edits are.
pub struct Trials<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    suite: Suite<'s, 'a>,
    text: &'s str,
    limits: Limits,
    pub budget: Budget,
    edits: Combined<'s>,
    program: native::Program,
    /// Whether games are held to the byte.
    to_the_byte: bool,
    /// Units that an edited program may run in a game.
    steps: u32,
}

impl<'s, 'a> Trials<'s, 'a> {
    /// Compiles the program with all edits. `None` where it is not in C, or does not behave as it does by itself.
    pub fn new(
        (plan, attempt, own): (&'s Plan, &'s Attempt<'a>, Option<OwnFormat>),
        program: &Arc<native::Program>,
        (text, limits): (&'s str, Limits),
        mut budget: Budget,
    ) -> Option<Self> {
        if !program.is_compiled_c() {
            return None;
        }
        let mut edits = Combined::of(text);
        let compiled = build(&mut edits, program, &mut budget)?;
        let exactly = attempt
            .outcomes
            .iter()
            .all(|outcome| outcome.verdict != CaseVerdict::Format);
        Some(Self {
            plan,
            attempt,
            suite: Suite::new(plan, attempt, &Program::Native(Arc::clone(program))).in_own_format(own),
            text,
            limits,
            budget,
            edits,
            program: compiled,
            to_the_byte: exactly,
            steps: STEPS,
        })
    }

    /// The repair of each fault, and all edits that are proved. What looks like several faults may be one.
    pub fn repair_all(&mut self, faults: &[&Fault]) -> (Vec<Option<Repair>>, Vec<Proved>) {
        let mut groups: Vec<Group> = Vec::new();
        for fault in faults {
            let Some(group) = self.group(cases::of_fault(self.plan, fault)) else {
                return (vec![None; faults.len()], Vec::new());
            };
            groups.push(group);
        }
        self.try_all(&mut groups);

        let mut known = Vec::new();
        if let [first, others @ ..] = &groups[..]
            && !others.is_empty()
        {
            let mends_all = |turn: &&Turn| others.iter().all(|group| group.mends(turn.edit));
            let mending: Vec<Turn> = first.mending.iter().filter(mends_all).copied().collect();
            let failing = self.attempt.failing();
            known = self.with_part(2, |trials| trials.held_by_likelihood(mending, &failing));
        }
        let count = groups.len();
        let repair_one = |(index, group): (usize, Group)| {
            let cases = group.cases;
            let mut proved = self.with_part(count - index, |trials| {
                let proved = trials.held(known.clone(), &cases);
                if proved.is_empty() {
                    trials.held_by_likelihood(group.mending, &cases)
                } else {
                    proved
                }
            });

            // With few cases, an edit may hide a fault that it does not mend.
            proved.retain(|proved| proved.is_whole() || cases.len() >= LIKELY);
            let repair = summary(&proved, cases.len());
            known.extend(proved);
            repair
        };
        let repairs = groups.into_iter().enumerate().map(repair_one).collect();
        (repairs, known)
    }

    /// Does something with one of so many equal parts of what is left of the budget.
    fn with_part<T>(&mut self, parts: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let all = self.budget.left;
        self.budget.left = all / parts as u64;
        let part = self.budget.left;
        let result = work(self);
        self.budget.left += all - part;
        result
    }

    /// The cases of a fault, and the games on which edits are tried that may mend them. `None` where the program does not run.
    fn group(&mut self, cases: Vec<usize>) -> Option<Group> {
        let outcomes = &self.attempt.outcomes;
        let right: Vec<usize> = (0..outcomes.len())
            .filter(|index| outcomes[*index].verdict <= CaseVerdict::Format)
            .collect();
        // Of those that can be forked many more are played.
        let chosen = |cases: &[usize]| {
            let forked = cases.iter().filter(|index| self.suite.can_fork(**index));
            let forked: Vec<usize> = forked.copied().collect();
            cases::chosen(outcomes, if forked.is_empty() { cases } else { &forked }, TELLING)
        };
        let (failing_games, passing_games) = (chosen(&cases), chosen(&right));
        let suspicion = self.suspicion(&failing_games, &passing_games)?;
        Some(Group {
            cases,
            games: failing_games.iter().chain(&passing_games).copied().collect(),
            failing: failing_games.len(),
            suspicion,
            mending: Vec::new(),
        })
    }

    /// Tries edits on the games of all faults, as many as the budget allows.
    fn try_all(&mut self, groups: &mut [Group]) {
        let mut order: Vec<Turn> = (0..self.edits.edits().len())
            .filter_map(|edit| self.turn(edit, groups.iter()))
            .collect();
        order.sort();
        let by_itself = order.partition_point(|turn| !turn.by_itself);
        let least = |left: u64| self.budget.left / 100 * left;
        let (least, lowest) = (least(LEFT_BY_TOGETHER), least(LEFT_BY_ITSELF));

        let mut tried = by_itself;
        let (together, others) = order.split_at(by_itself);
        for (at, turns) in together.chunks(TOGETHER).enumerate() {
            if self.budget.left <= least {
                tried = at * TOGETHER;
                break;
            }
            self.try_some(turns, groups);
        }
        for turn in others {
            if self.budget.left <= lowest {
                break;
            }
            self.try_some(std::slice::from_ref(turn), groups);
        }

        // What was not tried may be the mistake.
        for group in groups {
            let untried = order[tried..by_itself.max(tried)].iter();
            let untried = untried.filter_map(|turn| self.turn(turn.edit, std::iter::once(&*group)));
            if let Some(first) = untried.min() {
                let key = |turn: &Turn| (turn.innocence, turn.oddity);
                group.mending.retain(|turn| key(turn) < key(&first));
            }
        }
    }

    /// When an edit is tried. `None` where it cannot mend any of these faults.
    fn turn<'g>(&self, edit: usize, groups: impl Iterator<Item = &'g Group>) -> Option<Turn> {
        let suspect = groups.map(|group| self.suspect(edit, group)).max()?;
        (suspect > 0).then(|| Turn {
            by_itself: !self.edits.is_together(edit),
            innocence: u64::MAX - suspect,
            oddity: size(self.edits.edit(edit)) + if self.edits.is_crude(edit) { CRUDE } else { 0 },
            edit,
        })
    }

    /// How suspicious an edit is for a fault: not at all where its unit does not run in all of its games.
    fn suspect(&self, edit: usize, group: &Group) -> u64 {
        let suspicion = &group.suspicion;
        match self.edits.unit_of(edit) {
            Some(unit) if !suspicion.always.get(unit).is_some_and(|always| *always) => 0,
            Some(unit) => suspicion.units[unit],
            None => {
                let near = self.edits.units_near(edit).into_iter();
                let near = near.filter_map(|unit| suspicion.units.get(unit).copied());
                near.max().unwrap_or(suspicion.of_all)
            }
        }
    }

    /// Tries edits on the games of each fault.
    fn try_some(&mut self, turns: &[Turn], groups: &mut [Group]) {
        let programs = turns.iter().filter_map(|turn| {
            let program = self.with_edit(*turn)?;
            Some((turn.edit, Program::Native(Arc::new(program))))
        });
        let programs: Vec<(usize, Program)> = programs.collect();
        let has_large = groups.iter().any(Group::is_large);
        let mut order: Vec<&mut Group> = groups.iter_mut().collect();
        order.sort_by_key(|group| !group.is_large());

        let mut mending = BTreeSet::new();
        for group in order {
            // What mends few cases proves nothing, unless it mends others as well.
            let is_all = group.is_large() || !has_large;
            let worth = programs.iter().filter(|(edit, _)| is_all || mending.contains(edit));
            let left = worth.filter_map(|(edit, program)| Some((self.turn(*edit, std::iter::once(&*group))?, program)));
            let left = self.mending(left.collect(), group);
            mending.extend(left.iter().map(|turn| turn.edit));
            group.mending.extend(left);
        }
    }

    /// The program with an edit.
    fn with_edit(&mut self, turn: Turn) -> Option<native::Program> {
        if !turn.by_itself {
            return Some(self.program.with_variable(CHOICE, &choice(turn.edit).to_string()));
        }
        self.budget.spend(COMPILED);
        let text = self.edits.edit(turn.edit).apply(self.text);
        self.program.with_source(&text, &["-w"]).ok()?.ok()
    }

    /// Those edits that hold on the suite.
    fn held_by_likelihood(&mut self, mut mending: Vec<Turn>, failing: &[usize]) -> Vec<Proved> {
        mending.sort_by_key(|turn| (turn.oddity, turn.innocence, turn.edit));
        left_out_second(&mut mending, &self.edits);
        let candidates = mending.into_iter().take(PROOFS).map(|turn| {
            let edit = self.edits.edit(turn.edit).clone();
            Proved {
                place: self.place(edit.line),
                subroutine: self.edits.function_of(turn.edit).map(str::to_owned),
                passing: Passing::Mended,
                likelihood: (turn.oddity, 0),
                edit,
            }
        });
        let candidates = candidates.collect();
        let mut proved = self.held(candidates, failing);
        likeliest_first(&mut proved, self.text);
        proved
    }

    /// Those of some edits that mend these cases and break nothing.
    fn held(&mut self, candidates: Vec<Proved>, failing: &[usize]) -> Vec<Proved> {
        let mut held = Vec::new();
        for candidate in candidates {
            if self.budget.left < COMPILED {
                break;
            }
            let text = candidate.edit.apply(self.text);
            let holds = self.suite.holds(&text, failing, self.to_the_byte, &mut self.budget);
            held.extend(holds.map(|passing| Proved { passing, ..candidate }));
        }
        held
    }

    fn place(&self, line: usize) -> Place {
        Place {
            line: u32::try_from(line).ok(),
            text: self.text.lines().nth(line - 1).map(|line| line.trim().to_owned()),
            ..Place::nowhere()
        }
    }

    /// Those edits with which the games of a fault are right. The game that shows of most that they are none is tried first with
    /// the next ones, among the failing ones or among the others.
    fn mending(&mut self, mut left: Vec<(Turn, &Program)>, group: &mut Group) -> Vec<Turn> {
        let mut refuted = vec![0; group.games.len()];
        let mut known = Known::new();
        for (at, game) in group.games.iter().enumerate() {
            let mut together = left.iter().filter(|(turn, _)| !turn.by_itself);
            if together.any(|(turn, _)| !known.contains_key(&(choice(turn.edit), *game))) {
                let further = if left.len() <= FEW { group.games.len() } else { at + 1 };
                let choices: Vec<i32> = left.iter().map(|(turn, _)| choice(turn.edit)).collect();
                let games = group.games[at..further].iter();
                let pairs = games.flat_map(|game| choices.iter().map(move |choice| (*choice, *game)));
                known = self.fork(pairs);
            }

            let before = left.len();
            left.retain(|(turn, program)| self.is_right(program, *game, known.remove(&(choice(turn.edit), *game))));
            refuted[at] = before - left.len();
            if left.is_empty() {
                break;
            }
        }

        let most = (0..refuted.len()).max_by_key(|at| (refuted[*at], Reverse(*at)));
        if let Some(at) = most.filter(|at| refuted[*at] > 0) {
            let first = if at < group.failing { 0 } else { group.failing };
            group.games[first..=at].rotate_right(1);
        }
        left.into_iter().map(|(turn, _)| turn).collect()
    }

    /// Makes runs of the program with all edits, as far as they can be forked.
    fn fork(&mut self, pairs: impl Iterator<Item = (i32, usize)>) -> Known {
        let known = self.suite.fork(&self.program, pairs, self.steps);
        if !known.is_empty() {
            self.budget.spend(PROCESS + FORK * known.len() as u64);
        }
        known
    }

    /// Whether a program plays a game right, by its run where that is known.
    fn is_right(&mut self, program: &Program, game: usize, known: Option<Run>) -> bool {
        let config = RunConfig {
            machine: self.attempt.config.machine.hurried(USUAL),
            ..self.attempt.config
        };
        let case = &self.plan.cases[game];
        let is_known = known.is_some();
        let mut runner = Runner::new(program.clone(), self.limits);
        let mut suite =
            CaseRunner::new(&self.plan.assignment, config, &mut runner).with_vocabulary(&self.attempt.vocabulary);
        if let Some(run) = known {
            suite.keep(case, &run);
        }
        let outcome = suite.play(case);
        if !is_known {
            let ending = outcome.as_ref().map_or(Ending::Limit, |outcome| outcome.stop.ending);
            self.budget.spend(match ending {
                Ending::Limit => STOPPED,
                Ending::Crashed => CRASHED,
                _ => PROCESS,
            });
        }

        outcome.is_some_and(|outcome| {
            let exactly = outcome.verdict == CaseVerdict::Pass;
            let otherwise = outcome.verdict == CaseVerdict::Format && !self.to_the_byte;
            exactly || otherwise && self.is_in_own_format(game, suite.run(case))
        })
    }

    /// Whether a program prints in a game what it must in a format of its own, as far as that is known.
    fn is_in_own_format(&self, game: usize, run: Option<(Script, Arc<Run>)>) -> bool {
        if !self.suite.has_own_format() {
            return true;
        }
        let required = self.suite.transcript(game);
        required.is_none_or(|required| run.is_some_and(|(_, run)| run.output.bytes == required))
    }

    /// How suspicious each unit is. `None` where the program does not go wrong as it does by itself.
    fn suspicion(&mut self, failing: &[usize], passing: &[usize]) -> Option<Suspicion> {
        let failed = self.noted(failing);
        let passed = self.noted(passing);
        Suspicion::of(&failed, &passed)
    }

    /// Which units run in some games.
    fn noted(&mut self, games: &[usize]) -> Vec<Vec<bool>> {
        let pairs = games.iter().map(|game| (NOTED, *game));
        let mut known = self.fork(pairs);
        let program = self.program.with_variable(CHOICE, &NOTED.to_string());
        let mut runner = Runner::new(Program::Native(Arc::new(program)), self.limits);
        let mut noted = Vec::new();
        for game in games {
            let Some(script) = &self.attempt.outcomes[*game].script else {
                continue;
            };
            let run = known.remove(&(NOTED, *game)).map(Arc::new).or_else(|| {
                self.budget.spend(PROCESS);
                runner.run(self.attempt.config, &script.keys)
            });
            if let Some((steps, ran)) = run.and_then(|run| Combined::ran(&run.output.bytes)) {
                let most = steps.map(|steps| steps.saturating_mul(TIMES).saturating_add(STEPS));
                self.steps = self.steps.max(most.unwrap_or_default());
                noted.push(ran);
            }
        }
        noted
    }
}

/// The number by which the program knows an edit.
fn choice(edit: usize) -> i32 {
    edit as i32 + 1
}
