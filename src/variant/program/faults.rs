//! What is wrong with the programs of the sample class, as edits of the templates.

use crate::variant::Sample;

/// A fault.
pub(super) struct Fault {
    /// Whose it is, and what it must get.
    pub sample: Sample,
    /// A tag or a family that shows it; empty where any suite does.
    pub shown_by: &'static str,
    /// What is replaced in the template, and by what.
    pub edits: &'static [(&'static str, &'static str)],
    /// Whether the words that separate rows stay.
    pub has_border: bool,
}

const fn fault(
    (student, fault, verdict): (&'static str, &'static str, &'static str),
    shown_by: &'static str,
    edits: &'static [(&'static str, &'static str)],
) -> Fault {
    Fault {
        sample: Sample {
            student,
            fault,
            verdict,
        },
        shown_by,
        edits,
        has_border: true,
    }
}

const NONE: (&str, &str, &str) = ("alma-berg", "none, the reference program", "pass");
const SPACES: (&str, &str, &str) = ("boris-katz", "each row ends in a space", "format");
const DIAGONAL: (&str, &str, &str) = ("carmen-ortiz", "finds no line that runs down to the left", "wrong");
const EDGE: (&str, &str, &str) = ("dario-marino", "lines go on around the edge of the board", "wrong");
const WINNER: (&str, &str, &str) = ("edda-olsen", "announces the wrong winner", "wrong");
const FULL: (&str, &str, &str) = ("felix-braun", "a piece in a full column replaces the top one", "wrong");
const TIE: (&str, &str, &str) = ("gwen-price", "never announces a tie", "wrong");
const ONE_SIDE: (&str, &str, &str) = ("hiro-mori", "finds a line only from one of its ends", "wrong");
const COLUMN: (&str, &str, &str) = (
    "ines-lopes",
    "takes the key after the last column for a column",
    "wrong",
);
const BUILD: (&str, &str, &str) = ("jonas-keller", "does not assemble or compile", "build-failed");
const LAST: (&str, &str, &str) = ("kira-popova", "announces a tie where the last piece wins", "wrong");
const LONG: (&str, &str, &str) = (
    "lars-holm",
    "overlooks lines that are longer than they must be",
    "wrong",
);
const TURN: (&str, &str, &str) = ("mira-novak", "an invalid key costs the turn", "wrong");
const QUIT: (&str, &str, &str) = ("nils-oster", "refuses the key that leaves the game", "wrong");
const ONE_GAME: (&str, &str, &str) = ("olga-stein", "stops after the first game", "wrong");

pub(super) const FAULTS_OF_LC3: &[Fault] = &[
    fault(NONE, "", &[]),
    fault(
        SPACES,
        "",
        &[(r#"ROW_END     .STRINGZ "\n""#, r#"ROW_END     .STRINGZ " \n""#)],
    ),
    fault(
        DIAGONAL,
        "diagonal",
        &[("            .FILL   #{{DOWN_LEFT}}          ; down to the left\n", "")],
    ),
    Fault {
        has_border: false,
        ..fault(
            EDGE,
            "no-win",
            &[(
                "        ADD     R1, R1, #1              ; over the word that ends the row\n",
                "",
            )],
        )
    },
    fault(WINNER, "", &[("BRp     WON_1", "BRn     WON_1")]),
    fault(
        FULL,
        "full-column",
        &[(
            "        AND     R5, R5, #0\nFC_OUT",
            "        ADD     R5, R5, #{{WIDTH}}\nFC_OUT",
        )],
    ),
    fault(TIE, "tie", &[("        BRz     TIED\n", "")]),
    fault(
        ONE_SIDE,
        "horizontal",
        &[("        JSR     COUNT                   ; the other side\n", "")],
    ),
    fault(
        COLUMN,
        "invalid",
        &[("ADD     R1, R4, #-{{COLUMNS}}", "ADD     R1, R4, #-{{ONE_MORE}}")],
    ),
    fault(BUILD, "", &[("TURN    JSR     ASK\n", "TURN    JSRR    ASK\n")]),
    fault(
        LAST,
        "full-board",
        &[
            (
                "        JSR     FIND_LINE               ; R0: 1 if the piece is part of a line\n        ADD     R0, R0, #0\n        \
                 BRp     WON\n",
                "",
            ),
            (
                "        BRz     TIED\n",
                "        BRz     TIED\n        JSR     FIND_LINE\n        ADD     R0, R0, #0\n        BRp     WON\n",
            ),
        ],
    ),
    fault(LONG, "long-lines", &[("BRzp    FL_LINE", "BRz     FL_LINE")]),
    fault(
        TURN,
        "invalid",
        &[(
            "REFUSE  LD      R0, INVALID\n        PUTS\n        BRnzp   TURN",
            "REFUSE  LD      R0, INVALID\n        PUTS\n        BRnzp   CHANGE",
        )],
    ),
    fault(QUIT, "quit", &[("{{?QUIT}}        BRz     RM_QUIT\n", "")]),
    fault(
        ONE_GAME,
        "restart",
        &[(
            "{{?OVER_AGAIN}}        BRnzp   START\n",
            "{{?OVER_AGAIN}}        HALT\n",
        )],
    ),
];

/// Games are compared by events there, so that what rows end in costs nothing.
pub(super) const FAULTS_OF_ARM: &[Fault] = &[
    fault(NONE, "", &[]),
    fault(
        (SPACES.0, SPACES.1, "pass"),
        "",
        &[(
            "ROW_END         DCB     {{NEWLINE}}",
            "ROW_END         DCB     \" \", {{NEWLINE}}",
        )],
    ),
    fault(
        DIAGONAL,
        "diagonal",
        &[("                DCD     WIDTH-1         ; down to the left\n", "")],
    ),
    Fault {
        has_border: false,
        ..fault(
            EDGE,
            "no-win",
            &[(
                "        ADD     R4, R4, #1              ; over the byte that ends the row\n",
                "",
            )],
        )
    },
    fault(WINNER, "", &[("WON     CMP     R4, #ONE", "WON     CMP     R4, #TWO")]),
    fault(
        FULL,
        "full-column",
        &[(
            "        MOV     R0, #0                  ; full\n",
            "        ADD     R0, R0, #WIDTH\n",
        )],
    ),
    fault(TIE, "tie", &[("        BEQ     TIED\n", "")]),
    fault(ONE_SIDE, "horizontal", &[("        ADD     R7, R7, R0\n", "")]),
    fault(
        COLUMN,
        "invalid",
        &[("        CMP     R0, #COLUMNS ", "        CMP     R0, #COLUMNS+1 ")],
    ),
    fault(BUILD, "", &[("        BL      ASK\n", "        CALL    ASK\n")]),
    fault(
        LAST,
        "full-board",
        &[
            (
                "        MOV     R0, R6\n        BL      FIND_LINE               ; R0: TRUE if the piece is part of a line\n        \
                 CMP     R0, #TRUE\n        BEQ     WON\n",
                "",
            ),
            (
                "        BEQ     TIED\n",
                "        BEQ     TIED\n        MOV     R0, R6\n        BL      FIND_LINE\n        CMP     R0, #TRUE\n        BEQ     \
                 WON\n",
            ),
        ],
    ),
    fault(
        LONG,
        "long-lines",
        &[("        BLT     FL_NEXT\n", "        BNE     FL_NEXT\n")],
    ),
    fault(
        TURN,
        "invalid",
        &[(
            "REFUSE  LDR     R0, =INVALID\n        BL      puts\n        B       TURN",
            "REFUSE  LDR     R0, =INVALID\n        BL      puts\n        B       CHANGE",
        )],
    ),
    fault(QUIT, "quit", &[("{{?QUIT}}        BEQ     RM_OUT\n", "")]),
    fault(
        ONE_GAME,
        "restart",
        &[(
            "{{?OVER_AGAIN}}        B       START\n",
            "{{?OVER_AGAIN}}stop    B       stop\n",
        )],
    ),
];

pub(super) const FAULTS_OF_C: &[Fault] = &[
    fault(NONE, "", &[]),
    fault(
        SPACES,
        "",
        &[(
            "        }\n        putchar('\\n');\n",
            "        }\n        puts(\" \");\n",
        )],
    ),
    fault(
        DIAGONAL,
        "diagonal",
        &[("{{0, 1}, {1, 0}, {1, 1}, {1, -1}}", "{{0, 1}, {1, 0}, {1, 1}}")],
    ),
    fault(
        EDGE,
        "no-win",
        &[(
            "row >= 0 && row < ROWS && column >= 0 && column < COLUMNS",
            "row * COLUMNS + column >= 0 && row * COLUMNS + column < ROWS * COLUMNS",
        )],
    ),
    fault(WINNER, "", &[("puts(WINS[player - 1])", "puts(WINS[2 - player])")]),
    fault(
        FULL,
        "full-column",
        &[(
            "    if (row >= 0) {\n",
            "    if (row < 0) {\n        row = 0;\n    }\n    if (row >= 0) {\n",
        )],
    ),
    fault(
        TIE,
        "tie",
        &[("if (is_full(&board)) {", "if (is_full(&board) && false) {")],
    ),
    fault(
        ONE_SIDE,
        "horizontal",
        &[(
            "count_from(board, row, column, down, right)\n                             + count_from(board, row, column, -down, -right)",
            "count_from(board, row, column, down, right)",
        )],
    ),
    fault(BUILD, "", &[("    clear(&board);\n", "    clean(&board);\n")]),
    fault(
        LAST,
        "full-board",
        &[(
            "if (is_in_line(&board, row, column)) {",
            "if (is_in_line(&board, row, column) && !is_full(&board)) {",
        )],
    ),
    fault(LONG, "long-lines", &[("length >= LINE", "length == LINE")]),
    fault(
        TURN,
        "invalid",
        &[(
            "            continue;\n",
            "            player = 3 - player;\n            continue;\n",
        )],
    ),
    fault(
        QUIT,
        "quit",
        &[
            (
                "{{?LINE_INPUT}}{{?QUIT}}        return QUIT;\n",
                "{{?LINE_INPUT}}{{?QUIT}}        return NO_COLUMN;\n",
            ),
            (
                "{{?KEY_INPUT}}{{?QUIT}}        return QUIT;\n",
                "{{?KEY_INPUT}}{{?QUIT}}        return NO_COLUMN;\n",
            ),
        ],
    ),
    fault(
        ONE_GAME,
        "restart",
        &[("{{?AGAIN}}    while (play()) {\n", "{{?AGAIN}}    if (play()) {\n")],
    ),
];
