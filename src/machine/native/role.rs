//! The roles in which this executable starts itself anew. `main` asks before it reads any argument.

use std::process::ExitCode;

use super::keeper;
use super::{canary, init};

/// This executable, whatever became of its file.
pub const EXECUTABLE: &str = "/proc/self/exe";

/// What this process is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Keeps the programs of one submission.
    Keeper,
    /// Builds the walls around one run.
    Init,
    /// Makes an init the first process of a namespace.
    First,
    /// Ends all processes of a throw-away user.
    Sweep,
    /// Tries an attack.
    Canary,
}

impl Role {
    const ALL: [Self; 5] = [Self::Keeper, Self::Init, Self::First, Self::Sweep, Self::Canary];

    /// The first argument of such a process. No person types it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Keeper => "\u{1}keeper",
            Self::Init => "\u{1}init",
            Self::First => "\u{1}first",
            Self::Sweep => "\u{1}sweep",
            Self::Canary => "\u{1}canary",
        }
    }
}

/// Does what a role asks for, if this process has one, and gives its exit code. To be called first of all, while the
/// process has a single thread.
pub fn play() -> Option<ExitCode> {
    let first = std::env::args_os().nth(1)?;
    let role = Role::ALL.into_iter().find(|role| first.to_str() == Some(role.word()))?;
    Some(ExitCode::from(match role {
        Role::Keeper => keeper::main(),
        Role::Init => init::main(),
        Role::First => init::first_of_its_own(),
        Role::Sweep => keeper::sweep(),
        Role::Canary => canary::main(),
    }))
}
