//! `case record`, `case import`, `case bless` and `case check`, as an instructor uses them.

use crate::cli::C4grade;
use crate::cli::command::project;

const STALE: &str = "# My games.\n\n- name: 'first'   # quoted\n  tags: [game]\n  transcript: |\n    old\n  moves: 1 2 1 2 1 2 1\n\n# the end\n";

/// A copy of lc3-starter with one more case file, and the reference program.
fn course(cases: &str) -> C4grade {
    let desk = C4grade::new().file("program.asm", project("reference/lc3-starter/connect4.asm"));
    desk.run("assignment export lc3-starter course").code(0);
    desk.file("course/mine.yaml", cases)
}

#[test]
fn blessing_shows_what_changes_and_waits_for_a_yes() {
    let desk = course(STALE);
    let shown = desk
        .run("case bless --assignment ./course")
        .code(1)
        .prints("-    old\n")
        .prints("+    Player 1 Wins.\n")
        .says("1 transcript would change; nothing was changed");
    assert!(
        shown
            .out()
            .starts_with("--- ./course/mine.yaml\n+++ ./course/mine.yaml\n@@ "),
        "{}",
        shown.out()
    );
    assert_eq!(desk.read("course/mine.yaml"), STALE);
    desk.run("case bless --assignment ./course --dry-run")
        .code(0)
        .prints("-    old\n");

    desk.run("case bless --assignment ./course --yes")
        .code(0)
        .says("1 transcript changed");
    let written = desk.read("course/mine.yaml");
    let (before, after) = STALE.split_once("    old\n").expect("the old transcript");
    assert!(written.starts_with(before) && written.ends_with(after), "{written}");
    desk.run("case bless --assignment ./course")
        .code(0)
        .says("0 transcripts changed");
}

#[test]
fn blessing_never_breaks_what_a_tag_promises() {
    let broken = "- name: refused\n  moves: 1 2\n  tags: [invalid]\n  ends: waiting\n  transcript: |\n    old\n";
    let desk = course(broken);
    desk.run("case bless --assignment ./course --yes")
        .code(1)
        .says("mine.yaml:1: `refused`: has the tag `invalid`, but no key is refused")
        .says("nothing was changed");
    assert_eq!(desk.read("course/mine.yaml"), broken);
    let desk = desk.file("course/mine.yaml", broken.replace("invalid", "game"));
    desk.run("case bless --assignment ./course --yes").code(0);
}

#[test]
fn a_game_of_a_program_is_kept_as_a_case() {
    let desk = course(
        "# mine\n- name: player 1 wins in column 1 with a piece in row 3\n  moves: 1\n  tags: [game]\n  ends: waiting\n",
    );
    let record = [
        "case",
        "record",
        "program.asm",
        "--assignment",
        "./course",
        "--tags",
        "game",
    ];
    let moves = [
        "--moves",
        "1 2 1 2 1 2 1 5",
        "--points",
        "2",
        "--out",
        "course/mine.yaml",
    ];
    desk.run_args(&[&record[..], &moves].concat())
        .code(0)
        .says("the game is over after 7 moves, and the other 1 are left out")
        .says("added `player 1 wins in column 1 with a piece in row 3 2` to course/mine.yaml");
    let written = desk.read("course/mine.yaml");
    assert!(
        written.starts_with("# mine\n- name: player 1 wins in column 1 with a piece in row 3\n  moves: 1\n"),
        "{written}"
    );
    assert!(
        written.contains("\n\n- name: player 1 wins in column 1 with a piece in row 3 2\n  moves: 1 2 1 2 1 2 1\n  points: 2\n  tags: [game]\n"),
        "{written}"
    );
    desk.run("case check --assignment ./course")
        .code(1)
        .prints("same script as");

    // What is typed on standard input is the game, and without a file it is printed.
    let desk = desk.input(b"79");
    desk.run_args(&record)
        .code(0)
        .prints("  moves: 7 9\n")
        .prints("  ends: waiting\n");
}

#[test]
fn a_game_that_the_program_gets_wrong_is_kept_only_on_request() {
    let program = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    let program = program.replacen(
        "\nCHECK_VERTICAL",
        "\nCHECK_VERTICAL\n        AND R4, R4, #0\n        RET\nNEVER",
        1,
    );
    let spaced = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    let spaced = spaced.replacen(", choose a column: ", ", Choose a column: ", 1);
    let desk = C4grade::new().file("wrong.asm", program).file("spaced.asm", spaced);
    let record = |program| {
        [
            "case",
            "record",
            program,
            "--moves",
            "1 2 1 2 1 2 1",
            "--out",
            "mine.yaml",
        ]
    };

    desk.run_args(&record("wrong.asm"))
        .code(1)
        .says("does not play this game by the rules")
        .says("missed a vertical win")
        .says("the game was not kept");
    desk.run_args(&record("spaced.asm"))
        .code(1)
        .says("formatted differently: ");
    assert!(!desk.path("mine.yaml").exists());

    desk.run_args(&[&record("wrong.asm")[..], &["--keep-by-rules"]].concat())
        .code(0);
    assert!(desk.read("mine.yaml").contains("    Player 1 Wins.\n"));
    desk.run("case check --cases mine.yaml --assignment lc3-starter")
        .code(0);
}

#[test]
fn a_check_says_what_the_suite_never_touches_and_passes() {
    let desk = C4grade::new().file("cases.yaml", "- name: one\n  moves: 1 1 2 2 3 3 4\n");
    desk.run("case check --cases cases.yaml --assignment lc3-starter")
        .code(0)
        .says("lc3-starter: 1 case (0 of them generated) checked")
        .says("lc3-starter: advice: no case has a horizontal win of player 2, ")
        .says("a horizontal line whose last piece lies inside");
    let outcome = desk.run("case check").code(0);
    assert!(!outcome.stderr.contains("advice"), "{}", outcome.stderr);
}

#[test]
fn misspelt_tags_and_values_are_errors_with_a_suggestion() {
    course("- name: a\n  moves: 9 1\n  tags: [invald]\n  ends: waitng\n")
        .run("case check --assignment ./course")
        .code(3)
        .says("mine.yaml:4:9: `waitng` is not a value of `ends`\n  |   ends: waitng\n  = expected halted or waiting\n  = help: did you mean `waiting`?");
    course("- name: a\n  moves: 9 1\n  tags: [invald]\n  ends: waiting\n")
        .run("case check --assignment ./course")
        .code(3)
        .says("mine.yaml:3:10: the case `a` has no tag of any rubric group")
        .says("= help: did you mean `invalid`?");
}

/// What the reference program of lc3-starter prints, typed keys and all, as a terminal shows it.
fn played(moves: &str) -> String {
    let desk = C4grade::new().file("program.asm", project("reference/lc3-starter/connect4.asm"));
    let run = desk.run_args(&["run", "program.asm", "--banner", "none", "--moves", moves]);
    run.out().trim_end_matches('\n').to_owned() + "\n"
}

#[test]
fn games_as_terminals_showed_them_become_cases() {
    let (up, along) = (played("1 2 1 2 1 2 1"), played("1 1 2 2 3 3 4"));
    let reworded = along
        .replace("Player 1, choose a column:", "Player 1 - which column?")
        .replace("Player 2, choose a column:", "Player 2 - which column?");
    let blank = along
        .replace("- - - - - -\nP", "- - - - - -\n\nP")
        .replace("Player", "\nPlayer");
    let desk = C4grade::new()
        .file("games/plain.txt", &up)
        .file("games/crlf.txt", up.replace('\n', "\r\n"))
        .file("games/mark.log", "\u{feff}".to_owned() + &along)
        .file(
            "games/lower.txt",
            up.replace("Player", "player").replace("Wins", "wins"),
        )
        .file("games/no end.txt", along.trim_end())
        .file("games/blank.txt", blank)
        .file("games/spaces.txt", up.replace("-\n", "- \n"))
        .file("games/nul.txt", up.clone() + "\0")
        .file("games/reworded.txt", reworded)
        .file("games/shell.txt", "$ ./connect4\n".to_owned() + &played("7 1 x 2"))
        .file("games/wrong.txt", up.replacen("O - - - - -", "- O - - - -", 1))
        .file("games/empty.txt", "")
        .file("games/notes.md", "Some notes about these games.\n")
        .file(
            "games/flood.txt",
            "- - - - - -\n".repeat(6) + &"Player 1, choose a column: 1\n".repeat(30_000),
        )
        .file("games/garbage.txt", vec![0xA7; 2 << 20]);
    let import = desk.run("case import games --out mine.yaml").code(1);
    let said = |text: &str| assert!(import.stderr.contains(text), "{text:?} is not in\n{}", import.stderr);
    said(
        "games/wrong.txt: not imported: after move 1 (`1`), the rules require the board, but there is a different board",
    );
    said("expected `O - - - - -`, found `- O - - - -`");
    said("games/empty.txt: skipped: it is empty");
    said("games/notes.md: skipped: no game is recognised in it");
    said("games/garbage.txt: skipped: it is larger than 1048576 bytes");
    said("games/spaces.txt: note: ");
    said("games/lower.txt: note: ");
    said("games/flood.txt: skipped: more than 2000 keys are typed, which is no game");
    said("10 cases imported, 1 not imported, 4 skipped");
    for quiet in [
        "plain.txt: note",
        "crlf.txt: note",
        "mark.log: note",
        "no end.txt: note",
    ] {
        assert!(!import.stderr.contains(quiet), "{}", import.stderr);
    }

    let mine = desk.read("mine.yaml");
    let plain = "# From games/plain.txt\n- name: plain\n  moves: 1 2 1 2 1 2 1\n  tags: [win-vertical]\n";
    assert!(mine.contains(plain), "{mine}");
    assert!(
        mine.contains("- name: shell\n  moves: 7 1 x 2\n  tags: [invalid]\n  ends: waiting\n"),
        "{mine}"
    );
    assert!(mine.contains("- name: reworded\n  moves: 1 1 2 2 3 3 4\n"), "{mine}");
    // Ten games, of which some have the same keys.
    desk.run("case check --cases mine.yaml --assignment lc3-starter")
        .code(1)
        .prints("has the same script as");
    // Once more: names stay unique, and what was there stays.
    desk.run("case import games/plain.txt --out mine.yaml")
        .code(0)
        .says("1 case imported");
    let again = desk.read("mine.yaml");
    assert!(
        again.starts_with(mine.trim_end()) && again.contains("- name: plain 2\n"),
        "{again}"
    );
}

#[test]
fn input_and_expected_output_of_other_graders_become_cases() {
    let (up, along) = (played("1 2 1 2 1 2 1"), played("1 1 2 2 3 3 4"));
    let list =
        serde_json::json!({"tests": [{"name": "listed", "input": "1\n2\n", "output": played("1 2"), "points": 3}]});
    let desk = C4grade::new()
        .file("t/test1.in", "1212121")
        .file("t/test1.out", &up)
        .file("t/input2.txt", "1\n1\n2\n2\n3\n3\n4\n")
        .file("t/expected2.txt", &along)
        .file("t/output2.txt", "what a student printed\n")
        .file("t/in/03.txt", "1 2 1 2 1 2 1\r\n")
        .file("t/out/03.txt", up.replace('\n', "\r\n"))
        .file("t/04", "12")
        .file("t/04.a", played("1 2").trim_end())
        .file("t/up.input", "1 2 1 2 1 2 1 6 6\n")
        .file("t/up.expected", up.replace("choose a column", "Choose A Column"))
        .file("t/gradescope/tests/along/input", "1122334")
        .file("t/gradescope/tests/along/expected_output", along.trim_end())
        .file("t/gradescope/tests/along/settings.yml", "visible: true\npoints: 2.5\n")
        .file("t/gradescope/tests/refused/input", "0\n7\n")
        .file("t/gradescope/tests/refused/output", played("0 7"))
        .file("t/gradescope/tests/refused/description", "Refuses keys (4 points)\n")
        .file("t/kattis/secret/9.in", "1\n2\n")
        .file("t/kattis/secret/9.ans", played("1 2"))
        .file("t/.github/classroom/autograding.json", list.to_string())
        .file("t/wrong/5.in", "1 2")
        .file("t/wrong/5.out", played("1 3"))
        .file("t/lonely.in", "1 2");
    let import = desk.run("case import t --out mine.yaml").code(1);
    let said = |text: &str| assert!(import.stderr.contains(text), "{text:?} is not in\n{}", import.stderr);
    said("t/wrong/5.in and t/wrong/5.out: not imported: after move 2 (`2`)");
    said("t/lonely.in: not imported: no expected output lies beside it");
    said("t/output2.txt: skipped: t/expected2.txt is the expected output");
    said("t/up.input and t/up.expected: note: ");
    said("9 cases imported, 2 not imported, 1 skipped");

    let mine = desk.read("mine.yaml");
    for case in [
        "- name: test1\n  moves: 1 2 1 2 1 2 1\n",
        "- name: test 2\n  moves: 1 1 2 2 3 3 4\n  tags: [win-horizontal]\n",
        "- name: along\n  moves: 1 1 2 2 3 3 4\n  points: 2.5\n",
        "- name: refused\n  moves: 0 7\n  points: 4\n  tags: [invalid]\n  ends: waiting\n",
        "- name: listed\n  moves: 1 2\n  points: 3\n",
        "after the end of the game 2 moves are left out\n- name: up\n  moves: 1 2 1 2 1 2 1\n",
    ] {
        assert!(mine.contains(case), "{case:?} is not in\n{mine}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_named_and_never_waited_for() {
    let desk = C4grade::new().file("t/game.txt", played("1 2"));
    let made = std::process::Command::new("mkfifo")
        .arg(desk.path("t/pipe.in"))
        .status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    desk.run("case import t nowhere.txt")
        .code(1)
        .says("t/pipe.in: not imported: it is neither a file nor a folder")
        .says("nowhere.txt: not imported: it cannot be read")
        .prints("- name: game\n");
}

#[test]
fn a_case_that_a_check_would_report_is_not_added() {
    let desk = course("- name: mine\n  moves: 3 4 3 4 3 4 3\n  tags: [win-vertical]\n");
    let before = desk.read("course/mine.yaml");
    let new = |name: &str, moves: &str, tag: &str, file: &str| {
        let options = [
            "--name",
            name,
            "--moves",
            moves,
            "--tag",
            tag,
            "--assignment",
            "./course",
        ];
        let args = [&["case", "new"], &options[..], &["--file", file]].concat();
        desk.run_args(&args)
    };
    let refused = "error: not added, because `c4grade case check` would report it: ";
    for (moves, tag, said) in [
        ("5 6 5 6 5 6 5 1", "win-vertical", "the game ends after 7 of 8 moves"),
        (
            "5 6 5",
            "win-vertical",
            "has the tag `win-vertical`, but nobody completes a vertical line",
        ),
        ("3 4 3 4 3 4 3", "win-vertical", "has the same script as `mine`"),
    ] {
        let said = format!("{refused}`new`: {said}");
        new("new", moves, tag, "course/mine.yaml").code(2).says(&said);
        new("new", moves, tag, "course/other.yaml");
        assert_eq!(desk.read("course/mine.yaml"), before);
    }
    new("initial board", "5 6 5", "game", "course/mine.yaml")
        .code(3)
        .says("two cases are called `initial board`");
    assert_eq!(desk.read("course/mine.yaml"), before);
    assert!(!desk.path("course/other.yaml").exists());

    new("new", "5 6 5 6 5 6 5", "win-vertical", "course/mine.yaml").code(0);
    desk.run("case check --assignment ./course")
        .code(0)
        .says("no problems found");
    new("notes", "5 6 5 6 5", "game", "course/mine.txt")
        .code(0)
        .says("note: course/mine.txt is not read as a case file");
}

#[test]
fn what_a_check_would_report_of_a_printed_case_is_a_note() {
    C4grade::new()
        .run_args(&[
            "case",
            "new",
            "--name",
            "new",
            "--moves",
            "5 6 5",
            "--tag",
            "win-vertical",
        ])
        .code(0)
        .says("note: `c4grade case check` reports `new`: has the tag `win-vertical`")
        .prints("- name: new\n");
}

#[test]
fn a_file_to_which_cases_cannot_be_added_is_named_at_once() {
    let desk = course("").file("noise.yaml", [0, 1, 2, 255]);
    std::fs::create_dir(desk.path("empty")).expect("a folder");
    desk.run("case import empty").code(1).says("there is no test in empty");
    for (command, file) in [
        ("case new --name a --moves 1 --file", "empty"),
        ("case record program.asm --moves 1 --out", "empty"),
        ("mutate --every 100000 --add", "empty"),
    ] {
        let outcome = desk.run(&format!("{command} {file}")).code(2);
        let outcome = outcome.says("failed to read empty: it is a folder, not a file");
        assert_eq!(outcome.out(), "");
    }
    desk.run("mutate --every 100000 --add noise.yaml")
        .code(3)
        .says("noise.yaml:1:1: the file contains a control character");
    #[cfg(unix)]
    {
        let made = std::process::Command::new("mkfifo").arg(desk.path("pipe")).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo");
        for command in [
            "case new --name a --moves 1 --file pipe",
            "case record program.asm --moves 1 --out pipe",
            "mutate --every 100000 --add pipe",
        ] {
            desk.run(command).code(2).says("pipe is a pipe, not a file");
        }
    }
}
