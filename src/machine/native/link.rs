//! The grader's end of a keeper.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

#[cfg(fenced)]
use super::fence::cgroup::Group;
use super::fence::{self, Kind};
use super::order::{Order, Report, Setup, receive, receive_bytes, send, send_bytes};
use super::role::Role;

/// Where and how students' programs are run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
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
pub struct Broken(pub String);

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// A keeper at work. Dropping it ends it, and all that it runs.
#[derive(Debug)]
pub struct Link {
    keeper: Child,
    orders: Option<ChildStdin>,
    reports: BufReader<ChildStdout>,
    work: TempDir,
    /// Ended and removed when the keeper has ended.
    #[cfg(fenced)]
    group: Option<Group>,
}

impl Link {
    /// Starts a keeper.
    pub fn open(fence: &Fence) -> Result<Self, Broken> {
        Self::open_beside(fence, Vec::new())
    }

    /// Starts a keeper that removes some further folders when it ends, however the grader went.
    pub fn open_beside(fence: &Fence, wipes: Vec<PathBuf>) -> Result<Self, Broken> {
        let work = private_folder()?;
        let mut keeper = Command::new(&fence.helper)
            .arg(Role::Keeper.word())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(|error| Broken(format!("{}: {error}", fence.helper.display())))?;
        let (Some(orders), Some(reports)) = (keeper.stdin.take(), keeper.stdout.take()) else {
            return Err(Broken("the keeper has no pipes".to_owned()));
        };
        let mut link = Self {
            keeper,
            orders: Some(orders),
            reports: BufReader::new(reports),
            work,
            #[cfg(fenced)]
            group: Group::make(),
        };
        let setup = Setup {
            kind: fence.kind,
            view: fence::view(&fence.view),
            work: link.work.path().to_owned(),
            wipes,
            group: link.group_folder(),
        };
        link.say(|orders| send(orders, &setup))?;
        match receive::<Option<String>>(&mut link.reports) {
            Ok(None) => Ok(link),
            Ok(Some(reason)) => Err(Broken(reason)),
            Err(error) => Err(Broken(format!("the keeper did not start: {error}"))),
        }
    }

    /// A folder that is gone when the keeper is.
    pub fn work(&self) -> &Path {
        self.work.path()
    }

    #[cfg(fenced)]
    fn group_folder(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.folder().to_owned())
    }

    #[cfg(not(fenced))]
    #[expect(clippy::unused_self, reason = "there are no such groups")]
    fn group_folder(&self) -> Option<PathBuf> {
        None
    }

    /// The control group of the keeper and all that it runs, where there is one.
    #[cfg(fenced)]
    pub fn group(&self) -> Option<&Group> {
        self.group.as_ref()
    }

    fn say(&mut self, say: impl FnOnce(&mut ChildStdin) -> io::Result<()>) -> Result<(), Broken> {
        let orders = self
            .orders
            .as_mut()
            .ok_or_else(|| Broken("the keeper is gone".to_owned()))?;
        say(orders).map_err(|error| Broken(format!("the keeper is gone: {error}")))
    }

    /// Runs a process to its end.
    pub fn run(&mut self, order: &Order) -> Result<Report, Broken> {
        self.say(|orders| {
            send(orders, order)?;
            send_bytes(orders, &order.input)
        })?;
        let reports = &mut self.reports;
        let mut report: Report = receive(reports).map_err(|error| Broken(format!("the keeper is gone: {error}")))?;
        report.output = receive_bytes(reports)?;
        report.errors = receive_bytes(reports)?;
        report.findings = receive_bytes(reports)?;
        match report.failure {
            Some(reason) => Err(Broken(reason)),
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

impl Drop for Link {
    fn drop(&mut self) {
        // The end of its input is the keeper's end.
        self.orders = None;
        let _ = self.keeper.wait();
    }
}
