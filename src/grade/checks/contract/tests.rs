//! The reference keeps every contract; planted faults are found and reported; what cannot be judged is said.

use super::{Outcome, judge_all};
use crate::assignment::{Assignment, Starter, find};
use crate::case::{self, Contract};
use crate::machine::lc3::{self, Settings, Traps};
use crate::machine::{Limits, Machine};
use crate::result::CaseVerdict;

mod points;
mod unjudged;

const REFERENCE: &str = include_str!("../../../../reference/lc3-starter/connect4.asm");
const STARTER: &str = include_str!("../../../../reference/lc3-starter/starter.asm");
const LINKAGES: [Traps; 2] = [Traps::OverwriteR7, Traps::KeepR7];

fn suite() -> (Assignment, Vec<Contract>) {
    let mut assignment = find("lc3-starter").expect("it is bundled");
    assignment.starter = Some(Starter::new(
        STARTER.as_bytes().to_vec(),
        "THE STUDENT'S PART ==".to_owned(),
    ));
    let suite = case::load(&assignment, None).expect("it is sound");
    (assignment, suite.contracts)
}

/// What becomes of every contract, by name.
fn outcomes(source: &str, traps: Traps) -> Vec<(String, Outcome)> {
    let (assignment, contracts) = suite();
    let machine = Machine::Lc3(Settings {
        traps,
        ..Settings::default()
    });
    let build = lc3::build("connect4.asm", source.as_bytes());
    let program = build.program.unwrap_or_else(|| panic!("{:?}", build.diagnostics));
    let outcomes = judge_all(&assignment, &contracts, &program, machine, Limits::default());

    contracts
        .into_iter()
        .map(|contract| contract.name)
        .zip(outcomes)
        .collect()
}

/// The reference with some of its text exchanged; each text occurs.
fn with(edits: &[(&str, &str)]) -> String {
    edits.iter().fold(REFERENCE.to_owned(), |source, (old, new)| {
        assert!(source.contains(old), "{old:?}");
        source.replacen(old, new, 1)
    })
}

/// The contracts that do not hold, with their verdicts and sentences.
fn broken(edits: &[(&str, &str)]) -> Vec<(String, CaseVerdict, String)> {
    outcomes(&with(edits), Traps::OverwriteR7)
        .into_iter()
        .filter(|(_, outcome)| outcome.verdict != CaseVerdict::Pass)
        .map(|(name, outcome)| (name, outcome.verdict, outcome.failure.expect("it is reported").sentence))
        .collect()
}

/// Exactly one contract does not hold, and its sentence begins so.
#[track_caller]
fn only(edits: &[(&str, &str)], name: &str, verdict: CaseVerdict, sentence: &str) {
    let broken = broken(edits);
    assert_eq!(broken.len(), 1, "{broken:#?}");
    assert_eq!((broken[0].0.as_str(), broken[0].1), (name, verdict), "{broken:#?}");
    assert_eq!(broken[0].2, sentence);
}

#[test]
fn the_reference_keeps_every_contract_under_both_linkages() {
    for traps in LINKAGES {
        let outcomes = outcomes(REFERENCE, traps);
        let calls: Vec<(&str, usize)> = outcomes
            .iter()
            .map(|(name, outcome)| (&name[..], outcome.calls))
            .collect();
        assert_eq!(
            calls,
            [
                ("CHECK_VALID", 896),
                ("CHECK_HORIZONTAL", 648),
                ("CHECK_VERTICAL", 648),
                ("CHECK_DIAGONALS", 648),
                ("CHECK_D1", 648),
                ("CHECK_D2", 648),
                ("DISPLAY_BOARD", 4),
                ("GAME_OVER", 3)
            ]
        );

        for (name, outcome) in outcomes {
            assert_eq!((outcome.verdict, outcome.failure), (CaseVerdict::Pass, None), "{name}");
        }
    }
}

#[test]
fn the_stubs_of_the_starter_do_nothing_of_what_is_asked() {
    let outcomes = outcomes(STARTER, Traps::OverwriteR7);
    assert!(
        outcomes
            .iter()
            .all(|(_, outcome)| outcome.verdict == CaseVerdict::Wrong)
    );

    let sentence = |name: &str| {
        let found = outcomes.iter().find(|(other, _)| other == name).expect("it is there");
        found.1.failure.as_ref().expect("it is reported").sentence.clone()
    };
    for name in ["DISPLAY_BOARD", "CHECK_VERTICAL", "CHECK_VALID", "GAME_OVER"] {
        assert_eq!(sentence(name), format!("{name} is still empty: it only returns."));
    }
}

#[test]
fn wrong_answers_about_keys_are_reported_with_what_they_have_in_common() {
    only(
        &[(
            "        ADD     R1, R6, #-6\n        BRp     CV_INVALID\n",
            "        ADD     R1, R6, #-5\n        BRp     CV_INVALID\n",
        )],
        "CHECK_VALID",
        CaseVerdict::Wrong,
        "CHECK_VALID returns 0 in R6 instead of 6 for the key '6' when column 6 is empty; 6 of 896 calls fail: those for the key \
         '6'.",
    );
    only(
        &[(
            "        BRz     CV_DONE\nCV_INVALID",
            "        BRnzp   CV_DONE\nCV_INVALID",
        )],
        "CHECK_VALID",
        CaseVerdict::Wrong,
        "CHECK_VALID returns 1 in R6 instead of 0 for the key '1' when column 1 is full; 6 of 896 calls fail: a full column is \
         accepted.",
    );
}

#[test]
fn wrong_answers_about_lines_are_reported_with_what_they_have_in_common() {
    // The diagonal that goes down to the left is taken for the one to the right.
    let broken = broken(&[(
        "        ADD     R2, R2, #6              ; one further to the left",
        "        ADD     R2, R2, #8",
    )]);
    assert_eq!(
        broken.len(),
        1,
        "each of the two finds one diagonal, so that only both together are at fault: {broken:?}"
    );
    assert_eq!(broken[0].0, "CHECK_DIAGONALS");
    assert!(
        broken[0]
            .2
            .ends_with("72 of 648 calls fail: it misses every rising diagonal win."),
        "{broken:?}"
    );
    only(
        &[(
            "        AND     R1, R1, #0              ; in the same row,\n        AND     R2, R2, #0\n        ADD     R2, R2, #1",
            "        AND     R1, R1, #0\n        AND     R2, R2, #0\n        ADD     R2, R2, #7",
        )],
        "CHECK_HORIZONTAL",
        CaseVerdict::Wrong,
        "CHECK_HORIZONTAL returns 0 in R4 instead of 1 for a horizontal win in row 1, columns 1 to 4, when the last piece is in \
         column 1 (player O); 180 of 648 calls fail: it misses every horizontal win and reports 36 wins in another direction.",
    );

    // Only upwards and to the left: a line is found when its last piece is at one end of it.
    let broken = self::broken(&[(
        "        NOT     R1, R1\n        ADD     R1, R1, #1\n        NOT     R2, R2\n        ADD     R2, R2, #1\n",
        "        AND     R1, R1, #0\n        AND     R2, R2, #0\n        ADD     R2, R2, #-7\n",
    )]);
    let diagonals = broken
        .iter()
        .find(|(name, ..)| name == "CHECK_DIAGONALS")
        .expect("it is broken");

    assert!(
        diagonals.2.contains("finds a") || diagonals.2.contains("misses"),
        "{diagonals:?}"
    );
}

#[test]
fn three_in_a_line_are_seen_where_there_is_no_line() {
    let broken = broken(&[(
        "        ADD     R4, R4, #-3             ; three more are needed",
        "        ADD     R4, R4, #-2",
    )]);
    let names: Vec<&str> = broken.iter().map(|(name, ..)| &name[..]).collect();
    assert_eq!(
        names,
        [
            "CHECK_HORIZONTAL",
            "CHECK_VERTICAL",
            "CHECK_DIAGONALS",
            "CHECK_D1",
            "CHECK_D2"
        ]
    );

    let sentence = &broken[0].2;
    assert!(
        sentence.starts_with("CHECK_HORIZONTAL returns 1 in R4 instead of 0 where there is no line: "),
        "{sentence}"
    );

    assert!(sentence.contains("wins where there is no line"), "{sentence}");
}

#[test]
fn a_register_that_is_not_restored_is_named() {
    only(
        &[(
            "        LD      R3, DB_R3\n        LD      R7, DB_R7",
            "        LD      R7, DB_R7",
        )],
        "DISPLAY_BOARD",
        CaseVerdict::Wrong,
        "DISPLAY_BOARD does not preserve R3: it is x4440 before the call and -1 after it; all 4 calls fail.",
    );
}

#[test]
fn a_subroutine_that_does_something_is_not_called_empty() {
    let broken = broken(&[(
        "CHECK_D2\n        ST      R1, CD2_R1\n",
        "CHECK_D2\n        AND     R4, R4, #0\n        RET\n",
    )]);
    assert!(!broken.is_empty());
    for (_, _, sentence) in broken {
        assert!(!sentence.contains("empty"), "{sentence}");
    }
}

#[test]
fn a_register_that_is_not_restored_does_not_change_the_direction_of_a_diagonal() {
    // CHECK_D2 keeps its contract for the rising diagonal in every answer.
    for edit in [
        ("        LD      R1, CD2_R1\n", ""),
        ("        LD      R3, CL_R3\n", ""),
    ] {
        let broken = broken(&[edit]);
        let (_, _, sentence) = broken.iter().find(|(name, ..)| name == "CHECK_D2").expect("it fails");
        assert!(sentence.starts_with("CHECK_D2 does not preserve R"), "{sentence}");
        assert!(!sentence.contains("diagonal"), "{sentence}");
    }
}

#[test]
fn a_diagonal_is_named_where_the_other_subroutine_shows_which_it_is() {
    let never = |label: &str| {
        let old = format!("\n{label}\n");
        (old.clone(), format!("{old}        ADD     R3, R3, #0\n        RET\n"))
    };
    let of = |edits: &[(String, String)], name: &str| {
        let edits: Vec<(&str, &str)> = edits.iter().map(|(old, new)| (&old[..], &new[..])).collect();
        let mut broken = broken(&edits).into_iter();
        broken.find(|(broken, ..)| broken == name).expect("it is broken").2
    };

    // CHECK_D1 finds the falling ones, so that the others are left to CHECK_D2; and the other way round.
    let rising = of(&[never("CHECK_D2")], "CHECK_D2");
    assert!(rising.ends_with("it misses every rising diagonal win."), "{rising}");
    let falling = of(&[never("CHECK_D1")], "CHECK_D1");
    assert!(falling.ends_with("it misses every falling diagonal win."), "{falling}");

    let neither = of(&[never("CHECK_D1"), never("CHECK_D2")], "CHECK_D2");
    assert!(
        neither.ends_with("calls fail. It may also be meant for the other diagonal: its results do not show which."),
        "{neither}"
    );
}

#[test]
fn writing_what_is_not_its_own_is_reported_with_its_name() {
    let store = |what: &str| {
        format!(
            "CHECK_VALID\n        ST      R1, CV_R1\n        ST      R2, CV_R2\n        STI     R1, CV_WILD\n        BRnzp   CV_ON\nCV_WILD .FILL   {what}\nCV_ON\n"
        )
    };

    let message_of = |what: &str| {
        let broken = broken(&[(
            "CHECK_VALID\n        ST      R1, CV_R1\n        ST      R2, CV_R2\n",
            &store(what),
        )]);
        broken
            .into_iter()
            .find(|(name, ..)| name == "CHECK_VALID")
            .expect("it is broken")
            .2
    };

    let all = "; all 896 calls fail.";
    assert_eq!(
        message_of("TURN"),
        format!("CHECK_VALID overwrites TURN, which it must not change: it was 2 and became x2220{all}")
    );
    assert!(
        message_of("GM_R0").starts_with("CHECK_VALID overwrites GM_R0, which it must not change: it was 0"),
        "{}",
        message_of("GM_R0")
    );
    assert!(
        message_of("ROW6").contains("the board (row 6, column 1)"),
        "{}",
        message_of("ROW6")
    );
    assert!(
        message_of("INIT").contains("overwrites the instruction at line "),
        "{}",
        message_of("INIT")
    );
    assert!(
        message_of("x0025").contains("overwrites x0025, which belongs to the system: it was"),
        "{}",
        message_of("x0025")
    );

    // Storage of its own, labelled or not, is its own affair.
    for own in ["CV_WILD", "x5000"] {
        assert_eq!(
            broken(&[(
                "CHECK_VALID\n        ST      R1, CV_R1\n        ST      R2, CV_R2\n",
                &store(own)
            )]),
            []
        );
    }
}

#[test]
fn a_service_of_its_own_in_the_vector_table_is_no_fault() {
    let install = "CHECK_VALID\n        ST      R1, CV_R1\n        ST      R2, CV_R2\n        LEA     R1, CV_SERVICE\n        STI     R1, CV_VECTOR\n        BRnzp   CV_ON\nCV_VECTOR .FILL x0040\nCV_SERVICE RET\nCV_ON\n";
    assert_eq!(
        broken(&[(
            "CHECK_VALID\n        ST      R1, CV_R1\n        ST      R2, CV_R2\n",
            install
        )]),
        []
    );
}

#[test]
fn a_subroutine_that_does_not_return_is_reported_with_its_ending() {
    let sentence = |edits: &[(&str, &str)], name: &str, verdict: CaseVerdict| {
        let broken = broken(edits);
        let found = broken.iter().find(|(other, ..)| other == name).expect("it is broken");
        assert_eq!(found.1, verdict, "{found:?}");
        found.2.clone()
    };

    let r7 = sentence(
        &[("        LD      R7, GO_R7\n", "")],
        "GAME_OVER",
        CaseVerdict::Timeout,
    );
    assert!(
        r7.starts_with("GAME_OVER does not return to its caller: it is in an infinite loop at line "),
        "{r7}"
    );
    assert!(r7.ends_with("; all 3 calls fail."), "{r7}");

    let halts = sentence(
        &[("        LD      R0, GO_R0\n", "        HALT\n")],
        "GAME_OVER",
        CaseVerdict::Wrong,
    );
    assert!(halts.contains(": it halts the machine at line "), "{halts}");

    let wild = sentence(
        &[(
            "        ST      R2, CV_R2\n\n",
            "        ST      R2, CV_R2\n        JMP     R3\n",
        )],
        "CHECK_VALID",
        CaseVerdict::Crash,
    );

    assert!(
        wild.contains("it crashes at line ") && wild.contains("): jumped to x4440, where there is no code"),
        "{wild}"
    );
    assert!(
        wild.ends_with("; all 3 calls fail. 893 more calls were not made."),
        "{wild}"
    );
}

#[test]
fn the_right_text_in_another_format_is_reported_as_such() {
    only(
        &[(
            "        BRn     DB_ROW_END              ; no space after the sixth\n        LD      R0, DB_SPACE\n        OUT\n        BRnzp   DB_CELL\n",
            "        BRn     DB_LAST\n        LD      R0, DB_SPACE\n        OUT\n        BRnzp   DB_CELL\nDB_LAST LD      R0, DB_SPACE\n        OUT\n",
        )],
        "DISPLAY_BOARD",
        CaseVerdict::Format,
        "DISPLAY_BOARD prints the board with different formatting: rows end in a space; all 4 calls fail.",
    );
    only(
        &[(".STRINGZ \"Tie Game.\"", ".STRINGZ \"Player 1 Wins.\"")],
        "GAME_OVER",
        CaseVerdict::Wrong,
        "GAME_OVER prints the wrong text with WINNER = 0 and TURN = 2; 1 of 3 calls fails.",
    );
}
