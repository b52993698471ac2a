board     EQU    0x40000000

          AREA   AsmCode, CODE, READONLY
          ENTRY

start
          LDR    SP, =0x40010000
          BL     inithw
          LDR    R0, =hello
          BL     puts


          LDR    R4, =board
          MOV    R5, #42
          MOV    R6, #'0'
fill
          STRB   R6, [R4]
          ADD    R4, #1
          SUBS   R5, #1
          BNE    fill
          BL     show
          MOV    R8, #'R'

game
          CMP    R8, #'R'
          BNE    yel
          LDR    R0, =askr
          B      ask
yel
          LDR    R0, =asky
ask
          BL     puts
          BL     get
          BL     put
          CMP    R0, #'q'
          BEQ    bye
          CMP    R0, #'1'
          BLO    wrong
          CMP    R0, #'7'
          BHI    wrong


          SUB    R0, #'1'
          LDR    R4, =board
          ADD    R4, #35
          ADD    R4, R0
          MOV    R5, #6
look
          LDRB   R6, [R4]
          CMP    R6, #'0'
          BEQ    free
          SUB    R4, #7
          SUBS   R5, #1
          BNE    look
wrong
          LDR    R0, =bad
          BL     puts
          BL     show
          B      game

free
          STRB   R8, [R4]
          BL     show
          BL     horiz
          CMP    R0, #1
          BEQ    won
          BL     vert
          CMP    R0, #1
          BEQ    won
          BL     diag1
          CMP    R0, #1
          BEQ    won
          BL     diag2
          CMP    R0, #1
          BEQ    won


          LDR    R4, =board
          MOV    R5, #7
top
          LDRB   R6, [R4]
          CMP    R6, #'0'
          BEQ    next
          ADD    R4, #1
          SUBS   R5, #1
          BNE    top
          LDR    R0, =drawn
          BL     puts
          B      stop

next
          CMP    R8, #'R'
          BNE    red
          MOV    R8, #'Y'
          B      game
red
          MOV    R8, #'R'
          B      game

won
          CMP    R8, #'R'
          BNE    ywon
          LDR    R0, =redwon
          BL     puts
          B      stop
ywon
          LDR    R0, =yelwon
          BL     puts
          B      stop
bye
          LDR    R0, =thanks
          BL     puts
stop      B      stop

show
          PUSH   {R4-R7, LR}
          LDR    R0, =cols
          BL     puts
          LDR    R4, =board
          MOV    R5, #0x31
row
          MOV    R0, R5
          BL     put
          MOV    R0, #0x20
          BL     put
          MOV    R6, #7
slot
          LDRB   R0, [R4]
          BL     put
          MOV    R0, #0x20
          BL     put
          ADD    R4, #1
          SUBS   R6, #1
          BNE    slot
          LDR    R0, =newl
          BL     puts
          ADD    R5, #1
          CMP    R5, #0x37
          BNE    row
          POP    {R4-R7, PC}

horiz
          LDR    R4, =board
          MOV    R5, #39
hnext
          LDRB   R0, [R4]
          CMP    R0, R8
          LDREQB R0, [R4, #1]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #2]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #3]
          CMPEQ  R0, R8
          BEQ    yes
          ADD    R4, #1
          SUBS   R5, #1
          BNE    hnext
          MOV    R0, #0
          BX     LR
yes
          MOV    R0, #1
          BX     LR

vert
          LDR    R4, =board
          MOV    R5, #21
vnext
          LDRB   R0, [R4]
          CMP    R0, R8
          LDREQB R0, [R4, #7]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #14]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #21]
          CMPEQ  R0, R8
          BEQ    yes
          ADD    R4, #1
          SUBS   R5, #1
          BNE    vnext
          MOV    R0, #0
          BX     LR

diag1
          LDR    R4, =board
          MOV    R5, #3
arow
          MOV    R6, #4
acol
          LDRB   R0, [R4]
          CMP    R0, R8
          LDREQB R0, [R4, #8]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #16]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #24]
          CMPEQ  R0, R8
          BEQ    yes
          ADD    R4, #1
          SUBS   R6, #1
          BNE    acol
          ADD    R4, #3
          SUBS   R5, #1
          BNE    arow
          MOV    R0, #0
          BX     LR

diag2
          LDR    R4, =board
          ADD    R4, #3
          MOV    R5, #3
brow
          MOV    R6, #4
bcol
          LDRB   R0, [R4]
          CMP    R0, R8
          LDREQB R0, [R4, #6]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #12]
          CMPEQ  R0, R8
          LDREQB R0, [R4, #18]
          CMPEQ  R0, R8
          BEQ    yes
          ADD    R4, #1
          SUBS   R6, #1
          BNE    bcol
          ADD    R4, #3
          SUBS   R5, #1
          BNE    brow
          MOV    R0, #0
          BX     LR

inithw
          LDR    R0, =0xE002C000
          MOV    R1, #0x50
          STR    R1, [R0]
          LDR    R0, =0xE000C000
          MOV    R1, #0x83
          STRB   R1, [R0, #0x0C]
          MOV    R1, #97
          STRB   R1, [R0]
          MOV    R1, #0
          STRB   R1, [R0, #4]
          MOV    R1, #3
          STRB   R1, [R0, #0x0C]
          BX     LR

get
          LDR    R1, =0xE000C000
get1
          LDRB   R0, [R1, #0x14]
          TST    R0, #1
          BEQ    get1
          LDRB   R0, [R1]
          BX     LR

put
          LDR    R1, =0xE000C000
put1
          LDRB   R2, [R1, #0x14]
          TST    R2, #0x20
          BEQ    put1
          STRB   R0, [R1]
          BX     LR

puts
          PUSH   {R4, LR}
          MOV    R4, R0
puts1
          LDRB   R0, [R4], #1
          CMP    R0, #0
          BEQ    puts2
          BL     put
          B      puts1
puts2
          POP    {R4, PC}

hello     DCB    "Let's play Connect4!!", 10, 13, 0
cols      DCB    10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr      DCB    "RED: choose a column for your next move (1-7, q to restart): ", 0
asky      DCB    "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
bad       DCB    10, 13, "Invalid Input! Please try again.", 10, 13, 0
redwon    DCB    "RED PLAYER HAS WON!", 10, 13, 0
yelwon    DCB    "YELLOW PLAYER HAS WON!", 10, 13, 0
drawn     DCB    "THE GAME ENDED IN A DRAW!", 10, 13, 0
thanks    DCB    10, 13, "Thank you for playing Connect Four!", 10, 13, 0
newl      DCB    10, 13, 0

          END
