//! What happens to a class over an afternoon: interrupted, killed, graded again; a course of one's own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli::C4grade;
use crate::cli::command::project;

/// The files of the class among its reports.
const OF_CLASS: [&str; 5] = ["cases.json", "class.json", "identical.html", "index.html", "scores.csv"];

/// A class whose grading takes long enough to be disturbed: programs with a fault, so that there is much to tell.
fn big_class(count: usize) -> C4grade {
    let program = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    let program = program.replace("Tie Game.", "A tie.");
    (0..count).fold(C4grade::new(), |desk, number| {
        desk.file(&format!("class/student{number:04}/connect4.asm"), &program)
    })
}

/// Grades `class` and sends the signal as soon as `reports` are on disk. Gives the exit code, if there is one.
fn disturbed(desk: &C4grade, signal: &str, reports: usize) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_c4grade"))
        .args(["grade", "class", "--reports", "disturbed", "--jobs", "2"])
        .current_dir(desk.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let start = Instant::now();
    while whole_reports(&desk.path("disturbed")).len() < reports && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "it ended before the signal");
    child.wait().expect("it ends").code()
}

/// A file's name without its extension.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Every file of a folder of reports but those that are in the making.
fn whole_reports(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = std::fs::read_dir(folder).into_iter().flatten();
    let names = names.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .filter(|name| !name.starts_with('.'))
        .filter_map(|name| Some((name.clone(), std::fs::read(folder.join(&name)).ok()?)))
        .collect()
}

#[test]
fn an_interrupted_grading_leaves_what_is_finished_and_an_index_over_it() {
    let desk = big_class(150);
    assert_eq!(disturbed(&desk, "-INT", 6), Some(130));
    let class: serde_json::Value = serde_json::from_str(&desk.read("disturbed/class.json")).expect("JSON");
    let students = class["students"].as_array().expect("students");
    assert!(!students.is_empty() && students.len() < 150, "{}", students.len());
    let left = class["left"].as_array().expect("who is left");
    assert_eq!(students.len() + left.len(), 150);
    let banner = format!("Incomplete: {} of 150 graded", students.len());
    assert!(desk.read("disturbed/index.html").contains(&banner), "{banner}");
    let files = whole_reports(&desk.path("disturbed"));
    let mut owners: BTreeSet<&str> = OF_CLASS.map(stem).into();
    for student in students {
        let slug = student["slug"].as_str().expect("a slug");
        for extension in ["html", "json", "txt"] {
            assert!(files.contains_key(&format!("{slug}.{extension}")), "{slug}.{extension}");
        }
        owners.insert(slug);
    }
    assert!(OF_CLASS.iter().all(|name| files.contains_key(*name)));
    assert!(
        files.keys().all(|name| owners.contains(stem(name))),
        "{:?}",
        files.keys()
    );

    // What was finished can be rescored, and the class stays as interrupted as it was.
    desk.run("report rescore disturbed").code(0);
    assert!(whole_reports(&desk.path("disturbed")) == files);
}

#[test]
fn after_a_kill_nothing_is_half_written_and_a_rerun_is_as_if_nothing_had_been() {
    let desk = big_class(9);
    desk.run("grade class --reports quiet").code(0);
    let quiet = whole_reports(&desk.path("quiet"));
    for reports in [4, 11, 20] {
        assert_eq!(disturbed(&desk, "-KILL", reports), None);
        assert!(desk.read("disturbed/index.html").contains("Incomplete: 0 of 9 graded"));
        for (name, bytes) in whole_reports(&desk.path("disturbed")) {
            if OF_CLASS.contains(&name.as_str()) {
                continue;
            }
            assert_eq!(Some(&bytes), quiet.get(&name), "{name} is not what it should be");
        }
        if reports < 20 {
            std::fs::remove_dir_all(desk.path("disturbed")).expect("removed");
        }
    }
    desk.run("grade class --reports disturbed").code(0);
    assert!(whole_reports(&desk.path("disturbed")) == quiet);
    let hidden = std::fs::read_dir(desk.path("disturbed")).expect("there").flatten();
    // The folder of submissions is there too.
    assert_eq!(hidden.count(), quiet.len() + 1, "something in the making was left");
    let copies = whole_reports(&desk.path("disturbed/submissions"));
    assert!(copies.len() == 9 && copies == whole_reports(&desk.path("quiet/submissions")));
}

#[test]
fn a_course_of_ones_own_is_a_folder() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-starter course")
        .code(0)
        .prints("assignment.yaml");
    desk.run("assignment export lc3-starter course")
        .code(2)
        .says("not empty");
    let text = desk.read("course/assignment.yaml");
    let text = text
        .replace("name: lc3-starter  ", "name: four-by-five ")
        .replace("rows: 6", "rows: 4")
        .replace("columns: 6", "columns: 5")
        .replace("wins: \"Player {player} Wins.\"", "wins: \"Player {player} has it!\"");
    let rubric = text.find("\nrubric:").expect("a rubric");
    let text = format!(
        "{}\nrubric:\n  - name: Games\n    points: 10\n    tags: [game]\n",
        &text[..rubric]
    );
    for file in std::fs::read_dir(desk.path("course")).expect("there").flatten() {
        if file.path().is_file() {
            std::fs::remove_file(file.path()).expect("removed");
        }
    }
    let desk = desk.file("course/assignment.yaml", text);
    desk.run_args(&["case", "new", "--assignment", "./course", "--file", "course/games.yaml"])
        .code(2)
        .says("--moves");
    let case = |name: &'static str, moves: &'static str| {
        let file = ["--file", "course/games.yaml", "--name", name, "--moves", moves];
        [["case", "new", "--assignment", "./course"].as_slice(), &file].concat()
    };
    // A case that no group counts would make the whole assignment unusable.
    desk.run_args(&case("up", "1 2 1 2 1 2 1")).code(2).says("--tag: game");
    let tagged = [case("up", "1 2 1 2 1 2 1").as_slice(), &["--tag", "game"]].concat();
    desk.run_args(&tagged).code(0).says("added `up`");
    assert!(desk.read("course/games.yaml").contains("Player 1 has it!"));

    let desk = desk.file(
        "course/more.yaml",
        "- name: along\n  moves: 2 2 3 3 4 4 5\n  tags: [game]\n  transcript: |\n    old\n",
    );
    desk.run("case check --assignment ./course")
        .code(3)
        .says("course/more.yaml");
    desk.run("case bless --assignment ./course --dry-run")
        .code(0)
        .says("along");
    desk.run("case bless --assignment ./course --yes")
        .code(0)
        .says("1 transcript changed");
    assert!(desk.read("course/more.yaml").contains("- - - - -\n"));
    desk.run("case list --assignment ./course")
        .code(0)
        .prints("four-by-five");
    // The reference that was exported plays another board, and `case check` says so.
    desk.run("case check --assignment ./course").code(1).prints("reference");
    let reference = "course/reference/connect4.asm";
    desk.run_args(&["grade", reference, "--assignment", "./course"]).code(0);
    let scores = desk.read("reports/four-by-five/scores.csv");
    assert!(scores.contains(",wrong,0,"), "{scores}");
}

#[test]
fn the_class_of_a_folder_is_verified() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-scratch mine").code(0);
    let bundled = desk.run("verify --assignment lc3-scratch").code(0).out();
    assert_eq!(desk.run("verify --assignment ./mine").code(0).out(), bundled);
    // Its own class and its own known verdicts, not those in the binary.
    let known = desk.read("mine/reference/submissions/expected.yaml");
    let student = known
        .split("student: ")
        .nth(1)
        .and_then(|rest| rest.lines().next())
        .expect("a student");
    std::fs::remove_dir_all(desk.path("mine/reference/submissions").join(student)).expect("removed");
    desk.run("verify --assignment ./mine")
        .code(1)
        .prints(&format!("{student}: in expected.yaml, but not in the class"));
    std::fs::remove_dir_all(desk.path("mine/reference")).expect("removed");
    desk.run("verify --assignment ./mine").code(4).says("sample class");
    desk.run("verify --assignment nowhere").code(3).says("nowhere");
}
