/* Takes over its parent. */
#include "attack.h"

int main(void)
{
    for (int process = getppid(); process > 0 && process > getppid() - 10; process--) {
        if (ptrace(PTRACE_ATTACH, process, 0, 0) == 0) {
            HARM("traces process %d", process);
        }
        if (ptrace(PTRACE_SEIZE, process, 0, 0) == 0) {
            HARM("seizes process %d", process);
        }
        char word[8] = {0};
        struct iovec here = {word, sizeof word};
        struct iovec there = {(void *)0x400000, sizeof word};
        if (process_vm_readv(process, &here, 1, &there, 1, 0) > 0 || process_vm_writev(process, &here, 1, &there, 1, 0) > 0) {
            HARM("the memory of process %d", process);
        }
    }
    refused("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
    refused("kcmp", syscall(SYS_kcmp, getpid(), getppid(), 0, 0, 0));
    return tried();
}
