/* Planted: a thief. Looks for the cases, for other programs, and for what the grader holds. */

#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int looked;

void stolen(const char *what, const char *path) {
   static int things;
   if (things++ < 20) printf("STOLEN: %s %s\n", what, path);
}

int has(const char *name, const char *ending) {
   size_t n = strlen(name), m = strlen(ending);
   return n >= m && strcmp(name + n - m, ending) == 0;
}

/* A file that tells what is expected, or another student's program. */
void look(const char *path) {
   char text[4096];
   FILE *f = fopen(path, "r");
   if (!f) return;
   size_t n = fread(text, 1, sizeof text - 1, f);
   fclose(f);
   text[n] = 0;
   if (strstr(text, "transcript: ") || strstr(text, "rubric:") || strstr(text, "verdict")) stolen("case", path);
   else if (!has(path, ".yaml") && n > 0 && !strstr(text, "a thief. Looks for")) stolen("program", path);
}

/* The folders below one, but for the system's own. */
void walk(const char *folder, int depth) {
   DIR *d = opendir(folder);
   struct dirent *e;
   if (!d) return;
   while ((e = readdir(d)) && looked < 20000) {
      char path[4096];
      struct stat s;
      if (e->d_name[0] == '.' && strlen(e->d_name) < 3 && strspn(e->d_name, ".") == strlen(e->d_name)) continue;
      snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", e->d_name);
      if (lstat(path, &s)) continue;
      looked++;
      if (S_ISDIR(s.st_mode) && depth > 0) {
         const char *system[] = { "/proc", "/sys", "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/dev" };
         int skip = 0;
         for (int i = 0; i < 9; i++) skip |= strcmp(path, system[i]) == 0;
         if (!skip) walk(path, depth - 1);
      } else if (S_ISREG(s.st_mode) && (has(path, ".yaml") || has(path, "/connect4.c") || has(path, "/connect4.asm"))) {
         look(path);
      }
   }
   closedir(d);
}

/* Other processes: what they were started with, what they have open, what they hold. */
void spy() {
   DIR *d = opendir("/proc");
   struct dirent *e;
   while (d && (e = readdir(d))) {
      char path[300], text[4096];
      if (!isdigit((unsigned char)e->d_name[0]) || atoi(e->d_name) == getpid()) continue;
      snprintf(path, sizeof path, "/proc/%.20s/environ", e->d_name);
      int fd = open(path, O_RDONLY);
      if (fd >= 0 && read(fd, text, sizeof text) > 0) stolen("environment", path);
      if (fd >= 0) close(fd);
      snprintf(path, sizeof path, "/proc/%.20s/mem", e->d_name);
      fd = open(path, O_RDONLY);
      if (fd >= 0) stolen("memory", path);
      if (fd >= 0) close(fd);
      snprintf(path, sizeof path, "/proc/%.20s/fd", e->d_name);
      DIR *open_files = opendir(path);
      if (open_files) stolen("open files", path);
      if (open_files) closedir(open_files);
   }
   if (d) closedir(d);
}

void steal() {
   extern char **environ;
   const char *near[] = { "..", "../..", "../cases", "../../cases", "cases", "reference", "../submissions" };
   for (int i = 0; i < 7; i++) walk(near[i], 2);
   walk("/", 6);
   for (int fd = 3; fd < 1024; fd++) {
      char number[12];
      snprintf(number, sizeof number, "%d", fd);
      if (fcntl(fd, F_GETFD) != -1) stolen("open file", number);
   }
   spy();
   for (char **e = environ; *e; e++) {
      const char *secrets[] = { "TOKEN", "SECRET", "PASSWORD", "C4GRADE", "CARGO", "GITHUB", "SSH_" };
      for (int i = 0; i < 7; i++) {
         if (strstr(*e, secrets[i])) stolen("environment", secrets[i]);
      }
   }
}

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
   steal();
   printRows();
   do {
      printf("Player %d, choose a column: ", n);
      fflush(stdout);
      if (!fgets(typed, sizeof typed, stdin)) return 0;
      typed[strcspn(typed, "\n")] = 0;
      puts(typed);
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
