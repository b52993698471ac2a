//! The program's open files: its standard ones and no others.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};

use super::{RestrictionError, failed};
use crate::sandbox::protocol::Plan;

/// The program's standard input, output and error.
#[derive(Debug)]
pub struct Stdio {
    /// In this order.
    pub files: [File; 3],
    /// Whether they have paths.
    pub are_named: bool,
}

/// Opens the program's standard files: pipes, or a terminal.
pub fn open_stdio(plan: &Plan) -> Result<Stdio, RestrictionError> {
    let [input, output, errors] = plan.stdio.as_ref().ok_or("the program has no standard files")?;
    let is_terminal = input == output;

    Ok(Stdio {
        files: [
            open(input, true, is_terminal)?,
            open(output, is_terminal, true)?,
            open(errors, is_terminal, true)?,
        ],
        are_named: true,
    })
}

fn open(path: &Path, reads: bool, writes: bool) -> Result<File, RestrictionError> {
    let mut options = OpenOptions::new();
    options.read(reads).write(writes).custom_flags(libc::O_NOCTTY);
    let opened = options.open(path);
    opened.map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Closes every inherited file except this process's own standard ones, which are marked to be closed when the program
/// starts.
pub fn close_inherited() -> Result<(), RestrictionError> {
    for entry in std::fs::read_dir("/proc/self/fd").map_err(failed("the open files"))? {
        let path = entry?.path();
        let number: Option<i32> = path.file_name().and_then(|name| name.to_str()?.parse().ok());
        let Some(number) = number.filter(|number| *number > 2) else {
            continue;
        };

        // What this process opened itself is marked already.
        if descriptor_flags(number).is_some_and(|flags| flags & libc::O_CLOEXEC == 0) {
            nix::unistd::close(number).map_err(failed("an inherited file"))?;
        }
    }

    for standard in [io::stdin().as_fd(), io::stdout().as_fd()] {
        fcntl(standard, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC)).map_err(failed("the status pipe"))?;
    }
    Ok(())
}

/// Closes every file except these. The standard ones are replaced by `/dev/null`.
pub fn close_all_but(kept: &[BorrowedFd]) -> Result<(), RestrictionError> {
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")
        .map_err(failed("/dev/null"))?;
    rustix::stdio::dup2_stdin(&null).map_err(failed("standard input"))?;
    rustix::stdio::dup2_stdout(&null).map_err(failed("standard output"))?;
    rustix::stdio::dup2_stderr(&null).map_err(failed("standard error"))?;
    drop(null);

    let mut others = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fd").map_err(failed("the open files"))? {
        let name = entry.map_err(failed("the open files"))?.file_name();
        let number = name.to_str().and_then(|name| name.parse::<i32>().ok());
        let is_kept = |number: i32| number <= 2 || kept.iter().any(|file| file.as_raw_fd() == number);
        others.extend(number.filter(|number| !is_kept(*number)));
    }
    for number in others {
        match nix::unistd::close(number) {
            // The list of open files was itself one of them.
            Ok(()) | Err(Errno::EBADF) => {}
            Err(error) => return Err(failed("an inherited file")(error)),
        }
    }
    Ok(())
}

/// The flags of an open file, as the kernel shows them (`proc_pid_fdinfo(5)`).
fn descriptor_flags(number: i32) -> Option<i32> {
    let text = std::fs::read_to_string(format!("/proc/self/fdinfo/{number}")).ok()?;
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?;
    i32::from_str_radix(flags.trim(), 8).ok()
}
