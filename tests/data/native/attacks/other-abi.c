/* System calls by the numbers of other processors' tables: 32 bits, and x32. */
#include "attack.h"

static long by_interrupt(long number, long first, long second, long third)
{
    long result = -ENOSYS;
#ifdef __x86_64__
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(third) : "memory");
#endif
    return result;
}

int main(void)
{
    static const long x32[] = {SYS_getpid, SYS_socket, SYS_fork, SYS_clone, 512, 520, 534, 545};
    for (unsigned call = 0; call < sizeof x32 / sizeof x32[0]; call++) {
        long result = syscall(0x40000000 | x32[call], SIGCHLD, 1, 0);
        if (result >= 0) {
            HARM("call %ld of x32", x32[call]);
        }
    }
    /* The next ones should be the last. */
    if (by_interrupt(359, AF_INET, SOCK_STREAM, 0) >= 0) {
        HARM("a socket by the table of 32 bits");
    }
    if (by_interrupt(20, 0, 0, 0) > 0) {
        HARM("system calls by the table of 32 bits");
    }
    by_interrupt(37, getppid(), SIGKILL, 0);
    return 0;
}
