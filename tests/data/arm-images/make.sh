#!/bin/sh
# Makes the images again; needs binutils-arm-none-eabi. Tests need only what is checked in.
set -e
cd "$(dirname "$0")"
arm-none-eabi-as -mcpu=arm7tdmi -o echo.o echo.s
# As programs for a board are linked: initial data of RAM behind the code in flash.
cat > echo.ld <<'LINK'
MEMORY { FLASH (rx) : ORIGIN = 0, LENGTH = 512K  RAM (rwx) : ORIGIN = 0x40000000, LENGTH = 64K }
SECTIONS {
  .text : { *(.text) } > FLASH
  .data : { *(.data) } > RAM AT > FLASH
  .bss (NOLOAD) : { *(.bss) } > RAM
}
LINK
arm-none-eabi-ld -n -T echo.ld -o echo.elf echo.o
arm-none-eabi-objcopy -O ihex echo.elf echo.hex
arm-none-eabi-objcopy -O binary -j .text echo.elf echo.bin
arm-none-eabi-ld -n -Ttext=0x8000 -o elsewhere.elf echo.o
rm echo.ld
