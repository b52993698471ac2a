; Eitan Levi
; cells are words: 0 empty, 1 first player, 2 second player
; index = row * 7 + column, row 0 at the top

ROWS    EQU 6
COLS    EQU 7
GRILLE    EQU 0x40000000
LASTR   EQU 0x400000A8          ; row of the computer's last piece, -1: none
LASTC   EQU 0x400000AC          ; and its column

        MACRO
$lbl    SAY $text
$lbl    LDR R0, =$text
        BL puts
        MEND

        AREA prog, CODE, READONLY
        ENTRY

main    LDR SP, =0x40010000
        BL inithw
debut   SAY txtHello
        BL vider
        BL affiche
        MOV R4, #1
tour
        CMP R4, #2
        BEQ machine
        MOV R0, R4
        BL demande
        CMP R0, #'q'
        BEQ debut
        SUB R5, R0, #'1'
        CMP R5, #COLS-1
        BHI refus
        MOV R0, R5
        MOV R1, R4
        BL lache
        CMP R0, #-1
        BEQ refus
pose  MOV R6, R0
        MOV R0, R6
        MOV R1, R5
        MOV R2, R4
        BL longest
        CMP R0, #4
        BGE gagne
        BL count
        CMP R0, #ROWS*COLS
        BEQ plein
        RSB R4, R4, #3
        B tour
refus SAY txtBad
        B tour
machine
        BL choisit
        MOV R5, R0
        MOV R1, R4
        BL lache
        LDR R1, =LASTR
        STR R0, [R1]
        STR R5, [R1, #4]
        B pose
gagne  CMP R4, #1
        LDREQ R0, =txtWin1
        LDRNE R0, =txtWin2
        BL puts
        B debut
plein    SAY txtTie
        B debut

vider   LDR R0, =GRILLE
        MOV R1, #0
        MOV R2, #ROWS*COLS
vider1  STR R1, [R0], #4
        SUBS R2, R2, #1
        BNE vider1
        LDR R0, =LASTR
        MVN R1, #0
        STR R1, [R0]
        BX LR

; int ask(player): prompt, key, echo
demande     STMFD SP!, {R4, LR}
        LDR R0, =txtAsk1
        BL puts
        BL get
        MOV R4, R0
        CMP R0, #'q'
        BEQ ask1
        CMP R0, #'1'
        BLO ask2
        CMP R0, #'7'
        BHI ask2
ask1    BL put
ask2
        MOV R0, R4
        LDMFD SP!, {R4, PC}

; void display(void)
affiche STMFD SP!, {R4-R7, LR}
        SAY txtTop
        LDR R7, =GRILLE
        MOV R4, #0
ligne   ADD R0, R4, #'1'
        BL put
        MOV R0, #' '
        BL put
        MOV R5, #0
case_   LDR R1, [R7], #4
        LDR R0, =glyphs
        LDRB R0, [R0, R1]
        BL put
        MOV R0, #' '
        BL put
        ADD R5, R5, #1
        CMP R5, #COLS
        BNE case_
        SAY txtLine
        ADD R4, R4, #1
        CMP R4, #ROWS
        BNE ligne
        LDMFD SP!, {R4-R7, PC}

; int cell(row, column): 0, 1, 2, or -1 outside the board
cell    CMP R0, #ROWS
        BHS cell1
        CMP R1, #COLS
        BHS cell1
        MOV R2, #COLS
        MLA R3, R2, R0, R1
        LDR R2, =GRILLE
        LDR R0, [R2, R3, LSL #2]
        BX LR
cell1   MVN R0, #0
        BX LR

; int drop(column, player): the row, -1 when the column is full
lache    STMFD SP!, {R4-R7, LR}
        MOV R4, R0
        MOV R5, R1
        MOV R6, #0              ; row
        LDR R7, =GRILLE
        ADD R7, R7, R4, LSL #2
lache1   MOV R0, R6
        MOV R1, R4
        BL cell
        CMP R0, #0
        BNE lache2
        STR R5, [R7]
        BL affiche
        MOV R0, #0
        STR R0, [R7], #28
        ADD R6, R6, #1
        B lache1
lache2   SUB R6, R6, #1
        CMP R6, #-1
        STRNE R5, [R7, #-28]
        MOV R0, R6
        LDMFD SP!, {R4-R7, PC}

; int count(void): pieces on the board
count   LDR R1, =GRILLE
        MOV R2, #ROWS*COLS
        MOV R0, #0
count1  LDR R3, [R1], #4
        CMP R3, #0
        ADDNE R0, R0, #1
        SUBS R2, R2, #1
        BNE count1
        BX LR

; int longest(row, column, player): the longest line through that cell
longest STMFD SP!, {R4-R11, LR}
        MOV R4, R0
        MOV R5, R1
        MOV R6, R2
        MOV R11, #0
        LDR R10, =dirs
long1   LDRSB R7, [R10], #1
        LDRSB R8, [R10], #1
        MOV R9, #1
        BL walk
        RSB R7, R7, #0
        RSB R8, R8, #0
        BL walk
        CMP R9, R11
        MOVGT R11, R9
        LDR R0, =dirsEnd
        CMP R10, R0
        BNE long1
        MOV R0, R11
        LDMFD SP!, {R4-R11, PC}

; adds to R9 the pieces of R6 from (R4, R5) in direction (R7, R8);
; R0, R1 is the next cell, R12 what it has
walk    STMFD SP!, {R4-R5, LR}
walk1   ADD R4, R4, R7
        ADD R5, R5, R8
        MOV R0, R4
        MOV R1, R5
        BL cell
        MOV R12, R0
        CMP R0, R6
        ADDEQ R9, R9, #1
        BEQ walk1
        MOV R0, R4
        MOV R1, R5
        LDMFD SP!, {R4-R5, PC}

; int choose(void): where the longest line through the last piece can go on, else the lowest vacant cell
choisit  STMFD SP!, {R4-R11, LR}
        LDR R0, =LASTR
        LDR R4, [R0]
        LDR R5, [R0, #4]
        CMP R4, #-1
        BEQ bas
        MOV R6, #2
        MOV R11, #0             ; best so far: 2 * length, 1 more when the piece comes to rest there
        MOV R3, #-1
        STR R3, [SP, #-4]!      ; its column
        LDR R10, =dirs
choisit1 LDRSB R7, [R10], #1
        LDRSB R8, [R10], #1
        BL end
        RSB R7, R7, #0
        RSB R8, R8, #0
        BL end
        LDR R0, =dirsEnd
        CMP R10, R0
        BNE choisit1
        LDR R0, [SP], #4
        CMP R0, #-1
        BNE choisi
bas  MOV R4, #ROWS-1
bas1 MOV R5, #0
bas2 MOV R0, R4
        MOV R1, R5
        BL cell
        CMP R0, #0
        MOVEQ R0, R5
        BEQ choisi
        ADD R5, R5, #1
        CMP R5, #COLS
        BNE bas2
        SUB R4, R4, #1
        B bas1
choisi  LDMFD SP!, {R4-R11, PC}

; the line through (R4, R5): is its end in direction (R7, R8) vacant, and is it the best?
end     STMFD SP!, {LR}
        MOV R9, #1
        RSB R7, R7, #0
        RSB R8, R8, #0
        BL walk
        RSB R7, R7, #0
        RSB R8, R8, #0
        BL walk
        CMP R12, #0
        BNE end1
        STMFD SP!, {R1}
        ADD R0, R0, #1
        BL cell
        LDMFD SP!, {R1}
        MOV R9, R9, LSL #1
        CMP R0, #0
        ADDNE R9, R9, #1
        CMP R9, R11
        MOVGT R11, R9
        STRGT R1, [SP, #4]
end1    LDMFD SP!, {PC}

inithw  LDR R0, =0xE002C000
        MOV R1, #0x50
        STR R1, [R0]
        LDR R0, =0xE000C000
        MOV R1, #0x83
        STRB R1, [R0, #0x0C]
        MOV R1, #97
        STRB R1, [R0]
        MOV R1, #3
        STRB R1, [R0, #0x0C]
        BX LR
get     LDR R1, =0xE000C000
get1    LDRB R0, [R1, #0x14]
        ANDS R0, R0, #1
        BEQ get1
        LDRB R0, [R1]
        BX LR
put     LDR R1, =0xE000C000
put1    LDRB R2, [R1, #0x14]
        ANDS R2, R2, #0x20
        BEQ put1
        STRB R0, [R1]
        BX LR
puts    STMFD SP!, {R4, LR}
        MOV R4, R0
puts1   LDRB R0, [R4], #1
        CMP R0, #0
        LDMEQFD SP!, {R4, PC}
        BL put
        B puts1

        LTORG

        AREA texts, DATA, READONLY
dirs    DCB -1, -1, -1, 0, -1, 1, 0, -1
dirsEnd
glyphs  DCB "OYR"
txtHello DCB "Puissance 4", 10, 0
txtTop  DCB 10, "  1 2 3 4 5 6 7", 10, 0
txtLine DCB 10, 0
txtAsk1 DCB "Jaune joue, colonne : ", 0
txtBad  DCB 10, "Coup impossible", 10, 0
txtWin1 DCB "Les jaunes gagnent", 10, 0
txtWin2 DCB "Les rouges gagnent", 10, 0
txtTie  DCB "Match nul", 10, 0
        END
