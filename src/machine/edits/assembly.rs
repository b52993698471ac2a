//! The edits of an assembly program, statement by statement.

use super::statement::{self, CONDITIONS, Statement, Word, arm_mnemonic, statements};
use super::{Edit, EditKind};
use crate::machine::Target;

mod structure;

/// Conditions of the branches of the LC-3; `BR` alone is `BRnzp`.
const BRANCHES: [&str; 7] = ["BRn", "BRz", "BRp", "BRnz", "BRnp", "BRzp", "BRnzp"];

/// Instructions that are taken for each other.
const LC3_CLASSES: [&[&str]; 6] = [
    &["ADD", "AND"],
    &["LD", "LDI", "LEA"],
    &["ST", "STI"],
    &["LDR", "STR"],
    &["PUTS", "OUT"],
    &["GETC", "IN"],
];
const ARM_CLASSES: [&[&str]; 8] = [
    &["ADD", "SUB", "RSB"],
    &["AND", "ORR", "EOR", "BIC"],
    &["MOV", "MVN"],
    &["CMP", "CMN", "TST"],
    &["LDR", "LDRB"],
    &["STR", "STRB"],
    &["B", "BL"],
    &SHIFTS,
];
/// How the ARM shifts, as an instruction or inside an operand.
const SHIFTS: [&str; 4] = ["LSL", "LSR", "ASR", "ROR"];

/// All edits of a program: those of words and of single statements in the order of the lines, and then those of structure.
pub(super) fn edits(target: Target, text: &str) -> Vec<Edit> {
    let found = statements(target, text);
    let mut edits = Vec::new();
    for (index, statement) in found.iter().enumerate() {
        if !statement.is_directive {
            mnemonics(target, statement, &mut edits);
        }
        for word in &statement.operands {
            operands(target, statement, word, &mut edits);
        }
        strings(statement, &mut edits);
        whole(statement, found.get(index + 1), &mut edits);
    }
    edits.extend(structure::edits(target, text, &found));
    edits
}

/// Other conditions, and other instructions of the same class.
fn mnemonics(target: Target, statement: &Statement, edits: &mut Vec<Edit>) {
    let mnemonic = &statement.mnemonic.text;
    let mut with = |kind, other: &str| {
        let after = statement.replacing(&statement.mnemonic, other);
        edits.push(Edit::of(kind, statement, after));
    };

    let upper = mnemonic.to_ascii_uppercase();
    match target {
        Target::Native => {}
        Target::Lc3 if upper.starts_with("BR") => {
            let written = if upper == "BR" { "BRNZP" } else { &upper };
            for other in BRANCHES.iter().filter(|other| !other.eq_ignore_ascii_case(written)) {
                with(EditKind::Condition, other);
            }
        }
        Target::Lc3 => {
            for other in others(&LC3_CLASSES, &upper) {
                with(EditKind::Opcode, other);
            }
        }
        Target::Arm => {
            let Some((name, condition, sets)) = arm_mnemonic(&upper) else {
                return;
            };
            if let Some(position) = CONDITIONS.iter().position(|known| *known == condition) {
                let opposite = CONDITIONS[position ^ 1];
                let near = CONDITIONS[(position + 2) % CONDITIONS.len()];
                for other in [opposite, near, ""] {
                    with(EditKind::Condition, &format!("{name}{other}{sets}"));
                }
            }
            for other in others(&ARM_CLASSES, name) {
                with(EditKind::Opcode, &format!("{other}{condition}{sets}"));
            }
        }
    }
}

fn others<'c>(classes: &[&'c [&'c str]], opcode: &str) -> impl Iterator<Item = &'c str> {
    let class = classes.iter().find(|class| class.contains(&opcode)).copied();
    let opcode = opcode.to_owned();
    class
        .unwrap_or_default()
        .iter()
        .copied()
        .filter(move |other| *other != opcode)
}

/// Other registers, numbers, characters and shifts in place of an operand.
fn operands(target: Target, statement: &Statement, word: &Word, edits: &mut Vec<Edit>) {
    if let Some(number) = register(&word.text) {
        let count = if target == Target::Lc3 { 8 } else { 13 };
        if number < count && !statement.is_directive {
            for other in [(number + 1) % count, (number + 3) % count] {
                let after = statement.replacing(word, &format!("R{other}"));
                edits.push(Edit::of(EditKind::Register, statement, after));
            }
        }
    } else if let Some((prefix, value)) = word.number(target) {
        let opposite = (value != 0).then_some(-value);
        for other in [Some(value + 1), Some(value - 1), opposite].into_iter().flatten() {
            let after = statement.replacing(word, &format!("{prefix}{other}"));
            edits.push(Edit::of(EditKind::Number, statement, after));
        }
    } else if let Some((prefix, letter)) = word.character() {
        for other in statement::other_characters(letter) {
            let after = statement.replacing(word, &format!("{prefix}'{}'", char::from(other)));
            edits.push(Edit::of(EditKind::Number, statement, after));
        }
    } else if target == Target::Arm {
        for other in others(&[&SHIFTS], &word.text.to_ascii_uppercase()) {
            let after = statement.replacing(word, other);
            edits.push(Edit::of(EditKind::Opcode, statement, after));
        }
    }
}

fn register(word: &str) -> Option<u32> {
    let digits = word.strip_prefix(['R', 'r'])?;
    digits.parse().ok()
}

/// Another letter in a text, and one letter less.
fn strings(statement: &Statement, edits: &mut Vec<Edit>) {
    for text in &statement.strings {
        let inner = &text.text[1..text.text.len() - 1];
        if let Some(at) = inner.find(|letter: char| letter.is_ascii_alphanumeric()) {
            let other = if &inner[at..=at] == "k" { "q" } else { "k" };
            let changed = format!("\"{}{other}{}\"", &inner[..at], &inner[at + 1..]);
            edits.push(Edit::of(EditKind::Text, statement, statement.replacing(text, &changed)));
        }
        let is_whole = !inner.ends_with('"') && inner.len() > 1 && !inner[..inner.len() - 1].ends_with('\\');
        if let Some(shorter) = inner.get(..inner.len().saturating_sub(1)).filter(|_| is_whole) {
            let after = statement.replacing(text, &format!("\"{shorter}\""));
            edits.push(Edit::of(EditKind::Text, statement, after));
        }
    }
}

/// The statement dropped, doubled, and after the next one.
fn whole(statement: &Statement, next: Option<&Statement>, edits: &mut Vec<Edit>) {
    if statement.is_directive {
        return;
    }
    edits.push(Edit::of(EditKind::Dropped, statement, String::new()));
    edits.push(Edit::doubling(statement));

    let next = next.filter(|next| next.line == statement.line + 1 && !next.is_directive && next.label.is_empty());
    if let Some(next) = next.filter(|next| next.text != statement.text) {
        edits.push(Edit::swapping(statement, next));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn afters(target: Target, line: &str) -> Vec<String> {
        let text = format!("{line}\n");
        let found = edits(target, &text);
        found
            .iter()
            .map(|edit| edit.apply(&text).trim_end().to_owned())
            .collect()
    }

    #[test]
    fn a_branch_gets_every_other_condition() {
        let found = afters(Target::Lc3, "LOOP    BRnz DONE ; as long as it lasts");
        let expected = ["BRn", "BRz", "BRp", "BRnp", "BRzp", "BRnzp"].map(|other| format!("LOOP {other} DONE"));
        assert_eq!(found[..6], expected);
        assert_eq!(found[6..], ["LOOP", "LOOP BRnz DONE\n        BRnz DONE"]);
        assert_eq!(
            afters(Target::Arm, "loop  BEQ done")[..3],
            ["loop BNE done", "loop BCS done", "loop B done"]
        );
    }

    #[test]
    fn an_instruction_of_the_arm_keeps_its_condition_and_its_s() {
        assert_eq!(
            afters(Target::Arm, " SUBS r0, r0, r1")[..2],
            ["        ADDS r0, r0, r1", "        RSBS r0, r0, r1"]
        );
        assert_eq!(afters(Target::Arm, " MOVS r0, r1")[0], "        MVNS r0, r1");
        assert_eq!(afters(Target::Arm, " BLT loop")[0], "        BGE loop");
        assert_eq!(afters(Target::Arm, " BLEQ putc")[0], "        BLNE putc");
        assert_eq!(afters(Target::Arm, " BLS low")[0], "        BHI low");
    }

    #[test]
    fn registers_and_numbers_are_changed_one_by_one() {
        let found = afters(Target::Lc3, "\tADD R1, R1, #-1");
        assert_eq!(
            found[..7],
            [
                "        AND R1, R1, #-1",
                "        ADD R2, R1, #-1",
                "        ADD R4, R1, #-1",
                "        ADD R1, R2, #-1",
                "        ADD R1, R4, #-1",
                "        ADD R1, R1, #0",
                "        ADD R1, R1, #-2",
            ]
        );
        assert!(afters(Target::Lc3, "COUNT .FILL x10").contains(&"COUNT .FILL 17".to_owned()));
        assert!(afters(Target::Arm, " LDR r0, =0x10").contains(&"        LDR r0, =15".to_owned()));
    }

    #[test]
    fn signs_characters_and_shifts_are_changed() {
        assert!(afters(Target::Lc3, " ADD R1, R1, #1").contains(&"        ADD R1, R1, #-1".to_owned()));
        assert!(afters(Target::Arm, "VACANT EQU -1").contains(&"VACANT EQU 1".to_owned()));
        assert_eq!(
            afters(Target::Arm, "RESTART EQU 'q'"),
            ["RESTART EQU 'r'", "RESTART EQU 'p'", "RESTART EQU 'Q'"]
        );
        assert!(afters(Target::Arm, " CMP r0, #'1'").contains(&"        CMP r0, #'2'".to_owned()));
        assert!(afters(Target::Arm, " ADD r0, r0, r1, LSL #2").contains(&"        ADD r0, r0, r1, LSR #2".to_owned()));
        assert!(afters(Target::Arm, " .equ WIN, 4").contains(&"        .equ WIN, 5".to_owned()));
    }

    #[test]
    fn texts_are_misspelt() {
        assert_eq!(
            afters(Target::Lc3, "T .STRINGZ \"Player; 1\" ; a prompt"),
            ["T .STRINGZ \"klayer; 1\"", "T .STRINGZ \"Player; \""]
        );
    }

    #[test]
    fn neighbours_change_places_and_keep_labels() {
        let text = "A NOT R0, R0\n  RET\nB HALT\n";
        let swapped: Vec<String> = edits(Target::Lc3, text)
            .into_iter()
            .filter(|edit| edit.kind == EditKind::Swapped)
            .map(|edit| edit.apply(text))
            .collect();
        assert_eq!(
            swapped,
            ["A RET\n        NOT R0, R0\nB HALT\n"],
            "a label is not jumped over"
        );
    }
}
