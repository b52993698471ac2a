#if 0
} } else {
#endif
#define LOOP(n) for (int i = 0; i < (n); i++)
#define BOTH do { a = 1; \
    b = 2; } while (0)
int a, b; int (*f)(int) = 0, *p = &a, m[2][2] = {[1] = {3, 4}};
void g(void) { LOOP(3) { BOTH; } if (a) if (b) a = b; else b = a; else { ; } }
int h(int x, int y) { return ({ int z = x; z; }) + y; } extern int u;
static inline double w(const char *s, ...) { label: if (*s++) goto label; return 1e-3 + .5 + 07 + 0b1 + 'a' + L'b' + sizeof(int[3]); }
