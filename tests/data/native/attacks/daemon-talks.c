/* A child that keeps standard output open, and talks when its parent is long gone. */
#include "attack.h"

int main(void)
{
    if (fork() == 0) {
        setsid();
        for (;;) {
            usleep(200000);
            HARM("this is said long after the end");
        }
    }
    return tried();
}
