/* Complains for ever. */
#include "attack.h"

int main(void)
{
    for (;;) {
        fputs("flood flood flood flood flood flood flood flood\n", stderr);
    }
}
