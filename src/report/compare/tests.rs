//! Two gradings that differ in one thing each.

use std::fs;
use std::path::Path;

use super::{Change, ChangeKind, Comparison, compare, comparison_text};
use crate::report::read::Grading;
use crate::report::words::format_points;
use crate::report::{Reports, fixture};
use crate::result::{CaseVerdict, ClassReport, Finding, FindingKind, StudentReport, Verdict};

/// A grading of these students; `edit` changes its class report.
fn grading(students: &[StudentReport], edit: impl FnOnce(&mut ClassReport)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let reports = Reports::create(folder.path(), fixture::cases_of(&fixture::good_student())).expect("made");
    let mut class = fixture::class();
    let row = class.students[0].clone();
    class.students = students
        .iter()
        .map(|student| crate::result::StudentRow {
            student: student.student.clone(),
            slug: student.slug.clone(),
            file: student.file.clone(),
            verdict: student.verdict,
            summary: student.summary.clone(),
            score: student.score,
            exact_score: student.exact_score,
            game_score: student.game_score,
            max: student.max,
            ..row.clone()
        })
        .collect();
    edit(&mut class);

    reports.write_cases().expect("written");
    for student in students {
        reports.write_student(student, None).expect("written");
    }

    reports.write_class(&class).expect("written");
    folder
}

fn plain(students: &[StudentReport]) -> tempfile::TempDir {
    grading(students, |_| ())
}

fn student(name: &str) -> StudentReport {
    StudentReport {
        student: name.to_owned(),
        slug: name.to_owned(),
        ..fixture::hostile_student()
    }
}

fn compared(old: &Path, new: &Path) -> Comparison {
    let read = |path| Grading::read(path).expect("a grading");
    compare(&read(old), &read(new)).expect("readable")
}

fn reasons(old: &StudentReport, new: &StudentReport) -> Vec<(ChangeKind, String, String, String)> {
    let (old, new) = (plain(std::slice::from_ref(old)), plain(std::slice::from_ref(new)));
    let comparison = compared(old.path(), new.path());
    let parts = |change: Change| (change.kind, change.subject, change.old, change.new);
    comparison
        .students
        .into_iter()
        .flat_map(|one| one.reasons)
        .map(parts)
        .collect()
}

#[test]
fn the_same_grading_is_one_line() {
    let folder = plain(&[student("ada"), student("bob")]);
    let comparison = compared(folder.path(), folder.path());
    assert!(comparison.is_empty());
    assert_eq!(
        comparison_text(&comparison),
        "Nothing changed: 2 students, each with the same result in both gradings.\n"
    );
}

#[test]
fn a_score_a_verdict_and_a_group_are_reported() {
    let old = student("ada");
    let mut new = old.clone();
    (new.verdict, new.score) = (Verdict::Pass, new.score.map(|score| score + 1.5));
    new.groups[0].points += 1.5;
    new.groups[0].cases[0].verdict = CaseVerdict::Format;

    let group = &old.groups[0];
    let points = |points: f64| format!("{} of {}", format_points(points), group.max);
    let (was, is) = (points(group.points), points(group.points + 1.5));
    assert_eq!(reasons(&old, &new)[0], (ChangeKind::Group, group.name.clone(), was, is));

    let text = comparison_text(&compared(
        plain(std::slice::from_ref(&old)).path(),
        plain(std::slice::from_ref(&new)).path(),
    ));
    assert!(text.starts_with("Changed: 1 of 1 student.\n"), "{text}");

    let line = format!(
        "\nada: wrong {} of {} -> pass {} of {}\n",
        old.score.expect("a score"),
        old.max,
        new.score.expect("a score"),
        new.max
    );

    assert!(text.contains(&line), "{line}{text}");
}

#[test]
fn a_case_a_finding_and_another_program_are_reported() {
    let mut old = student("ada");
    old.findings.clear();
    let mut new = old.clone();
    let finding = Finding {
        kind: FindingKind::Lint,
        key: "file-name".to_owned(),
        common: "the file is not called as was asked".to_owned(),
        message: "It is not.".to_owned(),
        places: Vec::new(),
        deducted: 2.0,
    };

    new.findings.push(finding);
    let case = &mut new.groups[0].cases[0];
    let (name, before) = (case.name.clone(), case.verdict);
    case.verdict = if before == CaseVerdict::Crash {
        CaseVerdict::Wrong
    } else {
        CaseVerdict::Crash
    };
    case.instructions += 1;

    let found = reasons(&old, &new);
    let kinds: Vec<ChangeKind> = found.iter().map(|(kind, ..)| *kind).collect();
    assert_eq!(kinds, [ChangeKind::Program, ChangeKind::Case, ChangeKind::Finding]);
    assert_eq!((found[1].1.as_str(), found[1].3.as_str()), (name.as_str(), "crash"));
    assert_eq!(found[2].3, "the file is not called as was asked (2 points off)");

    // The other way round it is gone.
    assert_eq!(reasons(&new, &old)[2].3, "");
}

#[test]
fn a_group_that_is_worth_other_points_for_the_same_verdicts_tells_its_arithmetic() {
    let old = student("ada");
    let mut new = old.clone();
    let group = &mut new.groups[1];
    group.points += 4.0;
    group.arithmetic = "1 of 4 cases passes, 1 earns all: 38.17 of 40".to_owned();

    let found = reasons(&old, &new);
    assert_eq!(found[0].2, "1 of 4 cases passes, 1 earns half: 34.17 of 40");
    assert_eq!(found[0].3, "1 of 4 cases passes, 1 earns all: 38.17 of 40");
    new.groups[1].rule = "all cases, or nothing".to_owned();

    let found = reasons(&old, &new);
    assert_eq!(
        (found[0].2.as_str(), found[0].3.as_str()),
        ("each case earns its share", "all cases, or nothing")
    );
}

#[test]
fn what_changed_for_all_is_said_once() {
    let students = [student("ada")];
    let new = grading(&students, |class| {
        class.strict = !class.strict;
        class.groups[0].max += 10.0;
        class.version = "99".to_owned();
    });
    let comparison = compared(plain(&students).path(), new.path());
    let kinds: Vec<ChangeKind> = comparison.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Version, ChangeKind::Strict, ChangeKind::Rubric]);
    assert_eq!(comparison.students, []);
}

#[test]
fn students_on_one_side_only_are_listed_and_namesakes_kept_apart() {
    let mut second = student("ada");
    second.slug = "ada-2".to_owned();
    let mut better = second.clone();
    better.score = better.score.map(|score| score + 1.0);

    let old = plain(&[student("ada"), second, student("bob")]);
    let new = plain(&[student("ada"), better.clone(), student("cleo")]);
    let comparison = compared(old.path(), new.path());
    assert_eq!(
        (comparison.only_old, comparison.only_new),
        (vec!["bob".to_owned()], vec!["cleo".to_owned()])
    );
    assert_eq!((comparison.compared, comparison.students.len()), (2, 1));

    assert_eq!(comparison.students[0].new.score, better.score);
}

#[test]
fn a_class_without_its_students_reports_is_compared_by_its_rows() {
    let old = plain(&[student("ada")]);
    let mut better = student("ada");
    better.score = better.score.map(|score| score + 1.0);
    let new = plain(&[better]);
    for folder in [&old, &new] {
        fs::remove_file(folder.path().join("ada.json")).expect("removed");
    }
    assert_eq!(compared(old.path(), new.path()).students.len(), 1);
}

#[test]
fn names_that_do_things_do_nothing() {
    let mut hostile = fixture::hostile_student();
    let old = plain(std::slice::from_ref(&hostile));
    hostile.score = hostile.score.map(|score| score + 1.0);
    let text = comparison_text(&compared(old.path(), plain(&[hostile]).path()));
    let is_bad = |letter: char| (letter.is_control() && letter != '\n') || ('\u{202A}'..='\u{202E}').contains(&letter);
    assert!(!text.contains(is_bad), "{text:?}");
}

#[test]
fn what_is_no_report_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.json");
    for (text, problem) in [
        ("", "it does not begin with `{`"),
        ("{", "EOF while parsing"),
        ("[1]", "it does not begin with `{`"),
        ("{}", "it has no field `format`"),
        ("{\"format\": 7}", "it has format 7, and this c4grade reads format 2"),
        ("{\"format\": 1}", "format 2; grade again with this version"),
        ("{\"format\": 2}", "missing field `assignment`"),
        ("{\"format\": 2, \"students\": 5}", "invalid type"),
    ] {
        fs::write(&file, text).expect("written");
        let error = Grading::read(&file).expect_err(text).to_string();
        assert!(error.contains(problem) && error.contains("x.json"), "{text}: {error}");
        assert!(Grading::read(folder.path()).is_err(), "{text}");
    }

    fs::remove_file(&file).expect("removed");
    let error = Grading::read(folder.path()).expect_err("an empty folder").to_string();
    assert!(error.contains("neither class.json nor a student's report"), "{error}");
    assert!(Grading::read(&file).expect_err("nothing").is_not_found());
}

#[test]
fn a_students_json_needs_the_cases_of_its_class() {
    let folder = plain(&[student("ada")]);
    let error = || {
        let grading = Grading::read(folder.path()).expect("read");
        grading.students[0].report().expect_err("no report").to_string()
    };
    let cases = folder.path().join("cases.json");
    let text = fs::read_to_string(&cases).expect("written");
    fs::write(&cases, text.replace("0f1e2d3c", "other")).expect("written");
    assert!(error().contains("it belongs to other cases than the cases.json beside it; grade again"));

    fs::remove_file(&cases).expect("removed");
    assert!(error().contains("ada.json") && error().contains("there is no cases.json"));
}

#[test]
fn a_slug_that_leaves_the_folder_is_not_followed() {
    let folder = grading(&[student("ada")], |class| class.students[0].slug = "../ada".to_owned());
    let error = Grading::read(folder.path()).expect_err("a wrong slug").to_string();
    assert!(error.contains("../ada"), "{error}");
}
