use std::fs;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use super::{Content, FindError, Found, SIZE_CAP, find};
use crate::effort::effort;

mod classes;
#[cfg(unix)]
mod hostile;
mod names;
mod platforms;
mod rosters;

const PROGRAM: &str = ".ORIG x3000\nHALT\n.END\n";

/// A folder with these files, each holding a program; a name that ends in `/` is an empty folder.
fn class(files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        if file.ends_with('/') {
            fs::create_dir_all(path).unwrap();
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, PROGRAM).unwrap();
        }
    }

    folder
}

fn search(folder: &Path) -> Result<Found, FindError> {
    find(folder, &["connect4.asm".to_owned()])
}

/// What was found, one line per student: name, file, and what there is to read.
fn read(found: &Found) -> Vec<String> {
    let content = |content: &Content| match content {
        Content::Path(_) => "ok".to_owned(),
        Content::Files(files) => files
            .iter()
            .map(|(name, _)| name.as_str())
            .collect::<Vec<_>>()
            .join(" + "),
        Content::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Content::Refused(reason) => reason.clone(),
        Content::Unreadable(reason) => format!("ours: {reason}"),
        Content::Missing => "missing".to_owned(),
    };
    let line = |s: &super::Submission| format!("{} | {} | {}", s.student, s.file, content(&s.content));
    found.submissions.iter().map(line).collect()
}

#[track_caller]
fn assert_found(files: &[&str], submissions: &[&str], remarks: &[&str]) {
    let class = class(files);
    let found = search(class.path()).unwrap();
    assert_eq!(read(&found), submissions);
    assert_eq!(found.remarks, remarks);
}

#[test]
fn a_folder_per_student() {
    assert_found(
        &[
            "bob/connect4.asm",
            "ada/Connect4.ASM",
            "cyd/connect4.asm",
            "cyd/readme.txt",
        ],
        &[
            "ada | ada/Connect4.ASM | ok",
            "bob | bob/connect4.asm | ok",
            "cyd | cyd/connect4.asm | ok",
        ],
        &[],
    );
}

#[test]
fn files_that_name_their_students() {
    assert_found(
        &["bob_connect4.asm", "ada-Connect4.asm", "cyd.asm", "dee/connect4.asm"],
        &[
            "ada | ada-Connect4.asm | ok",
            "bob | bob_connect4.asm | ok",
            "cyd | cyd.asm | ok",
            "dee | dee/connect4.asm | ok",
        ],
        &[],
    );
}

#[test]
fn the_only_program_by_another_name_is_taken_and_said() {
    assert_found(
        &["ada/game.asm", "ada/game.obj", "bob/c4.obj", "bob/notes.txt"],
        &["ada | ada/game.asm | ok", "bob | bob/c4.obj | ok"],
        &[
            "ada: there is no connect4.asm; game.asm was graded instead, the only file that may be a program",
            "bob: there is no connect4.asm; c4.obj was graded instead, the only file that may be a program",
        ],
    );
}

#[test]
fn in_the_folder_of_a_keil_project_the_source_is_taken_and_not_its_startup_code_or_what_was_built() {
    let class = class(&[
        "ada/connect4.uvproj",
        "ada/game.s",
        "ada/LPC2400.s",
        "ada/Objects/game.axf",
        "bob/Objects/connect4.axf",
        "cyd/connect4.s",
        "cyd/Startup.s",
    ]);

    let found = find(class.path(), &["connect4.s".to_owned()]).unwrap();
    let wanted = [
        "ada | ada/game.s | ok",
        "bob | bob/Objects/connect4.axf | ok",
        "cyd | cyd/connect4.s | ok",
    ];

    assert_eq!(read(&found), wanted);
}

#[test]
fn of_two_programs_the_exact_name_wins_else_it_is_a_question() {
    assert_found(
        &["ada/connect4.asm", "ada/old.asm", "bob/one.asm", "bob/two.asm"],
        &[
            "ada | ada/connect4.asm | ok",
            "bob | bob/ | 2 files may be the program: one.asm, two.asm; keep one of them, or \
             rename the right one to connect4.asm",
        ],
        &["ada: connect4.asm was graded, because it has the required name; not graded: old.asm"],
    );
}

#[test]
#[cfg(target_os = "linux")]
fn of_two_spellings_the_one_that_was_asked_for_wins() {
    assert_found(
        &[
            "ada/connect4.asm",
            "ada/Connect4.asm",
            "bob/CONNECT4.asm",
            "bob/Connect4.asm",
        ],
        &[
            "ada | ada/connect4.asm | ok",
            "bob | bob/ | 2 files may be the program: CONNECT4.asm, Connect4.asm; keep one of \
             them, or rename the right one to connect4.asm",
        ],
        &[],
    );
}

#[test]
fn nested_programs_are_found_to_depth_three() {
    assert_found(
        &[
            "ada/submission/connect4.asm",
            "bob/a/b/connect4.asm",
            "cyd/a/b/c/connect4.asm",
        ],
        &[
            "ada | ada/submission/connect4.asm | ok",
            "bob | bob/a/b/connect4.asm | ok",
            "cyd | cyd/ | ours: the folder has no connect4.asm, and these folders were not searched: a/b/c/ (too deep); \
             put the program at the top, or make them readable",
        ],
        &[
            "ada: the program was found in submission/connect4.asm",
            "bob: the program was found in a/b/connect4.asm",
        ],
    );
}

#[test]
fn two_programs_for_one_student_are_a_question() {
    assert_found(
        &["ada/connect4.asm", "ada.asm", "bob/", "bob.asm", "cyd.asm", "cyd.obj"],
        &[
            "ada | ada.asm, ada/connect4.asm | 2 programs for one student: ada.asm, ada/connect4.asm; keep the right \
             one and remove the others",
            "bob | bob.asm | ok",
            "cyd | cyd.asm | ok",
        ],
        &[],
    );
}

#[test]
fn junk_is_left_out_in_silence_and_everything_else_is_said() {
    assert_found(
        &[
            ".git/connect4.asm",
            ".DS_Store",
            "__MACOSX/ada/connect4.asm",
            "Thumbs.db",
            "reports/connect4.asm",
            "ada/connect4.asm",
            "ada/__MACOSX/connect4.asm",
            "ada/._connect4.asm",
            "roster.csv",
            "bob/connect4.txt",
        ],
        &[
            "ada | ada/connect4.asm | ok",
            "bob | bob/ | the folder has no connect4.asm; it contains connect4.txt: rename it to connect4.asm, if it is \
             the program",
        ],
        &["ignored, because it is not named like a program: roster.csv"],
    );
}

#[test]
fn a_students_own_folder_or_file_may_be_given() {
    let class = class(&[
        "ada/connect4.asm",
        "ada/docs/notes.txt",
        "ada/helper.asm",
        "bob_connect4.asm",
    ]);

    let ada = search(&class.path().join("ada")).unwrap();
    assert_eq!(read(&ada), ["ada | connect4.asm | ok"]);
    let said = "ada: connect4.asm was graded, because it has the required name; not graded: helper.asm";
    assert_eq!(ada.remarks, [said]);
    for (file, expected) in [
        ("ada/connect4.asm", "ada | connect4.asm | ok"),
        ("ada/../ada/connect4.asm", "ada | connect4.asm | ok"),
        ("ada/docs/notes.txt", "notes | notes.txt | ok"),
        ("bob_connect4.asm", "bob | bob_connect4.asm | ok"),
    ] {
        assert_eq!(read(&search(&class.path().join(file)).unwrap()), [expected]);
    }
}

#[test]
fn a_program_beside_the_class_is_nobodys() {
    assert_found(
        &["connect4.asm", "ada/connect4.asm"],
        &["ada | ada/connect4.asm | ok"],
        &["connect4.asm is not graded: the name of a program without the name of a student"],
    );
    assert_found(
        &["connect4.asm", "ada.asm", "bob.asm"],
        &["ada | ada.asm | ok", "bob | bob.asm | ok"],
        &["connect4.asm is not graded: the name of a program without the name of a student"],
    );
}

#[test]
fn nothing_found_says_what_was_looked_for_and_what_was_there() {
    for (files, there) in [
        (&[][..], "it is empty"),
        (
            &["ada/", "notes.txt"][..],
            "it contains folders without a program (ada) and other files (notes.txt)",
        ),
    ] {
        let class = class(files);
        let message = search(class.path()).unwrap_err().to_string();
        let expected = format!(
            "no submission in {}: {there}\nlooked for a folder per student with connect4.asm in it, or files named \
             <student>_connect4.asm",
            class.path().display()
        );

        assert_eq!(message, expected);
    }

    let message = search(Path::new("no/such\u{1b}[2Jfolder")).unwrap_err().to_string();
    assert_eq!(
        message,
        "cannot look for submissions in no/such\\u{1b}[2Jfolder: no such file or folder"
    );
}

#[test]
fn a_program_over_the_cap_is_refused_before_and_after_it_grows() {
    let class = class(&["ada/connect4.asm", "bob/connect4.asm", "cyd/connect4.asm"]);
    fs::write(class.path().join("ada/connect4.asm"), vec![0; 10_000_000]).unwrap();
    fs::write(class.path().join("bob/connect4.asm"), vec![b' '; SIZE_CAP as usize]).unwrap();

    let found = search(class.path()).unwrap();
    assert_eq!(
        read(&found),
        [
            "ada | ada/connect4.asm | connect4.asm has 10000000 bytes; a program has at most 1048576 (1 MiB): ask the \
             student for the program itself",
            "bob | bob/connect4.asm | ok",
            "cyd | cyd/connect4.asm | ok",
        ]
    );
    assert_eq!(found.submissions[1].read().unwrap().len(), SIZE_CAP as usize);
    assert_eq!(found.submissions[2].read().unwrap(), PROGRAM.as_bytes());
    fs::write(class.path().join("bob/connect4.asm"), vec![b' '; SIZE_CAP as usize + 1]).unwrap();
    assert!(found.submissions[1].read().unwrap_err().contains("1048577 bytes"));
    fs::remove_file(class.path().join("cyd/connect4.asm")).unwrap();

    assert_eq!(
        found.submissions[2].read().unwrap_err(),
        "connect4.asm cannot be read: no such file or folder"
    );
}

#[test]
fn thousands_of_submissions_and_of_files_in_one_are_quick() {
    let class = tempfile::tempdir().unwrap();
    for student in 0..3_000 {
        let folder = class.path().join(format!("student{student:04}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("connect4.asm"), PROGRAM).unwrap();
    }

    let crowded = class.path().join("crowded");
    fs::create_dir(&crowded).unwrap();
    for file in 0..3_000 {
        fs::write(crowded.join(format!("a{file}.txt")), "").unwrap();
    }

    fs::write(crowded.join("connect4.asm"), PROGRAM).unwrap();
    let (found, took) = effort(|| search(class.path()).unwrap());
    assert!(took < Duration::from_secs(5), "took {took:?}");
    assert_eq!(found.submissions.len(), 3_001);
    assert_eq!(read(&found)[0], "crowded | crowded/connect4.asm | ok");

    assert_eq!(
        found.remarks,
        ["crowded: the folder contains more than 1000 files; only the first were considered"]
    );
}

#[test]
fn folders_of_strange_names_get_safe_slugs_in_a_stable_order() {
    let mut names = vec![
        "index".to_owned(),
        "..ada".replace("..", "-"),
        "x".repeat(255),
        "tab\tbed".to_owned(),
    ];

    names.push("line\nfeed".to_owned());
    names.push("right\u{202e}left".to_owned());
    if cfg!(target_os = "linux") {
        names.extend(["Ada".to_owned(), "ada".to_owned(), "CON".to_owned()]);
    }

    let files: Vec<String> = names.iter().map(|name| format!("{name}/connect4.asm")).collect();
    let class = class(&files.iter().map(String::as_str).collect::<Vec<_>>());
    let found = search(class.path()).unwrap();
    let students: Vec<&str> = found.submissions.iter().map(|s| s.student.as_str()).collect();
    names.sort();
    assert_eq!(students, names);

    for submission in &found.submissions {
        assert!(submission.slug.len() <= 60, "{}", submission.slug);
        assert!(
            submission
                .slug
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)),
            "{}",
            submission.slug
        );

        assert_eq!(submission.read().unwrap(), PROGRAM.as_bytes());
    }
}

#[test]
fn work_in_another_form_is_a_question_and_nothing_at_all_is_missing() {
    let class = class(&[
        "ada/work.zip",
        "bob/connect4.asm.txt",
        "cyd/__MACOSX/connect4.asm",
        "cyd/.DS_Store",
        "cyd/Thumbs.db",
        "dee_connect4.tar.gz",
        "eve/connect4.asm",
        "eve.zip",
        "flo/essay.pdf",
        "flo/photo.jpg",
        "gus/empty.txt",
        "roster.csv",
    ]);

    fs::write(class.path().join("gus/empty.txt"), "").unwrap();
    let found = search(class.path()).unwrap();
    let contents: Vec<_> = found.submissions.iter().map(|one| &one.content).collect();
    let said = |content: &Content| match content {
        Content::Refused(reason) => reason.clone(),
        other => format!("{other:?}"),
    };

    assert!(said(contents[0]).contains("work.zip is damaged or is not an archive; ask the student"));
    assert!(matches!(contents[1], Content::Path(_)), "no doubt which file it is");
    assert_eq!(found.submissions[1].called.as_deref(), Some("connect4.asm.txt"));
    assert_eq!(contents[2], &Content::Missing);
    assert!(said(contents[3]).contains("dee_connect4.tar.gz is damaged or is not an archive"));
    assert!(
        matches!(contents[4], Content::Path(_)),
        "a program is better than an archive"
    );
    assert!(said(contents[5]).contains("it contains essay.pdf, photo.jpg: a document or picture is not a program"));
    assert_eq!(contents[6], &Content::Missing);

    assert_eq!(found.submissions.len(), 7);
}

#[test]
fn one_students_folder_without_a_program_by_its_name_is_still_one_students() {
    let class = class(&["ada/connect4.asm.txt"]);
    let found = search(&class.path().join("ada")).unwrap();
    assert_eq!(read(&found), ["ada | connect4.asm.txt | ok"]);
}
