; Connect 4 against the computer on the ARM7TDMI (NXP LPC2468), with pieces that
; fall. The player has the pieces Y and begins; the computer has R.
;
; BOARD is 42 bytes, row after row from the top: the characters that are
; printed. MEM, right behind it, is where disp writes down the whole picture of
; the board, so that it can be printed at once. Rows and columns count from 0.
;
; Subroutines take their parameters in R0 to R3 and give their results there.
; All other registers are as before when they return.

; The board
BOARD           EQU     0x40000000
ROWS            EQU     6
COLUMNS         EQU     7
BOTTOM_ROW      EQU     0x40000023      ; BOARD + COLUMNS * (ROWS - 1)
MEM             EQU     0x4000002A      ; BOARD + COLUMNS * ROWS
EMPTY           EQU     'O'
YELLOW          EQU     'Y'
RED             EQU     'R'
FIRST_ROW_NAME  EQU     '1'
LAST_ROW_NAME   EQU     '6'

; successfulTurn, a result of turn and place
NOT_PLACED      EQU     0
PLACED          EQU     1
RESTARTED       EQU     2

; streakSpot, a result of curChk
OTHER           EQU     0               ; outside the board, or the other player's
MATCH           EQU     1
VACANT          EQU     -1

WINNING_STREAK  EQU     3               ; so many neighbours in a line win

; Keys
FIRST_COLUMN    EQU     '1'
RESTART         EQU     'q'

; Characters
SPACEBAR        EQU     ' '
LF              EQU     0x0A
CR              EQU     0x0D

NONE            EQU     -1              ; no row or column
FALSE           EQU     0
TRUE            EQU     1
DELAY           EQU     0x1FFFF         ; how far disp counts before it returns
STACK_TOP       EQU     0x40010000

; The console
PINSEL0         EQU     0xE002C000
P0_2_3_MASK     EQU     0xF0            ; the function of the pins P0.2 and P0.3:
P0_2_3_UART0    EQU     0x50            ; TXD0 and RXD0
U0BASE          EQU     0xE000C000
U0RBR           EQU     0x00            ; what was received
U0THR           EQU     0x00            ; what is to be sent
U0DLL           EQU     0x00            ; the divisor, low and high byte, while its latch is open
U0DLM           EQU     0x04
U0LCR           EQU     0x0C            ; line control
LCR_8N1         EQU     0x03            ; 8 bits, no parity, 1 stop bit
LCR_DLAB_8N1    EQU     0x83            ; the same with the divisor latch open
U0LSR           EQU     0x14            ; line status
LSR_RECEIVED    EQU     0x01
LSR_CAN_SEND    EQU     0x20
DIVISOR         EQU     97              ; 15 MHz / (16 * 97) = 9600 baud

        AREA    Connect4, CODE, READONLY
        ENTRY

;----------------------------------------------------------------------
; The main program
;   R4, R5 = row and column of the computer's last piece; NONE before its first
;----------------------------------------------------------------------

start   LDR     SP, =STACK_TOP
        BL      inithw

main    LDR     R0, =hello
        BL      puts
        BL      initB
        BL      disp
        MOV     R4, #NONE

nextTurn
        MOV     R0, #YELLOW             ; the player
        BL      turn
        CMP     R1, #RESTARTED
        BEQ     main
        MOV     R1, #FALSE
        BL      chck
        CMP     R1, #WINNING_STREAK
        BGE     won
        BL      flBrd
        CMP     R2, #TRUE
        BEQ     draw

        MOV     R0, #RED                ; the computer
        CMP     R4, #NONE
        BEQ     reply                   ; in the column that flBrd has found
        MOV     R6, R1
        MOV     R1, #TRUE
        MOV     R2, R4
        MOV     R3, R5
        BL      chck
        MOVS    R1, R2                  ; a column, or NONE
        MOVMI   R1, R6
reply   BL      place
        MOV     R4, R2
        MOV     R5, R3
        MOV     R1, #FALSE
        BL      chck
        CMP     R1, #WINNING_STREAK
        BGE     won
        BL      flBrd
        CMP     R2, #TRUE
        BNE     nextTurn

draw    LDR     R0, =its_a_draw
        BL      puts
        B       main

won     CMP     R0, #YELLOW
        LDREQ   R0, =yellow_wins
        LDRNE   R0, =red_wins
        BL      puts
        B       main

;----------------------------------------------------------------------
; The game
;----------------------------------------------------------------------

; initB: empty the board.
initB   STMFD   SP!, {R4-R6, LR}
        LDR     R4, =BOARD
        LDR     R5, =MEM
        MOV     R6, #EMPTY
initB1  STRB    R6, [R4], #1
        CMP     R4, R5
        BLO     initB1
        LDMFD   SP!, {R4-R6, PC}

; disp: print the board, and wait a while so that a falling piece can be seen.
disp    STMFD   SP!, {R0, R4-R8, LR}
        LDR     R4, =BOARD
        LDR     R5, =MEM
        LDR     R6, =new_board
disp1   LDRB    R0, [R6], #1            ; the line of column numbers
        CMP     R0, #0
        STRNEB  R0, [R5], #1
        BNE     disp1

        MOV     R7, #FIRST_ROW_NAME
disp2   STRB    R7, [R5], #1            ; a row: its number
        MOV     R0, #SPACEBAR
        STRB    R0, [R5], #1
        MOV     R8, #COLUMNS
disp3   LDRB    R0, [R4], #1            ; its cells
        STRB    R0, [R5], #1
        MOV     R0, #SPACEBAR
        STRB    R0, [R5], #1
        SUBS    R8, R8, #1
        BNE     disp3
        MOV     R0, #LF
        STRB    R0, [R5], #1
        MOV     R0, #CR
        STRB    R0, [R5], #1
        ADD     R7, R7, #1
        CMP     R7, #LAST_ROW_NAME
        BLS     disp2

        MOV     R0, #0
        STRB    R0, [R5]
        LDR     R0, =MEM
        BL      puts

        MOV     R0, #0
        LDR     R4, =DELAY
disp4   ADD     R0, R0, #1
        CMP     R0, R4
        BNE     disp4
        LDMFD   SP!, {R0, R4-R8, PC}

; turn: ask the player for a move until it is one, or until he restarts the game.
;   in:  R0 = the player's piece
;   out: R0 = the same, R1 = successfulTurn: PLACED or RESTARTED,
;        R2, R3 = row and column of the piece
turn    STMFD   SP!, {R4, LR}
        MOV     R4, R0
turn1   LDR     R0, =choose_yellow
        BL      puts
        BL      get
        CMP     R0, #RESTART
        BEQ     turn3
        SUB     R1, R0, #FIRST_COLUMN
        CMP     R1, #COLUMNS            ; unsigned: keys below '1' are high too
        BHS     turn2
        BL      put
        MOV     R0, R4
        BL      place
        CMP     R1, #PLACED
        BEQ     turn4
turn2   LDR     R0, =invalid
        BL      puts
        B       turn1
turn3   BL      put
        LDR     R0, =newline
        BL      puts
        MOV     R1, #RESTARTED
turn4   MOV     R0, R4
        LDMFD   SP!, {R4, PC}

; place: let a piece fall into a column, and show it in each row that it passes.
;   in:  R0 = the piece, R1 = the column
;   out: R0 = the same, R1 = successfulTurn: PLACED, or NOT_PLACED when the
;        column is full, R2, R3 = row and column of the piece
place   STMFD   SP!, {R4-R6, LR}
        MOV     R2, #0                  ; the next row
        MOV     R3, R1
        LDR     R4, =BOARD
        ADD     R4, R4, R1              ; the cell there
        MOV     R6, #EMPTY
placeN  CMP     R2, #ROWS
        BEQ     placeF
        LDRB    R5, [R4]
        CMP     R5, #EMPTY
        BNE     placeF
        CMP     R2, #0
        STRNEB  R6, [R4, #-COLUMNS]     ; it leaves the row above
        STRB    R0, [R4], #COLUMNS
        BL      disp
        ADD     R2, R2, #1
        B       placeN
placeF  CMP     R2, #0
        MOVEQ   R1, #NOT_PLACED
        MOVNE   R1, #PLACED
        SUBNE   R2, R2, #1              ; back to the row that was vacant
        LDMFD   SP!, {R4-R6, PC}

; chck: find the longest streak through the piece that was placed last. The
; neighbours are counted in both directions of each line and added, so the piece
; may be anywhere in the line. On the computer's turn do what chkCm does.
;   in:  R0 = the piece, R1 = computersTurn, R2, R3 = row and column of the piece
;   out: R0 = the same, R1 = how many neighbours the longest streak has
chck    CMP     R1, #TRUE
        BEQ     chkCm
        STMFD   SP!, {R2-R10, LR}
        MOV     R4, R2                  ; the row and
        MOV     R5, R3                  ; the column of the piece
        MOV     R9, #0                  ; the highest streak
        LDR     R8, =lines
chck1   LDRSB   R6, [R8], #1            ; one step along the line: rows
        LDRSB   R7, [R8], #1            ; and columns
        MOV     R10, #0                 ; the streak of this line
        BL      count
        BL      turnBack                ; and the other way
        BL      count
        CMP     R10, R9
        MOVGT   R9, R10
        LDR     R1, =lines_end
        CMP     R8, R1
        BLO     chck1
        MOV     R1, R9
        LDMFD   SP!, {R2-R10, PC}

; count: count the neighbours in one direction; a part of chck and chkCm.
;   in:  R0 = the piece, R4, R5 = its row and column, R6, R7 = the step,
;        R10 = the streak so far
;   out: R10 = the streak, longer by the neighbours in this direction;
;        R1, R2, R3 = streakSpot, row and column of the cell behind the last
count   STMFD   SP!, {LR}
        MOV     R2, R4
        MOV     R3, R5
count1  ADD     R2, R2, R6
        ADD     R3, R3, R7
        BL      curChk
        CMP     R1, #MATCH
        ADDEQ   R10, R10, #1
        BEQ     count1
        LDMFD   SP!, {PC}

; turnBack: turn the step round; a part of chck and chkCm.
;   in:  R6, R7 = the step
;   out: R6, R7 = the same in the other direction
turnBack
        RSB     R6, R6, #0
        RSB     R7, R7, #0
        BX      LR

; chkCm: find where the computer can make a streak through its last piece longer:
; the longest one that ends at a vacant cell. Where several are as long, one
; where a piece would come to rest in that cell goes before the others, then the
; first that is found.
;   in:  R0 = the piece, R2, R3 = row and column of the computer's last one
;   out: R0 = the same, R2 = the column, or NONE when no streak can grow
chkCm   STMFD   SP!, {R3-R12, LR}
        MOV     R4, R2                  ; the row and
        MOV     R5, R3                  ; the column of the piece
        MOV     R11, #NONE              ; the rank of the best streak so far
        MOV     R12, #NONE              ; and the column that makes it longer
        LDR     R8, =lines
chkCm1  LDRSB   R6, [R8], #1
        LDRSB   R7, [R8], #1
        MOV     R10, #0
        BL      turnBack                ; the whole streak, first the far part
        BL      count
        BL      turnBack
        BL      count
        BL      rankEnd                 ; the near end
        MOV     R9, R10
        BL      turnBack
        BL      count
        MOV     R10, R9
        BL      rankEnd                 ; the far end
        LDR     R1, =lines_end
        CMP     R8, R1
        BLO     chkCm1
        MOV     R2, R12
        LDMFD   SP!, {R3-R12, PC}

; rankEnd: is the cell at the end of a streak the best so far? A part of chkCm.
; A streak's rank is twice its length, and one more when a piece would come to
; rest at its end.
;   in:  R0 = the piece, R1 = streakSpot of the cell, R2, R3 = its row and
;        column, R10 = the streak, R11, R12 = the best rank and its column
;   out: R11, R12 = the same or better; R1, R2 are changed
rankEnd STMFD   SP!, {LR}
        CMP     R1, #VACANT
        BNE     rankEnd1
        ADD     R2, R2, #1              ; the cell below, or the ground
        BL      curChk
        MOV     R2, R10, LSL #1
        CMP     R1, #VACANT
        ADDNE   R2, R2, #1
        CMP     R2, R11
        MOVGT   R11, R2
        MOVGT   R12, R3
rankEnd1
        LDMFD   SP!, {PC}

; curChk: compare one cell with a piece.
;   in:  R0 = the piece, R2, R3 = row and column of the cell; they may lie
;        outside the board
;   out: R1 = streakSpot: MATCH, VACANT or OTHER
curChk  STMFD   SP!, {R4-R5, LR}
        MOV     R1, #OTHER
        CMP     R2, #ROWS               ; unsigned: -1 is high too
        BHS     curChk1
        CMP     R3, #COLUMNS
        BHS     curChk1
        MOV     R4, #COLUMNS
        MUL     R5, R2, R4              ; row * rowsize
        ADD     R5, R5, R3              ; + column
        LDR     R4, =BOARD
        LDRB    R4, [R4, R5]
        CMP     R4, R0
        MOVEQ   R1, #MATCH
        CMP     R4, #EMPTY
        MOVEQ   R1, #VACANT
curChk1 LDMFD   SP!, {R4-R5, PC}

; flBrd: find the first vacant cell, from the bottom row up and from the left.
;   out: R1 = its column, R2 = isBoardFull: TRUE when there is none
flBrd   STMFD   SP!, {R4-R6, LR}
        LDR     R4, =BOARD
        LDR     R5, =BOTTOM_ROW
flBrd1  MOV     R1, #0
flBrd2  LDRB    R6, [R5, R1]
        CMP     R6, #EMPTY
        MOVEQ   R2, #FALSE
        BEQ     flBrd3
        ADD     R1, R1, #1
        CMP     R1, #COLUMNS
        BLO     flBrd2
        SUB     R5, R5, #COLUMNS
        CMP     R5, R4
        BHS     flBrd1
        MOV     R2, #TRUE
flBrd3  LDMFD   SP!, {R4-R6, PC}

;----------------------------------------------------------------------
; The console: UART0 of the LPC2468, polled
;----------------------------------------------------------------------

; inithw: connect the pins of UART0 and set it to 9600 baud, 8N1.
inithw  STMFD   SP!, {R0-R1, LR}
        LDR     R0, =PINSEL0
        LDR     R1, [R0]
        BIC     R1, R1, #P0_2_3_MASK
        ORR     R1, R1, #P0_2_3_UART0
        STR     R1, [R0]
        LDR     R0, =U0BASE
        MOV     R1, #LCR_DLAB_8N1      ; offset 0 is the divisor now
        STRB    R1, [R0, #U0LCR]
        MOV     R1, #DIVISOR
        STRB    R1, [R0, #U0DLL]
        MOV     R1, #0
        STRB    R1, [R0, #U0DLM]
        MOV     R1, #LCR_8N1            ; and the data register again
        STRB    R1, [R0, #U0LCR]
        LDMFD   SP!, {R0-R1, PC}

; get: wait for a key.
;   out: R0 = the key
get     STMFD   SP!, {R1, LR}
        LDR     R1, =U0BASE
get1    LDRB    R0, [R1, #U0LSR]
        TST     R0, #LSR_RECEIVED
        BEQ     get1
        LDRB    R0, [R1, #U0RBR]
        LDMFD   SP!, {R1, PC}

; put: print one character.
;   in:  R0 = the character
put     STMFD   SP!, {R1-R2, LR}
        LDR     R1, =U0BASE
put1    LDRB    R2, [R1, #U0LSR]
        TST     R2, #LSR_CAN_SEND
        BEQ     put1
        STRB    R0, [R1, #U0THR]
        LDMFD   SP!, {R1-R2, PC}

; puts: print a string.
;   in:  R0 = its address; a zero byte ends it
puts    STMFD   SP!, {R0-R1, LR}
        MOV     R1, R0
puts1   LDRB    R0, [R1], #1
        CMP     R0, #0
        BEQ     puts2
        BL      put
        B       puts1
puts2   LDMFD   SP!, {R0-R1, PC}

        LTORG

;----------------------------------------------------------------------
; Data. In a text LF CR ends a line and a zero byte the text.
;----------------------------------------------------------------------

; The lines through a piece: one step along each, as rows and columns. The other
; way round it is the same line.
lines           DCB -1, -1
                DCB 0, -1
                DCB 1, -1
                DCB -1, 0
lines_end

hello           DCB "Let's Play Connect 4!", LF, CR, 0
new_board       DCB LF, CR, "  1 2 3 4 5 6 7", LF, CR, 0
choose_yellow   DCB "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
invalid         DCB LF, CR, "Invalid move, try again.", LF, CR, 0
yellow_wins     DCB "YELLOW wins!", LF, CR, 0
red_wins        DCB "RED wins!", LF, CR, 0
its_a_draw      DCB "It's a draw!", LF, CR, 0
newline         DCB LF, CR, 0

        END
