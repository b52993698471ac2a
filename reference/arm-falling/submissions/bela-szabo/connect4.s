; connect4.s
; author: Bela Szabo

board       EQU     0x40000000

            AREA    AsmCode, CODE, READONLY
            ENTRY

start
            LDR     SP, =0x40010000
            BL      inithw
again
            LDR     R0, =hello
            BL      puts

	; fill the board with O
            LDR     R4, =board
            MOV     R5, #42
            MOV     R6, #'O'
fill
            STRB    R6, [R4]
            ADD     R4, #1
            SUBS    R5, #1
            BNE     fill
            BL      show
            MOV     R8, #'Y'                ; R8 = player

game
            CMP     R8, #'R'
            BNE     yel
            LDR     R0, =askr
            B       ask
yel
            LDR     R0, =asky
ask
            BL      puts
            BL      get
            CMP     R0, #'q'
            BEQ     bye
            CMP     R0, #'1'
            BLO     wrong
            CMP     R0, #'7'
            BHI     wrong
            BL      put

	; start at the top of the column and fall down
            SUB     R0, #'1'
            LDR     R4, =board
            ADD     R4, R0
            LDRB    R6, [R4]
            CMP     R6, #'O'
            BNE     wrong
            MOV     R5, #1                  ; row
fall
            STRB    R8, [R4]
            BL      show
            LDR     R6, =3000               ; wait a bit
wait
            SUBS    R6, #1
            BNE     wait
            CMP     R5, #6
            BEQ     landed
            LDRB    R6, [R4, #7]
            CMP     R6, #'O'
            BNE     landed
            STRB    R6, [R4]                ; take it away again
            ADD     R4, #7
            ADD     R5, #1
            B       fall
wrong
            LDR     R0, =bad
            BL      puts
            B       game

landed
            BL      horiz
            CMP     R0, #1
            BEQ     won
            BL      vert
            CMP     R0, #1
            BEQ     won
            BL      diag1
            CMP     R0, #1
            BEQ     won
            BL      diag2
            CMP     R0, #1
            BEQ     won

	; is there a free slot in the top row
            LDR     R4, =board
            MOV     R5, #7
top
            LDRB    R6, [R4]
            CMP     R6, #'O'
            BEQ     next
            ADD     R4, #1
            SUBS    R5, #1
            BNE     top
            LDR     R0, =drawn
            BL      puts
            B       again

next
            CMP     R8, #'R'
            BNE     red
            MOV     R8, #'Y'
            B       game
red
            MOV     R8, #'R'
            B       game

won
            CMP     R8, #'R'
            BNE     ywon
            LDR     R0, =redwon
            BL      puts
            B       again
ywon
            LDR     R0, =yelwon
            BL      puts
            B       again
bye
            BL      put
            LDR     R0, =newl
            BL      puts
            B       again

; show the board
show
            STMFD   SP!, {R4-R7, LR}
            LDR     R0, =cols
            BL      puts
            LDR     R4, =board
            MOV     R5, #0x31
row
            MOV     R6, #7
slot
            LDRB    R0, [R4]
            BL      put
            MOV     R0, #0x20
            BL      put
            ADD     R4, #1
            SUBS    R6, #1
            BNE     slot
            LDR     R0, =newl
            BL      puts
            ADD     R5, #1
            CMP     R5, #0x37
            BNE     row
            LDMFD   SP!, {R4-R7, PC}

; four in a row
horiz
            LDR     R4, =board
            MOV     R5, #6
hrow
            MOV     R6, #4
hcol
            LDRB    R0, [R4]
            CMP     R0, R8
            LDREQB  R0, [R4, #1]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #2]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #3]
            CMPEQ   R0, R8
            BEQ     yes
            ADD     R4, #1
            SUBS    R6, #1
            BNE     hcol
            ADD     R4, #3
            SUBS    R5, #1
            BNE     hrow
            MOV     R0, #0
            BX      LR
yes
            MOV     R0, #1
            BX      LR

; four in a column
vert
            LDR     R4, =board
            MOV     R5, #21
vnext
            LDRB    R0, [R4]
            CMP     R0, R8
            LDREQB  R0, [R4, #7]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #14]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #21]
            CMPEQ   R0, R8
            BEQ     yes
            ADD     R4, #1
            SUBS    R5, #1
            BNE     vnext
            MOV     R0, #0
            BX      LR

; four down to the right
diag1
            LDR     R4, =board
            MOV     R5, #3
arow
            MOV     R6, #4
acol
            LDRB    R0, [R4]
            CMP     R0, R8
            LDREQB  R0, [R4, #8]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #16]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #24]
            CMPEQ   R0, R8
            BEQ     yes
            ADD     R4, #1
            SUBS    R6, #1
            BNE     acol
            ADD     R4, #3
            SUBS    R5, #1
            BNE     arow
            MOV     R0, #0
            BX      LR

; four down to the left
diag2
            LDR     R4, =board
            ADD     R4, #3
            MOV     R5, #3
brow
            MOV     R6, #4
bcol
            LDRB    R0, [R4]
            CMP     R0, R8
            LDREQB  R0, [R4, #6]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #12]
            CMPEQ   R0, R8
            LDREQB  R0, [R4, #18]
            CMPEQ   R0, R8
            BEQ     yes
            ADD     R4, #1
            SUBS    R6, #1
            BNE     bcol
            ADD     R4, #3
            SUBS    R5, #1
            BNE     brow
            MOV     R0, #0
            BX      LR

; console
inithw
            LDR     R0, =0xE002C000
            MOV     R1, #0x50
            STR     R1, [R0]
            LDR     R0, =0xE000C000
            MOV     R1, #0x83
            STRB    R1, [R0, #0x0C]
            MOV     R1, #97
            STRB    R1, [R0]
            MOV     R1, #0
            STRB    R1, [R0, #4]
            MOV     R1, #3
            STRB    R1, [R0, #0x0C]
            BX      LR

get
            LDR     R1, =0xE000C000
get1
            LDRB    R0, [R1, #0x14]
            TST     R0, #1
            BEQ     get1
            LDRB    R0, [R1]
            BX      LR

put
            LDR     R1, =0xE000C000
put1
            LDRB    R2, [R1, #0x14]
            TST     R2, #0x20
            BEQ     put1
            STRB    R0, [R1]
            BX      LR

puts
            STMFD   SP!, {R4, LR}
            MOV     R4, R0
puts1
            LDRB    R0, [R4], #1
            CMP     R0, #0
            BEQ     puts2
            BL      put
            B       puts1
puts2
            LDMFD   SP!, {R4, PC}

hello       DCB     "*** connect four ***", 10, 0
cols        DCB     10, 0
askr        DCB     "RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
asky        DCB     "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
bad         DCB     10, "Invalid move, try again.", 10, 0
redwon      DCB     "RED wins!", 10, 0
yelwon      DCB     "YELLOW wins!", 10, 0
drawn       DCB     "It's a draw!", 10, 0
newl        DCB     10, 0

            END
