//! One grading of a class from its beginning to its end, whichever way it ends, and what an earlier one left for it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use c4grade::grade::Grader;
use c4grade::grade::class::Class;
use c4grade::report::Reports;
use c4grade::result::{ClassReport, StudentReport};
use c4grade::submission::Submission;
use indicatif::ProgressBar;

use super::{Format, exit_code, print_summary};
use crate::commands::interrupt::{INTERRUPTED, Interrupt};
use crate::commands::{USAGE, say, say_error};

/// The reports that are in the folder already and that grading would write again.
pub(super) struct Before {
    /// By slug.
    fingerprints: BTreeMap<String, String>,
    has_runs: bool,
}

impl Before {
    pub(super) fn of(grader: &Grader, submissions: &[Submission], reports: &Reports, has_runs: bool) -> Self {
        let current = submissions.iter().filter_map(|submission| {
            let fingerprint = grader.fingerprint(submission)?;
            let is_current = reports.is_current(&submission.slug, &fingerprint, has_runs);
            is_current.then(|| (submission.slug.clone(), fingerprint))
        });
        Self {
            fingerprints: current.collect(),
            has_runs,
        }
    }

    /// The report on a submission that need not be graded again.
    pub(super) fn report(&self, reports: &Reports, submission: &Submission) -> Option<StudentReport> {
        let fingerprint = self.fingerprints.get(&submission.slug)?;
        reports.read_current(&submission.slug, fingerprint, self.has_runs)
    }

    /// Says how much is left to do.
    pub(super) fn say(&self, all: usize) {
        let current = self.fingerprints.len();
        let left = match all - current {
            0 => "nothing is left to grade".to_owned(),
            left => format!("grading the other {left}"),
        };
        say(&format!("{current} of {all} reports are up to date; {left}"));
    }
}

/// What is written when a grading ends.
pub(super) struct Session {
    pub(super) reports: Reports,
    pub(super) class: Arc<Class>,
    pub(super) remarks: Vec<String>,
    pub(super) cases_from: Option<String>,
    pub(super) format: Format,
    pub(super) fail_under: Option<f64>,
    pub(super) bar: ProgressBar,
}

impl Session {
    /// Takes the folder over from an earlier grading: from here on every student's page in it is one that this grading
    /// would write.
    pub(super) fn begin(self: &Arc<Self>, before: &Before, interrupt: &Interrupt) -> anyhow::Result<()> {
        let hold = interrupt.hold();
        let session = Arc::clone(self);
        interrupt.at_end(move || session.interrupted());
        self.reports
            .begin(&self.report(), &|slug| before.fingerprints.contains_key(slug))?;
        drop(hold);
        Ok(())
    }

    /// Writes the class's reports; gives the exit code.
    pub(super) fn finish(&self, interrupt: &Interrupt) -> anyhow::Result<u8> {
        let report = self.report();
        let hold = interrupt.hold();
        self.reports.write_class(&report)?;
        interrupt.complete();
        drop(hold);

        print_summary(&report, &self.reports.index(), self.format)?;
        Ok(exit_code(&report, self.fail_under))
    }

    /// A report could not be written: says so, and how to go on.
    pub(super) fn fail(&self, error: &anyhow::Error, interrupt: &Interrupt) -> u8 {
        let _hold = interrupt.hold();
        interrupt.complete();
        say_error(&format!("{error:#}"));
        // The class page is small: there may be room for it still, or for less than there was.
        let _ = self.reports.write_class(&self.report());
        say(&format!(
            "The reports written so far are whole. When there is room again, grade the rest with: {}",
            command_to_go_on()
        ));
        USAGE
    }

    /// Writes what is graded, and says how to go on where anything is left; gives the exit code.
    fn interrupted(&self) -> u8 {
        self.bar.finish_and_clear();
        let report = self.report();
        let written = self.reports.write_class(&report);
        let is_whole = written.is_ok() && report.left.is_empty();
        if let Err(error) = written {
            say_error(&format!("{:#}", anyhow::Error::new(error)));
        }
        // The advice comes last, where it is seen.
        let _ = print_summary(&report, &self.reports.index(), self.format);
        if is_whole {
            return exit_code(&report, self.fail_under);
        }
        let graded = report.students.len();
        let folder = self.reports.folder().display();
        say(&format!(
            "Interrupted: {graded} of {} submissions are graded; their reports are in {folder}.\nTo grade the rest: {}",
            graded + report.left.len(),
            command_to_go_on()
        ));
        INTERRUPTED
    }

    fn report(&self) -> ClassReport {
        let mut report = self.class.report();
        report.remarks.extend(self.remarks.iter().cloned());
        report.cases_from.clone_from(&self.cases_from);
        report
    }
}

/// The command line of this process with `--resume`, for a shell.
fn command_to_go_on() -> String {
    let mut words = vec!["c4grade".to_owned()];
    let mut is_there = false;
    for word in std::env::args_os().skip(1) {
        is_there |= word == "--resume";
        let is_command = word == "grade" && words.iter().all(|known| known != "grade");
        words.push(quoted(&word));
        if is_command {
            words.push("--resume".to_owned());
        }
    }
    if is_there && let Some(first) = words.iter().position(|word| word == "--resume") {
        words.remove(first);
    }
    words.join(" ")
}

/// A word as a POSIX shell reads it.
fn quoted(word: &OsString) -> String {
    let word = word.to_string_lossy();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=./:,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use c4grade::assignment;
    use c4grade::grade::Grader;
    use c4grade::grade::class::Class;
    use c4grade::report::Reports;
    use c4grade::submission;
    use indicatif::ProgressBar;

    use super::{Format, Session, quoted};

    #[test]
    fn an_interruption_after_the_last_submission_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let assignment = assignment::find("lc3-starter").expect("bundled");
        let grader = Grader::new(assignment, Vec::new(), false, false);
        let found = submission::from_memory([("ada".to_owned(), "connect4.asm".to_owned(), Vec::new())]);
        let code_at_interruption = |is_graded: bool| {
            let class = Arc::new(Class::new(&grader, &found.submissions, false));
            if is_graded {
                class.enter(&grader.grade(&found.submissions[0]).report);
            }
            let session = Session {
                reports: Reports::create(folder.path()).expect("reports"),
                class,
                remarks: Vec::new(),
                cases_from: None,
                format: Format::Text,
                fail_under: None,
                bar: ProgressBar::hidden(),
            };
            session.interrupted()
        };
        assert_eq!([false, true].map(code_at_interruption), [130, 0]);
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them_otherwise() {
        let said = ["class", "my class", "it's", ""].map(|word| quoted(&word.into()));
        assert_eq!(said, ["class", "'my class'", r"'it'\''s'", "''"]);
    }
}
