/* Looks for files that were left open. */
#include "attack.h"

int main(void)
{
    for (int number = 3; number < 4096; number++) {
        struct stat about;
        if (fstat(number, &about) == 0) {
            HARM("descriptor %d is open", number);
        }
    }
    if (getenv("USER") || getenv("SSH_AUTH_SOCK") || getenv("CARGO_HOME") || getenv("PWD")) {
        HARM("the environment of the grader");
    }
    return tried();
}
