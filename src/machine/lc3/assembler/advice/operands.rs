//! What to say about operands: too many, too few, or of the wrong kind.

use super::super::context::Context;
use super::super::format::{Slot, format as instruction_format};
use super::super::mnemonic::{self, Mnemonic};
use super::super::operands::{Operand, OperandKind};
use super::super::word::is_directive;
use super::undashed;
use crate::diagnostic::wording::{counted, plural};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::assembly::{DASH, quoted_character};

/// An instruction with too many or too few operands.
pub(in super::super) fn wrong_operands(
    context: &Context<'_>,
    name: Span,
    mnemonic: Mnemonic,
    operands: &[Operand],
) -> Diagnostic {
    let (_, slots, _) = instruction_format(mnemonic);
    if operands.len() > slots.len() {
        too_many(context, name, mnemonic, operands)
    } else {
        too_few(context, name, mnemonic, operands)
    }
}

fn too_many(context: &Context<'_>, name: Span, mnemonic: Mnemonic, operands: &[Operand]) -> Diagnostic {
    let (_, slots, form) = instruction_format(mnemonic);
    let (word, extra) = (context.text(name), operands[slots.len()]);
    let text = context.text(extra.span);
    let extra_at = |message| Diagnostic::error("extra-operand", message).at(extra.span);
    if mnemonic::mnemonic(text).is_some() || is_directive(text) {
        return extra_at(format!("`{text}` starts a second instruction on this line"))
            .help("put each instruction on a line of its own");
    }

    let help = if extra_number(context, operands, slots.len()) {
        format!("no space can follow `#`: write `#{text}`")
    } else if slots.is_empty() {
        bare(word, extra.kind, text)
    } else {
        format!("write it like `{form}`; start a comment with `;`")
    };
    extra_at(format!("`{text}` is unexpected after `{word}`")).help(help)
}

fn too_few(context: &Context<'_>, name: Span, mnemonic: Mnemonic, operands: &[Operand]) -> Diagnostic {
    let (_, slots, form) = instruction_format(mnemonic);
    let word = context.text(name);
    let (wanted, given) = (plural(slots.len(), "operand"), given(operands.len()));
    let missing = Diagnostic::error("missing-operand", format!("`{word}` takes {wanted}, but {given}"))
        .at(name)
        .help(format!("write it like `{form}`"));

    if let [.., last] = operands
        && context.source.text[last.span.end..].starts_with(';')
    {
        let after = Span {
            start: last.span.end,
            end: last.span.end + 1,
        };
        return missing.related(after, "`;` starts a comment: what follows is ignored");
    }

    let text = |operand: &Operand| context.text(operand.span);
    let better = match (mnemonic, operands) {
        (Mnemonic::Add | Mnemonic::And, [first, second]) if matches!(first.kind, OperandKind::Register(_)) => {
            Some(with_result(word, mnemonic, text(first), text(second)))
        }
        (_, [register, target]) if target.kind == OperandKind::Word => direct(mnemonic, text(register), text(target)),
        _ => None,
    };
    match better {
        Some(help) => missing.help(help),
        None => missing,
    }
}

/// What to write for `ADD R0, #1`, which names no register for the result.
fn with_result(word: &str, mnemonic: Mnemonic, register: &str, value: &str) -> String {
    if mnemonic == Mnemonic::And && register.eq_ignore_ascii_case(value) {
        format!("to clear a register write `{word} {register}, {register}, #0`")
    } else {
        format!("the result's register comes first: write `{word} {register}, {register}, {value}`")
    }
}

fn given(count: usize) -> String {
    match count {
        0 => "none is given".to_owned(),
        count => counted(count, "is given", "are given"),
    }
}

/// An operand of the wrong kind.
pub(in super::super) fn wrong_kind(
    context: &Context<'_>,
    mnemonic: Mnemonic,
    slot: Slot,
    operand: Operand,
) -> Diagnostic {
    let word = context.text(operand.span);
    let wanted = match slot {
        Slot::Register(_) => "a register (R0 to R7)",
        Slot::Second => "a register or a number from -16 to 15",
        Slot::Offset => "a number from -32 to 31",
        Slot::Target(_) => "a label",
        Slot::Vector => "a trap vector from x00 to xFF",
    };

    let diagnostic = |message: String| Diagnostic::error("wrong-operand", message).at(operand.span);
    let digits = word.strip_prefix(['R', 'r']).unwrap_or("");
    if operand.kind == OperandKind::Word && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return diagnostic(format!("`{word}` is not a register")).help("the registers are R0 to R7");
    }

    let zero = match (slot, word) {
        (Slot::Register(_) | Slot::Second, "RO" | "Ro" | "ro" | "rO") => Some("R0"),
        (Slot::Second | Slot::Offset, "O" | "o" | "#O" | "#o") => Some("#0"),
        _ => None,
    };
    let diagnostic = diagnostic(format!("{wanted} belongs here, not `{word}`"));
    if let Some(better) = zero {
        return diagnostic
            .help("this is the letter O; write the digit zero")
            .replace_with(better);
    }

    match undashed(word) {
        Some(better) => diagnostic.help(DASH).replace_with(better),
        None => diagnostic.help(wrong_kind_help(mnemonic, slot, operand.kind, word)),
    }
}

/// What to write in place of an operand of the wrong kind.
fn wrong_kind_help(mnemonic: Mnemonic, slot: Slot, kind: OperandKind, word: &str) -> String {
    match (mnemonic, slot, kind) {
        (Mnemonic::Jmp | Mnemonic::Jmpt, _, OperandKind::Word) => format!("to jump to a label write `BR {word}`"),
        (Mnemonic::Jsrr, _, OperandKind::Word) => format!("to call a label write `JSR {word}`"),
        (Mnemonic::Jsr, _, OperandKind::Register(_)) => {
            format!("to call the address in a register write `JSRR {word}`")
        }
        (Mnemonic::Br(_), _, OperandKind::Register(_)) => {
            format!("to jump to the address in a register write `JMP {word}`")
        }
        (Mnemonic::Ld | Mnemonic::Ldi, _, OperandKind::Register(_)) => {
            format!(
                "to load from the address in a register write `LDR R0, {word}, #0`; to copy one, `ADD R0, {word}, #0`"
            )
        }
        (Mnemonic::St | Mnemonic::Sti, _, OperandKind::Register(_)) => {
            format!("to store at the address in a register write `STR R0, {word}, #0`")
        }
        (Mnemonic::Trap, _, OperandKind::Word) if mnemonic::mnemonic(word).is_some() => {
            format!("write `{word}` alone, or its number: `TRAP x25`")
        }
        (_, Slot::Second, _) if quoted_character(word).is_some() => {
            let code = quoted_character(word).map_or(0, u32::from);
            let quotes = if word.is_ascii() {
                ""
            } else {
                "these are typographic quotes, and "
            };
            format!(
                "{quotes}a character is written as its code, x{code:02X}: put `.FILL x{code:02X}` into memory and load it \
                 with `LD`"
            )
        }
        (_, Slot::Second, OperandKind::Word) => {
            format!("load the value at the label into a register first: `LD R1, {word}`")
        }
        (Mnemonic::Ldr | Mnemonic::Str, Slot::Register(6), OperandKind::Word) => {
            direct(mnemonic, "R0", word).unwrap_or_default()
        }
        (_, Slot::Target(_), OperandKind::Text { .. }) => {
            format!("put the string into memory (`TEXT .STRINGZ {word}`) and name its label here")
        }
        _ => {
            let (_, _, form) = instruction_format(mnemonic);
            format!("write it like `{form}`")
        }
    }
}

/// Whether the operand after the last that belongs here is the number of a lone `#`.
fn extra_number(context: &Context<'_>, operands: &[Operand], count: usize) -> bool {
    let hash = count.checked_sub(1).and_then(|last| operands.get(last));
    let number = operands
        .get(count)
        .is_some_and(|extra| matches!(extra.kind, OperandKind::Number(_)));
    number && hash.is_some_and(|hash| context.text(hash.span) == "#")
}

/// What to say about an operand after an instruction that takes none.
fn bare(word: &str, kind: OperandKind, operand: &str) -> String {
    match word.to_ascii_uppercase().as_str() {
        "PUTS" | "PUTSP" if kind == OperandKind::Word => {
            format!(
                "`{word}` prints the string at R0: write `LEA R0, {operand}` on the line before, and `{word}` alone"
            )
        }
        "OUT" | "PUTC" | "GETC" | "IN" => format!("`{word}` always works on R0: write it alone"),
        "RET" => format!("`{word}` always goes to the address in R7: write it alone"),
        _ => format!("`{word}` takes no operands; start a comment with `;`"),
    }
}

/// How to say LDR or STR where the operand is a label.
fn direct(mnemonic: Mnemonic, register: &str, label: &str) -> Option<String> {
    let (kind, plain) = match mnemonic {
        Mnemonic::Ldr => ("LDR", "LD"),
        Mnemonic::Str => ("STR", "ST"),
        _ => return None,
    };
    Some(format!(
        "`{kind}` goes through an address in a register; for a label write `{plain} {register}, {label}`"
    ))
}
