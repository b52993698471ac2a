
; DISPLAY_BOARD
; prints one row at a time with PRINT_ROW

DISPLAY_BOARD
        ST      R7, DB_R7
        ST      R1, DB_R1
        ST      R2, DB_R2

        LD      R1, BOARD_PTR
        LD      R2, SIX
SHOW    JSR     PRINT_ROW
        ADD     R1, R1, #7
        ADD     R2, R2, #-1
        BRp     SHOW

        LD      R1, DB_R1
        LD      R2, DB_R2
        LD      R7, DB_R7
        RET

SIX     .FILL   #6
DB_R1   .BLKW   1
DB_R2   .BLKW   1
DB_R7   .BLKW   1

; PRINT_ROW: R1 points to the row
; the row ends with x0000 like every string

PRINT_ROW
        ST      R7, PR_R7
        ST      R0, PR_R0
        ST      R1, PR_R1
        LDR     R0, R1, #0      ; first cell, has no space before it
PR_NEXT OUT
        ADD     R1, R1, #1
        LDR     R0, R1, #0
        BRz     PR_END          ; found the zero
        LD      R0, PR_SPC
        OUT
        LDR     R0, R1, #0
        BRnzp   PR_NEXT
PR_END  LD      R0, NEWLINE
        OUT
        LD      R0, PR_R0
        LD      R1, PR_R1
        LD      R7, PR_R7
        RET

PR_SPC  .FILL   x0020
PR_R0   .BLKW   1
PR_R1   .BLKW   1
PR_R7   .BLKW   1

; CHECK_VALID
; compares the key with each of the six allowed keys

CHECK_VALID
        ST      R1, CV_R1
        ST      R2, CV_R2
        ST      R3, CV_R3
        LEA     R1, KEYS
        AND     R6, R6, #0
        ADD     R6, R6, #1
CV_TRY  LDR     R2, R1, #0
        BRz     CV_BAD          ; end of the list
        NOT     R2, R2
        ADD     R2, R2, #1
        ADD     R2, R2, R0
        BRz     CV_FND
        ADD     R1, R1, #1
        ADD     R6, R6, #1
        BRnzp   CV_TRY
CV_FND  LD      R3, BOARD_PTR
        ADD     R3, R3, R6
        ADD     R3, R3, #-1
        LDR     R3, R3, #0
        LD      R2, NEG_EMPTY
        ADD     R3, R3, R2
        BRz     CV_OK
CV_BAD  AND     R6, R6, #0
CV_OK   LD      R1, CV_R1
        LD      R2, CV_R2
        LD      R3, CV_R3
        RET

KEYS    .STRINGZ "123456"
CV_R1   .BLKW   1
CV_R2   .BLKW   1
CV_R3   .BLKW   1

; CHECK_HORIZONTAL
; looks at the six cells of the row and counts a run

CHECK_HORIZONTAL
        ST      R0, CH_R0
        ST      R1, CH_R1
        ST      R2, CH_R2
        ST      R3, CH_R3
        ST      R7, CH_R7

        JSR     GET_PIECE       ; R0 = -piece
        JSR     GET_ROW         ; R1 = first cell of the row
        LD      R3, CH_SIX
        AND     R4, R4, #0      ; run
CH_LOOP LDR     R2, R1, #0
        ADD     R2, R2, R0
        BRz     CH_SAME
        AND     R4, R4, #0      ; start again
        BRnzp   CH_STEP
CH_SAME ADD     R4, R4, #1
        ADD     R2, R4, #-4
        BRz     CH_YES
CH_STEP ADD     R1, R1, #1
        ADD     R3, R3, #-1
        BRp     CH_LOOP
        AND     R4, R4, #0
        BRnzp   CH_DONE
CH_YES  AND     R4, R4, #0
        ADD     R4, R4, #1
CH_DONE LD      R0, CH_R0
        LD      R1, CH_R1
        LD      R2, CH_R2
        LD      R3, CH_R3
        LD      R7, CH_R7
        RET

CH_SIX  .FILL   #6
CH_R0   .BLKW   1
CH_R1   .BLKW   1
CH_R2   .BLKW   1
CH_R3   .BLKW   1
CH_R7   .BLKW   1

; GET_PIECE: R0 = minus the checker of the player who moves

GET_PIECE
        ST      R1, GP_R1
        LDI     R1, GP_TURN
        ADD     R1, R1, #-1
        BRz     GP_ONE
        LD      R0, GP_X
        BRnzp   GP_DONE
GP_ONE  LD      R0, GP_O
GP_DONE LD      R1, GP_R1
        RET

GP_TURN .FILL   TURN
GP_O    .FILL   #-79
GP_X    .FILL   #-88
GP_R1   .BLKW   1

; GET_ROW: R1 = address of the first cell of row R5

GET_ROW
        ST      R2, GR_R2
        LEA     R1, ROWTAB
        ADD     R1, R1, R5
        LDR     R1, R1, #-1
        LD      R2, GR_R2
        RET

GR_R2   .BLKW   1
ROWTAB  .FILL   ROW1
        .FILL   ROW2
        .FILL   ROW3
        .FILL   ROW4
        .FILL   ROW5
        .FILL   ROW6

; CHECK_VERTICAL
; the three below the last one must be the same

CHECK_VERTICAL
        ST      R0, CVE_R0
        ST      R1, CVE_R1
        ST      R2, CVE_R2
        ST      R7, CVE_R7

        AND     R4, R4, #0
        ADD     R2, R5, #-3
        BRp     CVE_END         ; rows 4, 5, 6 do not have three below
        JSR     GET_PIECE
        JSR     GET_ROW
        ADD     R1, R1, R6
        ADD     R1, R1, #-1
        LDR     R2, R1, #7
        ADD     R2, R2, R0
        BRnp    CVE_END
        LDR     R2, R1, #14
        ADD     R2, R2, R0
        BRnp    CVE_END
        LDR     R2, R1, #21
        ADD     R2, R2, R0
        BRnp    CVE_END
        ADD     R4, R4, #1
CVE_END LD      R0, CVE_R0
        LD      R1, CVE_R1
        LD      R2, CVE_R2
        LD      R7, CVE_R7
        RET

CVE_R0  .BLKW   1
CVE_R1  .BLKW   1
CVE_R2  .BLKW   1
CVE_R7  .BLKW   1

; CHECK_DIAGONALS

CHECK_DIAGONALS
        ST      R7, CD_R7
        JSR     CHECK_D1
        ADD     R4, R4, #0
        BRnp    CD_END
        JSR     CHECK_D2
CD_END  LD      R7, CD_R7
        RET

CD_R7   .BLKW   1

; CHECK_D1: goes to the upper left end of the diagonal, then walks
; down to the right and counts

CHECK_D1
        ST      R0, D1_R0
        ST      R1, D1_R1
        ST      R2, D1_R2
        ST      R3, D1_R3
        ST      R5, D1_R5
        ST      R6, D1_R6
        ST      R7, D1_R7

D1_BACK ADD     R2, R5, #-1
        BRz     D1_STRT         ; top row
        ADD     R2, R6, #-1
        BRz     D1_STRT         ; left column
        ADD     R5, R5, #-1
        ADD     R6, R6, #-1
        BRnzp   D1_BACK

D1_STRT JSR     GET_PIECE
        JSR     GET_ROW
        ADD     R1, R1, R6
        ADD     R1, R1, #-1
        AND     R4, R4, #0
D1_LOOP LDR     R3, R1, #0
        ADD     R3, R3, R0
        BRz     D1_SAME
        AND     R4, R4, #0
        BRnzp   D1_STEP
D1_SAME ADD     R4, R4, #1
        ADD     R3, R4, #-4
        BRz     D1_YES
D1_STEP ADD     R1, R1, #8
        ADD     R5, R5, #1
        ADD     R3, R5, #-7
        BRz     D1_NO           ; below the board
        ADD     R6, R6, #1
        ADD     R3, R6, #-7
        BRn     D1_LOOP
D1_NO   AND     R4, R4, #0
        BRnzp   D1_DONE
D1_YES  AND     R4, R4, #0
        ADD     R4, R4, #1
D1_DONE LD      R0, D1_R0
        LD      R1, D1_R1
        LD      R2, D1_R2
        LD      R3, D1_R3
        LD      R5, D1_R5
        LD      R6, D1_R6
        LD      R7, D1_R7
        RET

D1_R0   .BLKW   1
D1_R1   .BLKW   1
D1_R2   .BLKW   1
D1_R3   .BLKW   1
D1_R5   .BLKW   1
D1_R6   .BLKW   1
D1_R7   .BLKW   1

; CHECK_D2: the same from the upper right end

CHECK_D2
        ST      R0, D2_R0
        ST      R1, D2_R1
        ST      R2, D2_R2
        ST      R3, D2_R3
        ST      R5, D2_R5
        ST      R6, D2_R6
        ST      R7, D2_R7

D2_BACK ADD     R2, R5, #-1
        BRz     D2_STRT         ; top row
        ADD     R2, R6, #-6
        BRz     D2_STRT         ; right column
        ADD     R5, R5, #-1
        ADD     R6, R6, #1
        BRnzp   D2_BACK

D2_STRT JSR     GET_PIECE
        JSR     GET_ROW
        ADD     R1, R1, R6
        ADD     R1, R1, #-1
        AND     R4, R4, #0
D2_LOOP LDR     R3, R1, #0
        ADD     R3, R3, R0
        BRz     D2_SAME
        AND     R4, R4, #0
        BRnzp   D2_STEP
D2_SAME ADD     R4, R4, #1
        ADD     R3, R4, #-4
        BRz     D2_YES
D2_STEP ADD     R1, R1, #6
        ADD     R5, R5, #1
        ADD     R3, R5, #-7
        BRz     D2_NO           ; below the board
        ADD     R6, R6, #-1
        BRp     D2_LOOP
D2_NO   AND     R4, R4, #0
        BRnzp   D2_DONE
D2_YES  AND     R4, R4, #0
        ADD     R4, R4, #1
D2_DONE LD      R0, D2_R0
        LD      R1, D2_R1
        LD      R2, D2_R2
        LD      R3, D2_R3
        LD      R5, D2_R5
        LD      R6, D2_R6
        LD      R7, D2_R7
        RET

D2_R0   .BLKW   1
D2_R1   .BLKW   1
D2_R2   .BLKW   1
D2_R3   .BLKW   1
D2_R5   .BLKW   1
D2_R6   .BLKW   1
D2_R7   .BLKW   1

; GAME_OVER

GAME_OVER
        ST      R0, GO_R0
        ST      R1, GO_R1
        ST      R7, GO_R7
        LD      R1, GO_PTR
        LDR     R1, R1, #0
        BRp     GO_SOMEONE
        LEA     R0, TIE_MSG
        PUTS
        BRnzp   GO_END
GO_SOMEONE
        LEA     R0, PL_MSG
        PUTS
        LD      R0, GO_ASC
        ADD     R0, R0, R1
        OUT
        LEA     R0, WIN_MSG
        PUTS
GO_END  LD      R0, GO_NL
        OUT
        LD      R0, GO_R0
        LD      R1, GO_R1
        LD      R7, GO_R7
        RET

GO_PTR  .FILL   WINNER
GO_ASC  .FILL   x30
GO_NL   .FILL   x0A
TIE_MSG .STRINGZ "Tie Game."
PL_MSG  .STRINGZ "Player "
WIN_MSG .STRINGZ " Wins."
GO_R0   .BLKW   1
GO_R1   .BLKW   1
GO_R7   .BLKW   1

        .END
