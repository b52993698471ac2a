/* Sleeps for ever. */
#include "attack.h"

int main(void)
{
    for (;;) {
        sleep(1000);
    }
}
