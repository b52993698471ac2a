//! Trying the attacks, one layer after the other.

use std::path::Path;

use super::advice::advice;
use super::fixture::Fixture;
use super::{Examination, Finding, Layer, Refusal, trials};
use crate::sandbox::client::{Sandbox, SandboxError};
use crate::sandbox::kind::Kind;

/// Why there is never a sandbox on this system.
pub const UNSUPPORTED: Option<&str> = None;

/// Tries everything on a kind of fence. Takes some seconds.
pub fn examine(kind: Kind, helper: &Path) -> Examination {
    examination(&plain(kind, helper), |fixture, layer| {
        trials::thorough(layer, fixture).map(Some)
    })
}

/// The first of these kinds that holds here.
pub fn find(kinds: &[Kind], helper: &Path) -> Result<Sandbox, Refusal> {
    let mut reasons = String::new();
    for kind in kinds {
        let sandbox = plain(*kind, helper);
        let found = examination(&sandbox, |fixture, layer| {
            if layer.is_required() {
                trials::quick(layer, fixture)
            } else {
                Ok(None)
            }
        });
        if found.holds() {
            return Ok(sandbox);
        }
        for fault in faults(&found) {
            reasons += &format!("  {}: {fault}\n", kind.name());
        }
        for help in advice(*kind) {
            reasons += &format!("    help: {help}\n");
        }
    }
    reasons += "`c4grade doctor` shows every layer";
    Err(Refusal { reasons })
}

fn plain(kind: Kind, helper: &Path) -> Sandbox {
    Sandbox {
        kind,
        helper: helper.to_owned(),
        view: Vec::new(),
    }
}

fn examination(
    sandbox: &Sandbox,
    mut attempt: impl FnMut(&mut Fixture, Layer) -> Result<Option<Finding>, SandboxError>,
) -> Examination {
    let mut examination = Examination {
        kind: sandbox.kind,
        refused: None,
        findings: Vec::new(),
    };
    let tried = Fixture::set(sandbox).and_then(|mut fixture| {
        for layer in Layer::ALL {
            examination.findings.extend(attempt(&mut fixture, layer)?);
        }
        Ok(())
    });
    examination.refused = tried.err().map(|broken| broken.0);
    examination
}

/// What is wrong with it, one line each.
fn faults(examination: &Examination) -> Vec<String> {
    let faults = examination.findings.iter().filter(|finding| !finding.is_fine());
    let told = faults.map(|finding| {
        let Finding { layer, state, detail } = finding;
        format!("{} is {}: {detail}", layer.name(), state.name())
    });
    examination.refused.iter().cloned().chain(told).collect()
}
