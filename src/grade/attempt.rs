//! Running a suite under each configuration that the assignment allows, and choosing the one that counts.

use std::collections::BTreeSet;

use super::adapt;
use super::drawing;
use super::judge::CaseOutcome;
use super::judge::compare::Comparison;
use super::judge::finish::Finish;
use super::plan::Plan;
use super::rubric::{Share, cents};
use super::run::adaptation::Adaptation;
use super::run::config::script;
use super::run::{RunConfig, Runner, protocol};
use super::score;
use super::suite::{CaseRunner, in_order_of_keys};
use crate::assignment::{By, InputProtocol, Opening};
use crate::case::Case;
use crate::connect4::reading::{Seen, Vocabulary};
use crate::result::CaseVerdict;

/// So many wrong games are read again to see whether what was learned of a program's words changes anything.
const TRIED: usize = 40;

/// So many of the shortest wrong games are played with keys typed one by one to see whether that changes anything.
const TYPED: usize = 40;

/// A verdict, and whether the program fails to halt after it; less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(CaseVerdict, bool);

/// Whether what a game goes wrong with is an event of the game.
fn is_understood(outcome: &CaseOutcome) -> bool {
    let Comparison::Game(difference, _) = &outcome.comparison else {
        return false;
    };
    matches!(difference.seen, Some(Seen::Event(_)))
}

/// The rank of a case if every difference in format were accepted.
fn rank(outcome: &CaseOutcome) -> Rank {
    let is_format = matches!(outcome.comparison, Comparison::Unforgiven(_))
        && outcome.verdict == CaseVerdict::Wrong
        && outcome.finish != Finish::Failed;
    let verdict = if is_format {
        CaseVerdict::Format
    } else {
        outcome.verdict
    };
    Rank(verdict, outcome.finish.is_after_game())
}

/// The outcomes and points under one configuration.
pub(super) struct Attempt<'a> {
    pub config: RunConfig,
    pub outcomes: Vec<CaseOutcome<'a>>,
    pub score: f64,
    /// What was learned of the program's own words, where its games are worth more when read with it.
    pub vocabulary: Vocabulary,
    exact: f64,
    game: f64,
}

impl<'a> Attempt<'a> {
    /// Runs and judges the whole suite, with what is known of the program's boards. `None` where the machine failed.
    fn new(plan: &'a Plan, config: RunConfig, runner: &mut Runner) -> Option<Self> {
        let boards = drawing::detect(plan, config, runner);
        let attempt = Self::with_boards(plan, config, runner, &boards)?;
        if config == config.tagged() || !attempt.is_mostly_wrong(plan) {
            return Some(attempt);
        }

        // Where all keys are sent at once, it is not known which board belongs to which move: nothing but pieces may be guessed.
        let guesses = drawing::detect(plan, config.tagged(), runner).guesses_pieces();
        let guessing = guesses.then(|| Vocabulary::default().guessing_pieces());
        let guessed = guessing.and_then(|guessing| Self::with_boards(plan, config, runner, &guessing));
        let guessed = guessed.filter(|guessed| guessed.points() >= attempt.points());
        Some(guessed.unwrap_or(attempt))
    }

    /// The same with what is known of the program's boards.
    fn with_boards(plan: &'a Plan, config: RunConfig, runner: &mut Runner, boards: &Vocabulary) -> Option<Self> {
        let comparison = &plan.assignment.comparison;
        let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(boards);
        if comparison.by == By::Events || comparison.tolerate.rewording {
            suite = suite.learning();
        }
        let outcomes = suite.play_all(&plan.cases)?;
        let learned = suite.learned();
        let by_phrases = Self::of(plan, config, outcomes, Vocabulary::default().with_boards_of(boards));
        let Some(vocabulary) = learned else {
            return Some(by_phrases);
        };

        let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(&vocabulary);
        if !by_phrases.gains(plan, &mut suite) {
            return Some(by_phrases);
        }
        let outcomes = suite.play_all(&plan.cases)?;
        let learned = Self::of(plan, config, outcomes, vocabulary);
        let has_own_words = !by_phrases.has_required_words();
        let understood = |attempt: &Self| if has_own_words { attempt.understood() } else { 0 };
        let worth = |attempt: &Self| (attempt.points(), understood(attempt));
        Some(if worth(&learned) > worth(&by_phrases) {
            learned
        } else {
            by_phrases
        })
    }

    fn of(plan: &Plan, config: RunConfig, outcomes: Vec<CaseOutcome<'a>>, vocabulary: Vocabulary) -> Self {
        let deducted = score::ending_deduction(plan, config, &outcomes) + score::wording_deduction(plan, &outcomes);
        let deducted = deducted + adapt::deduction(plan, config);
        let total = |share| cents(score::total(plan, config, &outcomes, share, &BTreeSet::new()) - deducted);
        let exact = if adapt::is_as_required(plan, config) {
            total(Share::EXACT)
        } else {
            0.0
        };
        let (score, game) = (total(plan.share), total(Share::GAME));
        let for_format: f64 = score::format_deductions(plan, config, &outcomes).values().sum();
        let score = cents(score - for_format);

        Self {
            config,
            outcomes,
            score,
            vocabulary,
            exact,
            game,
        }
    }

    /// Whether some of the games that are not right are better when read by another suite.
    fn gains(&self, plan: &Plan, suite: &mut CaseRunner) -> bool {
        let has_own_words = !self.has_required_words();
        let is_wrong = |index: &usize| self.outcomes[*index].verdict > CaseVerdict::Format;
        let wrong: Vec<usize> = (0..self.outcomes.len()).filter(is_wrong).collect();
        let some: Vec<usize> = wrong
            .iter()
            .copied()
            .step_by(wrong.len().div_ceil(TRIED).max(1))
            .collect();

        let outcomes = suite.play_some(&plan.cases, &some);
        let mut new = some
            .iter()
            .filter_map(|index| Some((*index, outcomes[*index].as_ref()?)));
        new.any(|(index, outcome)| {
            let own = &self.outcomes[index];
            let is_better = outcome.verdict < own.verdict;
            let is_understood = outcome.verdict == own.verdict && is_understood(outcome) && !is_understood(own);
            is_better || is_understood && has_own_words
        })
    }

    /// Whether the output of some game is as required to the byte.
    fn has_required_words(&self) -> bool {
        let mut outcomes = self.outcomes.iter();
        outcomes.any(|outcome| outcome.verdict == CaseVerdict::Pass)
    }

    /// How many games are wrong, those that do not count included.
    fn wrong(&self) -> usize {
        let verdicts = self.outcomes.iter().map(|outcome| outcome.verdict);
        verdicts.filter(|verdict| *verdict == CaseVerdict::Wrong).count()
    }

    /// In how many of the games that are not right what is wrong is an event of the game.
    fn understood(&self) -> usize {
        let failing = self.failing().into_iter();
        failing.filter(|index| is_understood(&self.outcomes[*index])).count()
    }

    /// In how many of the games that are not right what is wrong is an event of the game, or rows of a board.
    fn shown(&self) -> usize {
        let is_shown = |outcome: &CaseOutcome| match &outcome.comparison {
            Comparison::Game(difference, _) => {
                matches!(difference.seen, Some(Seen::Event(_) | Seen::BrokenBoard(_)))
            }
            _ => false,
        };
        let failing = self.failing().into_iter();
        failing.filter(|index| is_shown(&self.outcomes[*index])).count()
    }

    /// Whether boards are understood with keys typed one by one, or some games that are not right are better, once words are
    /// learned from them.
    fn gains_when_typed(&self, plan: &Plan, config: RunConfig, runner: &mut Runner) -> bool {
        let is_wrong = |index: &usize| self.outcomes[*index].verdict == CaseVerdict::Wrong;
        let mut wrong: Vec<usize> = (0..self.outcomes.len()).filter(is_wrong).collect();
        wrong.sort_by_key(|index| plan.cases[*index].script.keys.len());
        wrong.truncate(TYPED);

        let boards = drawing::detect(plan, config, runner);
        if boards.knows_boards() {
            return true;
        }
        let mut suite = CaseRunner::new(&plan.assignment, config, runner).learning();
        let read_by_phrases = suite.play_some(&plan.cases, &wrong);
        let learned = suite.learned().unwrap_or_default();
        let mut read_with = |vocabulary| {
            let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(vocabulary);
            suite.play_some(&plan.cases, &wrong)
        };
        let readings = [read_by_phrases, read_with(&learned), read_with(&self.vocabulary)];

        let is_better = |index: &usize| {
            readings.iter().any(|outcomes| {
                let outcome = outcomes[*index].as_ref();
                outcome.is_some_and(|outcome| outcome.verdict < self.outcomes[*index].verdict)
            })
        };
        wrong.iter().any(is_better)
    }

    /// Whether most of the games that count are wrong.
    pub fn is_mostly_wrong(&self, plan: &Plan) -> bool {
        let verdicts = self.verdicts(plan);
        let wrong = verdicts
            .iter()
            .filter(|verdict| **verdict > CaseVerdict::Format)
            .count();
        wrong * 2 > verdicts.len()
    }

    /// Positions of the cases that were played and are not right.
    pub fn failing(&self) -> Vec<usize> {
        let verdicts = self.outcomes.iter().map(|outcome| outcome.verdict).enumerate();
        let is_failing = |verdict| verdict > CaseVerdict::Format && verdict != CaseVerdict::Skipped;
        verdicts
            .filter(|(_, verdict)| is_failing(*verdict))
            .map(|(index, _)| index)
            .collect()
    }

    /// The verdicts on the cases that count.
    pub fn verdicts(&self, plan: &Plan) -> Vec<CaseVerdict> {
        let graded = plan.graded().into_iter();
        graded.map(|index| self.outcomes[index].verdict).collect()
    }

    /// What it earns. No program loses more than it has.
    fn points(&self) -> (f64, f64, f64) {
        let [score, exact, game] = [self.score, self.exact, self.game].map(|points| points.max(0.0));
        (score, exact, game)
    }

    fn is_perfect(&self, plan: &Plan) -> bool {
        let is_right = |outcome: &CaseOutcome| outcome.verdict == CaseVerdict::Pass && !outcome.finish.is_after_game();
        let mut graded = plan.graded().into_iter();
        graded.all(|index| is_right(&self.outcomes[index]))
    }
}

/// The attempts at a suite.
pub(super) struct Attempts<'a> {
    /// The one that counts.
    pub best: Attempt<'a>,
    /// The others, in the order in which they were made.
    pub others: Vec<Attempt<'a>>,
    /// The input protocol that the program uses, where it can be detected.
    pub protocol: Option<InputProtocol>,
}

/// Runs the suite under each configuration until one earns everything, and chooses the best. `None` where the machine failed.
///
/// A program of which most games are wrong may want to be played in another way: then it is, if that earns more. One that
/// may ask something before the game is answered from the start.
///
/// A further configuration is tried on the cases written by hand first: where it does no better there, the generated ones
/// are not run again. A tolerated protocol that is not the one the program was found to use is not tried.
pub(super) fn attempts<'a>(plan: &'a Plan, runner: &mut Runner) -> Option<Attempts<'a>> {
    let mut configs = plan.configs.clone();
    if plan.assignment.input.opening != Opening::None {
        let opening = adapt::opening(plan, configs[0], runner).unwrap_or_default();
        for config in &mut configs {
            let adaptation = config.adaptation;
            *config = config.adapted(Adaptation { opening, ..adaptation });
        }
    }

    let as_it_is = under(plan, &configs, runner)?;
    let as_it_is = with_terminal(plan, runner, as_it_is);
    if !as_it_is.best.is_mostly_wrong(plan) {
        return Some(as_it_is);
    }
    let known = as_it_is.best.config;
    let Some(adaptation) = adapt::detect(plan, known, runner) else {
        return Some(as_it_is);
    };

    // Behind a question that was not answered, every configuration looks the same.
    if adaptation.opening == known.adaptation.opening {
        configs = vec![known];
    }
    for config in &mut configs {
        let exchanged = config.adaptation.exchanged;
        *config = config.adapted(Adaptation {
            exchanged,
            ..adaptation
        });
    }
    let adapted = under(plan, &configs, runner);
    Some(better(as_it_is, adapted))
}

/// The other attempts where they could be made and earn more, else these.
fn better<'a>(these: Attempts<'a>, other: Option<Attempts<'a>>) -> Attempts<'a> {
    other
        .filter(|other| other.best.points() > these.best.points())
        .unwrap_or(these)
}

/// The same with keys typed one by one, for native programs of which some games are wrong: where all keys are sent at once, words
/// that are not known do not show which key was read when.
fn with_terminal<'a>(plan: &'a Plan, runner: &mut Runner, as_it_is: Attempts<'a>) -> Attempts<'a> {
    let best = &as_it_is.best;
    if best.config.tagged() == best.config || best.wrong() == 0 {
        return as_it_is;
    }

    let tagged = best.config.tagged();
    if !best.gains_when_typed(plan, tagged, runner) {
        return as_it_is;
    }
    let typed = under(plan, &[tagged], runner);
    let explains_more = |typed: &Attempts| {
        let [typed, own] = [&typed.best, &as_it_is.best];
        typed.points() == own.points() && (typed.wrong() < own.wrong() || typed.shown() > own.shown())
    };
    match typed {
        Some(typed) if explains_more(&typed) => typed,
        typed => better(as_it_is, typed),
    }
}

/// The same for some configurations, with the program as it is.
fn under<'a>(plan: &'a Plan, configs: &[RunConfig], runner: &mut Runner) -> Option<Attempts<'a>> {
    let detected = protocol::detect(runner, configs, plan.assignment.protocol);
    let required = plan.assignment.protocol;
    let mut attempts = vec![Attempt::new(plan, configs[0], runner)?];
    for config in &configs[1..] {
        if attempts.iter().any(|attempt| attempt.is_perfect(plan)) {
            break;
        }
        let is_other = config.protocol != required && detected.is_some_and(|known| known.typing() != config.protocol);
        if !is_other && is_promising(plan, *config, runner, &attempts) {
            attempts.push(Attempt::new(plan, *config, runner)?);
        }
    }

    let mut best = 0;
    for index in 1..attempts.len() {
        if attempts[index].points() > attempts[best].points() {
            best = index;
        }
    }
    Some(Attempts {
        best: attempts.remove(best),
        others: attempts,
        protocol: detected,
    })
}

/// Whether a configuration does better than every one before on any case written by hand. Only cases that it could improve
/// are run: under another protocol than the required one nothing is better than `format`.
fn is_promising(plan: &Plan, config: RunConfig, runner: &mut Runner, before: &[Attempt]) -> bool {
    let could_be = if config.protocol == plan.assignment.protocol {
        Rank(CaseVerdict::Pass, false)
    } else {
        Rank(CaseVerdict::Format, false)
    };
    let best = |index: usize| {
        let ranks = before.iter().map(|attempt| rank(&attempt.outcomes[index]));
        ranks.min().unwrap_or(Rank(CaseVerdict::Skipped, false))
    };

    let improvable = (0..plan.cases.len()).filter(|index| could_be < best(*index));
    let (by_hand, generated): (Vec<usize>, Vec<usize>) =
        improvable.partition(|index| plan.cases[*index].family.is_none());
    let mut chosen = if by_hand.is_empty() { generated } else { by_hand };

    let boards = drawing::detect(plan, config, runner);
    let is_read_the_same_way = |attempt: &&Attempt| {
        let machine = config.machine;
        let is_typed_the_same_way = RunConfig {
            machine,
            ..attempt.config
        } == config;
        is_typed_the_same_way && attempt.vocabulary.says_nothing() && boards.says_nothing()
    };
    if let Some(attempt) = before.iter().find(is_read_the_same_way) {
        // The same run is judged in the same way, which is no better.
        chosen = in_order_of_keys(&plan.cases, chosen);
        chosen.retain(|index| !runs_the_same_way(&plan.cases[*index], attempt.config, config, runner));
    }

    let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(&boards);
    let outcomes = suite.play_some(&plan.cases, &chosen);
    let mut new = outcomes.iter().enumerate();
    new.any(|(index, outcome)| outcome.as_ref().is_some_and(|outcome| rank(outcome) < best(index)))
}

/// Whether a case is run in the same way under two configurations.
fn runs_the_same_way(case: &Case, one: RunConfig, other: RunConfig, runner: &mut Runner) -> bool {
    let mut run = |config| runner.run(config, &script(case, config)?.keys);
    let (one, other) = (run(one), run(other));
    one.is_some() && one == other
}
