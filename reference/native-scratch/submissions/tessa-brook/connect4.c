/* Planted: reads numbers with scanf("%d"), and a letter stays in the way for ever. */
#include <stdio.h>

char b[6][6];

int count(int r, int c, int dr, int dc) {
  int n = 0;
  char p = b[r][c];
  while (r >= 0 && r < 6 && c >= 0 && c < 6 && b[r][c] == p) { n++; r += dr; c += dc; }
  return n;
}

int main() {
  int r, c, i, player = 1, moves = 0;
  for (i = 0; i < 36; i++) b[i / 6][i % 6] = '-';
  goto show;
  while (1) {
    printf("Player %d, choose a column: ", player);
    fflush(stdout);
    c = 0;
    if (scanf("%d", &c) == EOF) return 0;
    printf("%d\n", c);
    if (c < 1 || c > 6 || b[0][c - 1] != '-') {
      printf("Invalid move. Try again.\n");
      continue;
    }
    c--;
    for (r = 5; b[r][c] != '-'; r--);
    b[r][c] = player == 1 ? 'O' : 'X';
    moves++;
  show:
    for (i = 0; i < 36; i++) printf("%c%c", b[i / 6][i % 6], i % 6 == 5 ? '\n' : ' ');
    if (moves == 0) continue;
    if (count(r, c, 0, 1) + count(r, c, 0, -1) > 4 || count(r, c, 1, 0) > 3 ||
        count(r, c, 1, 1) + count(r, c, -1, -1) > 4 || count(r, c, 1, -1) + count(r, c, -1, 1) > 4) {
      printf("Player %d Wins.\n", player);
      return 0;
    }
    if (moves == 36) {
      printf("Tie Game.\n");
      return 0;
    }
    player = 3 - player;
  }
}
