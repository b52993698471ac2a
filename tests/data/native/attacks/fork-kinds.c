/* Starts processes by every call that starts one. */
#include "attack.h"

#include <linux/sched.h>

int main(int count, char **words)
{
    signal(SIGCHLD, SIG_IGN);
    for (int round = 0; round < 300; round++) {
        struct clone_args how = {.exit_signal = SIGCHLD};
        long child = syscall(SYS_clone3, &how, sizeof how);
        if (child == 0) {
            HARM("clone3 makes processes that the filter cannot look into");
            sleep(60);
        }
        child = syscall(SYS_clone, SIGCHLD | CLONE_PARENT, 0, 0, 0, 0);
        if (child == 0) {
            sleep(60);
            _exit(0);
        }
        child = syscall(SYS_clone, 0, 0, 0, 0, 0);
        if (child == 0) {
            setsid();
            sleep(60);
            _exit(0);
        }
        if (vfork() == 0) {
            char *again[] = {words[0], count > 8 ? NULL : "again", NULL};
            execv(words[0], again);
            _exit(0);
        }
    }
    return 0;
}
