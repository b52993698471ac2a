; Connect 4 - Milan Horvat

rows    EQU    6
cols    EQU    7
board   EQU    0x40000200                ; column after column, bottom first, 8 bytes each
heights EQU    0x40000240                ; pieces in each column

        AREA   connect, code, readonly
        ENTRY

main    BL     inithw
again   LDR    R0, =welcome
        BL     puts
        BL     clear
        BL     draw
        MOV    R6, #0
        MOV    R7, #rows*cols

turn    LDR    R0, =prompts
        LDR    R0, [R0, R6, LSL #2]
        BL     puts
        BL     get
        CMP    R0, #"q"
        BEQ    quit
        SUBS   R5, R0, #"1"
        BLT    refuse
        CMP    R5, #cols-1
        BGT    refuse
        BL     put
        BL     drop
        CMP    R4, #rows
        BEQ    refuse
        BL     iswin
        CMP    R0, #0
        BNE    win
        SUBS   R7, R7, #1
        BEQ    full
        EOR    R6, R6, #1
        B      turn

refuse  LDR    R0, =nonsense
        BL     puts
        B      turn
win     LDR    R0, =wins
        LDR    R0, [R0, R6, LSL #2]
        B      last
full    LDR    R0, =nobody
        B      last
quit    BL     put
        LDR    R0, =newline
last    BL     puts
        B      again

; ---- empty board
clear   STMFD  SP!, {R4-R5, LR}
        LDR    R4, =board
        MOV    R5, #0
        MOV    R0, #8*8+8
10      STRB   R5, [R4], #1
        SUBS   R0, R0, #1
        BNE    %b10
        LDMFD  SP!, {R4-R5, PC}

; ---- r5 column -> r4 row counted from the bottom, 6 when there is no room
drop    STMFD  SP!, {R0-R2, LR}
        LDR    R0, =heights
        LDRB   R4, [R0, R5]
        CMP    R4, #rows
        BEQ    %f10
        ADD    R1, R4, #1
        STRB   R1, [R0, R5]
        LDR    R0, =board
        ADD    R0, R0, R5, LSL #3
        ADD    R1, R6, #1                ; 1 yellow, 2 red
        MOV    R2, #rows-1               ; the row where it is now
15      STRB   R1, [R0, R2]
        BL     draw
        BL     pause
        CMP    R2, R4
        BEQ    %f10
        MOV    R1, #0
        STRB   R1, [R0, R2]
        ADD    R1, R6, #1
        SUB    R2, R2, #1
        B      %b15
10      LDMFD  SP!, {R0-R2, PC}

pause   STMFD  SP!, {R0, LR}
        MOV    R0, #0x400
16      SUBS   R0, R0, #1
        BNE    %b16
        LDMFD  SP!, {R0, PC}

; ---- print everything
draw    STMFD  SP!, {R0-R1, R4-R6, LR}
        LDR    R0, =heading
        BL     puts
        MOV    R4, #rows-1
20      RSB    R0, R4, #"6"
        BL     put
        MOV    R0, #" "
        BL     put
        MOV    R5, #0
30      LDR    R0, =board
        ADD    R0, R0, R5, LSL #3
        LDRB   R0, [R0, R4]
        LDR    R1, =letters
        LDRB   R0, [R1, R0]
        BL     put
        MOV    R0, #" "
        BL     put
        ADD    R5, R5, #1
        CMP    R5, #cols
        BLO    %b30
        LDR    R0, =newline
        BL     puts
        SUBS   R4, R4, #1
        BPL    %b20
        LDMFD  SP!, {R0-R1, R4-R6, PC}

; ---- r4, r5, r6 last piece -> r0 1 when it is part of a line
iswin   STMFD  SP!, {R7-R11, LR}
        LDR    R7, =ways
        ADD    R11, R6, #1
40      LDRSB  R8, [R7], #1              ; up
        LDRSB  R9, [R7], #1              ; right
        MOV    R10, #1
        BL     far
        RSB    R8, R8, #0
        RSB    R9, R9, #0
        BL     far
        CMP    R10, #4
        MOVGE  R0, #1
        BGE    %f50
        LDR    R0, =waysend
        CMP    R7, R0
        BNE    %b40
        MOV    R0, #0
50      LDMFD  SP!, {R7-R11, PC}

; ---- add to r10 the pieces of r11 from r4, r5 on in the direction r8, r9
far     STMFD  SP!, {R4-R5, LR}
60      ADD    R4, R4, R8
        ADD    R5, R5, R9
        CMP    R4, #rows
        BHS    %f70
        CMP    R5, #cols
        BHS    %f70
        LDR    R0, =board
        ADD    R0, R0, R5, LSL #3
        LDRB   R0, [R0, R4]
        CMP    R0, R11
        ADDEQ  R10, R10, #1
        BEQ    %b60
70      LDMFD  SP!, {R4-R5, PC}

; ---- uart 0
inithw  STMFD  SP!, {R0-R1, LR}
        LDR    R0, =0xe002c000
        LDR    R1, [R0]
        ORR    R1, R1, #0x50
        STR    R1, [R0]
        LDR    R0, =0xe000c000
        MOV    R1, #0x83
        STR    R1, [R0, #0x0c]
        MOV    R1, #97
        STR    R1, [R0]
        MOV    R1, #3
        STR    R1, [R0, #0x0c]
        LDMFD  SP!, {R0-R1, PC}
get     STMFD  SP!, {R1, LR}
        LDR    R1, =0xe000c000
80      LDR    R0, [R1, #0x14]
        ANDS   R0, R0, #1
        BEQ    %b80
        LDR    R0, [R1]
        LDMFD  SP!, {R1, PC}
put     STMFD  SP!, {R0-R2, LR}
        LDR    R1, =0xe000c000
90      LDR    R2, [R1, #0x14]
        ANDS   R2, R2, #0x40
        BEQ    %b90
        STR    R0, [R1]
        LDMFD  SP!, {R0-R2, PC}
puts    STMFD  SP!, {R0-R1, LR}
        MOV    R1, R0
95      LDRB   R0, [R1], #1
        CMP    R0, #0
        BLNE   put
        LDRB   R0, [R1, #-1]
        CMP    R0, #0
        BNE    %b95
        LDMFD  SP!, {R0-R1, PC}

        ALIGN
prompts DCD    askyel, askred
wins    DCD    yelwins, redwins
ways    DCB    0, 1, 1, 0, 1, 1, 1, -1
waysend
letters DCB    "OYR"
welcome DCB    "Let's Play Connect 4!", 10, 13, 0
heading DCB    10, 13, "  1 2 3 4 5 6 7", 10, 13, 0
newline DCB    10, 13, 0
askred  DCB    "RED: Choose a column for your next move (1-7, 'q' to restart): ", 0
askyel  DCB    "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ", 0
nonsense DCB    10, 13, "Invalid move, try again.", 10, 13, 0
redwins DCB    "RED wins!", 10, 13, 0
yelwins DCB    "YELLOW wins!", 10, 13, 0
nobody  DCB    "It's a draw!", 10, 13, 0
        END
