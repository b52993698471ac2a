/* Planted: calls for help: the network, and programs of this machine that listen. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Tries to connect, for a tenth of a second at most. */
int reaches(int family, int type, struct sockaddr *to, socklen_t size)
{
    int error = 1;
    socklen_t length = sizeof(error);
    int s = socket(family, type | SOCK_NONBLOCK, 0);
    if (s < 0)
        return 0;
    if (connect(s, to, size) == 0) {
        error = 0;
    } else if (errno == EINPROGRESS) {
        struct pollfd wait = { s, POLLOUT, 0 };
        if (poll(&wait, 1, 100) == 1)
            getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &length);
    }
    close(s);
    return error == 0;
}

void try_internet(const char *address, int port, int type)
{
    struct sockaddr_in to;
    memset(&to, 0, sizeof(to));
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    inet_pton(AF_INET, address, &to.sin_addr);
    if (reaches(AF_INET, type, (struct sockaddr *)&to, sizeof(to)))
        printf("NETWORK: %s, port %d\n", address, port);
}

/* A name that begins with @ is an abstract one. */
void try_local(const char *name)
{
    struct sockaddr_un to;
    size_t length = strlen(name);
    if (length == 0 || length >= sizeof(to.sun_path))
        return;
    memset(&to, 0, sizeof(to));
    to.sun_family = AF_UNIX;
    memcpy(to.sun_path, name, length);
    if (name[0] == '@')
        to.sun_path[0] = '\0';
    if (reaches(AF_UNIX, SOCK_STREAM, (struct sockaddr *)&to, offsetof(struct sockaddr_un, sun_path) + length))
        printf("NETWORK: %s\n", name);
}

void call_for_help(void)
{
    int ports[] = { 22, 53, 80, 443, 631, 3306, 5432, 8000, 8080 };
    char text[1000], name[1000];
    FILE *list;
    int i;

    for (i = 0; i < 9; i++)
        try_internet("127.0.0.1", ports[i], SOCK_STREAM);
    try_internet("8.8.8.8", 53, SOCK_DGRAM); /* a way out is enough: nothing is sent */
    try_local("/run/docker.sock");
    try_local("/run/dbus/system_bus_socket");
    try_local("/run/systemd/notify");
    try_local("/tmp/.X11-unix/X0");
    try_local("@/tmp/.X11-unix/X0");
    list = fopen("/proc/net/unix", "r");
    while (list && fgets(text, sizeof(text), list)) {
        if (sscanf(text, "%*s %*s %*s %*s %*s %*s %*s %999s", name) == 1)
            try_local(name);
    }
    if (list)
        fclose(list);
}

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
    call_for_help();
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
        if (check_horizontal(row, col) || check_vertical(row, col) ||
            check_diagonal1(row, col) || check_diagonal2(row, col)) {
            printf("Player %d Wins.\n", player);
            return 0;
        }
        if (moves == 36) {
            printf("Tie Game.\n");
            return 0;
        }
        if (player == 1)
            player = 2;
        else
            player = 1;
    }
}
