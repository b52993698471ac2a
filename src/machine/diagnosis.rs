//! Why a run on an embedded machine ended as it did, for every architecture.
//!
//! The run is executed once more and every instruction is watched. The result is a [`Diagnosis`](crate::result::Diagnosis):
//! what the registers held at the end, which instructions ran last, and the cause, where it is certain. A cause is named
//! only then, because students act on it. Nothing here knows the game.
//!
//! | module | what it is for |
//! |---|---|
//! | `architecture` | what an architecture says about its registers, its memory and its machine |
//! | `code` | an image with its source: places, labels, successors of an instruction |
//! | `follow` | runs the program once more, and puts the diagnosis together |
//! | `watch` | each instruction before it runs: what it reads, writes, calls and returns to |
//! | `trace` | what is known about values, calls and stores while it runs |
//! | `value`, `event` | what is known about one value; what happened that should not |
//! | `tail` | the instructions that ran last |
//! | `cause`, `unwritten` | causes that are the same everywhere; values that nothing set |
//! | `meaning`, `words` | register values in words |

pub(super) mod architecture;
pub(super) mod cause;
pub(super) mod code;
pub(super) mod event;
pub(super) mod follow;
mod meaning;
pub(super) mod tail;
pub(super) mod trace;
mod unwritten;
pub(super) mod value;
pub(super) mod watch;
pub(super) mod words;

pub use unwritten::{UnwrittenKind, UnwrittenRead};
