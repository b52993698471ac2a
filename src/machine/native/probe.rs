//! Which walls hold.

use std::path::Path;

use super::fence::Kind;
use super::link::{Fence, Link};

/// Why there is no fence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no fence holds on this machine, so no native program is run:\n{reasons}")]
pub struct Refusal {
    reasons: String,
}

/// The first of these kinds that holds here.
pub fn find(kinds: &[Kind], helper: &Path) -> Result<Fence, Refusal> {
    let mut reasons = String::new();
    for kind in kinds {
        let fence = Fence {
            kind: *kind,
            helper: helper.to_owned(),
            view: Vec::new(),
        };
        match Link::open(&fence) {
            Ok(_) => return Ok(fence),
            Err(error) => reasons += &format!("  {}: {error}\n", kind.name()),
        }
    }
    Err(Refusal { reasons })
}
