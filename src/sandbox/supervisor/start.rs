//! Starting the init of a run, and ending everything of it.

use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Gid, Pid, Uid, chown};
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};

use super::channel::Channel;
use super::{Supervisor, processes};
use crate::sandbox::folders;
use crate::sandbox::helper::{self, HelperProcess};
use crate::sandbox::kind::Kind;
use crate::sandbox::protocol::{Exit, Plan, RunRequest, send};
use crate::sandbox::restrictions::{bubblewrap, namespaces, user};

/// Logs of a program that watches itself that are read, and bytes of each.
const MOST_LOGS: usize = 8;
const LONGEST_LOG: u64 = 64 << 10;

/// A run that was started.
#[derive(Debug)]
pub struct Started {
    /// The init, or what became of it.
    pub init: i32,
    /// Can be read when that has ended.
    pub exited: OwnedFd,
    /// Its words, until the last one.
    pub words: Option<File>,
    /// Whether it becomes the program, and says no word then.
    pub becomes_program: bool,
    /// The channel to the program.
    pub channel: Channel,
    /// The pipes' folder and the scratch folder, to wipe.
    folders: Vec<PathBuf>,
    /// Where what the program writes is counted.
    pub counted: Option<PathBuf>,
    /// Where a program that watches itself says what it finds.
    log: Option<PathBuf>,
    /// As whom to look at the processes' files, where the keeper itself may not.
    pub seen_by: Option<u32>,
}

impl Supervisor {
    /// Starts an init for an order.
    pub fn start(&mut self, request: &RunRequest) -> io::Result<Started> {
        self.runs += 1;
        let folder = |name: &str| self.setup.work.join(format!("{name}-{}", self.runs));
        let (pipes, scratch) = (folder("pipes"), folder("scratch"));
        fs::create_dir(&pipes)?;
        let mut folders = vec![pipes.clone()];
        let channel = if request.terminal {
            Channel::terminal()?
        } else {
            Channel::pipes(&pipes)?
        };
        let owned = |path: &Path| self.give_away(path);
        // So that `/dev/stdin` and the like can be opened by the program.
        channel.paths().iter().try_for_each(|path| owned(path))?;
        if !self.setup.kind.has_root() {
            fs::create_dir(&scratch)?;
            fs::set_permissions(&scratch, fs::Permissions::from_mode(0o700))?;
            owned(&scratch)?;
            folders.push(scratch.clone());
        }
        let log = request.traced.then(|| folder("log"));
        if let Some(log) = &log {
            fs::create_dir(log)?;
            fs::set_permissions(log, fs::Permissions::from_mode(0o700))?;
            owned(log)?;
            folders.push(log.clone());
        }
        if request.writes {
            owned(&request.folder)?;
            for entry in fs::read_dir(&request.folder)? {
                owned(&entry?.path())?;
            }
        }
        let counted = match (request.writes, self.setup.kind.has_root()) {
            (true, _) => Some(request.folder.clone()),
            (false, false) => Some(scratch.clone()),
            // Its `/tmp` is a file system of its own, and has a size.
            (false, true) => log.clone(),
        };
        let plan = Plan {
            log: log.clone(),
            ..self.plan(request, scratch, &channel)
        };
        let mut init = self.init(&plan, &pipes, &channel)?.spawn()?;
        let number = init.id() as i32;
        let exited = rustix::process::Pid::from_raw(number).ok_or(io::ErrorKind::NotFound)?;
        let exited = rustix::process::pidfd_open(exited, rustix::process::PidfdFlags::empty())?;
        // An init that is gone already has said why.
        let _ = init.stdin.take().map(|mut plans| send(&mut plans, &plan));
        let words = init.stdout.take().map(|words| OwnedFd::from(words).into());
        Ok(Started {
            init: number,
            exited,
            words,
            becomes_program: !self.setup.kind.has_root(),
            channel,
            folders,
            counted,
            log,
            seen_by: self.user.filter(|_| !self.setup.kind.has_root() && !user::sees_all()),
        })
    }

    /// To whom the programs run as.
    fn give_away(&self, path: &Path) -> io::Result<()> {
        if let Some(user) = self.user {
            let follow = path.symlink_metadata()?.is_symlink();
            if !follow {
                chown(path, Some(Uid::from_raw(user)), Some(Gid::from_raw(user)))?;
            }
        }
        Ok(())
    }

    fn plan(&self, request: &RunRequest, scratch: PathBuf, channel: &Channel) -> Plan {
        let mut stdio = channel.paths();
        if self.setup.kind == Kind::Bubblewrap {
            let pipe = |path: &PathBuf| Path::new(bubblewrap::PIPES).join(path.file_name().unwrap_or_default());
            let terminal = |_: &PathBuf| PathBuf::from(bubblewrap::TERMINAL);
            stdio = if request.terminal {
                stdio.each_ref().map(terminal)
            } else {
                stdio.each_ref().map(pipe)
            };
        }
        Plan {
            kind: self.setup.kind,
            command: request.command.clone(),
            folder: request.folder.clone(),
            writes: request.writes,
            scratch,
            view: self.setup.view.clone(),
            grader: self.executable.clone(),
            root: self.root.clone(),
            stdio,
            // Behind that fence it is nobody else from the start.
            user: self.user.filter(|_| self.setup.kind != Kind::Bubblewrap),
            limits: request.limits,
            forks: request.writes,
            log: None,
        }
    }

    fn init(&self, plan: &Plan, pipes: &Path, channel: &Channel) -> io::Result<Command> {
        let mut helper = HelperProcess::Init;
        let mut command = match self.setup.kind {
            Kind::Bubblewrap => {
                let bwrap = bubblewrap::find().ok_or_else(|| io::Error::other("bwrap is not installed"))?;
                let mut command = Command::new(bwrap);
                command.args(bubblewrap::arguments(plan, pipes, &self.helper));
                if let Channel::Terminal { path, .. } = channel {
                    command.arg("--dev-bind").arg(path).arg(bubblewrap::TERMINAL);
                }
                command.arg("--").arg(bubblewrap::HELPER);
                if let Some(user) = self.user {
                    command.uid(user).gid(user);
                }
                command
            }
            Kind::Namespaces | Kind::Landlock | Kind::Unsandboxed => {
                if let Some(own) = &self.processes {
                    namespaces::next_processes(own)?;
                } else if self.setup.kind == Kind::Namespaces {
                    helper = HelperProcess::NamespaceInit;
                }
                Command::new(helper::EXECUTABLE)
            }
        };
        command
            .arg(helper.argument())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if self.setup.kind != Kind::Bubblewrap {
            command.arg0("c4grade-init");
        }
        Ok(command)
    }

    /// Ends everything that runs below the keeper, and waits until nothing is left of it. Gives the init's own end.
    pub fn end_all(&self, init: i32) -> Option<Exit> {
        let mut of_init = None;
        loop {
            for pid in processes::below(std::process::id() as i32) {
                processes::end(pid);
            }
            self.end_user();
            loop {
                match wait(WaitOptions::NOHANG | WaitOptions::from_bits_retain(libc::__WALL as u32)) {
                    Ok(None) => break,
                    Ok(Some((pid, status))) if pid.as_raw_pid() == init => of_init = Exit::of(status),
                    Ok(Some(_)) | Err(Errno::INTR) => {}
                    // No child is left.
                    Err(_) => return of_init,
                }
            }
            // Killed, but not gone yet.
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    }

    /// Ends all processes of the throw-away user at once: none of them can start another in the meantime. Needed where
    /// they have no process namespace, and cannot be seen by their parents because these change faster than one looks.
    fn end_user(&self) {
        const RUNS_AWAY: usize = 8;
        let Some(user) = self.user.filter(|_| !self.setup.kind.has_root()) else {
            return;
        };
        if processes::below(std::process::id() as i32).len() < RUNS_AWAY {
            return;
        }
        let mut sweep = Command::new(helper::EXECUTABLE);
        sweep
            .arg(HelperProcess::KillUser.argument())
            .env_clear()
            .uid(user)
            .gid(user);
        sweep.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Ok(mut sweep) = sweep.spawn() {
            let _ = sweep.wait();
        }
    }
}

impl Supervisor {
    /// Takes back what a build was given, so that no later run can change it.
    pub fn take_back(&self, folder: &Path) -> io::Result<()> {
        if self.user.is_none() {
            return Ok(());
        }
        let (user, group) = (Some(Uid::effective()), Some(Gid::effective()));
        for entry in walkdir::WalkDir::new(folder).max_depth(32) {
            let entry = entry?;
            if !entry.path_is_symlink() {
                chown(entry.path(), user, group)?;
            }
        }
        Ok(())
    }
}

impl Started {
    /// What a program that watches itself said of what it found, apart from what it printed.
    pub fn findings(&self) -> Vec<u8> {
        let Some(log) = &self.log else { return Vec::new() };
        let entries = fs::read_dir(log).into_iter().flatten().flatten();
        let mut logs: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        logs.sort();
        let logs = logs.iter().take(MOST_LOGS);
        logs.flat_map(|log| folders::beginning(log, LONGEST_LOG).unwrap_or_default())
            .collect()
    }

    /// Removes the folders of the run.
    pub fn clear(&self) -> io::Result<()> {
        self.folders.iter().try_for_each(|folder| folders::wipe(folder))
    }
}

/// Signals everything that this user may signal, but for this process.
pub fn kill_own_user() -> u8 {
    if Uid::effective().is_root() {
        return 1;
    }
    let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
    0
}
