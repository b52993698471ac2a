    .syntax unified
    .text
    .macro call routine, first, second=0
    .ifnb \first
    ldr r0, =\first
    .endif
    mov r1, #\second
    bl \routine
    .endm
    .macro save regs:vararg
    push {\regs}
    .endm
    .macro loop_down reg:req, count=3
    mov \reg , #\count
again\@:
    subs \reg, \reg, #1
    bne again\@
    .endm

_start: call print
    call print, message
    CALL print second=7
    Call print first = message, second = ';'
    call print message 'A'
    call print, , '@
here: save r4, r5, lr           @ a label before a call
    loop_down r4
    loop_down r5, 9; loop_down reg=r6
    .ltorg
print: bx lr

    .macro op name, rd, rest:vararg
    \name\()s \rd , \rd, \rest
    \name \rd,\rd, \rest
    .endm
    op add, r2, #1
    op sub r3 r4, lsl #2
    op "orr" "r5" r6

    .macro texts one, two
    .asciz "\one|\two|\@"
    .asciz "\one.b \one\().b \onerous &one 7&two \(lit) ;@//"
    .endm
    texts 1 -2
    texts a + b , (c d)
    texts "x, y" [r0]
    texts "say \"hi\"" {r1}
    texts , 5
    texts two=4
    .balign 4

    .macro down n
    .word \n
    .if \n
    down \n-1
    .else
    .exitm
    .endif
    .word 100 + \n
    .endm
    down 3

    .macro maker suffix
    .macro made\suffix value
    .word \suffix, \value
    .endm
    .endm
    maker 1
    maker 2
    made1 5
    made2 6
    .purgem made1
    .macro made1
    .word 77
    .endm
    made1

    .macro until value
    .rept 4
    .byte 1
    .if \value > 2
    .exitm
    .endif
    .byte 2
    .endr
    .ifeq \value
    .exitm
    .endif
    .byte 3
    .endm
    until 0
    until 5
    .balign 4

    .set count, 0
    .rept 3
    .word count
    .set count, count + 1
    .endr
    .rept 2
    .irp value, 1, 2 3,"4"
    .byte \value
    .irpc digit, 56
    .byte \value\digit
    .endr
    .endr
    .endr
    .rept 0
    .word 9
    .endr
    .irpc letter, ab c
    .ascii "<\letter\@>"
    .endr
    .irpc letter "a b"
    .ascii "<\letter>"
    .endr
    .irp none
    .ascii "<\none>"
    .endr
    .balign 4
    .irp reg, r4, r5-r7, "r8, r9"
    push {\reg}
    .endr

    .macro each values:vararg
    .irp value, \values
    .word \value
    .endr
    .endm
    each 1, 2, 3
    .macro pair a, b
    .ifc \a,\b
    .word 1
    .endif
    .ifnc \a , \b
    .word 2
    .endif
    .ifeqs "\a","x"
    .word 3
    .endif
    .ifnes "\a", "x"
    .word 4
    .endif
    .ifb \b
    .word 5
    .endif
    .endm
    pair x, x
    pair x, y
    pair y
    .macro lines text
    \text
tail: .endm
    lines "mov r0, #1; mov r1, #2 @ comment"
    b tail
    .if 0
    .macro never
    .if 1
    .endm
    .endif
    .endif
    .macro mov value
    .word \value
    .endm
    mov 55
    .section .rodata
message: .asciz "hi"
