board equ 0x40000000

    area AsmCode, CODE, READONLY
    entry

start
    ldr SP, =0x40010000
    bl inithw
again
    ldr R0, =hello
    bl puts


    ldr R4, =board
    mov R5, #42
    mov R6, #'O'
fill
    strb R6, [R4]
    add R4, #1
    subs R5, #1
    bne fill
oldgame
    bl show
    mov R8, #'Y'

game
    cmp R8, #'R'
    bne yel
    ldr R0, =askr
    b ask
yel
    ldr R0, =asky
ask
    bl puts
    bl get
    cmp R0, #'q'
    beq bye
    cmp R0, #'1'
    blo wrong
    cmp R0, #'7'
    bhi wrong
    bl put


    sub R0, #'1'
    ldr R4, =board
    add R4, R0
    ldrb R6, [R4]
    cmp R6, #'O'
    bne wrong
    mov R5, #1
fall
    strb R8, [R4]
    bl show
    ldr R6, =3000
wait
    subs R6, #1
    bne wait
    cmp R5, #6
    beq landed
    ldrb R6, [R4, #7]
    cmp R6, #'O'
    bne landed
    strb R6, [R4]
    add R4, #7
    add R5, #1
    b fall
wrong
    ldr R0, =bad
    bl puts
    b game

landed
    bl horiz
    cmp R0, #1
    beq won
    bl vert
    cmp R0, #1
    beq won
    bl diag1
    cmp R0, #1
    beq won
    bl diag2
    cmp R0, #1
    beq won


    ldr R4, =board
    mov R5, #7
top
    ldrb R6, [R4]
    cmp R6, #'O'
    beq next
    add R4, #1
    subs R5, #1
    bne top
    ldr R0, =drawn
    bl puts
    b again

next
    cmp R8, #'R'
    bne red
    mov R8, #'Y'
    b game
red
    mov R8, #'R'
    b game

won
    cmp R8, #'R'
    bne ywon
    ldr R0, =redwon
    bl puts
    b again
ywon
    ldr R0, =yelwon
    bl puts
    b again
bye
    bl put
    ldr R0, =newl
    bl puts
    ldr R0, =hello
    bl puts
    b oldgame

show
    stmfd SP!, {R4-R7, LR}
    ldr R0, =cols
    bl puts
    ldr R4, =board
    mov R5, #0x31
row
    mov R0, R5
    bl put
    mov R0, #0x20
    bl put
    mov R6, #7
slot
    ldrb R0, [R4]
    bl put
    mov R0, #0x20
    bl put
    add R4, #1
    subs R6, #1
    bne slot
    ldr R0, =newl
    bl puts
    add R5, #1
    cmp R5, #0x37
    bne row
    ldmfd SP!, {R4-R7, PC}

horiz
    ldr R4, =board
    mov R5, #6
hrow
    mov R6, #4
hcol
    ldrb R0, [R4]
    cmp R0, R8
    ldreqb R0, [R4, #1]
    cmpeq R0, R8
    ldreqb R0, [R4, #2]
    cmpeq R0, R8
    ldreqb R0, [R4, #3]
    cmpeq R0, R8
    beq yes
    add R4, #1
    subs R6, #1
    bne hcol
    add R4, #3
    subs R5, #1
    bne hrow
    mov R0, #0
    bx LR
yes
    mov R0, #1
    bx LR

vert
    ldr R4, =board
    mov R5, #21
vnext
    ldrb R0, [R4]
    cmp R0, R8
    ldreqb R0, [R4, #7]
    cmpeq R0, R8
    ldreqb R0, [R4, #14]
    cmpeq R0, R8
    ldreqb R0, [R4, #21]
    cmpeq R0, R8
    beq yes
    add R4, #1
    subs R5, #1
    bne vnext
    mov R0, #0
    bx LR

diag1
    ldr R4, =board
    mov R5, #3
arow
    mov R6, #4
acol
    ldrb R0, [R4]
    cmp R0, R8
    ldreqb R0, [R4, #8]
    cmpeq R0, R8
    ldreqb R0, [R4, #16]
    cmpeq R0, R8
    ldreqb R0, [R4, #24]
    cmpeq R0, R8
    beq yes
    add R4, #1
    subs R6, #1
    bne acol
    add R4, #3
    subs R5, #1
    bne arow
    mov R0, #0
    bx LR

diag2
    ldr R4, =board
    add R4, #3
    mov R5, #3
brow
    mov R6, #4
bcol
    ldrb R0, [R4]
    cmp R0, R8
    ldreqb R0, [R4, #6]
    cmpeq R0, R8
    ldreqb R0, [R4, #12]
    cmpeq R0, R8
    ldreqb R0, [R4, #18]
    cmpeq R0, R8
    beq yes
    add R4, #1
    subs R6, #1
    bne bcol
    add R4, #3
    subs R5, #1
    bne brow
    mov R0, #0
    bx LR

inithw
    ldr R0, =0xE002C000
    mov R1, #0x50
    str R1, [R0]
    ldr R0, =0xE000C000
    mov R1, #0x83
    strb R1, [R0, #0x0C]
    mov R1, #97
    strb R1, [R0]
    mov R1, #0
    strb R1, [R0, #4]
    mov R1, #3
    strb R1, [R0, #0x0C]
    bx LR

get
    ldr R1, =0xE000C000
get1
    ldrb R0, [R1, #0x14]
    tst R0, #1
    beq get1
    ldrb R0, [R1]
    bx LR

put
    ldr R1, =0xE000C000
put1
    ldrb R2, [R1, #0x14]
    tst R2, #0x20
    beq put1
    strb R0, [R1]
    bx LR

puts
    stmfd SP!, {R4, LR}
    mov R4, R0
puts1
    ldrb R0, [R4], #1
    cmp R0, #0
    beq puts2
    bl put
    b puts1
puts2
    ldmfd SP!, {R4, PC}

hello dcb "Let's Play Connect 4!", 10, 13, 0
cols dcb 10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr dcb "RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
asky dcb "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
bad dcb 10, 13, "Invalid move, try again.", 10, 13, 0
redwon dcb "RED wins!", 10, 13, 0
yelwon dcb "YELLOW wins!", 10, 13, 0
drawn dcb "It's a draw!", 10, 13, 0
newl dcb 10, 13, 0

    end
