//! The fence for native programs, as the commands that run them ask for it.

use std::path::PathBuf;

use c4grade::assignment::{Assignment, MachineSpec};
use c4grade::sandbox::{Kind, Sandbox, self_test};
use clap::{Args, ValueEnum};

use super::Failed;

/// The sandbox that was asked for is not available.
pub const NO_SANDBOX: u8 = 6;

/// How native programs are fenced in.
#[derive(Debug, Clone, Args)]
pub struct SandboxArgs {
    /// The fence around native programs; `c4grade doctor` tells which ones hold here
    #[arg(long, value_enum, default_value_t, value_name = "KIND")]
    sandbox: Choice,

    /// Run native programs without a sandbox: they can read, change and send whatever you can. It is written into every
    /// report
    #[arg(long, conflicts_with = "sandbox")]
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
            Self::Auto => Kind::ALL.to_vec(),
            Self::Namespaces => vec![Kind::Namespaces],
            Self::Bubblewrap => vec![Kind::Bubblewrap],
            Self::Landlock => vec![Kind::Landlock],
        }
    }
}

/// Whether an assignment's programs can be run on this machine.
#[derive(Debug)]
pub enum Here {
    /// They are, native ones behind this fence.
    Runs(Option<Sandbox>),
    /// They are not.
    RunsNothing,
}

/// This executable, which starts itself anew between the grader and a program.
pub fn helper() -> anyhow::Result<PathBuf> {
    Ok(std::env::current_exe()?)
}

/// Debian's packages that bring the commands which native assignments usually need.
const PACKAGES: [(&str, &str); 6] = [
    ("cc", "gcc"),
    ("gcc", "gcc"),
    ("c++", "g++"),
    ("g++", "g++"),
    ("javac", "default-jdk-headless"),
    ("python3", "python3"),
];

fn not_there(assignment: &str, command: &str) -> String {
    let known = PACKAGES.iter().find(|(known, _)| *known == command);
    let advice = known.map_or_else(
        || "install it, or name the folder it is in under `view:` of the machine in assignment.yaml".to_owned(),
        |(_, package)| format!("install it (`apt-get install {package}` on Debian and Ubuntu)"),
    );
    format!("the assignment {assignment} needs the command `{command}`, which is not there for programs: {advice}")
}

/// Exit code 6 on systems for which there is no sandbox at all.
fn is_supported() -> Result<(), Failed> {
    match self_test::UNSUPPORTED {
        Some(reason) => Err(Failed::new(NO_SANDBOX, reason)),
        None => Ok(()),
    }
}

impl SandboxArgs {
    /// The fence for an assignment, exit code 6 where none holds, or where what builds and starts programs is not there;
    /// `None` where its programs are interpreted.
    pub fn of(&self, assignment: &Assignment) -> anyhow::Result<Option<Sandbox>> {
        let MachineSpec::Native { recipe, .. } = &assignment.machine else {
            return Ok(None);
        };
        is_supported()?;
        if let Some(command) = recipe.missing() {
            return Err(Failed::new(NO_SANDBOX, not_there(&assignment.name, command)).into());
        }
        self.sandbox().map(Some)
    }

    /// The same where all assignments are gone through: what one of them lacks here is said, and the others go on.
    pub fn or_skip(&self, assignment: &Assignment) -> anyhow::Result<Here> {
        match self.of(assignment) {
            Ok(sandbox) => Ok(Here::Runs(sandbox)),
            Err(error)
                if error
                    .downcast_ref::<Failed>()
                    .is_some_and(|failed| failed.code == NO_SANDBOX) =>
            {
                super::say(&format!(
                    "{}: its programs are not run here: {error:#}",
                    assignment.name
                ));
                Ok(Here::RunsNothing)
            }
            Err(error) => Err(error),
        }
    }

    /// The fence that was asked for.
    pub fn sandbox(&self) -> anyhow::Result<Sandbox> {
        is_supported()?;
        let helper = helper()?;
        if self.unsafe_no_sandbox {
            return Ok(Sandbox {
                kind: Kind::Unsandboxed,
                helper,
                view: Vec::new(),
            });
        }
        let found = self_test::find(&self.sandbox.kinds(), &helper);
        found.map_err(|refusal| Failed::new(NO_SANDBOX, refusal.to_string()).into())
    }
}
