; connect4.s
; author: Petra Maier

WIDTH	EQU	9
FIELD	EQU	0x40000000
FIRST	EQU	10	; the cell of row 1, column 1
ABOVE	EQU	9	; the cell of row 1, column 0
SIZE	EQU	72
DELAY	EQU	0x1000

CELL	RN	R5	; address of the last piece
PIECE	RN	R6
LEFT	RN	R7	; moves left

	MACRO
	PRINT	$text
	LDR	R0, =$text
	BL	puts
	MEND

	MACRO
	SAY	$char
	MOV	R0, #$char
	BL	put
	MEND

	AREA	C4, CODE, READONLY
	ENTRY

	MOV	SP, #0x40000000
	ADD	SP, SP, #0x10000
	BL	inithw
again	PRINT	hello
	BL	newfield
	BL	showfield
	MOV	PIECE, #'Y'
	MOV	LEFT, #42

loop	TEQ	PIECE, #'R'
	LDREQ	R0, =askR
	LDRNE	R0, =askY
	BL	puts
	BL	get
	TEQ	R0, #'q'
	BEQ	leave
	CMP	R0, #'1'
	BLO	error
	CMP	R0, #'7'
	BHI	error
	BL	put
	SUB	R0, R0, #'0'
	BL	insert
	BCS	error
	BL	winner
	BCS	win
	SUBS	LEFT, LEFT, #1
	BEQ	draw
	EOR	PIECE, PIECE, #0x0B	; 'R' and 'Y' differ in these bits
	B	loop

error	PRINT	invalid
	B	loop

win	TEQ	PIECE, #'Y'
	LDREQ	R0, =winR
	LDRNE	R0, =winY
	BL	puts
	B	again
draw	PRINT	drawtxt
	B	again
leave	BL	put
	PRINT	crlf
	B	again

; walls and empty cells
newfield	STMFD	SP!, {R4-R6, LR}
	LDR	R4, =FIELD
	MOV	R5, #SIZE
	MOV	R0, #'#'
wall	SUBS	R5, R5, #1
	STRB	R0, [R4, R5]
	BNE	wall
	ADD	R4, R4, #FIRST
	MOV	R0, #'O'
	MOV	R6, #6
empty	MOV	R5, #7
cell	STRB	R0, [R4], #1
	SUBS	R5, R5, #1
	BNE	cell
	ADD	R4, R4, #2
	SUBS	R6, R6, #1
	BNE	empty
	LDMFD	SP!, {R4-R6, PC}

showfield	STMFD	SP!, {R4-R6, LR}
	PRINT	heading
	LDR	R4, =FIELD+FIRST
	MOV	R6, #'1'
line	MOV	R0, R6
	BL	put
	SAY	' '
column	LDRB	R0, [R4], #1
	CMP	R0, #'#'
	BEQ	endline
	BL	put
	SAY	' '
	B	column
endline	PRINT	crlf
	ADD	R4, R4, #1
	ADD	R6, R6, #1
	CMP	R6, #'6'
	BLE	line
	LDMFD	SP!, {R4-R6, PC}

; R0 = column; carry set when it is full
insert	STMFD	SP!, {LR}
	LDR	CELL, =FIELD+ABOVE
	LDRB	R1, [CELL, R0]!
	CMP	R1, #'O'
	MOVNE	R1, #'#'	; full
	BNE	rest
down	STRB	PIECE, [CELL]	; show it here
	BL	showfield
	MOV	R1, #DELAY
delay	SUBS	R1, R1, #1
	BNE	delay
	LDRB	R1, [CELL, #WIDTH]	; is there nothing below?
	CMP	R1, #'O'
	STREQB	R1, [CELL], #WIDTH
	BEQ	down
	MOV	R1, #0
rest	CMP	R1, #'#'	; sets the carry only when it is full
	LDMFD	SP!, {PC}

; carry set when the last piece is in a line of four or more
winner	STMFD	SP!, {LR}
	MOV	R0, #1
	BL	both
	MOVCC	R0, #WIDTH
	BLCC	both
	MOVCC	R0, #WIDTH+1
	BLCC	both
	MOVCC	R0, #WIDTH-1
	BLCC	both
	LDMFD	SP!, {PC}

; the same for one direction, R0 = step
both	STMFD	SP!, {R4, LR}
	MOV	R4, #1
	BL	run
	RSB	R0, R0, #0
	BL	run
	CMP	R4, #4
	LDMFD	SP!, {R4, PC}

; adds to R4
run	MOV	R1, CELL
run1	LDRB	R2, [R1, R0]!
	CMP	R2, PIECE
	ADDEQ	R4, R4, #1
	BEQ	run1
	BX	LR

inithw	LDR	R0, =0xE002C000
	MOV	R1, #0x50
	STR	R1, [R0]
	LDR	R0, =0xE000C000
	MOV	R1, #0x83
	STRB	R1, [R0, #0x0C]
	MOV	R1, #0x61
	STRB	R1, [R0]
	MOV	R1, #0x03
	STRB	R1, [R0, #0x0C]
	BX	LR

get	LDR	R1, =0xE000C014
get0	LDRB	R0, [R1]
	MOVS	R0, R0, LSR #1	; bit 0 into the carry
	BCC	get0
	LDRB	R0, [R1, #-0x14]
	BX	LR

put	LDR	R1, =0xE000C014
put0	LDRB	R2, [R1]
	TST	R2, #0x20
	BEQ	put0
	STRB	R0, [R1, #-0x14]
	BX	LR

puts	STMFD	SP!, {R4, LR}
	MOV	R4, R0
	B	puts2
puts1	BL	put
puts2	LDRB	R0, [R4], #1
	TEQ	R0, #0
	BNE	puts1
	LDMFD	SP!, {R4, PC}

	LTORG

hello	DCB	"Let's Play Connect 4!", 0x0A, 0x0D, 0
heading	DCB	0x0A, 0x0D, "  1 2 3 4 5 6 7", 0x0A, 0x0D, 0
crlf	DCB	0x0A, 0x0D, 0
askR	DCB	"RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
askY	DCB	"YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
invalid	DCB	0x0A, 0x0D, "Invalid move, try again.", 0x0A, 0x0D, 0
winR	DCB	"RED wins!", 0x0A, 0x0D, 0
winY	DCB	"YELLOW wins!", 0x0A, 0x0D, 0
drawtxt	DCB	"It's a draw!", 0x0A, 0x0D, 0

	END
