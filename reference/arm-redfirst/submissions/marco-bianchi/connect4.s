; marco bianchi, assignment 2

WIDTH       EQU     9
GRID        EQU     0x40000000
FIRST       EQU     10                      ; the cell of row 1, column 1
BOTTOM      EQU     54                      ; the cell of row 6, column 0
SIZE        EQU     72

CELL        RN      R5                      ; address of the last piece
PIECE       RN      R6
LEFT        RN      R7                      ; moves left

            MACRO
            PRINT   $text
            LDR     R0, =$text
            BL      puts
            MEND

            MACRO
            SAY     $char
            MOV     R0, #$char
            BL      put
            MEND

            AREA    C4, CODE, READONLY
            ENTRY

            MOV     SP, #0x40000000
            ADD     SP, SP, #0x10000
            BL      inithw
            PRINT   hello
            BL      clear_grid
            BL      print_grid
            MOV     PIECE, #'R'
            MOV     LEFT, #42

next_turn   TEQ     PIECE, #'R'
            LDREQ   R0, =askR
            LDRNE   R0, =askY
            BL      puts
            BL      get
            BL      put
            SUB     R0, R0, #'0'
            CMP     R0, #1
            BLO     try_again
            CMP     R0, #7
            BHI     try_again
            BL      drop_piece
            BCS     try_again
            BL      print_grid
            BL      find_four
            BCS     we_have_a_winner
            SUBS    LEFT, LEFT, #1
            BEQ     draw
            EOR     PIECE, PIECE, #0x0B     ; 'R' and 'Y' differ in these bits
            B       next_turn

try_again   PRINT   invalid
            BL      print_grid
            B       next_turn

we_have_a_winner TEQ     PIECE, #'R'
            LDREQ   R0, =winR
            LDRNE   R0, =winY
            BL      puts
            B       stop
draw        PRINT   drawtxt
            B       stop
stop        B       stop

; walls and empty cells
clear_grid  STMFD   SP!, {R4-R6, LR}
            LDR     R4, =GRID
            MOV     R5, #SIZE
            MOV     R0, #'#'
wall        SUBS    R5, R5, #1
            STRB    R0, [R4, R5]
            BNE     wall
            ADD     R4, R4, #FIRST
            MOV     R0, #'0'
            MOV     R6, #6
empty       MOV     R5, #7
put_empty   STRB    R0, [R4], #1
            SUBS    R5, R5, #1
            BNE     put_empty
            ADD     R4, R4, #2
            SUBS    R6, R6, #1
            BNE     empty
            LDMFD   SP!, {R4-R6, PC}

print_grid  STMFD   SP!, {R4-R6, LR}
            PRINT   heading
            LDR     R4, =GRID+FIRST
            MOV     R6, #'1'
print_row   MOV     R0, R6
            BL      put
            SAY     ' '
print_cell  LDRB    R0, [R4], #1
            CMP     R0, #'#'
            BEQ     row_done
            BL      put
            SAY     ' '
            B       print_cell
row_done    PRINT   crlf
            ADD     R4, R4, #1
            ADD     R6, R6, #1
            CMP     R6, #'6'
            BLE     print_row
            LDMFD   SP!, {R4-R6, PC}

; R0 = column; carry set when it is full
drop_piece  LDR     CELL, =GRID+BOTTOM
            ADD     CELL, CELL, R0
look_up     LDRB    R1, [CELL]
            CMP     R1, #'#'
            BXEQ    LR                      ; CMP has set the carry
            CMP     R1, #'0'
            SUBNE   CELL, CELL, #WIDTH
            BNE     look_up
            STRB    PIECE, [CELL]
            CMN     R1, #0                  ; clears the carry
            BX      LR

; carry set when the last piece is in a line of four or more
find_four   STMFD   SP!, {LR}
            MOV     R0, #1
            BL      line_through
            MOVCC   R0, #WIDTH
            BLCC    line_through
            MOVCC   R0, #WIDTH+1
            BLCC    line_through
            MOVCC   R0, #WIDTH-1
            BLCC    line_through
            LDMFD   SP!, {PC}

; the same for one direction, R0 = step
line_through STMFD   SP!, {R4, LR}
            MOV     R4, #1
            BL      count_run
            RSB     R0, R0, #0
            BL      count_run
            CMP     R4, #4
            LDMFD   SP!, {R4, PC}

; adds to R4
count_run   MOV     R1, CELL
run1        LDRB    R2, [R1, R0]!
            CMP     R2, PIECE
            ADDEQ   R4, R4, #1
            BEQ     run1
            BX      LR

inithw      LDR     R0, =0xE002C000
            MOV     R1, #0x50
            STR     R1, [R0]
            LDR     R0, =0xE000C000
            MOV     R1, #0x83
            STRB    R1, [R0, #0x0C]
            MOV     R1, #0x61
            STRB    R1, [R0]
            MOV     R1, #0x03
            STRB    R1, [R0, #0x0C]
            BX      LR

get         LDR     R1, =0xE000C014
get0        LDRB    R0, [R1]
            MOVS    R0, R0, LSR #1          ; bit 0 into the carry
            BCC     get0
            LDRB    R0, [R1, #-0x14]
            BX      LR

put         LDR     R1, =0xE000C014
put0        LDRB    R2, [R1]
            TST     R2, #0x20
            BEQ     put0
            STRB    R0, [R1, #-0x14]
            BX      LR

puts        STMFD   SP!, {R4, LR}
            MOV     R4, R0
            B       puts2
puts1       BL      put
puts2       LDRB    R0, [R4], #1
            TEQ     R0, #0
            BNE     puts1
            LDMFD   SP!, {R4, PC}

            LTORG

hello       DCB     "Let's play Connect4!!", 0x0A, 0x0D, 0
heading     DCB     0x0A, 0x0D, "  1 2 3 4 5 6 7", 0x0A, 0x0D, 0
crlf        DCB     0x0A, 0x0D, 0
askR        DCB     "RED: choose a column for your next move (1-7, q to restart): ", 0
askY        DCB     "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
invalid     DCB     0x0A, 0x0D, "Invalid Input! Please try again.", 0x0A, 0x0D, 0
winR        DCB     "RED PLAYER HAS WON!", 0x0A, 0x0D, 0
winY        DCB     "YELLOW PLAYER HAS WON!", 0x0A, 0x0D, 0
drawtxt     DCB     "THE GAME ENDED IN A DRAW!", 0x0A, 0x0D, 0

            END
