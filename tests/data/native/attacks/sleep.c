/* Sleeps for ever. */
#include "attack.h"

int main(void)
{
    say("TRIED");
    for (;;) {
        sleep(1000);
    }
}
