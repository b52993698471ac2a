; Connect 4 for the LC-3: {{COLUMNS}} columns, {{ROWS}} rows, {{LINE}} in a line win.
;
; Each cell of the grid is a word: 0 is empty, 1 a piece of player 1, -1 one of
; player 2. The player whose turn it is is kept as 1 or -1 too: the condition
; codes tell the two apart, and NOT and ADD change the turn.
;
; Row follows row from the top. A word that is always 0 ends each row, and more
; of them come before the first row and after the last. So a walk along a line
; ends at the edge of the board without counting rows or columns.

        .ORIG   x3000

{{?ONCE}}        JSR     CLEAR_GRID
{{?AGAIN}}START   JSR     CLEAR_GRID
{{?AGAIN}}        AND     R0, R0, #0
{{?AGAIN}}        ADD     R0, R0, #1
{{?AGAIN}}        ST      R0, PLAYER
{{?AGAIN}}        LD      R0, ALL_CELLS
{{?AGAIN}}        ST      R0, EMPTY_CELLS
{{?GREETING}}        LD      R0, GREETING
{{?GREETING}}        PUTS
        JSR     PRINT_GRID

TURN    JSR     ASK
{{?NO_QUIT}}        JSR     READ_MOVE               ; R4: the column from 0, or -1
{{?QUIT}}        JSR     READ_MOVE               ; R4: the column from 0, -1, or -2 to leave
{{?QUIT}}        ADD     R0, R4, #2
{{?QUIT}}        BRz     LEAVE
        ADD     R4, R4, #0
        BRn     REFUSE
        JSR     FIND_CELL               ; R5: the cell, or 0
        ADD     R5, R5, #0
        BRz     IS_FULL

        LD      R0, PLAYER
        STR     R0, R5, #0
        JSR     PRINT_GRID
        JSR     FIND_LINE               ; R0: 1 if the piece is part of a line
        ADD     R0, R0, #0
        BRp     WON
        LD      R0, EMPTY_CELLS
        ADD     R0, R0, #-1
        ST      R0, EMPTY_CELLS
        BRz     TIED

CHANGE  LD      R0, PLAYER
        NOT     R0, R0
        ADD     R0, R0, #1
        ST      R0, PLAYER
        BRnzp   TURN

REFUSE  LD      R0, INVALID
        PUTS
        BRnzp   TURN
IS_FULL LD      R0, FULL
        PUTS
        BRnzp   TURN

WON     LD      R0, PLAYER
        BRp     WON_1
        LD      R0, WIN_2
        BRnzp   LAST
WON_1   LD      R0, WIN_1
        BRnzp   LAST
TIED    LD      R0, TIE
LAST    PUTS
{{?OVER_STOP}}        HALT
{{?OVER_AGAIN}}        BRnzp   START
{{?QUIT}}LEAVE
{{?FAREWELL}}        LD      R0, FAREWELL
{{?FAREWELL}}        PUTS
{{?QUIT_STOP}}        HALT
{{?QUIT_AGAIN}}        BRnzp   START

PLAYER      .FILL   #1          ; whose turn it is: 1 or -1
EMPTY_CELLS .FILL   #{{CELLS}}
{{?AGAIN}}ALL_CELLS   .FILL   #{{CELLS}}

; Where the texts are. They are at the end, because LEA reaches only 256 words.
{{?GREETING}}GREETING    .FILL   GREETING_TEXT
INVALID     .FILL   INVALID_TEXT
FULL        .FILL   FULL_TEXT
WIN_1       .FILL   WIN_1_TEXT
WIN_2       .FILL   WIN_2_TEXT
TIE         .FILL   TIE_TEXT
{{?FAREWELL}}FAREWELL    .FILL   FAREWELL_TEXT

; Empties the grid and the words around it.
CLEAR_GRID
        LD      R0, CG_FIRST
        LD      R1, CG_WORDS
        AND     R2, R2, #0
CG_NEXT STR     R2, R0, #0
        ADD     R0, R0, #1
        ADD     R1, R1, #-1
        BRp     CG_NEXT
        RET
CG_FIRST .FILL  ABOVE
CG_WORDS .FILL  #{{WORDS}}

; Prints the grid.
PRINT_GRID
        ST      R7, PG_R7
{{?HEADER}}        LD      R0, HEADER
{{?HEADER}}        PUTS
        LD      R1, PG_GRID             ; the next cell
        LD      R2, PG_ROWS             ; rows to go
{{?LABELS}}        LD      R4, PG_LABELS           ; where the next row's label is
{{?LABELS}}PG_ROW  LDR     R0, R4, #0
{{?LABELS}}        PUTS
{{?LABELS}}        ADD     R4, R4, #1
{{?LABELS}}        LD      R3, PG_COLUMNS          ; cells of the row to go
{{?NO_LABELS}}PG_ROW  LD      R3, PG_COLUMNS          ; cells of the row to go
PG_CELL LDR     R0, R1, #0
        BRp     PG_ONE
        BRn     PG_TWO
        LD      R0, EMPTY
        BRnzp   PG_SHOW
PG_ONE  LD      R0, PIECE_1
        BRnzp   PG_SHOW
PG_TWO  LD      R0, PIECE_2
PG_SHOW OUT
        ADD     R1, R1, #1
        ADD     R3, R3, #-1
        BRz     PG_END
        LEA     R0, SEPARATOR
        PUTS
        BRnzp   PG_CELL
PG_END  LEA     R0, ROW_END
        PUTS
        ADD     R1, R1, #1              ; over the word that ends the row
        ADD     R2, R2, #-1
        BRp     PG_ROW
        LD      R7, PG_R7
        RET
EMPTY       .FILL   x{{EMPTY}}
PIECE_1     .FILL   x{{PIECE_1}}
PIECE_2     .FILL   x{{PIECE_2}}
SEPARATOR   .STRINGZ "{{SEPARATOR}}"
ROW_END     .STRINGZ "\n"
{{?HEADER}}HEADER      .FILL   HEADER_TEXT
PG_GRID     .FILL   GRID
PG_ROWS     .FILL   #{{ROWS}}
{{?LABELS}}PG_LABELS   .FILL   ROW_LABELS
PG_COLUMNS  .FILL   #{{COLUMNS}}
PG_R7       .BLKW   1

; Asks the player whose turn it is for a column.
ASK     ST      R7, ASK_R7
        LD      R0, PLAYER
        BRp     ASK_1
        LD      R0, PROMPT_2
        BRnzp   ASK_OUT
ASK_1   LD      R0, PROMPT_1
ASK_OUT PUTS
        LD      R7, ASK_R7
        RET
PROMPT_1    .FILL   PROMPT_1_TEXT
PROMPT_2    .FILL   PROMPT_2_TEXT
ASK_R7      .BLKW   1

{{?KEY_INPUT}}; Reads a key and shows it. Out: R4, the column from 0, or -1 if the key is not
{{?KEY_INPUT}}; a digit from 1 to {{COLUMNS}}.
{{?KEY_INPUT}}READ_MOVE
{{?KEY_INPUT}}        ST      R7, RM_R7
{{?KEY_ECHO}}        GETC
{{?KEY_ECHO}}        OUT
{{?IN_INPUT}}        IN
{{?KEY_INPUT}}        ADD     R4, R0, #0
{{?KEY_INPUT}}        LEA     R0, LINE_END
{{?KEY_INPUT}}        PUTS
{{?LINE_INPUT}}; Reads a line and shows it. Out: R4, the column from 0, or -1 if the line is not
{{?LINE_INPUT}}; one digit from 1 to {{COLUMNS}}.
{{?LINE_INPUT}}READ_MOVE
{{?LINE_INPUT}}        ST      R7, RM_R7
{{?LINE_INPUT}}        AND     R2, R2, #0              ; keys of the line
{{?LINE_INPUT}}        AND     R4, R4, #0              ; the last of them
{{?LINE_INPUT}}RM_NEXT GETC
{{?LINE_INPUT}}        OUT
{{?LINE_INPUT}}        ADD     R1, R0, #-10
{{?LINE_INPUT}}        BRz     RM_END                  ; Enter
{{?LINE_INPUT}}        ADD     R2, R2, #1
{{?LINE_INPUT}}        ADD     R4, R0, #0
{{?LINE_INPUT}}        BRnzp   RM_NEXT
{{?LINE_INPUT}}RM_END  ADD     R2, R2, #-1
{{?LINE_INPUT}}        BRnp    RM_NONE                 ; not one key
{{?QUIT}}        LD      R1, MINUS_QUIT
{{?QUIT}}        ADD     R1, R4, R1
{{?QUIT}}        BRz     RM_QUIT
        LD      R1, MINUS_1
        ADD     R4, R4, R1
        BRn     RM_NONE                 ; below 1
        ADD     R1, R4, #-{{COLUMNS}}
        BRn     RM_OUT                  ; one of the columns
RM_NONE AND     R4, R4, #0
        ADD     R4, R4, #-1
{{?QUIT}}        BRnzp   RM_OUT
{{?QUIT}}RM_QUIT AND     R4, R4, #0
{{?QUIT}}        ADD     R4, R4, #-2
RM_OUT  LD      R7, RM_R7
        RET
MINUS_1     .FILL   #-49        ; minus the code of the digit 1
{{?QUIT}}MINUS_QUIT  .FILL   #-{{QUIT}}       ; minus the code of the key that leaves the game
{{?KEY_INPUT}}LINE_END    .STRINGZ "\n"
RM_R7       .BLKW   1

; Finds where a piece that is dropped into column R4 lands: from the bottom up,
; the first empty cell. Out: R5, the address of that cell; 0 if the column is
; full.
FIND_CELL
        LD      R5, FC_BOTTOM
        ADD     R5, R5, R4
        LD      R2, FC_ROWS
FC_NEXT LDR     R0, R5, #0
        BRz     FC_OUT
        ADD     R5, R5, #-{{WIDTH}}
        ADD     R2, R2, #-1
        BRp     FC_NEXT
        AND     R5, R5, #0
FC_OUT  RET
FC_BOTTOM   .FILL   LAST_ROW
FC_ROWS     .FILL   #{{ROWS}}

; Is the piece in cell R5 part of a line? In each direction, the neighbours on
; both sides of it are counted. Out: R0, 1 if so, 0 if not.
FIND_LINE
        ST      R7, FL_R7
        LEA     R3, STEPS
FL_NEXT LDR     R1, R3, #0
        BRz     FL_NONE
        LD      R2, OTHERS
        JSR     COUNT
        NOT     R1, R1
        ADD     R1, R1, #1
        JSR     COUNT                   ; the other side
        ADD     R2, R2, #0
        BRzp    FL_LINE
        ADD     R3, R3, #1
        BRnzp   FL_NEXT
FL_LINE AND     R0, R0, #0
        ADD     R0, R0, #1
        BRnzp   FL_OUT
FL_NONE AND     R0, R0, #0
FL_OUT  LD      R7, FL_R7
        RET
OTHERS      .FILL   #-{{OTHERS}}         ; minus the pieces of a line beside this one
STEPS       .FILL   #1          ; along the row
            .FILL   #{{WIDTH}}          ; along the column
            .FILL   #{{DOWN_RIGHT}}          ; down to the right
            .FILL   #{{DOWN_LEFT}}          ; down to the left
            .FILL   #0
FL_R7       .BLKW   1

; Counts the pieces of the same player that follow cell R5 without a gap, R1
; words from one to the next. Adds their number to R2.
COUNT   LDR     R4, R5, #0
        NOT     R4, R4
        ADD     R4, R4, #1              ; minus what is looked for
        ADD     R6, R5, R1
CO_NEXT LDR     R0, R6, #0
        ADD     R0, R0, R4
        BRnp    CO_OUT
        ADD     R2, R2, #1
        ADD     R6, R6, R1
        BRnzp   CO_NEXT
CO_OUT  RET

; The grid, with words that are always 0 around it.
ABOVE       .BLKW   #{{ABOVE}}
GRID        .BLKW   #{{UPPER}}
LAST_ROW    .BLKW   #{{WIDTH}}
BELOW       .BLKW   #{{WIDTH}}

{{?GREETING}}GREETING_TEXT .STRINGZ "{{GREETING}}\n"
{{?HEADER}}HEADER_TEXT   .STRINGZ "{{HEADER}}\n"
PROMPT_1_TEXT .STRINGZ "{{PROMPT_1}}"
PROMPT_2_TEXT .STRINGZ "{{PROMPT_2}}"
INVALID_TEXT  .STRINGZ "{{INVALID}}\n"
FULL_TEXT     .STRINGZ "{{FULL}}\n"
WIN_1_TEXT    .STRINGZ "{{WIN_1}}\n"
WIN_2_TEXT    .STRINGZ "{{WIN_2}}\n"
{{?TIE}}TIE_TEXT      .STRINGZ "{{TIE}}\n"
{{?NO_TIE}}TIE_TEXT      .FILL   #0          ; a tie is not announced
{{?FAREWELL}}FAREWELL_TEXT .STRINGZ "{{FAREWELL}}\n"
{{?LABELS}}
{{?LABELS}}{{LABELS}}

        .END
