    .text
start:
    b over
    .ascii "a\n\x41\101\"b", "c\\"
    .asciz "d", "e;f@g//h/*i"
    .string "\t\0018"
    .byte 1, 'a', '\n', 0b101, 017, -1, 255
    .align 2, 0
    .hword 1, 0xFFFF, -2
    .short 3
    .2byte 4
    .balign 4, 0
    .int 5, -5
    .long 6
    .4byte 0xFFFFFFFF
    .space 3, 0xAA
    .skip 1
    .zero 4
    .fill 2, 2, 0x1234
    .fill 3, 1, 7
    .byte 1
    .even
    .p2align 3, 0
    .byte 2
    .align
    .byte 3
    .p2align 0
    .byte 4
    .balign 8, 0
length: .ascii "hello"
end: .align 2, 0
size = . - length
    .equ exact, end - length
over:
    ldr r0, =table
    mov r1, #size
    mov r2, #exact
    ldr r3, =variable
    ldr r3, [r3]
    .data
variable: .word 7
    .text
    ldr r4, =counter
    b start
    .set x, 3
    .word x
    .set x, 4
    .word x
    x = x + 1
    .word x
    .if x == 5
    .word 1
    .if x > 100
    .word 2
    .else
    .word 3
    .endif
    .elseif x == 5
    .word 4
    .else
    .word 5
    .endif
    .ifdef nowhere
    .word 6
    .nonsense
    mov nothing
    .endif
    .ifndef nowhere
    .word 7
    .endif
count .req r9
    mov count, #1
    movs r0, r1, lsl #2
    moveqs r0, r1
    ldrneb r0, [r1]
    ldmeqia r0!, {r1, r2}
    msr cpsr_c, #0xD3
    mrs r0, cpsr
    .bss
    .align 2, 0
counter: .space 4
    .section .rodata
table: .word start, over
    .end
    this is not read
