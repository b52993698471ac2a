
; DISPLAY_BOARD: prints all 36 spots with spaces between

DISPLAY_BOARD
        ST      R7, DB_R7
        ST      R0, DB_R0
        ST      R1, DB_R1
        ST      R2, DB_R2
        ST      R3, DB_R3
        LD      R1, BOARD_PTR
        AND     R2, R2, #0      ; row = 0
DB_ROW  AND     R3, R3, #0      ; col = 0
DB_COL  LDR     R0, R1, #0
        OUT
        ADD     R1, R1, #1
        ADD     R3, R3, #1      ; col++
        ADD     R0, R3, #-6
        BRz     DB_EOL          ; last one, no space
        LD      R0, DB_SP
        OUT
        BR      DB_COL
DB_EOL  LD      R0, NEWLINE
        OUT
        ADD     R1, R1, #1      ; skip the null
        ADD     R2, R2, #1      ; row++
        ADD     R0, R2, #-6
        BRn     DB_ROW
        LD      R0, DB_R0
        LD      R1, DB_R1
        LD      R2, DB_R2
        LD      R3, DB_R3
        LD      R7, DB_R7
        RET
DB_SP   .FILL   x20
DB_R0   .FILL   0
DB_R1   .FILL   0
DB_R2   .FILL   0
DB_R3   .FILL   0
DB_R7   .FILL   0

; CHECK_VALID: R0 = key -> R6 = column or 0

CHECK_VALID
        ST      R7, CV_R7
        ST      R0, CV_R0
        ST      R1, CV_R1
        AND     R6, R6, #0
        LD      R1, CV_NEG1
        ADD     R1, R0, R1
        BRn     CV_END          ; less than '1'
        LD      R1, CV_NEG6
        ADD     R1, R0, R1
        BRp     CV_END          ; more than '6'
        ADD     R6, R1, #6      ; '1' is -5, so column is R1 + 6
        LD      R0, BOARD_PTR
        ADD     R0, R0, R6
        LDR     R0, R0, #-1     ; top of that column
        LD      R1, NEG_EMPTY
        ADD     R0, R0, R1
        BRz     CV_END
        AND     R6, R6, #0      ; full
CV_END  LD      R0, CV_R0
        LD      R1, CV_R1
        LD      R7, CV_R7
        RET
CV_NEG1 .FILL   #-49
CV_NEG6 .FILL   #-54
CV_R0   .FILL   0
CV_R1   .FILL   0
CV_R7   .FILL   0

; FIND_SPOT: address of the last checker in R0, minus the checker in R1
; (helper for the checks, R5 = row, R6 = col)

FIND_SPOT
        ST      R5, FS_R5
        LDI     R0, FS_BRD
        ADD     R0, R0, R6
        ADD     R0, R0, #-1
FS_MUL  ADD     R5, R5, #-1     ; add 7 for every row above
        BRz     FS_OK
        ADD     R0, R0, #7
        BR      FS_MUL
FS_OK   LDR     R1, R0, #0
        NOT     R1, R1
        ADD     R1, R1, #1
        LD      R5, FS_R5
        RET
FS_BRD  .FILL   BOARD_PTR
FS_R5   .FILL   0

; CHECK_HORIZONTAL: go left until different, then go right until different

CHECK_HORIZONTAL
        ST      R7, CH_R7
        ST      R0, CH_R0
        ST      R1, CH_R1
        ST      R2, CH_R2
        ST      R3, CH_R3
        JSR     FIND_SPOT
        AND     R4, R4, #0
        ADD     R4, R4, #1      ; the checker itself
        ADD     R2, R0, #0
CH_LEFT ADD     R2, R2, #-1
        LDR     R3, R2, #0
        ADD     R3, R3, R1
        BRnp    CH_MID
        ADD     R4, R4, #1
        BR      CH_LEFT
CH_MID  ADD     R2, R0, #0      ; back to the start
CH_RGHT ADD     R2, R2, #1
        LDR     R3, R2, #0
        ADD     R3, R3, R1
        BRnp    CH_CNT
        ADD     R4, R4, #1
        BR      CH_RGHT
CH_CNT  ADD     R3, R4, #-4
        AND     R4, R4, #0
        ADD     R3, R3, #0
        BRn     CH_END
        ADD     R4, R4, #1
CH_END  LD      R0, CH_R0
        LD      R1, CH_R1
        LD      R2, CH_R2
        LD      R3, CH_R3
        LD      R7, CH_R7
        RET
CH_R0   .FILL   0
CH_R1   .FILL   0
CH_R2   .FILL   0
CH_R3   .FILL   0
CH_R7   .FILL   0

; CHECK_VERTICAL: only need to look down

CHECK_VERTICAL
        ST      R7, CVE_R7
        ST      R0, CVE_R0
        ST      R1, CVE_R1
        ST      R2, CVE_R2
        ST      R3, CVE_R3
        JSR     FIND_SPOT
        AND     R4, R4, #0
        ADD     R4, R4, #1
        ADD     R2, R5, #0
CVE_LP  ADD     R3, R2, #-6
        BRz     CVE_CNT         ; at the bottom
        ADD     R2, R2, #1
        ADD     R0, R0, #7
        LDR     R3, R0, #0
        ADD     R3, R3, R1
        BRnp    CVE_CNT
        ADD     R4, R4, #1
        BR      CVE_LP
CVE_CNT ADD     R3, R4, #-4
        BRzp    CVE_WIN
        AND     R4, R4, #0
        BR      CVE_END
CVE_WIN AND     R4, R4, #0
        ADD     R4, R4, #1
CVE_END LD      R0, CVE_R0
        LD      R1, CVE_R1
        LD      R2, CVE_R2
        LD      R3, CVE_R3
        LD      R7, CVE_R7
        RET
CVE_R0  .FILL   0
CVE_R1  .FILL   0
CVE_R2  .FILL   0
CVE_R3  .FILL   0
CVE_R7  .FILL   0

; CHECK_DIAGONALS

CHECK_DIAGONALS
        ST      R7, CD_R7
        ST      R0, CD_R0
        JSR     CHECK_D1
        ADD     R0, R4, #0
        JSR     CHECK_D2
        ADD     R4, R4, R0
        BRz     CD_END
        AND     R4, R4, #0
        ADD     R4, R4, #1
CD_END  LD      R0, CD_R0
        LD      R7, CD_R7
        RET
CD_R0   .FILL   0
CD_R7   .FILL   0

; CHECK_D1: up-left then down-right

CHECK_D1
        ST      R7, CD1_R7
        ST      R0, CD1_R0
        ST      R1, CD1_R1
        ST      R2, CD1_R2
        ST      R3, CD1_R3
        ST      R5, CD1_R5
        JSR     FIND_SPOT
        AND     R4, R4, #0
        ADD     R4, R4, #1
        ADD     R2, R0, #0
D1_UP   ADD     R5, R5, #-1
        BRz     D1_MID          ; off the top
        ADD     R2, R2, #-8
        LDR     R3, R2, #0
        ADD     R3, R3, R1
        BRnp    D1_MID
        ADD     R4, R4, #1
        BR      D1_UP
D1_MID  LD      R5, CD1_R5
D1_DOWN ADD     R3, R5, #-6
        BRz     D1_CNT          ; off the bottom
        ADD     R5, R5, #1
        ADD     R0, R0, #8
        LDR     R3, R0, #0
        ADD     R3, R3, R1
        BRnp    D1_CNT
        ADD     R4, R4, #1
        BR      D1_DOWN
D1_CNT  ADD     R3, R4, #-4
        BRzp    D1_WIN
        AND     R4, R4, #0
        BR      D1_END
D1_WIN  AND     R4, R4, #0
        ADD     R4, R4, #1
D1_END  LD      R0, CD1_R0
        LD      R1, CD1_R1
        LD      R2, CD1_R2
        LD      R3, CD1_R3
        LD      R5, CD1_R5
        LD      R7, CD1_R7
        RET
CD1_R0  .FILL   0
CD1_R1  .FILL   0
CD1_R2  .FILL   0
CD1_R3  .FILL   0
CD1_R5  .FILL   0
CD1_R7  .FILL   0

; CHECK_D2: up-right then down-left

CHECK_D2
        ST      R7, CD2_R7
        ST      R0, CD2_R0
        ST      R1, CD2_R1
        ST      R2, CD2_R2
        ST      R3, CD2_R3
        ST      R5, CD2_R5
        JSR     FIND_SPOT
        AND     R4, R4, #0
        ADD     R4, R4, #1
        ADD     R2, R0, #0
D2_UP   ADD     R5, R5, #-1
        BRz     D2_MID
        ADD     R2, R2, #-6
        LDR     R3, R2, #0
        ADD     R3, R3, R1
        BRnp    D2_MID
        ADD     R4, R4, #1
        BR      D2_UP
D2_MID  LD      R5, CD2_R5
D2_DOWN ADD     R3, R5, #-6
        BRz     D2_CNT
        ADD     R5, R5, #1
        ADD     R0, R0, #6
        LDR     R3, R0, #0
        ADD     R3, R3, R1
        BRnp    D2_CNT
        ADD     R4, R4, #1
        BR      D2_DOWN
D2_CNT  ADD     R3, R4, #-4
        BRzp    D2_WIN
        AND     R4, R4, #0
        BR      D2_END
D2_WIN  AND     R4, R4, #0
        ADD     R4, R4, #1
D2_END  LD      R0, CD2_R0
        LD      R1, CD2_R1
        LD      R2, CD2_R2
        LD      R3, CD2_R3
        LD      R5, CD2_R5
        LD      R7, CD2_R7
        RET
CD2_R0  .FILL   0
CD2_R1  .FILL   0
CD2_R2  .FILL   0
CD2_R3  .FILL   0
CD2_R5  .FILL   0
CD2_R7  .FILL   0

; GAME_OVER

GAME_OVER
        ST      R7, GO_R7
        ST      R0, GO_R0
        ST      R1, GO_R1
        LDI     R1, GO_WIN
        BRz     GO_TIE
        ADD     R1, R1, #-1
        BRz     GO_P1
        LEA     R0, GO_MSG2
        BR      GO_OUT
GO_P1   LEA     R0, GO_MSG1
        BR      GO_OUT
GO_TIE  LEA     R0, GO_MSG0
GO_OUT  PUTS
        LD      R0, GO_R0
        LD      R1, GO_R1
        LD      R7, GO_R7
        RET
GO_WIN  .FILL   WINNER
GO_MSG0 .STRINGZ "Tie Game.\n"
GO_MSG1 .STRINGZ "Player 1 Wins.\n"
GO_MSG2 .STRINGZ "Player 2 Wins.\n"
GO_R0   .FILL   0
GO_R1   .FILL   0
GO_R7   .FILL   0

        .END
