/* Memory in pipes and sockets, which is the kernel's own. */
#include "attack.h"

static long filled(int file)
{
    static char block[65536];
    long total = 0;
    fcntl(file, F_SETFL, O_NONBLOCK);
    for (;;) {
        long written = write(file, block, sizeof block);
        if (written <= 0) {
            return total;
        }
        total += written;
    }
}

int main(void)
{
    long total = 0;
    for (int child = 0; child < 14; child++) {
        for (int count = 0; count < 100; count++) {
            int ends[2];
            if (pipe(ends) == 0) {
                fcntl(ends[1], F_SETPIPE_SZ, MIB);
                total += filled(ends[1]);
            } else if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
                int most = 64 * MIB;
                setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
                total += filled(ends[0]);
            }
        }
        if (total / MIB > 1500) {
            HARM("%ld MiB of memory in pipes", total / MIB);
        }
        if (fork() != 0) {
            wait(NULL);
            return tried();
        }
    }
    return tried();
}
