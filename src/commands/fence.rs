//! The fence for native programs, as the commands that run them ask for it.

use std::path::PathBuf;

use c4grade::assignment::{Assignment, MachineSpec};
use c4grade::machine::native::Fence;
use c4grade::machine::native::fence::Kind;
use c4grade::machine::native::probe;
use clap::{Args, ValueEnum};

use super::Failed;

/// The sandbox that was asked for is not available.
pub const NO_FENCE: u8 = 6;

/// How native programs are fenced in.
#[derive(Debug, Clone, Args)]
pub struct FenceArgs {
    /// The fence around native programs; `c4grade doctor` tells which ones hold here
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    fence: Choice,

    /// Run native programs without a sandbox: they can read, change and send whatever you can. It is written into every
    /// report
    #[arg(long, conflicts_with = "fence")]
    unsafe_no_sandbox: bool,
}

/// Kinds of fences, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// The strongest that holds
    #[default]
    Auto,
    /// Processes, network and files of its own
    Namespaces,
    /// The same by way of the installed `bwrap`
    Bubblewrap,
    /// Rules on files and system calls alone
    Landlock,
}

impl Choice {
    /// The kinds to try, in order.
    pub fn kinds(self) -> Vec<Kind> {
        match self {
            Self::Auto => Kind::FENCES.to_vec(),
            Self::Namespaces => vec![Kind::Namespaces],
            Self::Bubblewrap => vec![Kind::Bubblewrap],
            Self::Landlock => vec![Kind::Landlock],
        }
    }
}

/// This executable, which starts itself anew between the grader and a program.
pub fn helper() -> anyhow::Result<PathBuf> {
    Ok(std::env::current_exe()?)
}

impl FenceArgs {
    /// The fence for an assignment, exit code 6 where none holds; `None` where its programs are interpreted.
    pub fn of(&self, assignment: &Assignment) -> anyhow::Result<Option<Fence>> {
        match assignment.machine {
            MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => Ok(None),
            MachineSpec::Native { .. } => self.fence().map(Some),
        }
    }

    /// The fence that was asked for.
    pub fn fence(&self) -> anyhow::Result<Fence> {
        let helper = helper()?;
        if self.unsafe_no_sandbox {
            return Ok(Fence {
                kind: Kind::Open,
                helper,
                view: Vec::new(),
            });
        }
        let found = probe::find(&self.fence.kinds(), &helper);
        found.map_err(|refusal| Failed::new(NO_FENCE, refusal.to_string()).into())
    }
}
