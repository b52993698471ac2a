/* Raises its own limits, and sets those of others. */
#include "attack.h"

static void raise_limit(int which, const char *name)
{
    struct rlimit before, after;
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    getrlimit(which, &before);
    setrlimit(which, &most);
    syscall(SYS_prlimit64, 0, which, &most, NULL);
    syscall(SYS_prlimit64, getpid(), which, &most, NULL);
    struct rlimit *far = mmap((void *)(1UL << 32), 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (far != MAP_FAILED) {
        *far = most;
        syscall(SYS_prlimit64, 0, which, far, NULL);
    }
    getrlimit(which, &after);
    if (after.rlim_max > before.rlim_max || after.rlim_cur > before.rlim_max) {
        HARM("the limit on %s raised", name);
    }
}

int main(void)
{
    raise_limit(RLIMIT_CPU, "time");
    raise_limit(RLIMIT_AS, "addresses");
    raise_limit(RLIMIT_FSIZE, "files");
    raise_limit(RLIMIT_NPROC, "processes");
    raise_limit(RLIMIT_NOFILE, "descriptors");
    raise_limit(RLIMIT_CORE, "cores");
    struct rlimit low = {0, 0};
    if (syscall(SYS_prlimit64, getppid(), RLIMIT_FSIZE, &low, NULL) == 0) {
        HARM("the limits of its parent");
    }
    return tried();
}
