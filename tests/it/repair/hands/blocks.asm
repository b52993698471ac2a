;; CONNECT FOUR
;; cells: 0 = empty, 1 = player 1, 2 = player 2
;; grid is row-major, top row first
.ORIG x3000

MAIN
    JSR PRINT_GRID
MAIN_LOOP
    JSR ASK_PLAYER
    JSR READ_INPUT          ; R1 = column 1-6, 0 = bad
    ADD R1, R1, #0
    BRz MAIN_BAD
    JSR DROP_PIECE          ; R0 = 0 if column full
    ADD R0, R0, #0
    BRz MAIN_BAD
    JSR PRINT_GRID
    JSR CHECK_ALL           ; R0 = 1 if somebody won
    ADD R0, R0, #0
    BRp MAIN_WIN
    JSR IS_FULL             ; R0 = 1 if no empty cell in top row
    ADD R0, R0, #0
    BRp MAIN_TIE
    JSR SWITCH
    BRnzp MAIN_LOOP

MAIN_BAD
    LEA R0, MSG_BAD
    PUTS
    BRnzp MAIN_LOOP

MAIN_WIN
    LEA R0, MSG_PLAYER
    PUTS
    LD R0, WHO
    LD R1, ASCII0
    ADD R0, R0, R1
    OUT
    LEA R0, MSG_WINS
    PUTS
    HALT

MAIN_TIE
    LEA R0, MSG_TIE
    PUTS
    HALT

WHO         .FILL 1
ASCII0      .FILL x30
MSG_PLAYER  .STRINGZ "Player "
MSG_COLUMN  .STRINGZ ", choose a column: "
MSG_BAD     .STRINGZ "Invalid move. Try again.\n"
MSG_WINS    .STRINGZ " Wins.\n"
MSG_TIE     .STRINGZ "Tie Game.\n"

;; changes WHO from 1 to 2 or from 2 to 1
SWITCH
    ST R0, SW_R0
    LD R0, WHO
    ADD R0, R0, #-1
    BRz SW_TWO
    AND R0, R0, #0
    ADD R0, R0, #1
    BRnzp SW_SET
SW_TWO
    ADD R0, R0, #2
SW_SET
    ST R0, WHO
    LD R0, SW_R0
    RET
SW_R0 .BLKW 1

ASK_PLAYER
    ST R0, AP_R0
    ST R1, AP_R1
    ST R7, AP_R7
    LEA R0, MSG_PLAYER
    PUTS
    LD R0, WHO
    LD R1, ASCII0
    ADD R0, R0, R1
    OUT
    LEA R0, MSG_COLUMN
    PUTS
    LD R0, AP_R0
    LD R1, AP_R1
    LD R7, AP_R7
    RET
AP_R0 .BLKW 1
AP_R1 .BLKW 1
AP_R7 .BLKW 1

;; reads a line, R1 = 1..6 or 0
READ_INPUT
    ST R0, RI_R0
    ST R2, RI_R2
    ST R3, RI_R3
    ST R7, RI_R7
    GETC
    OUT
    LD R2, NEG_LF
    ADD R3, R0, R2
    BRz RI_BAD              ; only Enter
    ADD R1, R0, #0
    GETC
    OUT
    ADD R3, R0, R2
    BRnp RI_SKIP            ; a second key
    LD R3, NEG_0
    ADD R1, R1, R3
    BRnz RI_BAD
    ADD R3, R1, #-6
    BRnz RI_OUT
RI_BAD
    AND R1, R1, #0
RI_OUT
    LD R0, RI_R0
    LD R2, RI_R2
    LD R3, RI_R3
    LD R7, RI_R7
    RET
RI_SKIP                     ; eat the rest of the line
    GETC
    OUT
    ADD R3, R0, R2
    BRnp RI_SKIP
    BRnzp RI_BAD
NEG_LF .FILL #-10
NEG_0  .FILL #-48
RI_R0 .BLKW 1
RI_R2 .BLKW 1
RI_R3 .BLKW 1
RI_R7 .BLKW 1

;; drops a piece of WHO into column R1
DROP_PIECE
    ST R2, DP_R2
    ST R3, DP_R3
    LEA R0, GRID
    ADD R0, R0, R1
    ADD R0, R0, #-1         ; top of the column
    LDR R2, R0, #0
    BRp DP_FULL
    AND R3, R3, #0
    ADD R3, R3, #5          ; can fall five more rows
DP_FALL
    LDR R2, R0, #6
    BRp DP_PUT              ; something below
    ADD R0, R0, #6
    ADD R3, R3, #-1
    BRp DP_FALL
DP_PUT
    LD R2, WHO
    STR R2, R0, #0
    AND R0, R0, #0
    ADD R0, R0, #1
    BRnzp DP_END
DP_FULL
    AND R0, R0, #0
DP_END
    LD R2, DP_R2
    LD R3, DP_R3
    RET
DP_R2 .BLKW 1
DP_R3 .BLKW 1

GRID .FILL 0
    .BLKW 35

;; prints the grid
PRINT_GRID
    ST R0, PG_R0
    ST R1, PG_R1
    ST R2, PG_R2
    ST R3, PG_R3
    ST R4, PG_R4
    ST R7, PG_R7
    LEA R1, GRID
    LD R4, N_CELLS
    LD R2, N_COLS
PG_LOOP
    LDR R0, R1, #0
    LEA R3, SYMBOLS
    ADD R3, R3, R0
    LDR R0, R3, #0
    OUT
    ADD R1, R1, #1
    ADD R2, R2, #-1
    BRz PG_NEWROW
    LD R0, BLANK
    OUT
    ADD R4, R4, #-1
    BRnzp PG_LOOP
PG_NEWROW
    LD R0, LF
    OUT
    LD R2, N_COLS
    ADD R4, R4, #-1
    BRp PG_LOOP
    LD R0, PG_R0
    LD R1, PG_R1
    LD R2, PG_R2
    LD R3, PG_R3
    LD R4, PG_R4
    LD R7, PG_R7
    RET
SYMBOLS .STRINGZ "-OX"
BLANK   .FILL x20
LF      .FILL x0A
N_CELLS .FILL 36
N_COLS  .FILL 6
PG_R0 .BLKW 1
PG_R1 .BLKW 1
PG_R2 .BLKW 1
PG_R3 .BLKW 1
PG_R4 .BLKW 1
PG_R7 .BLKW 1

;; R0 = 1 if the top row has no empty cell
IS_FULL
    ST R1, IF_R1
    ST R2, IF_R2
    ST R3, IF_R3
    AND R0, R0, #0
    LEA R1, GRID
    LD R2, N_COLS
IF_LOOP
    LDR R3, R1, #0
    BRz IF_END
    ADD R1, R1, #1
    ADD R2, R2, #-1
    BRp IF_LOOP
    ADD R0, R0, #1
IF_END
    LD R1, IF_R1
    LD R2, IF_R2
    LD R3, IF_R3
    RET
IF_R1 .BLKW 1
IF_R2 .BLKW 1
IF_R3 .BLKW 1

;; looks at every line of four on the whole grid
;; R1 = first cell, R2 = distance, R3 = rows left, R4 = cells left in row
CHECK_ALL
    ST R7, CA_R7
    ST R1, CA_R1
    ; horizontal: 6 rows, 3 starting columns
    LEA R1, GRID
    AND R2, R2, #0
    ADD R2, R2, #1
    LD R3, SIX_ROWS
    AND R5, R5, #0
    ADD R5, R5, #3
    JSR SCAN_BLOCK
    ADD R0, R0, #0
    BRp CA_END
    ; vertical: 3 rows, 6 columns
    LEA R1, GRID
    ADD R2, R2, #5
    AND R3, R3, #0
    ADD R3, R3, #3
    LD R5, SIX_ROWS
    JSR SCAN_BLOCK
    ADD R0, R0, #0
    BRp CA_END
    ; diagonal down right: 3 rows, 3 columns
    LEA R1, GRID
    ADD R2, R2, #1
    AND R5, R5, #0
    ADD R5, R5, #3
    JSR SCAN_BLOCK
    ADD R0, R0, #0
    BRp CA_END
    ; diagonal down left: 3 rows, starting in column 4
    LEA R1, GRID
    ADD R1, R1, #3
    ADD R2, R2, #-2
    JSR SCAN_BLOCK
CA_END
    LD R7, CA_R7
    LD R1, CA_R1
    RET
SIX_ROWS .FILL 6
CA_R1 .BLKW 1
CA_R7 .BLKW 1

;; R3 rows, R5 cells in each; R0 = 1 if one of them starts four of WHO
SCAN_BLOCK
    ST R1, SB_R1
    ST R3, SB_R3
    ST R7, SB_R7
SB_ROW
    ADD R4, R5, #0
    ST R1, SB_FIRST
SB_CELL
    JSR FOUR
    ADD R0, R0, #0
    BRp SB_END
    ADD R1, R1, #1
    ADD R4, R4, #-1
    BRp SB_CELL
    LD R1, SB_FIRST         ; next row
    ADD R1, R1, #6
    ADD R3, R3, #-1
    BRp SB_ROW
SB_END
    LD R1, SB_R1
    LD R3, SB_R3
    LD R7, SB_R7
    RET
SB_FIRST .BLKW 1
SB_R1 .BLKW 1
SB_R3 .BLKW 1
SB_R7 .BLKW 1

;; R0 = 1 if the four cells from R1, R2 apart, are all of WHO
FOUR
    ST R1, FO_R1
    ST R3, FO_R3
    ST R4, FO_R4
    LDI R3, FO_WHO
    NOT R3, R3
    ADD R3, R3, #1
    AND R4, R4, #0
    ADD R4, R4, #4
FO_LOOP
    LDR R0, R1, #0
    ADD R0, R0, R3
    BRnp FO_NO
    ADD R1, R1, R2
    ADD R4, R4, #-1
    BRp FO_LOOP
    AND R0, R0, #0
    ADD R0, R0, #1
    BRnzp FO_END
FO_NO
    AND R0, R0, #0
FO_END
    LD R1, FO_R1
    LD R3, FO_R3
    LD R4, FO_R4
    RET
FO_WHO .FILL WHO
FO_R1 .BLKW 1
FO_R3 .BLKW 1
FO_R4 .BLKW 1

.END
