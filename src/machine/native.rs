//! Native programs: executables, scripts, and sources that a compiler of this machine builds. They are untrusted, so every
//! process runs in a [`sandbox`](crate::sandbox).
//!
//! | module | what it is for |
//! |---|---|
//! | [`recipe`] | how a submission is built and started |
//! | [`build`](mod@build) | turns a submission's bytes into a [`Program`], and compiler messages into diagnostics |
//! | `ahead` | runs that are made before they are asked for, on idle processors |
//! | [`files`] | which files are one program |
//! | `hangs` | scripts with which a program hangs whatever follows |
//! | `live` | how many programs there are |
//! | `pace` | how long runs take, and how long further ones may take |
//! | [`session`] | plays scripts on a program, and describes how each run ended |
//! | [`tokens`] | a C source as its tokens |
//! | `variants` | the program with a changed source |
//! | `sanitizer` | reads the logs of a program that was built with sanitizers |

use serde::{Deserialize, Serialize};

use crate::sandbox::{Limits, Sandbox};

mod ahead;
pub mod build;
pub mod files;
mod hangs;
mod live;
mod pace;
pub mod recipe;
mod sanitizer;
pub mod session;
mod signal;
pub mod tokens;
mod variants;

pub use build::{Program, build, main_file};
pub use recipe::Recipe;
pub use session::Session;

/// What native programs are built and run with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildEnvironment {
    /// The sandbox.
    pub sandbox: Sandbox,
    /// The commands.
    pub recipe: Recipe,
}

/// How a program is run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Whether it has a terminal; otherwise it has pipes and gets the whole script at once.
    pub terminal: bool,
    /// Limits on each run, except on output: that one is in the [`Limits`](crate::machine::Limits) of all machines.
    pub limits: Limits,
}
