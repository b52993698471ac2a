//! The rules of the armasm dialect, all in one place: what a line of source means here.
//!
//! Sources: the manual of armasm 5 (ARM DUI 0379 and DUI 0489), what Keil's armasm and armlink 5.05 and 5.06 make of real
//! programs, and the ARM Architecture Reference Manual for ARMv4T. Where armasm refuses something that can be
//! understood, this assembler says so, and accepts it with a warning where no harm can come of it: a grader must not be stricter than
//! the tool a student used.
//!
//! # Lines
//!
//! | what | rule |
//! |---|---|
//! | columns | whatever starts in the first column is a label, even when it is named like a directive or an instruction (`get`); an instruction or directive has a blank or TAB before it |
//! | labels | letters, digits, `_`, not starting with a digit; upper and lower case differ; `\|any thing\|` between bars; a colon after is dropped with a warning |
//! | numeric labels | `1` or `1name` in the first column, as often as one likes; `%F1` the next, `%B1` the last, `%1` the last, else the next; `ROUT` begins a new set |
//! | a label alone | means the next instruction or datum, after the padding that this needs |
//! | comments | from `;` on, outside strings and characters |
//! | long lines | a backslash at the end joins the next line |
//! | case | names of instructions, directives and registers are all upper or all lower; mixed is taken with a warning |
//! | end | `END`; nothing after it is read. Missing, it is a warning |
//!
//! # Numbers and expressions
//!
//! | what | rule |
//! |---|---|
//! | numbers | `10`, `0x1F`, `&1F`, `2_1010` (base 2 to 9), `'c'`, a string of one character |
//! | operators | unary `+ - ~ :NOT: :LNOT: :LEN: :DEF:`; then `* / % :MOD:`; then `:SHL: << :SHR: >> :ROL: :ROR:`; then `+ - :AND: & :OR: \| :EOR:`, all of one precedence; then `= == <> /= != < <= > >=`; then `:LAND: && :LOR: \|\| :LEOR:`; parentheses |
//! | place | `.` and `{PC}` are the address of the line; `{TRUE}` 1, `{FALSE}` 0 |
//! | addresses | a number may be added to a label; two labels of one area may be subtracted |
//! | forward | a symbol may be used before it is defined, but not in `SPACE`, `FILL`, `ALIGN`, `IF`, `WHILE`, `SETx` |
//! | size | 32 bits; what overflows is lost |
//!
//! # Instructions
//!
//! | what | rule |
//! |---|---|
//! | set | ARMv4T in ARM state; later instructions, Thumb and Cortex-M are refused by name |
//! | conditions | after the name; `S`, `B`, `FD` and the like before or after them: `ADDNES`, `ADDSNE`. `BLT`, `BLS`, `BLE`, `BLO` are branches, never calls |
//! | first operand | left out, it is the destination: `ADD R5, #1`, `MUL R0, R1` |
//! | numbers | `#` and a byte rotated by an even distance. Without `#`, a number is taken with a warning. Where none makes it: MOV and MVN, AND and BIC, ADC and SBC, ADD and SUB, CMP and CMN stand in for each other |
//! | `LDR Rx, =value` | MOV or MVN where one of them can, and the value is a number that is known when the line is read; else from a pool |
//! | pools | at `LTORG`, at the end of each area and at `END`; a value is in a pool once, and is taken from an earlier pool within 4095 bytes |
//! | `LDR Rx, label` | from the PC: within 4095 bytes |
//! | `ADR`, `ADRL` | ADD or SUB from the PC, one and always two instructions |
//! | `PUSH`, `POP` | `STMDB SP!` and `LDMIA SP!`; of a single register `STR R, [SP, #-4]!` and `LDR R, [SP], #4` |
//! | `LSL` to `ROR`, `RRX`, `NEG`, `CPY`, `NOP` | MOV with a shift, `RSB #0`, MOV, `MOV R0, R0` |
//! | registers | R0 to R15, SP, LR, PC, a1 to a4, v1 to v8, sb, sl, fp, ip, and names given by `RN` |
//!
//! # Directives
//!
//! | name | what it does |
//! |---|---|
//! | `AREA name, attributes` | begins or continues an area: `CODE` or `DATA`, `READONLY` (as `CODE` is by itself) or `READWRITE` (as `DATA` is), `NOINIT`, `ALIGN=n` |
//! | `ENTRY` | accepted; execution starts at address 0 all the same |
//! | `DCB` `=` | bytes and strings; in strings `""` is a quote, and `\n`, `\t`, `\r`, `\0`, `\\`, `\"` are read as in C, with a note |
//! | `DCW`, `DCD` `&`, `DCQ` | half-words, words, double words, aligned to 2, 4 and 4; with `U` after, not aligned |
//! | `DCI` | an instruction by its word |
//! | `SPACE` `%`, `FILL` | bytes of zero, and of a value |
//! | `ALIGN n, offset` | padding; 4 where `n` is left out. An instruction after an odd number of bytes is padded to a word by itself |
//! | `EQU` `*`, `RN` | names for values and registers |
//! | `MAP start, base` `^`, `FIELD` `#` | names for offsets in a structure; with a base register, `LDR R0, name` is `LDR R0, [base, #name]` |
//! | `LTORG` | a pool |
//! | `IF` `[`, `ELSE` `\|`, `ELIF`, `ENDIF` `]`, `WHILE`, `WEND` | conditional and repeated lines |
//! | `MACRO`, `MEND`, `MEXIT` | macros with `$label` and `$parameters`, defaults after `=` |
//! | `GBLA`, `LCLA`, `SETA` and with `L`, `S` | variables; `$name` puts the value into a line |
//! | `ROUT` | a new set of numeric labels |
//! | `ASSERT` | an error where it does not hold |
//! | `EXPORT`, `GLOBAL` | offer a symbol to the other files of the program; alone, all symbols |
//! | `IMPORT`, `EXTERN` | a symbol that another file of the program exports |
//! | `GET`, `INCLUDE` | the lines of a file beside the program |
//! | `KEEP`, `PRESERVE8`, `REQUIRE8`, `ARM`, `CODE32`, `FUNCTION`, `PROC`, `ENDP`, `ENDFUNC`, `TTL`, `SUBT`, `OPT`, `INFO` `!` | accepted, without effect |
//! | `INCBIN`, `THUMB`, `CODE16`, `CN`, `CP`, `DCFD` and the like | refused |
//!
//! # Memory
//!
//! | what | rule |
//! |---|---|
//! | flash, from 0 | an area called `RESET`; code; data that is only read; each kind by the names of its areas, those of the file with `ENTRY` first |
//! | RAM, from 0x40000000 | `READWRITE` areas, then `NOINIT` ones, by name; zero at the start, whatever values the source gives (one warning) |
//! | padding | zeros up to a word; after code `MOV R0, R0` from there |

/// A directive by what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Directive {
    Area,
    Entry,
    End,
    Equ,
    /// Bytes of a unit, and whether it is aligned.
    Data(u32, bool),
    Dci,
    Space,
    Fill,
    Align,
    Ltorg,
    Import,
    /// Names that must exist, without effect: `EXPORT`, `KEEP`.
    Export,
    Rn,
    If,
    Elif,
    Else,
    Endif,
    While,
    Wend,
    Macro,
    Mend,
    Mexit,
    Declare(Type),
    Set(Type),
    Rout,
    Map,
    Field,
    Assert,
    /// Takes anything, does nothing.
    Ignored,
    /// Brings another file in.
    Include,
    /// Asks for Thumb code.
    Thumb,
    /// Not taken, with what to do.
    Refused(&'static str),
}

/// The type of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Logical,
    Text,
}

const NO_COPROCESSOR: &str = "this processor has no coprocessor";
const NO_FLOAT: &str = "this processor has no floating point";
const ONE_FILE: &str = "write `SPACE` in an area of your own";

/// Every directive. Signs are other names of some.
const DIRECTIVES: [(&str, Directive); 87] = [
    ("AREA", Directive::Area),
    ("ENTRY", Directive::Entry),
    ("END", Directive::End),
    ("EQU", Directive::Equ),
    ("*", Directive::Equ),
    ("DCB", Directive::Data(1, false)),
    ("=", Directive::Data(1, false)),
    ("DCW", Directive::Data(2, true)),
    ("DCWU", Directive::Data(2, false)),
    ("DCD", Directive::Data(4, true)),
    ("&", Directive::Data(4, true)),
    ("DCDU", Directive::Data(4, false)),
    ("DCQ", Directive::Data(8, true)),
    ("DCQU", Directive::Data(8, false)),
    ("DCI", Directive::Dci),
    ("SPACE", Directive::Space),
    ("%", Directive::Space),
    ("FILL", Directive::Fill),
    ("ALIGN", Directive::Align),
    ("LTORG", Directive::Ltorg),
    ("IMPORT", Directive::Import),
    ("EXTERN", Directive::Import),
    ("EXPORT", Directive::Export),
    ("GLOBAL", Directive::Export),
    ("KEEP", Directive::Export),
    ("RN", Directive::Rn),
    ("IF", Directive::If),
    ("[", Directive::If),
    ("ELIF", Directive::Elif),
    ("ELSE", Directive::Else),
    ("|", Directive::Else),
    ("ENDIF", Directive::Endif),
    ("]", Directive::Endif),
    ("WHILE", Directive::While),
    ("WEND", Directive::Wend),
    ("MACRO", Directive::Macro),
    ("MEND", Directive::Mend),
    ("MEXIT", Directive::Mexit),
    ("GBLA", Directive::Declare(Type::Number)),
    ("LCLA", Directive::Declare(Type::Number)),
    ("GBLL", Directive::Declare(Type::Logical)),
    ("LCLL", Directive::Declare(Type::Logical)),
    ("GBLS", Directive::Declare(Type::Text)),
    ("LCLS", Directive::Declare(Type::Text)),
    ("SETA", Directive::Set(Type::Number)),
    ("SETL", Directive::Set(Type::Logical)),
    ("SETS", Directive::Set(Type::Text)),
    ("ROUT", Directive::Rout),
    ("MAP", Directive::Map),
    ("^", Directive::Map),
    ("FIELD", Directive::Field),
    ("#", Directive::Field),
    ("ASSERT", Directive::Assert),
    ("PRESERVE8", Directive::Ignored),
    ("REQUIRE8", Directive::Ignored),
    ("ARM", Directive::Ignored),
    ("CODE32", Directive::Ignored),
    ("FUNCTION", Directive::Ignored),
    ("PROC", Directive::Ignored),
    ("ENDP", Directive::Ignored),
    ("ENDFUNC", Directive::Ignored),
    ("FRAME", Directive::Ignored),
    ("TTL", Directive::Ignored),
    ("SUBT", Directive::Ignored),
    ("OPT", Directive::Ignored),
    ("INFO", Directive::Ignored),
    ("!", Directive::Ignored),
    ("NOFP", Directive::Ignored),
    ("ATTR", Directive::Ignored),
    ("REQUIRE", Directive::Ignored),
    ("ALIAS", Directive::Refused("give the label a second name with `EQU`")),
    ("GET", Directive::Include),
    ("INCLUDE", Directive::Include),
    ("INCBIN", Directive::Include),
    ("THUMB", Directive::Thumb),
    ("THUMBX", Directive::Thumb),
    ("CODE16", Directive::Thumb),
    ("CN", Directive::Refused(NO_COPROCESSOR)),
    ("CP", Directive::Refused(NO_COPROCESSOR)),
    ("SN", Directive::Refused(NO_FLOAT)),
    ("DN", Directive::Refused(NO_FLOAT)),
    ("QN", Directive::Refused(NO_FLOAT)),
    ("DCFS", Directive::Refused(NO_FLOAT)),
    ("DCFD", Directive::Refused(NO_FLOAT)),
    (
        "RLIST",
        Directive::Refused("write the list of registers where it is used"),
    ),
    ("COMMON", Directive::Refused(ONE_FILE)),
    ("RELOC", Directive::Refused("remove the line")),
];

/// Looks a directive up, in any case.
pub(super) fn directive(word: &str) -> Option<Directive> {
    let found = DIRECTIVES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    found.map(|(_, directive)| *directive)
}

/// Names of directives, without signs.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|(name, _)| *name).filter(|name| name.len() > 1)
}
