; connect4.s
; author: Kofi Mensah

tablero     EQU     0x40000000

            AREA    AsmCode, CODE, READONLY
            ENTRY

start
            LDR     SP, =0x40010000
            BL      inithw
            LDR     R0, =hello
            BL      puts

	; fill the board with '0'
            LDR     R4, =tablero
            MOV     R5, #42
            MOV     R6, #'0'
llenar
            STRB    R6, [R4]
            ADD     R4, #1
            SUBS    R5, #1
            BNE     llenar
            BL      mostrar
            MOV     R8, #'R'                ; R8 = player

juego
            CMP     R8, #'R'
            BNE     amarillo
            LDR     R0, =askr
            B       pedir
amarillo
            LDR     R0, =asky
pedir
            BL      puts
            BL      get
            BL      put
            CMP     R0, #'q'
            BEQ     salir
            CMP     R0, #'1'
            BLO     mal
            CMP     R0, #'7'
            BHI     mal

	; start at the bottom of the column and go up
            SUB     R0, #'1'
            LDR     R4, =tablero
            ADD     R4, #35
            ADD     R4, R0
            MOV     R5, #6
buscar
            LDRB    R6, [R4]
            CMP     R6, #'0'
            BEQ     libre
            SUB     R4, #7
            SUBS    R5, #1
            BNE     buscar
mal
            LDR     R0, =bad
            BL      puts
            BL      mostrar
            B       juego

libre
            STRB    R8, [R4]
            BL      mostrar
            BL      hor
            CMP     R0, #1
            BEQ     gana
            BL      ver
            CMP     R0, #1
            BEQ     gana
            BL      diaA
            CMP     R0, #1
            BEQ     gana
            BL      diaB
            CMP     R0, #1
            BEQ     gana

	; is there a free slot in the top row
            LDR     R4, =tablero
            MOV     R5, #7
arriba
            LDRB    R6, [R4]
            CMP     R6, #'0'
            BEQ     otro
            ADD     R4, #1
            SUBS    R5, #1
            BNE     arriba
            LDR     R0, =drawn
            BL      puts
            B       stop

otro
            CMP     R8, #'R'
            BNE     rojo
            MOV     R8, #'Y'
            B       juego
rojo
            MOV     R8, #'R'
            B       juego

gana
            CMP     R8, #'R'
            BNE     gana_a
            LDR     R0, =redwon
            BL      puts
            B       stop
gana_a
            LDR     R0, =yelwon
            BL      puts
            B       stop
salir
            LDR     R0, =thanks
            BL      puts
stop        B       stop

; show the board
mostrar
            STMFD   SP!, {R4-R7}
            LDR     R0, =cols
            BL      puts
            LDR     R4, =tablero
            MOV     R5, #0x31
fila
            MOV     R0, R5
            BL      put
            MOV     R0, #0x20
            BL      put
            MOV     R6, #7
casilla
            LDRB    R0, [R4]
            BL      put
            MOV     R0, #0x20
            BL      put
            ADD     R4, #1
            SUBS    R6, #1
            BNE     casilla
            LDR     R0, =newl
            BL      puts
            ADD     R5, #1
            CMP     R5, #0x37
            BNE     fila
            LDMFD   SP!, {R4-R7}
            BX      LR

; four in a row
hor
            LDR     R4, =tablero
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
            BEQ     si
            ADD     R4, #1
            SUBS    R6, #1
            BNE     hcol
            ADD     R4, #3
            SUBS    R5, #1
            BNE     hrow
            MOV     R0, #0
            BX      LR
si
            MOV     R0, #1
            BX      LR

; four in a column
ver
            LDR     R4, =tablero
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
            BEQ     si
            ADD     R4, #1
            SUBS    R5, #1
            BNE     vnext
            MOV     R0, #0
            BX      LR

; four down to the right
diaA
            LDR     R4, =tablero
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
            BEQ     si
            ADD     R4, #1
            SUBS    R6, #1
            BNE     acol
            ADD     R4, #3
            SUBS    R5, #1
            BNE     arow
            MOV     R0, #0
            BX      LR

; four down to the left
diaB
            LDR     R4, =tablero
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
            BEQ     si
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

hello       DCB     "Let's play Connect4!!", 10, 13, 0
cols        DCB     10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr        DCB     "RED: choose a column for your next move (1-7, q to restart): ", 0
asky        DCB     "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
bad         DCB     10, 13, "Invalid Input! Please try again.", 10, 13, 0
redwon      DCB     "RED PLAYER HAS WON!", 10, 13, 0
yelwon      DCB     "YELLOW PLAYER HAS WON!", 10, 13, 0
drawn       DCB     "THE GAME ENDED IN A DRAW!", 10, 13, 0
thanks      DCB     10, 13, "Thank you for playing Connect Four!", 10, 13, 0
newl        DCB     10, 13, 0

            END
