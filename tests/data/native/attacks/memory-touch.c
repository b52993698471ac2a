/* Takes memory and writes on it. */
#include "attack.h"

int main(void)
{
    for (int count = 0; count < 4096; count++) {
        char *block = malloc(MIB);
        if (!block) {
            return tried();
        }
        memset(block, 1, MIB);
        if (count == 400) {
            HARM("400 MiB of memory");
        }
    }
    return tried();
}
