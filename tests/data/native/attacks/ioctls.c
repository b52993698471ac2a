/* Files that send signals to whom they like, by calls that older kernels let through. */
#include "attack.h"

#ifndef FIOSETOWN
#define FIOSETOWN 0x8901
#define SIOCSPGRP 0x8902
#endif

int main(void)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 && pipe(ends) != 0) {
        return tried();
    }
    int on = 1, whom = -getppid();
    refused("FIOSETOWN", ioctl(ends[0], FIOSETOWN, &whom));
    refused("SIOCSPGRP", ioctl(ends[0], SIOCSPGRP, &whom));
    refused("FIOASYNC", ioctl(ends[0], FIOASYNC, &on));
    refused("O_ASYNC", fcntl(ends[0], F_SETFL, O_NONBLOCK | O_ASYNC));
    refused("F_SETOWN", fcntl(ends[0], F_SETOWN, getppid()));
    refused("F_SETSIG", fcntl(ends[0], F_SETSIG, SIGKILL));
    return tried();
}
