; Wei Chen
; ARM assembly, connect four

WIDTH       equ     9
GRID        equ     0x40000000
FIRST       equ     10                      ; the cell of row 1, column 1
BOTTOM      equ     54                      ; the cell of row 6, column 0
SIZE        equ     72

CELL        rn      r5                      ; address of the last piece
PIECE       rn      r6
LEFT        rn      r7                      ; moves left

            area    C4, CODE, READONLY
            entry

            mov     sp, #0x40000000
            add     sp, sp, #0x10000
            bl      inithw
            ldr     r0, =hello
            bl      puts
            bl      clear_grid
            bl      print_grid
            mov     PIECE, #'R'
            mov     LEFT, #42

next_turn   teq     PIECE, #'R'
            ldreq   r0, =askR
            ldrne   r0, =askY
            bl      puts
            bl      get
            bl      put
            teq     r0, #'q'
            beq     say_bye
            sub     r0, r0, #'0'
            cmp     r0, #1
            blo     try_again
            cmp     r0, #7
            bhi     try_again
            bl      drop_piece
            bcs     try_again
            bl      print_grid
            bl      find_four
            bcs     we_have_a_winner
            subs    LEFT, LEFT, #1
            beq     draw
            eor     PIECE, PIECE, #0x0B     ; 'R' and 'Y' differ in these bits
            b       next_turn

try_again   ldr     r0, =invalid
            bl      puts
            bl      print_grid
            b       next_turn

we_have_a_winner teq     PIECE, #'R'
            ldreq   r0, =winR
            ldrne   r0, =winY
            bl      puts
            b       stop
draw        ldr     r0, =drawtxt
            bl      puts
            b       stop
say_bye     ldr     r0, =thanks
            bl      puts
stop        b       stop

; walls and empty cells
clear_grid  stmfd   sp!, {r4-r6, lr}
            ldr     r4, =GRID
            mov     r5, #SIZE
            mov     r0, #'#'
wall        subs    r5, r5, #1
            strb    r0, [r4, r5]
            bne     wall
            add     r4, r4, #FIRST
            mov     r0, #'0'
            mov     r6, #6
empty       mov     r5, #7
put_empty   strb    r0, [r4], #1
            subs    r5, r5, #1
            bne     put_empty
            add     r4, r4, #2
            subs    r6, r6, #1
            bne     empty
            ldmfd   sp!, {r4-r6, pc}

print_grid  stmfd   sp!, {r4-r6, lr}
            ldr     r0, =heading
            bl      puts
            ldr     r4, =GRID+FIRST
            mov     r6, #'1'
print_row   mov     r0, r6
            bl      put
            mov     r0, #' '
            bl      put
print_cell  ldrb    r0, [r4], #1
            cmp     r0, #'#'
            beq     row_done
            bl      put
            mov     r0, #' '
            bl      put
            b       print_cell
row_done    ldr     r0, =crlf
            bl      puts
            add     r4, r4, #1
            add     r6, r6, #1
            cmp     r6, #'6'
            ble     print_row
            ldmfd   sp!, {r4-r6, pc}

; R0 = column; carry set when it is full
drop_piece  ldr     CELL, =GRID+BOTTOM
            add     CELL, CELL, r0
look_up     ldrb    r1, [CELL]
            cmp     r1, #'#'
            bxeq    lr                      ; CMP has set the carry
            cmp     r1, #'0'
            subne   CELL, CELL, #WIDTH
            bne     look_up
            strb    PIECE, [CELL]
            cmn     r1, #0                  ; clears the carry
            bx      lr

; carry set when the last piece is in a line of four or more
find_four   stmfd   sp!, {lr}
            mov     r0, #1
            bl      line_through
            movcc   r0, #WIDTH
            blcc    line_through
            movcc   r0, #WIDTH+1
            blcc    line_through
            movcc   r0, #WIDTH-1
            blcc    line_through
            ldmfd   sp!, {pc}

; the same for one direction, R0 = step
line_through stmfd   sp!, {r4, lr}
            mov     r4, #1
            bl      count_run
            rsb     r0, r0, #0
            bl      count_run
            cmp     r4, #4
            ldmfd   sp!, {r4, pc}

; adds to R4
count_run   mov     r1, CELL
run1        ldrb    r2, [r1, r0]!
            cmp     r2, PIECE
            addeq   r4, r4, #1
            beq     run1
            bx      lr

inithw      ldr     r0, =0xE002C000
            mov     r1, #0x50
            str     r1, [r0]
            ldr     r0, =0xE000C000
            mov     r1, #0x83
            strb    r1, [r0, #0x0C]
            mov     r1, #0x61
            strb    r1, [r0]
            mov     r1, #0x03
            strb    r1, [r0, #0x0C]
            bx      lr

get         ldr     r1, =0xE000C014
get0        ldrb    r0, [r1]
            movs    r0, r0, lsr #1          ; bit 0 into the carry
            bcc     get0
            ldrb    r0, [r1, #-0x14]
            bx      lr

put         ldr     r1, =0xE000C014
put0        ldrb    r2, [r1]
            tst     r2, #0x20
            beq     put0
            strb    r0, [r1, #-0x14]
            bx      lr

puts        stmfd   sp!, {r4, lr}
            mov     r4, r0
            b       puts2
puts1       bl      put
puts2       ldrb    r0, [r4], #1
            teq     r0, #0
            bne     puts1
            ldmfd   sp!, {r4, pc}

            ltorg

hello       dcb     "Let's play Connect4!!", 0x0A, 0x0D, 0
heading     dcb     0x0A, 0x0D, "  1 2 3 4 5 6 7", 0x0A, 0x0D, 0
crlf        dcb     0x0A, 0x0D, 0
askR        dcb     "RED: choose a column for your next move (1-7, q to restart): ", 0
askY        dcb     "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
invalid     dcb     0x0A, 0x0D, "Invalid Input! Please try again.", 0x0A, 0x0D, 0
winR        dcb     "RED PLAYER HAS WON!", 0x0A, 0x0D, 0
winY        dcb     "YELLOW PLAYER HAS WON!", 0x0A, 0x0D, 0
drawtxt     dcb     "THE GAME ENDED IN A DRAW!", 0x0A, 0x0D, 0
thanks      dcb     0x0A, 0x0D, "Thank you for playing Connect Four!", 0x0A, 0x0D, 0

            end
