//! Whole programs that say everything in words, names and characters of their own are graded on their game.

use c4grade::assignment::{self, Assignment, Opening};
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::{FindingKind, StudentReport, Verdict};
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

    graded_by(&assignment::find(package).expect("it is bundled"), text)
}

/// A program as an assignment has it graded.
fn graded_by(assignment: &Assignment, text: String) -> StudentReport {
    let suite = case::load(assignment, None).expect("it is right");
    let grader = Grader::new(assignment.clone(), suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), assignment.files[0].clone(), text.into_bytes())]);
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
fn a_win_of_the_other_player_is_wrong_where_prompts_show_the_piece_as_well() {
    let report = graded(
        "arm-redfirst",
        REDFIRST,
        &[
            (RED, "Cats (C), choose: "),
            (YELLOW, "Dogs (D), choose: "),
            ("RED PLAYER HAS WON!", "Well done Dogs, you win!"),
            ("YELLOW PLAYER HAS WON!", "Well done Cats, you win!"),
        ],
    );
    assert_eq!(report.verdict, Verdict::Wrong, "{}", report.summary);
    assert_eq!(
        report.faults[0].message,
        "the program announces the wrong player as the winner"
    );
    assert_eq!(report.faults.len(), 1, "both players' wins are one fault");
}

#[test]
fn where_games_go_wrong_at_once_the_report_says_how_and_not_that_prompts_are_nameless() {
    let camila = ("arm-scan", "camila-ortiz");
    // Prompts both players with the same words, which has a price of its own.
    let zoe = ("arm-redfirst", "zoe-laurent");
    for ((assignment, name), missing, message) in [
        (camila, "        sub     r9, r9, #'1'\n", "a valid move is refused"),
        (
            camila,
            "        movne   r8, #p1\n",
            "the program places the other player's piece",
        ),
        (
            zoe,
            "        BL      CHECK_WINNER\n",
            "the program halts before the game is over",
        ),
        (
            zoe,
            "        BNE     COMPARE\n",
            "the program halts before the game is over",
        ),
        (
            zoe,
            "        B       NEXT_TURN\n",
            "something other than the expected output is printed",
        ),
    ] {
        let path = format!("reference/{assignment}/submissions/{name}/connect4.s");
        let text = std::fs::read_to_string(&path).expect("it is in the sample class");
        let (before, after) = text.split_once(missing).expect(missing);
        let report = graded_by(
            &assignment::find(assignment).expect("it is bundled"),
            format!("{before}{after}"),
        );
        assert_eq!(report.faults[0].message, message, "{name} without {missing}");
    }
}

#[test]
fn what_names_no_player_is_a_finding_with_a_fixed_deduction() {
    let same = graded("arm-redfirst", REDFIRST, &[(RED, "Column? "), (YELLOW, "Column? ")]);
    assert_eq!(same.score, Some(95.0));
    assert_eq!(
        same.summary,
        "all 793 cases pass, but prompts do not say whose turn it is"
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
fn a_program_that_lets_the_other_player_begin_and_prompts_late_loses_the_points_for_the_first_player_alone() {
    let late = "        BL      get\n        MOV     R5, R0\n        CMP     R4, #RED\n        LDREQ   R0, =RED_TURN\n        \
                LDRNE   R0, =YELLOW_TURN\n        BL      puts\n        MOV     R0, R5\n        BL      put\n";
    let asked = "        CMP     R4, #RED\n        LDREQ   R0, =RED_TURN\n        LDRNE   R0, =YELLOW_TURN\n        BL      puts\n        \
                 BL      get\n        MOV     R5, R0\n        BL      put\n";
    assert_eq!(REDFIRST.matches(asked).count(), 1);
    let program = REDFIRST
        .replace(asked, late)
        .replace("        MOV     R4, #RED\n", "        MOV     R4, #YELLOW\n");

    let report = graded("arm-redfirst", &program, &[]);
    assert_eq!(report.score, Some(90.0), "{}", report.summary);
    let keys: Vec<&str> = report.findings.iter().map(|finding| &finding.key[..]).collect();
    assert_eq!(keys, ["wrong-first-player"]);
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

/// The reference with pieces of several bytes.
fn with_round_pieces() -> String {
    let cell = "        LDRB    R0, [R7, R0]\n        BL      PUT_AND_SPACE\n";
    let text = "        ADD     R0, R7, R0, LSL #2\n        BL      puts\n        MOV     R0, #SPACEBAR\n        BL      put\n";
    assert_eq!(REDFIRST.matches(cell).count(), 1);
    let text = REDFIRST.replace(cell, text);
    text.replace("DCB \"0RY\"", "DCB \"·\", 0, 0, \"●\", 0, \"○\", 0")
}

#[test]
fn pieces_of_several_bytes_are_read_whatever_they_are() {
    let texts = [(RED, "甲下子: "), (YELLOW, "乙下子: ")];
    let report = graded("arm-redfirst", &with_round_pieces(), &texts);
    assert_eq!(report.score, Some(100.0), "{}", report.summary);

    // What is wrong with a game is found in it as in any other.
    let lost = [("RED PLAYER HAS WON!", "YELLOW PLAYER HAS WON"), texts[0], texts[1]];
    let report = graded("arm-redfirst", &with_round_pieces(), &lost);
    assert!(report.score < Some(75.0), "{:?}", report.score);
}

/// The LC-3 reference with some of its text exchanged: each is found exactly once.
fn graded_lc3(changes: &[(&str, &str)]) -> StudentReport {
    let mut text = include_str!("../../reference/lc3-scratch/connect4.asm").to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    let assignment = assignment::find("lc3-scratch").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), text.into_bytes())]);
    grader.grade(&found.submissions[0]).report
}

/// The points of its game, and how many of its differences in format are said in these words.
fn game_and_saying(report: &StudentReport, words: &str) -> (Option<f64>, usize) {
    let saying = report
        .format_differences
        .iter()
        .filter(|difference| difference.message.contains(words));
    (report.game_score, saying.count())
}

#[test]
fn where_wording_is_forgiven_other_pieces_and_orders_are_named_once_and_the_game_is_judged() {
    let pieces = graded_lc3(&[
        ("EMPTY     .FILL   x2D", "EMPTY     .FILL   x2E"),
        ("CHECKER_1 .FILL   x4F", "CHECKER_1 .FILL   x40"),
        ("CHECKER_2 .FILL   x58", "CHECKER_2 .FILL   x23"),
    ]);
    let shown =
        "empty cells are shown as '.', pieces of player 1 are shown as '@', pieces of player 2 are shown as '#'";
    assert_eq!(game_and_saying(&pieces, shown), (Some(100.0), 1), "{}", pieces.summary);
    assert_eq!(pieces.score, Some(95.0));

    let exchanged = graded_lc3(&[
        ("CHECKER_1 .FILL   x4F", "CHECKER_1 .FILL   x58"),
        ("CHECKER_2 .FILL   x58", "CHECKER_2 .FILL   x4F"),
    ]);
    let shown = "pieces of player 1 are shown as 'X', pieces of player 2 are shown as 'O'";
    assert_eq!(game_and_saying(&exchanged, shown), (Some(100.0), 1));
    assert_eq!(exchanged.score, Some(95.0));

    let late = graded_lc3(&[
        ("TURN    JSR     ASK\n", "TURN\n"),
        (
            "RL_NEXT GETC\n        OUT\n",
            "RL_NEXT GETC\n        ADD     R1, R2, #-2\n        BRn     RL_OUT\n        JSR     ASK\nRL_OUT  OUT\n",
        ),
        ("\", choose a column: \"", "\" ist dran> \""),
    ]);
    let order = "the prompt is printed after the key is read instead of before it";
    assert_eq!(game_and_saying(&late, order), (Some(100.0), 1), "{}", late.summary);
    assert_eq!(game_and_saying(&late, "keys are not shown").1, 0);
    assert!(late.score >= Some(85.0), "{:?}", late.score);
}

#[test]
fn a_message_above_its_board_is_named_once() {
    let early = graded_lc3(&[
        (
            "TURN    JSR     ASK\n",
            "TURN    JSR     ASK\n        JSR     NEW_LINE\n        JSR     PRINT_GRID\n",
        ),
        (
            "        JSR     CLEAR_GRID\n        JSR     PRINT_GRID\n",
            "        JSR     CLEAR_GRID\n",
        ),
        (
            "        STR     R0, R5, #0\n        JSR     PRINT_GRID\n",
            "        STR     R0, R5, #0\n",
        ),
        (
            "WON     JSR     PRINT_PLAYER\n",
            "WON     JSR     PRINT_GRID\n        JSR     PRINT_PLAYER\n",
        ),
        (
            "TIE     LEA     R0, TIE_GAME\n",
            "TIE     JSR     PRINT_GRID\n        LEA     R0, TIE_GAME\n",
        ),
        (
            "; Empties the grid.\n",
            "NEW_LINE ST     R7, NL_R7\n        AND     R0, R0, #0\n        ADD     R0, R0, #10\n        OUT\n        \
             LD      R7, NL_R7\n        RET\nNL_R7   .BLKW   1\n",
        ),
    ]);
    let order = "a message is printed above the board instead of below it";
    assert_eq!(game_and_saying(&early, order), (Some(100.0), 1), "{}", early.summary);
    assert!(early.score >= Some(85.0), "{:?}", early.score);
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
        assert_eq!((finding.kind, finding.deducted), (FindingKind::Playing, 5.0));
        let is_missed = |said: &str| said == "the greeting is missing";
        assert!(!report.format_differences.iter().any(|found| is_missed(&found.message)));
        let answered = "The grader answered with '1' before each game.";
        assert!(finding.message.ends_with(answered), "{}", finding.message);
    }
}

#[test]
fn rows_with_letters_do_not_lack_their_numbers() {
    let label = "ADD     R0, R5, #ASCII_ZERO";
    assert_eq!(REDFIRST.matches(label).count(), 1);
    let report = graded("arm-redfirst", &REDFIRST.replace(label, "ADD     R0, R5, #0x40"), &[]);
    let said: Vec<&str> = report
        .format_differences
        .iter()
        .map(|found| &found.message[..])
        .collect();
    assert_eq!(said, ["rows have letters instead of numbers"], "{}", report.summary);
}

/// The terminal of a board sends CR for Enter.
#[test]
fn names_that_end_with_cr_are_given() {
    let text = REDFIRST.replacen("Let's play Connect4!!", "Both names, please: ", 1);
    let name = |label: &str| {
        format!("{label}   BL      get\n        BL      put\n        CMP     R0, #CR\n        BNE     {label}\n")
    };
    let asks = format!(
        "        BL      puts\n{}        LDR     R0, =WELCOME\n        BL      puts\n{}",
        name("NAME1"),
        name("NAME2")
    );
    let report = graded("arm-redfirst", &text.replacen("        BL      puts\n", &asks, 1), &[]);
    assert_eq!(report.score, Some(95.0), "{}", report.summary);
    let said = &report.findings[0].message;
    assert!(
        said.ends_with("The grader answered with 'A' and Enter (CR), then 'B' and Enter (CR) before each game."),
        "{said}"
    );
}

#[test]
fn a_program_that_waits_for_a_key_once_it_has_shown_the_board_is_given_one() {
    let turn = "        RSB     R4, R4, #PLAYERS        ; the other player\n";
    assert_eq!(REDFIRST.matches(turn).count(), 1);
    let waits = format!("        LDR     R0, =GO_ON\n        BL      puts\n        BL      get\n{turn}");
    let text = "WELCOME         DCB";
    let program = REDFIRST.replace(turn, &waits).replace(
        text,
        &format!("GO_ON           DCB \"Press any key.\", LF, CR, 0\n{text}"),
    );

    let report = graded("arm-redfirst", &program, &[]);
    assert_eq!(report.score, Some(95.0), "{}", report.summary);
    let said = &report.findings[0].message;
    assert!(said.ends_with("The grader answered with '1' each time."), "{said}");
}

#[test]
fn rows_that_are_not_ended_cost_a_fixed_deduction() {
    let row_end = "        LDR     R0, =NEWLINE\n        BL      puts\n";
    assert_eq!(REDFIRST.matches(row_end).count(), 1);
    let arm = graded("arm-redfirst", &REDFIRST.replace(row_end, ""), &[]);
    let lc3 = graded_lc3(&[("\"- - - - - -\\n\"", "\"- - - - - -\"")]);
    for report in [arm, lc3] {
        let words = "the rows of the board are printed in one line";
        assert_eq!(game_and_saying(&report, words).1, 1, "{}", report.summary);
        assert_eq!(report.score, Some(95.0), "{}", report.summary);
    }
}

/// Asks for two names before the game, in whose place the reference has the names that the assignment gives.
const ASK_NAMES: &str = "\
        LEA     R0, Q1
        PUTS
        LD      R1, N1AT
        JSR     READ_NAME
        LEA     R0, Q2
        PUTS
        LD      R1, N2AT
        JSR     READ_NAME
";
const READ_NAME: &str = "
Q1      .STRINGZ \"Name of player 1: \"
Q2      .STRINGZ \"Name of player 2: \"
N1AT    .FILL   PLAYER_1
N2AT    .FILL   PLAYER_2
READ_NAME
        ST      R7, RN_R7
RN_NEXT GETC
        OUT
        ADD     R2, R0, #-10
        BRz     RN_END
        STR     R0, R1, #0
        ADD     R1, R1, #1
        BRnzp   RN_NEXT
RN_END  AND     R0, R0, #0
        STR     R0, R1, #0
        LD      R7, RN_R7
        RET
RN_R7   .BLKW   1
";

#[test]
fn players_that_are_asked_for_their_names_are_given_different_ones() {
    let reference = include_str!("../../reference/lc3-scratch/connect4.asm");
    let mut text = reference.to_owned();
    for (from, to) in [
        (".ORIG   x3000\n", format!(".ORIG   x3000\n{ASK_NAMES}")),
        (
            "LAST    PUTS\n        HALT\n",
            format!("LAST    PUTS\n        HALT\n{READ_NAME}"),
        ),
        ("PLAYER_1 .STRINGZ \"Player 1\"", "PLAYER_1 .BLKW 30".to_owned()),
        ("PLAYER_2 .STRINGZ \"Player 2\"", "PLAYER_2 .BLKW 30".to_owned()),
    ] {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, &to);
    }

    let report = graded_by(&assignment::find("lc3-scratch").expect("it is bundled"), text);
    assert_eq!(
        (report.game_score, report.score),
        (Some(95.0), Some(90.0)),
        "{}",
        report.summary
    );
    let played = report
        .findings
        .iter()
        .find(|finding| finding.kind == FindingKind::Playing);
    let said = &played.expect("it is said").message;
    assert!(
        said.ends_with("The grader answered with 'A' and Enter, then 'B' and Enter before each game."),
        "{said}"
    );
}

#[test]
fn players_numbered_from_zero_are_other_wording_and_their_faults_stay_faults() {
    let reference = include_str!("../../reference/lc3-scratch/connect4.asm");
    let assignment = assignment::find("lc3-scratch").expect("it is bundled");
    let renamed = |one: &str, two: &str| {
        let names = ["PLAYER_1 .STRINGZ \"Player 1\"", "PLAYER_2 .STRINGZ \"Player 2\""];
        let text = reference.replace(names[0], &names[0].replace("Player 1", one));
        text.replace(names[1], &names[1].replace("Player 2", two))
    };

    let from_zero = graded_by(&assignment, renamed("Player 0", "Player 1"));
    assert_eq!(
        (from_zero.game_score, from_zero.score),
        (Some(100.0), Some(95.0)),
        "{}",
        from_zero.summary
    );

    // The names of the assignment, exchanged, are its players in another order.
    let exchanged = graded_by(&assignment, renamed("Player 2", "Player 1"));
    assert_eq!(exchanged.score, Some(85.0), "{}", exchanged.summary);

    // Both players have one name.
    let same = graded_by(&assignment, renamed("Player 1", "Player 1"));
    assert!(same.score < Some(10.0), "{:?}", same.score);
}

#[test]
fn a_prompt_that_does_not_say_whose_turn_it_is_is_other_wording() {
    let reference = include_str!("../../reference/lc3-scratch/connect4.asm");
    let [naming, text] = [
        "        JSR     PRINT_PLAYER\n        LEA",
        ".STRINGZ \", choose a column: \"",
    ];
    assert!([naming, text].iter().all(|part| reference.matches(part).count() == 1));
    let nobody = reference
        .replace(naming, "        LEA")
        .replace(text, ".STRINGZ \"Column: \"");
    let prompt = nobody.find("\"Column: \"").expect("it is there");

    for program in [
        nobody.clone(),
        format!("{}\"\"{}", &nobody[..prompt], &nobody[prompt + 10..]),
    ] {
        let report = graded_by(&assignment::find("lc3-scratch").expect("it is bundled"), program);
        assert_eq!(
            (report.game_score, report.score),
            (Some(100.0), Some(95.0)),
            "{}",
            report.summary
        );
    }
}

#[test]
fn keys_that_are_not_shown_are_one_difference_with_enter_too() {
    let reference = include_str!("../../reference/lc3-scratch/connect4.asm");
    let shown = "RL_NEXT GETC\n        OUT\n";
    assert_eq!(reference.matches(shown).count(), 1);

    let report = graded_by(
        &assignment::find("lc3-scratch").expect("it is bundled"),
        reference.replace(shown, "RL_NEXT GETC\n"),
    );
    let said = report.format_differences.iter().map(|one| &one.message[..]);
    assert_eq!(said.collect::<Vec<_>>(), ["keys are not shown"]);
    assert_eq!(report.score, Some(95.0), "{}", report.summary);
}

#[test]
fn a_game_after_which_the_program_asks_for_another_one_is_whole() {
    let reference = include_str!("../../reference/lc3-scratch/connect4.asm");
    let last = "LAST    PUTS\n        HALT\n";
    let asking = "\
LAST    PUTS
        LEA     R0, AGAIN
        PUTS
        GETC
        LD      R1, MINUS_Y
        ADD     R1, R0, R1
        BRnp    DONE
        JSR     CLEAR_GRID
        JSR     PRINT_GRID
        BRnzp   LAST
DONE    HALT
AGAIN   .STRINGZ \"\\nPlay again? (y/n) \"
MINUS_Y .FILL   #-121
";
    assert_eq!(reference.matches(last).count(), 1);

    let report = graded_by(
        &assignment::find("lc3-scratch").expect("it is bundled"),
        reference.replace(last, asking),
    );
    assert_eq!(
        (report.game_score, report.score),
        (Some(100.0), Some(95.0)),
        "{}",
        report.summary
    );
}

#[test]
fn a_program_that_counts_columns_from_zero_or_by_letters_is_graded_on_its_game() {
    let starter = include_str!("../../reference/lc3-scratch/connect4.asm");
    for (first, keys) in [(48, "0 to 5"), (65, "A to F"), (97, "a to f")] {
        let minus = format!("MINUS_ONE .FILL #-{first} ");
        let text = starter.replace("MINUS_ONE .FILL #-49 ", &minus);
        assert_ne!(text, starter);

        let report = graded_by(&assignment::find("lc3-scratch").expect("it is bundled"), text);
        assert_eq!(report.score, Some(90.0), "{keys}: {}", report.summary);
        let finding = report
            .findings
            .iter()
            .find(|finding| finding.kind == FindingKind::Playing);
        let said = &finding.expect("it is said").message;
        assert!(
            said.contains(&format!("takes the keys {keys} for the columns")),
            "{said}"
        );
    }
}

/// The ARM reference in which code is put behind the echo of each key, or before its prompt; `text` is data.
fn asking_each_move(prompt: &str, behind_echo: &str, text: &str) -> StudentReport {
    let echo = "        MOV     R5, R0\n        BL      put\n";
    let reading = "        BL      puts\n        BL      get\n        MOV     R5, R0\n";
    let data = "YELLOW_TURN";
    assert!([echo, reading].iter().all(|code| REDFIRST.matches(code).count() == 1));

    let program = REDFIRST.replace(echo, &format!("{echo}{behind_echo}"));
    let with_prompt = format!("        BL      puts\n{prompt}        BL      get\n        MOV     R5, R0\n");
    let program = program.replace(reading, &with_prompt);
    let at = program.rfind(data).expect("its text");
    let line = program[..at].rfind('\n').expect("a line") + 1;
    let program = format!("{}{text}\n{}", &program[..line], &program[line..]);
    graded("arm-redfirst", &program, &[])
}

const SURE: &str = "SURE    DCB     \"Are you sure? (y/n) \", 0\n        ALIGN";
const ASK_SURE: &str = "        LDR     R0, =SURE\n        BL      puts\n        BL      get\n        BL      put\n";

#[test]
fn a_question_after_each_move_is_answered_and_costs_a_fixed_deduction() {
    // All keys are confirmed, and in the other program only columns.
    let digits = format!(
        "        CMP     R5, #'1'\n        BLO     NO_ASK\n        CMP     R5, #'7'\n        BHI     NO_ASK\n{ASK_SURE}NO_ASK\n"
    );
    for code in [ASK_SURE, &digits] {
        let report = asking_each_move("", code, SURE);
        assert_eq!(report.score, Some(95.0), "{}", report.summary);
        let finding = &report.findings[0];
        assert_eq!((finding.key.as_str(), finding.deducted), ("confirmed-moves", 5.0));
        assert!(
            finding.message.ends_with("The grader answered with 'y' each time."),
            "{}",
            finding.message
        );
    }
}

#[test]
fn a_prompt_that_names_another_player_is_no_question_after_a_move() {
    let prompt = REDFIRST
        .lines()
        .find_map(|line| line.split_once("\"RED: ")?.1.split_once('"'))
        .map(|(text, _)| format!("RED: {text}"));
    let prompt = prompt.expect("the prompt for RED").replace('7', "3");
    let asks = SURE.replace("Are you sure? (y/n) ", &prompt);
    let report = asking_each_move("", ASK_SURE, &asks);
    assert!(
        report.findings.iter().all(|finding| finding.deducted == 0.0),
        "{:?}",
        report.findings
    );
    assert!(report.score < Some(95.0), "{}", report.summary);
}

#[test]
fn a_program_that_asks_for_the_row_too_is_judged_on_its_game() {
    let text = "ROWQ    DCB     \"Row? \", 0\n        ALIGN";
    let ask = "        LDR     R0, =ROWQ\n        BL      puts\n        BL      get\n        BL      put\n";
    let before = asking_each_move(ask, "", text);
    // The program does not look at the row, so it does not matter from where rows are counted.
    assert_eq!(before.score, Some(90.0), "{}", before.summary);
    assert_eq!(before.findings[0].key, "asks-for-row");

    let after = asking_each_move("", ask, text);
    assert_eq!(after.score, Some(95.0), "{}", after.summary);
    // A key that may be anything cannot be distinguished from a confirmation.
    assert_eq!(after.findings[0].key, "confirmed-moves");
}

#[test]
fn two_questions_before_the_game_are_both_answered() {
    let text = REDFIRST.replacen("Let's play Connect4!!", "1: two players, 2: alone", 1);
    let code = "ASK     BL      get\n        CMP     R0, #'1'\n        BNE     ASK\n        LDR     R0, =SURE\n        BL      puts\n\
                ASK2    BL      get\n        CMP     R0, #'y'\n        BNE     ASK2\n";
    let text = text.replacen("        BL      puts\n", &format!("        BL      puts\n{code}"), 1);
    let at = text.rfind("YELLOW_TURN").expect("its text");
    let line = text[..at].rfind('\n').expect("a line") + 1;
    let program = format!("{}{SURE}\n{}", &text[..line], &text[line..]);

    let report = graded("arm-redfirst", &program, &[]);
    assert_eq!(report.score, Some(95.0), "{}", report.summary);
    let said = &report.findings[0].message;
    assert!(
        said.ends_with("The grader answered with '1y' before each game."),
        "{said}"
    );
}

#[test]
fn an_assignment_may_allow_or_demand_a_question_before_the_game() {
    let question = "        BL      puts\n        BL      get\n";
    let asking = REDFIRST.replacen("        BL      puts\n", question, 1);
    let of = |opening, program: &str| {
        let mut assignment = assignment::find("arm-redfirst").expect("it is bundled");
        assignment.input.opening = opening;
        let report = graded_by(&assignment, program.to_owned());
        let keys: Vec<String> = report.findings.iter().map(|finding| finding.key.clone()).collect();
        (report.score, keys)
    };

    let (full, less) = (Some(100.0), Some(95.0));
    let [question, missing] = ["opening-question", "no-opening-question"].map(|key| vec![key.to_owned()]);
    assert_eq!(of(Opening::None, &asking), (less, question));
    assert_eq!(of(Opening::Allowed, &asking), (full, Vec::new()));
    assert_eq!(of(Opening::Demanded, &asking), (full, Vec::new()));
    assert_eq!(of(Opening::None, REDFIRST), (full, Vec::new()));
    assert_eq!(of(Opening::Allowed, REDFIRST), (full, Vec::new()));
    assert_eq!(of(Opening::Demanded, REDFIRST), (less, missing));
}

#[test]
fn games_that_are_right_keep_their_points_where_no_new_one_begins() {
    let falling = include_str!("../../reference/arm-falling/connect4.s");
    let restart = "        BL      puts\n        B       main\n";
    assert_eq!(falling.matches(restart).count(), 2);
    let hangs = falling.replace(restart, "        BL      puts\n        B       hang\n");
    let hangs = hangs.replacen("\ndraw ", "\nhang    B       hang\n\ndraw ", 1);
    // The new game begins with the board of the old one.
    let clears = "main    LDR     R0, =hello\n        BL      puts\n        BL      initB\n";
    let late = "        BL      initB\nmain    LDR     R0, =hello\n        BL      puts\n";
    let keeps = falling.replacen(clears, late, 1);

    for (program, least) in [(hangs, 80.0), (keeps, 75.0)] {
        assert_ne!(program, falling);
        let report = graded_by(&assignment::find("arm-falling").expect("it is bundled"), program);
        let score = report.score.expect("a score");
        assert!((least..=90.0).contains(&score), "{score}: {}", report.summary);
        // The games that go on after the end of another one have paid some of it.
        let ending = &report.findings[0];
        let lost: f64 = report.faults.iter().map(|fault| fault.lost).sum();
        assert_eq!(&ending.key, "no-new-game");
        let deducted = ending.deducted;
        assert!(deducted < 10.0 && lost + deducted > 9.99, "{lost}, {deducted}");
    }
}

/// The programs with `B hang` after the end of a game, and what is deducted for that.
fn deducted_for_the_end(changes: &[(&str, &str)]) -> f64 {
    let falling = include_str!("../../reference/arm-falling/connect4.s");
    let hangs = falling.replace(
        "        BL      puts\n        B       main\n",
        "        BL      puts\nhangs   B       hangs\n",
    );
    let hangs = hangs.replacen("hangs   B       hangs", "        B       hangs", 1);
    let program = changes.iter().fold(hangs, |program, (own, other)| {
        assert_eq!(program.matches(own).count(), 1, "{own}");
        program.replace(own, other)
    });
    let report = graded_by(&assignment::find("arm-falling").expect("it is bundled"), program);
    let ending = report.findings.iter().find(|finding| finding.key == "no-new-game");
    ending.expect("it is found").deducted
}

#[test]
fn what_other_faults_lose_does_not_pay_for_the_end() {
    let alone = deducted_for_the_end(&[]);
    let with_another = deducted_for_the_end(&[("                DCB 1, -1\n", "                DCB 1, 1\n")]);
    assert!(alone > 0.0 && with_another >= alone, "{alone}, {with_another}");
}

#[test]
fn a_win_without_a_name_is_that_of_the_player_who_moved_before_the_new_game() {
    let falling = include_str!("../../reference/arm-falling/connect4.s");
    let nameless = falling
        .replace("YELLOW wins!", "We have a winner!")
        .replace("RED wins!", "We have a winner!");
    let report = graded_by(&assignment::find("arm-falling").expect("it is bundled"), nameless);
    let keys: Vec<&str> = report.faults.iter().map(|fault| &fault.key[..]).collect();
    assert_eq!(keys, [""; 0]);
}

#[test]
fn what_a_person_would_notice_in_right_games_is_deducted_once() {
    let changed = |from: &str, to: &str| {
        assert_eq!(REDFIRST.matches(from).count(), 1, "{from}");
        REDFIRST.replace(from, to)
    };
    let new_line = "NEWLINE         DCB LF, CR, 0";
    let refused = "        BL      puts\n        BL      DRAW_BOARD\n        B       NEXT_TURN\n\nWON";
    let programs = [
        ("cr-alone", changed(new_line, "NEWLINE         DCB CR, 0")),
        (
            "keys-not-shown",
            changed(
                "        MOV     R5, R0\n        BL      put\n",
                "        MOV     R5, R0\n",
            ),
        ),
        (
            "no-board-after-refusal",
            changed(refused, "        BL      puts\n        B       NEXT_TURN\n\nWON"),
        ),
        (
            "rows-below-board",
            changed(
                "        CMP     R5, #ROWS\n        BLS     DRAW_ROW",
                "        CMP     R5, #7\n        BLS     DRAW_ROW",
            ),
        ),
    ];
    for (key, program) in programs {
        let report = graded("arm-redfirst", &program, &[]);
        assert_eq!(report.score, Some(95.0), "{key}: {}", report.summary);
        // The rows below the board show memory that nobody has written, which is said too.
        let found = report
            .findings
            .iter()
            .filter(|finding| finding.kind == FindingKind::Wording)
            .map(|finding| (&finding.key[..], finding.deducted));
        assert_eq!(found.collect::<Vec<_>>(), [(key, 5.0)]);
    }

    // Lines that end in LF alone are all there.
    let plain = graded("arm-redfirst", &changed(new_line, "NEWLINE         DCB LF, 0"), &[]);
    assert_eq!(plain.score, Some(100.0));
}

const SCRATCH: &str = include_str!("../../reference/lc3-scratch/connect4.asm");

/// `lc3-scratch` in which some of the text is exchanged, each found exactly once.
fn scratch(changes: &[(&str, &str)]) -> StudentReport {
    let mut text = SCRATCH.to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    graded_by(&assignment::find("lc3-scratch").expect("it is bundled"), text)
}

// The board begins behind the prompt. That was read only where cells are as required: these earned 0 and 3 of 100.
#[test]
fn a_program_that_shows_no_keys_may_draw_its_board_as_it_likes() {
    let silent = ("RL_NEXT GETC\n        OUT\n", "RL_NEXT GETC\n");
    let digits = [
        (
            "ROW_TEXT  .STRINGZ \"- - - - - -\\n\"",
            "ROW_TEXT  .STRINGZ \"0 0 0 0 0 0\\n\"",
        ),
        (".FILL   x2D", ".FILL   x30"),
        (".FILL   x4F", ".FILL   x31"),
        (".FILL   x58", ".FILL   x32"),
    ];
    let letters = [(".FILL   x4F", ".FILL   x41"), (".FILL   x58", ".FILL   x42")];
    for own in [&digits[..], &letters] {
        let report = scratch(&[own, &[silent]].concat());
        assert_eq!(report.score, Some(90.0), "{}", report.summary);
        assert!(report.faults.is_empty(), "{}", report.summary);
    }

    // What is wrong in such a program is seen as in any other.
    let turned = ("PP_TWO  LEA     R0, PLAYER_2", "PP_TWO  LEA     R0, PLAYER_1");
    let report = scratch(&[&digits[..], &[silent, turned]].concat());
    assert!(report.score < Some(75.0), "{}", report.summary);
}

// Some of these cost nothing, others were said to name the wrong player.
#[test]
fn a_text_that_runs_into_the_next_one_is_one_finding_with_its_line() {
    for from in ["INVALID_INPUT", "RED_TURN", "DRAW"] {
        let own = REDFIRST
            .lines()
            .find(|line| line.starts_with(from) && line.contains("DCB"));
        let own = own.expect("it is a text");
        let text = REDFIRST.replace(own, own.strip_suffix(", 0").expect("it has an end"));
        let report = graded_by(&assignment::find("arm-redfirst").expect("it is bundled"), text);
        let cause = format!("at {from} ");
        let said = report
            .faults
            .iter()
            .filter_map(|fault| fault.cause.as_ref())
            .map(|cause| &cause.sentence);
        let said: Vec<&String> = said
            .chain(report.findings.iter().map(|finding| &finding.message))
            .collect();
        assert!(
            said.iter()
                .any(|said| said.contains(&cause) && said.contains("no zero byte")),
            "{from}: {said:?}"
        );
        assert!(
            said.iter().all(|said| !said.contains("wrong player")),
            "{from}: {said:?}"
        );
        if from != "INVALID_INPUT" {
            assert_eq!(report.score, Some(95.0), "{from}: {}", report.summary);
        }
    }
}

// Nothing but the refusal was read as an answer to it: such a program lost every game with an invalid move.
#[test]
fn a_refusal_that_asks_for_another_move_needs_no_prompt() {
    let asks = [
        (
            "TURN    JSR     ASK\n        JSR     READ_LINE\n",
            "TURN    JSR     ASK\nAGAIN   JSR     READ_LINE\n",
        ),
        (
            "        PUTS\n        BRnzp   TURN\n\nMOVE",
            "        PUTS\n        BRnzp   AGAIN\n\nMOVE",
        ),
    ];
    let own = ("\"Invalid move. Try again.\\n\"", "\"Invalid column, try again: \"");
    for (changes, score) in [(&[asks[0], asks[1], own][..], 95.0), (&asks, 95.0)] {
        let report = scratch(changes);
        assert_eq!(report.score, Some(score), "{}", report.summary);
    }

    // One that says nothing at all has not refused the move.
    let report = scratch(&[asks[0], asks[1], ("\"Invalid move. Try again.\\n\"", "\"\"")]);
    assert!(report.score < Some(90.0), "{}", report.summary);
}

// The line names the player who has moved where the other one is asked: it was taken for the other's prompt.
#[test]
fn a_line_that_names_who_has_moved_prompts_nobody() {
    let report = scratch(&[
        (
            "MOVE    LD      R0, PLAYER\n",
            "MOVE    JSR     PRINT_PLAYER\n        LEA     R0, PLAYED\n        PUTS\n        LD      R0, PLAYER\n",
        ),
        (
            "REFUSAL     .STRINGZ",
            "PLAYED      .STRINGZ \" has moved.\\n\"\nREFUSAL     .STRINGZ",
        ),
        ("\"Player 1\"", "\"Red\""),
        ("\"Player 2\"", "\"Yellow\""),
        ("\", choose a column: \"", "\"'s turn: \""),
    ]);
    assert_eq!(report.score, Some(90.0), "{}", report.summary);
}

// The last cell is always player 2's. What is said of ties was learned as the win of player 2, and such wins passed.
#[test]
fn a_tie_on_the_last_cell_is_no_win_in_any_words() {
    let report = scratch(&[
        (
            "        JSR     FOUR_IN_LINE\n        ADD     R0, R0, #0\n        BRp     WON\n        LD      R0, EMPTY_CELLS\n        ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS\n        BRz     TIE\n",
            "        LD      R0, EMPTY_CELLS\n        ADD     R0, R0, #-1\n        ST      R0, EMPTY_CELLS\n        BRz     TIE\n        JSR     FOUR_IN_LINE\n        ADD     R0, R0, #0\n        BRp     WON\n",
        ),
        ("\"Player 1\"", "\"first one\""),
        ("\"Player 2\"", "\"other one\""),
        ("\"Tie Game.\\n\"", "\"Draw\\n\""),
    ]);
    let faults: Vec<&str> = report.faults.iter().map(|fault| &fault.message[..]).collect();
    assert_eq!(faults, ["the program announces a win on the last cell as a tie"]);
}

// Of both it was said that they continue after the end of the game.
#[test]
fn a_headline_says_no_more_than_the_games_show() {
    let tie = scratch(&[(
        "TIE     LEA     R0, TIE_GAME\nLAST    PUTS\n        HALT\n",
        "LAST    PUTS\n        HALT\nTIE     LEA     R0, TIE_GAME\n        PUTS\n        BRnzp   TURN\n",
    )]);
    assert_eq!(tie.faults[0].message, "the program continues after a tie");
    let both = scratch(&[("LAST    PUTS\n        HALT\n", "LAST    PUTS\n        BRnzp   TURN\n")]);
    assert_eq!(
        both.faults[0].message,
        "the program continues after the end of the game"
    );
}
