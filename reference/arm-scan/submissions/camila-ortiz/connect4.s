; Camila Ortiz
tablero   equ     0x40000000
p1      equ     'X'
p2      equ     'O'
vacio   equ     '.'

        area    |.text|, code, readonly
        entry

inicio   ldr     sp, =0x40010000
        bl      inithw
nueva ldr     r0, =hola
        bl      puts
        bl      vaciar
        bl      mostrar
        mov     r8, #p1
turno    cmp     r8, #p1
        ldreq   r0, =pidex
        ldrne   r0, =pideo
        bl      puts
        bl      get
        bl      put
        mov     r9, r0
        bl      finlinea
        cmp     r9, #'q'
        beq     nueva
        sub     r9, r9, #'1'
        cmp     r9, #7
        bhs     malo
        bl      soltar
        cmp     r0, #0
        beq     malo
puesta
        bl      mostrar
        mov     r7, #4
        bl      lineas
        cmp     r0, #1
        beq     ganado
        bl      hueco
        cmp     r0, #0
        beq     empate
        cmp     r8, #p1
        moveq   r8, #p2
        movne   r8, #p1
        b       turno
malo     ldr     r0, =rechazo
        bl      puts
        b       turno
ganado     cmp     r8, #p1
        ldreq   r0, =ganax
        ldrne   r0, =ganao
        bl      puts
        b       fin
empate
fin    b       fin

vaciar   ldr     r1, =tablero
        mov     r2, #42
        mov     r3, #vacio
vacia1  strb    r3, [r1], #1
        subs    r2, r2, #1
        bne     vacia1
        bx      lr

mostrar    stmfd   sp!, {r4-r6, lr}
        ldr     r0, =cabeza
        bl      puts
        ldr     r4, =tablero
        mov     r5, #0
fila mov     r6, #0
casilla ldrb    r0, [r4], #1
        bl      put
        mov     r0, #' '
        bl      put
        add     r6, r6, #1
        cmp     r6, #7
        bne     casilla
        bl      finlinea
        add     r5, r5, #1
        cmp     r5, #6
        bne     fila
        ldmfd   sp!, {r4-r6, pc}

soltar    stmfd   sp!, {r4-r6, lr}
        ldr     r4, =tablero
        add     r4, r4, r9
        ldrb    r0, [r4]
        cmp     r0, #vacio
        movne   r0, #0
        bne     salir
        mov     r5, #5
bajar
        cmp     r5, #0
        beq     posada
        ldrb    r0, [r4, #7]
        cmp     r0, #vacio
        bne     posada
        add     r4, r4, #7
        sub     r5, r5, #1
        b       bajar
posada strb    r8, [r4]
        mov     r0, #1
salir   ldmfd   sp!, {r4-r6, pc}

hueco    ldr     r1, =tablero
        mov     r2, #7
        mov     r0, #0
hueco1   ldrb    r3, [r1], #1
        cmp     r3, #vacio
        moveq   r0, #1
        subs    r2, r2, #1
        bne     hueco1
        bx      lr

lineas   stmfd   sp!, {r4-r6, r9-r12, lr}
        ldr     r12, =pasos
busca1  ldrsb   r10, [r12], #1
        ldrsb   r11, [r12], #1
        mov     r5, #0
busca2  mov     r6, #0
busca3  bl      sigue
        cmp     r9, r7
        movhs   r0, #1
        bhs     buscado
        add     r6, r6, #1
        cmp     r6, #7
        bne     busca3
        add     r5, r5, #1
        cmp     r5, #6
        bne     busca2
        ldr     r0, =pasosfin
        cmp     r12, r0
        bne     busca1
        mov     r0, #0
buscado  ldmfd   sp!, {r4-r6, r9-r12, pc}

sigue     mov     r9, #0
        mov     r1, r5
        mov     r2, r6
        ldr     r4, =tablero
sigue1    cmp     r1, #6
        bxhs    lr
        cmp     r2, #7
        bxhs    lr
        rsb     r3, r1, r1, lsl #3
        add     r3, r3, r2
        ldrb    r3, [r4, r3]
        cmp     r3, r8
        bxne    lr
        add     r9, r9, #1
        add     r1, r1, r10
        add     r2, r2, r11
        b       sigue1

finlinea    stmfd   sp!, {lr}
        ldr     r0, =salto
        bl      puts
        ldmfd   sp!, {pc}

inithw  ldr     r0, =0xe002c000
        mov     r1, #0x50
        str     r1, [r0]
        ldr     r0, =0xe000c000
        mov     r1, #0x83
        strb    r1, [r0, #0x0c]
        mov     r1, #97
        strb    r1, [r0]
        mov     r1, #3
        strb    r1, [r0, #0x0c]
        bx      lr
get     ldr     r1, =0xe000c000
get1    ldrb    r0, [r1, #0x14]
        tst     r0, #1
        beq     get1
        ldrb    r0, [r1]
        bx      lr
put     ldr     r1, =0xe000c000
put1    ldrb    r2, [r1, #0x14]
        tst     r2, #0x20
        beq     put1
        strb    r0, [r1]
        bx      lr
puts    stmfd   sp!, {r3, lr}
        mov     r3, r0
puts1   ldrb    r0, [r3], #1
        cmp     r0, #0
        beq     puts2
        bl      put
        b       puts1
puts2   ldmfd   sp!, {r3, pc}

        ltorg

pasos   dcb     0, 1, 1, 0, 1, 1, 1, -1
pasosfin
hola   dcb     "Cuatro en raya", 10, 13, 0
cabeza  dcb     "1 2 3 4 5 6 7", 10, 13, 0
salto dcb     10, 13, 0
pidex  dcb     "Jugador X, elige columna: ", 0
pideo  dcb     "Jugador O, elige columna: ", 0
rechazo dcb     "Jugada no permitida", 10, 13, 0
ganax  dcb     "Ha ganado X", 10, 13, 0
ganao  dcb     "Ha ganado O", 10, 13, 0
        end
