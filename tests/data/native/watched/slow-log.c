/* Loops without end, and needs two seconds to say where. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <time.h>

static struct sigaction sanitizer;

static void slowly(int number, siginfo_t *info, void *context)
{
    clock_t end = clock() + 2 * CLOCKS_PER_SEC;
    while (clock() < end)
        ;
    sanitizer.sa_sigaction(number, info, context);
}

int main(void)
{
    struct sigaction own = {.sa_flags = SA_SIGINFO};

    sigaction(SIGABRT, NULL, &sanitizer);
    own.sa_sigaction = slowly;
    if (sanitizer.sa_sigaction)
        sigaction(SIGABRT, &own, NULL);
    getchar();
    volatile unsigned rounds = 0;
    for (;;) rounds++;
}
