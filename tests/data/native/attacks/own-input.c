/* Types more than it was given, into its own input. */
#include "attack.h"

int main(void)
{
    static char keys[1 << 14];
    memset(keys, '1', sizeof keys);
    for (int number = 0; number < 3; number++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", number);
        int file = open(path, O_WRONLY | O_NONBLOCK);
        if (file >= 0 && write(file, keys, sizeof keys) < 0) {
            return 1;
        }
    }
    return 0;
}
