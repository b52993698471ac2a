/* Many small files. */
#include "attack.h"

int main(void)
{
    if (chdir(scratch()) != 0) {
        return tried();
    }
    for (int count = 0; count < 200000; count++) {
        char name[32];
        snprintf(name, sizeof name, "%d", count);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0 || write(file, name, strlen(name)) < 0) {
            return tried();
        }
        close(file);
        if (count == 100000) {
            HARM("a hundred thousand files");
        }
    }
    return tried();
}
