; Ilse Brandt
board   EQU     0x40000000              ; 42 bytes, row by row
P1      EQU     'Y'
P2      EQU     'R'
EMPTY   EQU     'O'

        AREA    |.text|, CODE, READONLY
        ENTRY

; R8 = whose piece, R9 = column 0-6
RESET   LDR     SP, =0x40010000
        BL      inithw
NEWGAME LDR     R0, =hello
        BL      puts
        BL      CLEAR
        BL      SHOW
        MOV     R8, #P1
TURN    CMP     R8, #P1
        BNE     ROBOT
        LDR     R0, =askOne
        BL      puts
        BL      get
        CMP     R0, #'q'
        BEQ     AGAIN
        SUB     R9, R0, #'1'
        CMP     R9, #7
        BHS     BAD
        BL      put
        BL      DROP
        CMP     R0, #0
        BEQ     BAD
LANDED
        MOV     R7, #4
        BL      LINES
        CMP     R0, #1
        BEQ     WON
        BL      ROOM
        CMP     R0, #0
        BEQ     DRAW
        CMP     R8, #P1
        MOVEQ   R8, #P2
        MOVNE   R8, #P1
        B       TURN
BAD     LDR     R0, =refused
        BL      puts
        B       TURN
ROBOT   BL      CHOOSE
        BL      DROP
        B       LANDED
AGAIN   BL      put
        BL      ENDL
        B       NEWGAME
WON     CMP     R8, #P1
        LDREQ   R0, =wonOne
        LDRNE   R0, =wonTwo
        BL      puts
        B       NEWGAME
DRAW    LDR     R0, =nobody
        BL      puts
        B       NEWGAME

; all cells empty
CLEAR   LDR     R1, =board
        MOV     R2, #42
        MOV     R3, #EMPTY
CLEAR1  STRB    R3, [R1], #1
        SUBS    R2, R2, #1
        BNE     CLEAR1
        BX      LR

; print the board
SHOW    STMFD   SP!, {R4-R6, LR}
        LDR     R0, =header
        BL      puts
        LDR     R4, =board
        MOV     R5, #0
SHOWROW ADD     R0, R5, #'1'
        BL      put
        MOV     R0, #' '
        BL      put
        MOV     R6, #0
SHOWCOL LDRB    R0, [R4], #1
        BL      put
        MOV     R0, #' '
        BL      put
        ADD     R6, R6, #1
        CMP     R6, #7
        BNE     SHOWCOL
        BL      ENDL
        ADD     R5, R5, #1
        CMP     R5, #6
        BNE     SHOWROW
        LDMFD   SP!, {R4-R6, PC}

; drop the piece R8 into column R9. R0 = 1 when it was done, 0 when the column is full
DROP    STMFD   SP!, {R4-R6, LR}
        LDR     R4, =board
        ADD     R4, R4, R9
        LDRB    R0, [R4]
        CMP     R0, #EMPTY
        MOVNE   R0, #0
        BNE     DROPX
        MOV     R5, #5
DROPN   STRB    R8, [R4]
        BL      SHOW
        LDR     R6, =2000
WAIT    SUBS    R6, R6, #1
        BNE     WAIT
        CMP     R5, #0
        BEQ     DROPPED
        LDRB    R0, [R4, #7]
        CMP     R0, #EMPTY
        BNE     DROPPED
        STRB    R0, [R4]
        ADD     R4, R4, #7
        SUB     R5, R5, #1
        B       DROPN
DROPPED MOV     R0, #1
DROPX   LDMFD   SP!, {R4-R6, PC}

; R0 = 1 when the top row has room
ROOM    LDR     R1, =board
        MOV     R2, #7
        MOV     R0, #0
ROOM1   LDRB    R3, [R1], #1
        CMP     R3, #EMPTY
        MOVEQ   R0, #1
        SUBS    R2, R2, #1
        BNE     ROOM1
        BX      LR

; R0 = 1 when R7 pieces R8 are in a line somewhere
LINES   STMFD   SP!, {R4-R6, R9-R12, LR}
        LDR     R12, =steps
LINES1  LDRSB   R10, [R12], #1          ; rows
        LDRSB   R11, [R12], #1          ; columns
        MOV     R5, #0
LINES2  MOV     R6, #0
LINES3  BL      RUN
        CMP     R9, R7
        MOVHS   R0, #1
        BHS     LINESX
        ADD     R6, R6, #1
        CMP     R6, #7
        BNE     LINES3
        ADD     R5, R5, #1
        CMP     R5, #6
        BNE     LINES2
        LDR     R0, =stepend
        CMP     R12, R0
        BNE     LINES1
        MOV     R0, #0
LINESX  LDMFD   SP!, {R4-R6, R9-R12, PC}

; R9 = how many pieces R8 there are from row R5, column R6 on
RUN     MOV     R9, #0
        MOV     R1, R5
        MOV     R2, R6
        LDR     R4, =board
RUN1    CMP     R1, #6
        BXHS    LR
        CMP     R2, #7
        BXHS    LR
        RSB     R3, R1, R1, LSL #3      ; row * 7
        ADD     R3, R3, R2
        LDRB    R3, [R4, R3]
        CMP     R3, R8
        BXNE    LR
        ADD     R9, R9, #1
        ADD     R1, R1, R10
        ADD     R2, R2, R11
        B       RUN1

; the computer: the column that makes four, else the first free cell from below
CHOOSE  STMFD   SP!, {R4-R7, LR}
        LDR     R4, =board
        B       LOW
        MOV     R9, #0
TRY     ADD     R5, R4, R9
        LDRB    R0, [R5]
        CMP     R0, #EMPTY
        BNE     TRYNEXT
        MOV     R6, #5
TRYDOWN LDRB    R0, [R5, #7]
        CMP     R0, #EMPTY
        BNE     TRYIT
        ADD     R5, R5, #7
        SUBS    R6, R6, #1
        BNE     TRYDOWN
TRYIT   STRB    R8, [R5]
        MOV     R7, #4
        BL      LINES
        MOV     R1, #EMPTY
        STRB    R1, [R5]
        CMP     R0, #1
        BEQ     CHOSEN
TRYNEXT ADD     R9, R9, #1
        CMP     R9, #7
        BNE     TRY
LOW     ADD     R5, R4, #35
LOWEST  MOV     R9, #0
LOWCELL LDRB    R0, [R5, R9]
        CMP     R0, #EMPTY
        BEQ     CHOSEN
        ADD     R9, R9, #1
        CMP     R9, #7
        BNE     LOWCELL
        SUB     R5, R5, #7
        B       LOWEST
CHOSEN  LDMFD   SP!, {R4-R7, PC}

ENDL    STMFD   SP!, {LR}
        LDR     R0, =newline
        BL      puts
        LDMFD   SP!, {PC}

; from the lecture
inithw  LDR     R0, =0xE002C000
        MOV     R1, #0x50
        STR     R1, [R0]
        LDR     R0, =0xE000C000
        MOV     R1, #0x83
        STRB    R1, [R0, #0x0C]
        MOV     R1, #97
        STRB    R1, [R0]
        MOV     R1, #3
        STRB    R1, [R0, #0x0C]
        BX      LR
get     LDR     R1, =0xE000C000
get1    LDRB    R0, [R1, #0x14]
        TST     R0, #1
        BEQ     get1
        LDRB    R0, [R1]
        BX      LR
put     LDR     R1, =0xE000C000
put1    LDRB    R2, [R1, #0x14]
        TST     R2, #0x20
        BEQ     put1
        STRB    R0, [R1]
        BX      LR
puts    STMFD   SP!, {R3, LR}
        MOV     R3, R0
puts1   LDRB    R0, [R3], #1
        CMP     R0, #0
        BEQ     puts2
        BL      put
        B       puts1
puts2   LDMFD   SP!, {R3, PC}

        LTORG

steps   DCB     0, 1, 1, 0, 1, 1, 1, -1
stepend
hello   DCB     "Four in a line!", 10, 13, 0
header  DCB     10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
newline DCB     10, 13, 0
askOne  DCB     "Yellow, your column (1-7, q starts again)? ", 0
refused DCB     10, 13, "You cannot move there.", 10, 13, 0
wonOne  DCB     "Yellow has won.", 10, 13, 0
wonTwo  DCB     "Red has won.", 10, 13, 0
nobody  DCB     "Nobody has won.", 10, 13, 0
        END
