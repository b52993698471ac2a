#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

/* Reads a byte of each 2 MiB: no memory is taken but that in which the kernel keeps track of it. */
#define STEP (2L << 20)

static void took_half_a_gibibyte(void)
{
    volatile char *nowhere = NULL;
    *nowhere = 1;
}

int main(void)
{
    char *start = mmap(NULL, STEP << 17, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
        raise(SIGKILL);
    }
    for (long count = 0; count < 1L << 17; count++) {
        (void)*(volatile char *)(start + count * STEP);
    }
    took_half_a_gibibyte();
    return 0;
}
