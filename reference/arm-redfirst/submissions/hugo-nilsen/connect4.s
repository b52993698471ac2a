; Connect 4 - Hugo Nilsen

board	equ	0x40000000

	area	AsmCode, CODE, READONLY
	entry

start
	ldr	sp, =0x40010000
	bl	inithw
	ldr	r0, =hello
	bl	puts

	; fill the board with '0'
	ldr	r4, =board
	mov	r5, #42
	mov	r6, #'0'
fill
	strb	r6, [r4]
	add	r4, #1
	subs	r5, #1
	bne	fill
	bl	show
	mov	r8, #'R'	; R8 = player

game
	cmp	r8, #'R'
	bne	yel
	ldr	r0, =askr
	b	ask
yel
	ldr	r0, =asky
ask
	bl	puts
	bl	get
	bl	put
	cmp	r0, #'q'
	beq	bye
	cmp	r0, #'1'
	blo	wrong
	cmp	r0, #'7'
	bhi	wrong

	; start at the bottom of the column and go up
	sub	r0, #'1'
	ldr	r4, =board
	add	r4, #35
	add	r4, r0
	mov	r5, #6
look
	ldrb	r6, [r4]
	cmp	r6, #'0'
	beq	free
	sub	r4, #7
	subs	r5, #1
	bne	look
wrong
	ldr	r0, =bad
	bl	puts
	bl	show
	b	next

free
	strb	r8, [r4]
	bl	show
	bl	horiz
	cmp	r0, #1
	beq	won
	bl	vert
	cmp	r0, #1
	beq	won
	bl	diag1
	cmp	r0, #1
	beq	won
	bl	diag2
	cmp	r0, #1
	beq	won

	; is there a free slot in the top row
	ldr	r4, =board
	mov	r5, #7
top
	ldrb	r6, [r4]
	cmp	r6, #'0'
	beq	next
	add	r4, #1
	subs	r5, #1
	bne	top
	ldr	r0, =drawn
	bl	puts
	b	stop

next
	cmp	r8, #'R'
	bne	red
	mov	r8, #'Y'
	b	game
red
	mov	r8, #'R'
	b	game

won
	cmp	r8, #'R'
	bne	ywon
	ldr	r0, =redwon
	bl	puts
	b	stop
ywon
	ldr	r0, =yelwon
	bl	puts
	b	stop
bye
	ldr	r0, =thanks
	bl	puts
stop	b	stop

; show the board
show
	stmfd	sp!, {r4-r7, lr}
	ldr	r0, =cols
	bl	puts
	ldr	r4, =board
	mov	r5, #0x31
row
	mov	r0, r5
	bl	put
	mov	r0, #0x20
	bl	put
	mov	r6, #7
slot
	ldrb	r0, [r4]
	bl	put
	mov	r0, #0x20
	bl	put
	add	r4, #1
	subs	r6, #1
	bne	slot
	ldr	r0, =newl
	bl	puts
	add	r5, #1
	cmp	r5, #0x37
	bne	row
	ldmfd	sp!, {r4-r7, pc}

; four in a row
horiz
	ldr	r4, =board
	mov	r5, #6
hrow
	mov	r6, #4
hcol
	ldrb	r0, [r4]
	cmp	r0, r8
	ldreqb	r0, [r4, #1]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #2]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #3]
	cmpeq	r0, r8
	beq	yes
	add	r4, #1
	subs	r6, #1
	bne	hcol
	add	r4, #3
	subs	r5, #1
	bne	hrow
	mov	r0, #0
	bx	lr
yes
	mov	r0, #1
	bx	lr

; four in a column
vert
	ldr	r4, =board
	mov	r5, #21
vnext
	ldrb	r0, [r4]
	cmp	r0, r8
	ldreqb	r0, [r4, #7]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #14]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #21]
	cmpeq	r0, r8
	beq	yes
	add	r4, #1
	subs	r5, #1
	bne	vnext
	mov	r0, #0
	bx	lr

; four down to the right
diag1
	ldr	r4, =board
	mov	r5, #3
arow
	mov	r6, #4
acol
	ldrb	r0, [r4]
	cmp	r0, r8
	ldreqb	r0, [r4, #8]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #16]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #24]
	cmpeq	r0, r8
	beq	yes
	add	r4, #1
	subs	r6, #1
	bne	acol
	add	r4, #3
	subs	r5, #1
	bne	arow
	mov	r0, #0
	bx	lr

; four down to the left
diag2
	ldr	r4, =board
	add	r4, #3
	mov	r5, #3
brow
	mov	r6, #4
bcol
	ldrb	r0, [r4]
	cmp	r0, r8
	ldreqb	r0, [r4, #6]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #12]
	cmpeq	r0, r8
	ldreqb	r0, [r4, #18]
	cmpeq	r0, r8
	beq	yes
	add	r4, #1
	subs	r6, #1
	bne	bcol
	add	r4, #3
	subs	r5, #1
	bne	brow
	mov	r0, #0
	bx	lr

; console
inithw
	ldr	r0, =0xE002C000
	mov	r1, #0x50
	str	r1, [r0]
	ldr	r0, =0xE000C000
	mov	r1, #0x83
	strb	r1, [r0, #0x0C]
	mov	r1, #97
	strb	r1, [r0]
	mov	r1, #0
	strb	r1, [r0, #4]
	mov	r1, #3
	strb	r1, [r0, #0x0C]
	bx	lr

get
	ldr	r1, =0xE000C000
get1
	ldrb	r0, [r1, #0x14]
	tst	r0, #1
	beq	get1
	ldrb	r0, [r1]
	bx	lr

put
	ldr	r1, =0xE000C000
put1
	ldrb	r2, [r1, #0x14]
	tst	r2, #0x20
	beq	put1
	strb	r0, [r1]
	bx	lr

puts
	stmfd	sp!, {r4, lr}
	mov	r4, r0
puts1
	ldrb	r0, [r4], #1
	cmp	r0, #0
	beq	puts2
	bl	put
	b	puts1
puts2
	ldmfd	sp!, {r4, pc}

hello	dcb	"Let's play Connect4!!", 10, 13, 0
cols	dcb	10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr	dcb	"RED: choose a column for your next move (1-7, q to restart): ", 0
asky	dcb	"YELLOW: choose a column for your next move (1-7, q to restart): ", 0
bad	dcb	10, 13, "Invalid Input! Please try again.", 10, 13, 0
redwon	dcb	"RED PLAYER HAS WON!", 10, 13, 0
yelwon	dcb	"YELLOW PLAYER HAS WON!", 10, 13, 0
drawn	dcb	"THE GAME ENDED IN A DRAW!", 10, 13, 0
thanks	dcb	10, 13, "Thank you for playing Connect Four!", 10, 13, 0
newl	dcb	10, 13, 0

	end
