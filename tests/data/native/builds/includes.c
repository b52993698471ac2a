/* Includes itself twice, again and again. */
#if __INCLUDE_LEVEL__ < 190
#include "connect4.c"
#include "connect4.c"
#endif
int main(void) { return 0; }
