/* Prints for ever. */
#include "attack.h"

int main(void)
{
    for (;;) {
        puts("flood flood flood flood flood flood flood flood");
    }
}
