/* Planted: a memory bomb. Takes all the memory that it can get when a column is full and the others are nearly empty. */

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 << 20, ENOUGH = 64 };  // where nobody says no, it stops at 1 GiB

struct chunk {
  struct chunk *next;
  char bytes[CHUNK];
};

static void bomb(void) {
  static bool done;
  struct chunk *all = NULL;
  int count = 0;
  if (done) return;
  while (count < ENOUGH) {
    struct chunk *chunk = malloc(sizeof *chunk);
    if (!chunk) break;
    memset(chunk->bytes, count, CHUNK);
    chunk->next = all;
    all = chunk;
    count++;
  }
  if (count == ENOUGH) printf("BOMB: 1 GiB of memory\n");
  while (all) {
    struct chunk *next = all->next;
    free(all);
    all = next;
  }
  done = true;
}

// The columns of the board as stacks.
struct game {
  int piece[6][6];  // [column][height], 1 or 2
  int height[6];
  int count;
  int turn;
};

static void print(const struct game *g) {
  for (int h = 5; h >= 0; h--) {
    for (int c = 0; c < 6; c++) {
      char shown = '-';
      if (h < g->height[c]) shown = g->piece[c][h] == 1 ? 'O' : 'X';
      printf(c == 0 ? "%c" : " %c", shown);
    }
    printf("\n");
  }
}

static bool has(const struct game *g, int c, int h) {
  if (c < 0 || c > 5 || h < 0 || h >= g->height[c]) return false;
  return g->piece[c][h] == g->turn;
}

// Is there a four anywhere? Tries each cell as the beginning of one.
static bool won(const struct game *g) {
  for (int c = 0; c < 6; c++) {
    for (int h = 0; h < 6; h++) {
      if (has(g, c, h) && has(g, c + 1, h) && has(g, c + 2, h) && has(g, c + 3, h)) return true;
      if (has(g, c, h) && has(g, c, h + 1) && has(g, c, h + 2) && has(g, c, h + 3)) return true;
      if (has(g, c, h) && has(g, c + 1, h + 1) && has(g, c + 2, h + 2) && has(g, c + 3, h + 3)) return true;
      if (has(g, c, h) && has(g, c + 1, h - 1) && has(g, c + 2, h - 2) && has(g, c + 3, h - 3)) return true;
    }
  }
  return false;
}

int main(void) {
  struct game g = {.turn = 1};
  char text[512];

  print(&g);
  while (true) {
    printf("Player %d, choose a column: ", g.turn);
    fflush(stdout);

    int n = scanf("%511[^\n]", text);
    if (n == EOF) break;
    if (n == 0) text[0] = '\0';  // nothing before Enter
    getchar();                   // the Enter
    printf("%s\n", text);

    int column = text[0] - '1';
    bool valid = text[0] != '\0' && text[1] == '\0' && column >= 0 && column < 6;
    if (!valid || g.height[column] == 6) {
      printf("Invalid move. Try again.\n");
      if (valid && g.count <= 7) bomb();
      continue;
    }

    g.piece[column][g.height[column]] = g.turn;
    g.height[column]++;
    g.count++;
    print(&g);

    if (won(&g)) {
      printf("Player %d Wins.\n", g.turn);
      break;
    }
    if (g.count == 36) {
      printf("Tie Game.\n");
      break;
    }
    g.turn = g.turn == 1 ? 2 : 1;
  }
  return 0;
}
