; Connect 4 for two players on the ARM7TDMI (NXP LPC2468)
;
; The board is 42 bytes, row after row from the top: the characters that are
; printed. So a step to the right is 1, a step down ROW, and the two diagonals
; ROW + 1 and ROW - 1.
;
; Subroutines take their parameters in R0 to R3 and give their result in R0.
; They may change R0 to R3; all other registers are as before when they return.

; The board
BOARD           EQU     0x40000000      ; 42 bytes
ROW             EQU     7               ; cells in a row
CELLS           EQU     42
LAST_START      EQU     20              ; the last cell with three more below it
LINE            EQU     4               ; so many in a line win
EMPTY           EQU     '0'
RED             EQU     'R'
YELLOW          EQU     'Y'

; Keys
FIRST_COLUMN    EQU     '1'
RESTART         EQU     'q'

; Characters
SPACEBAR        EQU     ' '
LF              EQU     0x0A
CR              EQU     0x0D

TRUE            EQU     1
FALSE           EQU     0
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
; The main part
;   R4 = the switch: the piece whose turn it is
;----------------------------------------------------------------------

start   LDR     SP, =STACK_TOP
        BL      inithw

newgame LDR     R0, =greeting
        BL      puts
        BL      INIT
        BL      PRINT
        MOV     R4, #RED

turn    LDR     R0, =askred
        CMP     R4, #RED
        LDRNE   R0, =askyellow
        BL      ASK
        CMP     R0, #RESTART
        BEQ     newgame
        MOV     R1, R4
        BL      MOVE
        CMP     R0, #TRUE
        BEQ     moved
        LDR     R0, =full
        BL      puts
        B       turn

moved   BL      PRINT
        MOV     R0, R4
        BL      WINS
        CMP     R0, #TRUE
        BEQ     won
        BL      ISFULL
        CMP     R0, #TRUE
        BEQ     stop
        CMP     R4, #RED                ; the other player
        MOVEQ   R4, #YELLOW
        MOVNE   R4, #RED
        B       turn

won     MOV     R0, R4
        BL      put
        LDR     R0, =winner
        BL      puts

stop    B       stop

;----------------------------------------------------------------------
; The game
;----------------------------------------------------------------------

; INIT: empty the board.
INIT    LDR     R0, =BOARD
        MOV     R1, #EMPTY
        MOV     R2, #CELLS
init1   STRB    R1, [R0], #1
        SUBS    R2, R2, #1
        BNE     init1
        BX      LR

; ASK: ask for a key, show it and end the line.
;   in:  R0 = the prompt
;   out: R0 = the key
ASK     STMFD   SP!, {R4, LR}
        BL      puts
        BL      get
        BL      put
        MOV     R4, R0
        LDR     R0, =newline
        BL      puts
        MOV     R0, R4
        LDMFD   SP!, {R4, PC}

; PRINT: print the column numbers and the board.
PRINT   STMFD   SP!, {R4-R6, LR}
        LDR     R0, =numbers
        BL      puts
        LDR     R4, =BOARD
        MOV     R5, #CELLS              ; cells still to print
print1  MOV     R6, #ROW                ; cells of this row still to print
print2  LDRB    R0, [R4], #1
        BL      put
        MOV     R0, #SPACEBAR
        BL      put
        SUBS    R6, R6, #1
        BNE     print2
        LDR     R0, =newline
        BL      puts
        SUBS    R5, R5, #ROW
        BNE     print1
        LDMFD   SP!, {R4-R6, PC}

; MOVE: drop a piece.
;   in:  R0 = the key that was pressed, R1 = the piece
;   out: R0 = TRUE, or FALSE when the key is no column or the column is full
MOVE    SUB     R0, R0, #FIRST_COLUMN
        CMP     R0, #ROW                ; unsigned: keys below '1' are high too
        BHS     move3
        LDR     R2, =BOARD
        LDRB    R3, [R2, R0]
        CMP     R3, #EMPTY
        BNE     move3
move1   ADD     R3, R0, #ROW            ; the cell below
        CMP     R3, #CELLS
        BHS     move2
        LDRB    R3, [R2, R3]
        CMP     R3, #EMPTY
        ADDEQ   R0, R0, #ROW
        BEQ     move1
move2   STRB    R1, [R2, R0]
        MOV     R0, #TRUE
        BX      LR
move3   MOV     R0, #FALSE
        BX      LR

; ISFULL: look for an empty cell in the top row.
;   out: R0 = TRUE when there is none
ISFULL  LDR     R1, =BOARD
        MOV     R2, #ROW
        MOV     R0, #TRUE
full1   LDRB    R3, [R1], #1
        CMP     R3, #EMPTY
        MOVEQ   R0, #FALSE
        SUBS    R2, R2, #1
        BNE     full1
        BX      LR

; WINS: look for a line in all directions.
;   in:  R0 = the piece
;   out: R0 = TRUE when it has a line
WINS    STMFD   SP!, {R4, LR}
        MOV     R4, R0
        BL      CHECKV
        CMP     R0, #TRUE
        BEQ     wins1
        MOV     R0, R4
        BL      CHECKH
        CMP     R0, #TRUE
        BEQ     wins1
        MOV     R0, R4
        BL      CHECKD
wins1   LDMFD   SP!, {R4, PC}

; CHECKV: look for a vertical line. It can begin in the upper three rows.
;   in:  R0 = the piece
;   out: R0 = TRUE when it has one
CHECKV  STMFD   SP!, {R4-R5, LR}
        MOV     R4, R0
        MOV     R5, #LAST_START
checkv1 MOV     R0, R5
        MOV     R1, #ROW
        MOV     R2, R4
        BL      LENGTH
        CMP     R0, #LINE
        BEQ     checkv2
        SUBS    R5, R5, #1
        BPL     checkv1
checkv2 MOVEQ   R0, #TRUE
        MOVNE   R0, #FALSE
        LDMFD   SP!, {R4-R5, PC}

; CHECKH: look for a horizontal line. It can begin in the first four columns
; of each row: so a line cannot go on in the next row.
;   in:  R0 = the piece
;   out: R0 = TRUE when it has one
CHECKH  STMFD   SP!, {R4-R6, LR}
        MOV     R4, R0
        MOV     R5, #0                  ; the first cell of the row
checkh1 MOV     R6, #0                  ; the column
checkh2 ADD     R0, R5, R6
        MOV     R1, #1
        MOV     R2, R4
        BL      LENGTH
        CMP     R0, #LINE
        MOVEQ   R0, #TRUE
        BEQ     checkh3
        ADD     R6, R6, #1
        CMP     R6, #ROW-LINE
        BLS     checkh2
        ADD     R5, R5, #ROW
        CMP     R5, #CELLS
        BLO     checkh1
        MOV     R0, #FALSE
checkh3 LDMFD   SP!, {R4-R6, PC}

; CHECKD: look for a diagonal line. It begins in the upper three rows: one that
; goes down to the right in the first four columns, one that goes down to the
; left in the last four.
;   in:  R0 = the piece
;   out: R0 = TRUE when it has one
CHECKD  STMFD   SP!, {R4-R6, LR}
        MOV     R4, R0
        MOV     R5, #0                  ; the first cell of the row
checkd1 MOV     R6, #0                  ; the column
checkd2 ADD     R0, R5, R6
        MOV     R1, #ROW+1
        MOV     R2, R4
        BL      LENGTH
        CMP     R0, #LINE
        BEQ     checkd3
        ADD     R0, R5, R6
        ADD     R0, R0, #LINE-1
        MOV     R1, #ROW-1
        MOV     R2, R4
        BL      LENGTH
        CMP     R0, #LINE
        BEQ     checkd3
        ADD     R6, R6, #1
        CMP     R6, #ROW-LINE
        BLS     checkd2
        ADD     R5, R5, #ROW
        CMP     R5, #LAST_START
        BLS     checkd1
        MOV     R0, #FALSE
        B       checkd4
checkd3 MOV     R0, #TRUE
checkd4 LDMFD   SP!, {R4-R6, PC}

; LENGTH: count how many of the LINE cells from one on hold a piece.
;   in:  R0 = the first cell, R1 = the step to the next, R2 = the piece
;   out: R0 = the length, up to the first cell with something else
LENGTH  STMFD   SP!, {R4, LR}
        LDR     R3, =BOARD
        ADD     R3, R3, R0
        MOV     R0, #0
length1 LDRB    R4, [R3], R1
        CMP     R4, R2
        BNE     length2
        ADD     R0, R0, #1
        CMP     R0, #LINE
        BNE     length1
length2 LDMFD   SP!, {R4, PC}

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
; Texts. A line ends with LF CR; a zero byte ends the text.
;----------------------------------------------------------------------

greeting    DCB "Let's play Connect4!!", LF, CR, 0
numbers     DCB "1 2 3 4 5 6 7", LF, CR, 0
askred      DCB "RED: choose a column for your next move (1-7, q to restart): ", 0
askyellow   DCB "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
full        DCB "This column is full. Please enter a different column number.", LF, CR, 0
winner      DCB " IS THE WINNER.", LF, CR, 0
newline     DCB LF, CR, 0

        END
