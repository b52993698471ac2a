//! Trying the attacks, one layer after the other.

use std::path::Path;

use super::super::fence::Kind;
use super::super::link::{Broken, Fence};
use super::advice::advice;
use super::stage::Stage;
use super::{Examination, Finding, Layer, Refusal, trials};

/// Why there is never a sandbox on this system.
pub const UNSUPPORTED: Option<&str> = None;

/// Tries everything on a kind of fence. Takes some seconds.
pub fn examine(kind: Kind, helper: &Path) -> Examination {
    examination(&plain(kind, helper), |stage, layer| {
        trials::thorough(layer, stage).map(Some)
    })
}

/// The first of these kinds that holds here.
pub fn find(kinds: &[Kind], helper: &Path) -> Result<Fence, Refusal> {
    let mut reasons = String::new();
    for kind in kinds {
        let fence = plain(*kind, helper);
        let found = examination(&fence, |stage, layer| {
            if layer.is_required() {
                trials::quick(layer, stage)
            } else {
                Ok(None)
            }
        });
        if found.holds() {
            return Ok(fence);
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

fn plain(kind: Kind, helper: &Path) -> Fence {
    Fence {
        kind,
        helper: helper.to_owned(),
        view: Vec::new(),
    }
}

fn examination(
    fence: &Fence,
    mut attempt: impl FnMut(&mut Stage, Layer) -> Result<Option<Finding>, Broken>,
) -> Examination {
    let mut examination = Examination {
        kind: fence.kind,
        refused: None,
        findings: Vec::new(),
    };
    let tried = Stage::set(fence).and_then(|mut stage| {
        for layer in Layer::ALL {
            examination.findings.extend(attempt(&mut stage, layer)?);
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
