/* Closes its output and waits for input that does not come. */
#include "attack.h"

int main(void)
{
    char key;
    close(1);
    close(2);
    while (read(0, &key, 1) == 1) {
    }
    for (;;) {
        pause();
    }
}
