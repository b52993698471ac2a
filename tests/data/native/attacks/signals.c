/* Children that end by every signal, those for real time included, and daemons among them. */
#include "attack.h"

int main(void)
{
    for (int number = 1; number < 65; number++) {
        pid_t child = fork();
        if (child == 0) {
            if (fork() == 0) {
                setsid();
                sleep(60);
                _exit(0);
            }
            signal(number, SIG_DFL);
            raise(number);
            _exit(0);
        }
        if (child > 0 && number != SIGSTOP && number != SIGTSTP && number != SIGTTIN && number != SIGTTOU) {
            waitpid(child, NULL, 0);
        }
    }
    tried();
    raise(SIGRTMAX);
    return 0;
}
