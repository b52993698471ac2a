/* Closes all that it has open, and goes on. */
#include "attack.h"

int main(void)
{
    for (int number = 0; number < 1024; number++) {
        close(number);
    }
    for (;;) {
        usleep(1000);
    }
}
