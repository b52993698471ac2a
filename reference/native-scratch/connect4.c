/* Connect 4 for two players, in C11: 6 columns, 6 rows, 4 in a line win.
 *
 * A move is a line that holds one digit, the column; whatever else a line
 * holds is an invalid move. The program shows each line after its prompt,
 * because its input is not typed at a terminal that would do so. Where the
 * input ends, the program ends.
 *
 * Rows and columns count from 0, rows from the top.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 6, LINE = 4 };

/* What a line is that holds no column. */
enum { NO_COLUMN = -1, END_OF_INPUT = -2 };

static const char EMPTY = '-';
static const char PIECES[] = {'O', 'X'};
static const char *const PROMPTS[] = {"Player 1, choose a column: ", "Player 2, choose a column: "};
static const char *const WINS[] = {"Player 1 Wins.", "Player 2 Wins."};

typedef struct {
    char cells[ROWS][COLUMNS];
    int pieces;
} Board;

static void clear(Board *board)
{
    memset(board->cells, EMPTY, sizeof board->cells);
    board->pieces = 0;
}

static bool is_on_board(int row, int column)
{
    return row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;
}

static bool is_full(const Board *board)
{
    return board->pieces == ROWS * COLUMNS;
}

static void print_board(const Board *board)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (column > 0) {
                fputs(" ", stdout);
            }
            putchar(board->cells[row][column]);
        }
        putchar('\n');
    }
}

/* Drops a piece. Gives the row in which it lands, or -1 if the column is
 * full; then nothing changes. */
static int drop(Board *board, int column, char piece)
{
    int row = ROWS - 1;
    while (row >= 0 && board->cells[row][column] != EMPTY) {
        row--;
    }
    if (row >= 0) {
        board->cells[row][column] = piece;
        board->pieces++;
    }
    return row;
}

/* Counts the pieces of one kind that follow a cell without a gap, in steps of
 * (down, right). The cell itself does not count. */
static int count_from(const Board *board, int row, int column, int down, int right)
{
    const char piece = board->cells[row][column];
    int count = 0;
    for (;;) {
        row += down;
        column += right;
        if (!is_on_board(row, column) || board->cells[row][column] != piece) {
            return count;
        }
        count++;
    }
}

/* Whether the piece in a cell is part of a line. A line may grow from both
 * ends, so both sides of the piece are counted together. */
static bool is_in_line(const Board *board, int row, int column)
{
    static const int steps[][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const int down = steps[i][0];
        const int right = steps[i][1];
        const int length = 1 + count_from(board, row, column, down, right)
                             + count_from(board, row, column, -down, -right);
        if (length >= LINE) {
            return true;
        }
    }
    return false;
}

/* Reads a line of any length and shows it. Gives the column that it names,
 * NO_COLUMN if it names none, or END_OF_INPUT if there is none. */
static int read_column(void)
{
    int key = getchar();
    if (key == EOF) {
        return END_OF_INPUT;
    }

    const int first = key;
    size_t length = 0;
    while (key != '\n' && key != EOF) {
        putchar(key);
        length++;
        key = getchar();
    }
    putchar('\n');

    if (length != 1 || first < '1' || first >= '1' + COLUMNS) {
        return NO_COLUMN;
    }
    return first - '1';
}

/* Asks a player until a move is valid, and makes it. Gives whether it was
 * made: false is the end of the input. */
static bool take_turn(Board *board, int player, int *row, int *column)
{
    const char piece = PIECES[player - 1];

    for (;;) {
        fputs(PROMPTS[player - 1], stdout);
        fflush(stdout); /* there is no line end after a prompt */

        *column = read_column();
        if (*column == END_OF_INPUT) {
            return false;
        }
        if (*column == NO_COLUMN) {
            puts("Invalid move. Try again.");
            continue;
        }
        *row = drop(board, *column, piece);
        if (*row >= 0) {
            return true;
        }
        puts("Invalid move. Try again.");
    }
}

int main(void)
{
    Board board;
    int player = 1;
    int row, column;

    clear(&board);
    print_board(&board);

    while (take_turn(&board, player, &row, &column)) {
        print_board(&board);
        if (is_in_line(&board, row, column)) { /* before the tie: the last piece may win */
            puts(WINS[player - 1]);
            return EXIT_SUCCESS;
        }
        if (is_full(&board)) {
            puts("Tie Game.");
            return EXIT_SUCCESS;
        }
        player = 3 - player;
    }
    return EXIT_SUCCESS;
}
