/* Memory in files without a name. */
#include "attack.h"

int main(void)
{
    static char block[MIB];
    memset(block, 1, sizeof block);
    int taken = 0;
    for (int count = 0; count < 200; count++) {
        int file = syscall(SYS_memfd_create, "memory", 0);
        if (file < 0) {
            break;
        }
        for (int part = 0; part < 8; part++) {
            if (write(file, block, sizeof block) > 0) {
                taken++;
            }
        }
        if (taken > 600) {
            HARM("%d MiB of memory in files without a name", taken);
            break;
        }
    }
    if (syscall(SYS_memfd_secret, 0) >= 0) {
        HARM("secret memory");
    }
    return tried();
}
