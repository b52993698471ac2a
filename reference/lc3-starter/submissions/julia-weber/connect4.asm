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

; DISPLAY_BOARD: prints the board: six rows, one space between the columns,
; none after the sixth, and a line feed after each row.

DISPLAY_BOARD
        ST      R0, DB_R0
        ST      R1, DB_R1
        ST      R2, DB_R2
        ST      R3, DB_R3
        ST      R7, DB_R7

        LD      R1, BOARD_PTR           ; R1: the cell to print
        LD      R0, DB_LAST_ROW         ; begin with row 6
        ADD     R1, R1, R0
        AND     R2, R2, #0
        ADD     R2, R2, #6              ; R2: rows to go
DB_ROW
        AND     R3, R3, #0
        ADD     R3, R3, #5              ; R3: cells to go after this one
DB_CELL
        LDR     R0, R1, #0
        OUT
        ADD     R1, R1, #1
        ADD     R3, R3, #-1
        BRn     DB_ROW_END              ; no space after the sixth
        LD      R0, DB_SPACE
        OUT
        BRnzp   DB_CELL
DB_ROW_END
        LD      R0, NEWLINE
        OUT
        ADD     R1, R1, #-13            ; back to the row above
        ADD     R2, R2, #-1
        BRp     DB_ROW

        LD      R0, DB_R0
        LD      R1, DB_R1
        LD      R2, DB_R2
        LD      R3, DB_R3
        LD      R7, DB_R7
        RET

DB_SPACE .FILL  x0020
DB_LAST_ROW .FILL #35
DB_R0   .BLKW   1
DB_R1   .BLKW   1
DB_R2   .BLKW   1
DB_R3   .BLKW   1
DB_R7   .BLKW   1

; CHECK_VALID: is this key a move? It is if it is a digit from 1 to 6 and that
; column is not full.
;   In:  R0, the key
;   Out: R6, the column, or 0 if the move is invalid

CHECK_VALID
        ST      R1, CV_R1
        ST      R2, CV_R2

        LD      R1, CV_MINUS_ZERO
        ADD     R6, R0, R1              ; the digit's value
        BRnz    CV_INVALID              ; 0, or a key below the digits
        ADD     R1, R6, #-6
        BRp     CV_INVALID

        LD      R1, BOARD_PTR
        ADD     R1, R1, R6
        LDR     R1, R1, #-1             ; the top cell of the column
        LD      R2, NEG_EMPTY
        ADD     R1, R1, R2
        BRz     CV_DONE
CV_INVALID
        AND     R6, R6, #0
CV_DONE
        LD      R1, CV_R1
        LD      R2, CV_R2
        RET

CV_MINUS_ZERO .FILL #-48
CV_R1   .BLKW   1
CV_R2   .BLKW   1

; CHECK_HORIZONTAL: did the last move make four in a row?
;   In:  R6, its column; R5, its row
;   Out: R4, 1 if it did, 0 if not

CHECK_HORIZONTAL
        ST      R1, CH_R1
        ST      R2, CH_R2
        ST      R7, CH_R7
        AND     R1, R1, #0              ; in the same row,
        AND     R2, R2, #0
        ADD     R2, R2, #1              ; the next word
        JSR     CHECK_LINE
        LD      R1, CH_R1
        LD      R2, CH_R2
        LD      R7, CH_R7
        RET

CH_R1   .BLKW   1
CH_R2   .BLKW   1
CH_R7   .BLKW   1

; CHECK_VERTICAL: did the last move make four in a column?
;   In:  R6, its column; R5, its row
;   Out: R4, 1 if it did, 0 if not

CHECK_VERTICAL
        ST      R1, CVE_R1
        ST      R2, CVE_R2
        ST      R7, CVE_R7
        AND     R1, R1, #0
        ADD     R1, R1, #1              ; in the next row,
        AND     R2, R2, #0
        ADD     R2, R2, #7              ; straight below
        JSR     CHECK_LINE
        LD      R1, CVE_R1
        LD      R2, CVE_R2
        LD      R7, CVE_R7
        RET

CVE_R1  .BLKW   1
CVE_R2  .BLKW   1
CVE_R7  .BLKW   1

; CHECK_DIAGONALS: did the last move make four in a diagonal? Asks CHECK_D1
; and CHECK_D2.
;   In:  R6, its column; R5, its row
;   Out: R4, 1 if it did, 0 if not

CHECK_DIAGONALS
        ST      R7, CD_R7
        JSR     CHECK_D1
        ADD     R4, R4, #0
        BRp     CD_DONE
        JSR     CHECK_D2
CD_DONE
        LD      R7, CD_R7
        RET

CD_R7   .BLKW   1

; CHECK_D1: four in the diagonal that goes down to the right?
;   In:  R6, the column of the last move; R5, its row
;   Out: R4, 1 if there are, 0 if not

CHECK_D1
        ST      R1, CD1_R1
        ST      R2, CD1_R2
        ST      R7, CD1_R7
        AND     R1, R1, #0
        ADD     R1, R1, #1              ; in the next row,
        AND     R2, R2, #0
        ADD     R2, R2, #8              ; one further to the right
        JSR     CHECK_LINE
        LD      R1, CD1_R1
        LD      R2, CD1_R2
        LD      R7, CD1_R7
        RET

CD1_R1  .BLKW   1
CD1_R2  .BLKW   1
CD1_R7  .BLKW   1

; CHECK_D2: four in the diagonal that goes down to the left?
;   In:  R6, the column of the last move; R5, its row
;   Out: R4, 1 if there are, 0 if not

CHECK_D2
        ST      R1, CD2_R1
        ST      R2, CD2_R2
        ST      R7, CD2_R7
        AND     R1, R1, #0
        ADD     R1, R1, #1              ; in the next row,
        AND     R2, R2, #0
        ADD     R2, R2, #6              ; one further to the left
        JSR     CHECK_LINE
        LD      R1, CD2_R1
        LD      R2, CD2_R2
        LD      R7, CD2_R7
        RET

CD2_R1  .BLKW   1
CD2_R2  .BLKW   1
CD2_R7  .BLKW   1

; CHECK_LINE: did the last move make four in a line of this direction? Counts
; the equal checkers on both sides of it.
;   In:  R6, its column; R5, its row
;        R1, the rows, and R2, the words from one cell to the next
;   Out: R4, 1 if it did, 0 if not

CHECK_LINE
        ST      R0, CL_R0
        ST      R1, CL_R1
        ST      R2, CL_R2
        ST      R3, CL_R3
        ST      R7, CL_R7

        ADD     R0, R5, #-1             ; 7 words for each row above it
        ADD     R3, R0, R0
        ADD     R3, R3, R0
        ADD     R3, R3, R3
        ADD     R0, R0, R3
        ADD     R0, R0, R6
        ADD     R0, R0, #-1
        LDI     R3, CL_BOARD
        ADD     R0, R0, R3              ; R0: the address of its cell

        LDR     R3, R0, #0
        NOT     R3, R3
        ADD     R3, R3, #1              ; R3: minus the checker looked for

        AND     R4, R4, #0
        ADD     R4, R4, #-3             ; three more are needed
        JSR     COUNT_SIDE
        NOT     R1, R1
        ADD     R1, R1, #1
        NOT     R2, R2
        ADD     R2, R2, #1
        JSR     COUNT_SIDE              ; and the opposite way

        ADD     R4, R4, #0
        BRn     CL_NO
        AND     R4, R4, #0
        ADD     R4, R4, #1
        BRnzp   CL_DONE
CL_NO
        AND     R4, R4, #0
CL_DONE
        LD      R0, CL_R0
        LD      R1, CL_R1
        LD      R2, CL_R2
        LD      R3, CL_R3
        LD      R7, CL_R7
        RET

CL_BOARD .FILL  BOARD_PTR
CL_R0   .BLKW   1
CL_R1   .BLKW   1
CL_R2   .BLKW   1
CL_R3   .BLKW   1
CL_R7   .BLKW   1

; COUNT_SIDE: counts the checkers that follow a cell without a gap and are of
; the player looked for. A row is bounded by zeros: its own, and that of the
; string before it. So only the top and the bottom have to be looked after.
;   In:  R0, the address of the cell; R5, its row
;        R1, the rows, and R2, the words from one cell to the next
;        R3, minus the checker looked for
;   Out: R4, increased by their number

COUNT_SIDE
        ST      R0, CS_R0
        ST      R5, CS_R5
        ST      R6, CS_R6

CS_NEXT
        ADD     R5, R5, R1
        BRz     CS_DONE                 ; above the top row
        ADD     R6, R5, #-6
        BRp     CS_DONE                 ; below the bottom row
        ADD     R0, R0, R2
        LDR     R6, R0, #0
        ADD     R6, R6, R3
        BRnp    CS_DONE                 ; another, or none
        ADD     R4, R4, #1
        BRnzp   CS_NEXT

CS_DONE
        LD      R0, CS_R0
        LD      R5, CS_R5
        LD      R6, CS_R6
        RET

CS_R0   .BLKW   1
CS_R5   .BLKW   1
CS_R6   .BLKW   1

; GAME_OVER: says how the game ended: "Player 1 Wins.", "Player 2 Wins." or
; "Tie Game.", and a line feed.
;   In:  WINNER: 0 for a tie, or 1 or 2

GAME_OVER
        ST      R0, GO_R0
        ST      R1, GO_R1
        ST      R7, GO_R7

        LDI     R1, GO_WINNER
        BRz     GO_TIE
        LEA     R0, GO_PLAYER_TEXT
        PUTS
        LD      R0, GO_ZERO
        ADD     R0, R0, R1
        OUT
        LEA     R0, GO_WINS_TEXT
        BRnzp   GO_PRINT
GO_TIE
        LEA     R0, GO_TIE_TEXT
GO_PRINT
        PUTS
        LD      R0, GO_NEWLINE
        OUT

        LD      R0, GO_R0
        LD      R1, GO_R1
        LD      R7, GO_R7
        RET

GO_PLAYER_TEXT .STRINGZ "Player "
GO_WINS_TEXT   .STRINGZ " Wins."
GO_TIE_TEXT    .STRINGZ "Tie Game."
GO_WINNER      .FILL    WINNER
GO_ZERO        .FILL    x0030
GO_NEWLINE     .FILL    x000A
GO_R0   .BLKW   1
GO_R1   .BLKW   1
GO_R7   .BLKW   1

        .END
