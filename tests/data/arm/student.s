;-----------------------------------------------------------------------------
; CONNECT 4 - two players
;
; Board is 6 rows x 7 columns, one byte per slot, 'O' is an empty slot,
; 'Y' and 'R' are the pieces. Yellow goes first. 'q' restarts the game.
;
; Registers used all over the place:
;	R4  - current row
;	R5  - current column
;	R6  - current player ('Y' or 'R')
;-----------------------------------------------------------------------------
	AREA	Connect4, CODE, READONLY
	IMPORT	main
	EXPORT	start

; UART0 of the LPC2468
PINSEL0	EQU	0xE002C000
U0RBR	EQU	0xE000C000		; receive buffer (read), needs DLAB=0
U0THR	EQU	0xE000C000		; transmit holding (write)
U0DLL	EQU	U0RBR
U0DLM	EQU	U0RBR + 4
U0FCR	EQU	U0RBR + 8
U0LCR	EQU	0xE000C00C
U0LSR	EQU	0xE000C014

; board
ROWS	EQU	6
COLS	EQU	7
SLOTS	EQU	ROWS * COLS
EMPTY	EQU	'O'
YELLOW	EQU	'Y'
RED	EQU	'R'

; ASCII
CR	EQU	0x0D
LF	EQU	0x0A
SPC	EQU	' '

	PRESERVE8
	ENTRY
start
	LDR	SP, =0x40010000		; full descending stack at the top of RAM
	BL	inithw			; set up the serial console

restart
	LDR	R0, =str_go		; puts("Let's play Connect 4!!")
	BL	puts
	BL	initB
	BL	disp

	MOV	R6, #YELLOW		; yellow goes first
;
; main game loop
;
gameLoop
	MOV	R0, R6
	BL	turn			; successfulTurn = turn(player)
	CMP	R0, #2			; if (successfulTurn == 2)
	BEQ	restart			;     goto restart
	CMP	R0, #0			; if (successfulTurn == 0)
	BEQ	gameLoop		;     try again
	MOV	R4, R1			; row = row of the new piece
	MOV	R5, R2			; column

	BL	disp

	MOV	R0, R6
	MOV	R1, R4
	MOV	R2, R5
	BL	chck
	CMP	R0, #1
	BEQ	winner

	BL	flBrd
	CMP	R0, #1
	BEQ	drawn

	CMP	R6, #YELLOW		; next player
	MOVEQ	R6, #RED
	MOVNE	R6, #YELLOW
	B	gameLoop

winner	CMP	R6, #YELLOW
	LDREQ	R0, =str_ywin
	LDRNE	R0, =str_rwin
	BL	puts
	B	stop

drawn	LDR	R0, =str_draw
	BL	puts

stop	B	stop

	LTORG

;-----------------------------------------------------------------------------
; initB - fills the board with 'O'
; parameters: none
; returns: nothing
;-----------------------------------------------------------------------------
initB	STMFD	SP!, {R0-R2, LR}
	LDR	R0, =BOARD
	LDR	R2, =MEM		; first byte behind the board
	MOV	R1, #EMPTY
ib_lp	STRB	R1, [R0], #1		; *address++ = 'O'
	CMP	R0, R2
	BLO	ib_lp
	LDMFD	SP!, {R0-R2, PC}

;-----------------------------------------------------------------------------
; disp - prints the board. The whole string is made in MEM and printed at once
;-----------------------------------------------------------------------------
disp
	STMFD	SP!, {R0-R9, LR}

	LDR	R0, =str_top
	BL	puts

	LDR	R1, =MEM		; destination
	LDR	R2, =BOARD		; source
	MOV	R3, #0			; row = 0
for_row
	CMP	R3, #ROWS		; while (row < ROWS) {
	BHS	end_row
	ADD	R7, R3, #'1'		;   row label
	STRB	R7, [R1], #1
	MOV	R4, #0			;   column = 0
for_col	CMP	R4, #COLS		;   while (column < COLS) {
	BHS	end_col
	MOV	R7, #SPC
	STRB	R7, [R1], #1
	LDR	R8, =COLS
	MUL	R7, R3, R8		;     (row*rowsize)
	ADD	R7, R7, R4		;     (row*rowsize)+column
	LDRB	R7, [R2, R7]		;     piece = BOARD[index]
	STRB	R7, [R1], #1
	ADD	R4, #1			;     column++
	B	for_col			;   }
end_col	MOV	R7, #LF
	STRB	R7, [R1], #1
	MOV	R7, #CR
	STRB	R7, [R1], #1
	ADD	R3, R3, #1		;   row++
	B	for_row			; }
end_row
	MOV	R7, #0			; end of the string
	STRB	R7, [R1]
	LDR	R0, =MEM
	BL	puts

	; a delay, so that the falling piece can be seen
	LDR	R9, =0x5FFFF
delay	SUBS	R9, R9, #1
	BNE	delay

	LDMFD	SP!, {R0-R9, PC}

;-----------------------------------------------------------------------------
; turn - asks the player for a column
; parameters: R0 - player
; returns: R0 - 0 not successful, 1 successful, 2 restart
;          R1 - row, R2 - column
;-----------------------------------------------------------------------------
turn
	STMFD	SP!, {R4-R6, LR}
	MOV	R6, R0
	CMP	R6, #'Y'
	LDREQ	R0, =choose_yellow
	LDRNE	R0, =choose_red
	BL	puts

	BL	get			; key = get()
	BL	put			; echo
	MOV	R5, R0
	LDR	R0, =str_nl
	BL	puts

	CMP	R5, #"q"		; if (key == 'q')
	MOVEQ	R0, #2			;     return 2
	BEQ	endTurn

	SUB	R5, R5, #'1'		; column = key - '1'
	CMP	R5, #COLS-1		; if (column > 6)
	BHI	badKey

	MOV	R0, R6
	MOV	R1, R5
	BL	place
	CMP	R0, #0
	BNE	endTurn
badKey
	LDR	R0, =str_bad
	BL	puts
	MOV	R0, #0
endTurn
	LDMFD	SP!, {R4-R6, PC}

;-----------------------------------------------------------------------------
; place - drops a piece
; parameters: R0 - player, R1 - column
; returns: R0 - 1 when there was room, R1 - row, R2 - column
;-----------------------------------------------------------------------------
place
	PUSH	{R4 - R9, LR}
	MOV	R6, R0
	MOV	R5, R1
	LDR	R7, =BOARD
	MOV	R4, #0
	LDRB	R8, [R7, R5]		; top slot of the column
	TEQ	R8, #EMPTY
	MOVNE	R0, #0			; column is full
	BNE	placeF
placeN
	STRB	R6, [R7, R5]		; put the piece here
	BL	disp
	ADD	R4, R4, #1
	CMP	R4, #ROWS
	BEQ	placed
	ADD	R9, R7, #COLS		; one row down
	LDRB	R8, [R9, R5]
	CMP	R8, #EMPTY
	BNE	placed
	MOV	R8, #EMPTY		; take it away again
	STRB	R8, [R7, R5]
	MOV	R7, R9
	B	placeN
placed
	MOV	R0, #1
	SUB	R1, R4, #1
	MOV	R2, R5
placeF
	POP	{R4 - R9, PC}

;-----------------------------------------------------------------------------
; chck - is the last piece part of four in a row?
; parameters: R0 - player, R1 - row, R2 - column
; returns: R0 - 1 when it is
;-----------------------------------------------------------------------------
chck	STMFD	SP!, {R4-R11, LR}
	MOV	R6, R0
	MOV	R4, R1
	MOV	R5, R2
	LDR	R11, =dirs		; pairs of bytes: x, y
nextDir
	LDRSB	R7, [R11], #1
	LDRSB	R8, [R11], #1
	CMP	R7, #0
	CMPEQ	R8, #0
	MOVEQ	R0, #0			; no more directions
	BEQ	endChck

	MOV	R10, #1			; streak = 1
	BL	count
	RSB	R7, R7, #0		; the other way
	RSB	R8, R8, #0
	BL	count

	CMP	R10, #4
	BLT	nextDir
	MOV	R0, #1
endChck
	LDMFD	SP!, {R4-R11, PC}

; count - adds the pieces from (R4,R5) on in direction (R7,R8) to R10
count	STMFD	SP!, {R0-R3, LR}
	MOV	R0, R4
	MOV	R1, R5
	LDR	R3, =BOARD
cnt_lp	ADD	R0, R0, R7
	ADD	R1, R1, R8
	CMP	R0, #ROWS
	CMPLO	R1, #COLS		; negative ones are very large unsigned
	BHS	cnt_end
	RSB	R2, R0, R0, LSL #3	; row * 7
	ADD	R2, R2, R1
	LDRB	R2, [R3, R2]
	CMP	R2, R6
	ADDEQ	R10, R10, #1
	BEQ	cnt_lp
cnt_end
	LDMFD	SP!, {R0-R3, PC}

;-----------------------------------------------------------------------------
; flBrd - full board?
; returns: R0 - 1 when no slot of the top row is empty
;-----------------------------------------------------------------------------
flBrd	STMFD	SP!, {R1-R3, LR}
	LDR	R1, =BOARD
	MOV	R2, #COLS
fb_lp	LDRB	R3, [R1], #1
	CMP	R3, #EMPTY
	MOVEQ	R0, #0
	BEQ	fb_end
	SUBS	R2, R2, #1
	BNE	fb_lp
	MOV	R0, #1
fb_end	LDMFD	SP!, {R1-R3, PC}

;-----------------------------------------------------------------------------
; given subroutines
;-----------------------------------------------------------------------------
inithw
	LDR	R0, =PINSEL0		; enable UART0 TxD and RxD signals
	MOV	R1, #0x50
	STRB	R1, [R0]
	LDR	R0, =U0LCR		; 7 data bits + parity
	LDR	R1, =0x02
	STRB	R1, [R0]
	MOV	R1, #0x83		; DLAB = 1
	STRB	R1, [R0]
	LDR	R2, =U0DLL
	MOV	R1, #97
	STRB	R1, [R2]
	MOV	R1, #0
	STRB	R1, [R2, #U0DLM-U0DLL]
	MOV	R1, #0x03		; DLAB = 0
	STRB	R1, [R0]
	BX	LR

; get - waits for a key
; returns: R0 - the key
get	LDR	R1, =U0LSR		; R1 -> U0LSR (Line Status Register)
get1	LDR	R0, [R1]		; wait until
	ANDS	R0, #0x01		; receiver data
	BEQ	get1			; ready
	LDR	R1, =U0RBR		; R1 -> U0RBR (Receiver Buffer Register)
	LDRB	R0, [R1]		; get received data
	BX	LR			; return

; put - prints a character
; parameters: R0 - the character
put	LDR	R1, =U0LSR
	LDRB	R1, [R1]
	ANDS	R1, R1, #0x20		; wait until transmitter
	BEQ	put			; holding register is empty
	LDR	R1, =U0THR
	STRB	R0, [R1]		; output charcter
put0	LDR	R1, =U0LSR
	LDRB	R1, [R1]
	ANDS	R1, R1, #0x40		; wait until
	BEQ	put0			; transmitter is empty
	BX	LR

; puts - prints a string that ends in 0
; parameters: R0 - its address
puts	STMFD	SP!, {R4, LR}
	MOV	R4, R0
puts0	LDRB	R0, [R4], #1
	CMP	R0, #0
	BEQ	puts1
	BL	put
	B	puts0
puts1	LDMFD	SP!, {R4, PC}

;
; hint: put the strings at the end of the code
;
str_go	DCB	"Let's play Connect 4!!", LF, CR, LF, CR, 0
str_nl	= LF, CR, 0
str_top	DCB	"  1 2 3 4 5 6 7", 0xA, 0xD, 0
choose_yellow
	DCB	"YELLOW: choose a column for your next move (1-7, q to restart): ", 0
choose_red DCB	"RED: choose a column for your next move (1-7, q to restart): ",0
str_bad	DCB	"Invalid column; try again", LF, CR, 0
str_ywin
	DCB	"YELLOW wins", LF, CR
	DCB	0
str_rwin DCB	"RED wins",LF,CR,0
str_draw DCB	"It's a draw",LF,CR,0
dirs	DCB	0, 1, 1, 0, 1, 1, 1, -1, 0, 0

	AREA	Board, DATA, READWRITE

BOARD	SPACE	SLOTS
MEM	SPACE	256

	END
