//! The kinds of sandbox.

use serde::{Deserialize, Serialize};

/// How processes are fenced in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// In namespaces of their own.
    Namespaces,
    /// In namespaces that `bwrap` makes.
    Bubblewrap,
    /// By Landlock and the filter of system calls.
    Landlock,
    /// Not: caps hold, and nothing else does.
    Unsandboxed,
}

impl Kind {
    /// The kinds that fence, the strongest first.
    pub const ALL: [Self; 3] = [Self::Namespaces, Self::Bubblewrap, Self::Landlock];

    /// Its name, as people type it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::Unsandboxed => "none",
        }
    }

    /// Whether the program has a file system view of its own, with its folder at [`SUBMISSION`] and a `/tmp` of its own.
    pub fn has_root(self) -> bool {
        matches!(self, Self::Namespaces | Self::Bubblewrap)
    }
}

/// Where a program with a view of its own finds its folder.
pub const SUBMISSION: &str = "/submission";

/// Where one that watches itself says what it finds.
pub const LOG: &str = "/log";
