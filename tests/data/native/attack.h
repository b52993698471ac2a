/* What the hostile programs share. The test puts this in the place of `#include "attack.h"`, since a submission is a
 * single file, and fills in @SECRET@ (a file that nobody may read), @CLASS@ (the submissions) and @REPORTS@.
 *
 * A program that succeeds in something prints a line that begins with HARM. Each prints TRIED first, and DONE where it
 * comes to its end. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define MIB (1 << 20)

/* One write, so that no fork can print it twice and no crash can lose it. */
__attribute__((unused)) static void say(const char *format, ...)
{
    char line[1024];
    va_list rest;
    va_start(rest, format);
    int length = vsnprintf(line, sizeof line - 1, format, rest);
    va_end(rest);
    if (length > (int)sizeof line - 2) {
        length = sizeof line - 2;
    }
    line[length] = '\n';
    if (write(1, line, length + 1) < 0) {
        return;
    }
}

#define HARM(...) say("HARM: " __VA_ARGS__)

__attribute__((constructor)) static void begin(void)
{
    say("TRIED");
}

__attribute__((unused)) static int tried(void)
{
    say("DONE");
    return 0;
}

/* A call that must not be there: refused as forbidden or as unknown. Anything else says that the kernel looked at it. */
__attribute__((unused)) static void refused(const char *name, long result)
{
    if (result >= 0) {
        HARM("%s works", name);
    } else if (errno != EPERM && errno != ENOSYS && errno != EACCES) {
        HARM("%s got as far as: %s", name, strerror(errno));
    }
}

/* Folders where a program may find room to write. */
__attribute__((unused)) static const char *const PLACES[] = {
    ".", "..", "/", "/submission", "/pipes", "/home", "/root", "/run", "/run/lock", "/var/tmp", "/var/lib", "/var/cache",
    "/dev", "/dev/shm", "/dev/mqueue", "/dev/pts", "/proc", "/proc/self", "/proc/sys/kernel", "/sys", "/sys/fs/cgroup",
    "/etc", "/usr", "/usr/local", "/opt", "/mnt", "/srv", "/media", "@CLASS@", "@REPORTS@",
};
enum { PLACE_COUNT = sizeof PLACES / sizeof PLACES[0] };

/* Where a program may write. */
__attribute__((unused)) static const char *scratch(void)
{
    const char *folder = getenv("TMPDIR");
    return folder ? folder : "/tmp";
}
