//! The kernel's resource limits on a process (`setrlimit(2)`). The supervisor enforces tighter limits on all processes of a
//! run together; these apply between two of its checks.

use nix::sys::resource::{Resource, setrlimit};

use crate::sandbox::limits::Limits;

/// Bytes of stack, the same on every machine.
const STACK: u64 = 8 << 20;
/// Open files.
const FILES: u64 = 256;

/// Limits this process and all that it starts. `processes` is how many processes and threads its user may have.
pub fn apply(limits: &Limits, processes: u64) -> nix::Result<()> {
    // In seconds, rounded up, and one more: the supervisor is more exact.
    let seconds = limits.cpu.div_ceil(1000) + 1;
    let caps = [
        (Resource::RLIMIT_CPU, seconds),
        (Resource::RLIMIT_AS, limits.address_space),
        (Resource::RLIMIT_FSIZE, limits.disk),
        (Resource::RLIMIT_NOFILE, FILES),
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_NPROC, processes),
        (Resource::RLIMIT_MEMLOCK, 64 << 10),
        (Resource::RLIMIT_MSGQUEUE, 0),
        (Resource::RLIMIT_SIGPENDING, 256),
        (Resource::RLIMIT_NICE, 0),
        (Resource::RLIMIT_RTPRIO, 0),
    ];

    for (resource, cap) in caps {
        lower(resource, cap)?;
    }

    lower(Resource::RLIMIT_STACK, STACK)
}

/// Lowers a limit, unless it is lower already.
fn lower(resource: Resource, cap: u64) -> nix::Result<()> {
    let (_, hard) = nix::sys::resource::getrlimit(resource)?;
    let cap = cap.min(hard);
    setrlimit(resource, cap, cap)
}
