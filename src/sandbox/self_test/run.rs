//! Testing one layer after the other.

use std::path::Path;

use super::advice::advice;
use super::examination::{Examination, Refusal};
use super::fixture::Fixture;
use super::layer::{Finding, Layer};
use super::trials;
use crate::sandbox::client::{Sandbox, SandboxError};
use crate::sandbox::kind::Kind;

/// Why this system never has a sandbox.
pub const UNSUPPORTED: Option<&str> = None;

/// Tests everything about a kind of sandbox, in some seconds. `executable` is `c4grade`.
pub fn examine(kind: Kind, executable: &Path) -> Examination {
    examination(&plain(kind, executable), |fixture, layer| {
        trials::thorough(layer, fixture).map(Some)
    })
}

/// The first of these kinds that holds here, tested quickly.
pub fn find(kinds: &[Kind], executable: &Path) -> Result<Sandbox, Refusal> {
    let mut reasons = String::new();
    for kind in kinds {
        let sandbox = plain(*kind, executable);
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

        for problem in problems(&found) {
            reasons += &format!("  {}: {problem}\n", kind.name());
        }
        for help in advice(*kind) {
            reasons += &format!("    help: {help}\n");
        }
    }
    reasons += "run `c4grade doctor` to see every layer";
    Err(Refusal { reasons })
}

fn plain(kind: Kind, executable: &Path) -> Sandbox {
    Sandbox {
        kind,
        executable: executable.to_owned(),
        view: Vec::new(),
    }
}

fn examination(
    sandbox: &Sandbox,
    mut test: impl FnMut(&mut Fixture, Layer) -> Result<Option<Finding>, SandboxError>,
) -> Examination {
    let mut examination = Examination {
        kind: sandbox.kind,
        refused: None,
        findings: Vec::new(),
    };

    let tested = Fixture::new(sandbox).and_then(|mut fixture| {
        for layer in Layer::ALL {
            examination.findings.extend(test(&mut fixture, layer)?);
        }
        Ok(())
    });
    examination.refused = tested.err().map(|error| error.0);

    examination
}

/// Why a sandbox does not hold, one line each.
fn problems(examination: &Examination) -> Vec<String> {
    let broken = examination.findings.iter().filter(|finding| !finding.is_fine());
    let broken = broken.map(|finding| {
        let Finding { layer, state, detail } = finding;
        format!("{} is {}: {detail}", layer.name(), state.name())
    });
    examination.refused.iter().cloned().chain(broken).collect()
}
