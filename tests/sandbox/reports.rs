//! What reports of native programs say: the same however many are graded at once, nothing run again by `rescore`, and the
//! mark of a grading without a sandbox.

use std::collections::BTreeMap;
use std::fs;

use crate::fixture::{Fixture, SANDBOXES, User, project};

/// Sample submissions: right, wrong in the usual ways, hostile.
const SAMPLE: [&str; 8] = [
    "abel-okoro",
    "cosmo-ferrari",
    "birgit-lund",
    "anton-beck",
    "bianca-rossi",
    "caleb-stone",
    "daria-kos",
    "egon-maly",
];

fn class(fixture: &Fixture) {
    fixture.assignment("0.5", "6");
    for student in SAMPLE {
        let file = format!("{student}/connect4.c");
        fixture.file(
            &format!("class/{file}"),
            project(&format!("reference/native-scratch/submissions/{file}")),
        );
    }
    fixture.file("class/broken/connect4.c", "int main(void) { return 0 }\n");
}

fn files(fixture: &Fixture, folder: &str) -> BTreeMap<String, String> {
    fixture.reports(folder).into_iter().collect()
}

#[test]
fn a_grading_without_a_sandbox_says_so_for_good() {
    let fixture = Fixture::new(User::Own);
    class(&fixture);
    for student in ["anton-beck", "bianca-rossi", "caleb-stone", "daria-kos", "egon-maly"] {
        fs::remove_dir_all(fixture.path(&format!("class/{student}"))).expect("there");
    }
    let grade = "grade class --assignment ./asg --cases more-cases.yaml --reports";
    fixture.run(&format!("{grade} reports --unsafe-no-sandbox")).code(0);
    fixture
        .run("report rescore reports --assignment ./asg --cases more-cases.yaml --reports again")
        .code(0);
    for folder in ["reports", "again"] {
        let of_results = |name: &str| !matches!(name, "cases.json" | "identical.html");
        for (name, text) in fixture.reports(folder).into_iter().filter(|(name, _)| of_results(name)) {
            // What machines read has a column for it.
            let told = if name == "scores.csv" { ",sandbox\n" } else { "UNSAFE" };
            assert!(text.contains(told), "{folder}/{name}:\n{text}");
        }
    }
    fixture.run(&format!("{grade} sandboxed")).code(0);
    for (name, text) in fixture.reports("sandboxed") {
        assert!(!text.contains("UNSAFE") && !text.contains("sandbox"), "{name}");
    }
    fixture.is_clean();
}

// With eight jobs and one program, its cases are run several at a time, until one hangs.
#[test]
fn the_cases_of_one_program_have_the_same_report_however_many_are_run_at_once() {
    let reference = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let hangs = reference.replace(
        "    if (row >= 0) {\n",
        "    while (row < 0) {\n    }\n    if (row >= 0) {\n",
    );
    assert_ne!(hangs, reference, "the reference program drops a piece differently");

    let hanging = [(SANDBOXES[0], hangs)];
    let right = SANDBOXES.map(|sandbox| (sandbox, reference.clone()));
    for (sandbox, program) in right.into_iter().chain(hanging) {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        fixture.assignment("0.5", "6");
        fixture.file("class/ada/connect4.c", &program);
        fixture.file("refused.yaml", project("cases/native-scratch/20-refused-moves.yaml"));

        let grade = format!("grade class --assignment ./asg --cases refused.yaml --sandbox {sandbox} --reports");
        fixture.run(&format!("{grade} one --jobs 1")).code(0);
        fixture.run(&format!("{grade} eight --jobs 8")).code(0);
        assert_eq!(files(&fixture, "one"), files(&fixture, "eight"), "{sandbox}");
        fixture.is_clean();
    }
}

#[test]
fn rescore_runs_nothing_and_gives_the_same_bytes() {
    let fixture = Fixture::new(User::Own);
    class(&fixture);
    fixture
        .run("grade class --assignment ./asg --cases more-cases.yaml --reports first --jobs 1")
        .code(0);
    fixture
        .run("grade class --assignment ./asg --cases more-cases.yaml --reports second --jobs 8")
        .code(0);
    assert_eq!(
        files(&fixture, "first"),
        files(&fixture, "second"),
        "one at a time and eight at a time"
    );
    // Without the sources, the temporary folder and any compiler there is nothing to run or to build.
    fs::remove_dir_all(fixture.path("class")).expect("there");
    let words = [
        "report",
        "rescore",
        "first",
        "--assignment",
        "./asg",
        "--cases",
        "more-cases.yaml",
        "--reports",
        "third",
    ];
    let mut command = fixture.command(&words);
    let output = command
        .env("PATH", "/nowhere")
        .env("TMPDIR", "/nowhere")
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(files(&fixture, "first"), files(&fixture, "third"));
    // A case that is new since then needs a run, and why there is none is said.
    let more = fixture.read("more-cases.yaml") + "- name: brand new\n  moves: 6 6 6\n  ends: waiting\n  points: 1\n";
    fixture.file("new-cases.yaml", more);
    let words = words.map(|word| {
        if word == "more-cases.yaml" {
            "new-cases.yaml"
        } else {
            word
        }
    });
    let mut command = fixture.command(&words);
    let output = command.env("TMPDIR", "/nowhere").output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("nothing was changed") && said.contains("no sandbox works on this machine"),
        "{said}"
    );

    let expected = String::from_utf8(project("reference/native-scratch/submissions/expected.yaml")).expect("text");
    for student in SAMPLE {
        let (_, rest) = expected
            .split_once(&format!("student: {student}\n"))
            .expect("it is there");
        let is_perfect = rest.lines().take(4).any(|line| line.trim() == "score: 100.0");
        let passes = fixture.read(&format!("first/{student}.txt")).contains("Verdict  pass");
        assert!(
            passes || !is_perfect,
            "{student}: {}",
            fixture.read(&format!("first/{student}.txt"))
        );
    }
    fixture.is_clean();
}
