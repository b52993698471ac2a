//! The sandbox for native programs: its flags, and choosing one that works.

use std::path::PathBuf;

use c4grade::assignment::{Assignment, MachineSpec};
use c4grade::sandbox::{Kind, Sandbox, self_test};
use clap::{Args, ValueEnum};

use super::Failed;

/// Exit code: native programs cannot run here.
pub const NO_SANDBOX: u8 = 6;

/// The flags of the sandbox.
#[derive(Debug, Clone, Args)]
pub struct SandboxArgs {
    /// The sandbox for native programs; `c4grade doctor` shows which kinds work here
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    sandbox: Choice,

    /// Run native programs without a sandbox: they can read, change and send whatever you can. Every report says so
    #[arg(long, conflicts_with = "sandbox")]
    unsafe_no_sandbox: bool,
}

/// The kinds of sandbox, by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Choice {
    /// The strongest kind that works
    #[default]
    Auto,
    /// Its own processes, network and files
    Namespaces,
    /// The same, made by the installed `bwrap`
    Bubblewrap,
    /// Only rules on files and system calls
    Landlock,
}

impl Choice {
    /// The kinds to try, in order.
    pub fn kinds(self) -> Vec<Kind> {
        match self {
            Self::Auto => Kind::ALL.to_vec(),
            Self::Namespaces => vec![Kind::Namespaces],
            Self::Bubblewrap => vec![Kind::Bubblewrap],
            Self::Landlock => vec![Kind::Landlock],
        }
    }
}

/// Whether an assignment's programs can run on this machine.
#[derive(Debug)]
pub enum Here {
    /// They can, native ones in this sandbox.
    Runs(Option<Sandbox>),
    /// They cannot.
    RunsNothing,
}

/// This executable, which the sandbox starts again as its helper processes.
pub fn executable() -> anyhow::Result<PathBuf> {
    Ok(std::env::current_exe()?)
}

/// Debian's packages of the commands that native assignments usually need.
const PACKAGES: [(&str, &str); 6] = [
    ("cc", "gcc"),
    ("gcc", "gcc"),
    ("c++", "g++"),
    ("g++", "g++"),
    ("javac", "default-jdk-headless"),
    ("python3", "python3"),
];

fn command_missing(assignment: &str, command: &str) -> String {
    let known = PACKAGES.iter().find(|(known, _)| *known == command);
    let advice = known.map_or_else(
        || "install it, or add its folder to `view:` of the machine in assignment.yaml".to_owned(),
        |(_, package)| format!("install it (`apt-get install {package}` on Debian and Ubuntu)"),
    );
    format!(
        "the assignment {assignment} needs the command `{command}`, which programs in the sandbox cannot find: {advice}"
    )
}

/// Exit code 6 on systems that never have a sandbox.
fn require_support() -> Result<(), Failed> {
    match self_test::UNSUPPORTED {
        Some(reason) => Err(Failed::new(NO_SANDBOX, reason)),
        None => Ok(()),
    }
}

impl SandboxArgs {
    /// The sandbox for an assignment; `None` if its machine is embedded. Exit code 6 if no sandbox works, or if a command that
    /// builds or starts programs is missing.
    pub fn of(&self, assignment: &Assignment) -> anyhow::Result<Option<Sandbox>> {
        let MachineSpec::Native { recipe, .. } = &assignment.machine else {
            return Ok(None);
        };
        require_support()?;
        if let Some(command) = recipe.missing() {
            return Err(Failed::new(NO_SANDBOX, command_missing(&assignment.name, command)).into());
        }
        self.sandbox().map(Some)
    }

    /// The same for one of several assignments: if its programs cannot run here, that is reported, and the others go on.
    pub fn or_skip(&self, assignment: &Assignment) -> anyhow::Result<Here> {
        match self.of(assignment) {
            Ok(sandbox) => Ok(Here::Runs(sandbox)),
            Err(error)
                if error
                    .downcast_ref::<Failed>()
                    .is_some_and(|failed| failed.code == NO_SANDBOX) =>
            {
                super::say(&format!("{}: its programs cannot run here: {error:#}", assignment.name));
                Ok(Here::RunsNothing)
            }
            Err(error) => Err(error),
        }
    }

    /// The sandbox that the flags choose.
    pub fn sandbox(&self) -> anyhow::Result<Sandbox> {
        require_support()?;
        let executable = executable()?;
        if self.unsafe_no_sandbox {
            return Ok(Sandbox {
                kind: Kind::Unsandboxed,
                executable,
                view: Vec::new(),
            });
        }

        let found = self_test::find(&self.sandbox.kinds(), &executable);
        found.map_err(|refusal| Failed::new(NO_SANDBOX, refusal.to_string()).into())
    }
}
