; connect4.asm
; I did not use the starter, everything here is mine. No TRAPs for the input
; and output, I go to the device registers directly.
;
; The board is 8 by 8 with a border of zeros all around, so that a line can
; never leave the board without my noticing. Cell of row r, column c is
; GRID + 8r + c.

        .ORIG   x3000
        LD      R6, STACK

        JSR     SHOW
ASK     JSR     PROMPT
        JSR     GETKEY          ; R0 = key
        JSR     PUTCHAR
        ADD     R1, R0, #0
        AND     R0, R0, #0
        ADD     R0, R0, #10
        JSR     PUTCHAR
        LD      R2, DIGIT0
        ADD     R1, R1, R2      ; R1 = column
        BRnz    WRONG
        ADD     R2, R1, #-6
        BRp     WRONG
        JSR     DROP            ; R5 = address of the new piece, 0 if full
        ADD     R5, R5, #0
        BRz     WRONG
        JSR     SHOW
        JSR     LINES           ; R4 = 1 for four in a line
        ADD     R4, R4, #0
        BRp     WIN
        LD      R0, FREE
        ADD     R0, R0, #-1
        ST      R0, FREE
        BRz     DRAW
        LD      R0, PLAYER
        NOT     R0, R0
        ADD     R0, R0, #4
        ST      R0, PLAYER
        BRnzp   ASK

WRONG   LEA     R1, MSGBAD
        JSR     PRINT
        BRnzp   ASK

WIN     LEA     R1, MSGPLAYER
        JSR     PRINT
        LD      R0, PLAYER
        LD      R1, ASCII0
        ADD     R0, R0, R1
        JSR     PUTCHAR
        LEA     R1, MSGWINS
        BRnzp   LASTMSG
DRAW    LEA     R1, MSGTIE
LASTMSG JSR     PRINT

; stop the clock
        LDI     R0, MCR
        LD      R1, NOCLOCK
        AND     R0, R0, R1
        STI     R0, MCR
        HALT                    ; in case the simulator has no MCR

STACK   .FILL   xFD00
DIGIT0  .FILL   #-48
ASCII0  .FILL   x30
FREE    .FILL   #36
PLAYER  .FILL   #1
MCR     .FILL   xFFFE
NOCLOCK .FILL   x7FFF
MSGBAD    .STRINGZ "Invalid move. Try again.\n"
MSGPLAYER .STRINGZ "Player "
MSGWINS   .STRINGZ " Wins.\n"
MSGTIE    .STRINGZ "Tie Game.\n"
MSGCHOOSE .STRINGZ ", choose a column: "

; ask the player
PROMPT  ADD     R6, R6, #-1
        STR     R7, R6, #0
        LEA     R1, MSGPLAYER
        JSR     PRINT
        LD      R0, PLAYER
        LD      R1, ASCII0
        ADD     R0, R0, R1
        JSR     PUTCHAR
        LEA     R1, MSGCHOOSE
        JSR     PRINT
        LDR     R7, R6, #0
        ADD     R6, R6, #1
        RET

; R0 := the next key
GETKEY  LDI     R0, KBSR
        BRzp    GETKEY
        LDI     R0, KBDR
        RET
KBSR    .FILL   xFE00
KBDR    .FILL   xFE02

; prints the character in R0
PUTCHAR ADD     R6, R6, #-1
        STR     R1, R6, #0
PUTWAIT LDI     R1, DSR
        BRzp    PUTWAIT
        STI     R0, DDR
        LDR     R1, R6, #0
        ADD     R6, R6, #1
        RET
DSR     .FILL   xFE04
DDR     .FILL   xFE06

; prints the string at R1
PRINT   ADD     R6, R6, #-2
        STR     R7, R6, #0
        STR     R0, R6, #1
PRNEXT  LDR     R0, R1, #0
        BRz     PRDONE
        JSR     PUTCHAR
        ADD     R1, R1, #1
        BRnzp   PRNEXT
PRDONE  LDR     R7, R6, #0
        LDR     R0, R6, #1
        ADD     R6, R6, #2
        RET

; prints the board
SHOW    ADD     R6, R6, #-5
        STR     R7, R6, #0
        STR     R0, R6, #1
        STR     R1, R6, #2
        STR     R2, R6, #3
        STR     R3, R6, #4
        LEA     R1, GRID
        ADD     R1, R1, #9      ; row 1, column 1
        AND     R2, R2, #0
        ADD     R2, R2, #6
SHOWROW AND     R3, R3, #0
        ADD     R3, R3, #6
        BRnzp   SHOWCEL
SHOWSPC AND     R0, R0, #0
        ADD     R0, R0, #15
        ADD     R0, R0, #15
        ADD     R0, R0, #2      ; a space
        JSR     PUTCHAR
SHOWCEL LDR     R0, R1, #0
        JSR     PUTCHAR
        ADD     R1, R1, #1
        ADD     R3, R3, #-1
        BRp     SHOWSPC
        AND     R0, R0, #0
        ADD     R0, R0, #10
        JSR     PUTCHAR
        ADD     R1, R1, #2      ; over the border
        ADD     R2, R2, #-1
        BRp     SHOWROW
        LDR     R7, R6, #0
        LDR     R0, R6, #1
        LDR     R1, R6, #2
        LDR     R2, R6, #3
        LDR     R3, R6, #4
        ADD     R6, R6, #5
        RET

; drops a piece into column R1. R5 := its address, 0 if the column is full
DROP    ADD     R6, R6, #-3
        STR     R0, R6, #0
        STR     R1, R6, #1
        STR     R2, R6, #2
        LEA     R5, GRID
        ADD     R5, R5, R1
        LD      R2, SIXROWS
        ADD     R5, R5, R2      ; the lowest cell
        AND     R2, R2, #0
        ADD     R2, R2, #6
DROPTRY LD      R0, DASH
        NOT     R0, R0
        ADD     R0, R0, #1
        LDR     R1, R5, #0
        ADD     R0, R0, R1
        BRz     DROPPUT
        ADD     R5, R5, #-8
        ADD     R2, R2, #-1
        BRp     DROPTRY
        AND     R5, R5, #0
        BRnzp   DROPEND
DROPPUT LD      R0, MARK1
        LD      R1, PLAYER
        ADD     R1, R1, #-1
        BRz     DROPSET
        LD      R0, MARK2
DROPSET STR     R0, R5, #0
DROPEND LDR     R0, R6, #0
        LDR     R1, R6, #1
        LDR     R2, R6, #2
        ADD     R6, R6, #3
        RET
SIXROWS .FILL   #48
DASH    .FILL   x2D
MARK1   .FILL   x4F
MARK2   .FILL   x58

GRID    .FILL   0
        .BLKW   8
        .STRINGZ "------"
        .FILL   0
        .STRINGZ "------"
        .FILL   0
        .STRINGZ "------"
        .FILL   0
        .STRINGZ "------"
        .FILL   0
        .STRINGZ "------"
        .FILL   0
        .STRINGZ "------"
        .BLKW   10

; R4 := 1 if the piece at R5 is in a line of four
LINES   ADD     R6, R6, #-3
        STR     R7, R6, #0
        STR     R2, R6, #1
        STR     R3, R6, #2
        LEA     R3, STEPS
LINNEXT LDR     R2, R3, #0
        BRz     LINEND          ; R4 is 0 here
        AND     R4, R4, #0
        JSR     RUN
        NOT     R2, R2
        ADD     R2, R2, #1
        JSR     RUN
        ADD     R3, R3, #1
        ADD     R4, R4, #-3
        BRzp    LINYES
        AND     R4, R4, #0
        BRnzp   LINNEXT
LINYES  AND     R4, R4, #0
        ADD     R4, R4, #1
LINEND  LDR     R7, R6, #0
        LDR     R2, R6, #1
        LDR     R3, R6, #2
        ADD     R6, R6, #3
        RET
STEPS   .FILL   #1
        .FILL   #8
        .FILL   #7
        .FILL   #9
        .FILL   #0

; R4 := R4 + number of pieces like the one at R5 that follow it with step R2
RUN     ADD     R6, R6, #-3
        STR     R0, R6, #0
        STR     R1, R6, #1
        STR     R5, R6, #2
        LDR     R1, R5, #0
        NOT     R1, R1
        ADD     R1, R1, #1
RUNNEXT ADD     R5, R5, R2
        LDR     R0, R5, #0
        ADD     R0, R0, R1
        BRnp    RUNEND
        ADD     R4, R4, #1
        BRnzp   RUNNEXT
RUNEND  LDR     R0, R6, #0
        LDR     R1, R6, #1
        LDR     R5, R6, #2
        ADD     R6, R6, #3
        RET

        .END
