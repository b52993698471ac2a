/* Forks for ever. */
#include "attack.h"

int main(void)
{
    say("TRIED");
    for (;;) {
        fork();
    }
}
