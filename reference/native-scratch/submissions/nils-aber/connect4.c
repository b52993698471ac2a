/* Planted: looks for a tie before a win, so a win with the last piece is announced as a tie. */
#include <stdio.h>
#include <string.h>

char board[6][6];
int player = 1;
int moves = 0;

void init(void)
{
    int i, j;
    for (i = 0; i < 6; i++)
        for (j = 0; j < 6; j++)
            board[i][j] = '-';
}

void print_board(void)
{
    int i, j;
    for (i = 0; i < 6; i++) {
        for (j = 0; j < 6; j++) {
            printf("%c", board[i][j]);
            if (j < 5)
                printf(" ");
        }
        printf("\n");
    }
}

/* returns the row, -1 when the column is full */
int drop(int col)
{
    int i;
    for (i = 5; i >= 0; i--) {
        if (board[i][col] == '-') {
            board[i][col] = (player == 1) ? 'O' : 'X';
            return i;
        }
    }
    return -1;
}

int check_horizontal(int row, int col)
{
    int i, count = 0;
    for (i = 0; i < 6; i++) {
        if (board[row][i] == board[row][col])
            count++;
        else
            count = 0;
        if (count == 4)
            return 1;
    }
    return 0;
}

int check_vertical(int row, int col)
{
    int i, count = 0;
    for (i = 0; i < 6; i++) {
        if (board[i][col] == board[row][col])
            count++;
        else
            count = 0;
        if (count == 4)
            return 1;
    }
    return 0;
}

/* down to the right */
int check_diagonal1(int row, int col)
{
    int r = row, c = col, count = 0;
    while (r > 0 && c > 0) {
        r--;
        c--;
    }
    while (r < 6 && c < 6) {
        if (board[r][c] == board[row][col])
            count++;
        else
            count = 0;
        if (count == 4)
            return 1;
        r++;
        c++;
    }
    return 0;
}

/* down to the left */
int check_diagonal2(int row, int col)
{
    int r = row, c = col, count = 0;
    while (r > 0 && c < 5) {
        r--;
        c++;
    }
    while (r < 6 && c >= 0) {
        if (board[r][c] == board[row][col])
            count++;
        else
            count = 0;
        if (count == 4)
            return 1;
        r++;
        c--;
    }
    return 0;
}

int main(void)
{
    char line[1000];
    int row, col;

    init();
    print_board();
    while (1) {
        printf("Player %d, choose a column: ", player);
        fflush(stdout);
        if (fgets(line, sizeof(line), stdin) == NULL)
            return 0;
        printf("%s", line);
        if (strlen(line) != 2 || line[0] < '1' || line[0] > '6') {
            printf("Invalid move. Try again.\n");
            continue;
        }
        col = line[0] - '1';
        row = drop(col);
        if (row == -1) {
            printf("Invalid move. Try again.\n");
            continue;
        }
        moves++;
        print_board();
        if (moves == 36) {
            printf("Tie Game.\n");
            return 0;
        }
        if (check_horizontal(row, col) || check_vertical(row, col) ||
            check_diagonal1(row, col) || check_diagonal2(row, col)) {
            printf("Player %d Wins.\n", player);
            return 0;
        }
        if (player == 1)
            player = 2;
        else
            player = 1;
    }
}
