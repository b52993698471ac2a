//! The filter of system calls: what a program that computes, reads and prints has a use for, and no more.
//!
//! A call that is not on the list is answered as by a kernel that does not have it, so that run-time systems fall back on
//! what they did before it was invented. A call on it may be refused for its arguments: new namespaces, sockets, typing
//! into terminals, and, where processes cannot be told apart by their user, starting processes and signalling others.
//!
//! Long because it lists system calls, one a line.

use std::collections::BTreeMap;

use libc as sys;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// What is allowed on every architecture.
const CALLS: &[i64] = &[
    // Files and descriptors.
    sys::SYS_read,
    sys::SYS_write,
    sys::SYS_readv,
    sys::SYS_writev,
    sys::SYS_pread64,
    sys::SYS_pwrite64,
    sys::SYS_preadv,
    sys::SYS_pwritev,
    sys::SYS_openat,
    sys::SYS_openat2,
    sys::SYS_close,
    sys::SYS_close_range,
    sys::SYS_lseek,
    sys::SYS_dup,
    sys::SYS_dup3,
    sys::SYS_fcntl,
    sys::SYS_flock,
    sys::SYS_fsync,
    sys::SYS_fdatasync,
    sys::SYS_ftruncate,
    sys::SYS_truncate,
    sys::SYS_fallocate,
    sys::SYS_fadvise64,
    sys::SYS_fstat,
    sys::SYS_newfstatat,
    sys::SYS_statx,
    sys::SYS_statfs,
    sys::SYS_fstatfs,
    sys::SYS_faccessat,
    sys::SYS_faccessat2,
    sys::SYS_readlinkat,
    sys::SYS_getdents64,
    sys::SYS_getcwd,
    sys::SYS_chdir,
    sys::SYS_fchdir,
    sys::SYS_mkdirat,
    sys::SYS_unlinkat,
    sys::SYS_renameat,
    sys::SYS_renameat2,
    sys::SYS_linkat,
    sys::SYS_symlinkat,
    sys::SYS_fchmod,
    sys::SYS_fchmodat,
    sys::SYS_fchown,
    sys::SYS_fchownat,
    sys::SYS_utimensat,
    sys::SYS_umask,
    sys::SYS_pipe2,
    sys::SYS_sendfile,
    sys::SYS_copy_file_range,
    sys::SYS_ppoll,
    sys::SYS_pselect6,
    sys::SYS_epoll_create1,
    sys::SYS_epoll_ctl,
    sys::SYS_epoll_pwait,
    sys::SYS_eventfd2,
    sys::SYS_timerfd_create,
    sys::SYS_timerfd_settime,
    sys::SYS_timerfd_gettime,
    // What passes on a socket that a program makes for itself; none can be made that leads out.
    sys::SYS_sendto,
    sys::SYS_recvfrom,
    sys::SYS_recvmsg,
    sys::SYS_shutdown,
    sys::SYS_getsockopt,
    sys::SYS_getsockname,
    sys::SYS_getpeername,
    // Memory.
    sys::SYS_brk,
    sys::SYS_mmap,
    sys::SYS_mprotect,
    sys::SYS_munmap,
    sys::SYS_mremap,
    sys::SYS_madvise,
    sys::SYS_msync,
    sys::SYS_mincore,
    sys::SYS_membarrier,
    sys::SYS_get_mempolicy,
    // Processes and threads.
    sys::SYS_execve,
    sys::SYS_exit,
    sys::SYS_exit_group,
    sys::SYS_wait4,
    sys::SYS_waitid,
    sys::SYS_set_tid_address,
    sys::SYS_set_robust_list,
    sys::SYS_get_robust_list,
    sys::SYS_rseq,
    sys::SYS_futex,
    sys::SYS_gettid,
    sys::SYS_getpid,
    sys::SYS_getppid,
    sys::SYS_getpgid,
    sys::SYS_setpgid,
    sys::SYS_getsid,
    sys::SYS_setsid,
    sys::SYS_getuid,
    sys::SYS_geteuid,
    sys::SYS_getgid,
    sys::SYS_getegid,
    sys::SYS_getresuid,
    sys::SYS_getresgid,
    sys::SYS_getgroups,
    sys::SYS_setuid,
    sys::SYS_setgid,
    sys::SYS_setgroups,
    sys::SYS_setresuid,
    sys::SYS_setresgid,
    sys::SYS_capget,
    sys::SYS_getpriority,
    sys::SYS_sched_yield,
    sys::SYS_sched_getaffinity,
    sys::SYS_sched_getparam,
    sys::SYS_sched_getscheduler,
    sys::SYS_sched_get_priority_max,
    sys::SYS_sched_get_priority_min,
    sys::SYS_sched_rr_get_interval,
    sys::SYS_getcpu,
    sys::SYS_getrusage,
    sys::SYS_times,
    sys::SYS_getrlimit,
    sys::SYS_setrlimit,
    sys::SYS_prctl,
    // Signals.
    sys::SYS_rt_sigaction,
    sys::SYS_rt_sigprocmask,
    sys::SYS_rt_sigreturn,
    sys::SYS_rt_sigpending,
    sys::SYS_rt_sigsuspend,
    sys::SYS_rt_sigtimedwait,
    sys::SYS_sigaltstack,
    sys::SYS_restart_syscall,
    // Time, and what the system says of itself.
    sys::SYS_clock_gettime,
    sys::SYS_clock_getres,
    sys::SYS_clock_nanosleep,
    sys::SYS_nanosleep,
    sys::SYS_gettimeofday,
    sys::SYS_getitimer,
    sys::SYS_setitimer,
    sys::SYS_timer_create,
    sys::SYS_timer_settime,
    sys::SYS_timer_gettime,
    sys::SYS_timer_getoverrun,
    sys::SYS_timer_delete,
    sys::SYS_uname,
    sys::SYS_sysinfo,
    sys::SYS_getrandom,
];

/// The older calls that only some architectures have.
#[cfg(target_arch = "x86_64")]
const OLDER: &[i64] = &[
    sys::SYS_open,
    sys::SYS_creat,
    sys::SYS_stat,
    sys::SYS_lstat,
    sys::SYS_access,
    sys::SYS_readlink,
    sys::SYS_getdents,
    sys::SYS_mkdir,
    sys::SYS_rmdir,
    sys::SYS_unlink,
    sys::SYS_rename,
    sys::SYS_link,
    sys::SYS_symlink,
    sys::SYS_chmod,
    sys::SYS_chown,
    sys::SYS_lchown,
    sys::SYS_utime,
    sys::SYS_utimes,
    sys::SYS_futimesat,
    sys::SYS_dup2,
    sys::SYS_pipe,
    sys::SYS_poll,
    sys::SYS_select,
    sys::SYS_epoll_create,
    sys::SYS_epoll_wait,
    sys::SYS_eventfd,
    sys::SYS_arch_prctl,
    sys::SYS_getpgrp,
    sys::SYS_pause,
    sys::SYS_alarm,
    sys::SYS_time,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[i64] = &[];

/// What can leave a note on a file that may not be written.
#[cfg(target_arch = "x86_64")]
const MODES: &[i64] = &[
    sys::SYS_chmod,
    sys::SYS_chown,
    sys::SYS_lchown,
    sys::SYS_fchmod,
    sys::SYS_fchmodat,
    sys::SYS_fchown,
    sys::SYS_fchownat,
    sys::SYS_utime,
    sys::SYS_utimes,
    sys::SYS_futimesat,
    sys::SYS_utimensat,
];
#[cfg(not(target_arch = "x86_64"))]
const MODES: &[i64] = &[
    sys::SYS_fchmod,
    sys::SYS_fchmodat,
    sys::SYS_fchown,
    sys::SYS_fchownat,
    sys::SYS_utimensat,
];

/// What may be asked of a file by `ioctl`: the settings and the size of a terminal, how much can be read, whether to wait
/// and whether to close at `exec`. The numbers are those of `asm-generic`.
const ASKED: &[u64] = &[
    0x5401,      // TCGETS
    0x5402,      // TCSETS
    0x5403,      // TCSETSW
    0x5404,      // TCSETSF
    0x5405,      // TCGETA
    0x5406,      // TCSETA
    0x5407,      // TCSETAW
    0x5408,      // TCSETAF
    0x5409,      // TCSBRK
    0x540A,      // TCXONC
    0x540B,      // TCFLSH
    0x540F,      // TIOCGPGRP
    0x5410,      // TIOCSPGRP
    0x5411,      // TIOCOUTQ
    0x5413,      // TIOCGWINSZ
    0x5414,      // TIOCSWINSZ
    0x541B,      // FIONREAD
    0x5421,      // FIONBIO
    0x5429,      // TIOCGSID
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
    0x802C_542A, // TCGETS2
    0x402C_542B, // TCSETS2
    0x402C_542C, // TCSETSW2
    0x402C_542D, // TCSETSF2
];

/// Flags of `clone` that make namespaces.
const NAMESPACES: u64 = (sys::CLONE_NEWNS
    | sys::CLONE_NEWUTS
    | sys::CLONE_NEWIPC
    | sys::CLONE_NEWUSER
    | sys::CLONE_NEWPID
    | sys::CLONE_NEWNET
    | sys::CLONE_NEWCGROUP) as u64;

/// What a process may do beyond the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a freedom of its own")]
pub struct Freedom {
    /// Start processes; else threads alone.
    pub forks: bool,
    /// Signal other processes; where they all have one user it may signal itself alone.
    pub signals: bool,
    /// Change modes, owners and times of files.
    pub modes: bool,
    /// Say what becomes of children that end; else each is waited for, so that its processor time is counted.
    pub children: bool,
}

/// Why there is no such wall.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no filter for this processor.
    #[error("no filter of system calls is written for this processor")]
    Processor,
    /// It cannot be made.
    #[error("the filter of system calls: {0}")]
    Filter(#[from] seccompiler::BackendError),
    /// The kernel does not take it.
    #[error("the filter of system calls: {0}")]
    Kernel(#[from] seccompiler::Error),
}

/// Filters the system calls of this process and all that it starts.
pub fn apply(freedom: Freedom) -> Result<(), Error> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(|_| Error::Processor)?;
    // The list goes last: it does not have the call that adds a filter.
    let refused = SeccompAction::Errno(sys::EPERM as u32);
    let refusals = refusals(freedom)?;
    seccompiler::apply_filter(&compile(refusals, SeccompAction::Allow, refused, architecture)?)?;
    let unknown = SeccompAction::Errno(sys::ENOSYS as u32);
    seccompiler::apply_filter(&compile(
        allowed(freedom)?,
        unknown,
        SeccompAction::Allow,
        architecture,
    )?)?;
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

fn allowed(freedom: Freedom) -> Result<Rules, Error> {
    let known = CALLS.iter().chain(OLDER).copied();
    // What the other filter refuses passes here, so that it is refused as forbidden, not as unknown.
    let mut rules: Rules = known
        .chain(refusals(freedom)?.into_keys())
        .map(|call| (call, Vec::new()))
        .collect();
    // Its own limits, which it cannot raise.
    rules.insert(sys::SYS_prlimit64, vec![all([is(0, 0)?])?]);
    // Two ends of one socket, which leads nowhere else.
    rules.insert(sys::SYS_socketpair, vec![all([is(0, sys::AF_UNIX as u64)?])?]);
    // What the other filter refuses of these passes here, so that it is refused as forbidden, not as unknown.
    let asked = ASKED
        .iter()
        .chain(&[TIOCSTI, TIOCLINUX])
        .map(|call| all([is(1, *call)?]));
    rules.insert(sys::SYS_ioctl, asked.collect::<Result<_, _>>()?);
    if !freedom.modes {
        for call in MODES {
            rules.remove(call);
        }
    }
    let thread = sys::CLONE_THREAD as u64;
    let mut clone = vec![masked(0, NAMESPACES, 0)?];
    if !freedom.forks {
        clone.push(masked(0, thread, thread)?);
    }
    rules.insert(sys::SYS_clone, vec![SeccompRule::new(clone)?]);
    #[cfg(target_arch = "x86_64")]
    if freedom.forks {
        rules.extend([(sys::SYS_fork, Vec::new()), (sys::SYS_vfork, Vec::new())]);
    }
    let own = u64::from(std::process::id());
    for call in [sys::SYS_kill, sys::SYS_tkill, sys::SYS_tgkill] {
        let to = if freedom.signals {
            Vec::new()
        } else {
            vec![all([is(0, own)?])?]
        };
        rules.insert(call, to);
    }
    Ok(rules)
}

/// The calls that type into a terminal for somebody else, and into the consoles (`ioctl_tty(2)`).
const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541C;

/// The commands that say whom a file signals when it can be read, and how (`fcntl(2)`).
const SIGNALS: [u64; 3] = [8, 10, 15];

/// What is refused for its arguments. The kernel takes the strictest of both filters.
fn refusals(freedom: Freedom) -> Result<Rules, Error> {
    let mut rules = Rules::new();
    rules.insert(sys::SYS_ioctl, vec![all([is(1, TIOCSTI)?])?, all([is(1, TIOCLINUX)?])?]);
    // A file that signals whom it likes when it can be read.
    let signals = SIGNALS.into_iter().map(|command| all([is(1, command)?]));
    let mut of_files: Vec<SeccompRule> = signals.collect::<Result<_, _>>()?;
    let asynchronous = sys::O_ASYNC as u64;
    of_files.push(all([
        is(1, sys::F_SETFL as u64)?,
        masked(2, asynchronous, asynchronous)?,
    ])?);
    rules.insert(sys::SYS_fcntl, of_files);
    // A child that nobody has to wait for is gone with the processor time that it used.
    if !freedom.children {
        rules.insert(sys::SYS_rt_sigaction, vec![all([is(0, sys::SIGCHLD as u64)?])?]);
    }
    // Who hides from the keeper, or would live on when it is gone.
    let [dumpable, on_death] = [sys::PR_SET_DUMPABLE, sys::PR_SET_PDEATHSIG].map(|option| option as u64);
    rules.insert(sys::SYS_prctl, vec![all([is(0, dumpable)?])?, all([is(0, on_death)?])?]);
    // Shared memory without a name stays when it is out of a process's sight, and so out of the count.
    let shared = (sys::MAP_SHARED | sys::MAP_ANONYMOUS) as u64;
    rules.insert(sys::SYS_mmap, vec![all([masked(3, shared, shared)?])?]);
    for call in [
        sys::SYS_ptrace,
        sys::SYS_process_vm_readv,
        sys::SYS_process_vm_writev,
        sys::SYS_mount,
        sys::SYS_umount2,
        sys::SYS_pivot_root,
        sys::SYS_chroot,
        sys::SYS_unshare,
        sys::SYS_setns,
        sys::SYS_bpf,
        sys::SYS_perf_event_open,
        sys::SYS_userfaultfd,
        sys::SYS_keyctl,
        sys::SYS_add_key,
        sys::SYS_request_key,
        sys::SYS_shmget,
        sys::SYS_semget,
        sys::SYS_msgget,
        sys::SYS_mq_open,
        sys::SYS_mknodat,
        sys::SYS_socket,
        // Large buffers are memory that no process is charged for, and so is an open file on its way to another process.
        sys::SYS_setsockopt,
        sys::SYS_sendmsg,
        sys::SYS_sendmmsg,
        sys::SYS_setpriority,
    ] {
        rules.insert(call, Vec::new());
    }
    Ok(rules)
}

/// The argument has this value, in the 32 bits that the kernel looks at.
fn is(argument: u8, value: u64) -> Result<SeccompCondition, Error> {
    Ok(SeccompCondition::new(
        argument,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::Eq,
        value,
    )?)
}

/// Of the argument's bits in the mask, just these are set.
fn masked(argument: u8, mask: u64, bits: u64) -> Result<SeccompCondition, Error> {
    let compare = SeccompCmpOp::MaskedEq(mask);
    Ok(SeccompCondition::new(argument, SeccompCmpArgLen::Dword, compare, bits)?)
}

fn all<const COUNT: usize>(conditions: [SeccompCondition; COUNT]) -> Result<SeccompRule, Error> {
    Ok(SeccompRule::new(conditions.into())?)
}
