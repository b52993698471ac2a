/* Memory in the buffers of sockets, which is the kernel's own: large buffers, many sockets, sockets on their way. */
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
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return tried();
    }
    int most = 256 * MIB;
    const int names[] = {SO_SNDBUF, SO_RCVBUF, SO_SNDBUFFORCE, SO_RCVBUFFORCE};
    for (int index = 0; index < 4; index++) {
        refused("setsockopt", setsockopt(ends[0], SOL_SOCKET, names[index], &most, sizeof most));
    }
    char control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec data = {"x", 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &ends[1], sizeof(int));
    refused("a file sent by a socket", sendmsg(ends[0], &message, 0));

    /* Longer than a grader looks away, and then as many as there may be. */
    for (int count = 0; count < 40; count++) {
        int more[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, more) == 0) {
            filled(more[0]);
            filled(more[1]);
        }
    }
    usleep(400000);
    HARM("forty pairs of sockets were kept");
    return tried();
}
