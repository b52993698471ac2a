//! Which walls hold: canaries try each attack behind a fence, and what they got tells.
//!
//! Nothing is taken for granted of a kernel, a container or a configuration. A layer holds when every attack on it failed
//! here and now; a fence holds when every layer does that is required. [`find()`] tries what ends within milliseconds, before
//! each grading; [`examine()`] tries everything, bombs too, for `c4grade doctor`.

use std::path::PathBuf;

use super::kind::Kind;

#[cfg(has_sandbox)]
mod advice;
#[cfg(has_sandbox)]
pub(super) mod attacks;
#[cfg(has_sandbox)]
mod fixture;
mod layer;
#[cfg(has_sandbox)]
mod run;
#[cfg(has_sandbox)]
mod tools;
#[cfg(has_sandbox)]
mod trials;
#[cfg(not(has_sandbox))]
mod unsupported;

#[cfg(has_sandbox)]
pub use advice::advice;
pub use layer::{Finding, Layer, State};
#[cfg(has_sandbox)]
pub use run::{UNSUPPORTED, examine, find};
#[cfg(has_sandbox)]
pub use tools::tools;
#[cfg(not(has_sandbox))]
pub use unsupported::{UNSUPPORTED, advice, examine, find, tools};

/// Why there is no fence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no fence holds on this machine, so no native program is run:\n{reasons}")]
pub struct Refusal {
    reasons: String,
}

/// A compiler or interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// The command.
    pub name: &'static str,
    /// Where it is, if it is within view.
    pub path: Option<PathBuf>,
    /// What it says of its version, if it runs.
    pub version: Option<String>,
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
}
