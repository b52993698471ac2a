/* A child that keeps standard output open, and talks when its parent is long gone. */
#include "attack.h"

int main(void)
{
    if (fork() == 0) {
        setsid();
        for (;;) {
            /* Where the machine is busy, it takes a while until everything of a program that has ended is stopped. */
            usleep(700000);
            HARM("this is said long after the end");
        }
    }
    return tried();
}
