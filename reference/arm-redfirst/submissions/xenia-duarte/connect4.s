; Connect 4 for two players on the ARM7TDMI (NXP LPC2468); q ends the game
;
; The board is 42 words, row after row from the top. A cell is BLANK, RED or
; YELLOW. So a step to the right is CELL, a step down ROW, and the diagonals
; ROW + CELL and ROW - CELL.
;
; Subroutines take their parameters in R0 to R3 and give their result in R0.
; They may change R0 to R3; all other registers are as before when they return.

; The board
BOARD           EQU     0x400000B0
BOTTOM_ROW      EQU     0x4000013C      ; BOARD + (ROWS - 1) * ROW
BOARD_END       EQU     0x40000158      ; BOARD + ROWS * ROW
ROWS            EQU     6
COLUMNS         EQU     7
CELLS           EQU     42
CELL            EQU     4               ; bytes from a cell to the next
ROW             EQU     28              ; bytes from a row to the next
LINE            EQU     4               ; so many in a line win
START_ROWS      EQU     3               ; rows and columns where a line can begin
START_COLUMNS   EQU     4
LAST_START      EQU     12              ; bytes from the first column to column 4
BLANK           EQU     0
RED             EQU     1
YELLOW          EQU     2
PLAYERS         EQU     3               ; RED + YELLOW: less the one it is the other

; What a key may be
ASCII_ZERO      EQU     0x30
QUIT_KEY        EQU     'q'

; Results of MAKE_MOVE
INVALID         EQU     0
PLACED          EQU     1
QUIT            EQU     2

; Characters
SPACEBAR        EQU     ' '
LF              EQU     0x0A
CR              EQU     0x0D

FALSE           EQU     0
TRUE            EQU     1
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
; MAIN: the game, until a player has won or ends it, or the board is full.
;   R4 = whose turn it is
;----------------------------------------------------------------------

MAIN    LDR     SP, =STACK_TOP
        BL      inithw
        LDR     R0, =WELCOME
        BL      puts
        BL      INITIALISE_BOARD
        BL      DRAW_BOARD
        MOV     R4, #RED

NEXT_TURN
        MOV     R0, R4
        BL      MAKE_MOVE
        CMP     R0, #QUIT
        BEQ     ENDED
        CMP     R0, #INVALID
        BEQ     REFUSED
        BL      DRAW_BOARD
        MOV     R0, R4
        BL      CHECK_WINNER
        CMP     R0, #TRUE
        BEQ     WON
        BL      IS_BOARD_FULL
        CMP     R0, #TRUE
        BEQ     DRAWN
        RSB     R4, R4, #PLAYERS        ; the other player
        B       NEXT_TURN

REFUSED LDR     R0, =INVALID_INPUT
        BL      puts
        BL      DRAW_BOARD
        B       NEXT_TURN

WON     LDR     R0, =RED_WON
        CMP     R4, #RED
        LDRNE   R0, =YELLOW_WON
        B       SAY
DRAWN   LDR     R0, =DRAW
        B       SAY
ENDED   LDR     R0, =THANK_YOU
SAY     BL      puts

stop    B       stop

;----------------------------------------------------------------------
; The game
;----------------------------------------------------------------------

; INITIALISE_BOARD: copy the blank board into memory.
INITIALISE_BOARD
        LDR     R0, =BLANK_BOARD
        LDR     R1, =BOARD
        MOV     R2, #CELLS
INITIALISE_CELL
        LDR     R3, [R0], #CELL
        STR     R3, [R1], #CELL
        SUBS    R2, R2, #1
        BNE     INITIALISE_CELL
        BX      LR

; DRAW_BOARD: print the board with the numbers of columns and rows.
DRAW_BOARD
        STMFD   SP!, {R4-R7, LR}
        LDR     R0, =COLUMN_NUMBERS
        BL      puts
        LDR     R4, =BOARD
        LDR     R7, =PIECES
        MOV     R5, #1                  ; the number of the row
DRAW_ROW
        ADD     R0, R5, #ASCII_ZERO
        BL      PUT_AND_SPACE
        MOV     R6, #COLUMNS            ; cells still to draw in this row
DRAW_CELL
        LDR     R0, [R4], #CELL
        LDRB    R0, [R7, R0]
        BL      PUT_AND_SPACE
        SUBS    R6, R6, #1
        BNE     DRAW_CELL
        LDR     R0, =NEWLINE
        BL      puts
        ADD     R5, R5, #1
        CMP     R5, #ROWS
        BLS     DRAW_ROW
        LDMFD   SP!, {R4-R7, PC}

; PUT_AND_SPACE: print a character and a space.
;   in:  R0 = the character
PUT_AND_SPACE
        STMFD   SP!, {LR}
        BL      put
        MOV     R0, #SPACEBAR
        BL      put
        LDMFD   SP!, {PC}

; MAKE_MOVE: ask a player for a key and place his piece.
;   in:  R0 = the player
;   out: R0 = PLACED; INVALID when the key is no column or the column is full;
;        QUIT when the player ends the game
MAKE_MOVE
        STMFD   SP!, {R4-R5, LR}
        MOV     R4, R0
        CMP     R4, #RED
        LDREQ   R0, =RED_TURN
        LDRNE   R0, =YELLOW_TURN
        BL      puts
        BL      get
        MOV     R5, R0
        BL      put
        MOV     R0, #QUIT
        CMP     R5, #QUIT_KEY
        BEQ     MOVE_MADE

        MOV     R0, #INVALID
        SUBS    R5, R5, #ASCII_ZERO
        BLS     MOVE_MADE
        CMP     R5, #COLUMNS
        BHI     MOVE_MADE
        LDR     R1, =BOTTOM_ROW         ; from the bottom row up
        SUB     R5, R5, #1
        ADD     R1, R1, R5, LSL #2      ; CELL bytes for each column
        LDR     R2, =BOARD
TRY_ROW LDR     R3, [R1]
        CMP     R3, #BLANK
        STREQ   R4, [R1]
        MOVEQ   R0, #PLACED
        BEQ     MOVE_MADE
        SUB     R1, R1, #ROW
        CMP     R1, R2
        BHS     TRY_ROW
MOVE_MADE
        LDMFD   SP!, {R4-R5, PC}

; CHECK_WINNER: look for a line in all four directions.
;   in:  R0 = the player
;   out: R0 = TRUE when he has a line
CHECK_WINNER
        STMFD   SP!, {R4, LR}
        MOV     R4, R0
        BL      HORIZONTAL_CHECK
        CMP     R0, #TRUE
        BEQ     WINNER_CHECKED
        MOV     R0, R4
        BL      VERTICAL_CHECK
        CMP     R0, #TRUE
        BEQ     WINNER_CHECKED
        MOV     R0, R4
        BL      DIAGONAL_FORWARD_CHECK
        CMP     R0, #TRUE
        BEQ     WINNER_CHECKED
        MOV     R0, R4
        BL      DIAGONAL_BACKWARD_CHECK
WINNER_CHECKED
        LDMFD   SP!, {R4, PC}

; The checks of one direction. Each names the part of the board where the first
; cell of a line may be, so that no line leaves the board at a side.
;   in:  R0 = the player
;   out: R0 = TRUE when he has a line

; To the right: from each row, the first four columns
HORIZONTAL_CHECK
        STMFD   SP!, {R4, LR}
        LDR     R1, =BOARD
        MOV     R2, #ROWS
        MOV     R3, #START_COLUMNS
        MOV     R4, #CELL
        BL      SEARCH
        LDMFD   SP!, {R4, PC}

; Down: from the upper three rows, each column
VERTICAL_CHECK
        STMFD   SP!, {R4, LR}
        LDR     R1, =BOARD
        MOV     R2, #START_ROWS
        MOV     R3, #COLUMNS
        MOV     R4, #ROW
        BL      SEARCH
        LDMFD   SP!, {R4, PC}

; Down and to the left: from the upper three rows, the last four columns
DIAGONAL_FORWARD_CHECK
        STMFD   SP!, {R4, LR}
        LDR     R1, =BOARD
        ADD     R1, R1, #LAST_START
        MOV     R2, #START_ROWS
        MOV     R3, #START_COLUMNS
        MOV     R4, #ROW-CELL
        BL      SEARCH
        LDMFD   SP!, {R4, PC}

; Down and to the right: from the upper three rows, the first four columns
DIAGONAL_BACKWARD_CHECK
        STMFD   SP!, {R4, LR}
        LDR     R1, =BOARD
        MOV     R2, #START_ROWS
        MOV     R3, #START_COLUMNS
        MOV     R4, #ROW+CELL
        BL      SEARCH
        LDMFD   SP!, {R4, PC}

; SEARCH: look for a line that begins in a part of the board.
;   in:  R0 = the player, R1 = the first cell of the part, R2 = its rows,
;        R3 = its columns, R4 = the step to the next cell of a line
;   out: R0 = TRUE when there is one
SEARCH  STMFD   SP!, {R5-R8, LR}
SEARCH_ROW
        MOV     R5, R1                  ; the cell that may begin a line
        ADD     R6, R1, R3, LSL #2      ; the end of the part in this row
SEARCH_CELL
        MOV     R7, R5                  ; along the line
        MOV     R8, #LINE
COMPARE LDR     LR, [R7], R4
        CMP     LR, R0
        BNE     NO_LINE
        SUBS    R8, R8, #1
        BNE     COMPARE
        MOV     R0, #TRUE
        B       SEARCHED
NO_LINE ADD     R5, R5, #CELL
        CMP     R5, R6
        BLO     SEARCH_CELL
        ADD     R1, R1, #ROW
        SUBS    R2, R2, #1
        BNE     SEARCH_ROW
        MOV     R0, #FALSE
SEARCHED
        LDMFD   SP!, {R5-R8, PC}

; IS_BOARD_FULL: look for a blank cell.
;   out: R0 = TRUE when there is none
IS_BOARD_FULL
        LDR     R1, =BOARD
        LDR     R2, =BOARD_END
        MOV     R0, #FALSE
NEXT_CELL
        LDR     R3, [R1], #CELL
        CMP     R3, #BLANK
        BXEQ    LR
        CMP     R1, R2
        BLO     NEXT_CELL
        MOV     R0, #TRUE
        BX      LR

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
; Constants. In a text LF CR ends a line and a zero byte the text.
;----------------------------------------------------------------------

        AREA    Constants, DATA, READONLY

BLANK_BOARD     DCD 0, 0, 0, 0, 0, 0, 0
                DCD 0, 0, 0, 0, 0, 0, 0
                DCD 0, 0, 0, 0, 0, 0, 0
                DCD 0, 0, 0, 0, 0, 0, 0
                DCD 0, 0, 0, 0, 0, 0, 0
                DCD 0, 0, 0, 0, 0, 0, 0

PIECES          DCB ".*#"               ; how BLANK, RED and YELLOW look

WELCOME         DCB "Cuatro en raya", LF, CR, 0
COLUMN_NUMBERS  DCB LF, CR, "  1 2 3 4 5 6 7", LF, CR, 0
RED_TURN        DCB "Juega estrella: ", 0
YELLOW_TURN     DCB "Juega almohadilla: ", 0
INVALID_INPUT   DCB LF, CR, "Movimiento no permitido", LF, CR, 0
RED_WON         DCB "Gana la estrella", LF, CR, 0
YELLOW_WON      DCB "Gana la almohadilla", LF, CR, 0
DRAW            DCB "Empate", LF, CR, 0
THANK_YOU       DCB LF, CR, "Hasta luego", LF, CR, 0
NEWLINE         DCB LF, CR, 0

        END
