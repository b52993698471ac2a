//! The kinds of sandbox.

use serde::{Deserialize, Serialize};

/// How processes are restricted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// In namespaces of their own.
    Namespaces,
    /// In namespaces that `bwrap` makes.
    Bubblewrap,
    /// With Landlock and a filter of system calls.
    Landlock,
    /// Not at all, except for limits.
    Unsandboxed,
}

impl Kind {
    /// The kinds that restrict, the strongest first.
    pub const ALL: [Self; 3] = [Self::Namespaces, Self::Bubblewrap, Self::Landlock];

    /// Its name, as users type it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::Unsandboxed => "none",
        }
    }

    /// Whether the program has a file system of its own, with a `/tmp` of its own.
    pub fn has_root(self) -> bool {
        matches!(self, Self::Namespaces | Self::Bubblewrap)
    }
}

/// Where a program with a file system of its own finds its folder.
#[cfg(has_sandbox)]
pub const PROGRAM: &str = "/submission";

/// Where it finds the folder of its logs.
#[cfg(has_sandbox)]
pub const LOG: &str = "/log";
