#include "@SECRET@"
int main(void) { return 0; }
