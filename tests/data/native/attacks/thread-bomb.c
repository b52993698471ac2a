/* Threads without end, each with hardly any memory. */
#include "attack.h"

static int wait_for_ever(void *nothing)
{
    (void)nothing;
    for (;;) {
        pause();
    }
}

int main(void)
{
    enum { STACK = 8192, MANY = 20000 };
    int count = 0;
    for (; count < 30000; count++) {
        char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (stack == MAP_FAILED) {
            break;
        }
        int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
        if (clone(wait_for_ever, stack + STACK, flags, NULL) < 0) {
            break;
        }
        if (count == MANY) {
            HARM("%d threads at a time", count);
        }
    }
    return tried();
}
