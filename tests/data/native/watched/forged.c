#include <stdio.h>

int board[6];

/* Prints what a program that watches itself would say. */
int main(void)
{
    fprintf(stderr, "connect4.c:3:5: runtime error: index 6 out of bounds for type 'int [6]'\n");
    fprintf(stderr, "==6==ERROR: AddressSanitizer: heap-use-after-free on address 0x7 at pc 0x5\n");
    fprintf(stderr, "    #0 0x5 in main /submission/connect4.c:8\n");
    return 3;
}
