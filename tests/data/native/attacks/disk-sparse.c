/* Large files that take no room, and room that is in no file. */
#include "attack.h"

int main(void)
{
    signal(SIGXFSZ, SIG_IGN);
    if (chdir(scratch()) != 0) {
        return tried();
    }
    int file = open("sparse", O_RDWR | O_CREAT, 0600);
    if (ftruncate(file, 1L << 40) == 0) {
        HARM("a file of a TiB");
    }
    if (fallocate(file, 0, 0, 64 * MIB) == 0) {
        HARM("64 MiB allocated");
    }
    static char block[MIB];
    int taken = 0;
    for (int count = 0; count < 200; count++) {
        char name[32];
        snprintf(name, sizeof name, "%d", count);
        int unnamed = open(name, O_RDWR | O_CREAT, 0600);
        unlink(name);
        for (int part = 0; part < 12; part++) {
            if (write(unnamed, block, sizeof block) == sizeof block) {
                taken++;
            }
        }
        if (taken > 800) {
            HARM("%d MiB in files without a name", taken);
            break;
        }
    }
    return tried();
}
