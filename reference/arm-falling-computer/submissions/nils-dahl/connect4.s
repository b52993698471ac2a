; Nils Dahl
; cells are words: 0 empty, 1 first player, 2 second player
; index = row * 7 + column, row 0 at the top

ROWS	EQU	6
COLS	EQU	7
GRID	EQU	0x40000000
LASTR	EQU	0x400000A8	; row of the computer's last piece, -1: none
LASTC	EQU	0x400000AC	; and its column

	MACRO
$lbl	SAY	$text
$lbl	LDR	R0, =$text
	BL	puts
	MEND

	AREA	prog, CODE, READONLY
	ENTRY

main	LDR	SP, =0x40010000
	BL	inithw
start	SAY	txtHello
	BL	setup
	BL	display
	MOV	R4, #1
loop
	CMP	R4, #2
	BEQ	computer
	MOV	R0, R4
	BL	ask
	CMP	R0, #'q'
	BEQ	start
	SUB	R5, R0, #'1'
	CMP	R5, #COLS-1
	BHI	illegal
	MOV	R0, R5
	MOV	R1, R4
	BL	drop
	CMP	R0, #-1
	BEQ	illegal
placed	MOV	R6, R0
	MOV	R0, R6
	MOV	R1, R5
	MOV	R2, R4
	BL	longest
	CMP	R0, #4
	CMPGE	R4, #1
	BEQ	winner
	BL	count
	CMP	R0, #ROWS*COLS
	BEQ	full
	RSB	R4, R4, #3
	B	loop
illegal	SAY	txtBad
	B	loop
computer
	BL	choose
	MOV	R5, R0
	MOV	R1, R4
	BL	drop
	LDR	R1, =LASTR
	STR	R0, [R1]
	STR	R5, [R1, #4]
	B	placed
winner	CMP	R4, #1
	LDREQ	R0, =txtWin1
	LDRNE	R0, =txtWin2
	BL	puts
	B	start
full	SAY	txtTie
	B	start

setup	LDR	R0, =GRID
	MOV	R1, #0
	MOV	R2, #ROWS*COLS
setup1	STR	R1, [R0], #4
	SUBS	R2, R2, #1
	BNE	setup1
	LDR	R0, =LASTR
	MVN	R1, #0
	STR	R1, [R0]
	BX	LR

; int ask(player): prompt, key, echo
ask	STMFD	SP!, {R4, LR}
	LDR	R0, =txtAsk1
	BL	puts
	BL	get
	MOV	R4, R0
	CMP	R0, #'q'
	BEQ	ask1
	CMP	R0, #'1'
	BLO	ask2
	CMP	R0, #'7'
	BHI	ask2
ask1	BL	put
ask2
	MOV	R0, R4
	LDMFD	SP!, {R4, PC}

; void display(void)
display	STMFD	SP!, {R4-R7, LR}
	SAY	txtTop
	LDR	R7, =GRID
	MOV	R4, #0
disp1	ADD	R0, R4, #'1'
	BL	put
	MOV	R0, #' '
	BL	put
	MOV	R5, #0
disp2	LDR	R1, [R7], #4
	LDR	R0, =glyphs
	LDRB	R0, [R0, R1]
	BL	put
	MOV	R0, #' '
	BL	put
	ADD	R5, R5, #1
	CMP	R5, #COLS
	BNE	disp2
	SAY	txtLine
	ADD	R4, R4, #1
	CMP	R4, #ROWS
	BNE	disp1
	LDMFD	SP!, {R4-R7, PC}

; int cell(row, column): 0, 1, 2, or -1 outside the board
cell	CMP	R0, #ROWS
	BHS	cell1
	CMP	R1, #COLS
	BHS	cell1
	MOV	R2, #COLS
	MLA	R3, R2, R0, R1
	LDR	R2, =GRID
	LDR	R0, [R2, R3, LSL #2]
	BX	LR
cell1	MVN	R0, #0
	BX	LR

; int drop(column, player): the row, -1 when the column is full
drop	STMFD	SP!, {R4-R7, LR}
	MOV	R4, R0
	MOV	R5, R1
	MOV	R6, #0	; row
	LDR	R7, =GRID
	ADD	R7, R7, R4, LSL #2
drop1	MOV	R0, R6
	MOV	R1, R4
	BL	cell
	CMP	R0, #0
	BNE	drop2
	STR	R5, [R7]
	BL	display
	MOV	R0, #0
	STR	R0, [R7], #28
	ADD	R6, R6, #1
	B	drop1
drop2	SUB	R6, R6, #1
	CMP	R6, #-1
	STRNE	R5, [R7, #-28]
	MOV	R0, R6
	LDMFD	SP!, {R4-R7, PC}

; int count(void): pieces on the board
count	LDR	R1, =GRID
	MOV	R2, #ROWS*COLS
	MOV	R0, #0
count1	LDR	R3, [R1], #4
	CMP	R3, #0
	ADDNE	R0, R0, #1
	SUBS	R2, R2, #1
	BNE	count1
	BX	LR

; int longest(row, column, player): the longest line through that cell
longest	STMFD	SP!, {R4-R11, LR}
	MOV	R4, R0
	MOV	R5, R1
	MOV	R6, R2
	MOV	R11, #0
	LDR	R10, =dirs
long1	LDRSB	R7, [R10], #1
	LDRSB	R8, [R10], #1
	MOV	R9, #1
	BL	walk
	RSB	R7, R7, #0
	RSB	R8, R8, #0
	BL	walk
	CMP	R9, R11
	MOVGT	R11, R9
	LDR	R0, =dirsEnd
	CMP	R10, R0
	BNE	long1
	MOV	R0, R11
	LDMFD	SP!, {R4-R11, PC}

; adds to R9 the pieces of R6 from (R4, R5) in direction (R7, R8);
; R0, R1 is the next cell, R12 what it has
walk	STMFD	SP!, {R4-R5, LR}
walk1	ADD	R4, R4, R7
	ADD	R5, R5, R8
	MOV	R0, R4
	MOV	R1, R5
	BL	cell
	MOV	R12, R0
	CMP	R0, R6
	ADDEQ	R9, R9, #1
	BEQ	walk1
	MOV	R0, R4
	MOV	R1, R5
	LDMFD	SP!, {R4-R5, PC}

; int choose(void): where the longest line through the last piece can go on, else the lowest vacant cell
choose	STMFD	SP!, {R4-R11, LR}
	LDR	R0, =LASTR
	LDR	R4, [R0]
	LDR	R5, [R0, #4]
	CMP	R4, #-1
	BEQ	lowest
	MOV	R6, #2
	MOV	R11, #0	; best so far: 2 * length, 1 more when the piece comes to rest there
	MOV	R3, #-1
	STR	R3, [SP, #-4]!	; its column
	LDR	R10, =dirs
choose1	LDRSB	R7, [R10], #1
	LDRSB	R8, [R10], #1
	BL	end
	RSB	R7, R7, #0
	RSB	R8, R8, #0
	BL	end
	LDR	R0, =dirsEnd
	CMP	R10, R0
	BNE	choose1
	LDR	R0, [SP], #4
	CMP	R0, #-1
	BNE	chosen
lowest	MOV	R4, #ROWS-1
lowest1	MOV	R5, #0
lowest2	MOV	R0, R4
	MOV	R1, R5
	BL	cell
	CMP	R0, #0
	MOVEQ	R0, R5
	BEQ	chosen
	ADD	R5, R5, #1
	CMP	R5, #COLS
	BNE	lowest2
	SUB	R4, R4, #1
	B	lowest1
chosen	LDMFD	SP!, {R4-R11, PC}

; the line through (R4, R5): is its end in direction (R7, R8) vacant, and is it the best?
end	STMFD	SP!, {LR}
	MOV	R9, #1
	RSB	R7, R7, #0
	RSB	R8, R8, #0
	BL	walk
	RSB	R7, R7, #0
	RSB	R8, R8, #0
	BL	walk
	CMP	R12, #0
	BNE	end1
	STMFD	SP!, {R1}
	ADD	R0, R0, #1
	BL	cell
	LDMFD	SP!, {R1}
	MOV	R9, R9, LSL #1
	CMP	R0, #0
	ADDNE	R9, R9, #1
	CMP	R9, R11
	MOVGT	R11, R9
	STRGT	R1, [SP, #4]
end1	LDMFD	SP!, {PC}

inithw	LDR	R0, =0xE002C000
	MOV	R1, #0x50
	STR	R1, [R0]
	LDR	R0, =0xE000C000
	MOV	R1, #0x83
	STRB	R1, [R0, #0x0C]
	MOV	R1, #97
	STRB	R1, [R0]
	MOV	R1, #3
	STRB	R1, [R0, #0x0C]
	BX	LR
get	LDR	R1, =0xE000C000
get1	LDRB	R0, [R1, #0x14]
	ANDS	R0, R0, #1
	BEQ	get1
	LDRB	R0, [R1]
	BX	LR
put	LDR	R1, =0xE000C000
put1	LDRB	R2, [R1, #0x14]
	ANDS	R2, R2, #0x20
	BEQ	put1
	STRB	R0, [R1]
	BX	LR
puts	STMFD	SP!, {R4, LR}
	MOV	R4, R0
puts1	LDRB	R0, [R4], #1
	CMP	R0, #0
	LDMEQFD	SP!, {R4, PC}
	BL	put
	B	puts1

	LTORG

	AREA	texts, DATA, READONLY
dirs	DCB	-1, -1, -1, 0, -1, 1, 0, -1
dirsEnd
glyphs	DCB	"OYR"
txtHello	DCB	"Welcome to Connect Four", 10, 13, 0
txtTop	DCB	10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
txtLine	DCB	10, 13, 0
txtAsk1	DCB	"Y: which column? ", 0
txtBad	DCB	10, 13, "Not a legal move", 10, 13, 0
txtWin1	DCB	"Y wins", 10, 13, 0
txtWin2	DCB	"R wins", 10, 13, 0
txtTie	DCB	"A tie", 10, 13, 0
	END
