/* An endless loop in each of many processes and threads. */
#include "attack.h"

int main(void)
{
    for (int child = 0; child < 5; child++) {
        fork();
    }
    for (volatile unsigned turn = 0;; turn++) {
    }
}
