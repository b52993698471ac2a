/* Reading a file changes when it was read last, which is a note. */
#include "attack.h"

int main(void)
{
    static const char *const own[] = {".", "connect4.c"};
    for (unsigned file = 0; file < sizeof own / sizeof own[0]; file++) {
        struct stat about;
        struct stat of_folder;
        char text[64];
        if (stat(own[file], &about) != 0 || stat(".", &of_folder) != 0) {
            continue;
        }
        int opened = open(own[file], O_RDONLY);
        if (read(opened, text, sizeof text) < 0 && syscall(SYS_getdents64, opened, text, sizeof text) < 0) {
            continue;
        }
        struct stat after;
        stat(own[file], &after);
        if (after.st_atim.tv_sec != about.st_atim.tv_sec || after.st_atim.tv_nsec != about.st_atim.tv_nsec) {
            HARM("that it has read %s will be seen", own[file]);
        }
        close(opened);
    }
    return tried();
}
