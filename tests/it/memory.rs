//! Thousands of programs in one process: memory does not grow with the class, and what was graded before changes no result.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::class::{Observer, grade_class};
use c4grade::grade::{Graded, Grader, saved};
use c4grade::machine::Target;
use c4grade::machine::edits::edits;
use c4grade::report::Reports;
use c4grade::result::StudentReport;
use c4grade::submission::{Submission, from_memory};

const REFERENCE: &str = include_str!("../../reference/lc3-starter/connect4.asm");

/// How many programs are graded where `PROGRAMS` does not say.
const PROGRAMS: usize = 3000;
/// The reports of so many students are kept and compared with a second grading at the end.
const COMPARED: usize = 20;
/// KiB that a process may grow by chance, and for each program: its row in the class and the keys of its faults.
const ALLOWED: (usize, usize) = (16 << 10, 6);

/// Programs with one small mistake each.
fn class(count: usize) -> Vec<Submission> {
    let all = edits(Target::Lc3, REFERENCE);
    let every = (all.len() / count).max(1);
    let chosen = all.iter().step_by(every).take(count).enumerate();
    let programs = chosen.map(|(number, edit)| {
        let text = edit.apply(REFERENCE);
        (
            format!("student-{number}"),
            "connect4.asm".to_owned(),
            text.into_bytes(),
        )
    });
    from_memory(programs).submissions
}

/// Memory of this process in KiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("there is /proc");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.expect("a number of KiB")
}

/// Writes every report, and looks at the memory after each.
struct Watcher {
    reports: Reports,
    resident: Mutex<Vec<usize>>,
    kept: Mutex<Vec<StudentReport>>,
}

impl Observer for Watcher {
    fn started(&self, _: &Submission) {}

    fn finished(&self, graded: &Graded) {
        let copy = saved::encode(&graded.saved, &graded.report.assignment).expect("plain data");
        self.reports
            .write_student(&graded.report, Some(&copy))
            .expect("there is a disk");
        let mut kept = self.kept.lock().expect("nobody panicked");
        if kept.len() < COMPARED {
            kept.push(graded.report.clone());
        }
        self.resident.lock().expect("nobody panicked").push(resident());
    }
}

#[test]
#[ignore = "minutes: thousands of programs; .ci/run grades some hundred"]
fn memory_is_flat_and_results_do_not_depend_on_what_was_graded_before() {
    let count = std::env::var("PROGRAMS").ok().and_then(|count| count.parse().ok());
    let submissions = class(count.unwrap_or(PROGRAMS));
    let assignment = assignment::find("lc3-starter").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is sound");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false)
        .with_contracts(suite.contracts)
        .with_repair(30);
    let folder = tempfile::tempdir().expect("there is a disk");
    let watcher = Watcher {
        reports: Reports::create(folder.path(), grader.case_list()).expect("it is writable"),
        resident: Mutex::default(),
        kept: Mutex::default(),
    };

    let stop = AtomicBool::new(false);
    let report = grade_class(&grader, &submissions, 2, false, &stop, &watcher).expect("threads");
    assert_eq!(report.students.len(), submissions.len());

    let resident = watcher.resident.into_inner().expect("nobody panicked");
    let third = resident.len() / 3;
    let highest = |part: &[usize]| part.iter().copied().max().unwrap_or(0);
    let (early, late) = (highest(&resident[..third]), highest(&resident[third..]));
    println!(
        "{} programs: {early} KiB in the first third, {late} KiB later",
        resident.len()
    );
    let further = resident.len() - third;
    assert!(
        late <= early + ALLOWED.0 + ALLOWED.1 * further,
        "{early} KiB, then {late} KiB after {further} more programs"
    );

    for before in watcher.kept.into_inner().expect("nobody panicked") {
        let submission = submissions.iter().find(|one| one.slug == before.slug);
        let again = grader.grade(submission.expect("one of the class")).report;
        assert_eq!(again, before);
    }
}
