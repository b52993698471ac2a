/* Leaves a daemon, as daemons are left: two forks and a session of its own. */
#include "attack.h"

int main(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int second = 0; second < 60; second++) {
                sleep(1);
            }
        }
        _exit(0);
    }
    return tried();
}
