//! The caller's end of a supervisor.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use super::helper::HelperProcess;
use super::kind::Kind;
use super::protocol::{RunReport, RunRequest, Setup, receive, receive_bytes, send, send_bytes};
#[cfg(has_sandbox)]
use super::restrictions::cgroup::Group;
use super::view;

/// What programs run in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// The kind.
    pub kind: Kind,
    /// The executable to start as [a helper](super::run_helper): `c4grade`.
    pub executable: PathBuf,
    /// Paths that programs may read in addition to the system's.
    pub view: Vec<PathBuf>,
}

/// The sandbox or the machine failed, which is never the program's fault. The text completes "failed to run the program: ".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("failed to run the program: {0}")]
pub struct SandboxError(pub String);

impl From<io::Error> for SandboxError {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A running supervisor. Dropping it ends the supervisor and everything that it runs.
#[derive(Debug)]
pub struct SupervisorClient {
    supervisor: Child,
    /// `None` once the supervisor was asked to end.
    requests: Option<ChildStdin>,
    reports: BufReader<ChildStdout>,
    work: TempDir,
    /// Removed after the supervisor has ended.
    #[cfg(has_sandbox)]
    group: Option<Group>,
}

impl SupervisorClient {
    /// Starts a supervisor.
    pub fn start(sandbox: &Sandbox) -> Result<Self, SandboxError> {
        Self::start_with(sandbox, Vec::new())
    }

    /// Starts a supervisor that also removes these folders when it ends, even if the caller was killed.
    pub fn start_with(sandbox: &Sandbox, wipes: Vec<PathBuf>) -> Result<Self, SandboxError> {
        let mut supervisor = supervisor_command(sandbox)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| SandboxError(format!("{}: {error}", sandbox.executable.display())))?;
        let (Some(requests), Some(reports)) = (supervisor.stdin.take(), supervisor.stdout.take()) else {
            return Err(SandboxError("the supervisor has no pipes".to_owned()));
        };

        #[cfg(has_sandbox)]
        let group = Group::make();
        // The supervisor removes the folder even if this process is killed: it must not exist long before it knows of it.
        let mut client = Self {
            supervisor,
            requests: Some(requests),
            reports: BufReader::new(reports),
            work: private_folder()?,
            #[cfg(has_sandbox)]
            group,
        };
        let setup = Setup {
            kind: sandbox.kind,
            view: view::visible_paths(&sandbox.view),
            work: client.work.path().to_owned(),
            wipes,
            group: client.group_folder(),
        };
        client.send(|requests| send(requests, &setup))?;

        match receive::<Option<String>>(&mut client.reports) {
            Ok(None) => Ok(client),
            Ok(Some(reason)) => Err(SandboxError(reason)),
            Err(error) => Err(SandboxError(format!("the supervisor did not start: {error}"))),
        }
    }

    /// A folder for this supervisor's programs, removed when it ends.
    pub fn work(&self) -> &Path {
        self.work.path()
    }

    #[cfg(has_sandbox)]
    fn group_folder(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.folder().to_owned())
    }

    #[cfg(not(has_sandbox))]
    #[expect(clippy::unused_self, reason = "there are no control groups")]
    fn group_folder(&self) -> Option<PathBuf> {
        None
    }

    /// The control group of the supervisor and all that it runs, where there is one.
    #[cfg(has_sandbox)]
    pub fn group(&self) -> Option<&Group> {
        self.group.as_ref()
    }

    fn send(&mut self, message: impl FnOnce(&mut ChildStdin) -> io::Result<()>) -> Result<(), SandboxError> {
        let requests = self
            .requests
            .as_mut()
            .ok_or_else(|| SandboxError("the supervisor has ended".to_owned()))?;
        message(requests).map_err(|error| has_ended(&error))
    }

    /// Runs a process to its end.
    pub fn run(&mut self, request: &RunRequest) -> Result<RunReport, SandboxError> {
        self.send(|requests| {
            send(requests, request)?;
            send_bytes(requests, &request.input)
        })?;

        let reports = &mut self.reports;
        let mut report: RunReport = receive(reports).map_err(|error| has_ended(&error))?;
        report.output = receive_bytes(reports)?;
        report.errors = receive_bytes(reports)?;
        report.logs = receive_bytes(reports)?;
        match report.failure {
            Some(reason) => Err(SandboxError(reason)),
            None => Ok(report),
        }
    }
}

/// The command that starts a supervisor.
fn supervisor_command(sandbox: &Sandbox) -> Command {
    let mut command = Command::new(&sandbox.executable);
    // Inits that are copies of the supervisor show their arguments to programs.
    #[cfg(has_sandbox)]
    std::os::unix::process::CommandExt::arg0(&mut command, "c4grade");
    command.arg(HelperProcess::Supervisor.argument());
    if sandbox.kind == Kind::Namespaces {
        // Nor must they have the caller's environment.
        command.env_clear();
    }
    command
}

fn has_ended(error: &io::Error) -> SandboxError {
    SandboxError(format!("the supervisor has ended: {error}"))
}

/// A folder that no other user may enter.
fn private_folder() -> io::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    folder.prefix("c4grade-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        folder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    folder.tempdir()
}

impl Drop for SupervisorClient {
    fn drop(&mut self) {
        // The supervisor ends when its standard input closes.
        self.requests = None;
        let _ = self.supervisor.wait();
    }
}
