//! Values that a run depends on and that nothing ever set.

use serde::{Deserialize, Serialize};

use crate::result::Cause;

/// A value that a run depends on and that nothing ever set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnwrittenRead {
    /// What kind of place it is.
    pub kind: UnwrittenKind,
    /// The place by name: `R3`, `BOARD+2`, `x4000`.
    pub name: String,
    /// The read in words, with the line that reads.
    pub cause: Cause,
}

/// Kinds of places that nothing set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnwrittenKind {
    /// A register.
    Register,
    /// Memory outside the image.
    Memory,
    /// Memory that the source only reserves (`.BLKW`, `SPACE`): zero on nearly every machine, and so the weakest of the
    /// three.
    Reserved,
}
