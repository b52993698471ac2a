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
/// Every subroutine saves on a stack what it uses.
const ON_A_STACK: &str = include_str!("hands/on_a_stack.asm");
/// A sample submission, which looks at the four cells from the last piece down.
const ADA: &str = include_str!("../../../reference/lc3-starter/submissions/ada-adams/connect4.asm");

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

// `ADD R6, R6, #3` in the middle of it was a proof of the place: the subroutine then returns past its caller, and all is well by chance.
#[test]
fn an_edit_that_leaves_the_stack_pointer_elsewhere_proves_nothing() {
    let end = "        LDR  R4, R6, #2\n        ADD  R6, R6, #3\n";
    let tests = format!("{end}        ADD  R0, R0, #0\n        RET\n");
    let report = reported("lc3-scratch", ON_A_STACK, &[(&tests, &format!("{end}        RET\n"))]);
    let repair = report.faults[0].repair.as_ref();
    assert!(
        repair.is_none_or(|repair| repair.is_odd && repair.subroutine.as_deref() == Some("BOTH")),
        "{repair:?}"
    );
}

#[test]
fn a_count_of_cells_that_lacks_a_row_is_named() {
    let report = reported(
        "lc3-scratch",
        ON_A_STACK,
        &[("MINUS36 .FILL #-36", "MINUS36 .FILL #-30")],
    );
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.is_whole, "{}", repair.edit);
    assert_eq!(repair.edit, "with `.FILL #-36` in place of `.FILL #-30`");
    assert_eq!(lines(repair), [46]);
}

// With `ADD R2, R5, #4` the wrong wins are gone, and so are all vertical wins.
#[test]
fn results_that_are_only_switched_off_name_no_line() {
    let third = "        ADD R2,R2,R1\n        BRnp WEND\n        LDR R2,R0,#21\n";
    let changed = [("        ADD R2,R5,#-3\n", "        ADD R2,R5,#-4\n"), (third, "")];
    let report = reported("lc3-starter", ADA, &changed);
    let fault = &report.faults[0];
    assert_eq!(fault.key, "false-win/short");
    let repair = fault.repair.as_ref();
    assert!(repair.is_none_or(|repair| repair.is_whole), "{repair:?}");
}

#[test]
fn registers_that_are_restored_in_the_wrong_order_are_named_together() {
    let rest = "WKDONE  LDR  R7, R6, #0\n        LDR  R1, R6, #1\n        LDR  R2, R6, #2\n";
    let crossed = "WKDONE  LDR  R7, R6, #0\n        LDR  R2, R6, #1\n        LDR  R1, R6, #2\n";
    let report = reported("lc3-scratch", ON_A_STACK, &[(rest, crossed)]);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.is_whole, "{}", repair.edit);
    assert_eq!(repair.subroutine.as_deref(), Some("WALK"));
    assert!(
        repair.edit.starts_with("with `LDR R1, R6, #1; LDR R2, R6, #2`"),
        "{}",
        repair.edit
    );
}

#[test]
fn a_count_that_is_stored_nowhere_is_stored_after_it() {
    let scratch = include_str!("../../../reference/lc3-scratch/connect4.asm");
    let report = reported("lc3-scratch", scratch, &[("        ST      R0, EMPTY_CELLS\n", "")]);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.edit.starts_with("with `ST R0, EMPTY_CELLS` "), "{}", repair.edit);

    // In another register than that which it was loaded in.
    let changed = [
        ("LD      R0, EMPTY_CELLS", "LD      R1, EMPTY_CELLS"),
        (
            "ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS\n",
            "ADD     R0, R1, #-1\n",
        ),
    ];
    let report = reported("lc3-scratch", scratch, &changed);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert!(repair.edit.starts_with("with `ST R0, EMPTY_CELLS` "), "{}", repair.edit);
}

#[test]
fn a_constant_is_mended_by_the_number_that_its_name_says() {
    let changed = [
        ("CV_NEG6 .FILL   #-54", "NEG_54  .FILL   #-45"),
        (", CV_NEG6", ", NEG_54"),
    ];
    let report = reported("lc3-starter", &on_the_starter(BOTH_WAYS), &changed);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.edit, "with `.FILL #-54` in place of `.FILL   #-45`");
}

#[test]
fn a_pointer_is_mended_by_the_label_that_it_should_name() {
    let starter = include_str!("../../../reference/lc3-starter/connect4.asm");
    let changed = [("GO_WINNER      .FILL    WINNER", "GO_WINNER      .FILL    TURN")];
    let report = reported("lc3-starter", starter, &changed);
    let repair = report.faults[0].repair.as_ref().expect("it is found");
    assert_eq!(repair.edit, "with `.FILL WINNER` in place of `.FILL    TURN`");
}
