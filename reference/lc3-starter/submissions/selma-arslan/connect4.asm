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

;; print the board
DISPLAY_BOARD
	ST	R0, R0_D
	ST	R1, R1_D
	ST	R2, R2_D
	ST	R3, R3_D
	ST	R7, R7_D
	LD	R1, BOARD_PTR
	AND	R2, R2, #0
	ADD	R2, R2, #6
	LEA	R3, LINE
LOOPD	LDR	R0, R1, #0	; copy the six cells between the spaces
	STR	R0, R3, #0
	LDR	R0, R1, #1
	STR	R0, R3, #2
	LDR	R0, R1, #2
	STR	R0, R3, #4
	LDR	R0, R1, #3
	STR	R0, R3, #6
	LDR	R0, R1, #4
	STR	R0, R3, #8
	LDR	R0, R1, #5
	STR	R0, R3, #10
	LEA	R0, LINE
	PUTS
	ADD	R1, R1, #7
	ADD	R2, R2, #-1
	BRp	LOOPD
	LD	R0, R0_D
	LD	R1, R1_D
	LD	R2, R2_D
	LD	R3, R3_D
	LD	R7, R7_D
	RET
LINE    .STRINGZ "- - - - - -\n"
R0_D	.BLKW	1
R1_D	.BLKW	1
R2_D	.BLKW	1
R3_D	.BLKW	1
R7_D	.BLKW	1

;; R6 = column if ok, else 0
CHECK_VALID
	ST	R1, R1_V
	ST	R2, R2_V
	AND	R6, R6, #0
	LD	R1, NEG_1CHAR
	ADD	R1, R0, R1
	BRn	BAD	; below '1'
	LD	R2, NEG_6CHAR
	ADD	R2, R0, R2
	BRp	BAD	; above '6'
	LD	R2, BOARD_PTR
	ADD	R2, R2, R1
	LDR	R2, R2, #0	; top of the column
	LD	R6, NEG_EMPTY
	ADD	R2, R2, R6
	BRnp	FULL
	ADD	R6, R1, #1
	BRnzp	BAD
FULL	AND	R6, R6, #0
BAD	LD	R1, R1_V
	LD	R2, R2_V
	RET
NEG_1CHAR	.FILL	#-49
NEG_6CHAR	.FILL	#-54
R1_V	.BLKW	1
R2_V	.BLKW	1

;; go over the whole row and count how many are the same in a row
CHECK_HORIZONTAL
	ST	R0, R0_H
	ST	R1, R1_H
	ST	R2, R2_H
	ST	R3, R3_H
	ST	R5, R5_H
	ST	R7, R7_H
	JSR	GETADDR	; R0 = address, R1 = -checker
	NOT	R2, R6
	ADD	R2, R2, #2
	ADD	R0, R0, R2	; first cell of the row
	AND	R2, R2, #0
	ADD	R2, R2, #6
HNEW	AND	R3, R3, #0	; count
HLOOP	LDR	R5, R0, #0
	ADD	R0, R0, #1
	ADD	R5, R5, R1
	BRnp	HNOT
	ADD	R3, R3, #1
	ADD	R5, R3, #-4
	BRz	HWIN
	ADD	R2, R2, #-1
	BRp	HLOOP
	BRnzp	HLOSE
HNOT	ADD	R2, R2, #-1
	BRp	HNEW
HLOSE	AND	R4, R4, #0
	BRnzp	HEND
HWIN	AND	R4, R4, #0
	ADD	R4, R4, #1
HEND	LD	R0, R0_H
	LD	R1, R1_H
	LD	R2, R2_H
	LD	R3, R3_H
	LD	R5, R5_H
	LD	R7, R7_H
	RET
R0_H	.BLKW	1
R1_H	.BLKW	1
R2_H	.BLKW	1
R3_H	.BLKW	1
R5_H	.BLKW	1
R7_H	.BLKW	1

;; the last one is always the highest so look at the three below
CHECK_VERTICAL
	ST	R0, R0_W
	ST	R1, R1_W
	ST	R2, R2_W
	ST	R7, R7_W
	AND	R4, R4, #0
	ADD	R2, R5, #-3
	BRp	WEND	; not three below it
	JSR	GETADDR
	LDR	R2, R0, #7
	ADD	R2, R2, R1
	BRnp	WEND
	LDR	R2, R0, #14
	ADD	R2, R2, R1
	BRnp	WEND
	LDR	R2, R0, #21
	ADD	R2, R2, R1
	BRnp	WEND
	ADD	R4, R4, #1
WEND	LD	R0, R0_W
	LD	R1, R1_W
	LD	R2, R2_W
	LD	R7, R7_W
	RET
R0_W	.BLKW	1
R1_W	.BLKW	1
R2_W	.BLKW	1
R7_W	.BLKW	1

CHECK_DIAGONALS
	JSR	CHECK_D1
	ADD	R4, R4, #0
	BRp	DEND
	JSR	CHECK_D2
DEND	LD	R7, R7_X
	RET
R7_X	.BLKW	1

;; from upper left to lower right
CHECK_D1
	ST	R0, R0_Y
	ST	R1, R1_Y
	ST	R2, R2_Y
	ST	R3, R3_Y
	ST	R5, R5_Y
	ST	R6, R6_Y
	ST	R7, R7_Y
	JSR	GETADDR
YBACK	ADD	R2, R5, #-1	; go up and left as long as possible
	BRz	YSTART
	ADD	R2, R6, #-1
	BRz	YSTART
	ADD	R5, R5, #-1
	ADD	R6, R6, #-1
	ADD	R0, R0, #-8
	BRnzp	YBACK
YSTART	AND	R4, R4, #0
	AND	R3, R3, #0
YLOOP	LDR	R2, R0, #0
	ADD	R2, R2, R1
	BRz	YSAME
	AND	R3, R3, #0
	BRnzp	YNEXT
YSAME	ADD	R3, R3, #1
	ADD	R2, R3, #-4
	BRz	YWIN
YNEXT	ADD	R0, R0, #8
	ADD	R5, R5, #1
	ADD	R2, R5, #-6
	BRp	YEND
	ADD	R6, R6, #1
	ADD	R2, R6, #-6
	BRnz	YLOOP
	BRnzp	YEND
YWIN	ADD	R4, R4, #1
YEND	LD	R0, R0_Y
	LD	R1, R1_Y
	LD	R2, R2_Y
	LD	R3, R3_Y
	LD	R5, R5_Y
	LD	R6, R6_Y
	LD	R7, R7_Y
	RET
R0_Y	.BLKW	1
R1_Y	.BLKW	1
R2_Y	.BLKW	1
R3_Y	.BLKW	1
R5_Y	.BLKW	1
R6_Y	.BLKW	1
R7_Y	.BLKW	1

;; from upper right to lower left
CHECK_D2
	ST	R0, R0_Z
	ST	R1, R1_Z
	ST	R2, R2_Z
	ST	R3, R3_Z
	ST	R5, R5_Z
	ST	R6, R6_Z
	ST	R7, R7_Z
	JSR	GETADDR
ZBACK	ADD	R2, R5, #-1	; go up and right as long as possible
	BRz	ZSTART
	ADD	R2, R6, #-6
	BRz	ZSTART
	ADD	R5, R5, #-1
	ADD	R6, R6, #1
	ADD	R0, R0, #-6
	BRnzp	ZBACK
ZSTART	AND	R4, R4, #0
	AND	R3, R3, #0
ZLOOP	LDR	R2, R0, #0
	ADD	R2, R2, R1
	BRz	ZSAME
	AND	R3, R3, #0
	BRnzp	ZNEXT
ZSAME	ADD	R3, R3, #1
	ADD	R2, R3, #-4
	BRz	ZWIN
ZNEXT	ADD	R0, R0, #6
	ADD	R5, R5, #1
	ADD	R2, R5, #-6
	BRp	ZEND
	ADD	R6, R6, #-1
	BRp	ZLOOP
	BRnzp	ZEND
ZWIN	ADD	R4, R4, #1
ZEND	LD	R0, R0_Z
	LD	R1, R1_Z
	LD	R2, R2_Z
	LD	R3, R3_Z
	LD	R5, R5_Z
	LD	R6, R6_Z
	LD	R7, R7_Z
	RET
R0_Z	.BLKW	1
R1_Z	.BLKW	1
R2_Z	.BLKW	1
R3_Z	.BLKW	1
R5_Z	.BLKW	1
R6_Z	.BLKW	1
R7_Z	.BLKW	1

;; R0 = address of the cell in row R5, column R6
;; R1 = minus what is in it
GETADDR	LDI	R0, PTRBOARD
	ADD	R0, R0, R6
	ADD	R0, R0, #-1
	ADD	R1, R5, #-1
	BRz	GETA2
GETA1	ADD	R0, R0, #7
	ADD	R1, R1, #-1
	BRp	GETA1
GETA2	LDR	R1, R0, #0
	NOT	R1, R1
	ADD	R1, R1, #1
	RET
PTRBOARD	.FILL	BOARD_PTR

GAME_OVER
	ST	R0, R0_G
	ST	R7, R7_G
	LDI	R0, PTRWINNER
	BRz	GTIE
	ADD	R0, R0, #-1
	BRz	GONE
	LEA	R0, TWOWINS
	BRnzp	GOUT
GONE	LEA	R0, ONEWINS
	BRnzp	GOUT
GTIE	LEA	R0, TIETEXT
GOUT	PUTS
	LD	R0, R0_G
	LD	R7, R7_G
	RET
ONEWINS .STRINGZ "Player 1 Wins.\n"
TWOWINS .STRINGZ "Player 2 Wins.\n"
TIETEXT .STRINGZ "Tie Game.\n"
PTRWINNER	.FILL	WINNER
R0_G	.BLKW	1
R7_G	.BLKW	1

	.END
