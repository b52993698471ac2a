; Paula Gomez
; ARM assembly, connect four

tablero    EQU    0x40000000

           AREA   AsmCode, CODE, READONLY
           ENTRY

start
           LDR    sp, =0x40010000
           BL     inithw
           LDR    r0, =hello
           BL     puts

	; fill the board with '0'
           LDR    r4, =tablero
           MOV    r5, #42
           MOV    r6, #'0'
llenar
           STRB   r6, [r4]
           ADD    r4, #1
           SUBS   r5, #1
           BNE    llenar
           BL     mostrar
           MOV    r8, #'R'               ; R8 = player

juego
           CMP    r8, #'R'
           BNE    amarillo
           LDR    r0, =askr
           B      pedir
amarillo
           LDR    r0, =asky
pedir
           BL     puts
           BL     get
           BL     put
           CMP    r0, #'q'
           BEQ    salir
           CMP    r0, #'1'
           BLO    mal
           CMP    r0, #'7'
           BHI    mal

	; start at the bottom of the column and go up
           SUB    r0, #'1'
           LDR    r4, =tablero
           ADD    r4, #35
           ADD    r4, r0
           MOV    r5, #6
buscar
           LDRB   r6, [r4]
           CMP    r6, #'0'
           BEQ    libre
           SUB    r4, #7
           SUBS   r5, #1
           BNE    buscar
mal
           LDR    r0, =bad
           BL     puts
           BL     mostrar
           B      juego

libre
           STRB   r8, [r4]
           BL     mostrar
           BL     hor
           CMP    r0, #1
           BEQ    gana
           BL     ver
           CMP    r0, #1
           BEQ    gana
           BL     diaA
           CMP    r0, #1
           BEQ    gana
           BL     diaB
           CMP    r0, #1
           BEQ    gana

otro
           CMP    r8, #'R'
           BNE    rojo
           MOV    r8, #'Y'
           B      juego
rojo
           MOV    r8, #'R'
           B      juego

gana
           CMP    r8, #'R'
           BNE    gana_a
           LDR    r0, =redwon
           BL     puts
           B      stop
gana_a
           LDR    r0, =yelwon
           BL     puts
           B      stop
salir
           LDR    r0, =thanks
           BL     puts
stop       B      stop

; show the board
mostrar
           STMFD  sp!, {r4-r7, lr}
           LDR    r0, =cols
           BL     puts
           LDR    r4, =tablero
           MOV    r5, #0x31
fila
           MOV    r0, r5
           BL     put
           MOV    r0, #0x20
           BL     put
           MOV    r6, #7
casilla
           LDRB   r0, [r4]
           BL     put
           MOV    r0, #0x20
           BL     put
           ADD    r4, #1
           SUBS   r6, #1
           BNE    casilla
           LDR    r0, =newl
           BL     puts
           ADD    r5, #1
           CMP    r5, #0x37
           BNE    fila
           LDMFD  sp!, {r4-r7, pc}

; four in a row
hor
           LDR    r4, =tablero
           MOV    r5, #6
hrow
           MOV    r6, #4
hcol
           LDRB   r0, [r4]
           CMP    r0, r8
           LDREQB r0, [r4, #1]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #2]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #3]
           CMPEQ  r0, r8
           BEQ    si
           ADD    r4, #1
           SUBS   r6, #1
           BNE    hcol
           ADD    r4, #3
           SUBS   r5, #1
           BNE    hrow
           MOV    r0, #0
           BX     lr
si
           MOV    r0, #1
           BX     lr

; four in a column
ver
           LDR    r4, =tablero
           MOV    r5, #21
vnext
           LDRB   r0, [r4]
           CMP    r0, r8
           LDREQB r0, [r4, #7]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #14]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #21]
           CMPEQ  r0, r8
           BEQ    si
           ADD    r4, #1
           SUBS   r5, #1
           BNE    vnext
           MOV    r0, #0
           BX     lr

; four down to the right
diaA
           LDR    r4, =tablero
           MOV    r5, #3
arow
           MOV    r6, #4
acol
           LDRB   r0, [r4]
           CMP    r0, r8
           LDREQB r0, [r4, #8]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #16]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #24]
           CMPEQ  r0, r8
           BEQ    si
           ADD    r4, #1
           SUBS   r6, #1
           BNE    acol
           ADD    r4, #3
           SUBS   r5, #1
           BNE    arow
           MOV    r0, #0
           BX     lr

; four down to the left
diaB
           LDR    r4, =tablero
           ADD    r4, #3
           MOV    r5, #3
brow
           MOV    r6, #4
bcol
           LDRB   r0, [r4]
           CMP    r0, r8
           LDREQB r0, [r4, #6]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #12]
           CMPEQ  r0, r8
           LDREQB r0, [r4, #18]
           CMPEQ  r0, r8
           BEQ    si
           ADD    r4, #1
           SUBS   r6, #1
           BNE    bcol
           ADD    r4, #3
           SUBS   r5, #1
           BNE    brow
           MOV    r0, #0
           BX     lr

; console
inithw
           LDR    r0, =0xE002C000
           MOV    r1, #0x50
           STR    r1, [r0]
           LDR    r0, =0xE000C000
           MOV    r1, #0x83
           STRB   r1, [r0, #0x0C]
           MOV    r1, #97
           STRB   r1, [r0]
           MOV    r1, #0
           STRB   r1, [r0, #4]
           MOV    r1, #3
           STRB   r1, [r0, #0x0C]
           BX     lr

get
           LDR    r1, =0xE000C000
get1
           LDRB   r0, [r1, #0x14]
           TST    r0, #1
           BEQ    get1
           LDRB   r0, [r1]
           BX     lr

put
           LDR    r1, =0xE000C000
put1
           LDRB   r2, [r1, #0x14]
           TST    r2, #0x20
           BEQ    put1
           STRB   r0, [r1]
           BX     lr

puts
           STMFD  sp!, {r4, lr}
           MOV    r4, r0
puts1
           LDRB   r0, [r4], #1
           CMP    r0, #0
           BEQ    puts2
           BL     put
           B      puts1
puts2
           LDMFD  sp!, {r4, pc}

hello      DCB    "Let's play Connect4!!", 10, 13, 0
cols       DCB    10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
askr       DCB    "RED: choose a column for your next move (1-7, q to restart): ", 0
asky       DCB    "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
bad        DCB    10, 13, "Invalid Input! Please try again.", 10, 13, 0
redwon     DCB    "RED PLAYER HAS WON!", 10, 13, 0
yelwon     DCB    "YELLOW PLAYER HAS WON!", 10, 13, 0
thanks     DCB    10, 13, "Thank you for playing Connect Four!", 10, 13, 0
newl       DCB    10, 13, 0

           END
