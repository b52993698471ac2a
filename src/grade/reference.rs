//! Cases against the reference program: a transcript that a full solution does not print is no transcript to hold
//! students to.

use super::bench::Bench;
use super::play::{Table, Way};
use super::{contract, story};
use crate::assignment::Assignment;
use crate::case::{Finding, Suite};
use crate::diagnostic::Severity;
use crate::machine::Program;
use crate::result::CaseVerdict;
use crate::sandbox::{Sandbox, SandboxError};

/// Plays a suite on the assignment's reference program, under every TRAP linkage that the assignment allows. `None` when
/// the assignment has no reference program.
///
/// Native programs run in the `sandbox`.
pub fn check(
    assignment: &Assignment,
    suite: &Suite,
    sandbox: Option<&Sandbox>,
) -> Result<Option<Vec<Finding>>, ReferenceError> {
    let Some(bytes) = assignment.reference()? else {
        return Ok(None);
    };
    let ways = Way::all(assignment);
    let environment = sandbox.and_then(|sandbox| assignment.build_environment(sandbox));
    let build = ways[0].machine.build("reference", &bytes, environment.as_ref())?;
    let mut findings = Vec::new();
    for diagnostic in build.diagnostics.iter().filter(|one| one.severity != Severity::Note) {
        let located = diagnostic.locate(&build.source);
        findings.push(Finding {
            place: format!("reference program of {}:{}", assignment.name, located.line.unwrap_or(1)),
            case: assignment.name.clone(),
            code: "reference",
            message: located.message,
        });
    }
    let Some(program) = build.program else {
        return Ok(Some(findings));
    };
    if let Program::Native(native) = &program
        && !native.is_watchable()
    {
        findings.push(Finding {
            place: format!("assignment {}", assignment.name),
            case: assignment.name.clone(),
            code: "diagnose",
            message:
                "the command under `diagnose:` does not build the reference program, so crashes go unexplained: put \
                      it right, or leave it out"
                    .to_owned(),
        });
    }
    let mut bench = Bench::live(&program, assignment.limits);
    let positions: Vec<usize> = (0..suite.cases.len()).collect();
    for way in ways.iter().filter(|way| way.protocol == assignment.protocol) {
        findings.extend(broken_contracts(assignment, suite, *way, &program));
        let played = Table::new(assignment, *way, &mut bench).play_some(&suite.cases, &positions);
        for (case, played) in suite.cases.iter().zip(played.iter().flatten()) {
            if played.verdict != CaseVerdict::Pass {
                let story = story::tell(&assignment.game, case, played);
                findings.push(Finding {
                    place: case.place.clone(),
                    case: case.name.clone(),
                    code: "reference",
                    message: format!(
                        "the reference program does not pass{}: {}",
                        where_it_runs(*way),
                        story.sentence
                    ),
                });
            }
        }
    }
    match bench.broken() {
        Some(broken) => Err(broken.clone().into()),
        None => Ok(Some(findings)),
    }
}

/// Why the reference program cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] std::io::Error),
    /// It cannot be run.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// Under which linkage, on a machine that has several.
fn where_it_runs(way: Way) -> String {
    way.linkage_words()
        .map_or_else(String::new, |words| format!(", where {words}"))
}

/// The contracts that the reference program breaks, or has no subroutine for.
fn broken_contracts(assignment: &Assignment, suite: &Suite, way: Way, program: &Program) -> Vec<Finding> {
    let outcomes = contract::judge_all(assignment, &suite.contracts, program, way.machine, assignment.limits);
    let broken = suite.contracts.iter().zip(outcomes).filter_map(|(contract, outcome)| {
        let failure = outcome.failure?;
        Some(Finding {
            place: contract.place.clone(),
            case: contract.name.clone(),
            code: "reference",
            message: format!(
                "the reference program does not pass{}: {}",
                where_it_runs(way),
                failure.sentence
            ),
        })
    });
    broken.collect()
}
