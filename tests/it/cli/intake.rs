//! Downloads of learning platforms, from the archive to the scores.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::cli::C4grade;
use crate::cli::command::project;

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a name");
        writer.write_all(bytes).expect("written");
    }
    writer.finish().expect("a zip file").into_inner()
}

fn good() -> Vec<u8> {
    project("reference/lc3-starter/connect4.asm")
}

/// The rows of the scores, of which only some columns are kept.
fn scores(class: &C4grade, columns: &[&str]) -> Vec<String> {
    let text = class.read("reports/lc3-starter/scores.csv");
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heading = rows.next().expect("a heading");
    let places = columns
        .iter()
        .map(|column| heading.iter().position(|own| own == column).expect("a column"));
    let places: Vec<usize> = places.collect();
    rows.map(|row| places.iter().map(|place| row[*place]).collect::<Vec<_>>().join(","))
        .collect()
}

#[test]
fn a_download_in_an_archive_is_graded_with_its_roster() {
    let good = good();
    let own = zip(&[("lab4/connect4.asm", &good)]);
    let download = zip(&[
        ("lovelaceada_12_345_connect4.asm", b"; old"),
        ("lovelaceada_12_346_connect4-1.asm", &good),
        ("hopper_LATE_13_347_work.zip", &own),
        ("stranger_14_348_connect4 (1).asm", &good),
    ]);
    let class = C4grade::new().file("submissions.zip", download).file(
        "roster.csv",
        "\u{feff}Student;ID;Email\n\"Lovelace, Ada\";12;ada@x.org\nGrace Hopper;13;\nAlan Turing;15;alan@x.org\n",
    );
    class
        .run("grade submissions.zip --roster roster.csv")
        .code(0)
        .says("Read as a Canvas download: 4 students, 1 resubmitted, 1 late, 1 missing");
    assert_eq!(
        scores(
            &class,
            &["verdict", "score", "name", "id", "email", "login", "late", "attempts"]
        ),
        [
            "pass,100,Ada Lovelace,12,ada@x.org,,,2",
            "missing,0,Alan Turing,15,alan@x.org,,,1",
            "pass,100,Grace Hopper,13,,,late,1",
            "pass,100,stranger,14,,,,1",
        ]
    );
    let remarks: serde_json::Value = serde_json::from_str(&class.read("reports/lc3-starter/class.json")).expect("JSON");
    let remarks = remarks["remarks"].to_string();
    assert!(remarks.contains("not on the roster (1): stranger"), "{remarks}");
    let report = class.read("reports/lc3-starter/stranger.txt");
    assert!(
        report.contains("must be called") && report.contains("connect4 (1).asm"),
        "{report}"
    );

    // The same again has nothing to grade.
    let again = class.run("grade submissions.zip --roster roster.csv --resume").code(0);
    again.says("4 of 4 reports are up to date");
}

#[test]
fn a_group_of_gradescope_has_a_row_for_each_member() {
    let metadata = "---\nsubmission_1:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: 7\n    :email: ada@x.org\n  - :name: \
                    Grace Hopper\n    :sid: '8'\n    :email: grace@x.org\n  :created_at: 2026-11-02 09:00:00 Z\nsubmission_2:\n  \
                    :submitters:\n  - :name: Alan Turing\n    :sid:\n    :email: alan@x.org\n  :lateness: '0:00:00'\n";
    let class = C4grade::new()
        .file("export/submission_metadata.yml", metadata)
        .file("export/submission_1/connect4.asm", good())
        .file("export/submission_2/connect4.asm", ".ORIG x3000\nADD R0\n.END\n");
    class
        .run("grade export --jobs 2")
        .code(0)
        .says("Read as a Gradescope export: 3 students, 2 in groups");
    let rows = scores(&class, &["student", "file", "verdict", "id", "email", "late"]);
    assert_eq!(
        rows,
        [
            "Ada Lovelace,submission_1/connect4.asm,pass,7,ada@x.org,",
            "Alan Turing,submission_2/connect4.asm,build-failed,,alan@x.org,",
            "Grace Hopper,submission_1/connect4.asm,pass,8,grace@x.org,",
        ]
    );
    class
        .run("grade export --resume")
        .code(0)
        .says("3 of 3 reports are up to date");
    class.run("report rescore").code(0);
    assert_eq!(
        scores(&class, &["student", "file", "verdict", "id", "email", "late"]),
        rows
    );
}

#[test]
fn how_names_are_read_is_shown_without_running_anything() {
    let class = C4grade::new()
        .file("class/Ada Lovelace_77_assignsubmission_file_/connect4.asm", good())
        .file("class/Grace Hopper_78_assignsubmission_file_/one.asm", good())
        .file("class/Grace Hopper_78_assignsubmission_file_/two.asm", good());
    let table = "student       id  file                                             note\n\
                 Ada Lovelace  77  Ada Lovelace_77_assignsubmission_file_/connect4.asm\n";
    let shown = class
        .run("roster class")
        .code(0)
        .says("Read as a Moodle download: 2 students");
    let plain: String = shown.out().split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted: String = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain.starts_with(&wanted), "{}", shown.out());
    shown.prints("needs attention: 2 files may be the program: one.asm, two.asm");

    let dry = class.run("grade class --dry-run --choose 78=two.asm").code(0);
    dry.prints("called two.asm");
    assert!(!class.path("reports").exists(), "nothing was graded");
}

#[test]
fn reports_inside_the_class_are_no_submission_and_never_between_the_submissions() {
    let class = C4grade::new()
        .file("ce/ada/connect4.asm", good())
        .file("ce/bob/connect4.asm", good());
    for _ in 0..2 {
        class
            .run("grade ce --reports ce/out")
            .code(0)
            .says("Read as a folder per student: 2 students");
    }
    class
        .run("grade ce --reports ce")
        .code(2)
        .says("the reports in ce would be between the submissions in ce");
    class.run("grade ce/../ce --reports ce").code(2);
    assert!(!class.path("ce/class.json").exists(), "nothing was written");

    let class = C4grade::new().file("x/submissions/ada/connect4.asm", good());
    class.run("grade x/submissions --reports x").code(2);
}

#[test]
fn what_cannot_be_read_as_asked_is_an_error_that_says_why() {
    let class = C4grade::new()
        .file("class/ada/connect4.asm", good())
        .file("empty.csv", "")
        .file("bad.zip", "PK\x03\x04");
    for (args, code, said) in [
        ("class --layout gradescope", 2, "there is no submission_metadata.yml"),
        ("class --layout canvas", 4, "as `--layout canvas` expects"),
        ("class --layout blackbord", 2, "invalid value 'blackbord'"),
        (
            "class --name-regex [a-z]+",
            2,
            "it has no named groups: expected some of name",
        ),
        ("class --choose ada", 2, "expected STUDENT=FILE"),
        ("class --choose bob=x.asm", 2, "there is no such student among ada"),
        ("class --roster empty.csv", 2, "it is empty; expected a heading"),
        ("class --roster nowhere.csv", 2, "cannot read nowhere.csv: no such file"),
        (
            "bad.zip",
            2,
            "cannot unpack bad.zip: it is damaged or is not a zip file",
        ),
    ] {
        class.run(&format!("grade {args}")).code(code).says(said);
        class.run(&format!("roster {args}")).code(code).says(said);
    }
}

#[test]
fn a_dry_run_for_programs_is_json() {
    let class = C4grade::new()
        .file("class/ada_connect4.asm", good())
        .file("class/notes.txt", "hello");
    for command in ["grade class --dry-run --format json", "roster class --format json"] {
        let found: serde_json::Value = serde_json::from_str(&class.run(command).code(0).out()).expect("JSON");
        let students = serde_json::json!([{ "student": "ada", "file": "ada_connect4.asm" }]);
        assert_eq!(found["students"], students);
        assert_eq!(
            found["remarks"][0],
            "ignored, because it is not named like a program: notes.txt"
        );
    }
}

#[test]
fn a_choice_is_made_once_for_a_student() {
    let class = C4grade::new()
        .file("class/ada_1001_5001_one.asm", good())
        .file("class/ada_1001_5002_two.asm", good());
    class
        .run("roster class --choose ada=one.asm --choose 1001=two.asm")
        .code(2)
        .says("--choose 1001=two.asm: one.asm was chosen for the same student: give --choose once for each");
}

#[test]
fn rosters_of_spreadsheets_may_have_a_title_and_name_their_separator() {
    let mut class = C4grade::new().file("class/ada_connect4.asm", good());
    let heading = "Name;Login\r\nAda Lovelace;ada\r\n";
    for text in [
        format!("sep=;\r\n{heading}"),
        format!("Class list\r\n\r\n{heading}"),
        format!("CS 101;;\r\nFall 2026;;\r\n{heading}"),
    ] {
        class = class.file("roster.csv", text);
        class
            .run("roster class --roster roster.csv")
            .code(0)
            .prints("Ada Lovelace  ada    ada_connect4.asm");
    }
}

#[test]
fn students_of_the_same_name_are_distinguished() {
    let class = C4grade::new()
        .file("class/Wei Zhang_77_assignsubmission_file_/connect4.asm", good())
        .file("class/Wei Zhang_78_assignsubmission_file_/connect4.pdf", "%PDF")
        .file("class/Ada_79_assignsubmission_file_/connect4.asm", good());
    let out = class.run("grade class").code(5).out();
    for said in ["  Wei Zhang (78): ", "\nWei Zhang (77)  pass", "\nAda             pass"] {
        assert!(out.contains(said), "{said:?} is not in {out}");
    }
    let page = class.read("reports/lc3-starter/index.html");
    assert!(page.contains(">Wei Zhang (77)</a>") && page.contains(">Ada</a>"));
}

#[test]
fn a_class_of_another_assignment_is_noticed() {
    let mut class = C4grade::new();
    for student in ["ada", "bob", "cy"] {
        class = class.file(&format!("class/{student}/connect4.asm"), good());
    }
    let out = class.run("grade class --assignment arm-scan").code(5).out();
    let out = out.split_whitespace().collect::<Vec<&str>>().join(" ");
    let said = "3 of 3 submissions cannot be built or need attention. If they are for another assignment than arm-scan, name it with --assignment";
    assert!(out.contains(said), "{out}");
    assert!(class.read("reports/arm-scan/index.html").contains(said));
    let out = class.run("grade class").code(0).out();
    assert!(!out.contains("another assignment"), "{out}");
}

#[test]
fn a_download_of_brightspace_has_a_row_for_each_student() {
    let good = good();
    let download = zip(&[
        ("index.html", b"<html>"),
        ("12345-67890 - Ada Lovelace - Nov 3, 2026 1022 AM/connect4.asm", &good),
        ("12346-67890 - Bo Hall - Nov 2, 2026 1159 PM/connect4.asm", b"; old"),
        ("12346-67890 - Bo Hall - Nov 3, 2026 905 AM/connect4.asm", &good),
        ("12347-67890 - Cy Young - Nov 3, 2026 1022 AM - connect4.asm", &good),
    ]);
    let class = C4grade::new().file("download.zip", download);
    let outcome = class
        .run("grade download.zip --repair 0")
        .code(0)
        .says("Read as a Brightspace download: 3 students, 1 resubmitted");
    assert!(!outcome.stderr.contains("index.html"), "{}", outcome.stderr);
    let scores = class.read("reports/lc3-starter/scores.csv");
    let rows = scores.lines().filter(|row| row.contains(",pass,100,"));
    assert_eq!(rows.count(), 3, "{scores}");
    class
        .run("roster download.zip")
        .prints("Ada Lovelace  12345            12345-67890 - Ada Lovelace - Nov 3, 2026 1022 AM/connect4.asm")
        .prints("Bo Hall       12346  2         12346-67890 - Bo Hall - Nov 3, 2026 905 AM/connect4.asm")
        .prints("Cy Young      12347            12347-67890 - Cy Young - Nov 3, 2026 1022 AM - connect4.asm");
}

#[test]
fn ids_of_canvas_may_have_one_digit_where_all_files_have_them() {
    let class = C4grade::new()
        .file("class/lovelaceada_1_2_connect4.asm", good())
        .file("class/hopper_LATE_3_4_connect4.asm", good())
        .file("teams/team_1_2_connect4.asm", good())
        .file("teams/team_1_3_connect4.asm", good());
    class
        .run("roster class")
        .says("Read as a Canvas download: 2 students, 1 late")
        .prints("lovelaceada  1 ");
    class.run("roster teams").says("Read as a file per student: 2 students");
    class
        .run("roster teams --layout canvas")
        .says("Read as a Canvas download: 1 student");
}

#[test]
fn the_folder_of_a_classroom_says_where_logins_begin() {
    let mut class = C4grade::new();
    for login in ["jo-anna", "jo-ben"] {
        for folder in ["lab-4-submissions", "repositories"] {
            class = class
                .file(&format!("{folder}/lab-4-{login}/connect4.asm"), good())
                .file(&format!("{folder}/lab-4-{login}/.git/HEAD"), "ref: refs/heads/main");
        }
    }
    class
        .run("roster lab-4-submissions")
        .prints("jo-anna  jo-anna  lab-4-jo-anna/connect4.asm");
    // Without it, the names have more in common than the assignment.
    class
        .run("roster repositories")
        .prints("anna     anna   lab-4-jo-anna/connect4.asm");
}
