//! The edits of an assembly program that concern more than one word: what a statement refers to, the order of operands and of
//! statements, and registers that a subroutine saves and restores.

use super::super::statement::{arm_mnemonic, labels_as_written};
use super::{Edit, EditKind, Statement, Target, Word, register};

/// Instructions of the ARM that are not the same with their last two registers exchanged.
const ORDERED: [&str; 6] = ["SUB", "SBC", "RSB", "BIC", "LSL", "LSR"];
/// How the ARM saves several registers, and how it restores them.
const SAVES: [&str; 3] = ["PUSH", "STMFD", "STMDB"];
const RESTORES: [&str; 3] = ["POP", "LDMFD", "LDMIA"];

/// All of them, kind by kind, in the order of the lines.
pub(super) fn edits(target: Target, text: &str, found: &[Statement]) -> Vec<Edit> {
    let mut edits = targets(target, text, found);
    edits.extend(found.iter().flat_map(|statement| exchanged(target, statement)));
    edits.extend(found.windows(3).flat_map(moved));
    edits.extend(match target {
        Target::Arm => unsaved_on_stack(found),
        Target::Lc3 | Target::Native => unsaved_in_memory(found),
    });
    edits
}

/// What a label names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Subroutine,
    Code,
    Data,
    Number,
}

/// The labels of a program in their order, with what they name.
fn labels(target: Target, text: &str, found: &[Statement]) -> Vec<(String, Named)> {
    let is_called = |label: &str| {
        let mut calls = found.iter().filter(|statement| is_call(target, statement));
        calls.any(|call| call.operands.iter().any(|word| is_named(target, &word.text, label)))
    };

    let mut labels = Vec::new();
    let mut statements = found.iter().peekable();
    for (line, written) in (1..).zip(text.lines()) {
        while statements.next_if(|statement| statement.line < line).is_some() {}
        let next = statements.peek();
        let is_data = next.is_none_or(|next| next.is_directive);
        let is_number = next.is_some_and(|next| next.line == line && next.names_number());
        labels.extend(labels_as_written(target, written).into_iter().map(|label| {
            let named = match () {
                () if is_number => Named::Number,
                () if is_data => Named::Data,
                () if is_called(&label) => Named::Subroutine,
                () => Named::Code,
            };
            (label, named)
        }));
    }
    labels
}

fn is_call(target: Target, statement: &Statement) -> bool {
    let mnemonic = statement.mnemonic.text.to_ascii_uppercase();
    match target {
        Target::Arm => arm_mnemonic(&mnemonic).is_some_and(|(name, ..)| name == "BL"),
        Target::Lc3 | Target::Native => mnemonic == "JSR",
    }
}

fn is_named(target: Target, word: &str, label: &str) -> bool {
    let name = word.trim_start_matches(['=', '#']);
    name == label || target == Target::Lc3 && name.eq_ignore_ascii_case(label)
}

/// The labels before and after the one that is referred to, of those that name the same.
fn targets(target: Target, text: &str, found: &[Statement]) -> Vec<Edit> {
    let labels = labels(target, text, found);
    let mut edits = Vec::new();
    for statement in found {
        for word in &statement.operands {
            let Some(at) = labels.iter().position(|(label, _)| is_named(target, &word.text, label)) else {
                continue;
            };
            let names_same = |(_, named): &&(String, Named)| *named == labels[at].1;
            let before = labels[..at].iter().rev().find(names_same);
            let after = labels[at + 1..].iter().find(names_same);
            for (other, _) in before.into_iter().chain(after) {
                let prefix = &word.text[..word.text.len() - word.text.trim_start_matches(['=', '#']).len()];
                let changed = statement.replacing(word, &format!("{prefix}{other}"));
                edits.push(Edit::of(EditKind::Target, statement, changed));
            }
        }
    }
    edits
}

/// The first two registers in each other's place, and the last two where their order counts.
fn exchanged(target: Target, statement: &Statement) -> Vec<Edit> {
    let mnemonic = statement.mnemonic.text.to_ascii_uppercase();
    let is_ordered = target == Target::Arm && arm_mnemonic(&mnemonic).is_some_and(|(name, ..)| ORDERED.contains(&name));
    let is_register = |word: &&Word| register(&word.text).is_some();
    let registers: Vec<&Word> = statement.operands.iter().filter(is_register).collect();
    let pairs = match registers[..] {
        _ if statement.text.contains('{') => Vec::new(),
        [one, other, last] if is_ordered => vec![(one, other), (other, last)],
        [one, other, ..] => vec![(one, other)],
        _ => Vec::new(),
    };

    let differ = pairs
        .into_iter()
        .filter(|(one, other)| !one.text.eq_ignore_ascii_case(&other.text));
    let exchanged = differ.map(|(one, other)| statement.exchanging(one, other));
    exchanged
        .map(|after| Edit::of(EditKind::Exchanged, statement, after))
        .collect()
}

/// A statement after the second one that follows it, and one before the second one that precedes it.
fn moved(window: &[Statement]) -> Vec<Edit> {
    let is_next = |pair: &[Statement]| pair[1].line == pair[0].line + 1 && pair[1].label.is_empty();
    let is_code = window.iter().all(|statement| !statement.is_directive);
    if !is_code || !window.windows(2).all(is_next) {
        return Vec::new();
    }
    let statements: Vec<&Statement> = window.iter().collect();
    [true, false].map(|is_down| Edit::moving(&statements, is_down)).into()
}

/// Each register that is stored in one place and loaded from there again, without these statements.
fn unsaved_in_memory(found: &[Statement]) -> Vec<Edit> {
    let is_of = |statement: &Statement, mnemonic: &str| statement.mnemonic.text.eq_ignore_ascii_case(mnemonic);
    let words = |statement: &Statement| -> Vec<String> {
        let operands = statement.operands.iter();
        operands.map(|word| word.text.to_ascii_uppercase()).collect()
    };

    let mut edits = Vec::new();
    for save in found.iter().filter(|statement| is_of(statement, "ST")) {
        let same = || found.iter().filter(|other| words(other) == words(save));
        let is_only = same().filter(|other| is_of(other, "ST")).count() == 1;
        let restores: Vec<&Statement> = same().filter(|other| is_of(other, "LD")).collect();
        if is_only && !restores.is_empty() {
            let mut dropped: Vec<(&Statement, String)> =
                restores.iter().map(|restore| (*restore, String::new())).collect();
            dropped.insert(0, (save, String::new()));
            dropped.sort_by_key(|(statement, _)| statement.line);
            edits.push(Edit::of_several(EditKind::Unsaved, &dropped));
        }
    }
    edits
}

/// Each register that is put on the stack with others, without it: there, and wherever it is taken from the stack until others
/// are put there.
fn unsaved_on_stack(found: &[Statement]) -> Vec<Edit> {
    let is_of = |statement: &Statement, names: &[&str]| {
        let mnemonic = statement.mnemonic.text.to_ascii_uppercase();
        arm_mnemonic(&mnemonic).is_some_and(|(name, ..)| names.contains(&name)) && statement.text.contains('{')
    };

    let mut edits = Vec::new();
    for (at, save) in found
        .iter()
        .enumerate()
        .filter(|(_, statement)| is_of(statement, &SAVES))
    {
        let until = found[at + 1..].iter().take_while(|other| !is_of(other, &SAVES));
        let restores: Vec<&Statement> = until.filter(|other| is_of(other, &RESTORES)).collect();
        let saved = save.operands.iter().filter(|word| register(&word.text).is_some());
        for word in saved {
            let first = without_register(save, &word.text).map(|after| (save, after));
            let others = restores
                .iter()
                .filter_map(|restore| Some((*restore, without_register(restore, &word.text)?)));
            let changed: Vec<(&Statement, String)> = first.into_iter().chain(others).collect();
            if changed.len() > 1 && changed[0].0.line == save.line {
                edits.push(Edit::of_several(EditKind::Unsaved, &changed));
            }
        }
    }
    edits
}

/// The statement without one of several registers in braces.
fn without_register(statement: &Statement, register: &str) -> Option<String> {
    let (before, rest) = statement.text.split_once('{')?;
    let (list, after) = rest.split_once('}')?;
    let all: Vec<&str> = list.split(',').map(str::trim).collect();
    let kept: Vec<&str> = all
        .iter()
        .filter(|name| !name.eq_ignore_ascii_case(register))
        .copied()
        .collect();
    let is_one_less = !kept.is_empty() && kept.len() + 1 == all.len();
    is_one_less.then(|| format!("{before}{{{}}}{after}", kept.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::edits::edits;

    fn of_kind(target: Target, text: &str, kind: EditKind) -> Vec<String> {
        let edits = edits(target, text);
        let edits = edits.iter().filter(|edit| edit.kind == kind);
        edits.map(|edit| edit.apply(text)).collect()
    }

    #[test]
    fn a_label_is_taken_for_its_neighbours_of_the_same_sort() {
        let text = "MAIN    JSR ONE\n        JSR TWO\n        LD R0, B\n        BRz MAIN\nDONE    HALT\nONE     RET\nTWO     RET\nA .FILL 1\nB .FILL 2\nC .FILL B\n";
        let changed = of_kind(Target::Lc3, text, EditKind::Target);
        let lines: Vec<&str> = changed
            .iter()
            .map(|edited| {
                let mut pairs = edited.lines().zip(text.lines());
                pairs.find(|(one, other)| one != other).expect("it is edited").0.trim()
            })
            .collect();
        assert_eq!(
            lines,
            [
                "MAIN JSR TWO",
                "JSR ONE",
                "LD R0, A",
                "LD R0, C",
                "BRz DONE",
                "C .FILL A",
                "C .FILL C"
            ]
        );
        let arm =
            " LDR r0, =text\n B stop\nstop: B stop\nagain:\n MOV r0, r1\ntext: .asciz \"a\"\nmore: .asciz \"b\"\n";
        assert!(of_kind(Target::Arm, arm, EditKind::Target)[0].starts_with("        LDR r0, =more\n"));
    }

    #[test]
    fn operands_are_exchanged_where_that_makes_a_difference() {
        let lc3 = of_kind(Target::Lc3, " STR R0, R1, #2\n ADD R1, R1, R2\n", EditKind::Exchanged);
        assert_eq!(lc3, ["        STR R1, R0, #2\n ADD R1, R1, R2\n"]);
        let arm = of_kind(Target::Arm, " SUB r0, r1, r2\n", EditKind::Exchanged);
        assert_eq!(arm, ["        SUB r1, r0, r2\n", "        SUB r0, r2, r1\n"]);
        assert!(of_kind(Target::Arm, " PUSH {r4, r5, lr}\n", EditKind::Exchanged).is_empty());
    }

    #[test]
    fn statements_move_over_two_others_and_labels_stay() {
        let moved = of_kind(Target::Lc3, "A NOT R0, R0\n GETC\n RET\n", EditKind::Moved);
        assert_eq!(
            moved,
            [
                "A GETC\n        RET\n        NOT R0, R0\n",
                "A RET\n        NOT R0, R0\n        GETC\n"
            ]
        );
        assert!(of_kind(Target::Lc3, " NOT R0, R0\n GETC\nB RET\n", EditKind::Moved).is_empty());
    }

    #[test]
    fn a_register_is_no_longer_saved_nor_restored() {
        let text = "S ST R7, SAVED\n GETC\n LD R7, SAVED\n RET\nSAVED .BLKW 1\n";
        assert_eq!(
            of_kind(Target::Lc3, text, EditKind::Unsaved),
            ["S\n GETC\n\n RET\nSAVED .BLKW 1\n"]
        );
        let text = "s PUSH {r4, r5, lr}\n BL t\n POPEQ {r4, r5, pc}\n POP {r4, r5, pc}\nt PUSH {r4}\n POP {r4}\n";
        let unsaved = of_kind(Target::Arm, text, EditKind::Unsaved);
        assert_eq!(unsaved.len(), 2, "{unsaved:?}");
        assert!(unsaved[0].starts_with("s PUSH {r5, lr}\n BL t\n        POPEQ {r5, pc}\n        POP {r5, pc}\nt PUSH"));
    }
}
