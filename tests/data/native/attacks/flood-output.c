/* Prints for ever. */
#include "attack.h"

int main(void)
{
    say("TRIED");
    for (;;) {
        puts("flood flood flood flood flood flood flood flood");
    }
}
