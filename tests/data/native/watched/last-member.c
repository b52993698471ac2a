#include <stdio.h>

struct { int moves; char column[5]; } game;

int main(void)
{
    int key = getchar();
    game.column[5 + key % 2] = 1;
    volatile int *nowhere = NULL;
    *nowhere = key;
    return 0;
}
