//! ARM programs with words, pieces and ways of playing of their own at the same time; and what is still a fault in them.

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::{FindingKind, StudentReport};
use c4grade::submission::from_memory;

const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");
const COMPUTER: &str = include_str!("../../reference/arm-scan-computer/connect4.s");
const FALLING: &str = include_str!("../../reference/arm-falling/connect4.s");

const RED: &str = "RED: choose a column for your next move (1-7, q to restart): ";
const YELLOW: &str = "YELLOW: choose a column for your next move (1-7, q to restart): ";

/// A reference program with some of its text exchanged: each is found exactly once.
pub fn graded(package: &str, program: &str, changes: &[(&str, &str)]) -> StudentReport {
    let mut text = program.to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let assignment = assignment::find(package).expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let file = assignment.files[0].clone();
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), file, text.into_bytes())]);
    grader.grade(&found.submissions[0]).report
}

fn keys(report: &StudentReport) -> Vec<&str> {
    report.findings.iter().map(|finding| &finding.key[..]).collect()
}

#[test]
fn a_tie_that_is_announced_as_a_win_is_worth_what_ties_are_worth() {
    let tie = "THE GAME ENDED IN A DRAW!";
    let spanish = [
        (RED, "rojo: "),
        (YELLOW, "amarillo: "),
        ("RED PLAYER HAS WON!", "Gana el rojo"),
        ("YELLOW PLAYER HAS WON!", "Gana el amarillo"),
    ];
    let silent = graded("arm-redfirst", REDFIRST, &[(tie, "")]).score;
    for text in ["RED is the winner", "YELLOW wins!!", "Player 1 Wins"] {
        let report = graded("arm-redfirst", REDFIRST, &[(tie, text)]);
        assert_eq!(report.score, silent, "{text}: {}", report.summary);
    }
    for (text, is_tie) in [("Ha ganado rojo", false), ("Ni rojo ni amarillo", true)] {
        let report = graded("arm-redfirst", REDFIRST, &[&spanish[..], &[(tie, text)]].concat());
        assert_eq!(report.score == Some(100.0), is_tie, "{text}: {}", report.summary);
    }
    let both = graded("arm-redfirst", REDFIRST, &[(tie, "RED and YELLOW both lose")]);
    assert_eq!(both.score, Some(100.0), "{}", both.summary);
}

#[test]
fn other_pieces_first_with_neutral_names_cost_the_points_for_the_first_player_alone() {
    let neutral = [
        ("\"0RY\"", "\"0YR\""),
        (RED, "Player 1: "),
        (YELLOW, "Player 2: "),
        ("RED PLAYER HAS WON!", "Player 1 wins"),
        ("YELLOW PLAYER HAS WON!", "Player 2 wins"),
    ];
    let report = graded("arm-redfirst", REDFIRST, &neutral);
    assert_eq!(report.score, Some(90.0), "{}", report.summary);
    assert_eq!(keys(&report), ["wrong-first-player"]);

    // Who is called RED and drops yellow pieces has the wrong pieces.
    let report = graded("arm-redfirst", REDFIRST, &neutral[..1]);
    assert!(report.score < Some(20.0), "{:?}", report.score);
}

#[test]
fn a_question_before_boards_in_unknown_characters_is_answered() {
    let start = "        LDR     R0, =WELCOME\n        BL      puts\n";
    let asks = "        LDR     R0, =WELCOME\n        BL      puts\n        BL      get\n";
    let changes = [
        ("\"0RY\"", "\".#@\""),
        ("Let's play Connect4!!", "Press 1 for two players, 2 for none"),
        (RED, "Cats: "),
        (YELLOW, "Dogs: "),
        (start, asks),
    ];
    let report = graded("arm-redfirst", REDFIRST, &changes);
    assert_eq!(report.score, Some(95.0), "{}", report.summary);
    assert_eq!(keys(&report), ["opening-question"]);
}

#[test]
fn rows_below_each_board_cost_a_few_points_before_a_reply_and_while_a_piece_falls() {
    let row = |text: &str| format!("\nextra           DCB \"{text}\", LF, CR, 0\nnewline ");
    let print = "        LDR     R0, =extra\n        BL      puts\n";
    let last = "        BNE     print1\n        LDMFD   SP!, {R4-R6, PC}";
    let whole = "        LDR     R0, =MEM\n        BL      puts\n";
    for (package, program, from, to, own) in [
        (
            "arm-scan-computer",
            COMPUTER,
            last,
            format!("        BNE     print1\n{print}        LDMFD   SP!, {{R4-R6, PC}}"),
            row("0 0 0 0 0 0 0 "),
        ),
        (
            "arm-falling",
            FALLING,
            whole,
            format!("{whole}{print}"),
            row("7 O O O O O O O "),
        ),
    ] {
        let report = graded(package, program, &[(from, &to), ("\nnewline ", &own)]);
        assert_eq!(report.score, Some(95.0), "{package}: {}", report.summary);
        assert_eq!(keys(&report), ["rows-below-board"], "{package}");
    }
}

#[test]
fn output_that_does_not_wait_for_the_transmitter_is_a_finding_with_its_line() {
    let loop_ = "put1    LDRB    R2, [R1, #U0LSR]\n        TST     R2, #LSR_CAN_SEND\n        BEQ     put1\n";
    let report = graded("arm-redfirst", REDFIRST, &[(loop_, "")]);
    let finding = &report.findings[0];
    assert_eq!(
        (finding.kind, &finding.key[..]),
        (FindingKind::Portability, "output-not-polled")
    );
    assert!(
        finding
            .message
            .starts_with("Your program sends characters without waiting until the transmitter is empty (line 348)."),
        "{}",
        finding.message
    );
    assert_eq!(report.score, Some(100.0));

    let report = graded("arm-redfirst", REDFIRST, &[]);
    assert!(report.findings.is_empty());
}
