/* Prints and complains for ever, in several processes. */
#include "attack.h"

int main(void)
{
    static char block[65536];
    memset(block, 'x', sizeof block);
    fork();
    fork();
    for (;;) {
        if (write(1, block, sizeof block) < 0 || write(2, block, sizeof block) < 0) {
            return 0;
        }
    }
}
