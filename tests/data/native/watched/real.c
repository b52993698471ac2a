#include <stdio.h>

int board[6];

int main(void)
{
    int key = getchar();
    fprintf(stderr, "connect4.c:3:5: runtime error: division by zero\n");
    board[key] = 1;
    volatile int *nowhere = NULL;
    *nowhere = board[key];
    return 0;
}
