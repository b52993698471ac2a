//! Programs in words and letters of their own that make one mistake are graded as those in the required words that make it, and
//! nothing else is said of them.

use c4grade::result::StudentReport;

use crate::combined::graded;

const SCRATCH: &str = include_str!("../../reference/lc3-scratch/connect4.asm");
const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");

/// Exchanges of text, each of which is found exactly once.
type Changes<'t> = &'t [(&'t str, &'t str)];

fn scratch(changes: &[Changes]) -> StudentReport {
    graded("lc3-scratch", SCRATCH, &changes.concat())
}

fn redfirst(changes: &[Changes]) -> StudentReport {
    graded("arm-redfirst", REDFIRST, &changes.concat())
}

/// The keys of what is wrong: first the faults, then the findings.
fn keys(report: &StudentReport) -> Vec<&str> {
    let faults = report.faults.iter().map(|fault| &fault.key[..]);
    faults
        .chain(report.findings.iter().map(|found| &found.key[..]))
        .collect()
}

/// Whether a difference in format is said in these words.
fn has_difference(report: &StudentReport, words: &str) -> bool {
    let mut differences = report.format_differences.iter();
    differences.any(|difference| difference.message.contains(words))
}

/// Names that are known to nobody.
const NAMES: Changes = &[
    ("PLAYER_1 .STRINGZ \"Player 1\"", "PLAYER_1 .STRINGZ \"Ana\""),
    ("PLAYER_2 .STRINGZ \"Player 2\"", "PLAYER_2 .STRINGZ \"Luis\""),
    (".STRINGZ \", choose a column: \"", ".STRINGZ \", your move > \""),
    (".STRINGZ \" Wins.\\n\"", ".STRINGZ \" takes the game!\\n\""),
];
/// The players' numbers in other words.
const NUMBERS: Changes = &[
    (".STRINGZ \", choose a column: \"", ".STRINGZ \" to move > \""),
    (".STRINGZ \" Wins.\\n\"", ".STRINGZ \" is victorious\\n\""),
];
/// Colours, and pieces with their letters.
const COLOURS: Changes = &[
    ("PLAYER_1 .STRINGZ \"Player 1\"", "PLAYER_1 .STRINGZ \"Red\""),
    ("PLAYER_2 .STRINGZ \"Player 2\"", "PLAYER_2 .STRINGZ \"Yellow\""),
    (".STRINGZ \", choose a column: \"", ".STRINGZ \": \""),
    (".STRINGZ \" Wins.\\n\"", ".STRINGZ \" won\\n\""),
    ("EMPTY     .FILL   x2D", "EMPTY     .FILL   x2E"),
    ("CHECKER_1 .FILL   x4F", "CHECKER_1 .FILL   x52"),
    ("CHECKER_2 .FILL   x58", "CHECKER_2 .FILL   x59"),
];
/// The required letters, each for the other player.
const LETTERS: Changes = &[
    ("PLAYER_1 .STRINGZ \"Player 1\"", "PLAYER_1 .STRINGZ \"X\""),
    ("PLAYER_2 .STRINGZ \"Player 2\"", "PLAYER_2 .STRINGZ \"O\""),
    (".STRINGZ \", choose a column: \"", ".STRINGZ \"'s turn: \""),
    (".STRINGZ \" Wins.\\n\"", ".STRINGZ \" has won\\n\""),
    ("CHECKER_1 .FILL   x4F", "CHECKER_1 .FILL   x58"),
    ("CHECKER_2 .FILL   x58", "CHECKER_2 .FILL   x4F"),
];

const NEVER_SWITCHED: Changes = &[(
    "        NOT     R0, R0\n        ADD     R0, R0, #1\n        ST      R0, PLAYER\n        BRnzp   TURN",
    "        BRnzp   TURN",
)];

/// A tie is announced after each win.
const TIE_TOO: Changes = &[("        BRnzp   LAST\nTIE     LEA", "        PUTS\nTIE     LEA")];

#[test]
fn players_that_are_never_switched_are_no_prompt_that_names_nobody() {
    let names = scratch(&[NAMES, NEVER_SWITCHED]);
    assert_eq!(keys(&names), ["wrong-piece"], "{}", names.summary);

    // Whose pieces these are is known by the names in the prompts.
    for own in [COLOURS, LETTERS, NUMBERS] {
        let report = scratch(&[own, NEVER_SWITCHED]);
        assert_eq!(keys(&report), ["wrong-turn"], "{}", report.summary);
    }

    let switch = "        RSB     R4, R4, #PLAYERS        ; the other player\n";
    let free = [
        (
            "\"RED: choose a column for your next move (1-7, q to restart): \"",
            "\"Cats, choose: \"",
        ),
        (
            "\"YELLOW: choose a column for your next move (1-7, q to restart): \"",
            "\"Dogs, choose: \"",
        ),
        (switch, ""),
    ];
    let report = redfirst(&[&free]);
    assert_eq!(keys(&report), ["wrong-piece"], "{}", report.summary);
}

#[test]
fn player_2_may_begin_in_other_words() {
    let begins = &[("PLAYER      .FILL   #1 ", "PLAYER      .FILL   #-1 ")];
    let report = scratch(&[NUMBERS, begins]);
    assert_eq!(
        (report.score, keys(&report)),
        (Some(85.0), vec!["wrong-first-player"]),
        "{}",
        report.summary
    );

    let numbers = [
        (
            "\"RED: choose a column for your next move (1-7, q to restart): \"",
            "\"Player 1: \"",
        ),
        (
            "\"YELLOW: choose a column for your next move (1-7, q to restart): \"",
            "\"Player 2: \"",
        ),
        ("\"RED PLAYER HAS WON!\"", "\"Player 1 wins\""),
        ("\"YELLOW PLAYER HAS WON!\"", "\"Player 2 wins\""),
        ("        MOV     R4, #RED\n", "        MOV     R4, #YELLOW\n"),
    ];
    let report = redfirst(&[&numbers]);
    assert_eq!(
        (report.score, keys(&report)),
        (Some(90.0), vec!["wrong-first-player"]),
        "{}",
        report.summary
    );
}

#[test]
fn a_row_that_is_not_printed_is_one_difference_in_any_letters() {
    let bottom: Changes = &[("ADD     R2, R2, #6              ; rows to go", "ADD     R2, R2, #5")];
    let top: Changes = &[(
        "ADD     R2, R2, #6              ; rows to go",
        "ADD     R2, R2, #5\n        ADD     R1, R1, #6",
    )];
    let required = scratch(&[bottom]);
    assert_eq!(required.score, Some(95.0), "{}", required.summary);

    for own in [NAMES, NUMBERS, COLOURS, LETTERS] {
        for row in [bottom, top] {
            let report = scratch(&[own, row]);
            assert_eq!(report.score, Some(90.0), "{}", report.summary);
            let words = "the board is printed without one of its rows";
            assert!(has_difference(&report, words), "{}", report.summary);
        }
    }

    // What else is wrong in such a program is seen.
    let turned = &[("PP_TWO  LEA     R0, PLAYER_2", "PP_TWO  LEA     R0, PLAYER_1")];
    let report = scratch(&[COLOURS, bottom, turned]);
    assert!(report.score < Some(75.0), "{}", report.summary);
}

#[test]
fn a_piece_at_the_start_is_seen_in_any_letters() {
    let stray: Changes = &[(
        "        JSR     CLEAR_GRID\n",
        "        JSR     CLEAR_GRID\n        AND     R0, R0, #0\n        ADD     R0, R0, #1\n        ST      R0, GRID\n",
    )];
    for own in [COLOURS, LETTERS] {
        let report = scratch(&[own, stray]);
        assert_eq!(keys(&report), ["start-board"], "{}", report.summary);
    }
}

#[test]
fn a_tie_after_a_win_is_one_finding() {
    let required = scratch(&[TIE_TOO]);
    assert_eq!(
        (required.score, keys(&required)),
        (Some(90.0), vec!["tie-after-win"]),
        "{}",
        required.summary
    );

    let other: Changes = &[(".STRINGZ \"Tie Game.\\n\"", ".STRINGZ \"Empate\\n\"")];
    for own in [&[NUMBERS][..], &[NAMES, other]] {
        let report = scratch(&[own, &[TIE_TOO]].concat());
        assert_eq!(
            (report.score, keys(&report)),
            (Some(85.0), vec!["tie-after-win"]),
            "{}",
            report.summary
        );
    }
}

#[test]
fn what_is_printed_at_every_end_announces_a_tie_where_the_board_is_full() {
    let end: Changes = &[(".STRINGZ \"Tie Game.\\n\"", ".STRINGZ \"Fin\\n\"")];
    let report = scratch(&[NAMES, end, TIE_TOO]);
    assert_eq!(
        (report.score, keys(&report)),
        (Some(95.0), Vec::new()),
        "{}",
        report.summary
    );
}

#[test]
fn prompts_that_name_the_other_player_are_a_fault_of_the_game_in_any_words() {
    let negate =
        "        LD      R0, PLAYER\n        NOT     R0, R0\n        ADD     R0, R0, #1\n        ST      R0, PLAYER\n";
    let asked = "        ST      R7, ASK_R7\n        JSR     PRINT_PLAYER\n";
    let other = format!("        ST      R7, ASK_R7\n{negate}        JSR     PRINT_PLAYER\n{negate}");
    let report = scratch(&[COLOURS, &[(asked, &other[..])]]);
    assert_eq!(keys(&report), ["wrong-start"], "{}", report.summary);
}

/// The texts of the prompts are exchanged, or count from zero; what is said of winners is right.
#[test]
fn names_in_prompts_alone_are_no_fault_of_the_game() {
    let asked = "        ST      R7, ASK_R7\n        JSR     PRINT_PLAYER\n";
    let names = |one: &str, two: &str| {
        let code = "        ST      R7, ASK_R7\n        LD      R0, PLAYER\n        BRn     ASK_TWO\n        LEA     R0, ASK_ONE_\n\
                    \x20       BRnzp   ASK_OUT\nASK_TWO LEA     R0, ASK_TWO_\nASK_OUT PUTS\n";
        let data = format!("ASK_R7  .BLKW   1\nASK_ONE_ .STRINGZ \"{one}\"\nASK_TWO_ .STRINGZ \"{two}\"\n");
        scratch(&[&[(asked, code), ("ASK_R7  .BLKW   1\n", &data)]])
    };

    let exchanged = names("Player 2", "Player 1");
    assert_eq!(
        (exchanged.score, keys(&exchanged)),
        (Some(90.0), vec!["wrong-prompts"]),
        "{}",
        exchanged.summary
    );
    let from_zero = names("Player 0", "Player 1");
    assert_eq!(
        (from_zero.score, keys(&from_zero)),
        (Some(95.0), Vec::new()),
        "{}",
        from_zero.summary
    );
}

/// Wins are announced where there are none, so that the line that says so is printed more often elsewhere than at ends.
#[test]
fn a_win_in_another_language_that_is_announced_too_often_is_still_a_win() {
    let german = include_str!("../../reference/arm-scan/submissions/bastian-koch/connect4.s");
    let (before, edge) = german.rsplit_once("BHS draussen").expect("the edge of the board");
    let report = graded("arm-scan", &format!("{before}BGE draussen{edge}"), &[]);
    assert!(report.score > Some(90.0), "{:?}: {}", report.score, report.summary);
    assert!(keys(&report)[0].starts_with("false-win"), "{:?}", keys(&report));
}

/// Nothing asks for a row.
#[test]
fn a_key_that_is_read_twice_is_no_row() {
    let read = "        JSR     READ_LINE\n";
    let twice = format!("{read}{read}");
    let report = scratch(&[&[(read, &twice)]]);
    assert!(!keys(&report).contains(&"asks-for-row"), "{}", report.summary);
}

#[test]
fn pieces_that_are_all_those_of_player_2_are_not_another_letter_of_player_1() {
    let report = scratch(&[&[("CHECKER_1 .FILL   x4F", "CHECKER_1 .FILL   x58")]]);
    assert_eq!(keys(&report), ["wrong-piece"], "{}", report.summary);
    assert!(
        !has_difference(&report, "pieces of player 1"),
        "{:?}",
        report.format_differences
    );
}

#[test]
fn a_win_for_nobody_is_not_told_as_that_of_a_player() {
    let starter = include_str!("../../reference/lc3-starter/connect4.asm");
    let digit = "        LD      R0, GO_ZERO\n        ADD     R0, R0, R1\n        OUT\n";
    let changed = [
        ("        BRz     GO_TIE\n", "        BRn     GO_TIE\n"),
        (digit, "        ADD     R0, R1, #5\n        OUT\n"),
    ];
    let report = graded("lc3-starter", starter, &changed);
    let mut failures = report.cases().filter_map(|case| case.failure.as_ref());
    let said = &failures
        .find(|failure| failure.sentence.contains("a tie."))
        .expect("it is shown")
        .sentence;
    assert!(
        said.ends_with("Your program announced a win without saying whose it is."),
        "{said}"
    );
}

#[test]
fn rows_without_end_are_no_board_and_in_no_format() {
    let starter = include_str!("../../reference/lc3-starter/connect4.asm");
    let report = graded(
        "lc3-starter",
        starter,
        &[("        BRnzp   DB_CELL\n", "        BRnzp   DB_ROW\n")],
    );
    let failure = report
        .cases()
        .find_map(|case| case.failure.as_ref())
        .expect("it is shown");
    assert!(
        failure.sentence.contains("never stopped printing"),
        "{}",
        failure.sentence
    );
    assert!(failure.expected_board.is_some() && failure.printed_board.is_none());
    let mut differences = failure.format_differences.iter();
    assert!(differences.all(|difference| difference.kind == "extra-text"));
}
