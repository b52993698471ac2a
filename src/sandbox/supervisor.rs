//! The keeper: the process that starts students' programs, holds the caps on them, and leaves nothing of them behind.
//!
//! Reads one [`Setup`] from standard input, then [`RunRequest`]s, and answers each with a [`RunReport`] on standard output. It knows no
//! case, no report and no verdict, and has no thread but this one. When standard input ends, the grader is gone: the
//! keeper kills what runs, wipes its folder and ends.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use nix::sys::prctl;
use nix::unistd::{Gid, chown, setsid};

use super::folders;
use super::helper;
use super::kind::Kind;
use super::protocol::{RunReport, RunRequest, Setup, receive, receive_bytes, send, send_bytes};
use super::restrictions::cgroup::Entered;
use super::restrictions::{namespaces, user};

mod channel;
mod processes;
mod start;
mod watch;

pub use start::kill_own_user;

/// The prepared root in the keeper's folder.
const ROOT: &str = "root";

/// What a keeper has for all its processes.
#[derive(Debug)]
struct Supervisor {
    setup: Setup,
    /// The grader's end: it says nothing while a process runs, unless it is gone.
    grader: File,
    /// The prepared root, where the fence has one.
    root: Option<PathBuf>,
    /// The process namespace of the keeper, where it can return to that from others.
    processes: Option<File>,
    /// Who the programs are.
    user: Option<u32>,
    /// This executable.
    executable: PathBuf,
    /// This executable, as whoever starts programs can reach it.
    helper: PathBuf,
    /// How many processes were run.
    runs: u64,
    /// The control group, where there is one that can be entered.
    group: Option<Entered>,
}

/// Keeps until the grader is gone. Gives the exit code.
pub fn main() -> u8 {
    match keep() {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

/// Standard input and output without anything in between that could hold back or run ahead.
fn lines() -> io::Result<(File, File)> {
    let grader: OwnedFd = io::stdin().as_fd().try_clone_to_owned()?;
    let answers: OwnedFd = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((grader.into(), answers.into()))
}

fn keep() -> io::Result<()> {
    let (mut grader, mut answers) = lines()?;
    // The terminal's interrupt is for the grader alone.
    let _ = setsid();
    let setup: Setup = receive(&mut grader)?;
    let (work, wipes) = (setup.work.clone(), setup.wipes.clone());
    let kept = match Supervisor::new(setup, grader) {
        Ok(supervisor) => send(&mut answers, &None::<String>).and_then(|()| serve(supervisor, &mut answers)),
        Err(error) => send(&mut answers, &Some(error)),
    };
    // What is mounted there is the machine's own, and not to be wiped.
    namespaces::leave_root(&work.join(ROOT));
    for folder in std::iter::once(work).chain(wipes) {
        let _ = folders::wipe(&folder);
    }
    kept
}

fn serve(mut supervisor: Supervisor, answers: &mut File) -> io::Result<()> {
    while let Ok(mut request) = receive::<RunRequest>(&mut supervisor.grader) {
        request.input = receive_bytes(&mut supervisor.grader)?;
        let report = supervisor.run(&request).unwrap_or_else(|error| RunReport {
            failure: Some(error.to_string()),
            ..RunReport::default()
        });
        send(answers, &report)?;
        send_bytes(answers, &report.output)?;
        send_bytes(answers, &report.errors)?;
        send_bytes(answers, &report.findings)?;
        answers.flush()?;
    }
    Ok(())
}

impl Supervisor {
    /// Prepares what all runs share.
    fn new(setup: Setup, grader: File) -> Result<Self, String> {
        let named = |what: &'static str| move |error: io::Error| format!("{what}: {error}");
        prctl::set_child_subreaper(true).map_err(|error| format!("the reaper of orphans: {error}"))?;
        let group = setup.group.clone().and_then(|folder| Entered::enter(folder).ok());
        let user = user::throw_away();
        let executable = fs::read_link(helper::EXECUTABLE).map_err(named("the executable"))?;
        let mut helper = executable.clone();
        let root = setup.work.join(ROOT);
        let (root, processes) = match setup.kind {
            Kind::Namespaces => {
                fs::create_dir(&root).map_err(named("the root"))?;
                namespaces::enter().map_err(named("the namespaces"))?;
                namespaces::prepare_root(&root, &setup.view, &executable).map_err(named("the file system"))?;
                let own = namespaces::own_processes().map_err(named("the process namespace"))?;
                let can_return = namespaces::next_processes(&own).is_ok();
                (Some(root), can_return.then_some(own))
            }
            Kind::Bubblewrap | Kind::Landlock | Kind::Unsandboxed => {
                // The programs' user must get through to the submission and to the scratch folder, and nobody else.
                if let Some(user) = user.filter(|_| !namespaces::is_own_user()) {
                    let group = Some(Gid::from_raw(user));
                    chown(&setup.work, None, group).map_err(|error| named("the folder")(error.into()))?;
                    let open = fs::Permissions::from_mode(0o710);
                    fs::set_permissions(&setup.work, open).map_err(named("the folder"))?;
                }
                (None, None)
            }
        };
        // In a user namespace of its own there is nobody else to become.
        let user = user.filter(|_| !namespaces::is_own_user());
        if setup.kind == Kind::Bubblewrap && user.is_some() {
            helper = setup.work.join("init");
            folders::show_executable(&executable, &helper).map_err(named("the executable"))?;
        }
        Ok(Self {
            setup,
            grader,
            root,
            processes,
            user,
            executable,
            helper,
            runs: 0,
            group,
        })
    }
}
