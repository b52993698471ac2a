/* Complains for ever. */
#include "attack.h"

int main(void)
{
    say("TRIED");
    for (;;) {
        fputs("flood flood flood flood flood flood flood flood\n", stderr);
    }
}
