//! The filter of system calls: what a program that computes, reads and prints needs, and no more.
//!
//! A call that is not on the list fails as if the kernel did not have it, so that language runtimes fall back on older
//! calls. A call on the list can be refused for its arguments: new namespaces, sockets, typing into terminals, and, where
//! the program's processes share a user with others, starting processes and signalling.

use libc as sys;
use seccompiler::BpfProgram;

use crate::sandbox::protocol::Plan;

mod calls;
mod program;

use program::{Condition, OWN_ARCHITECTURE, Rules, always};

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
    /// The kernel does not accept it.
    #[error("the filter of system calls: {0}")]
    Kernel(#[from] seccompiler::Error),
}

/// A filter of system calls.
#[derive(Debug)]
pub struct Filter {
    permissions: Permissions,
    program: BpfProgram,
}

impl Filter {
    /// The filter for a plan. Where processes may not signal each other it is for this process alone.
    pub fn new(plan: &Plan) -> Result<Self, Error> {
        let permissions = Permissions::of(plan);
        let architecture = OWN_ARCHITECTURE.ok_or(Error::Processor)?;
        let program = program::program(architecture, &refusals(permissions), &allowed(permissions));
        Ok(Self { permissions, program })
    }

    /// Whether it is also the filter for another plan, in any process.
    pub fn is_for(&self, plan: &Plan) -> bool {
        self.permissions == Permissions::of(plan) && self.permissions.signals
    }

    /// Filters the system calls of this process and all that it starts.
    pub fn apply(&self) -> Result<(), Error> {
        seccompiler::apply_filter(&self.program)?;
        Ok(())
    }
}

/// What is allowed where no refusal holds.
fn allowed(permissions: Permissions) -> Rules {
    let known = CALLS.iter().chain(OLDER).copied();
    let mut rules: Rules = known.map(|call| (call, always())).collect();

    // Its own limits, which it cannot raise.
    rules.insert(sys::SYS_prlimit64, vec![vec![is(0, 0)]]);
    // Two ends of one socket, which leads nowhere else.
    rules.insert(sys::SYS_socketpair, vec![vec![is(0, sys::AF_UNIX as u64)]]);
    let ioctls = IOCTLS.iter().map(|request| vec![is(1, *request)]);
    rules.insert(sys::SYS_ioctl, ioctls.collect());

    if !permissions.modes {
        for call in MODES {
            rules.remove(call);
        }
    }
    allow_processes(&mut rules, permissions);
    allow_signals(&mut rules, permissions);
    rules
}

fn allow_processes(rules: &mut Rules, permissions: Permissions) {
    let thread = sys::CLONE_THREAD as u64;
    let mut clone = vec![masked(0, NAMESPACES, 0)];
    if !permissions.forks {
        clone.push(masked(0, thread, thread));
    }
    rules.insert(sys::SYS_clone, vec![clone]);

    #[cfg(target_arch = "x86_64")]
    if permissions.forks {
        rules.extend([(sys::SYS_fork, always()), (sys::SYS_vfork, always())]);
    }
}

fn allow_signals(rules: &mut Rules, permissions: Permissions) {
    let own = u64::from(std::process::id());
    for call in [sys::SYS_kill, sys::SYS_tkill, sys::SYS_tgkill] {
        let to = if permissions.signals {
            always()
        } else {
            vec![vec![is(0, own)]]
        };
        rules.insert(call, to);
    }
}

/// What is refused, for its arguments or always, even where it is allowed otherwise.
fn refusals(permissions: Permissions) -> Rules {
    let mut rules: Rules = REFUSED.into_iter().map(|call| (call, always())).collect();
    rules.insert(
        sys::SYS_ioctl,
        [TIOCSTI, TIOCLINUX].map(|request| vec![is(1, request)]).into(),
    );

    // A file that signals another process when it can be read.
    let commands = SIGNAL_COMMANDS.into_iter().map(|command| vec![is(1, command)]);
    let asynchronous = sys::O_ASYNC as u64;
    let on_input = vec![is(1, sys::F_SETFL as u64), masked(2, asynchronous, asynchronous)];
    rules.insert(sys::SYS_fcntl, commands.chain([on_input]).collect());

    if !permissions.children {
        rules.insert(sys::SYS_rt_sigaction, vec![vec![is(0, sys::SIGCHLD as u64)]]);
    }

    // Hiding from the supervisor, and living on without it.
    let options = [sys::PR_SET_DUMPABLE, sys::PR_SET_PDEATHSIG];
    let hiding = options.map(|option| vec![is(0, option as u64)]);
    rules.insert(sys::SYS_prctl, hiding.into());

    // Shared memory without a name exists even when no process has it mapped, and then nobody counts it.
    let shared = (sys::MAP_SHARED | sys::MAP_ANONYMOUS) as u64;
    rules.insert(sys::SYS_mmap, vec![vec![masked(3, shared, shared)]]);
    rules
}

/// The argument has this value, in the 32 bits that the kernel reads.
fn is(argument: u8, value: u64) -> Condition {
    masked(argument, u64::from(u32::MAX), value)
}

/// Of the argument's bits in the mask, exactly these are set.
fn masked(argument: u8, mask: u64, bits: u64) -> Condition {
    let [mask, bits] = [mask, bits].map(|value| value as u32);
    Condition { argument, mask, bits }
}
