//! A program that plays right and forgets to show the first or the last board is not one that plays wrong.

use c4grade::assignment::{self, Assignment};
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::{StudentReport, Verdict};
use c4grade::submission::from_memory;

const SCRATCH: &str = include_str!("../../reference/lc3-scratch/connect4.asm");
const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");

const FIRST: &str = "the board is not shown before the first move";
const FINAL: &str = "the final board is not shown";

/// A program with edits, each of a text that is in it once.
fn edited(program: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(program.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to)
    })
}

/// Shows the board before each move is asked for, and nowhere else.
const BEFORE_EACH_MOVE: [(&str, &str); 3] = [
    (
        "        JSR     CLEAR_GRID\n        JSR     PRINT_GRID\n",
        "        JSR     CLEAR_GRID\n",
    ),
    (
        "        STR     R0, R5, #0\n        JSR     PRINT_GRID\n",
        "        STR     R0, R5, #0\n",
    ),
    ("TURN    JSR     ASK", "TURN    JSR     PRINT_GRID\n        JSR     ASK"),
];

fn graded(assignment: &Assignment, text: String) -> StudentReport {
    let suite = case::load(assignment, None).expect("it is right");
    let grader = Grader::new(assignment.clone(), suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), assignment.files[0].clone(), text.into_bytes())]);
    grader.grade(&found.submissions[0]).report
}

/// What is deducted for a difference in format.
fn deducted(report: &StudentReport, message: &str) -> Option<f64> {
    let mut found = report.format_differences.iter();
    found.find(|found| found.message == message).map(|found| found.deducted)
}

#[test]
fn a_board_that_is_shown_before_each_move_alone_costs_a_fixed_deduction() {
    let assignment = assignment::find("lc3-scratch").expect("it is bundled");
    let report = graded(&assignment, edited(SCRATCH, &BEFORE_EACH_MOVE));
    assert_eq!(report.verdict, Verdict::Format, "{}", report.summary);
    // The board is shown again after a move that is refused, too.
    assert_eq!(report.score, Some(90.0), "{}", report.summary);
    assert_eq!(deducted(&report, FINAL), Some(5.0));

    // An assignment may insist on it.
    let mut strict = assignment;
    strict.comparison.tolerate.missing_board = false;
    let report = graded(&strict, edited(SCRATCH, &BEFORE_EACH_MOVE));
    assert_eq!(report.verdict, Verdict::Wrong, "{}", report.summary);
    assert!(report.score < Some(50.0), "{:?}", report.score);
}

#[test]
fn without_the_first_board_only_the_cases_that_show_no_other_one_fail() {
    let assignment = assignment::find("lc3-scratch").expect("it is bundled");
    let report = graded(&assignment, edited(SCRATCH, &BEFORE_EACH_MOVE[..1]));
    assert_eq!(deducted(&report, FIRST), Some(5.0), "{}", report.summary);
    assert!(
        report.score > Some(85.0) && report.score < Some(95.0),
        "{:?}",
        report.score
    );
    assert_eq!(report.faults.len(), 1);
    assert!(report.faults[0].cases.len() < 5, "{:?}", report.faults[0].cases);
}

#[test]
fn a_program_that_shows_no_board_at_all_earns_next_to_nothing() {
    let assignment = assignment::find("lc3-scratch").expect("it is bundled");
    let report = graded(&assignment, edited(SCRATCH, &BEFORE_EACH_MOVE[..2]));
    assert_eq!(report.verdict, Verdict::Wrong, "{}", report.summary);
    assert!(report.score <= Some(3.0), "{:?}", report.score);
}

// The right games of such a program are not right to the byte.
#[test]
fn a_fault_beside_a_missing_board_is_told() {
    let no_tie = ("        BRz     TIE\n", "        BRn     TIE\n");
    let edits = [&BEFORE_EACH_MOVE[..], &[no_tie]].concat();
    let assignment = assignment::find("lc3-scratch").expect("it is bundled");
    let mut insisting = assignment.clone();
    insisting.comparison.tolerate.missing_board = false;
    for assignment in [assignment, insisting] {
        let report = graded(&assignment, edited(SCRATCH, &edits));
        assert_eq!(report.verdict, Verdict::Wrong, "{}", report.summary);
        let ties = |message: &str| message == "the program does not recognize a tie";
        assert!(
            report.faults.iter().any(|fault| ties(&fault.message)),
            "{:?}",
            report.faults.iter().map(|fault| &fault.message).collect::<Vec<_>>()
        );
    }
}

// Its first prompt is no question that has to be answered before the game.
#[test]
fn without_the_first_board_the_first_key_is_a_move_whatever_empty_cells_look_like() {
    let edits = [
        (
            "        BL      INITIALISE_BOARD\n        BL      DRAW_BOARD\n",
            "        BL      INITIALISE_BOARD\n",
        ),
        ("DCB \"0RY\"", "DCB \".RY\""),
    ];
    let assignment = assignment::find("arm-redfirst").expect("it is bundled");
    let report = graded(&assignment, edited(REDFIRST, &edits));
    assert_eq!(deducted(&report, FIRST), Some(5.0), "{}", report.summary);
    assert_eq!(report.faults.len(), 1, "{}", report.summary);
    assert!(report.faults[0].cases.len() < 5, "{:?}", report.faults[0].cases);
    assert!(report.score > Some(90.0), "{:?}", report.score);
}

#[test]
fn where_words_are_free_a_missing_board_still_costs_something() {
    let edits = [
        (
            "        BEQ     REFUSED\n        BL      DRAW_BOARD\n",
            "        BEQ     REFUSED\n",
        ),
        (
            "        RSB     R4, R4, #PLAYERS",
            "        BL      DRAW_BOARD\n        RSB     R4, R4, #PLAYERS",
        ),
    ];
    let assignment = assignment::find("arm-redfirst").expect("it is bundled");
    let report = graded(&assignment, edited(REDFIRST, &edits));
    assert_eq!(report.verdict, Verdict::Format, "{}", report.summary);
    assert_eq!(report.score, Some(95.0), "{}", report.summary);
    assert_eq!(deducted(&report, FINAL), Some(5.0));
}
