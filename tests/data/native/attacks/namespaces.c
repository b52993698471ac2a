/* Makes new namespaces, file systems and roots. */
#include "attack.h"

#include <sys/mount.h>

int main(void)
{
    static const unsigned long spaces[] = {
        CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80, CLONE_FS,
    };
    for (unsigned one = 0; one < sizeof spaces / sizeof spaces[0]; one++) {
        refused("unshare", unshare(spaces[one]));
        if (spaces[one] != 0x80 && spaces[one] != CLONE_FS) {
            long child = syscall(SYS_clone, spaces[one] | SIGCHLD, 0, 0, 0, 0);
            if (child == 0) {
                _exit(0);
            }
            refused("clone with a namespace", child);
        }
    }
    refused("setns", setns(0, 0));
    refused("mount", mount("none", scratch(), "tmpfs", 0, NULL));
    refused("bind", mount("/", scratch(), NULL, MS_BIND, NULL));
    refused("remount", mount(NULL, "/", NULL, MS_REMOUNT, NULL));
    refused("umount", umount2("/proc", MNT_DETACH));
    refused("pivot_root", syscall(SYS_pivot_root, ".", "."));
    refused("chroot", chroot(scratch()));
    refused("move_mount", syscall(429, -1, "", -1, "", 0));
    return tried();
}
