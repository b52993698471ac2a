use crate::assignment::{bundled, find};
use crate::case;
use crate::grade::Grader;
use crate::grade::model::StudentReport;
use crate::submission::{Submission, from_memory};

/// Graded on the hand-kept cases.
fn reports(name: &str, edit: impl Fn(&mut crate::assignment::Assignment), samples: Vec<Submission>) -> Vec<StudentReport> {
    let mut assignment = find(name).expect("it is bundled");
    edit(&mut assignment);
    let mut suite = case::load(&assignment, None).expect("the bundled cases are good");
    suite.cases.retain(|case| case.family.is_none());
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
    samples.iter().map(|sample| grader.grade(sample).report).collect()
}

fn class(name: &str) -> Vec<Submission> {
    let samples = bundled::submissions(name).into_iter();
    let files = samples.map(|sample| (sample.student.to_owned(), sample.file.to_owned(), sample.bytes.to_vec()));
    from_memory(files).submissions
}

#[test]
fn dump() {
    for name in ["lc3-starter", "lc3-scratch"] {
        for report in reports(name, |_| (), class(name)) {
            for finding in &report.findings {
                eprintln!("{name} {} {:?} {} {}", report.student, report.verdict, finding.key, finding.message);
            }
            for note in &report.notes { eprintln!("{name} {} note {note}", report.student); }
        }
    }
}
