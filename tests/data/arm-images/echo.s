@ What the images beside this file were made of, with the GNU tools (make.sh). Prints a greeting, then echoes keys until `q`.
        .text
        .arm
        .global _start
_start: ldr   sp, =0x40010000
        ldr   r0, =greeting
        bl    puts
next:   bl    get
        bl    put
        cmp   r0, #'q'
        bne   next
stop:   b     stop

@ Prints the text at R0, which a zero ends.
puts:   stmfd sp!, {r4, lr}
        mov   r4, r0
1:      ldrb  r0, [r4], #1
        cmp   r0, #0
        beq   2f
        bl    put
        b     1b
2:      ldmfd sp!, {r4, lr}
        bx    lr

@ Waits for a key: R0.
get:    ldr   r1, =0xE000C000
3:      ldrb  r2, [r1, #0x14]
        tst   r2, #1
        beq   3b
        ldrb  r0, [r1]
        bx    lr

@ Prints R0.
put:    ldr   r1, =0xE000C000
4:      ldrb  r2, [r1, #0x14]
        tst   r2, #0x20
        beq   4b
        strb  r0, [r1]
        bx    lr
        .ltorg

greeting: .asciz "Hi!\n\r"
        .align
        .data
turn:   .word 7
        .bss
board:  .space 42
