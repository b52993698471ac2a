//! The process that builds the walls around itself and starts the student's program within them.
//!
//! Reads a [`Plan`] from standard input and writes [`InitStatus`]s to standard output; the program's own input and output are
//! pipes that the plan names. A wall that cannot be built ends it before the program is started.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::errno::Errno;
use nix::sys::personality::{self, Persona};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{Gid, Pid, Uid, setresgid, setresuid, setsid};
use rustix::process::{WaitOptions, wait};

use super::helper::{self, HelperProcess};
use super::kind::{Kind, LOG, SUBMISSION};
use super::protocol::{Exit, InitStatus, Plan, receive, send};
use super::restrictions::landlock::{self, Rules};
use super::restrictions::seccomp::{self, Freedom};
use super::restrictions::{namespaces, rlimits, user};
use super::view;

/// Why the walls are not there.
type SandboxError = Box<dyn std::error::Error>;

/// What tells programs that watch themselves when to report, and how. What they print themselves is no report.
const WATCH: [(&str, &str, &str); 2] = [
    (
        "ASAN_OPTIONS",
        "handle_abort=1:detect_leaks=0:color=never:detect_stack_use_after_return=0",
        "asan",
    ),
    // What is undefined ends the program, so that the log has the line.
    ("UBSAN_OPTIONS", "color=never:halt_on_error=1:abort_on_error=1", "ubsan"),
];

/// The program's standard input, output and error.
struct Stdio3 {
    files: [File; 3],
}

/// Does what the plan on standard input says. Gives the exit code.
pub fn main() -> u8 {
    let Ok(mut words) = words() else { return 1 };
    let plan: Plan = match receive(&mut io::stdin().lock()) {
        Ok(plan) => plan,
        Err(error) => return fail(&mut words, &format!("the plan: {error}")),
    };
    match apply_restrictions(&plan) {
        Ok(stdio) => start(&plan, stdio, words),
        Err(error) => fail(&mut words, &error.to_string()),
    }
}

/// Standard output, kept apart from what the program gets as its own.
fn words() -> io::Result<File> {
    let copy: OwnedFd = io::stdout().as_fd().try_clone_to_owned()?;
    Ok(copy.into())
}

fn fail(words: &mut File, reason: &str) -> u8 {
    let _ = send(words, &InitStatus::Failed(reason.to_owned()));
    1
}

/// Every restriction, in the order in which they are laid: each needs what the next ones take away.
fn apply_restrictions(plan: &Plan) -> Result<Stdio3, SandboxError> {
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(named("the parent-death signal"))?;
    own_session()?;
    first_to_end();
    let stdio = open_stdio(plan)?;
    close_descriptors()?;
    repeat_addresses();
    enter_root(plan)?;
    rlimits::apply(&plan.limits, plan.counted_processes()).map_err(named("the limits"))?;
    if plan.kind == Kind::Unsandboxed {
        become_nobody(plan)?;
        return Ok(stdio);
    }
    drop_privileges(plan)?;
    prctl::set_no_new_privs().map_err(named("no new privileges"))?;
    // A compiler that is made to read its own input would wait for it.
    let open = if plan.writes { &[][..] } else { &stdio.files };
    landlock::apply(&rules(plan), open)?;
    // It has the program's user where nobody else could be chosen; its memory and its pipes are not the program's to open.
    prctl::set_dumpable(false).map_err(named("the fence's own memory"))?;
    seccomp::apply(plan.freedom())?;
    Ok(stdio)
}

/// Starts an init as the first process of a new process namespace, and ends with it. Gives the exit code.
pub fn main_in_new_namespace() -> u8 {
    let started = prctl::set_pdeathsig(Signal::SIGKILL)
        .and_then(|()| namespaces::own_processes_for_children())
        .map_err(io::Error::from)
        .and_then(|()| {
            Command::new(helper::EXECUTABLE)
                .arg(HelperProcess::Init.argument())
                .env_clear()
                .spawn()
        });
    match started {
        Ok(mut init) => {
            let _ = init.wait();
            0
        }
        Err(error) => words().map_or(1, |mut words| {
            fail(&mut words, &format!("the process namespace: {error}"))
        }),
    }
}

fn named<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> SandboxError {
    move |error| format!("{what}: {error}").into()
}

impl Plan {
    /// Whether the program stays this process's child, so that this one is left as the first of its namespace.
    fn has_child(&self) -> bool {
        self.kind.has_root()
    }

    /// Whether processes are counted: where the user is nobody else's.
    fn counts_processes(&self) -> bool {
        self.user.is_some() || self.kind.has_root()
    }

    /// How many processes may be counted for that user, if they are: in a user namespace those that fence it in have the
    /// same one.
    fn counted_processes(&self) -> Option<u64> {
        let sandbox = match (self.user, self.kind) {
            (Some(_), _) => 0,
            (None, Kind::Namespaces) => 3,
            (None, _) => 1,
        };
        self.counts_processes().then(|| self.limits.processes + sandbox)
    }

    /// Processes that have a user, or a namespace, of their own may do as they like with each other.
    fn freedom(&self) -> Freedom {
        let apart = self.counts_processes();
        Freedom {
            forks: apart || self.forks,
            signals: apart,
            modes: apart || self.writes,
            // Builds are compilers' work, and have time enough.
            children: self.writes,
        }
    }
}

/// Where memory runs out, the program goes first, and not the grader.
fn first_to_end() {
    let switch = OpenOptions::new().write(true).open("/proc/self/oom_score_adj");
    let _ = switch.and_then(|mut switch| switch.write_all(b"1000"));
}

/// A session of its own has no controlling terminal.
fn own_session() -> Result<(), SandboxError> {
    match setsid() {
        // It leads one already.
        Ok(_) | Err(Errno::EPERM) => Ok(()),
        Err(error) => Err(named("a session of its own")(error)),
    }
}

fn open_stdio(plan: &Plan) -> Result<Stdio3, SandboxError> {
    let open = |path: &PathBuf, reads: bool, writes: bool| {
        let mut options = OpenOptions::new();
        options.read(reads).write(writes).custom_flags(libc::O_NOCTTY);
        let opened = options.open(path);
        opened.map_err(|error| SandboxError::from(format!("{}: {error}", path.display())))
    };
    let [input, output, errors] = &plan.stdio;
    let is_terminal = input == output;
    Ok(Stdio3 {
        files: [
            open(input, true, is_terminal)?,
            open(output, is_terminal, true)?,
            open(errors, is_terminal, true)?,
        ],
    })
}

/// Marks everything but the standard ones to be closed before the program runs.
fn close_descriptors() -> Result<(), SandboxError> {
    use nix::fcntl::{FcntlArg, FdFlag, fcntl};
    // What this executable opens itself is marked already; this is for what it inherited.
    for entry in std::fs::read_dir("/proc/self/fd").map_err(named("the open files"))? {
        let path = entry?.path();
        let number: Option<i32> = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        let Some(number) = number.filter(|number| *number > 2) else {
            continue;
        };
        // Safe code reaches an inherited descriptor by its number through a copy alone.
        if let Some(flags) = descriptor_flags(number)
            && flags & libc::O_CLOEXEC == 0
        {
            nix::unistd::close(number).map_err(named("an inherited file"))?;
        }
    }
    for standard in [io::stdin().as_fd(), io::stdout().as_fd()] {
        fcntl(standard, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).map_err(named("the words"))?;
    }
    Ok(())
}

/// The flags of an open file, as the kernel shows them.
fn descriptor_flags(number: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{number}")).ok()?;
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
    i32::from_str_radix(flags.trim(), 8).ok()
}

/// The same addresses in every run, so that what a program reads by mistake is the same too.
fn repeat_addresses() {
    if let Ok(now) = personality::get() {
        let _ = personality::set(now | Persona::ADDR_NO_RANDOMIZE);
    }
}

fn enter_root(plan: &Plan) -> Result<(), SandboxError> {
    if let Some(root) = &plan.root {
        namespaces::enter_root(root, plan).map_err(named("the file system"))?;
    } else if plan.kind != Kind::Bubblewrap {
        std::env::set_current_dir(&plan.folder).map_err(named("the folder"))?;
    }
    Ok(())
}

fn drop_privileges(plan: &Plan) -> Result<(), SandboxError> {
    if plan.user.is_none() {
        if plan.kind.has_root() {
            user::drop_privileges().map_err(named("the privileges"))?;
        }
    } else if !plan.has_child() {
        become_nobody(plan)?;
    }
    Ok(())
}

/// Becomes the user of the plan, for good.
fn become_nobody(plan: &Plan) -> Result<(), SandboxError> {
    let Some(user) = plan.user else { return Ok(()) };
    let lost = named::<Errno>("the user");
    nix::unistd::setgroups(&[]).map_err(&lost)?;
    let group = Gid::from_raw(user);
    setresgid(group, group, group).map_err(&lost)?;
    let user = Uid::from_raw(user);
    setresuid(user, user, user).map_err(&lost)?;
    // The change of user has taken these away.
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(&lost)?;
    Ok(())
}

/// What may be opened.
fn rules(plan: &Plan) -> Rules {
    let (folder, scratch) = if plan.kind.has_root() {
        (PathBuf::from(SUBMISSION), PathBuf::from("/tmp"))
    } else {
        (plan.folder.clone(), plan.scratch.clone())
    };
    let mut rules = Rules {
        // In a file system of its own something else stands in that place.
        reads: if plan.kind.has_root() {
            plan.view.clone()
        } else {
            view::without(&plan.view, &plan.grader)
        },
        writes: std::iter::once(scratch).chain(log_folder(plan)).collect(),
        devices: namespaces::DEVICES.map(|device| Path::new("/dev").join(device)).into(),
    };
    if plan.kind.has_root() {
        rules.reads.push("/proc".into());
        rules.devices.push("/dev/fd".into());
    }
    // Where it reads its own options, and what is where in its memory.
    if plan.log.is_some() && !plan.kind.has_root() {
        rules.reads.push("/proc/self".into());
    }
    if plan.writes {
        rules.writes.push(folder);
    } else {
        rules.reads.push(folder);
    }
    rules
}

/// Starts the program. Gives the exit code.
fn start(plan: &Plan, stdio: Stdio3, mut words: File) -> u8 {
    let mut command = command(plan, stdio);
    if !plan.has_child() {
        // This process becomes the program: that the words end says that it runs.
        let error = command.exec();
        let _ = send(&mut words, &not_started(plan, &error));
        return 1;
    }
    if let Some(user) = plan.user {
        command.uid(user).gid(user);
    }
    let child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let _ = send(&mut words, &not_started(plan, &error));
            return 1;
        }
    };
    // Its pipes are the program's alone from here on.
    drop(command);
    if send(&mut words, &InitStatus::Started).is_err() {
        return 1;
    }
    let exit = wait_for(Pid::from_raw(child.id() as i32));
    let _ = send(&mut words, &InitStatus::Ended(exit));
    let _ = words.flush();
    0
}

fn not_started(plan: &Plan, error: &io::Error) -> InitStatus {
    let name = plan.command.first().map_or("", String::as_str);
    InitStatus::NotStarted(match error.kind() {
        io::ErrorKind::NotFound => format!("`{name}` is not there"),
        io::ErrorKind::PermissionDenied => format!("`{name}` cannot be executed"),
        _ => match error.raw_os_error() {
            Some(libc::ENOEXEC) => format!("`{name}` is no program for this machine"),
            _ => format!("`{name}`: {error}"),
        },
    })
}

fn command(plan: &Plan, stdio: Stdio3) -> Command {
    let mut words = plan.command.iter();
    let mut command = Command::new(words.next().map_or("", String::as_str));
    let home = if plan.kind.has_root() {
        Path::new("/tmp")
    } else {
        &plan.scratch
    };
    let [input, output, errors] = stdio.files.map(Stdio::from);
    command
        .args(words)
        .env_clear()
        .env("PATH", view::search_path(&plan.view))
        .env("HOME", home)
        .env("TMPDIR", home)
        .env("LANG", "C.UTF-8")
        .env("LC_ALL", "C.UTF-8")
        .env("TERM", "dumb")
        .envs(watch(plan))
        .stdin(input)
        .stdout(output)
        .stderr(errors);
    command
}

/// The variables of a program that watches itself: with a log of its own for each part of it that does.
fn watch(plan: &Plan) -> Vec<(&'static str, String)> {
    let Some(log) = log_folder(plan) else { return Vec::new() };
    let option = |(name, options, file): (&'static str, &str, &str)| {
        (name, format!("{options}:log_path=\"{}\"", log.join(file).display()))
    };
    WATCH.map(option).into()
}

/// Where it finds the folder of these logs.
fn log_folder(plan: &Plan) -> Option<PathBuf> {
    let log = plan.log.clone()?;
    Some(if plan.kind.has_root() { LOG.into() } else { log })
}

/// Waits for the program, and for whatever it left behind until then.
fn wait_for(program: Pid) -> Exit {
    let any_kind = WaitOptions::from_bits_retain(libc::__WALL as u32);
    loop {
        match wait(any_kind) {
            Ok(Some((pid, status))) if pid.as_raw_pid() == program.as_raw() => {
                if let Some(exit) = Exit::of(status) {
                    return exit;
                }
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            // Cannot be: it is a child until it was waited for.
            Err(_) => return Exit::Signal(Signal::SIGKILL as i32),
        }
    }
}
