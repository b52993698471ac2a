/* Types into the terminal of whoever started it. */
#include "attack.h"

int main(void)
{
    static const unsigned long numbers[] = {
        TIOCSTI, TIOCLINUX, 0xFFFFFFFF00000000UL | TIOCSTI, 0xFFFFFFFF00000000UL | TIOCLINUX, 0x100000000UL | TIOCSTI, TIOCCONS,
    };
    int files[] = {0, 1, 2, open("/dev/tty", O_RDWR), open("/dev/console", O_RDWR), open("/dev/tty1", O_RDWR)};
    for (unsigned file = 0; file < 6; file++) {
        for (unsigned number = 0; number < sizeof numbers / sizeof numbers[0]; number++) {
            char key = number % 2 == 0 ? 'x' : 3;
            if (files[file] >= 0 && syscall(SYS_ioctl, files[file], numbers[number], &key) == 0) {
                HARM("types into descriptor %d by %lx", files[file], numbers[number]);
            }
        }
    }
    if (files[3] >= 0) {
        HARM("a controlling terminal");
    }
    return tried();
}
