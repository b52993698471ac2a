/* A recursion without end. */
#include "attack.h"

static int deeper(volatile int *above)
{
    volatile int here[1024];
    here[0] = *above + 1;
    return deeper(here) + here[0];
}

int main(void)
{
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_STACK, &most) == 0) {
        HARM("a stack without a limit");
    }
    volatile int start = 0;
    return deeper(&start);
}
