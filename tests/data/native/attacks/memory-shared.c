/* Shared memory that is in nobody's sight: written on, then let go of. */
#include "attack.h"

int main(void)
{
    int zero = open("/dev/zero", O_RDWR);
    int taken = 0;
    char *blocks[20];
    for (int child = 0; child < 8; child++) {
        for (int count = 0; count < 20; count++) {
            char *block = mmap(NULL, 8 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (block == MAP_FAILED) {
                block = mmap(NULL, 8 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
            }
            if (block != MAP_FAILED) {
                memset(block, 1, 8 * MIB);
                madvise(block, 8 * MIB, MADV_DONTNEED);
                taken += 8;
            }
            blocks[count] = block;
        }
        if (taken > 600) {
            HARM("%d MiB of shared memory", taken);
        }
        if (fork() == 0) {
            for (int count = 0; count < 20; count++) {
                munmap(blocks[count], 8 * MIB);
            }
            continue;
        }
        wait(NULL);
        return tried();
    }
    return tried();
}
