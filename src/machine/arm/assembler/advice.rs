//! What to say about a line whose operation is none, and what to write instead.

use std::borrow::Cow;

use super::dialect;
use super::mnemonic::{self, Family, Named};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::isa::{DataOperation, Encoding, Slot};
use crate::machine::assembly::{Log, nearest};

/// Instructions of later processors, and how to say the same on this one.
const LATER: [(&[&str], &str); 17] = [
    (
        &["CBZ", "CBNZ"],
        "write `CMP Rn, #0` and then `BEQ label` or `BNE label`",
    ),
    (
        &["IT", "ITT", "ITE", "ITTT", "ITTE", "ITET", "ITEE"],
        "leave it out: in ARM state every instruction has its own condition",
    ),
    (&["MOVW", "MOVT", "MOV32", "MOV.W", "LDR.W"], "write `LDR Rd, =value`"),
    (&["SDIV", "UDIV"], "there is no division; subtract in a loop"),
    (
        &["BLX"],
        "write `BL label`; for an address in a register `MOV LR, PC` and then `BX Rm`",
    ),
    (&["UXTB"], "write `AND Rd, Rm, #0xFF`"),
    (
        &["UXTH", "SXTB", "SXTH"],
        "shift up and down again: `MOV Rd, Rm, LSL #16` and then `LSR #16` or `ASR #16`",
    ),
    (&["MLS"], "write `MUL` and then `SUB`"),
    (&["LDRD", "STRD"], "write two `LDR` or `STR`, or one `LDM` or `STM`"),
    (
        &["BFC", "BFI", "UBFX", "SBFX", "RBIT", "REV", "REV16", "REVSH", "CLZ"],
        "do it with shifts, `AND`, `BIC` and `ORR`",
    ),
    (
        &["CPSID", "CPSIE", "CPS"],
        "interrupts are switched in the CPSR: `MRS`, `ORR` or `BIC`, `MSR CPSR_c`",
    ),
    (
        &["WFI", "WFE", "SEV", "YIELD", "DMB", "DSB", "ISB", "PLD"],
        "leave it out: nothing here needs it",
    ),
    (
        &["TBB", "TBH"],
        "write `LDR PC, [PC, Rn, LSL #2]` before a table of `DCD`",
    ),
    (&["ORN"], "write `MVN` and then `ORR`"),
    (
        &["QADD", "QSUB", "SSAT", "USAT", "SMULBB", "SMLABB", "SMULWB", "UMAAL"],
        "do it with the instructions of ARMv4",
    ),
    (
        &["LDREX", "STREX", "CLREX"],
        "write `LDR` and `STR`: there is only one processor",
    ),
    (&["BKPT", "UDF"], "stop with `stop B stop`"),
];

/// Names from other machines, and how to say the same here.
const FOREIGN: [(&[&str], &str); 12] = [
    (&["JMP", "JP", "GOTO", "BRA", "J"], "write `B label`"),
    (&["CALL", "JSR", "BSR", "JAL"], "write `BL label`"),
    (&["RET", "RTS", "RETURN"], "write `BX LR`"),
    (&["HALT", "HLT", "STOP", "EXIT"], "write `stop B stop`"),
    (&["INC"], "write `ADD R0, R0, #1`"),
    (&["DEC"], "write `SUB R0, R0, #1`"),
    (&["CLR"], "write `MOV R0, #0`"),
    (&["OR"], "write `ORR`"),
    (&["XOR"], "write `EOR`"),
    (&["NOT"], "write `MVN`"),
    (&["DIV", "MOD"], "there is no division; subtract in a loop"),
    (
        &["JZ", "JE", "JNZ", "JNE", "BZ", "BNZ"],
        "write `BEQ label` or `BNE label`",
    ),
];

/// Directives of GNU as, and those of armasm that do the same.
const GNU: [(&[&str], &str); 7] = [
    (&[".WORD", ".LONG", ".INT"], "DCD"),
    (&[".BYTE", ".ASCII", ".ASCIZ", ".STRING"], "DCB"),
    (&[".HWORD", ".SHORT", ".HALF"], "DCW"),
    (&[".SPACE", ".SKIP", ".ZERO"], "SPACE"),
    (&[".EQU", ".SET"], "EQU"),
    (&[".TEXT", ".DATA", ".SECTION", ".BSS"], "AREA"),
    (&[".LTORG", ".POOL"], "LTORG"),
];

fn among(word: &str, table: &'static [(&[&str], &'static str)]) -> Option<&'static str> {
    let found = table
        .iter()
        .find(|(names, _)| names.iter().any(|name| name.eq_ignore_ascii_case(word)));
    found.map(|(_, help)| *help)
}

/// The instruction or directive with the most similar name.
pub(super) fn near(word: &str) -> Option<&'static str> {
    if word.len() < 3 {
        return None;
    }
    nearest(
        word,
        mnemonic::names().chain(dialect::names()).filter(|name| name.len() > 2),
    )
}

/// Whether a word is an operation of another machine or another assembler.
pub(super) fn is_known_elsewhere(word: &str) -> bool {
    later(word).is_some() || among(word, &FOREIGN).is_some() || among(word, &GNU).is_some()
}

/// How to say an instruction of a later processor, with or without a condition after it.
fn later(word: &str) -> Option<&'static str> {
    let bare = word.len().checked_sub(2).and_then(|end| word.get(..end));
    let plain = word.strip_suffix(".W").or_else(|| word.strip_suffix(".N"));
    among(word, &LATER)
        .or_else(|| among(bare.filter(|bare| bare.len() > 2)?, &LATER))
        .or_else(|| plain.map(|_| "write it without the suffix: there is one size of instruction in ARM state"))
}

fn later_instruction(word: &str, help: &'static str) -> Diagnostic {
    Diagnostic::error(
        "later-instruction",
        format!("`{word}` is an instruction of later processors; the ARM7TDMI does not have it"),
    )
    .help(help)
}

fn no_instruction(word: &str) -> Diagnostic {
    Diagnostic::error("unknown-instruction", format!("`{word}` is not an ARM instruction"))
}

/// The error about an instruction of a later processor or of another machine, in whatever notation.
pub(super) fn of_elsewhere(word: &str) -> Option<Diagnostic> {
    let later = later(word).map(|help| later_instruction(word, help));
    later.or_else(|| among(word, &FOREIGN).map(|help| no_instruction(word).help(help)))
}

/// Says what an unknown operation is, once for each.
pub(super) fn unknown(word: &str, span: Span, log: &mut Log) {
    if log.full() {
        log.push(Diagnostic::error("unknown-instruction", "an unknown instruction"));
        return;
    }

    if let Some(help) = later(word) {
        log.repeat("later-instruction", word.to_ascii_uppercase(), span, || {
            later_instruction(word, help)
        });
        return;
    }

    let error = no_instruction(word).at(span);
    log.push(if let Some(help) = among(word, &FOREIGN) {
        error.help(help)
    } else if let Some(directive) = among(word, &GNU) {
        error.help(format!("this is how GNU as writes it; armasm writes `{directive}`"))
    } else if let Some(near) = near(word) {
        error.help(format!("did you mean `{near}`?")).replace_with(near)
    } else {
        error.help("a label starts in the first column of its line; a comment starts with `;`")
    });
}

/// Whether a line starts as comments do in other languages.
pub(super) fn is_foreign_comment(word: &str) -> bool {
    ["//", "/*", "*/", "@", "--"].iter().any(|mark| word.starts_with(mark)) || word.len() > 1 && word.starts_with('#')
}

/// Says, once, how comments start.
pub(super) fn foreign_comment(word: &str, span: Span, log: &mut Log) {
    log.repeat("foreign-comment", String::new(), span, || {
        Diagnostic::error("foreign-comment", format!("`{word}` is read as code")).help("comments start with `;`")
    });
}

/// An instruction in the column of labels.
pub(super) fn in_first_column(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "first-column",
        format!("`{word}` is in the first column, where it is read as a label"),
    )
    .at(span)
    .help("put a space or tab before it: only labels start in the first column")
    .replace_with(format!("    {word}"))
}

/// A label in the column of instructions.
pub(super) fn indented_label(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        "indented-label",
        format!("`{word}` is not an instruction; as a label it must start in the first column"),
    )
    .at(span)
    .help("remove the spaces before it if it is meant as a label")
}

/// An error about an instruction's operands, with how the instruction is written where nothing better is said.
pub(super) fn with_form(error: Diagnostic, word: &str, named: Named) -> Diagnostic {
    if error.help.is_some() {
        return error;
    }
    let form = form(named);
    error.help(format!("write it like `{word} {form}`"))
}

fn form(named: Named) -> Cow<'static, str> {
    use DataOperation::{Cmn, Cmp, Mov, Mvn, Teq, Tst};
    Cow::Borrowed(match named.family {
        Family::Plain(encoding) => return Cow::Owned(plain_form(encoding)),
        Family::Data(Mov | Mvn | Cmp | Cmn | Tst | Teq) => "R0, #1",
        Family::Data(_) => "R0, R1, #1",
        Family::Shift(_) => "R0, R1, #2",
        Family::ExtendedRotate | Family::Negate => "R0, R1",
        Family::Branch { .. } => "label",
        Family::Adr { .. } => "R0, label",
        Family::Transfer { .. } => "R0, [R1, #4]",
        Family::Block { .. } => "SP!, {R4-R6, LR}",
        Family::Stack { .. } => "{R4-R6, LR}",
        Family::ReadStatus => "R0, CPSR",
        Family::WriteStatus => "CPSR_f, R0",
        Family::Interrupt => "0x11",
        Family::Nop => "",
    })
}

/// `R0, R1, [R2]`
fn plain_form(encoding: &Encoding) -> String {
    let slots = encoding.slots.iter().enumerate();
    let operands = slots.map(|(index, slot)| match slot {
        Slot::Register(_) | Slot::Factor(_) | Slot::FactorOr(..) => format!("R{index}"),
        Slot::Base(_) => format!("[R{index}]"),
        Slot::Target(_) => "LR".to_owned(),
    });
    operands.collect::<Vec<_>>().join(", ")
}
