/* Calls that only an administrator has a use for, and such as are known for their faults. */
#include "attack.h"

int main(void)
{
    char room[4096] = {0};
    refused("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    refused("add_key", syscall(SYS_add_key, "user", "note", "x", 1, -3));
    refused("request_key", syscall(SYS_request_key, "user", "note", NULL, -3));
    refused("bpf", syscall(SYS_bpf, 0, room, 48));
    refused("perf_event_open", syscall(SYS_perf_event_open, room, 0, -1, -1, 0));
    refused("userfaultfd", syscall(SYS_userfaultfd, 0));
    refused("init_module", syscall(SYS_init_module, room, 1, ""));
    refused("finit_module", syscall(SYS_finit_module, 0, "", 0));
    refused("delete_module", syscall(SYS_delete_module, "x", 0));
    refused("reboot", syscall(SYS_reboot, 1, 2, 3, 4));
    refused("kexec_load", syscall(SYS_kexec_load, 0, 0, 0, 0));
    refused("swapon", syscall(SYS_swapon, "x", 0));
    refused("syslog", syscall(SYS_syslog, 10, NULL, 0));
    refused("acct", syscall(SYS_acct, "x"));
    refused("quotactl", syscall(SYS_quotactl, 0, "x", 0, room));
    refused("settimeofday", syscall(SYS_settimeofday, NULL, NULL));
    refused("clock_settime", syscall(SYS_clock_settime, 0, room));
    refused("adjtimex", syscall(SYS_adjtimex, room));
    refused("sethostname", syscall(SYS_sethostname, "note", 4));
    refused("setdomainname", syscall(SYS_setdomainname, "note", 4));
    refused("setpriority", syscall(SYS_setpriority, 0, 0, -20));
    refused("sched_setscheduler", syscall(SYS_sched_setscheduler, 0, SCHED_FIFO, room));
    refused("sched_setaffinity", syscall(SYS_sched_setaffinity, 0, 8, room));
    refused("ioprio_set", syscall(SYS_ioprio_set, 1, 0, 0));
    refused("mlockall", syscall(SYS_mlockall, 1));
    refused("mbind", syscall(SYS_mbind, room, 1, 0, NULL, 0, 0));
    refused("migrate_pages", syscall(SYS_migrate_pages, 0, 0, NULL, NULL));
    refused("vmsplice", syscall(SYS_vmsplice, 1, NULL, 0, 0));
    refused("io_setup", syscall(SYS_io_setup, 1, room));
    refused("setxattr", syscall(SYS_setxattr, ".", "user.note", "x", 1, 0));
    refused("seccomp", syscall(SYS_seccomp, 1, 1 << 3, room));
    refused("landlock", syscall(444, NULL, 0, 1));
    refused("vhangup", syscall(SYS_vhangup));
    refused("personality", syscall(SYS_personality, 0x0040000));
#ifdef __x86_64__
    refused("iopl", syscall(SYS_iopl, 3));
    refused("ioperm", syscall(SYS_ioperm, 0, 1, 1));
    refused("modify_ldt", syscall(SYS_modify_ldt, 1, room, 16));
#endif
    return tried();
}
