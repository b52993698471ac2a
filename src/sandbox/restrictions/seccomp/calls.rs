//! The lists of system calls that the filter allows and refuses.

use libc as sys;

/// Allowed on every architecture.
pub const CALLS: &[i64] = &[
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
    // On socket pairs; sockets that lead elsewhere cannot be made.
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
    // Time, and information about the system.
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

/// Older calls that only some architectures have.
#[cfg(target_arch = "x86_64")]
pub const OLDER: &[i64] = &[
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
pub const OLDER: &[i64] = &[];

/// Calls that change the mode, owner or times of a file: a program could leave a note for its next run that way.
#[cfg(target_arch = "x86_64")]
pub const MODES: &[i64] = &[
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
pub const MODES: &[i64] = &[
    sys::SYS_fchmod,
    sys::SYS_fchmodat,
    sys::SYS_fchown,
    sys::SYS_fchownat,
    sys::SYS_utimensat,
];

/// Requests of `ioctl`: the settings and the size of a terminal, how much can be read, whether to wait, and whether to close
/// at `exec`. The numbers are those of `asm-generic`.
pub const IOCTLS: &[u64] = &[
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
pub const NAMESPACES: u64 = (sys::CLONE_NEWNS
    | sys::CLONE_NEWUTS
    | sys::CLONE_NEWIPC
    | sys::CLONE_NEWUSER
    | sys::CLONE_NEWPID
    | sys::CLONE_NEWNET
    | sys::CLONE_NEWCGROUP) as u64;

/// `ioctl` requests that type into a terminal for somebody else, and into the consoles (`ioctl_tty(2)`).
pub const TIOCSTI: u64 = 0x5412;
pub const TIOCLINUX: u64 = 0x541C;

/// `fcntl` commands that set which process a file signals when it can be read, and how (`fcntl(2)`).
pub const SIGNAL_COMMANDS: [u64; 3] = [8, 10, 15];

/// Refused whatever their arguments are.
pub const REFUSED: [i64; 25] = [
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
];
