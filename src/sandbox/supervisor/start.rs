//! Starting a run: its pipes or terminal, its folders, and its init.

use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::unistd::{Gid, Uid, chown, fchown};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::channel::Channel;
use super::copies;
use super::state::Supervisor;
use crate::sandbox::folders;
use crate::sandbox::helper::{self, HelperProcess};
use crate::sandbox::kind::Kind;
use crate::sandbox::limits::Limits;
use crate::sandbox::protocol::{Plan, RunRequest, send};
use crate::sandbox::restrictions::{bubblewrap, namespaces, user};

/// How many logs of a program are read, and how many bytes of each.
const MOST_LOGS: usize = 8;
const LONGEST_LOG: u64 = 64 << 10;
/// Processor time in which a program may write its logs after its time is up, and the same of time asleep.
pub const LOGGING: Duration = Duration::from_secs(6);

/// A run that was started.
#[derive(Debug)]
pub struct Started {
    /// The process id of the init, or of the program that it became.
    pub init: i32,
    /// Can be read when that process has ended.
    pub exited: OwnedFd,
    /// The init's status messages, until the last one.
    pub status: Option<File>,
    /// Whether the init becomes the program. The status pipe closes then, without a message.
    pub becomes_program: bool,
    /// How many processes of the sandbox's own run beside the program. Each started the next one, and the last one started
    /// the program.
    pub helpers: usize,
    /// Whether all processes of the run stay below the first one of these, in a process namespace of its own.
    pub is_below_init: bool,
    /// The program's input and output.
    pub channel: Channel,
    /// The folder in which the program's files are measured, if any.
    pub measured: Option<PathBuf>,
    /// The user as whom to look at the processes' files, where the supervisor itself may not.
    pub seen_by: Option<u32>,
    folders: RunFolders,
}

/// The folders of one run.
#[derive(Debug)]
struct RunFolders {
    /// For pipes with names.
    pipes: Option<PathBuf>,
    /// For temporary files, where the program has no file system of its own.
    scratch: Option<PathBuf>,
    /// For logs, where there are any.
    log: Option<PathBuf>,
}

impl RunFolders {
    fn create(supervisor: &Supervisor, request: &RunRequest) -> io::Result<Self> {
        let path = |name: &str| supervisor.setup.work.join(format!("{name}-{}", supervisor.runs));
        let folders = Self {
            pipes: (!has_unnamed_pipes(supervisor, request)).then(|| path("pipes")),
            scratch: (!supervisor.setup.kind.has_root()).then(|| path("scratch")),
            log: (!request.logs.is_empty()).then(|| path("log")),
        };

        if let Some(pipes) = &folders.pipes {
            fs::create_dir(pipes)?;
        }
        for folder in folders.scratch.iter().chain(&folders.log) {
            fs::create_dir(folder)?;
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
            give_away(supervisor, folder)?;
        }
        Ok(folders)
    }
}

/// Whether the program's pipes have no names. A build's have: it may not open them again, and without names it could.
fn has_unnamed_pipes(supervisor: &Supervisor, request: &RunRequest) -> bool {
    supervisor.copies && !request.terminal && !request.writes
}

/// Starts an init for a request.
pub fn start(supervisor: &mut Supervisor, request: &RunRequest) -> io::Result<Started> {
    supervisor.runs += 1;
    let folders = RunFolders::create(supervisor, request)?;
    let (channel, ends) = match &folders.pipes {
        _ if request.terminal => (Channel::terminal()?, None),
        Some(pipes) => (Channel::pipes(pipes)?, None),
        None => Channel::unnamed_pipes().map(|(channel, ends)| (channel, Some(ends)))?,
    };

    // So that the program can open `/dev/stdin` and the like.
    for path in channel.paths().iter().flatten() {
        give_away(supervisor, path)?;
    }
    for end in ends.iter().flatten() {
        give_file_away(supervisor, end)?;
    }
    if request.writes {
        give_away(supervisor, &request.folder)?;
        for entry in fs::read_dir(&request.folder)? {
            give_away(supervisor, &entry?.path())?;
        }
    }

    let has_root = supervisor.setup.kind.has_root();
    let plan = plan(supervisor, request, &folders, &channel);
    let (init, status) = if supervisor.copies {
        let (init, status) = copies::start(supervisor, &plan, ends)?;
        (init, Some(status))
    } else {
        let pipes = folders.pipes.as_deref().unwrap_or(Path::new(""));
        execute(init_command(supervisor, &plan, pipes, &channel)?, &plan)?
    };
    let pid = Pid::from_raw(init).ok_or(io::ErrorKind::NotFound)?;
    let exited = pidfd_open(pid, PidfdFlags::empty())?;

    Ok(Started {
        init,
        exited,
        status,
        becomes_program: !has_root,
        is_below_init: supervisor.copies,
        helpers: match supervisor.setup.kind {
            Kind::Namespaces if supervisor.processes.is_some() => 1,
            // The process that made the namespace, and its first one.
            Kind::Namespaces | Kind::Bubblewrap => 2,
            Kind::Landlock | Kind::Unsandboxed => 0,
        },
        channel,
        measured: if request.writes {
            Some(request.folder.clone())
        } else {
            // A `/tmp` of its own is a file system with a size.
            folders.scratch.clone().or_else(|| folders.log.clone())
        },
        seen_by: supervisor.user.filter(|_| !has_root && !user::can_inspect_all()),
        folders,
    })
}

/// Starts an init that is this executable again. Returns its process id and the pipe for its status.
fn execute(mut command: Command, plan: &Plan) -> io::Result<(i32, Option<File>)> {
    let mut init = command.spawn()?;
    // If the init has ended already, its status says why.
    let _ = init.stdin.take().map(|mut plans| send(&mut plans, plan));
    let status = init.stdout.take().map(|status| OwnedFd::from(status).into());
    Ok((init.id() as i32, status))
}

/// Makes the programs' user the owner of an open file.
fn give_file_away(supervisor: &Supervisor, file: &File) -> io::Result<()> {
    match supervisor.user {
        Some(user) => Ok(fchown(file, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?),
        None => Ok(()),
    }
}

/// Makes the programs' user the owner of a path, except of links.
fn give_away(supervisor: &Supervisor, path: &Path) -> io::Result<()> {
    if let Some(user) = supervisor.user
        && !path.symlink_metadata()?.is_symlink()
    {
        chown(path, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?;
    }
    Ok(())
}

fn plan(supervisor: &Supervisor, request: &RunRequest, folders: &RunFolders, channel: &Channel) -> Plan {
    let setup = &supervisor.setup;
    let mut stdio = channel.paths();
    if setup.kind == Kind::Bubblewrap {
        let seen = |path: PathBuf| {
            if request.terminal {
                bubblewrap::TERMINAL.into()
            } else {
                Path::new(bubblewrap::PIPES).join(path.file_name().unwrap_or_default())
            }
        };
        stdio = stdio.map(|paths| paths.map(seen));
    }

    Plan {
        kind: setup.kind,
        command: request.command.clone(),
        folder: request.folder.clone(),
        writes: request.writes,
        scratch: folders.scratch.clone().unwrap_or_default(),
        view: setup.view.clone(),
        executable: supervisor.executable.clone(),
        root: supervisor.root.clone(),
        stdio,
        // `bwrap` is started as that user already.
        user: supervisor.user.filter(|_| setup.kind != Kind::Bubblewrap),
        limits: kernel_limits(request),
        most_processes: supervisor.most_processes(request),
        counts_children: supervisor.group.is_some(),
        log: folders.log.clone(),
        logs: request.logs.clone(),
    }
}

/// The limits that the kernel enforces. A program with logs may write them once its processor time is used up.
fn kernel_limits(request: &RunRequest) -> Limits {
    let logging = if request.logs.is_empty() {
        Duration::ZERO
    } else {
        LOGGING
    };
    Limits {
        cpu: request.limits.cpu + logging.as_millis() as u64,
        ..request.limits
    }
}

/// The command that starts the init of a run.
fn init_command(supervisor: &Supervisor, plan: &Plan, pipes: &Path, channel: &Channel) -> io::Result<Command> {
    let mut command = match supervisor.setup.kind {
        Kind::Bubblewrap => bubblewrap_command(supervisor, plan, pipes, channel)?,
        Kind::Namespaces | Kind::Landlock | Kind::Unsandboxed => {
            let mut helper = HelperProcess::Init;
            if let Some(own) = &supervisor.processes {
                namespaces::next_processes(own)?;
            } else if supervisor.setup.kind == Kind::Namespaces {
                helper = HelperProcess::NamespaceInit;
            }
            let mut command = Command::new(helper::EXECUTABLE);
            command.arg0("c4grade-init").arg(helper.argument());
            command
        }
    };

    command
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    Ok(command)
}

fn bubblewrap_command(supervisor: &Supervisor, plan: &Plan, pipes: &Path, channel: &Channel) -> io::Result<Command> {
    let bwrap = bubblewrap::find().ok_or_else(|| io::Error::other("bwrap is not installed"))?;
    let mut command = Command::new(bwrap);
    command.args(bubblewrap::arguments(plan, pipes, &supervisor.helper));
    if let Channel::Terminal { path, .. } = channel {
        command.arg("--dev-bind").arg(path).arg(bubblewrap::TERMINAL);
    }
    command
        .arg("--")
        .arg(bubblewrap::HELPER)
        .arg(HelperProcess::Init.argument());

    if let Some(user) = supervisor.user {
        command.uid(user).gid(user);
    }
    Ok(command)
}

impl Started {
    /// What is in the program's logs.
    pub fn logs(&self) -> Vec<u8> {
        let Some(log) = &self.folders.log else {
            return Vec::new();
        };
        let entries = fs::read_dir(log).into_iter().flatten().flatten();
        let mut logs: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        logs.sort();

        let logs = logs.iter().take(MOST_LOGS);
        logs.flat_map(|log| folders::beginning(log, LONGEST_LOG).unwrap_or_default())
            .collect()
    }

    /// Removes the folders of the run.
    pub fn remove_folders(&self) -> io::Result<()> {
        let RunFolders { pipes, scratch, log } = &self.folders;
        let folders = pipes.iter().chain(scratch).chain(log);
        folders.into_iter().try_for_each(|folder| folders::wipe(folder))
    }
}
