/* Becomes somebody else. */
#include "attack.h"

#include <linux/capability.h>

int main(void)
{
    uid_t before = getuid();
    gid_t none = 0;
    int became = setuid(0) == 0;
    became |= setgid(0) == 0;
    became |= setresuid(0, 0, 0) == 0;
    became |= setresgid(0, 0, 0) == 0;
    became |= setgroups(1, &none) == 0;
    became |= setuid(1000) == 0 || setgid(1000) == 0;
    if (became && before != 0) {
        HARM("became user %d", getuid());
    }
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct held[2] = {{0}};
    if (syscall(SYS_capget, &header, held) == 0 && (held[0].effective | held[0].permitted | held[1].permitted)) {
        HARM("holds capabilities %x", held[0].permitted);
    }
    held[0].effective = held[0].permitted = held[0].inheritable = ~0u;
    if (syscall(SYS_capset, &header, held) == 0) {
        HARM("takes all capabilities");
    }
    /* As user 0 it would be if it were started from such a file. */
    execl("/usr/bin/passwd", "passwd", "-S", (char *)NULL);
    execl("/usr/bin/su", "su", "-c", "id", (char *)NULL);
    return tried();
}
