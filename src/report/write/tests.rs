use std::fs;

use super::{Reports, class_writers, plain_slug, student_writers};
use crate::report::fixture;
use crate::report::record::record;

#[test]
fn a_class_and_its_students_are_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let student = fixture::hostile_student();
    let reports = Reports::create(folder.path().join("new/reports"), fixture::cases_of(&student)).expect("made");
    reports.write_student(&student, None).expect("written");
    reports.write_class(&fixture::class()).expect("written");

    let mut names: Vec<String> = fs::read_dir(reports.folder())
        .expect("readable")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("plain"))
        .collect();
    names.sort();

    let slug = &student.slug;
    let of_class = class_writers().into_iter().map(|(name, _)| name.to_owned());
    let of_student = student_writers()
        .into_iter()
        .map(|(extension, _)| format!("{slug}.{extension}"));
    let mut expected: Vec<String> = of_class.chain(of_student).collect();
    expected.sort();
    for name in ["class.json", "index.html", "scores.csv"] {
        assert!(names.iter().any(|written| written == name), "{name}");
    }
    assert_eq!(names, expected);

    let json = fs::read(reports.folder().join(format!("{slug}.json"))).expect("readable");
    assert!(json.ends_with(b"}\n"));
    let mut back: crate::result::StudentRecord = serde_json::from_slice(&json).expect("the model again");
    assert_eq!(back.groups.digest.len(), 32);
    back.groups.digest.clear();
    assert_eq!(back, record(&student, reports.cases()));
}

#[test]
fn what_a_killed_grading_left_is_cleared_and_reports_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(".c4grade-x1y2z3.part"), "half").expect("written");
    fs::write(folder.path().join("former-student.html"), "whole").expect("written");
    Reports::create(folder.path(), fixture::cases_of(&fixture::good_student())).expect("made");
    let left: Vec<_> = fs::read_dir(folder.path())
        .expect("readable")
        .map(|entry| entry.expect("entry").file_name())
        .collect();
    assert_eq!(left, ["former-student.html"]);
}

#[cfg(unix)]
#[test]
fn reports_can_be_read_by_others() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let plain = folder.path().join("plain");
    fs::write(&plain, "").expect("written");
    Reports::create(folder.path(), fixture::cases_of(&fixture::good_student()))
        .and_then(|reports| reports.write_class(&fixture::class()))
        .expect("written");
    let mode = |path| fs::metadata(path).expect("there").permissions().mode();
    assert_eq!(mode(folder.path().join("index.html")), mode(plain));
}

#[test]
fn a_slug_that_leaves_the_folder_or_hides_the_index_is_refused() {
    for slug in ["", "..", "../x", "a/b", "a\\b", "c:x", "Index", "class", "a\nb"] {
        assert!(plain_slug(slug).is_err(), "{slug:?}");
    }
    assert!(plain_slug("ada-lovelace").is_ok());
}
