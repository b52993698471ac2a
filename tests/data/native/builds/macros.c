/* A text that doubles forty times. */
#define A(x) x x x x x x x x x x
#define B(x) A(A(x))
#define C(x) B(B(x))
#define D(x) C(C(x))
int main(void) { int a = 0; D(a++;) return a; }
