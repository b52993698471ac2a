/* Folders in folders, deeper than any path is long; some that may not be entered. */
#include "attack.h"

int main(void)
{
    if (chdir(scratch()) != 0) {
        return tried();
    }
    for (int depth = 0; depth < 20000; depth++) {
        if (mkdir("folder with a long name, so that the path grows too long for all who must follow it", 0700) != 0
            || chdir("folder with a long name, so that the path grows too long for all who must follow it") != 0) {
            break;
        }
        int file = open("note", O_WRONLY | O_CREAT, 0);
        close(file);
        chmod(".", depth % 3 == 0 ? 0300 : 0700);
    }
    chmod(".", 0);
    return tried();
}
