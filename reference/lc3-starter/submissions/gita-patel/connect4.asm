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




DISPLAY_BOARD
        st      r0, DB_R0
        st      r1, DB_R1
        st      r2, DB_R2
        st      r3, DB_R3
        st      r7, DB_R7

        ld      r1, BOARD_PTR
        and     r2, r2, #0
        add     r2, r2, #6
DB_ROW
        and     r3, r3, #0
        add     r3, r3, #5
DB_CELL
        ldr     r0, r1, #0
        trap    x21
        add     r1, r1, #1
        add     r3, r3, #-1
        brn     DB_ROW_END
        ld      r0, DB_SPACE
        trap    x21
        brnzp   DB_CELL
DB_ROW_END
        ld      r0, NEWLINE
        trap    x21
        add     r1, r1, #1
        add     r2, r2, #-1
        brp     DB_ROW

        ld      r0, DB_R0
        ld      r1, DB_R1
        ld      r2, DB_R2
        ld      r3, DB_R3
        ld      r7, DB_R7
        ret

DB_SPACE .fill  x0020
DB_R0   .blkw   1
DB_R1   .blkw   1
DB_R2   .blkw   1
DB_R3   .blkw   1
DB_R7   .blkw   1






CHECK_VALID
        st      r1, CV_R1
        st      r2, CV_R2

        ld      r1, CV_MINUS_ZERO
        add     r6, r0, r1
        brnz    CV_INVALID
        add     r1, r6, #-6
        brp     CV_INVALID

        ld      r1, BOARD_PTR
        add     r1, r1, r6
        ldr     r1, r1, #-1
        ld      r2, NEG_EMPTY
        add     r1, r1, r2
        brz     CV_DONE
CV_INVALID
        and     r6, r6, #0
CV_DONE
        ld      r1, CV_R1
        ld      r2, CV_R2
        ret

CV_MINUS_ZERO .fill #-48
CV_R1   .blkw   1
CV_R2   .blkw   1





CHECK_HORIZONTAL
        st      r1, CH_R1
        st      r2, CH_R2
        st      r7, CH_R7
        and     r1, r1, #0
        and     r2, r2, #0
        add     r2, r2, #1
        jsr     check_line
        ld      r1, CH_R1
        ld      r2, CH_R2
        ld      r7, CH_R7
        ret
CH_R1   .blkw   1
CH_R2   .blkw   1
CH_R7   .blkw   1





CHECK_VERTICAL
        st      r1, CVE_R1
        st      r2, CVE_R2
        st      r7, CVE_R7
        and     r1, r1, #0
        add     r1, r1, #1
        and     r2, r2, #0
        add     r2, r2, #7
        jsr     check_line
        ld      r1, CVE_R1
        ld      r2, CVE_R2
        ld      r7, CVE_R7
        ret
CVE_R1  .blkw   1
CVE_R2  .blkw   1
CVE_R7  .blkw   1






CHECK_DIAGONALS
        st      r7, CD_R7
        jsr     CHECK_D1
        add     r4, r4, #0
        brp     CD_DONE
        jsr     CHECK_D2
CD_DONE
        ld      r7, CD_R7
        ret
CD_R7   .blkw   1





CHECK_D1
        st      r1, CD1_R1
        st      r2, CD1_R2
        st      r7, CD1_R7
        and     r1, r1, #0
        add     r1, r1, #1
        and     r2, r2, #0
        add     r2, r2, #8
        jsr     check_line
        ld      r1, CD1_R1
        ld      r2, CD1_R2
        ld      r7, CD1_R7
        ret
CD1_R1  .blkw   1
CD1_R2  .blkw   1
CD1_R7  .blkw   1





CHECK_D2
        st      r1, CD2_R1
        st      r2, CD2_R2
        st      r7, CD2_R7
        and     r1, r1, #0
        add     r1, r1, #1
        and     r2, r2, #0
        add     r2, r2, #6
        jsr     check_line
        ld      r1, CD2_R1
        ld      r2, CD2_R2
        ld      r7, CD2_R7
        ret
CD2_R1  .blkw   1
CD2_R2  .blkw   1
CD2_R7  .blkw   1







CHECK_LINE
        st      r0, CL_R0
        st      r1, CL_R1
        st      r2, CL_R2
        st      r3, CL_R3
        st      r7, CL_R7

        add     r0, r5, #-1
        add     r3, r0, r0
        add     r3, r3, r0
        add     r3, r3, r3
        add     r0, r0, r3
        add     r0, r0, r6
        add     r0, r0, #-1
        ldi     r3, CL_BOARD
        add     r0, r0, r3

        ldr     r3, r0, #0
        not     r3, r3
        add     r3, r3, #1

        and     r4, r4, #0
        add     r4, r4, #-3
        jsr     count_side
        not     r1, r1
        add     r1, r1, #1
        not     r2, r2
        add     r2, r2, #1
        jsr     count_side

        add     r4, r4, #0
        brn     CL_NO
        and     r4, r4, #0
        add     r4, r4, #1
        brnzp   CL_DONE
CL_NO
        and     r4, r4, #0
CL_DONE
        ld      r0, CL_R0
        ld      r1, CL_R1
        ld      r2, CL_R2
        ld      r3, CL_R3
        ld      r7, CL_R7
        ret

CL_BOARD .fill  BOARD_PTR
CL_R0   .blkw   1
CL_R1   .blkw   1
CL_R2   .blkw   1
CL_R3   .blkw   1
CL_R7   .blkw   1









COUNT_SIDE
        st      r0, CS_R0
        st      r5, CS_R5
        st      r6, CS_R6

CS_NEXT
        add     r5, r5, r1
        brz     CS_DONE
        add     r6, r5, #-6
        brp     CS_DONE
        add     r0, r0, r2
        ldr     r6, r0, #0
        add     r6, r6, r3
        brnp    CS_DONE
        add     r4, r4, #1
        brnzp   CS_NEXT

CS_DONE
        ld      r0, CS_R0
        ld      r5, CS_R5
        ld      r6, CS_R6
        ret
CS_R0   .blkw   1
CS_R5   .blkw   1
CS_R6   .blkw   1





GAME_OVER
        st      r0, GO_R0
        st      r1, GO_R1
        st      r7, GO_R7

        ldi     r1, GO_WINNER
        brz     GO_TIE
        lea     r0, GO_PLAYER_TEXT
        trap x22
        ld      r0, GO_ZERO
        add     r0, r0, r1
        trap    x21
        lea     r0, GO_WINS_TEXT
        brnzp   GO_PRINT
GO_TIE
        lea     r0, GO_TIE_TEXT
GO_PRINT
        trap x22
        ld      r0, GO_NEWLINE
        trap    x21

        ld      r0, GO_R0
        ld      r1, GO_R1
        ld      r7, GO_R7
        ret

GO_PLAYER_TEXT .stringz "Player "
GO_WINS_TEXT   .stringz " Wins."
GO_TIE_TEXT    .stringz "Tie Game."
GO_WINNER      .fill    WINNER
GO_ZERO        .fill    x0030
GO_NEWLINE     .fill    x000A
GO_R0   .blkw   1
GO_R1   .blkw   1
GO_R7   .blkw   1

        .end
