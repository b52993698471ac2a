WIDTH EQU 9
FIELD EQU 0x40000000
FIRST EQU 10
BOTTOM EQU 54
SIZE EQU 72

CELL RN R5
PIECE RN R6
LEFT RN R7

    AREA C4, CODE, READONLY
    ENTRY

    MOV SP, #0x40000000
    ADD SP, SP, #0x10000
    BL inithw
    LDR R0, =hello
    BL puts
    BL newfield
    BL showfield
    MOV PIECE, #'R'
    MOV LEFT, #42

loop
    TEQ PIECE, #'R'
    LDREQ R0, =askR
    LDRNE R0, =askY
    BL puts
    BL get
    BL put
    TEQ R0, #'q'
    BEQ leave
    SUB R0, R0, #'0'
    CMP R0, #1
    BLO error
    CMP R0, #7
    BHI error
    BL insert
    BCS error
    BL showfield
    BL winner
    BCS win
    SUBS LEFT, LEFT, #1
    BEQ draw
    EOR PIECE, PIECE, #0x0B
    B loop

error
    LDR R0, =invalid
    BL puts
    BL showfield
    B loop

win
    TEQ PIECE, #'R'
    LDREQ R0, =winR
    LDRNE R0, =winY
    BL puts
    B stop
draw
    LDR R0, =drawtxt
    BL puts
    B stop
leave
    LDR R0, =thanks
    BL puts
stop
    B stop

newfield
    STMFD SP!, {R4-R6, LR}
    LDR R4, =FIELD
    MOV R5, #SIZE
    MOV R0, #'#'
wall
    SUBS R5, R5, #1
    STRB R0, [R4, R5]
    BNE wall
    ADD R4, R4, #FIRST
    MOV R0, #'0'
    MOV R6, #6
empty
    MOV R5, #7
cell
    STRB R0, [R4], #1
    SUBS R5, R5, #1
    BNE cell
    ADD R4, R4, #2
    SUBS R6, R6, #1
    BNE empty
    LDMFD SP!, {R4-R6, PC}

showfield
    STMFD SP!, {R4-R6, LR}
    LDR R0, =heading
    BL puts
    LDR R4, =FIELD+FIRST
    MOV R6, #'1'
line
    MOV R0, R6
    BL put
    MOV R0, #' '
    BL put
column
    LDRB R0, [R4], #1
    CMP R0, #'#'
    BEQ endline
    BL put
    MOV R0, #' '
    BL put
    B column
endline
    LDR R0, =crlf
    BL puts
    ADD R4, R4, #1
    ADD R6, R6, #1
    CMP R6, #'6'
    BLE line
    LDMFD SP!, {R4-R6, PC}

insert
    LDR CELL, =FIELD+BOTTOM
    ADD CELL, CELL, R0
up
    LDRB R1, [CELL]
    CMP R1, #'#'
    BEQ insert
    CMP R1, #'0'
    SUBNE CELL, CELL, #WIDTH
    BNE up
    STRB PIECE, [CELL]
    CMN R1, #0
    BX LR

winner
    STMFD SP!, {LR}
    MOV R0, #1
    BL both
    MOVCC R0, #WIDTH
    BLCC both
    MOVCC R0, #WIDTH+1
    BLCC both
    MOVCC R0, #WIDTH-1
    BLCC both
    LDMFD SP!, {PC}

both
    STMFD SP!, {R4, LR}
    MOV R4, #1
    BL run
    RSB R0, R0, #0
    BL run
    CMP R4, #4
    LDMFD SP!, {R4, PC}

run
    MOV R1, CELL
run1
    LDRB R2, [R1, R0]!
    CMP R2, PIECE
    ADDEQ R4, R4, #1
    BEQ run1
    BX LR

inithw
    LDR R0, =0xE002C000
    MOV R1, #0x50
    STR R1, [R0]
    LDR R0, =0xE000C000
    MOV R1, #0x83
    STRB R1, [R0, #0x0C]
    MOV R1, #0x61
    STRB R1, [R0]
    MOV R1, #0x03
    STRB R1, [R0, #0x0C]
    BX LR

get
    LDR R1, =0xE000C014
get0
    LDRB R0, [R1]
    MOVS R0, R0, LSR #1
    BCC get0
    LDRB R0, [R1, #-0x14]
    BX LR

put
    LDR R1, =0xE000C014
put0
    LDRB R2, [R1]
    TST R2, #0x20
    BEQ put0
    STRB R0, [R1, #-0x14]
    BX LR

puts
    STMFD SP!, {R4, LR}
    MOV R4, R0
    B puts2
puts1
    BL put
puts2
    LDRB R0, [R4], #1
    TEQ R0, #0
    BNE puts1
    LDMFD SP!, {R4, PC}

    LTORG

hello DCB "Let's play Connect4!!", 0x0A, 0x0D, 0
heading DCB 0x0A, 0x0D, "  1 2 3 4 5 6 7", 0x0A, 0x0D, 0
crlf DCB 0x0A, 0x0D, 0
askR DCB "RED: choose a column for your next move (1-7, q to restart): ", 0
askY DCB "YELLOW: choose a column for your next move (1-7, q to restart): ", 0
invalid DCB 0x0A, 0x0D, "Invalid Input! Please try again.", 0x0A, 0x0D, 0
winR DCB "RED PLAYER HAS WON!", 0x0A, 0x0D, 0
winY DCB "YELLOW PLAYER HAS WON!", 0x0A, 0x0D, 0
drawtxt DCB "THE GAME ENDED IN A DRAW!", 0x0A, 0x0D, 0
thanks DCB 0x0A, 0x0D, "Thank you for playing Connect Four!", 0x0A, 0x0D, 0

    END
