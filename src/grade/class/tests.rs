//! One broken submission never stops the others, and the order and number of threads change nothing.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::{Entry, Keys, Observer, empty_report, filled, grade_class, grade_class_by, row};
use crate::assignment::bundled;
use crate::case::Contract;
use crate::grade::{Graded, Grader};
use crate::result::{ClassReport, FaultGroup, Sameness, Verdict};
use crate::submission::{Submission, from_memory};
use crate::{assignment, case};

const REFERENCE: &str = include_str!("../../../reference/lc3-starter/connect4.asm");

fn grader() -> Grader {
    grader_of("lc3-starter").0
}

/// A grader with the cases that are written by hand, and the contracts of the suite.
fn grader_of(name: &str) -> (Grader, Vec<Contract>) {
    let assignment = assignment::find(name).unwrap();
    let suite = case::load(&assignment, None).unwrap();
    let few: Vec<_> = suite.cases.into_iter().filter(|case| case.family.is_none()).collect();
    (Grader::new(assignment, few, true, false), suite.contracts)
}

fn class() -> Vec<Submission> {
    let program = |student: &str, text: &str| (student.to_owned(), "connect4.asm".to_owned(), text.as_bytes().to_vec());
    from_memory([
        program("ada", REFERENCE),
        program("bob", "this is not a program"),
        program("cleo", &REFERENCE.replacen("; ", "; as Cleo says: ", 1)),
        program("dan", ".ORIG x3000\nL BR L\n.END\n"),
    ])
    .submissions
}

/// Panics when it hears of one student; remembers whom it has seen.
#[derive(Default)]
struct Saboteur {
    victim: &'static str,
    finished: Mutex<Vec<(String, Verdict)>>,
}

impl Observer for Saboteur {
    fn started(&self, submission: &Submission) {
        assert!(submission.student != self.victim, "planted");
    }

    fn finished(&self, graded: &Graded) {
        let report = &graded.report;
        self.finished
            .lock()
            .unwrap()
            .push((report.student.clone(), report.verdict));
    }
}

fn grade(victim: &'static str, jobs: usize, stop: &AtomicBool) -> (ClassReport, Vec<(String, Verdict)>) {
    let observer = Saboteur {
        victim,
        ..Saboteur::default()
    };
    let grading = grade_class(&grader(), &class(), jobs, false, stop, &observer).unwrap();
    let mut finished = observer.finished.into_inner().unwrap();
    finished.sort_by(|one, other| one.0.cmp(&other.0));
    (grading, finished)
}

#[test]
fn a_panic_is_the_graders_error_and_the_rest_is_graded() {
    let (grading, finished) = grade("cleo", 2, &AtomicBool::new(false));
    let verdicts: Vec<Verdict> = grading.students.iter().map(|row| row.verdict).collect();
    // What has no score comes first.
    let wanted = [
        Verdict::GraderError,
        Verdict::Pass,
        Verdict::BuildFailed,
        Verdict::Timeout,
    ];

    assert_eq!(verdicts, wanted);
    assert!(grading.students[0].summary.contains("planted"));
    assert_eq!(grading.students[0].score, None);
    assert_eq!(finished.len(), 4, "every submission has a report");
    assert_eq!(grading.incomplete(), None);
}

#[test]
fn the_class_report_is_the_same_for_any_number_of_jobs() {
    let (one, _) = grade("", 1, &AtomicBool::new(false));
    let (many, _) = grade("", 5, &AtomicBool::new(false));
    assert_eq!(one, many);
}

// Whoever has the same program has the same report, and it does not say whose was run.
#[test]
fn a_program_that_two_have_is_run_once_and_reported_as_if_it_had_been_run_twice() {
    let grader = grader().with_repair(0);
    for sample in bundled::submissions("lc3-starter") {
        let of = |student: &str| {
            let file = (student.to_owned(), sample.file.to_owned(), sample.bytes.to_vec());
            from_memory([file]).submissions.remove(0)
        };
        let (one, other) = (grader.grade(&of(sample.student)), of("zoe"));
        let (like, alone) = (grader.grade_like(Some(&one), &other), grader.grade(&other));
        assert_eq!(like.report, alone.report, "{}", sample.student);
        assert_eq!(like.saved.submission, alone.saved.submission);
    }

    let [ada, _, cleo, dan] = <[Submission; 4]>::try_from(class()).unwrap();
    let mut known = grader.grade(&ada);
    known.report.notes.push("planted".to_owned());
    let is_reused = |submission| {
        let notes = grader.grade_like(Some(&known), submission).report.notes;
        notes.contains(&"planted".to_owned())
    };
    assert!(
        is_reused(&cleo) && !is_reused(&dan),
        "the same program, and another one"
    );

    let ran = AtomicUsize::new(0);
    let count = |submission: &Submission, same: Option<&Graded>| {
        ran.fetch_add(usize::from(same.is_none()), Ordering::Relaxed);
        grader.grade_like(same, submission)
    };
    let silent = Saboteur::default();
    grade_class_by(&count, &grader, &class(), 2, &AtomicBool::new(false), &silent).unwrap();
    assert_eq!((ran.into_inner(), silent.finished.into_inner().unwrap().len()), (3, 4));
}

/// A source in which each comment goes on, and a line without one has one.
fn with_further_comments(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let has_sign = line.contains([';', '@']) && !line.contains("*/");
        format!("{line}{}\n", if has_sign { " (as Ada says: \u{e9})" } else { "" })
    });
    lines.collect()
}

// The words are the same, so that nothing is run again; what is shown of the source is the student's own.
#[test]
fn programs_that_differ_in_comments_are_run_once_and_reported_as_if_each_had_been_run() {
    for (name, repair) in [("lc3-starter", 20), ("arm-redfirst", 0)] {
        let (grader, contracts) = grader_of(name);
        let grader = grader.with_contracts(contracts).with_repair(repair);
        let mut shared = 0;
        for sample in bundled::submissions(name).iter().step_by(5) {
            let of = |student: &str, bytes: Vec<u8>| {
                let file = (student.to_owned(), sample.file.to_owned(), bytes);
                from_memory([file]).submissions.remove(0)
            };
            let text = String::from_utf8_lossy(sample.bytes);
            let (ada, zoe) = (
                of("ada", sample.bytes.to_vec()),
                of("zoe", with_further_comments(&text).into_bytes()),
            );

            let mut one = grader.grade(&ada);
            one.report.notes.push("planted".to_owned());
            let (mut like, alone) = (grader.grade_like(Some(&one), &zoe), grader.grade(&zoe));

            let notes = like.report.notes.len();
            like.report.notes.retain(|note| note != "planted");
            shared += notes - like.report.notes.len();
            assert_eq!(like.report, alone.report, "{name}: {}", sample.student);
            assert_eq!(like.saved.submission, alone.saved.submission);
        }
        assert!(shared > 3, "{name}: {shared} of the programs were not run again");
    }
}

#[test]
fn an_interrupted_grading_reports_what_it_reached() {
    let stop = AtomicBool::new(false);
    stop.store(true, Ordering::Relaxed);
    let (grading, finished) = grade("", 2, &stop);
    assert_eq!((finished.len(), grading.students.len()), (0, 0));
    assert_eq!(grading.left, ["ada", "bob", "cleo", "dan"]);
    assert_eq!(grading.incomplete().as_deref(), Some("Incomplete: 0 of 4 graded"));
}

#[test]
fn students_with_the_same_finding_are_gathered() {
    let row = |student: &str| {
        let submission = &from_memory([(student.to_owned(), "connect4.asm".to_owned(), Vec::new())]).submissions[0];
        row(&grader().ungraded(submission, Verdict::Missing, "").report, |text| {
            text.into()
        })
    };
    let keys = |keys: &[&str]| {
        keys.iter()
            .map(|key| (Arc::from(*key), format!("has {key}").into()))
            .collect::<Keys>()
    };

    let rows = vec![
        (row("ada"), keys(&["x"]), keys(&["b"])),
        (row("bob"), keys(&[]), keys(&["a", "b"])),
    ];
    let entries = rows.into_iter().map(|(row, faults, findings)| Entry {
        row,
        faults,
        findings,
        program: None,
        source: None,
    });
    let entries: Vec<Entry> = entries.collect();
    let slugs: Vec<String> = entries.iter().map(|entry| entry.row.slug.clone()).collect();
    let report = filled(empty_report(&grader(), false), entries, Sameness::Assembled);
    let names_of = |groups: &[FaultGroup]| {
        let names = groups
            .iter()
            .map(|group| (group.message.clone(), group.students.clone()));
        names.collect::<Vec<_>>()
    };

    assert_eq!(names_of(&report.faults), [("has x".to_owned(), vec![slugs[0].clone()])]);
    let both = ("has b".to_owned(), slugs.clone());
    assert_eq!(
        names_of(&report.findings),
        [both, ("has a".to_owned(), vec![slugs[1].clone()])]
    );
}
