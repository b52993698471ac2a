//! Points for subroutines by themselves: each of the student's alone in the reference program, where the rubric counts them.
//!
//! One that is wrong does not take the points of the others, as it does where games count. A program never earns less than
//! its games would.

use super::attempt::Attempt;
use super::plan::{Plan, Transplants};
use super::repair::Budget;
use super::repair::proof::Suite;
use super::rubric::cents;
use super::run::Runner;
use crate::diagnostic::Source;
use crate::diagnostic::wording::either;
use crate::machine::Program;
use crate::result::{GroupResult, StudentReport};

/// How many of the subroutines are right by themselves.
#[derive(Debug, Clone, Copy)]
struct Alone {
    right: usize,
    of: usize,
}

/// What the games of a report earn: its three scores before anything else counts.
pub(super) fn games_of(report: &StudentReport) -> [Option<f64>; 3] {
    [report.score, report.exact_score, report.game_score]
}

/// Adds the groups that count subroutines to a report, with their points. `games` is what the games earn.
pub(super) fn add_points(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    runner: &Runner,
    games: [Option<f64>; 3],
    report: &mut StudentReport,
) {
    if plan.component_groups.is_empty() {
        return;
    }
    let max: f64 = plan.groups.iter().map(|planned| planned.group.points).sum();
    let part = |earned: Option<f64>| {
        if max > 0.0 {
            earned.unwrap_or_default() / max
        } else {
            0.0
        }
    };
    let [games, exact, any_format] = games.map(part);
    let alone = if games < 1.0 {
        alone(plan, attempt, source, runner)
    } else {
        None
    };
    let subroutines = alone.map_or(0.0, |alone| alone.right as f64 / alone.of as f64);
    // Subroutines that print in a format of their own are right, and not exact.
    let exactly = if report.format_differences.is_empty() {
        subroutines
    } else {
        0.0
    };

    for planned in &plan.component_groups {
        let worth = planned.group.points;
        let points = cents(worth * games.max(subroutines));
        for (score, earned) in [
            (&mut report.score, points),
            (&mut report.exact_score, cents(worth * exact.max(exactly))),
            (&mut report.game_score, cents(worth * any_format.max(subroutines))),
        ] {
            *score = score.map(|score| cents(score + earned));
        }
        report.groups.push(GroupResult {
            name: planned.group.name.clone(),
            points,
            max: cents(worth),
            rule: planned.rule(),
            arithmetic: format!("{}: {points} of {}", how(games, alone), cents(worth)),
            cases: Vec::new(),
        });
    }
}

/// How the part of the points came about.
fn how(games: f64, alone: Option<Alone>) -> String {
    let percent = cents(games * 100.0);
    match alone {
        None if games >= 1.0 => "the games earn all their points".to_owned(),
        None => format!("the subroutines could not be tried one by one, and the games earn {percent}% of their points"),
        Some(Alone { right, of }) => {
            let passes = either(right, "passes", "pass");
            let tried = format!(
                "{right} of {of} subroutines {passes} every case, each as the only one of yours in the reference program"
            );
            if games * of as f64 > right as f64 {
                format!("{tried}, but the games earn {percent}% of their points, which is more")
            } else {
                tried
            }
        }
    }
}

/// Tries each subroutine of the program in the reference program. `None` where that cannot be done.
fn alone(plan: &Plan, attempt: &Attempt, source: &Source, runner: &Runner) -> Option<Alone> {
    let Transplants { parts, names, .. } = plan.transplants.as_ref()?;
    let program = runner.built()?;
    let Program::Lc3(image) = program else { return None };
    if !attempt.config.adaptation.types_script() {
        return None;
    }

    let suite = Suite::new(plan, attempt, program);
    let failing = attempt.failing();
    // Points must not follow from how long an edit is looked for.
    let mut budget = Budget::new(u64::MAX);
    let own: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| image.address_of(name).is_some())
        .collect();
    let is_right = |name: &&&str| {
        let others: Vec<&str> = own.iter().copied().filter(|other| other != *name).collect();
        let text = parts.put_into(&source.text, &others);
        text.is_some_and(|text| suite.holds(&text, &failing, false, &mut budget).is_ok())
    };
    Some(Alone {
        right: own.iter().filter(is_right).count(),
        of: names.len(),
    })
}
