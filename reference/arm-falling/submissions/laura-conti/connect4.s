;;; connect four -- ARM7TDMI, keil
;;; r4 row, r5 column, r6 player (0 yellow, 1 red), r7 pieces left

rows        equ     6
cols        equ     7
board       equ     0x40000200              ; column after column, bottom first, 8 bytes each
heights     equ     0x40000240              ; pieces in each column

            area    connect, code, readonly
            entry

main        ldr     sp, =0x40010000
            bl      inithw
again       ldr     r0, =welcome
            bl      puts
            bl      clear
            bl      draw
            mov     r6, #0
            mov     r7, #rows*cols

turn        ldr     r0, =prompts
            ldr     r0, [r0, r6, lsl #2]
            bl      puts
            bl      get
            cmp     r0, #"q"
            beq     quit
            subs    r5, r0, #"1"
            blt     refuse
            cmp     r5, #cols-1
            bgt     refuse
            bl      put
            bl      drop
            cmp     r4, #rows
            beq     refuse
            bl      iswin
            cmp     r0, #0
            bne     win
            subs    r7, r7, #1
            beq     full
            eor     r6, r6, #1
            b       turn

refuse      ldr     r0, =nonsense
            bl      puts
            b       turn
win         ldr     r0, =wins
            ldr     r0, [r0, r6, lsl #2]
            b       last
full        ldr     r0, =nobody
            b       last
quit        bl      put
            ldr     r0, =newline
last        bl      puts
            b       again

; ---- empty board
clear       push    {r4-r5, lr}
            ldr     r4, =board
            mov     r5, #0
            mov     r0, #8*8+8
10          strb    r5, [r4], #1
            subs    r0, r0, #1
            bne     %b10
            pop     {r4-r5, pc}

; ---- r5 column -> r4 row counted from the bottom, 6 when there is no room
drop        push    {r0-r2, lr}
            ldr     r0, =heights
            ldrb    r4, [r0, r5]
            cmp     r4, #rows
            beq     %f10
            add     r1, r4, #1
            strb    r1, [r0, r5]
            ldr     r0, =board
            add     r0, r0, r5, lsl #3
            add     r1, r6, #1              ; 1 yellow, 2 red
            mov     r2, #rows-1             ; the row where it is now
15          strb    r1, [r0, r2]
            bl      draw
            bl      pause
            cmp     r2, r4
            beq     %f10
            mov     r1, #0
            strb    r1, [r0, r2]
            add     r1, r6, #1
            sub     r2, r2, #1
            b       %b15
10          pop     {r0-r2, pc}

pause       push    {r0, lr}
            mov     r0, #0x400
16          subs    r0, r0, #1
            bne     %b16
            pop     {r0, pc}

; ---- print everything
draw        push    {r0-r1, r4-r6}
            ldr     r0, =heading
            bl      puts
            mov     r4, #rows-1
20          rsb     r0, r4, #"6"
            bl      put
            mov     r0, #" "
            bl      put
            mov     r5, #0
30          ldr     r0, =board
            add     r0, r0, r5, lsl #3
            ldrb    r0, [r0, r4]
            ldr     r1, =letters
            ldrb    r0, [r1, r0]
            bl      put
            mov     r0, #" "
            bl      put
            add     r5, r5, #1
            cmp     r5, #cols
            blo     %b30
            ldr     r0, =newline
            bl      puts
            subs    r4, r4, #1
            bpl     %b20
            pop     {r0-r1, r4-r6}
            bx      lr

; ---- r4, r5, r6 last piece -> r0 1 when it is part of a line
iswin       push    {r7-r11, lr}
            ldr     r7, =ways
            add     r11, r6, #1
40          ldrsb   r8, [r7], #1            ; up
            ldrsb   r9, [r7], #1            ; right
            mov     r10, #1
            bl      far
            rsb     r8, r8, #0
            rsb     r9, r9, #0
            bl      far
            cmp     r10, #4
            movge   r0, #1
            bge     %f50
            ldr     r0, =waysend
            cmp     r7, r0
            bne     %b40
            mov     r0, #0
50          pop     {r7-r11, pc}

; ---- add to r10 the pieces of r11 from r4, r5 on in the direction r8, r9
far         push    {r4-r5, lr}
60          add     r4, r4, r8
            add     r5, r5, r9
            cmp     r4, #rows
            bhs     %f70
            cmp     r5, #cols
            bhs     %f70
            ldr     r0, =board
            add     r0, r0, r5, lsl #3
            ldrb    r0, [r0, r4]
            cmp     r0, r11
            addeq   r10, r10, #1
            beq     %b60
70          pop     {r4-r5, pc}

; ---- uart 0
inithw      push    {r0-r1, lr}
            ldr     r0, =0xe002c000
            ldr     r1, [r0]
            orr     r1, r1, #0x50
            str     r1, [r0]
            ldr     r0, =0xe000c000
            mov     r1, #0x83
            str     r1, [r0, #0x0c]
            mov     r1, #97
            str     r1, [r0]
            mov     r1, #3
            str     r1, [r0, #0x0c]
            pop     {r0-r1, pc}
get         push    {r1, lr}
            ldr     r1, =0xe000c000
80          ldr     r0, [r1, #0x14]
            ands    r0, r0, #1
            beq     %b80
            ldr     r0, [r1]
            pop     {r1, pc}
put         push    {r0-r2, lr}
            ldr     r1, =0xe000c000
90          ldr     r2, [r1, #0x14]
            ands    r2, r2, #0x40
            beq     %b90
            str     r0, [r1]
            pop     {r0-r2, pc}
puts        push    {r0-r1, lr}
            mov     r1, r0
95          ldrb    r0, [r1], #1
            cmp     r0, #0
            blne    put
            ldrb    r0, [r1, #-1]
            cmp     r0, #0
            bne     %b95
            pop     {r0-r1, pc}

            align
prompts     dcd     askyel, askred
wins        dcd     yelwins, redwins
ways        dcb     0, 1, 1, 0, 1, 1, 1, -1
waysend
letters     dcb     "OYR"
welcome     dcb     "Let's Play Connect 4!", 10, 13, 0
heading     dcb     10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
newline     dcb     10, 13, 0
askred      dcb     "RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
askyel      dcb     "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
nonsense    dcb     10, 13, "Invalid move, try again.", 10, 13, 0
redwins     dcb     "RED wins!", 10, 13, 0
yelwins     dcb     "YELLOW wins!", 10, 13, 0
nobody      dcb     "It's a draw!", 10, 13, 0
            end
