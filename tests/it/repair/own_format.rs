//! Mistakes in programs that print in a format of their own are found at their lines, too.

use c4grade::machine::Target;
use c4grade::result::{StudentReport, Verdict};

use super::{graded, graded_for, grader};

const SCRATCH: &str = include_str!("../../../reference/lc3-scratch/connect4.asm");
const REDFIRST: &str = include_str!("../../../reference/arm-redfirst/connect4.s");

/// Other words, other pieces and rows that are longer.
const OWN_SCRATCH: [(&str, &str); 4] = [
    ("\" Wins.\\n\"", "\" has won!\\n\""),
    (", choose a column: ", " - your column? "),
    ("CHECKER_2 .FILL   x58", "CHECKER_2 .FILL   x2A"),
    ("\"- - - - - -\\n\"", "\"- - - - - - \\n\""),
];
const OWN_REDFIRST: [(&str, &str); 4] = [
    ("\"RED: choose a column for", "\"It is RED's turn, pick"),
    ("\"YELLOW: choose a column for", "\"It is YELLOW's turn, pick"),
    ("\"RED PLAYER HAS WON!\"", "\"Four in a row: RED wins\""),
    ("\"0RY\"", "\".RY\""),
];

fn changed(source: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(source.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "the reference has changed: {from}");
        text.replace(from, to)
    })
}

/// The lines that are reported of a program.
fn lines(report: &StudentReport) -> Vec<u32> {
    let repair = report.faults.iter().find_map(|fault| fault.repair.as_ref());
    let places = &repair.expect("it is found").places;
    places.iter().filter_map(|place| place.line).collect()
}

fn line_of(text: &str, part: &str) -> u32 {
    let line = text.lines().position(|line| line.contains(part));
    line.expect("it is there") as u32 + 1
}

#[test]
fn the_line_of_a_planted_mistake_is_named_in_other_words_pieces_and_rows() {
    let own = changed(SCRATCH, &OWN_SCRATCH);
    assert_eq!(graded(&grader("lc3-scratch"), &own).verdict, Verdict::Format);

    for (right, wrong) in [
        ("SC_NEW  AND     R3, R3, #0", "SC_NEW  AND     R3, R3, #1"),
        ("        BRnp    SC_NEW", "        BRn     SC_NEW"),
        (
            "        LD      R5, SC_R5\n        RET",
            "        LD      R4, SC_R5\n        RET",
        ),
    ] {
        let faulty = changed(&own, &[(right, wrong)]);
        let report = graded(&grader("lc3-scratch"), &faulty);
        let line = line_of(&faulty, wrong.lines().next().expect("a line"));
        assert!(lines(&report).contains(&line), "{wrong}: {:?}", report.faults);
    }
}

#[test]
fn the_line_of_a_planted_mistake_in_a_program_for_arm_is_named_whatever_its_words() {
    let own = changed(REDFIRST, &OWN_REDFIRST);
    let graded = |text: &str| graded_for(Target::Arm, &grader("arm-redfirst"), text);
    assert_eq!(graded(&own).score, Some(100.0));

    let start = "        MOV     R2, #ROWS\n        MOV     R3, #START_COLUMNS\n        MOV     R4, #CELL\n";
    let faulty = changed(&own, &[(start, &start.replace("R4, #CELL", "R7, #CELL"))]);
    let line = line_of(&faulty, "MOV     R7, #CELL");
    assert_eq!(lines(&graded(&faulty)), [line]);
}
