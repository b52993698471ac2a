//! Submissions that a roster does not tell apart.

use std::fs;

use std::path::Path;

use super::super::{Content, Found, Options, Roster, find_with};
use super::class;

/// A class beside a roster.
fn found(class: &Path, list: &str) -> Found {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("roster.csv");
    fs::write(&file, list).expect("written");
    let options = Options {
        roster: Some(Roster::read(&file).expect("a roster")),
        ..Options::default()
    };
    find_with(class, &["connect4.asm".to_owned()], None, &options).expect("a class")
}

#[test]
fn whose_of_two_students_of_one_name_a_submission_is_is_a_question_and_no_zero() {
    let class = class(&["Ada Lovelace/connect4.asm", "8/connect4.asm"]);
    let two = found(
        class.path(),
        "name,id\nAda Lovelace,7\nAda Lovelace,9\nBen Bell,8\nCleo Cruz,6\n",
    );
    let of = |name: &str| -> Vec<&Content> {
        let rows = two.submissions.iter().filter(|row| row.student == name);
        rows.map(|row| &row.content).collect()
    };
    let reason = "2 students of the roster may have handed in Ada Lovelace: name the folder or file after the id, email or login";
    let is_question = |content: &&&Content| matches!(content, Content::Refused(why) if why == reason);
    assert_eq!(
        of("Ada Lovelace").iter().filter(is_question).count(),
        2,
        "{:?}",
        of("Ada Lovelace")
    );
    assert_eq!(of("Ada Lovelace").len(), 3, "and what was handed in");
    assert_eq!(of("Cleo Cruz"), [&Content::Missing]);

    let same = found(class.path(), "name,id\nAda Lovelace,7\nBen Bell,8\nBob Bell,8\n");
    let said = "the id 8 is that of 2 students on the roster: Ben Bell, Bob Bell";
    assert!(same.remarks.iter().any(|remark| remark == said), "{:?}", same.remarks);
}

#[test]
fn two_students_of_one_name_with_numbers_of_the_platform_have_one_row_each() {
    let folder = |name: &str, number: u32| format!("{name}_{number}_assignsubmission_file_/connect4.asm");
    let list = "name,id,email\nSam Smith,70,s@x.org\nSam Smith,71,t@x.org\nBen Bell,72,b@x.org\n";
    let rows = |folders: &[String]| -> (Vec<String>, Vec<String>) {
        let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
        let found = found(class(&folders).path(), list);
        let ids = found.submissions.iter().map(|row| row.origin.id.clone());
        (ids.map(Option::unwrap_or_default).collect(), found.remarks)
    };

    let ben = folder("Ben Bell", 9012);
    let (ids, remarks) = rows(&[ben.clone(), folder("Sam Smith", 9010), folder("Sam Smith", 9011)]);
    assert_eq!(ids, ["9012", "9010", "9011"]);
    assert_eq!(
        remarks,
        [
            "several students on the roster have this name, so the reports show the number from the download (2): \
             Sam Smith (9010), Sam Smith (9011)"
        ]
    );

    // Who of the two has handed in nothing is a question.
    let (ids, _) = rows(&[ben, folder("Sam Smith", 9010)]);
    assert_eq!(ids, ["9012", "70", "71", "9010"]);
}
