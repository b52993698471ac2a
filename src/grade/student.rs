//! The pipeline for one submission that can be run: run, judge, explain, score; then the checks. It ends in the student's
//! report.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::adapt;
use super::attempt::{self, Attempt, Attempts};
use super::checks::{self, Evidence, Linkage, contract, starter};
use super::components;
use super::explain::explain;
use super::explain::failure;
use super::explain::fault::FoundFault;
use super::explain::story::Quoted;
use super::goals;
use super::judge;
use super::judge::tolerance::toggle;
use super::listing;
use super::plan::Plan;
use super::repair;
use super::rubric::{Share, cents};
use super::run::Runner;
use super::run::config::protocol_words;
use super::score;
use super::transplant;
use crate::assignment::{InputProtocol, RepeatedFaults};
use crate::connect4::reading::{FormatDifferences, FormatKind, Vocabulary};
use crate::connect4::{Player, Wording};
use crate::diagnostic::wording::all_of;
use crate::diagnostic::{Located, Source};
use crate::machine::{Machine, Program, arm};
use crate::result::{CaseVerdict, Components, Fault, Finding, FindingKind, FormatDifference, Repair, StudentReport};
use crate::submission::Submission;

mod repetition;
mod summary;

/// Runs a program on the suite and reports on it. `empty` is a report without results. `None` where the machine failed:
/// then [`Runner::broken`] says why.
pub(super) fn report(
    plan: &Plan,
    submission: &Submission,
    (source, diagnostics): (&Source, Vec<Located>),
    runner: &mut Runner,
    empty: StudentReport,
) -> Option<StudentReport> {
    let package = plan;
    let reached = goals::reach(package, runner);
    let plan = reached.as_ref().unwrap_or(package);
    let as_required = attempt::attempts(plan, runner)?;
    let exchanged = with_players_exchanged(package, plan, &as_required, runner);
    // Where the budget is used up, nothing more is tried.
    let tried = exchanged
        .as_ref()
        .and_then(|plan| Some((plan, attempt::attempts(plan, runner)?)));
    let (plan, attempts) = match tried {
        Some((plan, tried)) if tried.best.score > as_required.best.score => (plan, tried),
        _ => (plan, as_required),
    };
    let best = &attempts.best;
    let detected = attempts.protocol;

    let results = results_of_cases(plan, best, runner, empty);
    let of_games = components::games_of(&results);
    let linkage = Linkage::of(plan, best, runner);
    let for_format = score::format_deductions(plan, best.config, &best.outcomes);
    let mut report = StudentReport {
        protocol: detected.map(|detected| detected.name().to_owned()),
        linkage: linkage.name().map(str::to_owned),
        settings: best.config.words(),
        notes: [&results.notes[..], &notes(plan, best, runner, detected)].concat(),
        format_differences: differences_in_format(plan, best, detected, &for_format),
        score: results
            .score
            .map(|score| cents((score - for_format.values().sum::<f64>()).max(0.0))),
        diagnostics,
        ..results
    };
    let costliest = summary::costliest_fault(plan, &report.faults);
    let has_faults = costliest.is_some();
    let games = summary::of_games(&best.verdicts(plan), costliest);

    let contracts = contract::add_rows(plan, best.config, runner, &mut report);
    components::add_points(plan, best, source, runner, of_games, &mut report);
    contract::suspect(&plan.contracts, &mut report);

    let evidence = Evidence {
        plan,
        submission,
        attempts: &attempts,
        linkage,
        report: &report,
        program: runner.built().cloned(),
    };
    let findings = checks::run(&evidence, runner);
    add_findings(&mut report, findings);

    let mut findings = report.findings.iter();
    let kinds = [FindingKind::Ending, FindingKind::Wording, FindingKind::Playing];
    // That no new game begins is what the faults of other cases say already.
    let is_said = |finding: &Finding| has_faults && finding.key == Finding::NO_NEW_GAME;
    let also = findings.find(|finding| kinds.contains(&finding.kind) && !is_said(finding));
    report.summary = summary::summary(games, report.verdict, also, contracts);
    repetition::leave_out(&mut report);

    let budget = repair::Budget::new(plan.repair);
    let (faults, differences) = (&mut report.faults, &mut report.format_differences);
    repair::repair(plan, best, source, runner, (faults, differences), budget);
    report.components = components(plan, best, source, runner, &mut report.faults);
    if let Some(components) = &report.components {
        // Which subroutines are wrong is proved; what an edit that does not mend everything shows is only likely.
        let broken = components.broken.iter().map(|part| &part.name);
        let wrong: Vec<&String> = broken.chain(&components.shared).collect();
        let is_broken = |name: &String| wrong.contains(&name);
        let agrees = |repair: &Repair| {
            let further = repair.further.iter().map(|edit| &edit.subroutine);
            let mut all = further.chain([&repair.subroutine]);
            repair.is_whole || all.all(|name| name.as_ref().is_some_and(is_broken))
        };
        for fault in &mut report.faults {
            fault.repair = fault.repair.take().filter(agrees);
        }
    }

    report.source = listing::is_wanted(&report).then(|| listing::listing(source)).flatten();
    if let Some(mut listing) = report.source.take() {
        listing::cover(&mut listing, plan, &report, best, runner);
        report.source = Some(listing);
    }
    Some(report)
}

/// The subroutines that are wrong, where no edits mend everything; and the edits of two of them.
fn components(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    runner: &mut Runner,
    faults: &mut [Fault],
) -> Option<Components> {
    let is_mended = |fault: &Fault| {
        let repair = fault.repair.as_ref();
        repair.is_some_and(|repair| repair.is_whole || repair.obstacle.is_some())
    };
    if plan.repair == 0 || faults.iter().all(is_mended) || !attempt.config.adaptation.types_script() {
        return None;
    }
    let program = runner.built()?.clone();
    let mut budget = repair::Budget::new(plan.repair * 2);
    let components = transplant::components(plan, attempt, source, &program, &mut budget)?;
    repair::repair_in_parts(plan, attempt, (source, &program), &components, faults, &mut budget);
    Some(components)
}

/// The suite for a program in which the wrong player makes the first move; looked for only where most games are wrong.
fn with_players_exchanged(package: &Plan, plan: &Plan, attempts: &Attempts, runner: &mut Runner) -> Option<Plan> {
    if !attempts.best.is_mostly_wrong(plan) {
        return None;
    }
    let exchanged = adapt::exchanged(package, attempts.best.config, runner)?;
    let reached = goals::reach(&exchanged, runner).map(|plan| Plan {
        // These were found for the other player.
        own_games: Vec::new(),
        ..plan
    });
    Some(reached.unwrap_or(exchanged))
}

/// Explains and scores the cases of an attempt: their rows, faults, points and the verdict, in a report that has nothing else.
fn results_of_cases(plan: &Plan, attempt: &Attempt, runner: &mut Runner, empty: StudentReport) -> StudentReport {
    let (config, outcomes) = (attempt.config, &attempt.outcomes);
    let explained = explain(plan, config, &attempt.vocabulary, runner, outcomes);
    let played = explained.cases.iter().filter(|case| !case.outcome.case.is_missed());
    let stories = played.filter_map(|case| case.story.as_ref());
    let common = stories.map(|story| (story.key.clone(), story.common.clone())).collect();

    let excused = excused(plan, &explained.faults);
    let failures = explained.cases.into_iter().map(|case| case.failure).collect();
    let total = |share| Some(score::total(plan, config, outcomes, share, &excused));
    StudentReport {
        verdict: judge::overall(&attempt.verdicts(plan)),
        score: total(plan.share),
        exact_score: if adapt::is_as_required(plan, config) {
            total(Share::EXACT)
        } else {
            Some(0.0)
        },
        game_score: total(Share::GAME),
        faults: score::faults(plan, config, outcomes, explained.faults, &excused),
        groups: score::group_results(plan, config, outcomes, failures, &excused),
        common,
        ..empty
    }
}

/// Adds findings to a report and takes their points off. Those that are no more than a note become one.
fn add_findings(report: &mut StudentReport, findings: Vec<Finding>) {
    let (notes, findings): (Vec<Finding>, Vec<Finding>) = findings.into_iter().partition(is_note);
    report.findings = findings;
    report.notes.extend(notes.into_iter().map(|note| note.message));
    score::deduct(report);
}

/// Many courses have a starter file of their own. Where it costs nothing not to use this one, that is no finding.
fn is_note(finding: &Finding) -> bool {
    finding.key == starter::MISSING && finding.deducted == 0.0
}

/// The cases whose fault is deducted in another case already.
fn excused(plan: &Plan, faults: &[FoundFault]) -> BTreeSet<usize> {
    if plan.assignment.repeated_faults == RepeatedFaults::Each {
        return BTreeSet::new();
    }
    let faults: Vec<Vec<usize>> = faults.iter().map(|fault| fault.cases.clone()).collect();
    score::excused(&plan.groups, &faults, &plan.cases)
}

/// What a reader must know about how the program was run.
fn notes(plan: &Plan, attempt: &Attempt, runner: &mut Runner, detected: Option<InputProtocol>) -> Vec<String> {
    let notes = [
        other_protocol(plan, attempt, detected),
        own_words(&plan.assignment.game.wording, &attempt.vocabulary),
        goals::coverage(plan),
        not_run(plan, attempt),
        peripherals(plan, attempt, runner),
    ];
    notes.into_iter().flatten().collect()
}

/// That the program uses another input protocol than the required one.
fn other_protocol(plan: &Plan, attempt: &Attempt, detected: Option<InputProtocol>) -> Option<String> {
    let required = plan.assignment.input.demanded;
    if attempt.config.protocol != plan.assignment.protocol {
        return Some(format!(
            "Your program was run with a different input protocol from the assignment's: {}, but the assignment requires \
             that {}.",
            words_of_protocol(attempt, detected),
            required.words()
        ));
    }

    let other = detected.filter(|detected| detected.typing() != plan.assignment.protocol)?;
    Some(format!(
        "Your program uses a different input protocol from the assignment's: {}, but the assignment requires \
         that {}. Running it that way does not earn more points.",
        other.words(),
        required.words()
    ))
}

/// How the program was read, where words had to be learned that are not those of the assignment.
fn own_words(wording: &Wording, vocabulary: &Vocabulary) -> Option<String> {
    let is_own = |text: &String| {
        let known = [
            &wording.prompts[..],
            &wording.wins,
            std::slice::from_ref(&wording.invalid),
        ];
        !known.iter().copied().flatten().any(|known| known.contains(&text[..]))
    };

    let names = vocabulary.names().filter(|names| names.iter().all(is_own));
    let names = names.map(|[one, two]| format!("calls the players {} and {}", Quoted(&one), Quoted(&two)));
    let refusal = vocabulary.refusal().filter(is_own);
    let refusal = refusal.map(|line| format!("refuses a move with {}", Quoted(&line)));
    let win = vocabulary.win(Player::One).filter(is_own);
    let win = win.map(|line| format!("announces a win with {}", Quoted(&line)));

    let said: Vec<String> = [names, refusal, win].into_iter().flatten().collect();
    let said = all_of(&said);
    (!said.is_empty()).then(|| format!("The grader learned your program's own wording from its games: it {said}."))
}

/// That the budget of the submission was used up, and after how many cases.
fn not_run(plan: &Plan, attempt: &Attempt) -> Option<String> {
    let cases = attempt.outcomes.len();
    let is_left = |outcome: &&judge::CaseOutcome| outcome.stop.is_not_run();
    let left = attempt.outcomes.iter().filter(is_left).count();
    let budget = plan.assignment.budget_words();
    (left > 0).then(|| {
        format!(
            "The budget for all runs of a submission was used up after {} of {cases} cases. The other {left} were not run \
             and count as timeouts. The budget is {budget}.",
            cases - left
        )
    })
}

/// The peripherals that the program uses in its longest game and that the emulated board does not have.
fn peripherals(plan: &Plan, attempt: &Attempt, runner: &mut Runner) -> Option<String> {
    const NAMED: usize = 4;
    let Machine::Arm(settings) = attempt.config.machine else {
        return None;
    };
    let keys = plan.longest_keys(attempt.config)?;
    let limits = runner.limits_of(attempt.config.machine, &keys);
    let Program::Arm(program) = runner.program()? else {
        return None;
    };

    let noted = arm::Session::new(Arc::clone(program), settings).noted(&keys, limits);
    let named = noted.iter().take(NAMED).map(|(address, place)| match place.line {
        Some(line) => format!("0x{address:08X} (line {line})"),
        None => format!("0x{address:08X}"),
    });
    let named: Vec<String> = named.collect();
    let more = match noted.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!named.is_empty()).then(|| {
        format!(
            "Your program uses peripherals that the grader does not emulate: {}{more}. They read as 0, and writing to \
             them has no effect.",
            named.join(", ")
        )
    })
}

/// The differences in format over all cases, each once, the most frequent first.
/// Of several differences of a kind the most frequent bears the points in `costs`.
fn differences_in_format(
    plan: &Plan,
    attempt: &Attempt,
    detected: Option<InputProtocol>,
    costs: &BTreeMap<FormatKind, f64>,
) -> Vec<FormatDifference> {
    let mut all = FormatDifferences::default();
    // What a program prints on its way into a crash or a flood says nothing about its format.
    let is_whole = |verdict| !matches!(verdict, CaseVerdict::Crash | CaseVerdict::Timeout);
    for outcome in attempt.outcomes.iter().filter(|outcome| is_whole(outcome.verdict)) {
        if let Some(differences) = failure::format_differences_of(&outcome.comparison) {
            all.merge(differences);
        }
    }

    let mut differences = failure::pack(&all);
    if attempt.config.protocol != plan.assignment.protocol {
        differences.push(FormatDifference {
            kind: "input-protocol".to_owned(),
            message: "the program expects moves to be typed in a different way".to_owned(),
            count: attempt.outcomes.len() as u64,
            printed: words_of_protocol(attempt, detected).to_owned(),
            expected: plan.assignment.input.demanded.words().to_owned(),
            deducted: 0.0,
            repair: None,
        });
    }
    differences.sort_by_key(|difference| Reverse(difference.count));

    for (kind, points) in costs {
        let mut same = differences
            .iter_mut()
            .filter(|difference| difference.kind == toggle(*kind));
        if let Some(difference) = same.next() {
            difference.deducted = *points;
        }
    }
    differences
}

/// How the moves of an attempt were typed: as it was detected, where that is how they were typed.
fn words_of_protocol(attempt: &Attempt, detected: Option<InputProtocol>) -> &'static str {
    let detected = detected.filter(|detected| detected.typing() == attempt.config.protocol);
    detected.map_or_else(|| protocol_words(attempt.config.protocol), InputProtocol::words)
}
