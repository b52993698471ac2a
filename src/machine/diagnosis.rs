//! Why a run on an embedded machine ended as it did, for every architecture.
//!
//! The run is executed once more and every instruction is watched. The result is a [`Diagnosis`](crate::result::Diagnosis):
//! what the registers held at the end, which instructions ran last, and the cause, where it is certain. A cause is named
//! only then, because students act on it. Nothing here knows the game.
//!
//! | module | what it is for |
//! |---|---|
//! | `architecture` | what an architecture says about its instructions: what they read, write, call and return to |
//! | `code` | an image with its source: places, labels, successors of an instruction |
//! | `follow` | runs the program once more, and puts the diagnosis together |
//! | `trace` | what is known about values, calls and stores while it runs |
//! | `value`, `event` | what is known about one value; what happened that should not |
//! | `tail` | the instructions that ran last |
//! | `cause` | causes that are the same everywhere |
//! | `meaning`, `words` | register values in words |

use serde::{Deserialize, Serialize};

use crate::result::Cause;

pub(super) mod architecture;
pub(super) mod cause;
pub(super) mod code;
pub(super) mod event;
pub(super) mod follow;
mod meaning;
pub(super) mod tail;
pub(super) mod trace;
pub(super) mod value;
pub(super) mod words;

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
