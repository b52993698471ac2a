/* Has a file open as Excel has it: others may read it, none may replace it. Ends when its standard input does. */
#include <stdio.h>
#include <windows.h>

int main(int count, char **words) {
    HANDLE file = count > 1 ? CreateFileA(words[1], GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL)
                            : INVALID_HANDLE_VALUE;
    puts(file == INVALID_HANDLE_VALUE ? "failed" : "held");
    fflush(stdout);
    while (getchar() != EOF) {
    }
    return file == INVALID_HANDLE_VALUE;
}
