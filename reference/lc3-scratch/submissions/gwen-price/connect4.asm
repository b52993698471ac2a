; Connect 4 for the LC-3, written from nothing
;
; The grid is 36 words, row after row from the top: 0 is empty, 1 a checker
; of player 1, -1 one of player 2. So the player whose turn it is can be kept
; as 1 or -1 too: the condition codes tell the two apart, and NOT and ADD
; change the turn. Rows and columns count from 0.
;
; A move is a line: a digit from 1 to 6, then Enter (x0A). Whatever else the
; line holds is an invalid move.
;
; The main part keeps R5, the cell of the last move, R4, its column, and R3,
; its row. All subroutines leave them alone, but for those that set them.

        .ORIG   x3000

        JSR     CLEAR_GRID
        JSR     PRINT_GRID

TURN    JSR     ASK
        JSR     READ_LINE
        JSR     FIND_CELL
        ADD     R5, R5, #0
        BRp     MOVE
        LEA     R0, REFUSAL
        PUTS
        BRnzp   TURN

MOVE    LD      R0, PLAYER
        STR     R0, R5, #0
        JSR     PRINT_GRID
        JSR     FOUR_IN_LINE
        ADD     R0, R0, #0
        BRp     WON
        LD      R0, EMPTY_CELLS
        ADD     R0, R0, #-1
        ST      R0, EMPTY_CELLS
        BRz     TIE
        LD      R0, PLAYER
        NOT     R0, R0
        ADD     R0, R0, #1
        ST      R0, PLAYER
        BRnzp   TURN

WON     JSR     PRINT_PLAYER
        LEA     R0, WINS
        BRnzp   LAST
TIE     LEA     R0, TIE_GAME
LAST    PUTS
        HALT

PLAYER      .FILL   #1          ; whose turn it is: 1 or -1
EMPTY_CELLS .FILL   #36

REFUSAL     .STRINGZ "Invalid move. Try again.\n"
WINS        .STRINGZ " Wins.\n"
TIE_GAME    .STRINGZ "Tie Game.\n"

; Empties the grid.
CLEAR_GRID
        ST      R0, CG_R0
        ST      R1, CG_R1
        ST      R2, CG_R2
        LEA     R0, GRID
        LD      R1, CELLS
        AND     R2, R2, #0
CG_NEXT STR     R2, R0, #0
        ADD     R0, R0, #1
        ADD     R1, R1, #-1
        BRp     CG_NEXT
        LD      R0, CG_R0
        LD      R1, CG_R1
        LD      R2, CG_R2
        RET
CG_R0   .BLKW   1
CG_R1   .BLKW   1
CG_R2   .BLKW   1

; Prints the grid. A row is made in ROW_TEXT, whose spaces and line feed
; never change, and printed at once.
PRINT_GRID
        ST      R0, PG_R0
        ST      R1, PG_R1
        ST      R2, PG_R2
        ST      R3, PG_R3
        ST      R4, PG_R4
        ST      R7, PG_R7
        LEA     R1, GRID                ; the next cell
        AND     R2, R2, #0
        ADD     R2, R2, #6              ; rows to go
PG_ROW  LEA     R3, ROW_TEXT            ; where its character goes
        AND     R4, R4, #0
        ADD     R4, R4, #6              ; cells of the row to go
PG_CELL LDR     R0, R1, #0
        BRp     PG_ONE
        BRn     PG_TWO
        LD      R0, EMPTY
        BRnzp   PG_SET
PG_ONE  LD      R0, CHECKER_1
        BRnzp   PG_SET
PG_TWO  LD      R0, CHECKER_2
PG_SET  STR     R0, R3, #0
        ADD     R1, R1, #1
        ADD     R3, R3, #2
        ADD     R4, R4, #-1
        BRp     PG_CELL
        LEA     R0, ROW_TEXT
        PUTS
        ADD     R2, R2, #-1
        BRp     PG_ROW
        LD      R0, PG_R0
        LD      R1, PG_R1
        LD      R2, PG_R2
        LD      R3, PG_R3
        LD      R4, PG_R4
        LD      R7, PG_R7
        RET
ROW_TEXT  .STRINGZ "- - - - - -\n"
EMPTY     .FILL   x2D
CHECKER_1 .FILL   x4F
CHECKER_2 .FILL   x58
PG_R0   .BLKW   1
PG_R1   .BLKW   1
PG_R2   .BLKW   1
PG_R3   .BLKW   1
PG_R4   .BLKW   1
PG_R7   .BLKW   1

GRID    .BLKW   36
CELLS   .FILL   #36

; Prints the name of the player whose turn it is.
PRINT_PLAYER
        ST      R0, PP_R0
        ST      R7, PP_R7
        LD      R0, PLAYER
        BRn     PP_TWO
        LEA     R0, PLAYER_1
        BRnzp   PP_OUT
PP_TWO  LEA     R0, PLAYER_2
PP_OUT  PUTS
        LD      R0, PP_R0
        LD      R7, PP_R7
        RET
PLAYER_1 .STRINGZ "Player 1"
PLAYER_2 .STRINGZ "Player 2"
PP_R0   .BLKW   1
PP_R7   .BLKW   1

; Asks that player for a column.
ASK     ST      R0, ASK_R0
        ST      R7, ASK_R7
        JSR     PRINT_PLAYER
        LEA     R0, CHOOSE
        PUTS
        LD      R0, ASK_R0
        LD      R7, ASK_R7
        RET
CHOOSE  .STRINGZ ", choose a column: "
ASK_R0  .BLKW   1
ASK_R7  .BLKW   1

; Reads a line and shows it. Out: R4, the column 0 to 5, or -1 if the line is
; not one digit from 1 to 6.
READ_LINE
        ST      R0, RL_R0
        ST      R1, RL_R1
        ST      R2, RL_R2
        ST      R7, RL_R7
        AND     R2, R2, #0
        ADD     R2, R2, #2              ; 2: nothing yet, 1: one key, 0: more
        AND     R4, R4, #0
RL_NEXT GETC
        OUT
        ADD     R1, R0, #-10
        BRz     RL_END                  ; Enter
        ADD     R2, R2, #-1
        BRp     RL_KEY
        AND     R2, R2, #0
        BRnzp   RL_NEXT
RL_KEY  LD      R1, MINUS_ONE
        ADD     R4, R0, R1              ; its column, if it is a digit
        BRnzp   RL_NEXT
RL_END  ADD     R2, R2, #-1
        BRnp    RL_BAD                  ; not one key
        ADD     R4, R4, #0
        BRn     RL_BAD                  ; below 1
        ADD     R1, R4, #-5
        BRnz    RL_DONE
RL_BAD  AND     R4, R4, #0
        ADD     R4, R4, #-1
RL_DONE LD      R0, RL_R0
        LD      R1, RL_R1
        LD      R2, RL_R2
        LD      R7, RL_R7
        RET
MINUS_ONE .FILL #-49                    ; minus the code of the digit 1
RL_R0   .BLKW   1
RL_R1   .BLKW   1
RL_R2   .BLKW   1
RL_R7   .BLKW   1

; Finds where a checker dropped into column R4 comes to rest: from the bottom
; up, the first empty cell. Out: R5, the address of that cell, and R3, its
; row; R5 is 0 if R4 is -1 or the column is full.
FIND_CELL
        ST      R0, FC_R0
        AND     R3, R3, #0
        ADD     R4, R4, #0
        BRn     FC_NONE
        ADD     R3, R3, #5
        LEA     R5, GRID
        ADD     R5, R5, R4
        ADD     R5, R5, #15
        ADD     R5, R5, #15             ; the column's lowest cell
FC_NEXT LDR     R0, R5, #0
        BRz     FC_DONE
        ADD     R5, R5, #-6
        ADD     R3, R3, #-1
        BRzp    FC_NEXT
FC_NONE AND     R5, R5, #0
FC_DONE LD      R0, FC_R0
        RET
FC_R0   .BLKW   1

; Is there a line of four through the last move? Looks along the whole row,
; the whole column and both whole diagonals through it.
; In: R4, its column; R3, its row. Out: R0, 1 if so, 0 if not.
FOUR_IN_LINE
        ST      R1, FL_R1
        ST      R2, FL_R2
        ST      R6, FL_R6
        ST      R7, FL_R7

        LEA     R1, GRID                ; all cells, row after row
        AND     R0, R0, #0
        ADD     R0, R0, #1
        LD      R2, CELLS
        JSR     SCAN
        ADD     R0, R0, #0
        BRp     FL_DONE

        AND     R2, R2, #0
        ADD     R2, R2, #6
        LEA     R1, GRID                ; the column from its top
        ADD     R1, R1, R4
        ADD     R0, R0, #6
        JSR     SCAN
        ADD     R0, R0, #0
        BRp     FL_DONE

; The diagonal down to the right begins in the left column if the row is not
; less than the column, else in the top row.
        LEA     R1, GRID
        NOT     R6, R4
        ADD     R6, R6, #1
        ADD     R6, R6, R3              ; row less column
        BRn     FL_TOP1
        ADD     R2, R6, #0
        JSR     SIX_TIMES
        ADD     R1, R1, R2
        NOT     R6, R6
        ADD     R6, R6, #1
        BRnzp   FL_D1
FL_TOP1 NOT     R2, R6
        ADD     R2, R2, #1
        ADD     R1, R1, R2
FL_D1   ADD     R2, R6, #6              ; as many cells as are left of six
        AND     R0, R0, #0
        ADD     R0, R0, #7
        JSR     SCAN
        ADD     R0, R0, #0
        BRp     FL_DONE

; The diagonal down to the left begins in the right column or the top row.
        LEA     R1, GRID
        ADD     R1, R1, #5
        ADD     R6, R4, #-5
        ADD     R6, R6, R3              ; row less columns to the right
        BRn     FL_TOP2
        ADD     R2, R6, #0
        JSR     SIX_TIMES
        ADD     R1, R1, R2
        NOT     R6, R6
        ADD     R6, R6, #1
        BRnzp   FL_D2
FL_TOP2 ADD     R1, R1, R6
FL_D2   ADD     R2, R6, #6
        ADD     R0, R0, #5
        JSR     SCAN

FL_DONE LD      R1, FL_R1
        LD      R2, FL_R2
        LD      R6, FL_R6
        LD      R7, FL_R7
        RET
FL_R1   .BLKW   1
FL_R2   .BLKW   1
FL_R6   .BLKW   1
FL_R7   .BLKW   1

; Out: R2, six times what it was.
SIX_TIMES
        ST      R0, ST_R0
        ADD     R0, R2, R2
        ADD     R2, R0, R2
        ADD     R2, R2, R2
        LD      R0, ST_R0
        RET
ST_R0   .BLKW   1

; Walks along a line and looks for four cells of the player whose turn it is.
; In: R1, its first cell; R0, the words from one cell to the next; R2, how
; many cells it has. Out: R0, 1 if there are four without a gap, 0 if not.
SCAN    ST      R1, SC_R1
        ST      R2, SC_R2
        ST      R3, SC_R3
        ST      R4, SC_R4
        ST      R5, SC_R5
        LDI     R4, SC_TURN
        NOT     R4, R4
        ADD     R4, R4, #1              ; minus what is looked for
SC_NEW  AND     R3, R3, #0
        ADD     R3, R3, #4              ; so many more are needed
SC_CELL ADD     R2, R2, #-1
        BRn     SC_NONE
        LDR     R5, R1, #0
        ADD     R1, R1, R0
        ADD     R5, R5, R4
        BRnp    SC_NEW
        ADD     R3, R3, #-1
        BRp     SC_CELL
        AND     R0, R0, #0
        ADD     R0, R0, #1
        BRnzp   SC_DONE
SC_NONE AND     R0, R0, #0
SC_DONE LD      R1, SC_R1
        LD      R2, SC_R2
        LD      R3, SC_R3
        LD      R4, SC_R4
        LD      R5, SC_R5
        RET
SC_TURN .FILL   PLAYER
SC_R1   .BLKW   1
SC_R2   .BLKW   1
SC_R3   .BLKW   1
SC_R4   .BLKW   1
SC_R5   .BLKW   1

        .END
