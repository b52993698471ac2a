/* Children whose end nobody waits for, and whose processor time is gone with them. */
#include "attack.h"

#define EACH (CLOCKS_PER_SEC / 20)

int main(void)
{
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    sigaction(SIGCHLD, &ignored, NULL);
    struct sigaction gone = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &gone, NULL);
    for (int count = 1; count <= 14; count++) {
        pid_t child = fork();
        if (child < 0) {
            return tried();
        }
        if (child == 0) {
            while (clock() < EACH) {
            }
            _exit(0);
        }
        while (waitpid(child, NULL, 0) > 0) {
        }
        if (count == 14) {
            HARM("0.7 seconds of processor time where 0.3 are allowed");
        }
    }
    return tried();
}
