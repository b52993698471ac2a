/* Looks into other processes, and writes into their memory and pipes. */
#include "attack.h"

static void look_into(int process)
{
    static const char *const files[] = {"environ", "mem", "auxv", "maps", "pagemap", "stack"};
    char path[256];
    char text[64];
    for (unsigned file = 0; file < sizeof files / sizeof files[0]; file++) {
        snprintf(path, sizeof path, "/proc/%d/%s", process, files[file]);
        int opened = open(path, O_RDWR);
        if (opened < 0) {
            opened = open(path, O_RDONLY);
        }
        if (opened >= 0 && (file == 1 || read(opened, text, sizeof text) > 0)) {
            HARM("%s of process %d", files[file], process);
        }
        close(opened);
    }
    for (int number = 0; number < 64; number++) {
        snprintf(path, sizeof path, "/proc/%d/fd/%d", process, number);
        int opened = open(path, O_RDWR | O_NONBLOCK);
        if (opened >= 0) {
            HARM("descriptor %d of process %d", number, process);
            close(opened);
        }
    }
    snprintf(path, sizeof path, "/proc/%d/oom_score_adj", process);
    int opened = open(path, O_WRONLY);
    if (opened >= 0) {
        HARM("the score of process %d", process);
    }
}

int main(void)
{
    int most = 1 << 15;
    for (int process = 1; process < most; process++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d", process);
        if (process != getpid() && access(path, F_OK) == 0) {
            look_into(process);
        }
    }
    look_into(getppid());
    return tried();
}
