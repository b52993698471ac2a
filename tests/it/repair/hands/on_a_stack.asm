; Connect Four in LC-3
; R6 = stack pointer. every routine pushes what it uses
        .ORIG x3000
MAIN    LD   R6, STACKTOP
        JSR  RESET
        JSR  DRAW
AGAIN   JSR  PROMPT
        JSR  GETCOL         ; R1 = column 0..5, or -1
        ADD  R1, R1, #0
        BRn  REFUSE
        JSR  PLACE          ; R2 = row 0..5 (0 = top), or -1
        ADD  R2, R2, #0
        BRn  REFUSE
        JSR  DRAW
        JSR  CHECK          ; R0 = 1 when there is a line through it
        ADD  R0, R0, #0
        BRp  GOTWIN
        LD   R3, MOVES
        ADD  R3, R3, #1
        ST   R3, MOVES
        LD   R4, MINUS36
        ADD  R3, R3, R4
        BRz  GOTTIE
        LD   R3, WHO        ; 0 or 1
        ADD  R3, R3, #0
        BRz  TOONE
        AND  R3, R3, #0
        BR   SETWHO
TOONE   ADD  R3, R3, #1
SETWHO  ST   R3, WHO
        BR   AGAIN

REFUSE  LEA  R0, SBAD
        PUTS
        BR   AGAIN
GOTWIN  JSR  SAYWHO
        LEA  R0, SWINS
        PUTS
        HALT
GOTTIE  LEA  R0, STIE
        PUTS
        HALT

STACKTOP .FILL xF000
MOVES   .FILL 0
MINUS36 .FILL #-36
WHO     .FILL 0
SBAD    .STRINGZ "Invalid move. Try again.\n"
SWINS   .STRINGZ " Wins.\n"
STIE    .STRINGZ "Tie Game.\n"
SPLAYER .STRINGZ "Player "
SCHOOSE .STRINGZ ", choose a column: "
ZERO    .FILL x30

; prints "Player 1" or "Player 2"
SAYWHO  ADD  R6, R6, #-1
        STR  R7, R6, #0
        LEA  R0, SPLAYER
        PUTS
        LD   R0, WHO
        ADD  R0, R0, #1
        LD   R3, ZERO
        ADD  R0, R0, R3
        OUT
        LDR  R7, R6, #0
        ADD  R6, R6, #1
        RET

PROMPT  ADD  R6, R6, #-1
        STR  R7, R6, #0
        JSR  SAYWHO
        LEA  R0, SCHOOSE
        PUTS
        LDR  R7, R6, #0
        ADD  R6, R6, #1
        RET

; reads a line up to Enter. R1 = column or -1
GETCOL  ADD  R6, R6, #-3
        STR  R7, R6, #0
        STR  R2, R6, #1
        STR  R3, R6, #2
        AND  R3, R3, #0     ; how many keys
        AND  R1, R1, #0
GCNEXT  GETC
        OUT
        ADD  R2, R0, #-10
        BRz  GCENTER
        ADD  R3, R3, #1
        LD   R2, GCONE
        ADD  R1, R0, R2
        BR   GCNEXT
GCENTER ADD  R3, R3, #-1
        BRnp GCBAD
        ADD  R1, R1, #0
        BRn  GCBAD
        ADD  R2, R1, #-5
        BRnz GCOK
GCBAD   AND  R1, R1, #0
        ADD  R1, R1, #-1
GCOK    LDR  R7, R6, #0
        LDR  R2, R6, #1
        LDR  R3, R6, #2
        ADD  R6, R6, #3
        RET
GCONE   .FILL #-49

; R0 = address of row R2, column R1
ADDRESS ADD  R6, R6, #-1
        STR  R3, R6, #0
        ADD  R0, R2, R2     ; 2
        ADD  R0, R0, R2     ; 3
        ADD  R0, R0, R0     ; 6
        ADD  R0, R0, R1
        LD   R3, BOARD
        ADD  R0, R0, R3
        LDR  R3, R6, #0
        ADD  R6, R6, #1
        RET
BOARD   .FILL x4000

; all cells become a dash
RESET   LD   R0, BOARD
        LD   R1, THIRTY6
        LD   R2, DASH
RSNEXT  STR  R2, R0, #0
        ADD  R0, R0, #1
        ADD  R1, R1, #-1
        BRp  RSNEXT
        RET
THIRTY6 .FILL #36
DASH    .FILL x2D

DRAW    ADD  R6, R6, #-5
        STR  R7, R6, #0
        STR  R1, R6, #1
        STR  R2, R6, #2
        STR  R3, R6, #3
        STR  R0, R6, #4
        AND  R2, R2, #0     ; row
DRROW   AND  R1, R1, #0     ; column
DRCELL  JSR  ADDRESS
        LDR  R0, R0, #0
        OUT
        ADD  R1, R1, #1
        ADD  R3, R1, #-6
        BRz  DREND
        LD   R0, SPACE
        OUT
        BR   DRCELL
DREND   LD   R0, ENTER
        OUT
        ADD  R2, R2, #1
        ADD  R3, R2, #-6
        BRn  DRROW
        LDR  R7, R6, #0
        LDR  R1, R6, #1
        LDR  R2, R6, #2
        LDR  R3, R6, #3
        LDR  R0, R6, #4
        ADD  R6, R6, #5
        RET
SPACE   .FILL x20
ENTER   .FILL x0A

; puts a piece into column R1; R2 = its row, -1 when the column is full
PLACE   ADD  R6, R6, #-4
        STR  R7, R6, #0
        STR  R0, R6, #1
        STR  R3, R6, #2
        STR  R4, R6, #3
        AND  R2, R2, #0
        ADD  R2, R2, #5
PLTRY   JSR  ADDRESS
        LDR  R3, R0, #0
        LD   R4, NEGDASH
        ADD  R3, R3, R4
        BRz  PLHERE
        ADD  R2, R2, #-1
        BRzp PLTRY
        BR   PLDONE
PLHERE  LEA  R4, PIECES
        LDI  R3, WHOPTR
        ADD  R4, R4, R3
        LDR  R4, R4, #0
        STR  R4, R0, #0
PLDONE  LDR  R7, R6, #0
        LDR  R0, R6, #1
        LDR  R3, R6, #2
        LDR  R4, R6, #3
        ADD  R6, R6, #4
        RET
NEGDASH .FILL #-45
PIECES  .FILL x4F
        .FILL x58
WHOPTR  .FILL WHO

; is there a line through row R2, column R1?
CHECK   ADD  R6, R6, #-4
        STR  R7, R6, #0
        STR  R3, R6, #1
        STR  R4, R6, #2
        STR  R5, R6, #3
        AND  R3, R3, #0     ; across
        ADD  R4, R3, #1
        JSR  BOTH
        BRp  CKDONE
        AND  R4, R4, #0     ; down
        ADD  R3, R4, #1
        JSR  BOTH
        BRp  CKDONE
        AND  R3, R3, #0     ; down right
        ADD  R3, R3, #1
        ADD  R4, R3, #0
        JSR  BOTH
        BRp  CKDONE
        AND  R3, R3, #0     ; down left
        ADD  R3, R3, #1
        NOT  R4, R3
        ADD  R4, R4, #1
        JSR  BOTH
CKDONE  LDR  R7, R6, #0
        LDR  R3, R6, #1
        LDR  R4, R6, #2
        LDR  R5, R6, #3
        ADD  R6, R6, #4
        ADD  R0, R0, #0
        RET

; counts both ways with the step R3 (rows), R4 (columns); R0 = 1 if 4 or more
; changes R5
BOTH    ADD  R6, R6, #-3
        STR  R7, R6, #0
        STR  R3, R6, #1
        STR  R4, R6, #2
        AND  R5, R5, #0
        JSR  WALK
        NOT  R3, R3
        ADD  R3, R3, #1
        NOT  R4, R4
        ADD  R4, R4, #1
        JSR  WALK
        AND  R0, R0, #0
        ADD  R5, R5, #-3
        BRn  BTNO
        ADD  R0, R0, #1
BTNO    LDR  R7, R6, #0
        LDR  R3, R6, #1
        LDR  R4, R6, #2
        ADD  R6, R6, #3
        ADD  R0, R0, #0
        RET

; R5 = R5 + number of equal pieces beyond row R2, column R1, one way
WALK    ADD  R6, R6, #-5
        STR  R7, R6, #0
        STR  R1, R6, #1
        STR  R2, R6, #2
        JSR  ADDRESS
        LDR  R0, R0, #0
        NOT  R0, R0
        ADD  R0, R0, #1
        STR  R0, R6, #3     ; minus my piece
WKNEXT  ADD  R2, R2, R3
        BRn  WKDONE
        ADD  R0, R2, #-5
        BRp  WKDONE
        ADD  R1, R1, R4
        BRn  WKDONE
        ADD  R0, R1, #-5
        BRp  WKDONE
        JSR  ADDRESS
        LDR  R0, R0, #0
        LDR  R7, R6, #3
        ADD  R0, R0, R7
        BRnp WKDONE
        ADD  R5, R5, #1
        BR   WKNEXT
WKDONE  LDR  R7, R6, #0
        LDR  R1, R6, #1
        LDR  R2, R6, #2
        ADD  R6, R6, #5
        RET
        .END
