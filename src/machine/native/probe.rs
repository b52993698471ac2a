//! Which walls hold: canaries try each attack behind a fence, and what they got tells.
//!
//! Nothing is taken for granted of a kernel, a container or a configuration. A layer holds when every attack on it failed
//! here and now; a fence holds when every layer does that is required. [`find`] tries what ends within milliseconds, before
//! each grading; [`examine`] tries everything, bombs too, for `c4grade doctor`.

use std::path::Path;

use super::fence::Kind;
use super::link::{Broken, Fence};

mod advice;
mod layer;
mod stage;
mod tools;
mod trials;

pub use advice::advice;
pub use layer::{Finding, Layer, State};
pub use tools::{Tool, tools};

use stage::Stage;

/// Why there is no fence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no fence holds on this machine, so no native program is run:\n{reasons}")]
pub struct Refusal {
    reasons: String,
}

/// What was found out about a kind of fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examination {
    /// The kind.
    pub kind: Kind,
    /// Why it could not even be built.
    pub refused: Option<String>,
    /// Its layers, if it could be built.
    pub findings: Vec<Finding>,
}

impl Examination {
    /// Whether programs may be run behind it.
    pub fn holds(&self) -> bool {
        self.refused.is_none() && !self.findings.is_empty() && self.findings.iter().all(Finding::is_fine)
    }

    /// What is wrong with it, one line each.
    fn faults(&self) -> Vec<String> {
        let faults = self.findings.iter().filter(|finding| !finding.is_fine());
        let told = faults.map(|finding| {
            let Finding { layer, state, detail } = finding;
            format!("{} is {}: {detail}", layer.name(), state.name())
        });
        self.refused.iter().cloned().chain(told).collect()
    }
}

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
        for fault in found.faults() {
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
