//! A statement that is left out of a student's program is named where it stood, also where no other line shows it.

use std::fs;
use std::path::Path;

use super::{graded, grader};
use c4grade::result::Repair;

/// A sample program with something in place of its line with a number: that line as it was, and what is reported.
fn repair_of(sample: &str, line: usize, was: &str, is: &str) -> Option<Repair> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/submissions");
    let text = fs::read_to_string(samples.join(sample).join("connect4.asm")).expect("a sample");
    let mut lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[line - 1].contains(was),
        "{sample} has changed: {}",
        lines[line - 1]
    );
    let changed = lines[line - 1].replace(was, is);
    lines[line - 1] = &changed;

    let report = graded(&grader("lc3-starter"), &lines.join("\n"));
    let of_fault = report.faults.into_iter().find_map(|fault| fault.repair);
    let mut differences = report.format_differences.into_iter();
    of_fault.or_else(|| differences.find_map(|difference| difference.repair))
}

#[test]
fn a_statement_that_is_left_out_is_named_where_it_stood() {
    let left_out = [
        // The branch before it led past it, and now leads past nothing.
        (
            "hana-sato",
            383,
            "JSR     CHECK_D2",
            382,
            "with `JSR CHECK_D2` after `BRp     CD_DONE`",
        ),
        // Its text is printed where a branch leads.
        (
            "erik-lund",
            539,
            "LEA R0,ONEWINS",
            540,
            "with `LEA R0, ONEWINS` before `BRnzp GOUT`",
        ),
        // The other checks have it in the same place.
        (
            "ada-adams",
            432,
            "AND R3,R3,#0",
            433,
            "with `AND R3, R3, #0` before `BRnzp YNEXT`",
        ),
        (
            "farid-haddad",
            497,
            "ADD R4,R4,#1",
            497,
            "with `ADD R4, R4, #1` after `Win`",
        ),
        // Its subroutine is known to be the one that is wrong.
        (
            "bao-nguyen",
            311,
            "ADD     R6, R0, R1",
            312,
            "with `ADD R6, R0, R1` before `BRnz    CV_INVALID`",
        ),
        // What is not printed shows in a branch that was taken.
        (
            "bao-nguyen",
            267,
            "ADD     R2, R2, #6",
            266,
            "with `ADD R2, R2, #6` after `AND     R2, R2, #0`",
        ),
    ];

    for (sample, line, was, at, edit) in left_out {
        let repair =
            repair_of(sample, line, was, "").unwrap_or_else(|| panic!("{sample}, line {line}: nothing is found"));
        assert_eq!(
            (repair.places[0].line, &repair.edit[..]),
            (Some(at), edit),
            "{sample}, line {line}"
        );
        assert!(repair.is_whole && !repair.is_odd, "{sample}, line {line}");
    }
}

#[test]
fn a_statement_before_the_first_label_is_named_there() {
    let repair = repair_of("ada-adams", 19, "JSR     INIT", "").expect("it is found");
    let lines: Vec<Option<u32>> = repair.places.iter().map(|place| place.line).collect();
    assert_eq!(lines, [Some(21), Some(22)]);
    assert_eq!(repair.edit, "with `JSR INIT` before `NEXT_TURN`");
}

#[test]
fn a_fault_is_located_in_a_program_that_relies_on_zero_memory_elsewhere() {
    // It says who won only while a word that it never wrote is zero; no game comes so far.
    let repair = repair_of("ivan-petrov", 369, "LD      R7, CVE_R7", "").expect("it is found");
    assert_eq!(repair.edit, "with `LD R7, CVE_R7` before `LD      R2, CVE_R2`");
    assert!(
        repair.places.iter().any(|place| place.line == Some(370)),
        "{:?}",
        repair.places
    );
}

#[test]
fn what_prints_in_another_format_is_located_where_it_is_no_text() {
    let changed = [
        (
            "chidi-okafor",
            81,
            "JSR     PRINT",
            "",
            82,
            "with `JSR PRINT` before `LD      R0, PLAYER`",
        ),
        (
            "chidi-okafor",
            139,
            "BRnzp",
            "BRz",
            139,
            "with `BRzp SHOWCEL` in place of `BRz   SHOWCEL`",
        ),
        // What a subroutine is given is set before its call.
        (
            "chidi-okafor",
            46,
            "LEA     R1, MSGPLAYER",
            "",
            47,
            "with `LEA R1, MSGPLAYER` before `JSR     PRINT`",
        ),
    ];

    for (sample, line, was, is, at, edit) in changed {
        let repair =
            repair_of(sample, line, was, is).unwrap_or_else(|| panic!("{sample}, line {line}: nothing is found"));
        assert_eq!(
            (repair.places[0].line, &repair.edit[..]),
            (Some(at), edit),
            "{sample}, line {line}"
        );
        assert!(repair.is_whole, "{sample}, line {line}");
    }
}
