/* Planted: shows each key twice. */
#include <stdio.h>
#include <stdlib.h>

#define N 6

static int cell[N * N];		/* 0 empty, 1, 2; row by row from the top */

static void show(void)
{
	for (int i = 0; i < N * N; i++) {
		putchar("-OX"[cell[i]]);
		putchar(i % N == N - 1 ? '\n' : ' ');
	}
}

/* one line; 0 if it is no move */
static int ask(int who)
{
	int ch, keys = 0, move = 0;

	printf("Player %d, choose a column: ", who);
	fflush(stdout);
	while ((ch = getchar()) != '\n') {
		if (ch == EOF)
			exit(0);
		putchar(ch);
		printf("%c", ch);
		move = ch - '0';
		keys++;
	}
	putchar('\n');
	if (keys != 1 || move < 1 || move > N)
		return 0;
	return move;
}

/* index of the cell where the piece lands, or -1 */
static int land(int move)
{
	int at = N * (N - 1) + move - 1;

	while (at >= 0 && cell[at] != 0)
		at -= N;
	return at < 0 ? -1 : at;
}

/* pieces in one direction, this one not counted */
static int run(int at, int dx, int dy)
{
	int x = at % N, y = at / N, n = 0;

	for (;;) {
		x += dx;
		y += dy;
		if (x < 0 || x >= N || y < 0 || y >= N)
			break;
		if (cell[y * N + x] != cell[at])
			break;
		n++;
	}
	return n;
}

static int wins(int at)
{
	return run(at, -1, 0) + run(at, 1, 0) >= 3
	    || run(at, 0, -1) + run(at, 0, 1) >= 3
	    || run(at, -1, -1) + run(at, 1, 1) >= 3
	    || run(at, 1, -1) + run(at, -1, 1) >= 3;
}

int main(void)
{
	int who = 1, left = N * N;

	show();
	for (;;) {
		int move = ask(who);
		int at = move ? land(move) : -1;

		if (at < 0) {
			puts("Invalid move. Try again.");
			continue;
		}
		cell[at] = who;
		left--;
		show();
		if (wins(at)) {
			printf("Player %d Wins.\n", who);
			break;
		}
		if (left == 0) {
			puts("Tie Game.");
			break;
		}
		who = 3 - who;
	}
	return 0;
}
