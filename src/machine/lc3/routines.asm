; The trap service routines of our operating system, for machines on which they are to run instruction by instruction.
; RETURN stands for the return instruction of the linkage, and the two texts for what a simulator prints. No routine
; calls another, and each restores every register but R0. What it loads last sets the condition codes that it leaves under
; 2nd edition linkage.

        .ORIG x0400

TRAP_x20 LDI R0, KBSR
        BRzp TRAP_x20
        LDI R0, KBDR
        RETURN

TRAP_x21 ST R1, OUT_R1
OUT_WAIT LDI R1, DSR
        BRzp OUT_WAIT
        STI R0, DDR
        LD R1, OUT_R1
        RETURN
OUT_R1  .BLKW 1

TRAP_x22 ST R0, SAVE_R0
        ST R1, SAVE_R1
        ST R2, SAVE_R2
        ST R7, SAVE_R7
        ADD R1, R0, #0
PUTS_NEXT LDR R0, R1, #0
        BRz PUTS_END
PUTS_WAIT LDI R2, DSR
        BRzp PUTS_WAIT
        STI R0, DDR
        ADD R1, R1, #1
        BR PUTS_NEXT
PUTS_END LD R0, SAVE_R0
        LD R1, SAVE_R1
        LD R2, SAVE_R2
        LD R7, SAVE_R7
        RETURN

; IN: the prompt, the key and its echo, and what follows it.
TRAP_x23 ST R1, SAVE_R1
        ST R2, SAVE_R2
        ST R7, SAVE_R7
        LEA R1, PROMPT
IN_NEXT LDR R0, R1, #0
        BRz IN_KEY
IN_WAIT LDI R2, DSR
        BRzp IN_WAIT
        STI R0, DDR
        ADD R1, R1, #1
        BR IN_NEXT
IN_KEY  LDI R0, KBSR
        BRzp IN_KEY
        LDI R0, KBDR
IN_ECHO LDI R2, DSR
        BRzp IN_ECHO
        STI R0, DDR
        LD R1, AFTER_P
IN_MORE LDR R7, R1, #0
        BRz IN_END
IN_LAST LDI R2, DSR
        BRzp IN_LAST
        STI R7, DDR
        ADD R1, R1, #1
        BR IN_MORE
IN_END  LD R1, SAVE_R1
        LD R2, SAVE_R2
        LD R7, SAVE_R7
        RETURN

; PUTSP: the low byte of each word, then its high byte, which eight rotations bring down.
TRAP_x24 ST R0, SAVE_R0
        ST R1, SAVE_R1
        ST R2, SAVE_R2
        ST R3, SAVE_R3
        ST R4, SAVE_R4
        ST R7, SAVE_R7
        ADD R1, R0, #0
PAIR    LDR R0, R1, #0
        LD R3, LOW_BYTE
        AND R3, R0, R3
        BRz PUTSP_END
LOW_WAIT LDI R2, DSR
        BRzp LOW_WAIT
        STI R3, DDR
        AND R3, R3, #0
        ADD R4, R3, #8
ROTATE  ADD R3, R3, R3
        ADD R0, R0, #0
        BRzp SHIFT
        ADD R3, R3, #1
SHIFT   ADD R0, R0, R0
        ADD R4, R4, #-1
        BRp ROTATE
        ADD R3, R3, #0
        BRz PUTSP_END
HIGH_WAIT LDI R2, DSR
        BRzp HIGH_WAIT
        STI R3, DDR
        ADD R1, R1, #1
        BR PAIR
PUTSP_END LD R0, SAVE_R0
        LD R1, SAVE_R1
        LD R2, SAVE_R2
        LD R3, SAVE_R3
        LD R4, SAVE_R4
        LD R7, SAVE_R7
        RETURN

; HALT prints its text and stops the clock. Where something starts the clock again, it is stopped again.
TRAP_x25 LD R1, GOODBYE_P
HALT_NEXT LDR R0, R1, #0
        BRz STOP
HALT_WAIT LDI R2, DSR
        BRzp HALT_WAIT
        STI R0, DDR
        ADD R1, R1, #1
        BR HALT_NEXT
STOP    LDI R0, MCR
        LD R1, RUNNING
        AND R0, R0, R1
        STI R0, MCR
        BR STOP

SAVE_R0 .BLKW 1
SAVE_R1 .BLKW 1
SAVE_R2 .BLKW 1
SAVE_R3 .BLKW 1
SAVE_R4 .BLKW 1
SAVE_R7 .BLKW 1
KBSR    .FILL xFE00
KBDR    .FILL xFE02
DSR     .FILL xFE04
DDR     .FILL xFE06
MCR     .FILL xFFFE
RUNNING .FILL x7FFF
LOW_BYTE .FILL x00FF
AFTER_P .FILL AFTER
GOODBYE_P .FILL GOODBYE
PROMPT  .STRINGZ "IN_BEFORE"
AFTER   .STRINGZ "IN_AFTER"
GOODBYE .STRINGZ "HALT_TEXT"
        .END
