; Ruth Adeyemi
; bit boards: bit 7*column+row, row 0 at the bottom, row 6 always clear
; 49 bits do not fit one register: low word, high word
blue	equ	0x40000100	; 2 words
white	equ	0x40000108	; 2 words
wheel	equ	0x40000110	; next column of the computer

	area	game, code, readonly
	entry
	ldr	sp, =0x40010000
	bl	inithw
fresh	ldr	r0, =title
	bl	puts
	ldr	r0, =blue
	mov	r1, #0
	str	r1, [r0]
	str	r1, [r0, #4]
	str	r1, [r0, #8]
	str	r1, [r0, #12]
	str	r1, [r0, #16]
	bl	paint
	mov	r11, #0	; 0 blue, 8 white
	mov	r10, #42	; free cells

again
	cmp	r11, #0
	bne	machine
	ldreq	r0, =ask1
	bl	puts
	bl	get
	bl	put
	mov	r9, r0
	ldr	r0, =eol
	bl	puts
	cmp	r9, #'q'
	beq	fresh
	subs	r9, r9, #'1'
	bmi	no
	cmp	r9, #6
	bgt	no
	bl	height
	cmp	r8, #6
	beq	no
moved	ldr	r4, =blue
	add	r4, r4, r11
	bl	setbit
	bl	paint
	bl	four
	bne	over
	subs	r10, r10, #1
	beq	stop
	eor	r11, r11, #8
	b	again
no	ldr	r0, =oops
	bl	puts
	b	again
machine	bl	think
	b	moved
over	cmp	r11, #0
	ldreq	r0, =win1
	ldrne	r0, =win2
	bl	puts
stop	b	stop

; r9 column -> r8 height, r7 bit
height	push	{r4-r6, lr}
	ldr	r4, =blue
	rsb	r7, r9, r9, lsl #3
	mov	r8, #0
h1	bl	bit
	popeq	{r4-r6, pc}
	add	r7, r7, #1
	add	r8, r8, #1
	cmp	r8, #6
	bne	h1
	pop	{r4-r6, pc}

; bit r7 of both sides -> r5 blue, r6 white, eq when neither
bit	ldmia	r4, {r0-r3}
	cmp	r7, #32
	movhs	r0, r1
	movhs	r2, r3
	and	r1, r7, #31
	mov	r5, #1
	and	r6, r5, r2, lsr r1
	and	r5, r5, r0, lsr r1
	orrs	r0, r5, r6
	bx	lr

; set bit r7 of the board at r4
setbit	and	r1, r7, #31
	mov	r0, #1
	mov	r0, r0, lsl r1
	cmp	r7, #32
	addhs	r4, r4, #4
	ldr	r1, [r4]
	orr	r1, r1, r0
	str	r1, [r4]
	bx	lr

; ne when the board of r11 has four in a line
four	push	{r4-r7, lr}
	ldr	r0, =blue
	ldr	r4, [r0, r11]!
	ldr	r5, [r0, #4]
	ldr	r6, =shifts
four1	ldrb	r7, [r6], #1
	cmp	r7, #0
	beq	four2
	bl	both
	bne	four2
	b	four1
four2	pop	{r4-r7, pc}

; ne when r4, r5 has four at distance r7
both	mov	r0, r4
	mov	r1, r5
	mov	r2, r7
	rsb	r3, r2, #32
	mov	r12, r1, lsl r3
	orr	r12, r12, r0, lsr r2
	and	r0, r0, r12
	and	r1, r1, r1, lsr r2
	mov	r2, r2, lsl #1
	rsb	r3, r2, #32
	mov	r12, r1, lsl r3
	orr	r12, r12, r0, lsr r2
	and	r0, r0, r12
	and	r1, r1, r1, lsr r2
	orrs	r0, r0, r1
	bx	lr

; block a row, else a column, else go round -> r9, r7
think	push	{r4-r6, lr}
	mov	r12, #7
	push	{r12}
think0	mov	r9, #0
think1	bl	height
	cmp	r8, #6
	beq	think2
	ldr	r4, =blue
	ldmia	r4, {r5, r6}
	push	{r5, r6, r7}
	bl	setbit
	ldr	r4, =blue
	ldmia	r4, {r4, r5}
	ldr	r7, [sp, #12]
	bl	both
	pop	{r5, r6, r7}
	ldr	r4, =blue
	stmia	r4, {r5, r6}
	bne	think5
think2	add	r9, r9, #1
	cmp	r9, #7
	bne	think1
	ldr	r12, [sp]
	subs	r12, r12, #6
	strgt	r12, [sp]
	bgt	think0
	ldr	r6, =wheel
	ldr	r9, [r6]
think3	bl	height
	mov	r0, r9
	cmp	r8, #6
	add	r9, r9, #1
	cmp	r9, #7
	moveq	r9, #0
	cmp	r8, #6
	beq	think3
	str	r9, [r6]
	mov	r9, r0
think5	pop	{r12}
	pop	{r4-r6, pc}

; the whole board
paint	push	{r4-r9, lr}
	ldr	r4, =blue
	mov	r8, #5
paint1	mov	r9, #0
paint2	mov	r0, #'|'
	bl	put
	rsb	r7, r9, r9, lsl #3
	add	r7, r7, r8
	bl	bit
	mov	r0, #'.'
	cmp	r5, #1
	moveq	r0, #'B'
	cmp	r6, #1
	moveq	r0, #'W'
	bl	put
	add	r9, r9, #1
	cmp	r9, #7
	bne	paint2
	ldr	r0, =edge
	bl	puts
	subs	r8, r8, #1
	bpl	paint1
	ldr	r0, =feet
	bl	puts
	pop	{r4-r9, pc}

inithw	ldr	r0, =0xe002c000
	mov	r1, #0x50
	str	r1, [r0]
	ldr	r0, =0xe000c000
	mov	r1, #0x83
	strb	r1, [r0, #12]
	mov	r1, #97
	strb	r1, [r0]
	mov	r1, #3
	strb	r1, [r0, #12]
	bx	lr
get	ldr	r1, =0xe000c000
get1	ldrb	r0, [r1, #20]
	tst	r0, #1
	beq	get1
	ldrb	r0, [r1]
	bx	lr
put	push	{r1, r2}
	ldr	r1, =0xe000c000
put1	ldrb	r2, [r1, #20]
	tst	r2, #32
	beq	put1
	strb	r0, [r1]
	pop	{r1, r2}
	bx	lr
puts	push	{r4, lr}
	mov	r4, r0
puts1	ldrb	r0, [r4], #1
	teq	r0, #0
	popeq	{r4, pc}
	bl	put
	b	puts1

	ltorg
shifts	dcb	1, 6, 7, 8, 0
title	dcb	"CONNECT 4", 10, 13, 0
eol	dcb	10, 13, 0
edge	dcb	"|", 10, 13, 0
feet	dcb	" 1 2 3 4 5 6 7", 10, 13, 0
ask1	dcb	"Blue to move: ", 0
oops	dcb	"That column does not work", 10, 13, 0
win1	dcb	"Blue wins the game", 10, 13, 0
win2	dcb	"White wins the game", 10, 13, 0
	end
