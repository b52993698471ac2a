//! Where no fence can be built.

use std::path::Path;

use super::{Examination, Refusal, Tool};
use crate::sandbox::client::{Sandbox, SandboxError};
use crate::sandbox::kind::Kind;

const LINUX: &str = "native programs run in a sandbox that c4grade has on Linux only; \
                     grade them there, for example in a virtual machine, or in WSL 2 on Windows";

/// Why there is never a sandbox on this system.
pub const UNSUPPORTED: Option<&str> = Some(LINUX);

/// There is nothing to examine.
pub fn examine(kind: Kind, _helper: &Path) -> Examination {
    Examination {
        kind,
        refused: Some(LINUX.to_owned()),
        findings: Vec::new(),
    }
}

/// No kind holds.
pub fn find(_kinds: &[Kind], _helper: &Path) -> Result<Sandbox, Refusal> {
    Err(Refusal {
        reasons: LINUX.to_owned(),
    })
}

/// What helps.
pub fn advice(_kind: Kind) -> Vec<String> {
    vec![LINUX.to_owned()]
}

/// Nothing is run.
pub fn tools(_fence: &Sandbox) -> Result<Vec<Tool>, SandboxError> {
    Err(SandboxError(LINUX.to_owned()))
}
