//! Whole programs that say everything in words, names and characters of their own are graded on their game.

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::{FindingKind, StudentReport};
use c4grade::submission::from_memory;

const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");
const COMPUTER: &str = include_str!("../../reference/arm-scan-computer/connect4.s");

const RED: &str = "RED: choose a column for your next move (1-7, q to restart): ";
const YELLOW: &str = "YELLOW: choose a column for your next move (1-7, q to restart): ";
const INVALID: &str = "Invalid Input! Please try again.";
const FULL: &str = "This column is full. Please enter a different column number.";

/// A reference program with some of its texts exchanged: each is found exactly once.
fn graded(package: &str, program: &str, texts: &[(&str, &str)]) -> StudentReport {
    let mut text = program.to_owned();
    for (from, to) in texts {
        let (from, to) = (format!("\"{from}\""), format!("\"{to}\""));
        assert_eq!(text.matches(&from).count(), 1, "{from}");
        text = text.replace(&from, &to);
    }

    let assignment = assignment::find(package).expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
    let found = from_memory([("ada".to_owned(), "connect4.s".to_owned(), text.into_bytes())]);
    grader.grade(&found.submissions[0]).report
}

#[test]
fn a_program_in_another_language_with_other_pieces_is_perfect_and_the_report_says_how_it_was_read() {
    let report = graded(
        "arm-redfirst",
        REDFIRST,
        &[
            ("0RY", ".*#"),
            (RED, "Juega estrella: "),
            (YELLOW, "Juega almohadilla: "),
            (INVALID, "Movimiento no permitido"),
            ("RED PLAYER HAS WON!", "Gana la estrella"),
            ("YELLOW PLAYER HAS WON!", "Gana la almohadilla"),
            ("THE GAME ENDED IN A DRAW!", "Empate"),
        ],
    );
    assert_eq!(report.score, Some(100.0), "{}", report.summary);
    assert_eq!(
        report.notes[0],
        "The grader learned your program's own wording from its games: it calls the players 'estrella' and \
         'almohadilla', refuses a move with 'Movimiento no permitido' and announces a win with 'Gana la estrella'."
    );
}

#[test]
fn what_names_no_player_is_a_finding_with_a_fixed_deduction() {
    let same = graded("arm-redfirst", REDFIRST, &[(RED, "Column? "), (YELLOW, "Column? ")]);
    assert_eq!(same.score, Some(95.0));
    assert_eq!(
        same.summary,
        "all 713 cases pass, but prompts do not say whose turn it is"
    );
    assert!(
        same.notes.iter().all(|note| !note.contains("learned")),
        "{:?}",
        same.notes
    );
    let finding = &same.findings[0];
    assert_eq!(
        (finding.kind, &finding.key[..], finding.deducted),
        (FindingKind::Wording, "unnamed-turn", 5.0)
    );
    assert_eq!(
        finding.message,
        "Your program prompts both players with 'Column?'. Say in the prompt whose turn it is."
    );

    let texts = [
        (RED, "? "),
        (YELLOW, "? "),
        ("RED PLAYER HAS WON!", "End"),
        ("YELLOW PLAYER HAS WON!", "End"),
    ];
    let both = graded("arm-redfirst", REDFIRST, &texts);
    assert_eq!(both.score, Some(90.0), "{}", both.summary);
}

#[test]
fn a_program_that_announces_the_wrong_winner_still_loses_those_games() {
    let report = graded(
        "arm-redfirst",
        REDFIRST,
        &[("YELLOW PLAYER HAS WON!", "RED PLAYER HAS WON!!")],
    );
    assert!(report.score < Some(75.0), "{:?}", report.score);
    assert!(
        report.faults.iter().any(|fault| fault.key.contains("winner")),
        "{:?}",
        report.faults[0].key
    );
}

#[test]
fn a_computer_player_in_another_language_is_perfect() {
    let texts = [
        (RED, "Elige columna: "),
        (FULL, "Columna llena"),
        (" IS THE WINNER.", " gana."),
    ];
    let report = graded("arm-scan-computer", COMPUTER, &texts);
    assert_eq!(report.score, Some(100.0), "{}", report.summary);
}

#[test]
fn a_question_before_the_game_is_answered_and_costs_a_fixed_deduction() {
    let asking = |question: &str, code: &str| {
        let text = REDFIRST.replacen("Let's play Connect4!!", question, 1);
        text.replacen("        BL      puts\n", &format!("        BL      puts\n{code}"), 1)
    };
    let players = asking(
        "2: play alone, 1: two players",
        "ASK     BL      get\n        CMP     R0, #'1'\n        BNE     ASK\n",
    );
    let any_key = asking("Press any key", "        BL      get\n");

    for program in [players, any_key] {
        let report = graded("arm-redfirst", &program, &[]);
        assert_eq!(report.score, Some(95.0), "{}", report.summary);
        let finding = &report.findings[0];
        assert_eq!((finding.kind, finding.deducted), (FindingKind::Opening, 5.0));
        let answered = "The grader answered with '1' before each game.";
        assert!(finding.message.ends_with(answered), "{}", finding.message);
    }
}

#[test]
fn a_program_that_counts_columns_from_zero_or_by_letters_is_graded_on_its_game() {
    let starter = include_str!("../../reference/lc3-scratch/connect4.asm");
    for (first, keys) in [(48, "0 to 5"), (65, "A to F"), (97, "a to f")] {
        let minus = format!("MINUS_ONE .FILL #-{first} ");
        let text = starter.replace("MINUS_ONE .FILL #-49 ", &minus);
        assert_ne!(text, starter);

        let assignment = assignment::find("lc3-scratch").expect("it is bundled");
        let suite = case::load(&assignment, None).expect("it is right");
        let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
        let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), text.into_bytes())]);
        let report = grader.grade(&found.submissions[0]).report;
        assert_eq!(report.score, Some(90.0), "{keys}: {}", report.summary);
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.kind == FindingKind::Columns);
        let said = &finding.expect("it is said").message;
        assert!(
            said.contains(&format!("takes the keys {keys} for the columns")),
            "{said}"
        );
    }
}
