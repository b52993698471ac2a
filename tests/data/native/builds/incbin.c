#include <stdio.h>
__asm__(".data\nsecret:\n.incbin \"@SECRET@\"\n.byte 0\n.text\n");
extern char secret[];
int main(void) { puts("HARM: the secret"); puts(secret); return 0; }
