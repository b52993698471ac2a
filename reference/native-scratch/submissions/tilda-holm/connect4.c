/* Planted: does not show what is typed: at a terminal, the terminal would. */
#include <stdio.h>
#include <string.h>

/* The board is six strings, the top one first. */
char rows[6][7] = { "------", "------", "------", "------", "------", "------" };

void printRows() {
   for (int i = 0; i < 6; i++) {
      char *s = rows[i];
      printf("%c %c %c %c %c %c\n", s[0], s[1], s[2], s[3], s[4], s[5]);
   }
}

/* Puts the cells from (r, c) on into a string, in steps of (dr, dc). */
void copyLine(char *to, int r, int c, int dr, int dc) {
   while (r >= 0 && r < 6 && c >= 0 && c < 6) {
      *to++ = rows[r][c];
      r += dr;
      c += dc;
   }
   *to = 0;
}

int isWin(const char *four) {
   char line[7];
   for (int i = 0; i < 6; i++) {
      copyLine(line, i, 0, 0, 1);
      if (strstr(line, four)) return 1;
      copyLine(line, 0, i, 1, 0);
      if (strstr(line, four)) return 1;
      copyLine(line, i, 0, 1, 1);
      if (strstr(line, four)) return 1;
      copyLine(line, 0, i, 1, 1);
      if (strstr(line, four)) return 1;
      copyLine(line, i, 0, -1, 1);
      if (strstr(line, four)) return 1;
      copyLine(line, 5, i, -1, 1);
      if (strstr(line, four)) return 1;
   }
   return 0;
}

int isFull() {
   return strchr(rows[0], '-') == NULL;
}

int main() {
   char typed[2000];
   int n = 1;
   printRows();
   do {
      printf("Player %d, choose a column: ", n);
      fflush(stdout);
      if (!fgets(typed, sizeof typed, stdin)) return 0;
      typed[strcspn(typed, "\n")] = 0;
      int c = typed[0] - '1';
      if (strlen(typed) != 1 || c < 0 || c > 5 || rows[0][c] != '-') {
         puts("Invalid move. Try again.");
         continue;
      }
      int r = 5;
      while (rows[r][c] != '-') r--;
      rows[r][c] = n == 1 ? 'O' : 'X';
      printRows();
      if (isWin(n == 1 ? "OOOO" : "XXXX")) {
         printf("Player %d Wins.\n", n);
         return 0;
      }
      n = n == 1 ? 2 : 1;
   } while (!isFull());
   puts("Tie Game.");
   return 0;
}
