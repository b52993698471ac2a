/* One large file in every place, and many bytes in all. */
#include "attack.h"

int main(void)
{
    static char block[MIB];
    signal(SIGXFSZ, SIG_IGN);
    for (int place = -1; place < PLACE_COUNT; place++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/large-note", place < 0 ? scratch() : PLACES[place]);
        int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (file < 0) {
            continue;
        }
        if (place >= 0) {
            HARM("a file in %s", PLACES[place]);
        }
        for (int count = 0; count < 64; count++) {
            if (write(file, block, sizeof block) != sizeof block) {
                break;
            }
            if (count == 40) {
                HARM("a file of 40 MiB");
            }
        }
        close(file);
    }
    return tried();
}
