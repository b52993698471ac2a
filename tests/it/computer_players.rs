//! Programs with a computer player are played against: what a rule is worth does not depend on how their computer plays.

#![expect(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::{CaseVerdict, StudentReport};
use c4grade::submission::from_memory;

const FALLING: &str = include_str!("../../reference/arm-falling-computer/connect4.s");
const SCAN: &str = include_str!("../../reference/arm-scan-computer/connect4.s");

/// A piece of a reference program, which of its places, from 0, and what is there instead.
type Change = (&'static str, usize, &'static str);

/// The player's and the computer's wins in the falling program, in this order.
const FALLING_WIN: &str = "        CMP     R1, #WINNING_STREAK\n        BGE     won\n";
const SCAN_WIN: &str = "        MOV     R0, R4\n        BL      WINS\n        CMP     R0, #TRUE\n        BEQ     won\n";
const SCAN_DIAGONAL: &str = "        BL      LENGTH\n        CMP     R0, #LINE\n        BEQ     checkd3\n";

/// The same program with another computer, which is right too: it looks from the right, and at the lines in another order.
const OTHER_EXTENDER: [Change; 6] = [
    ("flBrd1  MOV     R1, #0\n", 0, "flBrd1  MOV     R1, #6\n"),
    (
        "        ADD     R1, R1, #1\n        CMP     R1, #COLUMNS\n        BLO     flBrd2\n",
        0,
        "        SUBS    R1, R1, #1\n        BPL     flBrd2\n",
    ),
    ("DCB -1, -1\n", 0, "DCB 1, 1\n"),
    ("                DCB 0, -1\n", 0, "                DCB -1, 0\n"),
    ("                DCB 1, -1\n", 0, "                DCB -1, 1\n"),
    (
        "                DCB -1, 0\nlines_end",
        0,
        "                DCB 0, 1\nlines_end",
    ),
];
/// The same: its counter goes on by four columns.
const OTHER_COUNTER: [Change; 1] = [(
    "        ADD     R3, R0, #1\n        CMP     R3, #ROW\n        MOVEQ   R3, #0\n",
    0,
    "        ADD     R3, R0, #4\n        CMP     R3, #ROW\n        SUBHS   R3, R3, #7\n",
)];

fn changed(reference: &str, changes: &[Change]) -> String {
    let mut text = reference.to_owned();
    for (from, place, to) in changes {
        let found: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
        let at = found
            .get(*place)
            .unwrap_or_else(|| panic!("{from:?} is found {} times", found.len()));
        text.replace_range(*at..*at + from.len(), to);
    }
    text
}

fn graded(package: &str, text: &str) -> StudentReport {
    let assignment = assignment::find(package).expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), "connect4.s".to_owned(), text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

/// What a program loses.
fn lost(package: &str, text: &str) -> f64 {
    let report = graded(package, text);
    report.max - report.score.expect("it is graded")
}

struct Planted {
    fault: &'static str,
    changes: Vec<Change>,
    /// The least and the most that it may cost.
    costs: (f64, f64),
}

fn hold(package: &str, reference: &str, planted: &[Planted]) {
    for Planted { fault, changes, costs } in planted {
        let lost = lost(package, &changed(reference, changes));
        assert!(lost >= costs.0 && lost <= costs.1, "{package}, {fault}: loses {lost}");
    }
}

fn planted(fault: &'static str, changes: Vec<Change>, costs: (f64, f64)) -> Planted {
    Planted { fault, changes, costs }
}

/// A table of lines of its own for the falling program's check of wins, so that its computer plays as before.
fn lines(entries: &'static str) -> Vec<Change> {
    vec![
        (
            "        LDR     R8, =lines\nchck1",
            0,
            "        LDR     R8, =checked\nchck1",
        ),
        (
            "        LDR     R1, =lines_end\n",
            0,
            "        LDR     R1, =checked_end\n",
        ),
        ("lines_end\n\nhello", 0, entries),
    ]
}

#[test]
fn a_rule_that_never_works_costs_what_it_is_worth_in_the_falling_game() {
    let no_draw = "        CMP     R2, #TRUE\n        BEQ     draw\n";
    let not_placed = "        MOVEQ   R1, #NOT_PLACED\n        MOVNE   R1, #PLACED\n";
    let never_wins = "        CMP     R1, #VACANT\n        BNE     rankEnd1\n";
    hold(
        "arm-falling-computer",
        FALLING,
        &[
            planted("no win of the player", vec![(FALLING_WIN, 0, "")], (55.0, 65.0)),
            planted("no win of the computer", vec![(FALLING_WIN, 1, "")], (8.0, 18.0)),
            planted(
                "no win at all",
                vec![(FALLING_WIN, 1, ""), (FALLING_WIN, 0, "")],
                (60.0, 72.0),
            ),
            planted(
                "no falling diagonal",
                lines("lines_end\nchecked DCB 1, -1, 0, -1, 1, -1, -1, 0\nchecked_end\n\nhello"),
                (11.0, 15.5),
            ),
            planted(
                "no rising diagonal",
                lines("lines_end\nchecked DCB -1, -1, 0, -1, -1, -1, -1, 0\nchecked_end\n\nhello"),
                (11.0, 15.5),
            ),
            planted(
                "no column",
                lines("lines_end\nchecked DCB -1, -1, 0, -1, 1, -1, 0, -1\nchecked_end\n\nhello"),
                (11.0, 18.0),
            ),
            planted(
                "no draw announced",
                vec![("draw    LDR     R0, =its_a_draw\n        BL      puts\n", 0, "draw\n")],
                (10.0, 15.0),
            ),
            planted(
                "no end of a full board",
                vec![(no_draw, 0, ""), ("BNE     nextTurn", 0, "B nextTurn")],
                (10.0, 15.0),
            ),
            planted(
                "takes a move into a full column",
                vec![(not_placed, 0, "        MOV     R1, #PLACED\n")],
                (8.0, 12.0),
            ),
            planted(
                "the computer loses its turn in a full column",
                vec![(
                    "reply   BL      place",
                    0,
                    "        MOVMI   R1, #0\nreply   BL      place",
                )],
                (3.0, 15.0),
            ),
            planted(
                "the computer never takes its win",
                vec![(
                    never_wins,
                    0,
                    "        CMP     R1, #VACANT\n        BNE     rankEnd1\n        CMP R10, #2\n        BGE rankEnd1\n",
                )],
                (5.0, 15.0),
            ),
        ],
    );
}

#[test]
fn a_rule_that_never_works_costs_what_it_is_worth_in_the_scanning_game() {
    let to_full = "        CMP     R3, #EMPTY\n        BNE     move3\nmove1";
    hold(
        "arm-scan-computer",
        SCAN,
        &[
            planted(
                "no win of the player",
                vec![(
                    SCAN_WIN,
                    0,
                    "        CMP R4, #RED\n        BEQ unwon\n        MOV R0, R4\n        BL WINS\n        CMP R0, #TRUE\n        BEQ won\nunwon\n",
                )],
                (55.0, 65.0),
            ),
            planted("no win at all", vec![(SCAN_WIN, 0, "")], (55.0, 70.0)),
            planted("no falling diagonal", vec![(SCAN_DIAGONAL, 0, "")], (11.0, 15.5)),
            planted("no rising diagonal", vec![(SCAN_DIAGONAL, 1, "")], (11.0, 15.5)),
            planted(
                "no column",
                vec![("        BL      CHECKV\n", 0, "        MOV R0, #FALSE\n")],
                (11.0, 16.5),
            ),
            planted(
                "never blocks",
                vec![
                    ("        BL      BLOCKH\n", 0, "        MVN R0, #0\n"),
                    ("        BL      BLOCKV\n", 0, "        MVN R0, #0\n"),
                ],
                (8.0, 15.0),
            ),
            planted(
                "no end of a full board",
                vec![("        BL      ISFULL\n", 0, "        MOV R0, #FALSE\n")],
                (10.0, 15.0),
            ),
            planted(
                "takes a move into a full column",
                vec![(
                    to_full,
                    0,
                    "        CMP     R3, #EMPTY\n        MOVNE R0, #TRUE\n        BXNE LR\nmove1",
                )],
                (7.0, 12.0),
            ),
            planted(
                "the computer chooses full columns",
                vec![(
                    "        CMP     R3, #EMPTY\n        BNE     count1\n        BX",
                    0,
                    "        BX",
                )],
                (5.0, 20.0),
            ),
        ],
    );
}

#[test]
fn another_computer_that_is_right_keeps_everything_and_hides_nothing() {
    for (package, reference, other, no_win) in [
        (
            "arm-falling-computer",
            FALLING,
            &OTHER_EXTENDER[..],
            (FALLING_WIN, 0, ""),
        ),
        (
            "arm-scan-computer",
            SCAN,
            &OTHER_COUNTER[..],
            (
                SCAN_WIN,
                0,
                "        CMP R4, #RED\n        BEQ unwon\n        MOV R0, R4\n        BL WINS\n        CMP R0, #TRUE\n        BEQ won\nunwon\n",
            ),
        ),
    ] {
        let own = graded(package, reference);
        let report = graded(package, &changed(reference, other));
        assert_eq!(report.score, Some(100.0), "{package}: {}", report.summary);
        assert!(
            report.cases().all(|case| case.verdict == CaseVerdict::Pass),
            "{package}"
        );
        let moves =
            |report: &StudentReport| -> Vec<Vec<String>> { report.cases().map(|case| case.moves.clone()).collect() };
        assert_ne!(
            moves(&own),
            moves(&report),
            "the games are looked for against each computer"
        );
        let note = report
            .notes
            .iter()
            .find(|note| note.contains("were reached"))
            .expect("the coverage is said");
        assert!(note.contains("played to win"), "{note}");

        let changes: Vec<Change> = other.iter().copied().chain([no_win]).collect();
        let lost = lost(package, &changed(reference, &changes));
        assert!((53.0..60.0).contains(&lost), "{package}: {lost}");
    }
}

// Leftmost wins in a column before the person can do much: what it lets nobody reach costs nothing.
#[test]
fn what_cannot_be_reached_is_said_and_costs_nothing() {
    let leftmost: [Change; 1] = [(
        "count1  LDRB    R0, [R2]",
        0,
        "        MOV R0, #0\n        STRB R0, [R2]\ncount1  LDRB    R0, [R2]",
    )];
    let drowned: Vec<Change> = leftmost
        .into_iter()
        .chain([
            ("        BL      BLOCKH\n", 0, "        MVN R0, #0\n"),
            ("        BL      BLOCKV\n", 0, "        MVN R0, #0\n"),
        ])
        .collect();
    let report = graded("arm-scan-computer", &changed(SCAN, &drowned));
    let missed: Vec<_> = report
        .cases()
        .filter(|case| case.verdict == CaseVerdict::Skipped)
        .collect();
    assert!(!missed.is_empty());
    assert!(missed.iter().all(|case| case.max == 0.0 && case.moves.is_empty()));
    assert!(missed.iter().all(|case| {
        case.failure
            .as_ref()
            .is_some_and(|failure| failure.sentence.contains("No such game"))
    }));

    let max: f64 = report.groups.iter().map(|group| group.max).sum();
    assert!((max - 100.0).abs() < 1e-9, "{max}");
    let note = report
        .notes
        .iter()
        .find(|note| note.contains("Not reached: "))
        .expect("the coverage is said");
    assert!(note.ends_with("cost no points."), "{note}");
    assert!(report.faults.iter().all(|fault| fault.key != "not-reached"));
    assert!(!report.common.contains_key("not-reached"));
}

#[test]
fn a_hostile_computer_is_soon_done_with_and_earns_next_to_nothing() {
    for (fault, reply) in [
        ("loops", "reply   B       reply"),
        ("floods", "reply   BL      disp\n        B       reply"),
        ("does not move", "reply   B       nextTurn"),
        (
            "counts for ever",
            "reply   MOV     R9, #0\nspin    ADD     R9, R9, #1\n        EOR     R8, R8, R9, ROR #7\n        STR     R8, [SP, #-4]\n        B       spin",
        ),
    ] {
        let text = changed(FALLING, &[("reply   BL      place", 0, reply)]);
        let begin = Instant::now();
        let report = graded("arm-falling-computer", &text);
        assert!(
            report.score.is_some_and(|score| score < 5.0),
            "{fault}: {:?}",
            report.score
        );
        let mut notes = report.notes.iter();
        assert!(
            notes.any(|note| note.contains("your program broke the rules on the way")),
            "{fault}"
        );
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "{fault}: {:?}",
            begin.elapsed()
        );
    }
}

#[test]
fn the_games_are_the_same_with_any_number_of_jobs() {
    let folder = tempfile::tempdir().expect("a folder");
    let class = folder.path().join("class");
    let programs = [
        ("own", FALLING.to_owned()),
        ("other", changed(FALLING, &OTHER_EXTENDER)),
        ("unwon", changed(FALLING, &[(FALLING_WIN, 0, "")])),
    ];
    for (student, text) in &programs {
        fs::create_dir_all(class.join(student)).expect("a folder");
        fs::write(class.join(student).join("connect4.s"), text).expect("a program");
    }

    let report = |jobs: &str| -> Vec<String> {
        let reports = folder.path().join(jobs);
        let mut command = Command::new(env!("CARGO_BIN_EXE_c4grade"));
        let command = command
            .arg("grade")
            .arg(&class)
            .args(["--assignment", "arm-falling-computer", "--jobs", jobs]);
        let output = command
            .arg("--reports")
            .arg(&reports)
            .args(["--format", "json"])
            .output();
        assert!(output.expect("the binary runs").status.success());
        let read = |(student, _): &(&str, String)| {
            fs::read_to_string(reports.join(format!("{student}.json"))).expect("a report")
        };
        programs.iter().map(read).collect()
    };
    assert_eq!(report("1"), report("4"));
}

#[test]
fn a_program_whose_computer_begins_is_judged_on_its_game() {
    let begins: Change = (
        "        BL      PRINT\n        MOV     R4, #RED\n",
        0,
        "        BL      PRINT\n        MOV     R4, #YELLOW\n",
    );
    let without_empty_board: Change = (
        "        BL      PRINT\n        MOV     R4, #RED\n",
        0,
        "        MOV     R4, #YELLOW\n",
    );
    for change in [begins, without_empty_board] {
        let report = graded("arm-scan-computer", &changed(SCAN, &[change]));
        let finding = report.findings.iter().find(|finding| finding.key == "computer-begins");
        assert_eq!(
            finding.map(|finding| finding.deducted),
            Some(10.0),
            "{}",
            report.summary
        );
        assert!(report.score > Some(80.0), "{:?} {}", report.score, report.summary);
    }
}
