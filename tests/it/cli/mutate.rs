//! `c4grade mutate`: whether a suite notices single edits of the reference program and faults of the rules.

use c4grade::machine::Target;
use c4grade::machine::edits::{Edit, EditKind, edits};
use serde_json::Value;

use super::command::{C4grade, project};

/// A folder with a suite of one game, which player 1 wins.
fn weak() -> C4grade {
    let desk = C4grade::new();
    add(&desk, "won", "1 2 1 2 1 2 1");
    desk
}

fn add(desk: &C4grade, name: &str, moves: &str) {
    let args = ["case", "new", "--file", "few.yaml", "--name", name, "--moves", moves];
    desk.run_args(&args).code(0);
}

#[test]
fn the_bundled_suite_notices_a_sample_of_edits_and_all_faults_of_the_rules() {
    let desk = C4grade::new();
    let sample = desk
        .run("mutate --every 97 --games 50 --fail-under 100")
        .code(0)
        .prints("which is 100.00 %")
        .prints("rules: winning lines")
        .prints("noticed only by subroutine contracts that are worth no points")
        .prints("kind                   noticed  missed  equivalent   no points\n")
        .prints("Equivalent as far as they were explored");
    assert_eq!(sample.stderr, "", "no bar where there is no terminal");
    let alone = desk.run("mutate --every 97 --games 50 --jobs 1");
    assert_eq!(sample.stdout, alone.stdout, "any number of jobs");
}

#[test]
fn what_a_weak_suite_misses_is_shown_by_a_game_that_notices_it() {
    let desk = weak();
    // Line 87 decides that a refused key is no move: no case of this suite types one.
    desk.run("mutate --cases few.yaml --every 7 --games 50 --fail-under 99")
        .code(1)
        .prints("Not noticed; this game shows")
        .prints("  --moves \"0\"\n")
        .prints("a program that takes the key 0 for column 1\n    It prints something else after move 1.")
        .prints("a program that accepts a move in a full column and places no piece");

    add(&desk, "refused", "0");
    let better = desk.run("mutate --cases few.yaml --every 7 --games 50");
    let text = String::from_utf8_lossy(&better.stdout).into_owned();
    assert!(!text.contains("--moves \"0\"\n"), "{text}");
}

#[test]
fn added_cases_notice_all_that_was_missed() {
    let desk = weak();
    desk.run("mutate --cases few.yaml --every 7 --games 50 --add few.yaml")
        .code(0)
        .prints("Not noticed; this game shows")
        .says("cases to few.yaml");
    let file = desk.read("few.yaml");
    assert!(
        file.starts_with("- name: won\n") && file.contains("- name: the key 0 is refused\n"),
        "{file}"
    );
    assert!(
        file.contains("no case noticed this: a program that passes the turn after a refused move\n"),
        "{file}"
    );

    let full = file.find(" is full").expect("a full column");
    let entry = file[full..].split("\n\n").next().unwrap_or_default();
    assert!(entry.contains("tags: [full-column]"), "{entry}");

    desk.run("case check --assignment lc3-starter --cases few.yaml").code(0);
    desk.run("mutate --cases few.yaml --every 7 --games 50 --fail-under 100 --add few.yaml")
        .code(0)
        .prints("which is 100.00 %")
        .says("added 0 cases to few.yaml");
    assert_eq!(desk.read("few.yaml"), file, "there was nothing to add");
}

#[test]
fn a_win_that_is_only_missed_in_one_place_of_the_line_needs_a_case() {
    // The last piece is the right end of the line, and then inside it.
    let desk = C4grade::new();
    add(&desk, "right", "1 1 2 2 3 3 4");
    add(&desk, "inside", "1 1 2 2 4 4 3");
    let left = "a program that misses a horizontal win when the last piece is its left end";
    desk.run("mutate --cases few.yaml --every 9999 --games 0")
        .code(0)
        .prints(left)
        .prints("a program that misses a rising diagonal win when the last piece is its right\n    end");

    add(&desk, "left", "4 4 3 3 2 2 1");
    let better = desk.run("mutate --cases few.yaml --every 9999 --games 0").code(0).out();
    assert!(!better.contains(left), "{better}");
}

#[test]
fn games_that_a_file_has_already_are_not_added_again() {
    let desk = weak();
    std::fs::copy(desk.path("few.yaml"), desk.path("weak.yaml")).expect("copied");
    let args = "mutate --cases weak.yaml --every 97 --games 20 --tag game --add few.yaml";
    desk.run(args).code(0);
    let file = desk.read("few.yaml");
    assert!(file.contains("tags: [game]"), "{file}");

    desk.run(args).code(0).says("added 0 cases");
    assert_eq!(desk.read("few.yaml"), file);
}

#[test]
fn a_smallest_suite_notices_as_much_and_is_a_valid_case_file() {
    let desk = C4grade::new();
    let found = desk
        .run("mutate --every 31 --games 20 --minimize small.yaml")
        .code(0)
        .prints("group ")
        .prints("Subroutine contracts ")
        .prints("notice nothing that no other case or contract notices")
        .prints("A smallest suite that notices as much of this sample, with a case of each group: ")
        .says("8 contracts to small.yaml");

    let written = desk.read("small.yaml");
    assert!(
        written.starts_with(
            "# A smallest suite of lc3-starter: it notices the same mistakes as all 667 cases.\n# Played were "
        ) && written.contains(" edits of the reference program, one in every 31 (it may miss others), and 5"),
        "{written}"
    );
    desk.run("case check --assignment lc3-starter --cases small.yaml")
        .code(0);
    let small = desk
        .run("mutate --every 31 --games 20 --cases small.yaml --fail-under 100 --minimize")
        .code(0)
        .prints("which is 100.00 %");
    let noticed = |text: &str| {
        text.lines()
            .find(|line| line.starts_with("The suite notices"))
            .map(str::to_owned)
    };
    assert_eq!(noticed(&found.out()), noticed(&small.out()));

    desk.run("mutate --minimize small.yaml").code(2).says("exists already");
    // Before anything is played.
    let nowhere = "failed to write nowhere/more.yaml: there is no such folder";
    for option in ["--minimize", "--add"] {
        let refused = desk
            .run(&format!("mutate {option} nowhere/more.yaml"))
            .code(2)
            .says(nowhere);
        assert_eq!(refused.out(), "", "{option}");
    }
}

#[test]
fn in_json_each_mistake_has_the_cases_that_notice_it() {
    let desk = weak();
    add(&desk, "another win", "2 1 2 1 2 1 2");
    add(&desk, "refused", "0");
    let found = desk
        .run("mutate --cases few.yaml --every 97 --games 20 --full --format json")
        .code(0);
    let report: serde_json::Value = serde_json::from_slice(&found.stdout).expect("JSON");

    let mistakes = report["mistakes"].as_array().expect("a list");
    let of = |words: &str| mistakes.iter().find(|mistake| mistake["change"] == words).expect(words);
    let refused = of("a program that takes the key 0 for column 1");
    assert_eq!(refused["noticed_by"], serde_json::json!(["refused"]));
    let vertical = of("a program that misses a vertical win");
    assert_eq!(vertical["noticed_by"], serde_json::json!(["won", "another win"]));
    assert_eq!(of("a program that misses a rising diagonal win")["fate"], "missed");

    assert_eq!(report["not_needed"], serde_json::json!(["won", "another win"]));
    assert_eq!(report["smallest"], serde_json::json!(["won", "refused"]));
}

#[test]
fn without_edits_the_faults_of_the_rules_remain() {
    let desk = C4grade::new();
    desk.run("assignment export native-scratch python").code(0);
    let yaml = desk.read("python/assignment.yaml").replace("connect4.c", "connect4.py");
    let desk = desk
        .file("python/assignment.yaml", yaml)
        .file("python/reference/connect4.py", "print('hello')\n");
    desk.run("mutate --assignment ./python --fail-under 100")
        .code(0)
        .prints("No edits: edits are made only of programs in C, for the LC-3 and for ARM.")
        .prints("which is 100.00 %");

    desk.run("assignment new course --columns 5").code(0);
    std::fs::remove_dir_all(desk.path("course/reference")).expect("removed");
    desk.run("mutate --assignment ./course --fail-under 100")
        .code(0)
        .prints("No edits: there is no reference program.")
        .prints("which is 100.00 %");
}

#[test]
fn a_smallest_suite_is_not_written_into_the_assignment() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-starter ./course").code(0);
    desk.run("mutate --assignment ./course --minimize course/small.yaml")
        .code(2)
        .says("the cases would be there twice");
}

/// Plays edits of the reference program in C on the cases of a file. Among them is the one that leaves out this statement: what
/// became of it, and of all. `None` where no sandbox works.
fn in_c(cases: &str, dropped: &str, options: &str) -> Option<(Value, Value)> {
    let text = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let all = edits(Target::Native, &text);
    let is_dropped = |edit: &Edit| edit.kind == EditKind::Dropped && edit.before == dropped;
    let every = all.iter().position(is_dropped).expect(dropped);

    let desk = C4grade::new().file("few.yaml", cases);
    let command = "mutate --assignment native-scratch --cases few.yaml --plies 1 --format json";
    let found = desk.run(&format!("{command} --every {every} {options}"));
    if found.code == 6 && std::env::var_os("CI").is_none() {
        return None;
    }

    let found = found.code(0);
    let report: Value = serde_json::from_slice(&found.stdout).expect("JSON");
    let change = format!("line {}: without `{dropped}`", all[every].line);
    let mut mistakes = report["mistakes"].as_array().expect("a list").iter();
    let mistake = mistakes.find(|mistake| mistake["change"] == change);
    Some((mistake.expect("it was played").clone(), report.clone()))
}

const ONE_GAME: &str = "- name: refused\n  moves: 1 1 0 2\n  ends: waiting\n  tags: [invalid]\n";

#[test]
fn a_mistake_in_c_is_noticed_by_a_case_or_by_a_game() {
    let Some((noticed, _)) = in_c(ONE_GAME, "putchar('\\n');", "--games 0") else {
        return;
    };
    assert_eq!(noticed["fate"], "noticed");

    // Whether a line is found.
    let (missed, report) = in_c(ONE_GAME, "return true;", "--games 1").expect("there is a sandbox");
    assert_eq!(missed["fate"], "missed");
    assert_eq!(
        missed["moves"].as_str().map(str::len),
        Some(13),
        "a shortest game: {missed}"
    );
    assert!(report["missed"].as_u64() > Some(0), "{report}");
}

#[test]
fn an_edit_of_c_that_changes_nothing_is_equivalent_and_not_counted() {
    // What a program prints through a pipe arrives without it.
    let Some((flushed, report)) = in_c(ONE_GAME, "fflush(stdout);", "--games 0") else {
        return;
    };
    assert_eq!(flushed["fate"], "equivalent");
    assert!(report["equivalent"].as_u64() > Some(0), "{report}");
}

#[test]
fn an_edit_of_c_that_hangs_is_noticed_by_every_case() {
    let games = "- name: random\n  generate: random-games\n  count: 30\n  seed: 1\n  tags: [random]\n";
    let Some((endless, _)) = in_c(games, "row--;", "--games 0 --full") else {
        return;
    };
    assert_eq!(endless["fate"], "noticed");
    let noticed_by = endless["noticed_by"].as_array().expect("a list");
    assert_eq!(noticed_by.len(), 30, "cases that are not run count as timeouts");
}

#[test]
fn without_a_compiler_the_edits_of_c_cannot_be_played() {
    let desk = C4grade::new();
    desk.run("assignment export native-scratch course").code(0);
    let yaml = desk
        .read("course/assignment.yaml")
        .replace("build: [cc,", "build: [no-such-compiler,");
    desk.file("course/assignment.yaml", yaml)
        .run("mutate --assignment ./course")
        .code(6)
        .says("needs the command `no-such-compiler`");
}

#[test]
fn a_tag_that_the_rubric_does_not_have_is_refused_at_once() {
    let desk = C4grade::new();
    desk.run("mutate --add more.yaml --tag no-such-tag")
        .code(2)
        .says("cases with --tag no-such-tag would earn no points in more.yaml: the rubric of lc3-starter groups cases by tag")
        .says("win-vertical");
}
