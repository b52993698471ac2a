/* Shared memory, semaphores and queues that outlive their maker. */
#include "attack.h"

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void)
{
    key_t key = 0x63346772;
    refused("shmget", shmget(key, 4096, IPC_CREAT | 0666));
    refused("semget", semget(key, 1, IPC_CREAT | 0666));
    refused("msgget", msgget(key, IPC_CREAT | 0666));
    refused("mq_open", syscall(SYS_mq_open, "c4grade-note", O_RDWR | O_CREAT, 0666, NULL));
    int file = open("/dev/shm/c4grade-note", O_RDWR | O_CREAT, 0666);
    if (file >= 0) {
        HARM("a file in /dev/shm");
    }
    return tried();
}
