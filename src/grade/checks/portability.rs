//! Portability: what a program gets right only on the machine it was tried on.
//!
//! Native programs are built once more with a sanitizer, which reports what their language does not define. On the embedded
//! machines the cases written by hand are run once more from random registers and memory, and under the other TRAP linkage.
//! Where the program then behaves differently, that is a finding: it names the first word or register that is read before
//! anything is written to it, or the instruction that depends on the linkage. What was correct stays correct: this costs
//! points only where the assignment says so.

use std::cmp::Reverse;
use std::sync::Arc;

use super::Evidence;
use crate::assignment::By;
use crate::case::Case;
use crate::diagnostic::wording::lower_first;
use crate::grade::attempt::Attempt;
use crate::grade::explain::story;
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::config::{linkage_name, script};
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::diagnosis::UnwrittenKind;
use crate::machine::{Fill, Machine, Program, Run, arm, lc3, native};
use crate::result::{CaseVerdict, Cause, Ending, Finding, FindingKind};

/// Seeds of the random start values. A value that happens to do no harm under one does under another.
const SEEDS: [u64; 2] = [0x6C33, 0x00C4];
/// With each seed after the first only every so many-th case is run.
const FEWER: usize = 4;

/// Cases with other output that are compared, though they are wrong either way.
const MOST_WRONG: usize = 8;

/// Games in which native programs are watched by a sanitizer.
const WATCHED: usize = 3;

/// The budget is used up, or the machine failed: nothing can be said.
struct NotRun;

/// A case that behaves differently under another configuration.
pub(in crate::grade) struct Change<'a> {
    case: &'a Case,
    config: RunConfig,
    /// Whether it is correct under the configuration of the attempt; else under the other one.
    was_right: bool,
}

/// What the program depends on.
pub(super) fn check(evidence: &Evidence, runner: &mut Runner) -> Vec<Finding> {
    let (plan, attempt) = (evidence.plan, &evidence.attempts.best);
    if let Machine::Native(settings) = attempt.config.machine {
        return undefined(plan, attempt, runner, settings).into_iter().collect();
    }

    // Nothing that is known already is looked for again.
    let known = usize::from(matches!(evidence.linkage, Linkage::AnyAndAnyStart));
    let start = start_values(plan, attempt, runner, known);
    let linkage = linkage_finding(evidence, runner);
    start.into_iter().chain(linkage).collect()
}

/// Whether a program depends on the TRAP linkage.
pub(in crate::grade) enum Linkage<'p> {
    /// The machine has only one, or nothing could be found out.
    Unknown,
    /// It behaves the same with both.
    Any,
    /// The same, and with other starting contents of registers and memory too, those of the first seed.
    AnyAndAnyStart,
    /// It needs the one of the attempt: the first case that behaves differently with the other.
    Needs(lc3::Traps, Box<Change<'p>>),
}

impl<'p> Linkage<'p> {
    /// Runs the cases with the other linkage until one behaves differently. Most programs depend on nothing: to see that, all is
    /// changed at once.
    pub fn of(plan: &'p Plan, attempt: &Attempt, runner: &mut Runner) -> Self {
        let (Machine::Lc3(settings), Some(other)) = (attempt.config.machine, other_linkage(attempt.config)) else {
            return Self::Unknown;
        };
        let all = other.machine.with_fill(Fill::RandomReserved(SEEDS[0]));
        let all = RunConfig { machine: all, ..other };
        if changes_nothing(plan, attempt, runner, all, 1) {
            return Self::AnyAndAnyStart;
        }
        match first_change(plan, attempt, runner, other, 1) {
            Err(NotRun) => Self::Unknown,
            Ok(None) => Self::Any,
            Ok(Some(change)) => Self::Needs(settings.traps, Box::new(change)),
        }
    }

    /// The linkage that the program needs: `any` where both do; `None` where that is not known.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::Any | Self::AnyAndAnyStart => Some("any"),
            Self::Needs(traps, _) => Some(linkage_name(*traps)),
        }
    }
}

/// The same configuration with the other TRAP linkage.
fn other_linkage(config: RunConfig) -> Option<RunConfig> {
    let Machine::Lc3(settings) = config.machine else {
        return None;
    };
    let traps = match settings.traps {
        lc3::Traps::OverwriteR7 => lc3::Traps::KeepR7,
        lc3::Traps::KeepR7 => lc3::Traps::OverwriteR7,
    };
    let machine = Machine::Lc3(lc3::Settings { traps, ..settings });
    Some(RunConfig { machine, ..config })
}

/// Whether anything depends on the starting contents of registers and memory. With so many of the seeds it is known not to.
fn start_values(plan: &Plan, attempt: &Attempt, runner: &mut Runner, known: usize) -> Option<Finding> {
    let with = |fill| RunConfig {
        machine: attempt.config.machine.with_fill(fill),
        ..attempt.config
    };
    for (seed, every) in SEEDS.into_iter().zip([1, FEWER]).skip(known) {
        // Everything that nothing was written to, the words that .BLKW only reserves included.
        let all = with(Fill::RandomReserved(seed));
        let Some(change) = first_change(plan, attempt, runner, all, every).ok()? else {
            continue;
        };

        let keys = script(change.case, attempt.config)?.keys;
        let before = runner.run(attempt.config, &keys)?;
        let unreserved = runner.run(with(Fill::Random(seed)), &keys)?;
        let is_reserved = is_same(&before, &unreserved);
        return start_finding(plan, attempt, runner, &change, is_reserved);
    }

    None
}

/// Whether a native program does something that its language does not define in a game that it gets right: the longest of
/// these games are run in a build with a sanitizer.
fn undefined(plan: &Plan, attempt: &Attempt, runner: &mut Runner, settings: native::Settings) -> Option<Finding> {
    let is_right = |outcome: &&CaseOutcome| {
        matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Format) && outcome.case.family.is_none()
    };
    let mut right: Vec<&CaseOutcome> = attempt.outcomes.iter().filter(is_right).collect();
    right.sort_by_key(|outcome| Reverse(outcome.case.script.keys.len()));
    right.truncate(WATCHED);
    let scripts = right.iter().filter_map(|outcome| outcome.script.as_ref());
    let scripts: Vec<Vec<u8>> = scripts.map(|script| script.keys.clone()).collect();

    let name = format!("undefined {}", scripts.join(&b" "[..]).escape_ascii());
    let cause: Option<Cause> = runner.observe(&name, |program, limits| {
        let Program::Native(program) = program else { return None };
        let mut player = native::Session::new(Arc::clone(program), settings);
        scripts.iter().find_map(|keys| player.undefined(keys, limits).ok()?)
    })?;
    let cause = cause?;
    Some(Finding {
        kind: FindingKind::Portability,
        key: cause.key.replace('/', "-"),
        common: format!("the program has undefined behavior: {}", cause.common),
        message: format!(
            "Your program has undefined behavior, even in games that are correct. {} With another compiler it may \
             behave differently.",
            cause.sentence
        ),
        places: cause.places,
        deducted: plan.assignment.deductions.portability,
    })
}

fn start_finding(
    plan: &Plan,
    attempt: &Attempt,
    runner: &mut Runner,
    change: &Change,
    is_reserved: bool,
) -> Option<Finding> {
    let keys = script(change.case, attempt.config)?.keys;
    let read = unwritten_read(runner, attempt.config, &keys, is_reserved);
    let is_register = read.as_ref().map(|(is_register, _)| *is_register);
    let (place, what) = match (is_reserved, is_register) {
        (true, _) => ("reserved", "memory that .BLKW only reserves"),
        (false, Some(true)) => ("registers", "registers"),
        (false, Some(false)) => ("memory", "memory"),
        (false, None) => ("registers-or-memory", "registers or memory"),
    };
    let (start, hold) = if is_register == Some(false) || is_reserved {
        ("starts", "holds")
    } else {
        ("start", "hold")
    };

    let (key, depends) = if change.was_right {
        let depends = if attempt.failing().is_empty() {
            format!("works only because {what} {start} at zero")
        } else {
            format!("depends on {what} being zero at the start")
        };
        (format!("{place}-{start}-at-zero"), depends)
    } else {
        let depends = format!("depends on what {what} {hold} at the start");
        (format!("{place}-at-start"), depends)
    };
    let common = format!("the program {depends}");
    let mut message = format!("Your program {depends}");
    match &read {
        Some((_, cause)) => message += &format!(": {}", lower_first(&cause.sentence)),
        None => message.push('.'),
    }
    let otherwise = otherwise(plan, attempt, runner, change)?;
    message += &format!(
        " With other starting contents, the case \"{}\" {otherwise}",
        change.case.name
    );

    Some(Finding {
        kind: FindingKind::Portability,
        key,
        common,
        message,
        places: read.map(|(_, cause)| cause.places).unwrap_or_default(),
        deducted: plan.assignment.deductions.portability,
    })
}

/// Whether the program depends on the linkage.
fn linkage_finding(evidence: &Evidence, runner: &mut Runner) -> Option<Finding> {
    let (plan, attempt) = (evidence.plan, &evidence.attempts.best);
    let Linkage::Needs(traps, change) = &evidence.linkage else {
        return None;
    };
    let (here, there) = (linkage_words(attempt.config), linkage_words(change.config));

    let points = evidence
        .attempts
        .others
        .iter()
        .find(|attempt| attempt.config == change.config);
    let mut message = match points {
        Some(other) if attempt.score > other.score => format!(
            "The result depends on the simulator: your program earns {} points where {here} and {} where {there}. The \
             better result counts.",
            attempt.score, other.score
        ),
        _ => format!("The result depends on the simulator: it is different where {there} than where {here}."),
    };
    let otherwise = otherwise(plan, attempt, runner, change)?;
    message += &format!(" Where {there}, the case \"{}\" {otherwise}", change.case.name);

    let cause = cause_of_break_off(runner, change);
    if let Some(cause) = &cause {
        message += &format!(" {}", cause.sentence);
    }
    Some(Finding {
        kind: FindingKind::Portability,
        key: format!("needs-{}", linkage_name(*traps)),
        common: if change.was_right {
            format!("the program works only where {here}")
        } else {
            "the program depends on the TRAP linkage".to_owned()
        },
        message,
        places: cause.map(|cause| cause.places).unwrap_or_default(),
        deducted: plan.assignment.deductions.portability,
    })
}

/// The cause of a run that breaks off under the other configuration.
fn cause_of_break_off(runner: &mut Runner, change: &Change) -> Option<Cause> {
    let keys = script(change.case, change.config)?.keys;
    let run = runner.run(change.config, &keys)?;
    if matches!(run.stop.ending, Ending::Halted | Ending::Waiting) {
        return None;
    }
    runner.diagnose(change.config, &keys)?.cause
}

/// What happens in a case that behaves differently: the rest of a sentence about it.
fn otherwise(plan: &Plan, attempt: &Attempt, runner: &mut Runner, change: &Change) -> Option<String> {
    let outcome = CaseRunner::new(&plan.assignment, change.config, runner)
        .with_vocabulary(&attempt.vocabulary)
        .play(change.case)?;
    Some(match outcome.verdict {
        CaseVerdict::Pass => match outcome.stop.ending {
            Ending::Crashed => "passes, but then the program crashes.".to_owned(),
            Ending::Loop | Ending::Limit | Ending::Flooded => "passes, but then the program does not stop.".to_owned(),
            Ending::Halted | Ending::Waiting => "passes.".to_owned(),
        },
        CaseVerdict::Format => "is formatted differently.".to_owned(),
        _ => format!("fails: {}", story::tell(&plan.assignment.game, &outcome).sentence),
    })
}

/// The first case written by hand, of every so many-th, that behaves differently under `config` than under the attempt's
/// own, and is correct under one of them.
fn first_change<'a>(
    plan: &'a Plan,
    attempt: &Attempt,
    runner: &mut Runner,
    config: RunConfig,
    every: usize,
) -> Result<Option<Change<'a>>, NotRun> {
    if changes_nothing(plan, attempt, runner, config, every) {
        return Ok(None);
    }

    let is_right = |verdict| matches!(verdict, CaseVerdict::Pass | CaseVerdict::Format);
    let mut wrong_both_ways = 0;
    for (case, outcome) in by_hand(plan, attempt).step_by(every) {
        let Some(script) = script(case, config) else {
            continue;
        };
        // After so many, a program is taken to be wrong in any memory: reading all that it prints may take seconds.
        if wrong_both_ways == MOST_WRONG && !is_right(outcome.verdict) {
            continue;
        }

        let before = runner.run(attempt.config, &script.keys).ok_or(NotRun)?;
        let run = runner.run(config, &script.keys).ok_or(NotRun)?;
        if is_same(&before, &run) {
            continue;
        }

        // A program that fails either way does not depend on it.
        let other = CaseRunner::new(&plan.assignment, config, runner)
            .with_vocabulary(&attempt.vocabulary)
            .play(case)
            .ok_or(NotRun)?;
        // Where the wording is free, other words mean nothing either, nor does another legal reply of a computer player.
        let is_change = plan.assignment.comparison.by == By::Bytes || outcome.verdict != other.verdict;
        if is_change && (is_right(outcome.verdict) || is_right(other.verdict)) {
            let was_right = is_right(outcome.verdict);
            return Ok(Some(Change {
                case,
                config,
                was_right,
            }));
        }
        wrong_both_ways += usize::from(!is_right(outcome.verdict) && !is_right(other.verdict));
    }
    Ok(None)
}

/// Whether the cases written by hand, every so many-th of them, behave in the same way under `config`. They are run in the order of
/// their keys, so that what they have in common is run once.
fn changes_nothing(plan: &Plan, attempt: &Attempt, runner: &mut Runner, config: RunConfig, every: usize) -> bool {
    let cases = by_hand(plan, attempt).step_by(every);
    let mut cases: Vec<&Case> = cases.map(|(case, _)| case).collect();
    cases.sort_by(|one, other| one.script.keys.cmp(&other.script.keys));
    cases.into_iter().all(|case| {
        let Some(script) = script(case, config) else {
            return true;
        };
        let before = runner.run(attempt.config, &script.keys);
        let run = runner.run(config, &script.keys);
        before.zip(run).is_some_and(|(before, run)| is_same(&before, &run))
    })
}

/// The cases that are played once more: those written by hand.
fn by_hand<'a, 'o>(plan: &'a Plan, attempt: &'o Attempt<'o>) -> impl Iterator<Item = (&'a Case, &'o CaseOutcome<'o>)> {
    let cases = plan.cases.iter().zip(&attempt.outcomes);
    cases.filter(|(case, outcome)| case.family.is_none() && ends_normally(outcome))
}

/// Whether how the run ended is no failure of its own: where a program goes after a crash does not matter.
fn ends_normally(outcome: &CaseOutcome) -> bool {
    matches!(outcome.stop.ending, Ending::Halted | Ending::Waiting) && !outcome.finish.is_after_game()
}

/// Whether two runs print the same and end in the same way.
fn is_same(one: &Run, other: &Run) -> bool {
    one.stop.ending == other.stop.ending && one.output.bytes == other.output.bytes
}

/// The TRAP linkage in words; empty on other machines than the LC-3.
fn linkage_words(config: RunConfig) -> &'static str {
    config.linkage_words().unwrap_or_default()
}

/// The first use of a register or word that nothing was written to, and whether it is a register: among the words that
/// `.BLKW` reserves where only they matter, else among the others.
fn unwritten_read(runner: &mut Runner, config: RunConfig, keys: &[u8], is_reserved: bool) -> Option<(bool, Cause)> {
    let keys = &config.adaptation.typed(keys, config.protocol).keys[..];
    let limits = runner.limits_of(config.machine, keys);
    let read = match (config.machine, runner.program()?) {
        (Machine::Lc3(settings), Program::Lc3(program)) => {
            lc3::Session::new(Arc::clone(program), settings).first_unwritten_read(keys, limits)
        }
        (Machine::Arm(settings), Program::Arm(program)) => {
            arm::Session::new(Arc::clone(program), settings).first_unwritten_read(keys, limits)
        }
        _ => None,
    }?;

    let is_same_kind = is_reserved == (read.kind == UnwrittenKind::Reserved);
    is_same_kind.then_some((read.kind == UnwrittenKind::Register, read.cause))
}
