//! Systems that have no sandbox.

use std::path::Path;

use super::examination::{Examination, Refusal, Tool};
use crate::sandbox::client::{Sandbox, SandboxError};
use crate::sandbox::kind::Kind;

const LINUX: &str = "native programs run in a sandbox that c4grade has on Linux only; \
                     grade them there, for example in a virtual machine, or in WSL 2 on Windows";

/// Why this system never has a sandbox.
pub const UNSUPPORTED: Option<&str> = Some(LINUX);

/// There is nothing to examine.
pub fn examine(kind: Kind, _executable: &Path) -> Examination {
    Examination {
        kind,
        refused: Some(LINUX.to_owned()),
        findings: Vec::new(),
    }
}

/// No kind works.
pub fn find(_kinds: &[Kind], _executable: &Path) -> Result<Sandbox, Refusal> {
    Err(Refusal {
        reasons: LINUX.to_owned(),
    })
}

/// What to do about it.
pub fn advice(_kind: Kind) -> Vec<String> {
    vec![LINUX.to_owned()]
}

/// Nothing can be run.
pub fn tools(_sandbox: &Sandbox) -> Result<Vec<Tool>, SandboxError> {
    Err(SandboxError(LINUX.to_owned()))
}
