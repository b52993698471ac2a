//! The supervisor: starts programs, enforces limits on them, and leaves nothing of them behind.
//!
//! Reads one [`Setup`] from standard input, then [`RunRequest`]s, and answers each with a [`RunReport`] on standard output.
//! It has a single thread. When standard input ends, the caller is gone: the supervisor kills what runs, wipes its folder
//! and ends.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::fd::{AsFd as _, OwnedFd};

use nix::unistd::setsid;

use super::folders;
use super::protocol::{RunReport, RunRequest, Setup, receive, receive_bytes, send, send_bytes};
use super::restrictions::namespaces;

mod channel;
mod cleanup;
mod copies;
mod open_files;
mod processes;
mod start;
mod state;
mod tail;
mod waiting;
mod watch;

pub use cleanup::kill_own_user;
use state::{ROOT, Supervisor};

/// Serves until the caller is gone. Returns the exit code.
pub fn main() -> u8 {
    u8::from(supervise().is_err())
}

fn supervise() -> io::Result<()> {
    let (mut requests, mut reports) = connection()?;
    // So that an interrupt from the terminal reaches only the caller.
    let _ = setsid();

    let setup: Setup = receive(&mut requests)?;
    let (work, wipes) = (setup.work.clone(), setup.wipes.clone());
    let served = match Supervisor::new(setup, requests) {
        Ok(supervisor) => send(&mut reports, &None::<String>).and_then(|()| serve(supervisor, &mut reports)),
        Err(error) => send(&mut reports, &Some(error)),
    };

    // What is mounted there belongs to the machine and must not be wiped.
    namespaces::leave_root(&work.join(ROOT));
    for folder in std::iter::once(work).chain(wipes) {
        let _ = folders::wipe(&folder);
    }
    served
}

/// Standard input and output, without buffers.
fn connection() -> io::Result<(File, File)> {
    let requests: OwnedFd = io::stdin().as_fd().try_clone_to_owned()?;
    let reports: OwnedFd = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((requests.into(), reports.into()))
}

fn serve(mut supervisor: Supervisor, reports: &mut File) -> io::Result<()> {
    while let Ok(mut request) = receive::<RunRequest>(&mut supervisor.requests) {
        request.input = receive_bytes(&mut supervisor.requests)?;
        let report = watch::run(&mut supervisor, &request).unwrap_or_else(|error| RunReport {
            failure: Some(error.to_string()),
            ..RunReport::default()
        });

        send(reports, &report)?;
        send_bytes(reports, &report.output)?;
        send_bytes(reports, &report.errors)?;
        send_bytes(reports, &report.logs)?;
        reports.flush()?;
    }
    Ok(())
}
