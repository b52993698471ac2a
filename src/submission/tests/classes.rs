//! A class of 200 in each layout, with the mess of real downloads: nobody is lost, doubled or misnamed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::super::{Content, Found, Layout, Options, Roster, Submission, find_with};

mod class;

use class::{Mess, STUDENTS, Student, download, in_folder, students, write};

fn canvas(class: &Path, student: &Student) {
    let name: String = student
        .name
        .to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect();
    let late = if student.mess == Mess::Late { "_LATE" } else { "" };
    let start = format!("{name}{late}_{}", student.id);
    let attachment = 500_000 + student.number * 10;
    if student.mess == Mess::Resubmitted {
        write(class, &format!("{start}_{attachment}_connect4.asm"), b"; old");
        write(class, &format!("{start}_{}_connect4-1.asm", attachment + 1), b"; older");
        write(
            class,
            &format!("{start}_{}_connect4-2.asm", attachment + 3),
            &student.program(),
        );
        return;
    }
    for (index, (file, bytes)) in student.files().into_iter().enumerate() {
        write(class, &format!("{start}_{}_{file}", attachment + index), &bytes);
    }
}

fn blackboard(class: &Path, student: &Student) {
    let attempt = |date: &str| format!("Lab 4_final_{}_attempt_{date}", student.login());
    let (old, new) = (attempt("2026-11-01-10-00-00"), attempt("2026-11-02-09-00-00"));
    if student.mess == Mess::Resubmitted {
        write(class, &format!("{old}_connect4.asm"), b"; old");
        write(class, &format!("{old}.txt"), b"");
    }
    let about = format!(
        "\u{feff}Nombre: {} ({})\r\nTarea: Lab 4\r\n",
        student.name,
        student.login()
    );
    write(class, &format!("{new}.txt"), about.as_bytes());
    for (file, bytes) in student.files() {
        write(class, &format!("{new}_{file}"), &bytes);
    }
}

fn gradescope(class: &Path, student: &Student) {
    use std::fmt::Write as _;

    // Two hand in together.
    let lead = student.number - student.number % 2;
    let folder = format!("submission_{lead}");
    let mut metadata = fs::read_to_string(class.join("submission_metadata.yml")).unwrap_or_else(|_| "---\n".to_owned());
    if student.number == lead {
        in_folder(class, student, &folder);
        let _ = write!(
            metadata,
            "{folder}:\n  :created_at: 2026-11-02 09:00:00.000000000 Z\n  :score: 1.0\n"
        );
        if student.mess == Mess::Late {
            metadata += "  :lateness: '1:02:03'\n";
        }
        metadata += "  :submitters:\n";
    }
    let _ = write!(
        metadata,
        "  - :name: {:?}\n    :sid: '{}'\n    :email: {}@example.org\n",
        student.name,
        student.id,
        student.login()
    );
    write(class, "submission_metadata.yml", metadata.as_bytes());
}

/// The text of a form of Moodle, or a file.
fn moodle_text(class: &Path, student: &Student) {
    let start = format!("{}_{}_assignsubmission_", student.name, student.id);
    if student.number.is_multiple_of(2) {
        in_folder(class, student, &format!("{start}file_"));
        write(
            class,
            &format!("{start}onlinetext_/onlinetext.html"),
            b"<p>See my file</p>",
        );
        return;
    }
    let program = String::from_utf8(student.program()).expect("text");
    let page = format!("<p>{}</p>", program.trim_end().replace('\n', "<br />\n"));
    write(class, &format!("{start}onlinetext_/onlinetext.html"), page.as_bytes());
}

fn find(class: &Path, options: &Options) -> Found {
    find_with(class, &["connect4.asm".to_owned()], None, options).expect("a class")
}

/// Checks each student's row: one each, with the right program or a question.
#[track_caller]
fn check(found: &Found, key: fn(&Student) -> String, of: fn(&Submission) -> String, owner: fn(&Student) -> usize) {
    let mut rows: BTreeMap<String, Vec<&Submission>> = BTreeMap::new();
    for row in &found.submissions {
        rows.entry(of(row)).or_default().push(row);
    }
    assert_eq!(found.submissions.len(), STUDENTS, "nobody is lost or doubled");

    let class = students();
    for student in &class {
        let row = rows
            .get(&key(student))
            .unwrap_or_else(|| panic!("{} is lost", student.name));
        let [row] = row.as_slice() else {
            panic!("{} is doubled", student.name)
        };
        let owner = &class[owner(student)];
        match owner.mess {
            Mess::TwoPrograms | Mess::Document => {
                assert!(matches!(row.content, Content::Refused(_)), "{}: {row:?}", student.name);
            }
            _ => {
                let bytes = row.read().unwrap_or_else(|reason| panic!("{}: {reason}", student.name));
                assert_eq!(bytes, owner.program(), "{} has the program of another", student.name);
            }
        }
    }
}

fn late_and_resubmitted(found: &Found) -> (usize, usize) {
    let late = found.submissions.iter().filter(|one| one.origin.late).count();
    (
        late,
        found.submissions.iter().filter(|one| one.origin.earlier > 0).count(),
    )
}

fn name_and_id(row: &Submission) -> String {
    format!("{} {}", row.student, row.origin.id.as_deref().unwrap_or_default())
}

fn itself(student: &Student) -> usize {
    student.number
}

#[test]
fn folders_and_files_of_students() {
    let class = download(|class, student| in_folder(class, student, &format!("{} {}", student.name, student.id)));
    write(class.path(), "roster.csv", b"name\n");
    let found = find(class.path(), &Options::default());
    check(
        &found,
        |one| format!("{} {}", one.name, one.id),
        |row| row.student.clone(),
        itself,
    );
    assert_eq!(
        found.explained().as_deref(),
        Some("Read as a folder per student: 200 students")
    );

    let flat = |class: &Path, student: &Student| {
        for (file, bytes) in student.files() {
            let file = match file {
                "lab4.asm" | "one.asm" => ".asm".to_owned(),
                "two.asm" | "essay.pdf" => "_connect4.pdf".to_owned(),
                "work.zip" => ".zip".to_owned(),
                file => format!("_{file}"),
            };
            write(class, &format!("{}{file}", student.login()), &bytes);
        }
    };
    let found = find(download(flat).path(), &Options::default());
    let students: Vec<&str> = found.submissions.iter().map(|row| row.student.as_str()).collect();
    let logins: Vec<String> = self::students().iter().map(Student::login).collect();
    assert_eq!(students, logins);
    let refused = found
        .submissions
        .iter()
        .filter(|row| matches!(row.content, Content::Refused(_)));
    assert_eq!(refused.count(), STUDENTS / 10, "a document is a question");
}

#[test]
fn a_download_of_canvas() {
    let class = download(canvas);
    let found = find(class.path(), &Options::default());
    check(
        &found,
        |one| one.id.clone(),
        |row| row.origin.id.clone().unwrap_or_default(),
        itself,
    );
    assert_eq!(late_and_resubmitted(&found), (20, 20));
    assert!(
        found
            .submissions
            .iter()
            .all(|row| row.origin.earlier == 0 || row.origin.earlier == 2)
    );
    let explained = found.explained();
    assert_eq!(
        explained.as_deref(),
        Some("Read as a Canvas download: 200 students, 20 resubmitted, 20 late")
    );
}

#[test]
fn a_download_of_moodle() {
    let key = |one: &Student| format!("{} {}", one.name, one.id);
    let files = |class: &Path, student: &Student| {
        in_folder(
            class,
            student,
            &format!("{}_{}_assignsubmission_file_", student.name, student.id),
        );
    };
    check(
        &find(download(files).path(), &Options::default()),
        key,
        name_and_id,
        itself,
    );

    let flat = |class: &Path, student: &Student| {
        for (file, bytes) in student.files() {
            let file = format!("{}_{}_assignsubmission_file_{file}", student.name, student.id);
            write(class, &file, &bytes);
        }
    };
    check(
        &find(download(flat).path(), &Options::default()),
        key,
        name_and_id,
        itself,
    );

    // Every other student has typed the program into a form.
    let found = find(download(moodle_text).path(), &Options::default());
    assert_eq!(found.submissions.len(), STUDENTS);
    let students = students();
    let is_right = |row: &&Submission| {
        let owner = students
            .iter()
            .find(|one| key(one) == name_and_id(row))
            .expect("a student");
        row.read()
            .is_ok_and(|bytes| bytes.trim_ascii_end() == owner.program().trim_ascii_end())
    };
    let typed = found
        .submissions
        .iter()
        .filter(|row| row.file.ends_with("onlinetext.html"));
    assert!(typed.clone().all(|row| row.doubt.is_some() && is_right(&row)));
    // With two programs in the folder, the question stays one.
    assert_eq!(typed.count(), STUDENTS / 2);
}

#[test]
fn a_download_of_blackboard() {
    let class = download(blackboard);
    let found = find(class.path(), &Options::default());
    check(
        &found,
        |one| format!("{} {}", one.name, one.login()),
        |row| format!("{} {}", row.student, row.origin.login.as_deref().unwrap_or_default()),
        itself,
    );
    assert_eq!(late_and_resubmitted(&found), (0, 20));
}

#[test]
fn an_export_of_gradescope() {
    let class = download(gradescope);
    let found = find(class.path(), &Options::default());
    let lead = |student: &Student| student.number - student.number % 2;
    check(&found, |one| format!("{} {}", one.name, one.id), name_and_id, lead);
    assert!(
        found
            .submissions
            .iter()
            .all(|row| row.origin.email.is_some() && row.origin.group.is_some())
    );
    assert_eq!(
        found.explained().as_deref(),
        Some("Read as a Gradescope export: 200 students, 40 late, 200 in groups")
    );
    fs::remove_dir_all(class.path().join("submission_0")).expect("removed");
    let found = find(class.path(), &Options::default());
    assert_eq!(found.submissions.len(), STUDENTS, "whoever is listed has a row");
}

#[test]
fn repositories_of_github_classroom() {
    let repository = |class: &Path, student: &Student| {
        let folder = format!("lab-4-{}", student.login());
        in_folder(class, student, &folder);
        write(class, &format!("{folder}/.git/config"), b"");
    };
    let class = download(repository);
    let found = find(class.path(), &Options::default());
    let login = |row: &Submission| row.origin.login.clone().unwrap_or_default();
    check(&found, Student::login, login, itself);
}

#[test]
fn names_that_a_pattern_reads() {
    let lay_out = |class: &Path, student: &Student| {
        let late = if student.mess == Mess::Late { "!" } else { "" };
        in_folder(class, student, &format!("[{}] {}{late}", student.id, student.name));
    };
    let class = download(lay_out);
    let pattern = r"^\[(?<id>\d+)\] (?<name>[^!]+)(?<late>!)?$"
        .parse()
        .expect("a pattern");
    let options = Options {
        pattern: Some(pattern),
        ..Options::default()
    };
    let found = find(class.path(), &options);
    check(&found, |one| format!("{} {}", one.name, one.id), name_and_id, itself);
    assert_eq!(late_and_resubmitted(&found).0, 20);
}

#[test]
fn a_roster_says_who_is_missing_and_who_is_unknown_and_names_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("roster.csv");
    let mut list = "\u{feff}Student;ID;Email\n".to_owned();
    for student in students().iter().skip(1) {
        list += &format!("\"{}\";{};{}@example.org\n", student.name, student.id, student.login());
    }
    list += "Grace Hopper;1;grace@example.org\n";
    fs::write(&file, list).expect("written");

    let options = Options {
        layout: Some(Layout::Canvas),
        roster: Some(Roster::read(&file).expect("a roster")),
        ..Options::default()
    };
    let found = find(download(canvas).path(), &options);
    let missing: Vec<&Submission> = found
        .submissions
        .iter()
        .filter(|row| row.content == Content::Missing)
        .collect();
    assert_eq!(missing.len(), 1);
    assert_eq!(missing[0].student, "Grace Hopper");
    assert_eq!(found.submissions.len(), STUDENTS + 1);
    let said: Vec<&String> = found
        .remarks
        .iter()
        .filter(|remark| remark.contains("on the roster"))
        .collect();
    assert_eq!(said[0], "on the roster, and nothing was handed in (1): Grace Hopper");
    assert_eq!(said[1], "not on the roster (1): adalovelace0");

    let named = found.submissions.iter().filter(|row| row.content != Content::Missing);
    let known: BTreeMap<String, String> = students().into_iter().map(|one| (one.id, one.name)).collect();
    for row in named.filter(|row| row.origin.email.is_some()) {
        assert_eq!(row.student, known[row.origin.id.as_deref().expect("an id")]);
    }
}

#[test]
fn a_choice_settles_a_question_and_a_wrong_one_says_what_is_there() {
    let class = super::class(&[
        "ada/one.asm",
        "ada/two.asm",
        "bob/connect4.asm",
        "cyd_1234_5678_a.asm",
        "cyd_1234_5679_b.asm",
    ]);
    let choose = |student: &str, file: &str| {
        let options = Options {
            choices: vec![(student.to_owned(), file.to_owned())],
            ..Options::default()
        };
        find_with(class.path(), &["connect4.asm".to_owned()], None, &options)
    };
    for (student, file, taken, called) in [
        ("ada", "two.asm", "ada/two.asm", "two.asm"),
        ("ada", "ada/one.asm", "ada/one.asm", "one.asm"),
        ("cyd", "b.asm", "cyd_1234_5679_b.asm", "b.asm"),
        ("1234", "cyd_1234_5678_a.asm", "cyd_1234_5678_a.asm", "a.asm"),
    ] {
        let found = choose(student, file).expect("a class");
        assert_eq!(found.submissions.len(), 3);
        let row = found.submissions.iter().find(|row| row.file == taken).expect(taken);
        assert!(
            matches!(row.content, Content::Path(_)) && row.doubt.is_none(),
            "{row:?}"
        );
        assert_eq!(row.called.as_deref(), Some(called));
    }
    for (student, file, said) in [
        (
            "eve",
            "one.asm",
            "--choose eve=one.asm: there is no such student among ada, bob, cyd, cyd",
        ),
        (
            "ada",
            "three.asm",
            "--choose ada=three.asm: there is no such file among ",
        ),
    ] {
        let error = choose(student, file).expect_err("wrong").to_string();
        assert!(error.contains(said), "{error}");
    }
}
