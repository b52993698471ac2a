//! One thin file per command: arguments in, results out, the exit code back.

pub mod completions;
pub mod play;
mod program;
pub mod run;

/// The arguments cannot be followed: said on standard error, exit code 2.
pub const USAGE: u8 = 2;
