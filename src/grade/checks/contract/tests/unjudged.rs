//! What cannot be judged is said, and what is no fault is excused.

use super::{LINKAGES, REFERENCE, outcomes};
use crate::machine::lc3::Traps;
use crate::result::CaseVerdict;

#[test]
fn missing_labels_are_said() {
    let source = REFERENCE.replace("CHECK_VALID", "IS_VALID");
    let skipped: Vec<_> = outcomes(&source, Traps::OverwriteR7)
        .into_iter()
        .filter(|(_, outcome)| outcome.verdict != CaseVerdict::Pass)
        .collect();
    assert_eq!(skipped.len(), 1);

    let (_, outcome) = &skipped[0];
    assert_eq!((outcome.verdict, outcome.excused), (CaseVerdict::Skipped, false));
    let sentence = &outcome.failure.as_ref().expect("it is said").sentence;
    assert_eq!(
        sentence,
        "There is no label CHECK_VALID in the program, so it could not be called."
    );
}

#[test]
fn how_the_diagonals_are_shared_out_is_the_students_choice() {
    for traps in LINKAGES {
        let source = REFERENCE.replace("CHECK_D1", "FALLING").replace("CHECK_D2", "RISING");
        for (name, outcome) in outcomes(&source, traps)
            .into_iter()
            .filter(|(name, _)| name.starts_with("CHECK_D"))
        {
            if name == "CHECK_DIAGONALS" {
                assert_eq!(outcome.verdict, CaseVerdict::Pass);
                continue;
            }
            assert_eq!((outcome.verdict, outcome.excused), (CaseVerdict::Skipped, true));
            let sentence = outcome.failure.expect("it is said").sentence;
            assert_eq!(sentence, format!("There is no {name}; CHECK_DIAGONALS does its work."));
        }
    }

    // The document writes it in two ways, and does not say which of the two is which.
    let exchanged = REFERENCE
        .replace("CHECK_DIAGONALS", "CHECK_DIAGONAL")
        .replace("CHECK_D1", "CHECK_DX")
        .replace("CHECK_D2", "CHECK_D1")
        .replace("CHECK_DX", "CHECK_D2");

    assert!(
        outcomes(&exchanged, Traps::KeepR7)
            .iter()
            .all(|(_, outcome)| outcome.verdict == CaseVerdict::Pass)
    );
}

#[test]
fn another_layout_is_said_and_not_judged() {
    let source = REFERENCE.replace(
        "ROW3            .STRINGZ \"------\"",
        "ROW3            .STRINGZ \"-------\"",
    );
    let (name, outcome) = outcomes(&source, Traps::OverwriteR7).swap_remove(0);
    assert_eq!((&name[..], outcome.verdict), ("CHECK_VALID", CaseVerdict::Skipped));

    assert_eq!(
        outcome.failure.expect("it is said").sentence,
        "The board is stored differently from the starter file (ROW4 is not 7 words after ROW3), so CHECK_VALID could not \
         be called in isolation."
    );
}
