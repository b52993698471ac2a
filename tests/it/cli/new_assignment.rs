//! `c4grade assignment new`: an assignment of its own from a few parameters, which grades at once.

use c4grade::result::FindingKind;

use super::command::{C4grade, Outcome};

/// Makes an assignment in `course`, which must try itself successfully.
fn made(desk: &C4grade, options: &[&str]) -> Outcome {
    let args = [&["assignment", "new", "course"], options].concat();
    let out = desk.run_args(&args);
    assert!(
        out.stderr.contains("which the reference program passes"),
        "{options:?}: {}",
        out.stderr
    );
    out.code(0)
}

/// Every command that plays an assignment must be content.
fn is_sound(desk: &C4grade) {
    desk.run("case check --assignment ./course")
        .code(0)
        .says("no problems found");
    desk.run("verify --assignment ./course")
        .code(0)
        .prints("get the known verdicts");
}

#[test]
fn variants_of_all_sizes_texts_and_protocols_grade_at_once() {
    let variants: [&[&str]; 8] = [
        &["--columns", "4", "--rows", "4", "--protocol", "key"],
        &["--columns", "9", "--rows", "9", "--protocol", "line", "--line", "5"],
        &[
            "--columns",
            "9",
            "--rows",
            "5",
            "--first",
            "x",
            "--second",
            "'",
            "--empty",
            "_",
        ],
        &[
            "--columns",
            "3",
            "--rows",
            "8",
            "--line",
            "3",
            "--protocol",
            "line",
            "--separator",
            "",
        ],
        &[
            "--columns",
            "5",
            "--rows",
            "2",
            "--line",
            "3",
            "--separator",
            " | ",
            "--header",
            "1   2   3   4   5",
        ],
        &["--rows", "20", "--columns", "2", "--protocol", "key"],
        &[
            "--players",
            "Red,Yellow",
            "--first",
            "R",
            "--second",
            "Y",
            "--empty",
            ".",
            "--prompt",
            "{player} to \"drop\"> ",
            "--win",
            "{player} has won!",
            "--tie",
            "Nobody has won.",
            "--invalid",
            "What??! No",
            "--full",
            "That column is full.",
            "--greeting",
            "Let's play!",
            "--title",
            "Drop: it's \"four\"",
        ],
        // A board on which games at random repeat, and a tie is not announced.
        &["--columns", "2", "--rows", "3", "--line", "3", "--tie", ""],
    ];
    for options in variants {
        let desk = C4grade::new();
        made(&desk, options);
        is_sound(&desk);
    }
}

#[test]
fn variants_with_labels_and_several_games_grade_at_once() {
    let variants: [&[&str]; 3] = [
        &[
            "--columns",
            "5",
            "--rows",
            "4",
            "--line",
            "3",
            "--label",
            "{row}: ",
            "--header",
            "   1 2 3 4 5",
            "--quit",
            "q",
            "--farewell",
            "Bye.",
        ],
        &[
            "--protocol",
            "key",
            "--quit",
            "Q",
            "--after-quit",
            "restart",
            "--over",
            "restart",
            "--greeting",
            "A new game!",
        ],
        &[
            "--rows",
            "9",
            "--columns",
            "4",
            "--protocol",
            "line",
            "--label",
            "\"{row}\" ",
            "--over",
            "restart",
        ],
    ];
    for options in variants {
        let desk = C4grade::new();
        made(&desk, options);
        is_sound(&desk);
    }
}

/// From ten rows on, numbers are aligned to the right, by the rules and by every solution.
#[test]
fn rows_of_two_digits_are_numbered() {
    for machine in [&["--machine", "lc3"][..], &["--machine", "arm"]] {
        let desk = C4grade::new();
        let options = [
            "--columns",
            "3",
            "--rows",
            "10",
            "--line",
            "3",
            "--label",
            "{row} ",
            "--header",
            "   1 2 3",
        ];
        made(&desk, &[machine, &options].concat());
        assert_ten_rows(&desk);
    }
}

fn assert_ten_rows(desk: &C4grade) {
    let cases = desk.read("course/10-board-and-prompts.yaml");
    assert!(
        cases.contains("   1 2 3\n     1 - - -\n") && cases.contains("     9 - - -\n    10 - - -\n"),
        "{cases}"
    );
}

#[test]
fn a_new_assignment_is_played_by_every_command() {
    let desk = C4grade::new();
    made(&desk, &["--first", "R", "--second", "Y", "--players", "Red,Yellow"]);
    is_sound(&desk);
    desk.run("explore --assignment ./course --plies 2 --games 50").code(0);
    desk.run("mutate --assignment ./course --every 40 --games 50 --fail-under 99")
        .code(0);

    let class = desk.file(
        "myclass/ada/connect4.asm",
        "        .ORIG x3000\n        HALT\n        .END\n",
    );
    let reference = class.read("course/reference/connect4.asm");
    let class = class.file("myclass/bob/connect4.asm", reference);
    class.run("grade myclass --assignment ./course").code(0);
    let scores = class.read("reports/course/scores.csv");
    assert!(scores.contains("bob,bob/connect4.asm,pass,100"), "{scores}");

    let readme = class.read("course/README.md");
    assert!(
        readme.contains("| carmen-ortiz | finds no line that runs down to the left | wrong |"),
        "{readme}"
    );
    let rules = class.read("course/assignment.yaml");
    let points: u32 = rules
        .lines()
        .filter_map(|line| line.strip_prefix("    points: ")?.parse::<u32>().ok())
        .sum();
    assert_eq!(points, 100);
}

#[test]
fn keys_may_be_read_by_in() {
    let desk = C4grade::new();
    made(&desk, &["--protocol", "in", "--columns", "4", "--rows", "4"]);
    is_sound(&desk);
    assert!(desk.read("course/reference/connect4.asm").contains("        IN\n"));
    assert!(
        desk.read("course/assignment.yaml")
            .contains("  protocol: in\n  tolerates: [key, enter, line]")
    );
    desk.run("assignment new other --protocol in --machine arm")
        .code(2)
        .says("a move is read by `in` on the LC-3 alone: choose key, enter or line");
}

#[test]
fn a_starter_file_is_copied_and_compared() {
    let given = "        .ORIG x3000\n        LD R1, STATE\n        ADD R2, R1, #1\n        ADD R3, R2, #2\n        ADD R4, R3, #3\n        ST \
                 R4, STATE\n        JSR PLAY\n        HALT\nSTATE   .FILL #7\nOTHER   .FILL #9\n";
    let desk = C4grade::new()
        .file("given.asm", format!("{given}; Your part\nPLAY    RET\n        .END\n"))
        .file(
            "class/ada/connect4.asm",
            format!("{given}PLAY    AND R0, R0, #0\n        RET\n        .END\n"),
        )
        .file(
            "class/bob/connect4.asm",
            format!("{}PLAY    RET\n        .END\n", given.replace("#7", "#8")),
        );
    let size = ["--columns", "4", "--rows", "4"];
    made(
        &desk,
        &[&size[..], &["--starter", "given.asm", "--until", "Your part"]].concat(),
    );
    is_sound(&desk);
    assert_eq!(desk.read("course/reference/starter.asm"), desk.read("given.asm"));
    let rules = desk.read("course/assignment.yaml");
    assert!(
        rules.contains("starter:\n  file: starter.asm\n  until: \"Your part\""),
        "{rules}"
    );

    desk.run("grade class --assignment ./course --reports found").code(0);
    let changed = |student: &str| {
        let findings = desk.report(&format!("found/{student}.json")).findings;
        findings.iter().any(|finding| finding.kind == FindingKind::Starter)
    };
    assert_eq!((changed("ada"), changed("bob")), (false, true));

    desk.run("assignment new other --starter given.asm --until Mine")
        .code(2)
        .says("error: --until: the starter file has no instruction before a line with `Mine`, where the student's part begins");
    desk.run("assignment new other --starter given.asm --machine native")
        .code(2)
        .says("starter files are in LC-3 assembly: on other machines their given part is not compared");
    desk.run("assignment new other --starter none.asm")
        .says("failed to read the starter file none.asm");
    assert!(!desk.path("other").exists());
}

#[test]
fn the_command_that_grades_with_it_is_one_for_a_shell() {
    let desk = C4grade::new();
    let size = ["--columns", "3", "--rows", "3", "--line", "3"];
    let made = desk.run_args(&[&["assignment", "new", "a b"], &size[..]].concat());
    made.code(0)
        .says("To grade with it: c4grade grade myclass --assignment './a b'");
}

#[test]
fn nothing_is_overwritten_and_what_cannot_be_is_explained() {
    let desk = C4grade::new().file("course/mine.txt", "mine");
    desk.run("assignment new course").code(2).says("is not empty");
    assert_eq!(desk.read("course/mine.txt"), "mine");

    desk.run("assignment new other --columns 10")
        .code(2)
        .says("10 is not in 2..=9");
    desk.run("assignment new other --columns 5 --rows 4 --line 6")
        .code(2)
        .says("6 in a line do not fit on a board of 5 columns and 4 rows");
    for value in ["OO", "\u{e9}"] {
        desk.run(&format!("assignment new other --first {value}"))
            .code(2)
            .says(&format!(
                "invalid value '{value}' for '--first <LETTER>': expected one printable ASCII character"
            ));
    }
    desk.run_args(&["assignment", "new", "other", "--name", "Bad Name"])
        .code(2)
        .says("invalid value 'Bad Name' for '--name <NAME>': expected lower-case letters, digits and inner hyphens");
    desk.run_args(&["assignment", "new", "other", "--title", "a\nb"])
        .code(2)
        .says("for '--title <TEXT>': expected one line of text");
    desk.run("assignment new other --first X").code(2).says(
        "error: --first, --second, --empty: an empty cell and the two pieces must differ, but two of them are `X`",
    );
    desk.run_args(&["assignment", "new", "other", "--prompt", ""])
        .code(2)
        .says("error: --prompt: a prompt is empty, but must have at least one character");
    desk.run_args(&["assignment", "new", "other", "--win", "Won!"])
        .code(2)
        .says("error: --win: the text for a win has the same text for both players, `Won!`");
    desk.run("assignment new other --newline crlf")
        .code(2)
        .says("a solution in LC-3 assembly ends its lines with lf; other line ends are for ARM");
    desk.run("assignment new other --quit 8")
        .code(2)
        .says("invalid value '8' for '--quit <KEY>': the key must be a letter or a sign other than a backslash");
    desk.run("assignment new other --farewell Bye.").code(2).says("--quit");
    assert!(!desk.path("other").exists());
}

#[test]
fn what_a_board_cannot_have_is_left_out_and_said() {
    let desk = C4grade::new();
    made(&desk, &["--columns", "4", "--rows", "4"])
        .says("There are no lines that are longer than they must be on this board");
    assert!(desk.read("course/README.md").contains("## Left out"));
    assert!(!desk.read("course/30-wins.yaml").contains("long-lines"));
}

#[test]
fn for_arm_there_is_a_solution_whose_mistakes_the_cases_notice() {
    let desk = C4grade::new();
    made(&desk, &["--machine", "arm"]);
    is_sound(&desk);
    desk.run("mutate --assignment ./course --every 150 --games 50 --fail-under 99")
        .code(0);

    let desk = C4grade::new();
    let quoted = [
        "--prompt",
        "{player} \"for $1\"; ",
        "--separator",
        "",
        "--greeting",
        "It's on!",
    ];
    let options = [
        "--machine",
        "arm",
        "--columns",
        "4",
        "--rows",
        "5",
        "--line",
        "3",
        "--protocol",
        "line",
    ];
    made(&desk, &[&options[..], &quoted[..]].concat());
    is_sound(&desk);

    for options in [
        &[
            "--label",
            "{row} ",
            "--quit",
            "x",
            "--farewell",
            "Bye.",
            "--newline",
            "crlf",
        ][..],
        &[
            "--protocol",
            "line",
            "--quit",
            "q",
            "--after-quit",
            "restart",
            "--over",
            "restart",
            "--newline",
            "lf",
            "--label",
            "| ",
        ],
    ] {
        let desk = C4grade::new();
        made(
            &desk,
            &[&["--machine", "arm", "--columns", "4", "--rows", "4"], options].concat(),
        );
        desk.run("mutate --assignment ./course --every 60 --games 50 --fail-under 99")
            .code(0);
    }
}

#[test]
fn games_that_are_left_or_followed_by_others_are_played_and_their_mistakes_noticed() {
    let desk = C4grade::new();
    let options = [
        "--label",
        "{row} ",
        "--quit",
        "q",
        "--farewell",
        "Bye.",
        "--over",
        "restart",
    ];
    made(&desk, &[&["--columns", "5", "--rows", "4"], &options[..]].concat());
    is_sound(&desk);
    let rules = desk.read("course/assignment.yaml");
    for line in [
        "  over: restart ",
        "  quit: {key: \"q\", then: stop} ",
        "  label: \"{row} \" ",
        "    tags: [quit]",
        "    tags: [restart]",
    ] {
        assert!(rules.contains(line), "{line:?} is not in\n{rules}");
    }
    let known = desk.read("course/reference/submissions/expected.yaml");
    assert!(known.contains("nils-oster") && known.contains("olga-stein"), "{known}");
    desk.run("mutate --assignment ./course --every 20 --games 50 --fail-under 99")
        .code(0);
}

#[test]
fn in_c_the_same_assignment_has_a_solution_and_a_sample_class() {
    let desk = C4grade::new();
    let out = desk.run("assignment new course --machine native --columns 3 --rows 3 --line 3 --protocol line");
    if out.stderr.contains("the sample class was not graded") {
        return;
    }
    out.code(0).says("which the reference program passes");

    let size = ["--machine", "native", "--columns", "3", "--line", "3"];
    let rows = ["--rows", "10", "--label", "{row} ", "--header", "   1 2 3"];
    let keys = ["--protocol", "key", "--tie", ""];
    let ends = ["--quit", "'", "--farewell", "Bye.", "--over", "restart"];
    let desk = C4grade::new();
    made(&desk, &[&size[..], &rows, &keys, &ends].concat());
    assert_ten_rows(&desk);
}
