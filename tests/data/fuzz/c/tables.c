#include <stdio.h>
#define ROWS 6
#define COLS (ROWS + 1)
#define AT(r, c) board[(r) * COLS + (c)]
static const int step[4][2] = {{0, 1}, {1, 0}, {1, -1}, {-1, -1}};
static const struct { const char *name; char piece; } who[] = {{"Red", 'R'}, {"Blue", 'B'}};
int dx[] = {1, 0, 1, 1}, dy[4] = {0, 1, 1, -1}, turn = 0, moves;
char board[ROWS * COLS], *text = "a{b}\"c;", mark = '\'';
enum kind { NONE = 1, SOME, LAST = SOME + 3 };

int count(int r, int c, int way)
{
    static int calls = 0;
    int found = 0, seen[2] = {0, 1};
    calls++;
    for (int i = 1; i < 4; i++)
        if (AT(r + i * step[way][0], c + i * step[way][1]) == who[turn].piece) found += 1; else break;
    return found + seen[0];
}
