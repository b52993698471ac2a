/* A program that is larger than the disk that a build may fill. */
static volatile char large[1 << 30] = {1};
int main(void) { return large[0] - 1; }
