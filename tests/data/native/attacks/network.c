/* Every family of sockets, by the call itself. */
#include "attack.h"

#include <sys/un.h>

int main(void)
{
    static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_STREAM | SOCK_CLOEXEC};
    for (int family = 0; family < 50; family++) {
        for (unsigned type = 0; type < sizeof types / sizeof types[0]; type++) {
            if (syscall(SYS_socket, family, types[type], 0) >= 0) {
                HARM("a socket of family %d", family);
            }
            int ends[2];
            if (family != AF_UNIX && syscall(SYS_socketpair, family, types[type], 0, ends) >= 0) {
                HARM("a pair of sockets of family %d", family);
            }
        }
    }
    if (syscall(SYS_socket, (1L << 32) | AF_INET, SOCK_STREAM, 0) >= 0) {
        HARM("a socket whose family has high bits");
    }
    /* An end of a pair cannot be led elsewhere. */
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0) {
        struct sockaddr_un name = {AF_UNIX, "/run/systemd/notify"};
        struct sockaddr_un abstract = {AF_UNIX, "\0c4grade-note"};
        refused("connect", syscall(SYS_connect, ends[0], &name, sizeof name));
        refused("bind", syscall(SYS_bind, ends[0], &abstract, sizeof abstract));
        refused("listen", syscall(SYS_listen, ends[0], 1));
        if (sendto(ends[0], "x", 1, 0, (struct sockaddr *)&name, sizeof name) > 0) {
            HARM("a datagram to systemd");
        }
    }
    char ring[256] = {0};
    refused("io_uring_setup", syscall(SYS_io_uring_setup, 8, ring));
    return tried();
}
