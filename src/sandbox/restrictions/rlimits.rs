//! The kernel's own limits on a process. The keeper holds tighter ones on all processes of a run together; these hold
//! where it looks away for a moment.

use nix::sys::resource::{Resource, setrlimit};

use crate::sandbox::limits::Limits;

/// Bytes of stack, the same on every machine.
const STACK: u64 = 8 << 20;
/// Open files.
const FILES: u64 = 256;

/// Limits this process and all that it starts. `processes` is how many there may be of its user, where they can be counted so.
pub fn apply(limits: &Limits, processes: Option<u64>) -> nix::Result<()> {
    // Seconds, rounded up, and one more: the keeper is more exact.
    let seconds = limits.cpu.div_ceil(1000) + 1;
    let caps = [
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_AS, limits.address_space),
        (Resource::RLIMIT_FSIZE, limits.disk),
        (Resource::RLIMIT_NOFILE, FILES),
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_MEMLOCK, 64 << 10),
        (Resource::RLIMIT_MSGQUEUE, 0),
        (Resource::RLIMIT_SIGPENDING, 256),
        (Resource::RLIMIT_NICE, 0),
        (Resource::RLIMIT_RTPRIO, 0),
    ];
    for (resource, cap) in caps {
        lower(resource, cap)?;
    }
    lower(Resource::RLIMIT_STACK, STACK)?;
    if let Some(processes) = processes {
        lower(Resource::RLIMIT_NPROC, processes)?;
    }
    Ok(())
}

/// A limit that is lower already stays.
fn lower(resource: Resource, cap: u64) -> nix::Result<()> {
    let (_, hard) = nix::sys::resource::getrlimit(resource)?;
    let cap = cap.min(hard);
    setrlimit(resource, cap, cap)
}
