//! What a supervisor prepares once for all its runs.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use nix::sys::prctl;
use nix::unistd::{Gid, chown, getuid};

use super::processes::{stat, threads_of_user};
use crate::sandbox::folders;
use crate::sandbox::helper;
use crate::sandbox::kind::Kind;
use crate::sandbox::protocol::{Plan, RunRequest, Setup};
use crate::sandbox::restrictions::cgroup::Entered;
use crate::sandbox::restrictions::seccomp::Filter;
use crate::sandbox::restrictions::{namespaces, user};

/// The prepared file system, in the supervisor's folder.
pub const ROOT: &str = "root";
/// How many more processes and threads than now the grader's user may have during the runs of one supervisor. Where the
/// kernel cannot count a program's own, this bounds what it can start between two checks.
const MORE_OF_USER: u64 = 8192;

/// What all runs share.
#[derive(Debug)]
pub struct Supervisor {
    /// What the caller chose.
    pub setup: Setup,
    /// The caller's end of the connection. While a process runs, nothing arrives here; it closes when the caller is gone.
    pub requests: File,
    /// The prepared file system, where the sandbox has one.
    pub root: Option<PathBuf>,
    /// The supervisor's own process namespace, where it can return to it from others.
    pub processes: Option<File>,
    /// The user id of the programs.
    pub user: Option<u32>,
    /// How many processes and threads of the programs' user do not belong to a run, at most.
    other_processes: u64,
    /// This executable.
    pub executable: PathBuf,
    /// The path by which the programs' user can start this executable.
    pub helper: PathBuf,
    /// The number of runs so far.
    pub runs: u64,
    /// The control group, if there is one that can be entered.
    pub group: Option<Entered>,
    /// Whether inits are copies of this process. Only a process with a single thread can be copied.
    pub copies: bool,
    /// The filter of the last run.
    filter: Option<Rc<Filter>>,
}

/// Names the step that failed.
fn failed(step: &'static str) -> impl Fn(io::Error) -> String {
    move |error| format!("{step}: {error}")
}

impl Supervisor {
    /// Prepares what all runs share. The error says which step failed.
    pub fn new(setup: Setup, requests: File) -> Result<Self, String> {
        prctl::set_child_subreaper(true).map_err(|error| failed("the subreaper of orphans")(error.into()))?;
        let group = setup.group.clone().and_then(|folder| Entered::enter(folder).ok());
        let executable = fs::read_link(helper::EXECUTABLE).map_err(failed("the executable"))?;
        let unused = user::unused_id();

        let (mut root, mut processes) = (None, None);
        let is_separate = setup.kind == Kind::Namespaces;
        if is_separate {
            let prepared = setup.work.join(ROOT);
            processes = prepare_namespaces(&prepared, &setup, &executable)?;
            root = Some(prepared);
        } else if let Some(user) = unused.filter(|_| !namespaces::is_own_user()) {
            let_in(&setup.work, user).map_err(failed("the folder"))?;
        }

        // In a user namespace of its own there is no other user.
        let user = unused.filter(|_| !namespaces::is_own_user());
        let mut helper = executable.clone();
        if setup.kind == Kind::Bubblewrap && user.is_some() {
            helper = setup.work.join("init");
            folders::show_executable(&executable, &helper).map_err(failed("the executable"))?;
        }

        Ok(Self {
            requests,
            root,
            processes,
            user,
            other_processes: other_processes(setup.kind, user),
            setup,
            executable,
            helper,
            runs: 0,
            group,
            copies: is_separate && stat(std::process::id() as i32).is_some_and(|own| own.threads == 1),
            filter: None,
        })
    }

    /// How many processes and threads the kernel lets the programs' user have.
    pub fn most_processes(&self, request: &RunRequest) -> u64 {
        let is_grader = self.user.is_none() && !self.setup.kind.has_root();
        if is_grader && request.writes {
            // A compiler must not fail for what the user does elsewhere.
            return u64::MAX;
        }
        self.other_processes + request.limits.processes
    }

    /// The filter of system calls for a run.
    pub fn filter(&mut self, plan: &Plan) -> io::Result<Rc<Filter>> {
        if let Some(filter) = self.filter.as_ref().filter(|filter| filter.is_for(plan)) {
            return Ok(Rc::clone(filter));
        }
        let filter = Rc::new(Filter::new(plan).map_err(io::Error::other)?);
        self.filter = Some(Rc::clone(&filter));
        Ok(filter)
    }
}

/// The value of [`Supervisor::other_processes`].
fn other_processes(kind: Kind, user: Option<u32>) -> u64 {
    match (user, kind) {
        (Some(_), _) => 0,
        // In a user namespace the sandbox's own processes have the same user.
        (None, Kind::Namespaces) => 3,
        (None, Kind::Bubblewrap) => 1,
        (None, Kind::Landlock | Kind::Unsandboxed) => threads_of_user(getuid().as_raw()) + MORE_OF_USER,
    }
}

/// Enters namespaces and builds the programs' file system. Returns this process's own process namespace if it can return
/// to it.
fn prepare_namespaces(root: &Path, setup: &Setup, executable: &Path) -> Result<Option<File>, String> {
    fs::create_dir(root).map_err(failed("the root"))?;
    namespaces::unshare_all().map_err(failed("the namespaces"))?;
    namespaces::prepare_root(root, &setup.view, executable).map_err(failed("the file system"))?;

    let own = namespaces::own_processes().map_err(failed("the process namespace"))?;
    let can_return = namespaces::next_processes(&own).is_ok();
    Ok(can_return.then_some(own))
}

/// Lets one user, and nobody else, pass through the folder to what is in it.
fn let_in(folder: &Path, user: u32) -> io::Result<()> {
    chown(folder, None, Some(Gid::from_raw(user)))?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o710))
}
