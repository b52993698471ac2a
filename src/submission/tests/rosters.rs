//! Submissions that a roster does not tell apart.

use std::fs;

use super::super::{Content, Options, Roster, find_with};
use super::class;

#[test]
fn whose_of_two_students_of_one_name_a_submission_is_is_a_question_and_no_zero() {
    let class = class(&["Ada Lovelace/connect4.asm", "8/connect4.asm"]);
    let found = |list: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("roster.csv");
        fs::write(&file, list).expect("written");
        let options = Options {
            roster: Some(Roster::read(&file).expect("a roster")),
            ..Options::default()
        };
        find_with(class.path(), &["connect4.asm".to_owned()], None, &options).expect("a class")
    };

    let two = found("name,id\nAda Lovelace,7\nAda Lovelace,9\nBen Bell,8\nCleo Cruz,6\n");
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

    let same = found("name,id\nAda Lovelace,7\nBen Bell,8\nBob Bell,8\n");
    let said = "the id 8 is that of 2 students on the roster: Ben Bell, Bob Bell";
    assert!(same.remarks.iter().any(|remark| remark == said), "{:?}", same.remarks);
}
