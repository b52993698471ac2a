; Gina Moretti
board   equ     0x40000000              ; 42 bytes, row by row
p1      equ     'R'
p2      equ     'Y'
empty   equ     '0'

        area    |.text|, code, readonly
        entry

; R8 = whose piece, R9 = column 0-6
reset   ldr     sp, =0x40010000
        bl      inithw
newgame ldr     r0, =hello
        bl      puts
        bl      clear
        bl      show
        mov     r8, #p1
turn    cmp     r8, #p1
        ldreq   r0, =askone
        ldrne   r0, =asktwo
        bl      puts
        bl      get
        bl      put
        mov     r9, r0
        bl      endl
        cmp     r9, #'q'
        beq     newgame
        sub     r9, r9, #'1'
        cmp     r9, #7
        bhs     bad
        bl      drop
        cmp     r0, #0
        beq     bad
landed
        bl      show
        mov     r7, #4
        bl      lines
        cmp     r0, #1
        beq     won
        bl      room
        cmp     r0, #0
        beq     draw
        cmp     r8, #p1
        moveq   r8, #p2
        movne   r8, #p1
        b       turn
bad     ldr     r0, =refused
        bl      puts
        b       turn
won     cmp     r8, #p1
        ldreq   r0, =wonone
        ldrne   r0, =wontwo
        bl      puts
        b       stop
draw
stop    b       stop

; all cells empty
clear   ldr     r1, =board
        mov     r2, #42
        mov     r3, #empty
clear1  strb    r3, [r1], #1
        subs    r2, r2, #1
        bne     clear1
        bx      lr

; print the board
show    stmfd   sp!, {r4-r6, lr}
        ldr     r0, =header
        bl      puts
        ldr     r4, =board
        mov     r5, #0
showrow mov     r6, #0
showcol ldrb    r0, [r4], #1
        bl      put
        mov     r0, #' '
        bl      put
        add     r6, r6, #1
        cmp     r6, #7
        bne     showcol
        bl      endl
        add     r5, r5, #1
        cmp     r5, #6
        bne     showrow
        ldmfd   sp!, {r4-r6, pc}

; drop the piece R8 into column R9. R0 = 1 when it was done, 0 when the column is full
drop    stmfd   sp!, {r4-r6, lr}
        ldr     r4, =board
        add     r4, r4, r9
        ldrb    r0, [r4]
        cmp     r0, #empty
        movne   r0, #0
        bne     dropx
        mov     r5, #5
dropn
        cmp     r5, #0
        beq     dropped
        ldrb    r0, [r4, #7]
        cmp     r0, #empty
        bne     dropped
        add     r4, r4, #7
        sub     r5, r5, #1
        b       dropn
dropped strb    r8, [r4]
        mov     r0, #1
dropx   ldmfd   sp!, {r4-r6, pc}

; R0 = 1 when the top row has room
room    ldr     r1, =board
        mov     r2, #7
        mov     r0, #0
room1   ldrb    r3, [r1], #1
        cmp     r3, #empty
        moveq   r0, #1
        subs    r2, r2, #1
        bne     room1
        bx      lr

; R0 = 1 when R7 pieces R8 are in a line somewhere
lines   stmfd   sp!, {r4-r6, r9-r12, lr}
        ldr     r12, =steps
lines1  ldrsb   r10, [r12], #1          ; rows
        ldrsb   r11, [r12], #1          ; columns
        mov     r5, #0
lines2  mov     r6, #0
lines3  bl      run
        cmp     r9, r7
        movhs   r0, #1
        bhs     linesx
        add     r6, r6, #1
        cmp     r6, #7
        bne     lines3
        add     r5, r5, #1
        cmp     r5, #6
        bne     lines2
        ldr     r0, =stepend
        cmp     r12, r0
        bne     lines1
        mov     r0, #0
linesx  ldmfd   sp!, {r4-r6, r9-r12, pc}

; R9 = how many pieces R8 there are from row R5, column R6 on
run     mov     r9, #0
        mov     r1, r5
        mov     r2, r6
        ldr     r4, =board
run1    cmp     r1, #6
        bxhs    lr
        cmp     r2, #7
        bxhs    lr
        rsb     r3, r1, r1, lsl #3      ; row * 7
        add     r3, r3, r2
        ldrb    r3, [r4, r3]
        cmp     r3, r8
        bxne    lr
        add     r9, r9, #1
        add     r1, r1, r10
        add     r2, r2, r11
        b       run1

endl    stmfd   sp!, {lr}
        ldr     r0, =newline
        bl      puts
        ldmfd   sp!, {pc}

; from the lecture
inithw  ldr     r0, =0xe002c000
        mov     r1, #0x50
        str     r1, [r0]
        ldr     r0, =0xe000c000
        mov     r1, #0x83
        strb    r1, [r0, #0x0c]
        mov     r1, #97
        strb    r1, [r0]
        mov     r1, #3
        strb    r1, [r0, #0x0c]
        bx      lr
get     ldr     r1, =0xe000c000
get1    ldrb    r0, [r1, #0x14]
        tst     r0, #1
        beq     get1
        ldrb    r0, [r1]
        bx      lr
put     ldr     r1, =0xe000c000
put1    ldrb    r2, [r1, #0x14]
        tst     r2, #0x20
        beq     put1
        strb    r0, [r1]
        bx      lr
puts    stmfd   sp!, {r3, lr}
        mov     r3, r0
puts1   ldrb    r0, [r3], #1
        cmp     r0, #0
        beq     puts2
        bl      put
        b       puts1
puts2   ldmfd   sp!, {r3, pc}

        ltorg

steps   dcb     0, 1, 1, 0, 1, 1
stepend
hello   dcb     "Four in a line!", 10, 13, 0
header  dcb     "1 2 3 4 5 6 7", 10, 13, 0
newline dcb     10, 13, 0
askone  dcb     "Red, your column (1-7, q starts again)? ", 0
asktwo  dcb     "Yellow, your column (1-7, q starts again)? ", 0
refused dcb     "You cannot move there.", 10, 13, 0
wonone  dcb     "Red has won.", 10, 13, 0
wontwo  dcb     "Yellow has won.", 10, 13, 0
        end
