//! `grade`: a folder in, scores and reports out.

use c4grade::result::{CaseResult, CaseVerdict};

use crate::cli::C4grade;
use crate::cli::command::project;

fn class() -> C4grade {
    let reference = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    C4grade::new()
        .file("class/ada/connect4.asm", &reference)
        .file("class/bob_connect4.asm", reference.replace("Tie Game.", "A tie."))
        .file("class/cleo/connect4.asm", ".ORIG x3000\nADD R0 R9\n.END\n")
        .file("class/dan/connect4.asm", "; nothing yet\n")
        .file("class/eve/.DS_Store", "what a Mac leaves behind")
}

#[test]
fn a_folder_in_and_scores_and_reports_out() {
    let desk = class();
    let outcome = desk.run("grade class").code(0).prints("index.html");
    let table = outcome.out();
    for student in ["ada", "bob", "cleo", "dan", "eve"] {
        assert!(table.contains(student), "{student} is missing:\n{table}");
    }
    let scores = desk.read("reports/lc3-starter/scores.csv");
    let row = |student: &str| {
        scores
            .lines()
            .find(|line| line.starts_with(student))
            .unwrap_or_default()
    };
    assert!(row("ada").contains(",pass,100,100,100,100"), "{scores}");
    assert!(row("bob").contains(",format,"), "{scores}");
    assert!(row("cleo").contains(",build-failed,0,"), "{scores}");
    assert!(row("eve").contains(",missing,0,"), "{scores}");
    for name in ["ada.html", "ada.txt", "ada.json", "index.html", "class.json"] {
        assert!(desk.path("reports/lc3-starter").join(name).is_file(), "{name}");
    }
    let json: serde_json::Value = serde_json::from_str(&desk.read("reports/lc3-starter/class.json")).expect("JSON");
    assert_eq!(json["format"], 2);
    assert_eq!(json["students"].as_array().map(Vec::len), Some(5));
    assert!(desk.read("reports/lc3-starter/cleo.txt").contains("R9"));
}

#[test]
fn strict_takes_the_points_of_another_format() {
    let desk = class();
    desk.run("grade class --strict --reports strict").code(0);
    desk.run("grade class --reports mild").code(0);
    let score = |folder: &str| {
        let json: serde_json::Value = serde_json::from_str(&desk.read(&format!("{folder}/bob.json"))).expect("JSON");
        (
            json["score"].as_f64(),
            json["exact_score"].as_f64(),
            json["game_score"].as_f64(),
        )
    };
    let (strict, mild) = (score("strict"), score("mild"));
    assert_eq!(strict.0, strict.1, "strict pays for exact transcripts only");
    assert!(mild.0 > strict.0);
    assert_eq!(
        (mild.1, mild.2),
        (strict.1, strict.2),
        "the two figures do not depend on it"
    );
    assert_eq!(mild.2, Some(100.0));
}

#[test]
fn reports_do_not_depend_on_the_number_of_jobs() {
    let desk = class();
    desk.run("grade class --jobs 1 --reports one").code(0);
    desk.run("grade class --jobs 7 --reports seven").code(0);
    let mut names: Vec<_> = std::fs::read_dir(desk.path("one"))
        .expect("written")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("plain names"))
        .filter(|name| name != "submissions")
        .collect();
    let copies = names.iter().filter_map(|name| name.strip_suffix(".txt"));
    let copies: Vec<String> = copies.map(|slug| format!("submissions/{slug}.json.gz")).collect();
    names.extend(copies);
    names.sort();
    assert!(names.len() > 20, "{names:?}");
    let read = |name: String| std::fs::read(desk.path(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    for name in names {
        assert!(read(format!("one/{name}")) == read(format!("seven/{name}")), "{name}");
    }
}

#[test]
fn own_cases_earn_their_own_points() {
    let desk = class().file(
        "cases.yaml",
        "- name: vertical\n  moves: 1 2 1 2 1 2 1\n  points: 30\n- name: start\n  moves: ''\n  ends: waiting\n  points: 12\n",
    );
    desk.run("grade class --cases cases.yaml").code(0);
    let scores = desk.read("reports/lc3-starter/scores.csv");
    assert!(scores.contains("ada,"), "{scores}");
    let ada: serde_json::Value = serde_json::from_str(&desk.read("reports/lc3-starter/ada.json")).expect("JSON");
    assert_eq!((ada["score"].as_f64(), ada["max"].as_f64()), (Some(42.0), Some(42.0)));
}

#[test]
fn the_class_report_can_be_read_by_programs() {
    let outcome = class().run("grade class --format json").code(0);
    let json: serde_json::Value = serde_json::from_str(&outcome.out()).expect("JSON alone on standard output");
    assert_eq!(json["assignment"], "lc3-starter");
}

#[test]
fn a_missed_win_is_told_as_one() {
    let program = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    // The vertical check answers "no" whatever the board says.
    let head = program.find("\nCHECK_VERTICAL").expect("the label") + "\nCHECK_VERTICAL".len();
    let broken = format!(
        "{}\n        AND R4, R4, #0\n        RET\nNEVER_CALLED\n{}",
        &program[..head],
        &program[head..]
    );
    let desk = C4grade::new().file("class/kim/connect4.asm", broken);
    desk.run("grade class").code(0);
    let text = desk.read("reports/lc3-starter/kim.txt");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("Your program missed a vertical win: after move 7 (player 1, column 1), column 1 completes player 1's vertical line"),
        "{text}"
    );
    assert!(text.contains("Your program asked for another move instead"), "{text}");
}

#[test]
fn a_contract_that_the_reference_breaks_is_an_error_of_the_case() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-starter course").code(0);
    let desk = desk.file(
        "course/reference/connect4.asm",
        project("reference/lc3-starter/connect4.asm"),
    );
    let desk = desk.file(
        "course/90-mine.yaml",
        "- name: over\n  call: GAME_OVER\n  before: {WINNER: 1}\n  prints: Player 2 Wins.\n  tags: [contract]\n",
    );
    let outcome = desk.run("case check --assignment ./course").code(1);
    let told = "90-mine.yaml:1: reference: `over`: the reference program does not pass, where TRAP overwrites R7 (2nd \
                edition linkage): GAME_OVER prints the wrong text with WINNER = 1.";
    assert!(outcome.out().contains(told), "{}", outcome.out());
    desk.run("case list --assignment ./course")
        .code(0)
        .prints("1 call of GAME_OVER");
    let mixed = "- name: mixed\n  call: GAME_OVER\n  tags: [display]\n";
    let desk = desk.file("course/90-mine.yaml", mixed);
    desk.run("case check --assignment ./course")
        .code(3)
        .says("`Board and prompts` contains both games and");
}

#[test]
fn a_report_repeats_no_difference_and_no_command_in_every_case() {
    let printed = project("reference/lc3-starter/submissions/ximena-torres/connect4.asm");
    let desk = C4grade::new()
        .file("class/kim/connect4.asm", printed)
        .file("class/lee/connect4.asm", project("reference/lc3-starter/connect4.asm"));
    desk.run("grade class --reports out").code(0);

    let report = desk.report("out/kim.json");
    assert!(report.format_differences.len() > 2, "{:?}", report.format_differences);
    let named: Vec<&str> = report
        .format_differences
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    let failures = report.cases().filter_map(|case| case.failure.as_ref());
    let mut repeated = failures.flat_map(|failure| &failure.format_differences);
    assert_eq!(repeated.find(|one| named.contains(&one.message.as_str())), None);
    let failed = || report.cases().filter(|case| case.verdict == CaseVerdict::Wrong);
    let is_like_another = |case: &CaseResult| case.failure.as_ref().is_some_and(|failure| failure.like.is_some());
    assert!(failed().any(is_like_another));
    for case in failed() {
        let is_repeated = case.command.contains("c4grade run");
        assert_eq!(is_repeated, !is_like_another(case), "{case:?}");
    }

    let report = desk.report("out/lee.json");
    assert!(
        report
            .cases()
            .filter(|case| case.calls.is_none())
            .all(|case| case.command.is_empty())
    );
}

/// Keys that are typed as they are, and Enter after each move.
#[test]
fn commands_that_repeat_cases_are_understood() {
    let program = project("reference/lc3-scratch/submissions/boris-katz/connect4.asm");
    let desk = C4grade::new().file("class/kim/connect4.asm", program);
    desk.run("grade class --assignment lc3-scratch").code(0);

    let report = desk.report("reports/lc3-scratch/kim.json");
    let mut commands = report.cases().filter_map(|case| case.command.split_once("| c4grade "));
    let (typed, command) = commands.next().expect("keys that are typed as they are");
    assert_eq!(typed, "printf '\\n1\\n' ");
    let command = command.replace("connect4.asm", "class/kim/connect4.asm");
    desk.input(b"\n1\n").run(&command).prints("Invalid move. Try again.");
}
