//! Native programs: binaries, scripts, and sources that a compiler of the machine builds. Untrusted code runs here, and so
//! every process is started behind a [`fence`].
//!
//! | module | what it is for |
//! |---|---|
//! | [`recipe`] | how a submission is built and started |
//! | [`build`](mod@build) | a submission's bytes to a [`Program`]; what compilers say as diagnostics |
//! | [`player`] | plays scripts on a program; how its runs ended, in words |
//! | `sanitizer` | what a program built to watch itself says went wrong |
//! | [`limits`] | caps |
//! | [`fence`] | the walls, one file each, and how they work together |
//! | [`link`](mod@link), [`order`] | the grader's end of a keeper; what is said over it |
//! | [`role`], `keeper`, `init` | the processes between the grader and a student's program |
//! | [`probe`], `canary` | which walls hold: programs that try each attack |

use serde::{Deserialize, Serialize};

pub mod build;
#[cfg(fenced)]
mod canary;
pub mod fence;
#[cfg(fenced)]
mod init;
#[cfg(fenced)]
mod keeper;
pub mod limits;
pub mod link;
pub mod order;
pub mod player;
pub mod probe;
pub mod recipe;
pub mod role;
mod sanitizer;
mod signal;

pub use build::{Program, build};
pub use limits::Limits;
pub use link::{Broken, Fence};
pub use player::Session;
pub use recipe::Recipe;

/// Where native programs are built and run, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workshop {
    /// The walls.
    pub fence: Fence,
    /// What is done with a submission.
    pub recipe: Recipe,
}

/// How a program is run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Whether it gets a terminal; else pipes, and the whole script at once.
    pub terminal: bool,
    /// Caps on each run. Those on output are the seam's own.
    pub limits: Limits,
}
