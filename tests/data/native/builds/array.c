/* A program of fifty megabytes. */
static volatile char large[50 << 20] = {1};
int main(void) { return large[0] - 1; }
