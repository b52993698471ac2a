//! The results of a self-test.

use std::path::PathBuf;

use super::layer::Finding;
use crate::sandbox::kind::Kind;

/// Why no sandbox can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no sandbox works on this machine, so native programs are not run:\n{reasons}")]
pub struct Refusal {
    pub(super) reasons: String,
}

/// A compiler or interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// The command.
    pub name: &'static str,
    /// Its file, if programs in the sandbox can see it.
    pub path: Option<PathBuf>,
    /// The first line of its version, if it runs.
    pub version: Option<String>,
}

/// What was found out about a kind of sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examination {
    /// The kind.
    pub kind: Kind,
    /// Why no program could be started in it, if none could.
    pub refused: Option<String>,
    /// Its layers, if programs could be started.
    pub findings: Vec<Finding>,
}

impl Examination {
    /// Whether programs may run in it.
    pub fn holds(&self) -> bool {
        self.refused.is_none() && !self.findings.is_empty() && self.findings.iter().all(Finding::is_fine)
    }
}
