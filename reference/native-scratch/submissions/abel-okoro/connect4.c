/* Planted: nothing. Counts by recursion, in a board with a border. */
#include <stdio.h>
#include <string.h>

#define ROWS    6
#define COLS    6
#define EMPTY   '-'
#define PIECE(p) ((p) == 1 ? 'O' : 'X')
#define SAY(p, what) printf("Player %d" what, (p))

/* There is a border of zeros around the cells, so that no index is ever out of bounds. */
static char grid[ROWS + 2][COLS + 2];

static void setup(void)
{
    for (int r = 1; r <= ROWS; r++)
        memset(&grid[r][1], EMPTY, COLS);
}

static void draw(void)
{
    for (int r = 1; r <= ROWS; r++)
        for (int c = 1; c <= COLS; c++)
            printf("%c%c", grid[r][c], c == COLS ? '\n' : ' ');
}

/* How many pieces like p there are from here on, by recursion. */
static int count(char p, int r, int c, int dr, int dc)
{
    if (grid[r][c] != p)
        return 0;
    return 1 + count(p, r + dr, c + dc, dr, dc);
}

/* The piece itself is counted from both sides. */
static int line(int r, int c, int dr, int dc)
{
    char p = grid[r][c];
    return count(p, r, c, dr, dc) + count(p, r, c, -dr, -dc) - 1 >= 4;
}

static int four(int r, int c)
{
    return line(r, c, 0, 1) || line(r, c, 1, 0) || line(r, c, 1, 1) || line(r, c, 1, -1);
}

static int full(void)
{
    for (int c = 1; c <= COLS; c++)
        if (grid[1][c] == EMPTY)
            return 0;
    return 1;
}

/* Reads and shows one line: a column, 0 for anything else, -1 at the end of the input. */
static int get_column(void)
{
    char buf[80];
    int column = 0, pieces = 0;

    do {
        if (!fgets(buf, sizeof buf, stdin))
            return pieces ? 0 : -1;
        fputs(buf, stdout);
        if (pieces++ == 0 && strlen(buf) == 2 && buf[0] >= '1' && buf[0] <= '0' + COLS)
            column = buf[0] - '0';
    } while (!strchr(buf, '\n'));
    return column;
}

int main(void)
{
    int p = 1;

    setup();
    draw();
    for (;;) {
        SAY(p, ", choose a column: ");
        fflush(stdout);
        int c = get_column();
        if (c < 0)
            return 0;
        if (c == 0 || grid[1][c] != EMPTY) {
            puts("Invalid move. Try again.");
            continue;
        }
        int r = ROWS;
        while (grid[r][c] != EMPTY)
            r--;
        grid[r][c] = PIECE(p);
        draw();
        if (four(r, c)) {
            SAY(p, " Wins.\n");
            return 0;
        }
        if (full()) {
            puts("Tie Game.");
            return 0;
        }
        p = 3 - p;
    }
}
