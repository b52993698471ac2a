/* Files without a name that no process has open, but mapped into its memory. */
#include "attack.h"

int main(void)
{
    static char block[MIB];
    memset(block, 1, sizeof block);
    if (chdir(scratch()) != 0) {
        return tried();
    }
    long written = 0;
    for (int number = 0; number < 40; number++) {
        int file = open("mapped", O_RDWR | O_CREAT, 0600);
        unlink("mapped");
        long bytes = write(file, block, sizeof block);
        written += bytes > 0 ? bytes : 0;
        if (mmap(NULL, MIB, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED) {
            break;
        }
        close(file);
    }
    usleep(300000);
    if (written > 24L * MIB) {
        HARM("%ld MiB in mapped files where 16 are allowed", written / MIB);
    }
    return tried();
}
