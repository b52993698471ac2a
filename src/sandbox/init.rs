//! The init: restricts itself, starts the program, and reports how it ended.
//!
//! Takes a [`Plan`] and writes [`InitStatus`] messages: as this executable again from standard input to standard output, as a copy
//! of the supervisor to a pipe. The program's own input and output are other pipes, or a terminal. If a restriction cannot be
//! applied, the program is not started.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::sys::signal::Signal;
use nix::unistd::{Pid, getgid, pause};
use rustix::process::{WaitOptions, wait};

use super::helper::{self, HelperProcess};
use super::protocol::{Exit, InitStatus, Plan, receive, send};
use super::restrictions::descriptors::Stdio as ProgramStdio;
use super::restrictions::{Inherited, apply_restrictions, namespaces, process};
use super::view;

/// Does what the plan on standard input says. Returns the exit code.
pub fn main() -> u8 {
    let Ok(mut status) = status_pipe() else { return 1 };
    let plan: Plan = match receive(&mut io::stdin().lock()) {
        Ok(plan) => plan,
        Err(error) => return fail(&mut status, &format!("the plan: {error}")),
    };

    match apply_restrictions(&plan, None) {
        Ok(stdio) => start(&plan, stdio, &mut status),
        Err(error) => fail(&mut status, &error.to_string()),
    }
}

/// The same for a copy of the supervisor. Returns the exit code, unless the program has ended: the supervisor then kills this
/// process, which takes less time than its own end.
pub fn main_of_copy(plan: &Plan, mut inherited: Inherited) -> u8 {
    let code = match apply_restrictions(plan, Some(&mut inherited)) {
        Ok(stdio) => start(plan, stdio, &mut inherited.status),
        Err(error) => fail(&mut inherited.status, &error.to_string()),
    };
    loop {
        if code != 0 {
            return code;
        }
        pause();
    }
}

/// Starts an init as the first process of a new process namespace, and ends with it. Returns the exit code.
pub fn main_in_new_namespace() -> u8 {
    let started = process::die_with_parent()
        .and_then(|()| namespaces::unshare_processes())
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
        Err(error) => status_pipe().map_or(1, |mut status| {
            fail(&mut status, &format!("the process namespace: {error}"))
        }),
    }
}

/// Standard output, separate from the program's.
fn status_pipe() -> io::Result<File> {
    let copy: OwnedFd = io::stdout().as_fd().try_clone_to_owned()?;
    Ok(copy.into())
}

/// Reports that the sandbox failed. Returns the exit code.
pub fn fail(status: &mut File, reason: &str) -> u8 {
    let _ = send(status, &InitStatus::Failed(reason.to_owned()));
    1
}

/// Starts the program: as a child where this process is the first of its namespace, and in its own place otherwise.
fn start(plan: &Plan, stdio: ProgramStdio, status: &mut File) -> u8 {
    let mut command = command(plan, stdio);
    if !plan.has_child() {
        // The program is started when the status pipe closes.
        let error = command.exec();
        let _ = send(status, &not_started(plan, &error));
        return 1;
    }

    // Where it changes a group, `Command` forks. Else it would need room in this process, which may have more of it reserved
    // than a program may have at all.
    match plan.user {
        Some(user) => command.uid(user).gid(user),
        None => command.gid(getgid().as_raw()),
    };
    let child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let _ = send(status, &not_started(plan, &error));
            return 1;
        }
    };
    // From here on only the program has its pipes.
    drop(command);
    if send(status, &InitStatus::Started).is_err() {
        return 1;
    }

    let exit = wait_for(Pid::from_raw(child.id() as i32));
    u8::from(send(status, &InitStatus::Ended(exit)).is_err())
}

fn not_started(plan: &Plan, error: &io::Error) -> InitStatus {
    let name = plan.command.first().map_or("", String::as_str);
    InitStatus::NotStarted(match error.kind() {
        io::ErrorKind::NotFound => format!("`{name}` was not found"),
        io::ErrorKind::PermissionDenied => format!("`{name}` cannot be executed"),
        _ => match error.raw_os_error() {
            Some(libc::ENOEXEC) => format!("`{name}` is not a program for this machine"),
            _ => format!("`{name}`: {error}"),
        },
    })
}

/// The program with its arguments, environment and standard files.
fn command(plan: &Plan, stdio: ProgramStdio) -> Command {
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
        .envs(log_variables(plan))
        .stdin(input)
        .stdout(output)
        .stderr(errors);
    command
}

/// The variables that tell a program where to write its logs.
fn log_variables(plan: &Plan) -> Vec<(String, String)> {
    let Some(folder) = plan.log_folder() else {
        return Vec::new();
    };
    let variables = plan.logs.iter().map(|log| {
        let path = folder.join(&log.file);
        (log.variable.clone(), format!("{}=\"{}\"", log.options, path.display()))
    });
    variables.collect()
}

/// Waits for the program, and reaps every orphan that ends before it.
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
            // Cannot happen: it is a child until it was waited for.
            Err(_) => return Exit::Signal(Signal::SIGKILL as i32),
        }
    }
}
