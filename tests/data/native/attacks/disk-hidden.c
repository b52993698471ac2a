/* Files without a name, of a process whose open files cannot be looked at: its program may be started, but not read. */
#include "attack.h"

static void copy(const char *to)
{
    static char block[65536];
    int from = open("/proc/self/exe", O_RDONLY);
    from = from < 0 ? open("connect4", O_RDONLY) : from;
    int file = open(to, O_WRONLY | O_CREAT, 0111);
    long read_now;
    while ((read_now = read(from, block, sizeof block)) > 0) {
        if (write(file, block, read_now) < 0) {
            break;
        }
    }
    close(from);
    close(file);
}

int main(int count, char **words)
{
    static char block[MIB];
    if (chdir(scratch()) != 0) {
        return tried();
    }
    if (count == 1) {
        copy("unreadable");
        execl("./unreadable", "unreadable", "again", NULL);
        return tried();
    }
    (void)words;
    memset(block, 1, sizeof block);
    long written = 0;
    for (int number = 0; number < 40; number++) {
        int file = open("nameless", O_RDWR | O_CREAT, 0600);
        unlink("nameless");
        long bytes = write(file, block, sizeof block);
        written += bytes > 0 ? bytes : 0;
    }
    usleep(300000);
    if (written > 24L * MIB) {
        HARM("%ld MiB in files without a name where 16 are allowed", written / MIB);
    }
    return tried();
}
