//! Mistakes in programs of other hands, each of which is right without them.

use super::{graded, grader};
use c4grade::result::{Repair, StudentReport};

/// The starter file, which ends with the student's part, and the parts of two students.
const STARTER: &str = include_str!("../../../reference/lc3-starter/starter.asm");
const HEADING: &str = "THE STUDENT'S PART ========================\n";
/// It follows each line from the last piece both ways.
const BOTH_WAYS: &str = include_str!("hands/both_ways.asm");
/// It counts along each line from the edge of the board.
const FROM_THE_EDGE: &str = include_str!("hands/from_the_edge.asm");
/// It looks at each four cells of the board.
const BLOCKS: &str = include_str!("hands/blocks.asm");

/// What is reported of a program with lines of it in place of others.
fn reported(package: &str, source: &str, changed: &[(&str, &str)]) -> StudentReport {
    let text = changed.iter().fold(source.to_owned(), |text, (right, wrong)| {
        assert_eq!(text.matches(right).count(), 1, "the program has changed: {right}");
        text.replace(right, wrong)
    });
    graded(&grader(package), &text)
}

/// The program with a student's part.
fn on_the_starter(part: &str) -> String {
    let (given, _) = STARTER.split_once(HEADING).expect("the starter has changed");
    format!("{given}{HEADING}{part}")
}

fn lines(repair: &Repair) -> Vec<u32> {
    let mut lines: Vec<u32> = repair.places.iter().filter_map(|place| place.line).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn a_call_in_the_wrong_place_is_named() {
    let call = "    JSR SWITCH\n";
    let check = "    JSR CHECK_ALL           ; R0 = 1 if somebody won\n";
    let report = reported("lc3-scratch", BLOCKS, &[(call, ""), (check, &format!("{call}{check}"))]);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.is_whole, "{}", repair.edit);
    assert_eq!(lines(repair), [17]);
    assert!(
        repair.edit.starts_with("with `JSR SWITCH` moved after `BRp "),
        "{}",
        repair.edit
    );
}

#[test]
fn a_bound_is_not_mended_by_removing_the_step() {
    let report = reported(
        "lc3-starter",
        &on_the_starter(BOTH_WAYS),
        &[("D1_MID  LD      R5, CD1_R5\n", "D1_MID\n")],
    );
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.edit, "with `LD R5, CD1_R5` after `D1_MID`");
}

#[test]
fn a_restore_that_is_missing_is_missing_among_the_others() {
    let report = reported(
        "lc3-starter",
        &on_the_starter(FROM_THE_EDGE),
        &[("        LD      R6, D1_R6\n", "")],
    );
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.is_whole, "{}", repair.edit);
    assert!(
        lines(repair).iter().all(|line| (517..=524).contains(line)),
        "{:?}: {}",
        lines(repair),
        repair.edit
    );
}

#[test]
fn each_of_two_faults_has_the_edit_that_mends_it_and_all_lines_at_which_one_does() {
    let report = reported(
        "lc3-starter",
        &on_the_starter(FROM_THE_EDGE),
        &[
            ("BRp     CVE_END         ; rows", "BRzp    CVE_END         ; rows"),
            ("        ADD     R2, R6, #-6\n", "        ADD     R2, R6, #-5\n"),
        ],
    );
    let [vertical, rising] = &report.faults[..] else {
        panic!("{:?}", report.faults.len());
    };
    let repairs = [vertical, rising].map(|fault| fault.repair.as_ref().expect("it is found"));
    assert!(repairs.iter().all(|repair| repair.further.is_empty()), "{repairs:?}");
    assert_eq!(repairs.map(lines), [vec![434, 435], vec![548, 549, 551]]);
}

#[test]
fn a_win_that_is_announced_for_the_other_player_is_not_missed() {
    let report = reported(
        "lc3-starter",
        &on_the_starter(BOTH_WAYS),
        &[
            ("        ADD     R0, R0, #8\n", "        ADD     R0, R0, #7\n"),
            ("        BRz     GO_P1\n", "        BRnp    GO_P1\n"),
        ],
    );
    let said: Vec<&str> = report.faults.iter().map(|fault| &fault.message[..]).collect();
    assert!(said.iter().any(|said| said.contains("the wrong player")), "{said:?}");
    assert!(said.iter().any(|said| said.contains("falling diagonal")), "{said:?}");
    assert!(!said.iter().any(|said| said.contains("misses every")), "{said:?}");
}
