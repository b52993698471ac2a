/* Whatever the compiler has as its own input. */
#include "/dev/stdin"
#include "/proc/self/fd/0"
int main(void) { return 0; }
