; Connect 4 for the ARM7TDMI (NXP LPC2468): {{COLUMNS}} columns, {{ROWS}} rows, {{LINE}} in a line win.
;
; Each cell of the grid is a byte: EMPTY, ONE or TWO. Row follows row from the
; top. A byte that is always EMPTY ends each row, and more of them come before
; the first row and after the last. So a walk along a line ends at the edge of
; the board without counting rows or columns.
;
; Subroutines take their parameters in R0 and R1 and give their result in R0.
; They may change R0 to R3; all other registers are as before when they return.

; The grid, with bytes that are always EMPTY around it
AROUND          EQU     0x40000000
AROUND_BYTES    EQU     {{WORDS}}
GRID            EQU     AROUND+{{ABOVE}}
LAST_ROW        EQU     GRID+{{UPPER}}
WIDTH           EQU     {{WIDTH}}               ; bytes from a row to the next
ROWS            EQU     {{ROWS}}
COLUMNS         EQU     {{COLUMNS}}
CELLS           EQU     {{CELLS}}
OTHERS          EQU     {{OTHERS}}               ; pieces of a line beside the last one
EMPTY           EQU     0
ONE             EQU     1
TWO             EQU     2
BOTH            EQU     3               ; ONE + TWO: less the one it is the other

FALSE           EQU     0
TRUE            EQU     1
LF              EQU     0x0A
CR              EQU     0x0D
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

; The game.
;   R4 = whose turn it is, R5 = empty cells, R6 = the cell of the last piece
MAIN    LDR     SP, =STACK_TOP
        BL      inithw
{{?ONCE}}        BL      CLEAR_GRID
{{?AGAIN}}START   BL      CLEAR_GRID
{{?GREETING}}        LDR     R0, =GREETING
{{?GREETING}}        BL      puts
        BL      PRINT_GRID
        MOV     R4, #ONE
        MOV     R5, #CELLS

TURN    MOV     R0, R4
        BL      ASK
{{?NO_QUIT}}        BL      READ_MOVE               ; R0: the column from 0, or -1
{{?QUIT}}        BL      READ_MOVE               ; R0: the column from 0, -1, or -2 to leave
{{?QUIT}}        CMN     R0, #2
{{?QUIT}}        BEQ     LEAVE
        CMP     R0, #0
        BLT     REFUSE
        BL      FIND_CELL               ; R0: the cell, or 0
        CMP     R0, #0
        BEQ     IS_FULL

        MOV     R6, R0
        STRB    R4, [R6]
        BL      PRINT_GRID
        MOV     R0, R6
        BL      FIND_LINE               ; R0: TRUE if the piece is part of a line
        CMP     R0, #TRUE
        BEQ     WON
        SUBS    R5, R5, #1
        BEQ     TIED

CHANGE  RSB     R4, R4, #BOTH
        B       TURN

REFUSE  LDR     R0, =INVALID
        BL      puts
        B       TURN
IS_FULL LDR     R0, =FULL
        BL      puts
        B       TURN

WON     CMP     R4, #ONE
        LDREQ   R0, =WIN_1
        LDRNE   R0, =WIN_2
        B       LAST
TIED    LDR     R0, =TIE
LAST    BL      puts
{{?OVER_STOP}}stop    B       stop
{{?OVER_AGAIN}}        B       START
{{?QUIT}}LEAVE
{{?FAREWELL}}        LDR     R0, =FAREWELL
{{?FAREWELL}}        BL      puts
{{?QUIT_STOP}}left    B       left
{{?QUIT_AGAIN}}        B       START

; CLEAR_GRID: empty the grid and the bytes around it.
CLEAR_GRID
        LDR     R0, =AROUND
        LDR     R1, =AROUND_BYTES
        MOV     R2, #EMPTY
CG_NEXT STRB    R2, [R0], #1
        SUBS    R1, R1, #1
        BNE     CG_NEXT
        BX      LR

; PRINT_GRID: print the grid.
PRINT_GRID
{{?NO_LABELS}}        STMFD   SP!, {R4-R7, LR}
{{?LABELS}}        STMFD   SP!, {R4-R8, LR}
{{?HEADER}}        LDR     R0, =HEADER
{{?HEADER}}        BL      puts
        LDR     R4, =GRID               ; the next cell
        MOV     R5, #ROWS               ; rows to go
        LDR     R7, =PIECES
{{?LABELS}}        LDR     R8, =LABELS             ; where the next row's label is
{{?LABELS}}PG_ROW  LDR     R0, [R8], #4
{{?LABELS}}        BL      puts
{{?LABELS}}        MOV     R6, #COLUMNS            ; cells of the row to go
{{?NO_LABELS}}PG_ROW  MOV     R6, #COLUMNS            ; cells of the row to go
PG_CELL LDRB    R0, [R4], #1
        LDRB    R0, [R7, R0]
        BL      put
        SUBS    R6, R6, #1
        BEQ     PG_END
        LDR     R0, =SEPARATOR
        BL      puts
        B       PG_CELL
PG_END  LDR     R0, =ROW_END
        BL      puts
        ADD     R4, R4, #1              ; over the byte that ends the row
        SUBS    R5, R5, #1
        BNE     PG_ROW
{{?NO_LABELS}}        LDMFD   SP!, {R4-R7, PC}
{{?LABELS}}        LDMFD   SP!, {R4-R8, PC}

; ASK: ask a player for a column.
;   in:  R0 = the player
ASK     STMFD   SP!, {LR}
        CMP     R0, #ONE
        LDREQ   R0, =PROMPT_1
        LDRNE   R0, =PROMPT_2
        BL      puts
        LDMFD   SP!, {PC}

{{?KEY_INPUT}}; READ_MOVE: read a key and show it.
{{?KEY_INPUT}};   out: R0 = the column from 0, or -1 if the key is not a digit from 1 to {{COLUMNS}}
{{?KEY_INPUT}}READ_MOVE
{{?KEY_INPUT}}        STMFD   SP!, {R4, LR}
{{?KEY_INPUT}}        BL      get
{{?KEY_INPUT}}        BL      put
{{?KEY_INPUT}}        MOV     R4, R0
{{?KEY_INPUT}}        LDR     R0, =LINE_END
{{?KEY_INPUT}}        BL      puts
{{?LINE_INPUT}}; READ_MOVE: read a line and show it.
{{?LINE_INPUT}};   out: R0 = the column from 0, or -1 if the line is not one digit from 1 to {{COLUMNS}}
{{?LINE_INPUT}}READ_MOVE
{{?LINE_INPUT}}        STMFD   SP!, {R4-R5, LR}
{{?LINE_INPUT}}        MOV     R5, #0                  ; keys of the line; R4: the last of them
{{?LINE_INPUT}}RM_NEXT BL      get
{{?LINE_INPUT}}        CMP     R0, #LF
{{?LINE_INPUT}}        BEQ     RM_END                  ; Enter
{{?LINE_INPUT}}        BL      put
{{?LINE_INPUT}}        MOV     R4, R0
{{?LINE_INPUT}}        ADD     R5, R5, #1
{{?LINE_INPUT}}        B       RM_NEXT
{{?LINE_INPUT}}RM_END  LDR     R0, =LINE_END
{{?LINE_INPUT}}        BL      puts
{{?LINE_INPUT}}        CMP     R5, #1
{{?LINE_INPUT}}        BNE     RM_NONE                 ; not one key
{{?QUIT}}        CMP     R4, #{{QUIT}}             ; the key that leaves the game
{{?QUIT}}        MVNEQ   R0, #1
{{?QUIT}}        BEQ     RM_OUT
        SUB     R0, R4, #'1'
        CMP     R0, #COLUMNS            ; unsigned: keys below 1 are high too
        BLO     RM_OUT
RM_NONE MVN     R0, #0
{{?KEY_INPUT}}RM_OUT  LDMFD   SP!, {R4, PC}
{{?LINE_INPUT}}RM_OUT  LDMFD   SP!, {R4-R5, PC}

; FIND_CELL: find where a piece lands: from the bottom up, the first empty cell.
;   in:  R0 = the column from 0
;   out: R0 = the address of the cell; 0 if the column is full
FIND_CELL
        LDR     R1, =LAST_ROW
        ADD     R0, R1, R0
        MOV     R1, #ROWS
FC_NEXT LDRB    R2, [R0]
        CMP     R2, #EMPTY
        BXEQ    LR
        SUB     R0, R0, #WIDTH
        SUBS    R1, R1, #1
        BNE     FC_NEXT
        MOV     R0, #0                  ; full
        BX      LR

; FIND_LINE: is a piece part of a line? In each direction, the neighbours on
; both sides of it are counted.
;   in:  R0 = the cell of the piece
;   out: R0 = TRUE or FALSE
FIND_LINE
        STMFD   SP!, {R4-R7, LR}
        MOV     R4, R0
        LDR     R5, =STEPS
FL_NEXT LDR     R6, [R5], #4
        CMP     R6, #0
        BEQ     FL_NONE
        MOV     R0, R4
        MOV     R1, R6
        BL      COUNT
        MOV     R7, R0
        MOV     R0, R4
        RSB     R1, R6, #0
        BL      COUNT                   ; the other side
        ADD     R7, R7, R0
        CMP     R7, #OTHERS
        BLT     FL_NEXT
        MOV     R0, #TRUE
        B       FL_OUT
FL_NONE MOV     R0, #FALSE
FL_OUT  LDMFD   SP!, {R4-R7, PC}

; COUNT: count the pieces of the same player that follow a cell without a gap.
;   in:  R0 = the cell, R1 = the bytes from one to the next
;   out: R0 = how many they are
COUNT   STMFD   SP!, {R4, LR}
        LDRB    R2, [R0]                ; what is looked for
        MOV     R3, #0
CO_NEXT LDRB    R4, [R0, R1]!
        CMP     R4, R2
        ADDEQ   R3, R3, #1
        BEQ     CO_NEXT
        MOV     R0, R3
        LDMFD   SP!, {R4, PC}

; inithw: connect the pins of UART0 and set it to 9600 baud, 8N1.
inithw  STMFD   SP!, {R0-R1, LR}
        LDR     R0, =PINSEL0
        LDR     R1, [R0]
        BIC     R1, R1, #P0_2_3_MASK
        ORR     R1, R1, #P0_2_3_UART0
        STR     R1, [R0]
        LDR     R0, =U0BASE
        MOV     R1, #LCR_DLAB_8N1       ; offset 0 is the divisor now
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

; Bytes from a cell to the next, in each direction
STEPS           DCD     1               ; along the row
                DCD     WIDTH           ; along the column
                DCD     WIDTH+1         ; down to the right
                DCD     WIDTH-1         ; down to the left
                DCD     0

{{?LABELS}}{{LABELS}}
{{?LABELS}}
PIECES          DCB     0x{{EMPTY}}, 0x{{PIECE_1}}, 0x{{PIECE_2}}  ; how EMPTY, ONE and TWO look

; Texts. {{NEWLINE}} ends a line, a zero byte the text.
SEPARATOR       DCB     "{{SEPARATOR}}", 0
ROW_END         DCB     {{NEWLINE}}, 0
LINE_END        DCB     {{NEWLINE}}, 0
{{?GREETING}}GREETING        DCB     "{{GREETING}}", {{NEWLINE}}, 0
{{?HEADER}}HEADER          DCB     "{{HEADER}}", {{NEWLINE}}, 0
PROMPT_1        DCB     "{{PROMPT_1}}", 0
PROMPT_2        DCB     "{{PROMPT_2}}", 0
INVALID         DCB     "{{INVALID}}", {{NEWLINE}}, 0
FULL            DCB     "{{FULL}}", {{NEWLINE}}, 0
WIN_1           DCB     "{{WIN_1}}", {{NEWLINE}}, 0
WIN_2           DCB     "{{WIN_2}}", {{NEWLINE}}, 0
{{?TIE}}TIE             DCB     "{{TIE}}", {{NEWLINE}}, 0
{{?NO_TIE}}TIE             DCB     0                       ; a tie is not announced
{{?FAREWELL}}FAREWELL        DCB     "{{FAREWELL}}", {{NEWLINE}}, 0
{{?LABELS}}{{LABEL_TEXTS}}

        END
