/* Reads a file that it knows is there. */
#include "attack.h"

static void look(const char *how, int file)
{
    char text[256] = {0};
    if (file >= 0 && read(file, text, sizeof text - 1) > 0) {
        HARM("%s: %s", how, text);
    }
    if (file >= 0) {
        close(file);
    }
}

int main(void)
{
    const char *secret = "@SECRET@";
    char path[4096];
    look("open", open(secret, O_RDONLY));
    look("open for writing", open(secret, O_RDWR));
    look("a path without a root", open(secret + 1, O_RDONLY));
    look("a link", symlink(secret, "link") == 0 ? open("link", O_RDONLY) : -1);
    snprintf(path, sizeof path, "%s/link", scratch());
    look("a link in its own folder", symlink(secret, path) == 0 ? open(path, O_RDONLY) : -1);
    unlink(path);
    look("another name", link(secret, path) == 0 ? open(path, O_RDONLY) : -1);
    look("moved", rename(secret, path) == 0 ? open(path, O_RDONLY) : -1);
    for (int process = 1; process < 70000; process += process < 400 ? 1 : 97) {
        snprintf(path, sizeof path, "/proc/%d/root%s", process, secret);
        look("another process's root", open(path, O_RDONLY));
        snprintf(path, sizeof path, "/proc/%d/cwd/../../..%s", process, secret);
        look("another process's folder", open(path, O_RDONLY));
    }
    static const char *const others[] = {
        "/etc/shadow", "/etc/passwd", "/etc/hostname", "/root/.bashrc", "/proc/kcore", "/proc/kmsg", "/dev/mem", "/dev/kmsg",
        "/dev/sda", "/dev/vda", "/dev/loop0", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "/dev/ptmx", "/dev/tty", "/dev/console",
        "/sys/kernel/notes", "/run/utmp", "/var/log/dpkg.log", "@CLASS@/good-one/connect4.c", "@REPORTS@/class.json",
    };
    for (unsigned other = 0; other < sizeof others / sizeof others[0]; other++) {
        int file = open(others[other], O_RDONLY | O_NONBLOCK | O_NOCTTY);
        if (file >= 0) {
            HARM("%s can be opened", others[other]);
        }
    }
    if (truncate(secret, 0) == 0 || unlink(secret) == 0 || chmod(secret, 0777) == 0) {
        HARM("the secret was changed");
    }
    execl(secret, secret, (char *)NULL);
    if (errno == ENOEXEC) {
        HARM("the secret can be executed");
    }
    return tried();
}
