/* Files at the bottom of seventy folders. */
#include "attack.h"

int main(void)
{
    static char block[MIB];
    memset(block, 1, sizeof block);
    if (chdir(scratch()) != 0) {
        return tried();
    }
    for (int depth = 0; depth < 70; depth++) {
        if (mkdir("d", 0700) != 0 || chdir("d") != 0) {
            return tried();
        }
    }
    long written = 0;
    for (int count = 0; count < 8; count++) {
        char name[16];
        snprintf(name, sizeof name, "%d", count);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        for (int part = 0; part < 4; part++) {
            long bytes = write(file, block, sizeof block);
            written += bytes > 0 ? bytes : 0;
        }
        close(file);
    }
    usleep(300000);
    if (written > 20L * MIB) {
        HARM("%ld MiB in files where 16 are allowed", written / MIB);
    }
    return tried();
}
