# A line comment of the preprocessor's kind
    .syntax unified
    .cpu arm7tdmi
    .text
    .global _start
    .type _start, %function
_start: ldr r0, =message        @ a literal
    mov r1, #';'                // characters
    mov r1, #'@
    mov r1, 5                   /* no hash is needed
                                   in unified syntax */
    add r1, r1, #1; sub r2, r2, #2
    cmp r1, 'a'; cmp r1, #-1; mov r3, -2
1:  subs r1, 1
    bne 1b
    beq 1f
    ldr r2, =0x12345678
    ldr r3, =5
    ldr r3, =-1
    ldr r3, =0x12345678
    ldr r4, value
    ldr r0, [r1, 4]!
    ldr r0, [r1], -4
    strb r0, [r1, r2, lsl 2]
    mov r0, r1, lsl 3
    lsls r0, r1, 4
    mov /* within */ r5, r6
    mov r0, $7
    push {r4}
    pop {r4}
    push {r4-r6, lr}
    popne {r4-r6, pc}
    ldmfd sp, {r0-r3}^
1:  b .
    b . + 8
    adr r0, value
    svc 0x123456
    .ltorg
first: second :
    .word first, second + 4, ., later, 1<<4|1, ~0, (3+4)*2, 7/2, 7%4, 2+3*4, 1f
    .equ later, 300
1:
value: .word .L_local, a.b
.L_local:
a.b: .word 2f - 1b
2:
    .size _start, . - _start
    .section .rodata
message: .string "hi"
