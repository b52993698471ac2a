//! Contracts in a report: rows always, points only where the rubric says so.

use super::{suite, with};
use crate::case;
use crate::grade::Grader;
use crate::result::{CaseVerdict, StudentReport, Verdict};
use crate::submission::from_memory;

/// The report on a program when the contracts' group is worth some points.
fn report(source: &str, points: f64) -> StudentReport {
    let (mut assignment, _) = suite();
    let group = assignment.rubric.iter_mut().find(|group| group.tags == ["contract"]);
    group.expect("there is a group of contracts").points = points;
    let suite = case::load(&assignment, None).expect("it is sound");
    let few = suite.cases.into_iter().filter(|case| case.family.is_none()).collect();
    let grader = Grader::new(assignment, few, true, false).with_contracts(suite.contracts);
    let program = ("ada".to_owned(), "connect4.asm".to_owned(), source.as_bytes().to_vec());
    let found = from_memory([program]);
    grader.grade(&found.submissions[0]).report
}

#[test]
fn contracts_count_only_where_the_rubric_says_so() {
    // R3 is used by nobody between, so that the game is played right.
    let faulty = with(&[(
        "        LD      R3, DB_R3\n        LD      R7, DB_R7",
        "        LD      R7, DB_R7",
    )]);
    let free = report(&faulty, 0.0);
    assert_eq!((free.verdict, free.score, free.max), (Verdict::Pass, Some(87.0), 87.0));
    assert_eq!(free.faults, []);
    let group = free.groups.last().expect("contracts come last");
    assert_eq!(group.arithmetic, "7 of 8 contracts hold: 0 of 0");
    let row = &group.cases[6];
    let sentence = &row.failure.as_ref().expect("it is reported").sentence;
    assert!(
        sentence.ends_with(" It made no difference in the games that were played."),
        "{sentence}"
    );
    assert_eq!((row.verdict, row.calls, row.number), (CaseVerdict::Wrong, Some(4), 100));
    assert!(
        row.command
            .starts_with("c4grade run connect4.asm --call DISPLAY_BOARD --traps "),
        "{}",
        row.command
    );

    let paid = report(&faulty, 16.0);
    assert_eq!(
        (paid.verdict, paid.score, paid.max),
        (Verdict::Wrong, Some(101.0), 103.0)
    );
    assert!(
        paid.summary.ends_with("; 1 of 8 subroutine contracts fail"),
        "{}",
        paid.summary
    );
    let fault = &paid.faults[0];
    assert_eq!(
        (&fault.key[..], &fault.message[..], &fault.cases[..], fault.lost),
        (
            "contract/display-board/register/r3",
            "DISPLAY_BOARD does not preserve R3",
            &[100][..],
            2.0
        )
    );
}
