//! What to say about what cannot be assembled, and what to write instead.

mod operands;

use std::ops::RangeInclusive;

use super::format::Slot;
use super::lex::{Token, TokenKind};
use super::mnemonic;
use super::operands::{Operand, OperandKind};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::assembly::{nearest, plain_dashes};

pub(super) use operands::{wrong_kind, wrong_operands};

/// Every name that assemblers agree on.
const NAMES: [&str; 30] = [
    "ADD", "AND", "NOT", "BR", "BRn", "BRz", "BRp", "BRnz", "BRnp", "BRzp", "BRnzp", "JMP", "JSR", "JSRR", "LD", "LDI",
    "LDR", "LEA", "ST", "STI", "STR", "TRAP", "RET", "RTI", "GETC", "OUT", "PUTS", "IN", "PUTSP", "HALT",
];

/// Names from other machines, and how to say the same here.
const FOREIGN: [(&[&str], &str); 14] = [
    (
        &["MOV", "MOVE", "CPY", "COPY"],
        "copy a register with `ADD R0, R1, #0`; load a number from a `.FILL` with `LD`",
    ),
    (
        &["SUB", "SUBS"],
        "negate and add: `NOT R2, R2`, `ADD R2, R2, #1`, `ADD R0, R1, R2`",
    ),
    (
        &["MUL", "MULT", "DIV", "MOD"],
        "there is no such instruction; add or subtract in a loop",
    ),
    (&["INC"], "write `ADD R0, R0, #1`"),
    (&["DEC"], "write `ADD R0, R0, #-1`"),
    (&["CLR", "CLEAR", "ZERO"], "write `AND R0, R0, #0`"),
    (&["NEG"], "write `NOT R0, R0` and then `ADD R0, R0, #1`"),
    (
        &["CMP", "COMP", "TST", "TEST"],
        "subtract (`NOT`, `ADD #1`, `ADD`) and branch on the flags with `BRn`, `BRz`, `BRp`",
    ),
    (
        &["OR", "XOR", "EOR", "ORR"],
        "there is no such instruction; `A OR B` is `NOT (NOT A AND NOT B)`",
    ),
    (
        &["BEQ", "BNE", "BGT", "BLT", "BGE", "BLE", "JZ", "JNZ", "JE", "JNE"],
        "branch with `BRz`, `BRnp`, `BRp`, `BRn`, `BRzp` or `BRnz`",
    ),
    (&["B", "BRA", "GOTO", "JUMP"], "write `BR LABEL`"),
    (&["CALL", "BL", "BSR", "JAL"], "write `JSR LABEL`"),
    (
        &["PUSH", "POP"],
        "there is no stack instruction; use `ADD R6, R6, #-1` with `STR`, and `LDR` with `ADD R6, R6, #1`",
    ),
    (
        &["PRINT", "PUT", "PRINTF", "DISPLAY"],
        "print R0 as a character with `OUT`, a string at R0 with `PUTS`",
    ),
];

/// How to say a name from another machine.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    FOREIGN
        .iter()
        .find(|(names, _)| names.iter().any(|name| name.eq_ignore_ascii_case(word)))
        .map(|(_, advice)| *advice)
}

/// The instruction name closest to a word, when there is one worth naming.
pub(super) fn near_instruction(word: &str) -> Option<&'static str> {
    nearest(word, NAMES.iter().copied().filter(|name| name.len() > 2))
}

/// A line whose first word is nothing that could be assembled.
pub(super) fn unknown_instruction(source: &Source, first: Token, operands: &[Token]) -> Diagnostic {
    let word = source.text.get(first.span.start..first.span.end).unwrap_or("");
    let diagnostic = |message: String| Diagnostic::error("unknown-instruction", message).at(first.span);
    match first.kind {
        _ if super::word::is_dotless(word) => {
            let better = format!(".{}", word.to_ascii_uppercase());
            diagnostic(format!("`{word}` is not an LC-3 instruction"))
                .help(format!("directives start with a dot: `{better}`"))
                .replace_with(better)
        }
        TokenKind::Colon => diagnostic("a `:` with no label before it".to_owned()),
        TokenKind::Text { .. } => diagnostic("expected an instruction, found a string".to_owned())
            .help("write `.STRINGZ` before it; a comment starts with `;`"),
        _ if operands
            .iter()
            .any(|token| source.text[token.span.start..token.span.end].starts_with("//")) =>
        {
            diagnostic(format!("`{word}` is not an instruction")).help("comments start with `;`, not with `//`")
        }
        _ if word.starts_with("//") || word.starts_with("/*") || word.starts_with('#') && operands.len() > 1 => {
            diagnostic(format!("`{word}` is not an instruction")).help("comments start with `;`")
        }
        _ => {
            let found = diagnostic(format!("`{word}` is not an LC-3 instruction"));
            if let Some(advice) = foreign(word) {
                found.help(advice)
            } else if let Some(near) = near_instruction(word) {
                found.help(format!("did you mean `{near}`?")).replace_with(near)
            } else if mnemonic::register(word).is_some() {
                found.help("an instruction's name comes first: `ADD R0, R0, #1`")
            } else {
                found.help("a comment starts with `;`; a label is alone on its line or comes before an instruction")
            }
        }
    }
}

/// A label that only the C++ tools take.
pub(super) fn unusual_label(word: &str) -> Diagnostic {
    let comment = word.starts_with("//")
        || word.starts_with("/*")
        || word.starts_with('#')
        || !word.contains(char::is_alphanumeric);
    let help = if comment {
        "a comment starts with `;`"
    } else {
        "give it a name of letters, digits and `_` that starts with a letter"
    };

    Diagnostic::warning("unusual-label", format!("`{word}` is taken for a label"))
        .label("most assemblers reject it")
        .help(help)
}

/// A directive that no assembler knows.
pub(super) fn unknown_directive(word: &str) -> Diagnostic {
    let meant = match word.to_ascii_lowercase().as_str() {
        ".string" | ".asciiz" | ".ascii" | ".asciz" | ".str" | ".strz" | ".text" => Some(".STRINGZ"),
        ".word" | ".byte" | ".int" | ".data" | ".dw" | ".short" => Some(".FILL"),
        ".space" | ".block" | ".skip" | ".zero" | ".resw" => Some(".BLKW"),
        ".org" | ".origin" | ".start" => Some(".ORIG"),
        _ => nearest(word, [".ORIG", ".END", ".FILL", ".BLKW", ".STRINGZ"].into_iter()),
    };

    let diagnostic = Diagnostic::warning(
        "unknown-directive",
        format!("`{word}` is not a directive; the line is ignored"),
    )
    .label("most assemblers reject it");
    match meant {
        Some(name) => diagnostic
            .help(format!(
                "did you mean `{name}`? as written, the line puts nothing into memory"
            ))
            .replace_with(name),
        None => diagnostic.help("the directives are `.ORIG`, `.END`, `.FILL`, `.BLKW` and `.STRINGZ`"),
    }
}

/// A word with its typographic dashes as plain ones, when that makes it a number.
pub(super) fn undashed(word: &str) -> Option<String> {
    plain_dashes(word).filter(|plain| super::number::parse(plain).is_some())
}

/// A value that no word holds.
pub(super) fn wrong_value(word: &str, operand: Operand, directive: &str) -> Diagnostic {
    let help = match operand.kind {
        OperandKind::Text { .. } if word.trim_matches('"').chars().count() == 1 => {
            let code = word.trim_matches('"').chars().next().map_or(0, |letter| letter as u32);
            format!("write the character's code: `{directive} x{code:02X}`")
        }
        OperandKind::Text { .. } => format!("write `.STRINGZ {word}` for a string"),
        _ => format!("`{directive}` is worked out before the program runs; store a register with `ST`"),
    };
    Diagnostic::error(
        "wrong-operand",
        format!("`{directive}` takes a number or a label, not `{word}`"),
    )
    .at(operand.span)
    .help(help)
}

/// A number outside its field's range that has the bits all the same.
pub(super) fn wrapped(word: &str, span: Span, width: u32, bits: u16, range: &RangeInclusive<i64>) -> Diagnostic {
    let value = if *range.start() < 0 {
        let shift = 16 - width;
        i64::from(((bits << shift) as i16) >> shift)
    } else {
        i64::from(bits)
    };
    Diagnostic::warning("value-wraps", format!("`{word}` becomes {value} here"))
        .at(span)
        .label(format!("{width} bits hold {} to {}", range.start(), range.end()))
        .help(format!(
            "only the classic assembler accepts it; write `#{value}` if that is meant"
        ))
}

fn number_of(word: &str) -> Option<i64> {
    super::number::parse(word).map(|number| number.value)
}

/// A number that does not fit its field.
pub(super) fn out_of_range(word: &str, span: Span, slot: Slot, range: &RangeInclusive<i64>) -> Diagnostic {
    let help = match slot {
        Slot::Second => "put the number into memory (`NUMBER .FILL value`), load it with `LD` and use the register",
        Slot::Offset => "add the distance to the base register first, or use a closer one",
        Slot::Target(_) if number_of(word).is_some_and(|value| value > 0xFF) => {
            "a number here is a distance in words, not an address; write a label (for a device one like `KBSR .FILL \
             xFE00`, with `LDI` or `STI`)"
        }
        Slot::Target(_) => "write a label: the assembler works the distance out",
        Slot::Vector | Slot::Register(_) => "a trap vector is one byte; HALT is `TRAP x25`",
    };
    Diagnostic::error("value-out-of-range", format!("`{word}` does not fit here"))
        .at(span)
        .label(format!("this place holds {} to {}", range.start(), range.end()))
        .help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_instructions_are_found() {
        assert_eq!(near_instruction("ADDD"), Some("ADD"));
        assert_eq!(near_instruction("HLAT"), Some("HALT"));
    }
}
