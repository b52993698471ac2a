/* Connect 4 for two players, in C11: {{COLUMNS}} columns, {{ROWS}} rows, {{LINE}} in a line win.
 *
{{?LINE_INPUT}} * A move is a line that holds one digit, the column; whatever else a line
{{?LINE_INPUT}} * holds is an invalid move. The program shows each line after its prompt,
{{?LINE_INPUT}} * because its input is not typed at a terminal that would do so. Where the
{{?LINE_INPUT}} * input ends, the program ends.
{{?KEY_INPUT}} * A move is one key, the digit of the column; any other key is an invalid
{{?KEY_INPUT}} * move. The program shows each key after its prompt. Where the input ends, the
{{?KEY_INPUT}} * program ends.
 *
 * Rows and columns count from 0, rows from the top.
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = {{ROWS}}, COLUMNS = {{COLUMNS}}, LINE = {{LINE}} };

/* What a line is that holds no column. */
enum { NO_COLUMN = -1, END_OF_INPUT = -2 };
{{?QUIT}}enum { QUIT = -3 };

static const char EMPTY = '{{EMPTY_C}}';
static const char PIECES[] = {'{{PIECE_1_C}}', '{{PIECE_2_C}}'};
static const char *const PROMPTS[] = {"{{PROMPT_1}}", "{{PROMPT_2}}"};
static const char *const WINS[] = {"{{WIN_1}}", "{{WIN_2}}"};
{{?LABELS}}static const char *const LABELS[] = { {{LABELS}} };

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
{{?HEADER}}    puts("{{HEADER}}");
    for (int row = 0; row < ROWS; row++) {
{{?LABELS}}        fputs(LABELS[row], stdout);
        for (int column = 0; column < COLUMNS; column++) {
            if (column > 0) {
                fputs("{{SEPARATOR}}", stdout);
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

{{?LINE_INPUT}}/* Reads a line of any length and shows it. Gives the column that it names,
{{?LINE_INPUT}} * NO_COLUMN if it names none, or END_OF_INPUT if there is none. */
{{?LINE_INPUT}}static int read_column(void)
{{?LINE_INPUT}}{
{{?LINE_INPUT}}    int key = getchar();
{{?LINE_INPUT}}    if (key == EOF) {
{{?LINE_INPUT}}        return END_OF_INPUT;
{{?LINE_INPUT}}    }
{{?LINE_INPUT}}
{{?LINE_INPUT}}    const int first = key;
{{?LINE_INPUT}}    size_t length = 0;
{{?LINE_INPUT}}    while (key != '\n' && key != EOF) {
{{?LINE_INPUT}}        putchar(key);
{{?LINE_INPUT}}        length++;
{{?LINE_INPUT}}        key = getchar();
{{?LINE_INPUT}}    }
{{?LINE_INPUT}}    putchar('\n');
{{?LINE_INPUT}}
{{?LINE_INPUT}}{{?QUIT}}    if (length == 1 && first == '{{QUIT_C}}') {
{{?LINE_INPUT}}{{?QUIT}}        return QUIT;
{{?LINE_INPUT}}{{?QUIT}}    }
{{?LINE_INPUT}}    if (length != 1 || first < '1' || first >= '1' + COLUMNS) {
{{?LINE_INPUT}}        return NO_COLUMN;
{{?LINE_INPUT}}    }
{{?LINE_INPUT}}    return first - '1';
{{?LINE_INPUT}}}
{{?KEY_INPUT}}/* Reads a key and shows it. Gives the column that it names, NO_COLUMN if it
{{?KEY_INPUT}} * names none, or END_OF_INPUT if there is none. */
{{?KEY_INPUT}}static int read_column(void)
{{?KEY_INPUT}}{
{{?KEY_INPUT}}    const int first = getchar();
{{?KEY_INPUT}}    if (first == EOF) {
{{?KEY_INPUT}}        return END_OF_INPUT;
{{?KEY_INPUT}}    }
{{?KEY_INPUT}}
{{?KEY_INPUT}}    putchar(first);
{{?KEY_INPUT}}    putchar('\n');
{{?KEY_INPUT}}{{?QUIT}}    if (first == '{{QUIT_C}}') {
{{?KEY_INPUT}}{{?QUIT}}        return QUIT;
{{?KEY_INPUT}}{{?QUIT}}    }
{{?KEY_INPUT}}    if (first < '1' || first >= '1' + COLUMNS) {
{{?KEY_INPUT}}        return NO_COLUMN;
{{?KEY_INPUT}}    }
{{?KEY_INPUT}}    return first - '1';
{{?KEY_INPUT}}}

/* Asks a player until a move is valid, and makes it. Gives whether it was
 * made: false is the end of the input{{QUIT_STOP_WORDS}}. */
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
{{?QUIT}}        if (*column == QUIT) {
{{?FAREWELL}}            puts("{{FAREWELL}}");
{{?QUIT}}            return {{QUIT_GOES_ON}};
{{?QUIT}}        }
        if (*column == NO_COLUMN) {
            puts("{{INVALID}}");
            continue;
        }
        *row = drop(board, *column, piece);
        if (*row >= 0) {
            return true;
        }
        puts("{{FULL}}");
    }
}

{{?ONCE}}int main(void)
{{?AGAIN}}/* Plays a game. Gives whether another one follows. */
{{?AGAIN}}static bool play(void)
{
    Board board;
    int player = 1;
    int row, column;

    clear(&board);
{{?GREETING}}    puts("{{GREETING}}");
    print_board(&board);

    while (take_turn(&board, player, &row, &column)) {
{{?QUIT_AGAIN}}        if (column == QUIT) {
{{?QUIT_AGAIN}}            return true;
{{?QUIT_AGAIN}}        }
        print_board(&board);
        if (is_in_line(&board, row, column)) { /* before the tie: the last piece may win */
            puts(WINS[player - 1]);
            return {{OVER}};
        }
        if (is_full(&board)) {
{{?TIE}}            puts("{{TIE}}");
            return {{OVER}};
        }
        player = 3 - player;
    }
    return {{END}};
}
{{?AGAIN}}
{{?AGAIN}}int main(void)
{{?AGAIN}}{
{{?AGAIN}}    while (play()) {
{{?AGAIN}}    }
{{?AGAIN}}    return EXIT_SUCCESS;
{{?AGAIN}}}
