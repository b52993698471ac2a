//! The grader's end of a keeper.

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

/// Where and how students' programs are run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// The kind.
    pub kind: Kind,
    /// The executable that has the roles of [`super::role`]: `c4grade`.
    pub helper: PathBuf,
    /// Folders that programs may read besides the system's.
    pub view: Vec<PathBuf>,
}

/// The grader, or the machine, failed; what is said completes "failed to run the program: ".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("failed to run the program: {0}")]
pub struct SandboxError(pub String);

impl From<io::Error> for SandboxError {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A keeper at work. Dropping it ends it, and all that it runs.
#[derive(Debug)]
pub struct SupervisorClient {
    supervisor: Child,
    requests: Option<ChildStdin>,
    reports: BufReader<ChildStdout>,
    work: TempDir,
    /// Ended and removed when the keeper has ended.
    #[cfg(has_sandbox)]
    group: Option<Group>,
}

impl SupervisorClient {
    /// Starts a keeper.
    pub fn open(sandbox: &Sandbox) -> Result<Self, SandboxError> {
        Self::open_beside(sandbox, Vec::new())
    }

    /// Starts a keeper that removes some further folders when it ends, however the grader went.
    pub fn open_beside(sandbox: &Sandbox, wipes: Vec<PathBuf>) -> Result<Self, SandboxError> {
        let work = private_folder()?;
        let mut supervisor = Command::new(&sandbox.helper)
            .arg(HelperProcess::Supervisor.argument())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| SandboxError(format!("{}: {error}", sandbox.helper.display())))?;
        let (Some(requests), Some(reports)) = (supervisor.stdin.take(), supervisor.stdout.take()) else {
            return Err(SandboxError("the keeper has no pipes".to_owned()));
        };
        let mut client = Self {
            supervisor,
            requests: Some(requests),
            reports: BufReader::new(reports),
            work,
            #[cfg(has_sandbox)]
            group: Group::make(),
        };
        let setup = Setup {
            kind: sandbox.kind,
            view: view::visible_paths(&sandbox.view),
            work: client.work.path().to_owned(),
            wipes,
            group: client.group_folder(),
        };
        client.say(|requests| send(requests, &setup))?;
        match receive::<Option<String>>(&mut client.reports) {
            Ok(None) => Ok(client),
            Ok(Some(reason)) => Err(SandboxError(reason)),
            Err(error) => Err(SandboxError(format!("the keeper did not start: {error}"))),
        }
    }

    /// A folder that is gone when the keeper is.
    pub fn work(&self) -> &Path {
        self.work.path()
    }

    #[cfg(has_sandbox)]
    fn group_folder(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.folder().to_owned())
    }

    #[cfg(not(has_sandbox))]
    #[expect(clippy::unused_self, reason = "there are no such groups")]
    fn group_folder(&self) -> Option<PathBuf> {
        None
    }

    /// The control group of the keeper and all that it runs, where there is one.
    #[cfg(has_sandbox)]
    pub fn group(&self) -> Option<&Group> {
        self.group.as_ref()
    }

    fn say(&mut self, say: impl FnOnce(&mut ChildStdin) -> io::Result<()>) -> Result<(), SandboxError> {
        let requests = self
            .requests
            .as_mut()
            .ok_or_else(|| SandboxError("the keeper is gone".to_owned()))?;
        say(requests).map_err(|error| SandboxError(format!("the keeper is gone: {error}")))
    }

    /// Runs a process to its end.
    pub fn run(&mut self, request: &RunRequest) -> Result<RunReport, SandboxError> {
        self.say(|requests| {
            send(requests, request)?;
            send_bytes(requests, &request.input)
        })?;
        let reports = &mut self.reports;
        let mut report: RunReport =
            receive(reports).map_err(|error| SandboxError(format!("the keeper is gone: {error}")))?;
        report.output = receive_bytes(reports)?;
        report.errors = receive_bytes(reports)?;
        report.findings = receive_bytes(reports)?;
        match report.failure {
            Some(reason) => Err(SandboxError(reason)),
            None => Ok(report),
        }
    }
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
        // The end of its input is the keeper's end.
        self.requests = None;
        let _ = self.supervisor.wait();
    }
}
