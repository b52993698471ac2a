board	EQU	0x40000000

	AREA	AsmCode, CODE, READONLY
	ENTRY

start
	LDR	sp, =0x40010000
	BL	inithw
again
	LDR	r0, =hello
	BL	puts

	; fill the board with O
	LDR	r4, =board
	MOV	r5, #42
	MOV	r6, #'O'
fill
	STRB	r6, [r4]
	ADD	r4, #1
	SUBS	r5, #1
	BNE	fill
	BL	show
	MOV	r8, #'Y'	; R8 = player

game
	CMP	r8, #'R'
	BNE	yel
	LDR	r0, =askr
	B	ask
yel
	LDR	r0, =asky
ask
	BL	puts
	BL	get
	CMP	r0, #'q'
	BEQ	bye
	CMP	r0, #'1'
	BLO	wrong
	CMP	r0, #'7'
	BHI	wrong
	BL	put

	; start at the top of the column and fall down
	SUB	r0, #'1'
	LDR	r4, =board
	ADD	r4, r0
	MOV	r5, #1	; row
fall
	STRB	r8, [r4]
	BL	show
	LDR	r6, =3000	; wait a bit
wait
	SUBS	r6, #1
	BNE	wait
	CMP	r5, #6
	BEQ	landed
	LDRB	r6, [r4, #7]
	CMP	r6, #'O'
	BNE	landed
	STRB	r6, [r4]	; take it away again
	ADD	r4, #7
	ADD	r5, #1
	B	fall
wrong
	LDR	r0, =bad
	BL	puts
	B	game

landed
	BL	horiz
	CMP	r0, #1
	BEQ	won
	BL	vert
	CMP	r0, #1
	BEQ	won
	BL	diag1
	CMP	r0, #1
	BEQ	won
	BL	diag2
	CMP	r0, #1
	BEQ	won

	; is there a free slot in the top row
	LDR	r4, =board
	MOV	r5, #7
top
	LDRB	r6, [r4]
	CMP	r6, #'O'
	BEQ	next
	ADD	r4, #1
	SUBS	r5, #1
	BNE	top
	LDR	r0, =drawn
	BL	puts
	B	again

next
	CMP	r8, #'R'
	BNE	red
	MOV	r8, #'Y'
	B	game
red
	MOV	r8, #'R'
	B	game

won
	CMP	r8, #'R'
	BNE	ywon
	LDR	r0, =redwon
	BL	puts
	B	again
ywon
	LDR	r0, =yelwon
	BL	puts
	B	again
bye
	BL	put
	LDR	r0, =newl
	BL	puts
	B	again

; show the board
show
	STMFD	sp!, {r4-r7, lr}
	LDR	r0, =cols
	BL	puts
	LDR	r4, =board
	MOV	r5, #0x31
row
	MOV	r0, r5
	BL	put
	MOV	r0, #0x20
	BL	put
	MOV	r6, #7
slot
	LDRB	r0, [r4]
	BL	put
	MOV	r0, #0x20
	BL	put
	ADD	r4, #1
	SUBS	r6, #1
	BNE	slot
	LDR	r0, =newl
	BL	puts
	ADD	r5, #1
	CMP	r5, #0x37
	BNE	row
	LDMFD	sp!, {r4-r7, pc}

; four in a row
horiz
	LDR	r4, =board
	MOV	r5, #6
hrow
	MOV	r6, #4
hcol
	LDRB	r0, [r4]
	CMP	r0, r8
	LDREQB	r0, [r4, #1]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #2]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #3]
	CMPEQ	r0, r8
	BEQ	yes
	ADD	r4, #1
	SUBS	r6, #1
	BNE	hcol
	ADD	r4, #3
	SUBS	r5, #1
	BNE	hrow
	MOV	r0, #0
	BX	lr
yes
	MOV	r0, #1
	BX	lr

; four in a column
vert
	LDR	r4, =board
	MOV	r5, #21
vnext
	LDRB	r0, [r4]
	CMP	r0, r8
	LDREQB	r0, [r4, #7]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #14]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #21]
	CMPEQ	r0, r8
	BEQ	yes
	ADD	r4, #1
	SUBS	r5, #1
	BNE	vnext
	MOV	r0, #0
	BX	lr

; four down to the right
diag1
	LDR	r4, =board
	MOV	r5, #3
arow
	MOV	r6, #4
acol
	LDRB	r0, [r4]
	CMP	r0, r8
	LDREQB	r0, [r4, #8]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #16]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #24]
	CMPEQ	r0, r8
	BEQ	yes
	ADD	r4, #1
	SUBS	r6, #1
	BNE	acol
	ADD	r4, #3
	SUBS	r5, #1
	BNE	arow
	MOV	r0, #0
	BX	lr

; four down to the left
diag2
	LDR	r4, =board
	ADD	r4, #3
	MOV	r5, #3
brow
	MOV	r6, #4
bcol
	LDRB	r0, [r4]
	CMP	r0, r8
	LDREQB	r0, [r4, #6]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #12]
	CMPEQ	r0, r8
	LDREQB	r0, [r4, #18]
	CMPEQ	r0, r8
	BEQ	yes
	ADD	r4, #1
	SUBS	r6, #1
	BNE	bcol
	ADD	r4, #3
	SUBS	r5, #1
	BNE	brow
	MOV	r0, #0
	BX	lr

; console
inithw
	LDR	r0, =0xE002C000
	MOV	r1, #0x50
	STR	r1, [r0]
	LDR	r0, =0xE000C000
	MOV	r1, #0x83
	STRB	r1, [r0, #0x0C]
	MOV	r1, #97
	STRB	r1, [r0]
	MOV	r1, #0
	STRB	r1, [r0, #4]
	MOV	r1, #3
	STRB	r1, [r0, #0x0C]
	BX	lr

get
	LDR	r1, =0xE000C000
get1
	LDRB	r0, [r1, #0x14]
	TST	r0, #1
	BEQ	get1
	LDRB	r0, [r1]
	BX	lr

put
	LDR	r1, =0xE000C000
put1
	LDRB	r2, [r1, #0x14]
	TST	r2, #0x20
	BEQ	put1
	STRB	r0, [r1]
	BX	lr

puts
	STMFD	sp!, {r4, lr}
	MOV	r4, r0
puts1
	LDRB	r0, [r4], #1
	CMP	r0, #0
	BEQ	puts2
	BL	put
	B	puts1
puts2
	LDMFD	sp!, {r4, pc}

hello	DCB	"Let's Play Connect 4!", 10, 13, 0
cols	DCB	10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr	DCB	"RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
asky	DCB	"YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
bad	DCB	10, 13, "Invalid move, try again.", 10, 13, 0
redwon	DCB	"RED wins!", 10, 13, 0
yelwon	DCB	"YELLOW wins!", 10, 13, 0
drawn	DCB	"It's a draw!", 10, 13, 0
newl	DCB	10, 13, 0

	END
