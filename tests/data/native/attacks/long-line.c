/* A megabyte on one line, and NULs. */
#include "attack.h"

int main(void)
{
    static char line[MIB];
    memset(line, '-', sizeof line);
    for (int at = 0; at < MIB; at += 100) {
        line[at] = 0;
    }
    if (write(1, line, sizeof line) < 0) {
        return 1;
    }
    return 0;
}
