/* Leaves a core. */
#include "attack.h"

int main(void)
{
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_CORE, &most) == 0) {
        HARM("cores of any size");
    }
    if (chdir(scratch()) == 0) {
        abort();
    }
    return 0;
}
