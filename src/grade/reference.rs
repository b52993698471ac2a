//! Cases against the reference program: a transcript that a full solution does not print is no transcript to hold
//! students to.

use super::checks::contract;
use super::explain::story;
use super::judge::CaseOutcome;
use super::run::{RunConfig, Runner};
use super::suite::CaseRunner;
use crate::assignment::Assignment;
use crate::case::{Finding, Suite};
use crate::diagnostic::Severity;
use crate::diagnostic::wording::of_the_program;
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

    let configs = RunConfig::all(assignment);
    let environment = sandbox.and_then(|sandbox| assignment.build_environment(sandbox));
    let build = configs[0].machine.build("reference", &bytes, environment.as_ref())?;
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
        && !native.can_be_sanitized()
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

    let mut runner = Runner::new(program.clone(), assignment.limits);
    for config in configs.iter().filter(|config| config.protocol == assignment.protocol) {
        findings.extend(broken_contracts(assignment, suite, *config, &program));
        findings.extend(failed_cases(assignment, suite, *config, &mut runner));
    }

    match runner.broken() {
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
fn where_it_runs(config: RunConfig) -> String {
    config
        .linkage_words()
        .map_or_else(String::new, |words| format!(", where {words}"))
}

/// The cases that the reference program does not pass.
fn failed_cases(assignment: &Assignment, suite: &Suite, config: RunConfig, runner: &mut Runner) -> Vec<Finding> {
    let positions: Vec<usize> = (0..suite.cases.len()).collect();
    let played = CaseRunner::new(assignment, config, runner).play_some(&suite.cases, &positions);
    let failed = played
        .iter()
        .flatten()
        .filter(|outcome| outcome.verdict != CaseVerdict::Pass);
    let finding = |outcome: &CaseOutcome| Finding {
        place: outcome.case.place.clone(),
        case: outcome.case.name.clone(),
        code: "reference",
        message: format!(
            "the reference program does not pass{}: {}",
            where_it_runs(config),
            of_the_program(&story::tell(&assignment.game, outcome).sentence)
        ),
    };
    failed.map(finding).collect()
}

/// The contracts that the reference program breaks, or has no subroutine for.
fn broken_contracts(assignment: &Assignment, suite: &Suite, config: RunConfig, program: &Program) -> Vec<Finding> {
    let outcomes = contract::judge_all(assignment, &suite.contracts, program, config.machine, assignment.limits);
    let broken = suite.contracts.iter().zip(outcomes).filter_map(|(contract, outcome)| {
        let failure = outcome.failure?;
        Some(Finding {
            place: contract.place.clone(),
            case: contract.name.clone(),
            code: "reference",
            message: format!(
                "the reference program does not pass{}: {}",
                where_it_runs(config),
                of_the_program(&failure.sentence)
            ),
        })
    });

    broken.collect()
}
