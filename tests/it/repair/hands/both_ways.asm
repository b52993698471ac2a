; Connect 4 for the LC-3: the starter file
;
; Two players take turns in dropping a checker into a grid of 6 rows and
; 6 columns. The first with four in a line, horizontally, vertically or
; diagonally, wins. A full grid without such a line is a tie.
;
; Everything down to the line "THE STUDENT'S PART" is given: do not change
; it. Below that line stand the subroutines that you write. Each one is a
; stub: it saves R7, does nothing, and returns. Hand the whole file in as
; connect4.asm.
;
; Columns are numbered 1 to 6 from the left, rows 1 to 6 from the top.
; Every subroutine leaves all registers as it found them, except those that
; its comment lists under "Out". TRAP may change R7, so a subroutine that
; uses TRAP or JSR saves R7 first.

        .ORIG   x3000

        JSR     INIT

NEXT_TURN
        JSR     DISPLAY_BOARD
        JSR     DISPLAY_TURN
        JSR     GET_MOVE
        JSR     UPDATE_BOARD
        JSR     UPDATE_STATE
        ADD     R6, R6, #0
        BRz     NEXT_TURN

        JSR     DISPLAY_BOARD
        JSR     GAME_OVER
        HALT

; INIT: makes BOARD_PTR point at the first cell of the top row.

INIT
        ST      R0, INIT_R0
        LEA     R0, ROW1
        ST      R0, BOARD_PTR
        LD      R0, INIT_R0
        RET

INIT_R0 .BLKW   1

; DISPLAY_TURN: asks the player whose turn it is for a column.
;   In:  TURN, 1 or 2

DISPLAY_TURN
        ST      R0, DT_R0
        ST      R1, DT_R1
        ST      R7, DT_R7

        LEA     R0, PLAYER_TEXT
        PUTS
        LD      R0, TURN
        LD      R1, ASCII_ZERO
        ADD     R0, R0, R1
        OUT
        LEA     R0, CHOOSE_TEXT
        PUTS

        LD      R0, DT_R0
        LD      R1, DT_R1
        LD      R7, DT_R7
        RET

DT_R0   .BLKW   1
DT_R1   .BLKW   1
DT_R7   .BLKW   1

; GET_MOVE: reads one key, shows it, and ends the line. As long as the key is
; not a valid move it says so and asks the same player again.
;   Out: R6, the column, 1 to 6

GET_MOVE
        ST      R0, GM_R0
        ST      R7, GM_R7

GM_READ
        GETC
        OUT
        AND     R6, R6, #0              ; invalid, unless CHECK_VALID sets it
        JSR     CHECK_VALID
        LD      R0, NEWLINE
        OUT
        ADD     R6, R6, #0
        BRp     GM_DONE

        LEA     R0, INVALID_TEXT
        PUTS
        LD      R0, NEWLINE
        OUT
        JSR     DISPLAY_TURN
        BRnzp   GM_READ

GM_DONE
        LD      R0, GM_R0
        LD      R7, GM_R7
        RET

GM_R0   .BLKW   1
GM_R7   .BLKW   1

; UPDATE_BOARD: drops a checker of the player whose turn it is.
;   In:  R6, the column
;   Out: R5, the row in which the checker came to rest

UPDATE_BOARD
        ST      R0, UB_R0
        ST      R1, UB_R1
        ST      R2, UB_R2

        LD      R0, BOARD_PTR
        ADD     R0, R0, R6
        ADD     R0, R0, #-1             ; R0: the cell the checker is in
        AND     R5, R5, #0
        ADD     R5, R5, #1              ; R5: the row of that cell
        LD      R2, NEG_EMPTY

UB_FALL
        ADD     R1, R5, #-6
        BRz     UB_LAND                 ; the bottom row
        LDR     R1, R0, #7              ; the cell below
        ADD     R1, R1, R2
        BRnp    UB_LAND                 ; taken
        ADD     R0, R0, #7
        ADD     R5, R5, #1
        BRnzp   UB_FALL

UB_LAND
        LD      R1, CHECKER_1
        LD      R2, TURN
        ADD     R2, R2, #-1
        BRz     UB_PUT
        LD      R1, CHECKER_2
UB_PUT
        STR     R1, R0, #0

        LD      R0, UB_R0
        LD      R1, UB_R1
        LD      R2, UB_R2
        RET

UB_R0   .BLKW   1
UB_R1   .BLKW   1
UB_R2   .BLKW   1

; CHANGE_TURN: gives the turn to the other player.

CHANGE_TURN
        ST      R0, CT_R0
        LD      R0, TURN
        NOT     R0, R0
        ADD     R0, R0, #4              ; 3 - TURN
        ST      R0, TURN
        LD      R0, CT_R0
        RET

CT_R0   .BLKW   1

; CHECK_WINNER: did the last move win?
;   In:  R6, its column; R5, its row
;   Out: R4, 1 if it won, 0 if not

CHECK_WINNER
        ST      R7, CW_R7
        AND     R4, R4, #0
        JSR     CHECK_HORIZONTAL
        ADD     R4, R4, #0
        BRp     CW_DONE
        JSR     CHECK_VERTICAL
        ADD     R4, R4, #0
        BRp     CW_DONE
        JSR     CHECK_DIAGONALS
CW_DONE
        LD      R7, CW_R7
        RET

CW_R7   .BLKW   1

; UPDATE_STATE: counts the checkers. After a winning move or on a full board
; it sets WINNER; otherwise it changes the turn.
;   In:  R6, the column of the last move; R5, its row
;   Out: R6, 1 if the game is over, 0 if not

UPDATE_STATE
        ST      R0, US_R0
        ST      R4, US_R4
        ST      R7, US_R7

        LD      R0, CHECKERS
        ADD     R0, R0, #1
        ST      R0, CHECKERS

        JSR     CHECK_WINNER
        ADD     R4, R4, #0
        BRp     US_WON
        LD      R0, CHECKERS
        LD      R4, NEG_CELLS
        ADD     R0, R0, R4
        BRz     US_TIE
        JSR     CHANGE_TURN
        AND     R6, R6, #0
        BRnzp   US_DONE

US_WON
        LD      R0, TURN
        BRnzp   US_OVER
US_TIE
        AND     R0, R0, #0
US_OVER
        ST      R0, WINNER
        AND     R6, R6, #0
        ADD     R6, R6, #1

US_DONE
        LD      R0, US_R0
        LD      R4, US_R4
        LD      R7, US_R7
        RET

US_R0   .BLKW   1
US_R4   .BLKW   1
US_R7   .BLKW   1

; Data. LD, ST and LEA reach 256 words; from further away use a pointer of
; your own (.FILL TURN and LDI).

PLAYER_TEXT     .STRINGZ "Player "
CHOOSE_TEXT     .STRINGZ ", choose a column: "
INVALID_TEXT    .STRINGZ "Invalid move. Try again."

; The board. Each row is six cells and a zero, so the cell below is 7 words
; further on.
ROW1            .STRINGZ "------"
ROW2            .STRINGZ "------"
ROW3            .STRINGZ "------"
ROW4            .STRINGZ "------"
ROW5            .STRINGZ "------"
ROW6            .STRINGZ "------"

BOARD_PTR       .BLKW   1               ; address of row 1, column 1
TURN            .FILL   #1              ; whose turn it is, 1 or 2
WINNER          .FILL   #0              ; 0 for a tie, or 1 or 2
CHECKERS        .FILL   #0              ; how many are on the board
NEG_CELLS       .FILL   #-36            ; as many as there are cells
CHECKER_1       .FILL   x004F           ; O
CHECKER_2       .FILL   x0058           ; X
NEG_EMPTY       .FILL   #-45            ; minus the code of the empty cell, -
ASCII_ZERO      .FILL   x0030           ; add to a digit to print it
NEWLINE         .FILL   x000A

; ======================== THE STUDENT'S PART ========================

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
