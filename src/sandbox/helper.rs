//! The processes that are this executable again.

/// This executable, even if its file was replaced or removed.
#[cfg(has_sandbox)]
pub const EXECUTABLE: &str = "/proc/self/exe";

/// What a process does that is this executable again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HelperProcess {
    /// Supervises runs.
    Supervisor,
    /// Restricts itself and starts a program.
    Init,
    /// Starts an init as the first process of a new process namespace.
    NamespaceInit,
    /// Kills all processes of its own user.
    KillUser,
    /// Tries an attack in the self-test.
    Attack,
}

impl HelperProcess {
    #[cfg(has_sandbox)]
    const ALL: [Self; 5] = [
        Self::Supervisor,
        Self::Init,
        Self::NamespaceInit,
        Self::KillUser,
        Self::Attack,
    ];

    /// The first argument of such a process. It begins with a character that nobody types.
    pub fn argument(self) -> &'static str {
        match self {
            Self::Supervisor => "\u{1}supervisor",
            Self::Init => "\u{1}init",
            Self::NamespaceInit => "\u{1}namespace-init",
            Self::KillUser => "\u{1}kill-user",
            Self::Attack => "\u{1}attack",
        }
    }

    /// What this process was started as, if it was started as a helper.
    #[cfg(has_sandbox)]
    pub fn of_this_process() -> Option<Self> {
        let first = std::env::args_os().nth(1)?;
        Self::ALL
            .into_iter()
            .find(|helper| first.to_str() == Some(helper.argument()))
    }
}
