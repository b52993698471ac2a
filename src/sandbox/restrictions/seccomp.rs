//! The filter of system calls: what a program that computes, reads and prints needs, and no more.
//!
//! A call that is not on the list fails as if the kernel did not have it, so that language runtimes fall back on older
//! calls. A call on the list can be refused for its arguments: new namespaces, sockets, typing into terminals, and, where
//! the program's processes share a user with others, starting processes and signalling.

use std::collections::BTreeMap;

use libc as sys;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

use crate::sandbox::protocol::Plan;

mod calls;

use calls::{CALLS, IOCTLS, MODES, NAMESPACES, OLDER, REFUSED, SIGNAL_COMMANDS, TIOCLINUX, TIOCSTI};

/// What a process may do in addition to the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each permission is independent")]
struct Permissions {
    /// Start processes; otherwise only threads.
    forks: bool,
    /// Signal other processes; otherwise only itself.
    signals: bool,
    /// Change modes, owners and times of files.
    modes: bool,
    /// Set what happens when a child ends. A child that nobody has to wait for takes its processor time with it, so this
    /// needs a kernel that counts that time elsewhere.
    children: bool,
}

impl Permissions {
    fn of(plan: &Plan) -> Self {
        let is_separate = plan.is_separate();
        Self {
            forks: is_separate || plan.writes,
            signals: is_separate,
            modes: is_separate || plan.writes,
            // Builds run compilers, which have plenty of time.
            children: plan.writes || plan.counts_children,
        }
    }
}

/// Why the filter could not be applied.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no filter for this processor.
    #[error("there is no filter of system calls for this processor")]
    Processor,
    /// It cannot be compiled.
    #[error("the filter of system calls: {0}")]
    Filter(#[from] seccompiler::BackendError),
    /// The kernel does not accept it.
    #[error("the filter of system calls: {0}")]
    Kernel(#[from] seccompiler::Error),
}

/// Filters the system calls of this process and all that it starts.
pub fn apply(plan: &Plan) -> Result<(), Error> {
    let permissions = Permissions::of(plan);
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(|_| Error::Processor)?;

    // The refusals first: the list does not have the call that adds a filter.
    let refused = SeccompAction::Errno(sys::EPERM as u32);
    let filter = compile(refusals(permissions)?, SeccompAction::Allow, refused, architecture)?;
    seccompiler::apply_filter(&filter)?;

    let unknown = SeccompAction::Errno(sys::ENOSYS as u32);
    let filter = compile(allowed(permissions)?, unknown, SeccompAction::Allow, architecture)?;
    seccompiler::apply_filter(&filter)?;
    Ok(())
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn compile(
    rules: Rules,
    otherwise: SeccompAction,
    matched: SeccompAction,
    architecture: TargetArch,
) -> Result<BpfProgram, Error> {
    let filter = SeccompFilter::new(rules, otherwise, matched, architecture)?;
    Ok(BpfProgram::try_from(filter)?)
}

/// The list. What the other filter refuses is on it, so that it fails as forbidden and not as unknown.
fn allowed(permissions: Permissions) -> Result<Rules, Error> {
    let known = CALLS.iter().chain(OLDER).copied();
    let mut rules: Rules = known
        .chain(refusals(permissions)?.into_keys())
        .map(|call| (call, Vec::new()))
        .collect();

    // Its own limits, which it cannot raise.
    rules.insert(sys::SYS_prlimit64, vec![all([is(0, 0)?])?]);
    // Two ends of one socket, which leads nowhere else.
    rules.insert(sys::SYS_socketpair, vec![all([is(0, sys::AF_UNIX as u64)?])?]);
    let ioctls = IOCTLS.iter().chain(&[TIOCSTI, TIOCLINUX]);
    let ioctls = ioctls.map(|request| all([is(1, *request)?]));
    rules.insert(sys::SYS_ioctl, ioctls.collect::<Result<_, _>>()?);

    if !permissions.modes {
        for call in MODES {
            rules.remove(call);
        }
    }
    allow_processes(&mut rules, permissions)?;
    allow_signals(&mut rules, permissions)?;
    Ok(rules)
}

fn allow_processes(rules: &mut Rules, permissions: Permissions) -> Result<(), Error> {
    let thread = sys::CLONE_THREAD as u64;
    let mut clone = vec![masked(0, NAMESPACES, 0)?];
    if !permissions.forks {
        clone.push(masked(0, thread, thread)?);
    }
    rules.insert(sys::SYS_clone, vec![SeccompRule::new(clone)?]);

    #[cfg(target_arch = "x86_64")]
    if permissions.forks {
        rules.extend([(sys::SYS_fork, Vec::new()), (sys::SYS_vfork, Vec::new())]);
    }
    Ok(())
}

fn allow_signals(rules: &mut Rules, permissions: Permissions) -> Result<(), Error> {
    let own = u64::from(std::process::id());
    for call in [sys::SYS_kill, sys::SYS_tkill, sys::SYS_tgkill] {
        let to = if permissions.signals {
            Vec::new()
        } else {
            vec![all([is(0, own)?])?]
        };
        rules.insert(call, to);
    }
    Ok(())
}

/// What is refused for its arguments, or always. Where both filters match, the kernel takes the stricter one.
fn refusals(permissions: Permissions) -> Result<Rules, Error> {
    let mut rules: Rules = REFUSED.into_iter().map(|call| (call, Vec::new())).collect();
    rules.insert(sys::SYS_ioctl, vec![all([is(1, TIOCSTI)?])?, all([is(1, TIOCLINUX)?])?]);

    // A file that signals another process when it can be read.
    let commands = SIGNAL_COMMANDS.into_iter().map(|command| all([is(1, command)?]));
    let mut of_files: Vec<SeccompRule> = commands.collect::<Result<_, _>>()?;
    let asynchronous = sys::O_ASYNC as u64;
    of_files.push(all([
        is(1, sys::F_SETFL as u64)?,
        masked(2, asynchronous, asynchronous)?,
    ])?);
    rules.insert(sys::SYS_fcntl, of_files);

    if !permissions.children {
        rules.insert(sys::SYS_rt_sigaction, vec![all([is(0, sys::SIGCHLD as u64)?])?]);
    }

    // Hiding from the supervisor, and living on without it.
    let [dumpable, on_death] = [sys::PR_SET_DUMPABLE, sys::PR_SET_PDEATHSIG].map(|option| option as u64);
    rules.insert(sys::SYS_prctl, vec![all([is(0, dumpable)?])?, all([is(0, on_death)?])?]);

    // Shared memory without a name exists even when no process has it mapped, and then nobody counts it.
    let shared = (sys::MAP_SHARED | sys::MAP_ANONYMOUS) as u64;
    rules.insert(sys::SYS_mmap, vec![all([masked(3, shared, shared)?])?]);
    Ok(rules)
}

/// The argument has this value, in the 32 bits that the kernel reads.
fn is(argument: u8, value: u64) -> Result<SeccompCondition, Error> {
    Ok(SeccompCondition::new(
        argument,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        value,
    )?)
}

/// Of the argument's bits in the mask, exactly these are set.
fn masked(argument: u8, mask: u64, bits: u64) -> Result<SeccompCondition, Error> {
    let compare = SeccompCmpOp::MaskedEq(mask);
    Ok(SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, bits)?)
}

fn all<const COUNT: usize>(conditions: [SeccompCondition; COUNT]) -> Result<SeccompRule, Error> {
    Ok(SeccompRule::new(conditions.into())?)
}
