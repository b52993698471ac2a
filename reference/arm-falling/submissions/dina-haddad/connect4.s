; dina haddad, assignment 2

board    equ    0x40000000

         area   AsmCode, CODE, READONLY
         entry

start
         ldr    sp, =0x40010000
         bl     inithw
again
         ldr    r0, =hello
         bl     puts

	; fill the board with O
         ldr    r4, =board
         mov    r5, #42
         mov    r6, #'O'
fill
         strb   r6, [r4]
         add    r4, #1
         subs   r5, #1
         bne    fill
         bl     show
         mov    r8, #'Y'                 ; R8 = player

game
         cmp    r8, #'R'
         bne    yel
         ldr    r0, =askr
         b      ask
yel
         ldr    r0, =asky
ask
         bl     puts
         bl     get
         cmp    r0, #'q'
         beq    bye
         cmp    r0, #'1'
         blo    wrong
         cmp    r0, #'7'
         bhi    wrong
         bl     put

	; start at the top of the column and fall down
         sub    r0, #'1'
         ldr    r4, =board
         add    r4, r0
         ldrb   r6, [r4]
         cmp    r6, #'O'
         bne    wrong
         mov    r5, #1                   ; row
fall
         strb   r8, [r4]
         bl     show
         ldr    r6, =3000                ; wait a bit
wait
         subs   r6, #1
         bne    wait
         cmp    r5, #6
         beq    landed
         ldrb   r6, [r4, #7]
         cmp    r6, #'O'
         bne    landed
         strb   r6, [r4]                 ; take it away again
         add    r4, #7
         add    r5, #1
         b      fall
wrong
         ldr    r0, =bad
         bl     puts
         b      game

landed
         bl     horiz
         cmp    r0, #1
         beq    won
         bl     vert
         cmp    r0, #1
         beq    won
         bl     diag1
         cmp    r0, #1
         beq    won
         bl     diag2
         cmp    r0, #1
         beq    won

	; is there a free slot in the top row
         ldr    r4, =board
         mov    r5, #7
top
         ldrb   r6, [r4]
         cmp    r6, #'O'
         beq    next
         add    r4, #1
         subs   r5, #1
         bne    top
         ldr    r0, =drawn
         bl     puts
         b      again

next
         cmp    r8, #'R'
         bne    red
         mov    r8, #'Y'
         b      game
red
         mov    r8, #'R'
         b      game

won
         cmp    r8, #'R'
         bne    ywon
         ldr    r0, =redwon
         bl     puts
         b      again
ywon
         ldr    r0, =yelwon
         bl     puts
         b      again
bye
         bl     put
         ldr    r0, =newl
         bl     puts
         b      again

; show the board
show
         stmfd  sp!, {r4-r7, lr}
         ldr    r0, =cols
         bl     puts
         ldr    r4, =board
         mov    r5, #0x31
row
         mov    r0, r5
         bl     put
         mov    r0, #0x20
         bl     put
         mov    r6, #7
slot
         ldrb   r0, [r4]
         bl     put
         mov    r0, #0x20
         bl     put
         add    r4, #1
         subs   r6, #1
         bne    slot
         ldr    r0, =newl
         bl     puts
         add    r5, #1
         cmp    r5, #0x37
         bne    row
         ldmfd  sp!, {r4-r7, pc}

; four in a row
horiz
         ldr    r4, =board
         mov    r5, #39
hnext
         ldrb   r0, [r4]
         cmp    r0, r8
         ldreqb r0, [r4, #1]
         cmpeq  r0, r8
         ldreqb r0, [r4, #2]
         cmpeq  r0, r8
         ldreqb r0, [r4, #3]
         cmpeq  r0, r8
         beq    yes
         add    r4, #1
         subs   r5, #1
         bne    hnext
         mov    r0, #0
         bx     lr
yes
         mov    r0, #1
         bx     lr

; four in a column
vert
         ldr    r4, =board
         mov    r5, #21
vnext
         ldrb   r0, [r4]
         cmp    r0, r8
         ldreqb r0, [r4, #7]
         cmpeq  r0, r8
         ldreqb r0, [r4, #14]
         cmpeq  r0, r8
         ldreqb r0, [r4, #21]
         cmpeq  r0, r8
         beq    yes
         add    r4, #1
         subs   r5, #1
         bne    vnext
         mov    r0, #0
         bx     lr

; four down to the right
diag1
         ldr    r4, =board
         mov    r5, #3
arow
         mov    r6, #4
acol
         ldrb   r0, [r4]
         cmp    r0, r8
         ldreqb r0, [r4, #8]
         cmpeq  r0, r8
         ldreqb r0, [r4, #16]
         cmpeq  r0, r8
         ldreqb r0, [r4, #24]
         cmpeq  r0, r8
         beq    yes
         add    r4, #1
         subs   r6, #1
         bne    acol
         add    r4, #3
         subs   r5, #1
         bne    arow
         mov    r0, #0
         bx     lr

; four down to the left
diag2
         ldr    r4, =board
         add    r4, #3
         mov    r5, #3
brow
         mov    r6, #4
bcol
         ldrb   r0, [r4]
         cmp    r0, r8
         ldreqb r0, [r4, #6]
         cmpeq  r0, r8
         ldreqb r0, [r4, #12]
         cmpeq  r0, r8
         ldreqb r0, [r4, #18]
         cmpeq  r0, r8
         beq    yes
         add    r4, #1
         subs   r6, #1
         bne    bcol
         add    r4, #3
         subs   r5, #1
         bne    brow
         mov    r0, #0
         bx     lr

; console
inithw
         ldr    r0, =0xE002C000
         mov    r1, #0x50
         str    r1, [r0]
         ldr    r0, =0xE000C000
         mov    r1, #0x83
         strb   r1, [r0, #0x0C]
         mov    r1, #97
         strb   r1, [r0]
         mov    r1, #0
         strb   r1, [r0, #4]
         mov    r1, #3
         strb   r1, [r0, #0x0C]
         bx     lr

get
         ldr    r1, =0xE000C000
get1
         ldrb   r0, [r1, #0x14]
         tst    r0, #1
         beq    get1
         ldrb   r0, [r1]
         bx     lr

put
         ldr    r1, =0xE000C000
put1
         ldrb   r2, [r1, #0x14]
         tst    r2, #0x20
         beq    put1
         strb   r0, [r1]
         bx     lr

puts
         stmfd  sp!, {r4, lr}
         mov    r4, r0
puts1
         ldrb   r0, [r4], #1
         cmp    r0, #0
         beq    puts2
         bl     put
         b      puts1
puts2
         ldmfd  sp!, {r4, pc}

hello    dcb    "Let's Play Connect 4!", 10, 13, 0
cols     dcb    10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr     dcb    "RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
asky     dcb    "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
bad      dcb    10, 13, "Invalid move, try again.", 10, 13, 0
redwon   dcb    "RED wins!", 10, 13, 0
yelwon   dcb    "YELLOW wins!", 10, 13, 0
drawn    dcb    "It's a draw!", 10, 13, 0
newl     dcb    10, 13, 0

         end
