/* Leaves notes for its next run in every place that there is, and looks for those of the run before. */
#include "attack.h"

static const char NAME[] = "c4grade-note-for-the-next-run";

int main(int count, char **words)
{
    (void)count;
    for (int place = -2; place < PLACE_COUNT; place++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", place == -2 ? scratch() : place == -1 ? "/tmp" : PLACES[place], NAME);
        struct stat about;
        if (lstat(path, &about) == 0) {
            /* In its own folder the places can be the same one. */
            if (place != -1) {
                HARM("a note in %s", path);
            }
            continue;
        }
        int file = open(path, O_RDWR | O_CREAT, 0666);
        int linked = symlink("note", path);
        int folder = mkdir(path, 0777);
        int fifo = mknod(path, S_IFIFO | 0666, 0);
        if (place >= 0 && (file >= 0 || linked == 0 || folder == 0 || fifo == 0)) {
            HARM("something new in %s", path);
        }
    }
    static const char *const own[] = {".", "connect4", "connect4.c", "/usr", "/usr/bin/env", "/proc/self/exe"};
    for (unsigned file = 0; file < sizeof own / sizeof own[0]; file++) {
        struct stat about;
        struct timeval times[2] = {{86400, 0}, {86400, 0}};
        if (stat(own[file], &about) == 0 && about.st_mtime == 86400) {
            HARM("a note in the time of %s", own[file]);
        }
        if (utimes(own[file], times) == 0 || chmod(own[file], 0777) == 0 || chown(own[file], getuid(), -1) == 0) {
            HARM("changes time, mode or owner of %s", own[file]);
        }
        if (open(own[file], O_WRONLY) >= 0 || rename(own[file], NAME) == 0 || unlink(own[file]) == 0) {
            HARM("changes %s", own[file]);
        }
        if (syscall(SYS_setxattr, own[file], "user.note", "x", 1, 0) == 0) {
            HARM("an attribute of %s", own[file]);
        }
        if (truncate(own[file], 1) == 0 || link(own[file], NAME) == 0) {
            HARM("cuts or links %s", own[file]);
        }
    }
    static const char *const switches[] = {
        "/proc/sys/net/ipv4/ip_default_ttl", "/proc/sys/kernel/hostname", "/proc/sys/kernel/domainname",
        "/proc/sys/kernel/shmmax", "/proc/sys/fs/mqueue/msg_max", "/proc/sys/kernel/core_pattern", "/proc/1/comm",
        "/proc/self/coredump_filter", "/proc/sys/net/ipv4/ping_group_range", "/dev/shm", "/proc/sysrq-trigger",
    };
    for (unsigned one = 0; one < sizeof switches / sizeof switches[0]; one++) {
        if (open(switches[one], O_WRONLY) >= 0) {
            HARM("%s can be written", switches[one]);
        }
    }
    int self = open(words[0], O_RDWR);
    if (self >= 0) {
        HARM("its own program can be written");
    }
    return tried();
}
