/* Many processes, each with less memory than one may have. */
#include "attack.h"

int main(void)
{
    int told[2];
    if (pipe(told) != 0) {
        return tried();
    }
    for (int child = 0; child < 12; child++) {
        if (fork() == 0) {
            for (int count = 0; count < 190; count++) {
                char *block = malloc(MIB);
                if (block) {
                    memset(block, 1, MIB);
                    if (write(told[1], "m", 1) < 0) {
                        break;
                    }
                }
            }
            sleep(60);
            _exit(0);
        }
    }
    close(told[1]);
    char mark;
    for (int count = 0; read(told[0], &mark, 1) == 1; count++) {
        if (count == 1200) {
            HARM("1200 MiB of memory in several processes");
        }
    }
    return tried();
}
