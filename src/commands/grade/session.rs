//! One grading of a class from beginning to end, however it ends, and the reports that an earlier one left.

use std::collections::BTreeMap;
use std::sync::Arc;

use c4grade::grade::Grader;
use c4grade::grade::class::Class;
use c4grade::report::Reports;
use c4grade::result::{ClassReport, StudentReport};
use c4grade::submission::Submission;

use super::{Passed, Progress, Shard, SummaryArgs, exit_code, print_summary};
use crate::commands::interrupt::{INTERRUPTED, Interrupt};
use crate::commands::shell::quoted;
use crate::commands::{Failed, USAGE, say, say_error, whole};

/// The reports in the folder that are up to date.
pub(super) struct Before {
    /// By slug.
    fingerprints: BTreeMap<String, String>,
    /// Students whose JSON somebody has changed since it was written.
    changed: Vec<String>,
    is_saved: bool,
}

impl Before {
    pub(super) fn of(grader: &Grader, submissions: &[Submission], reports: &Reports, is_saved: bool) -> Self {
        let (mut fingerprints, mut changed) = (BTreeMap::new(), Vec::new());
        for submission in submissions {
            let Some(fingerprint) = grader.fingerprint(submission) else {
                continue;
            };
            let slug = &submission.slug;
            if reports.is_current(slug, &fingerprint, is_saved) {
                fingerprints.insert(slug.clone(), fingerprint);
            } else if reports.is_changed(slug, &fingerprint) {
                changed.push(slug.clone());
            }
        }
        Self {
            fingerprints,
            changed,
            is_saved,
        }
    }

    /// Prints whose reports were changed by hand: they are graded again.
    pub(super) fn say_changed(&self) {
        for slug in &self.changed {
            say(&format!(
                "note: {slug}.json was changed after c4grade wrote it; {slug} is graded again"
            ));
        }
    }

    /// The report on a submission that need not be graded again.
    pub(super) fn report(&self, reports: &Reports, submission: &Submission) -> Option<StudentReport> {
        let fingerprint = self.fingerprints.get(&submission.slug)?;
        reports.read_current(&submission.slug, fingerprint, self.is_saved)
    }

    /// How many of the submissions are not up to date.
    pub(super) fn stale(&self, all: usize) -> usize {
        all - self.fingerprints.len()
    }

    /// Prints how much is left to do.
    pub(super) fn say(&self, all: usize) {
        let current = self.fingerprints.len();
        let left = match self.stale(all) {
            0 => "nothing is left to grade".to_owned(),
            left => format!("grading the other {left}"),
        };
        say(&format!("{current} of {all} reports are up to date; {left}"));
    }
}

/// Everything that is needed to write the class report when a grading ends.
pub(super) struct Session {
    pub(super) reports: Reports,
    pub(super) class: Arc<Class>,
    pub(super) remarks: Vec<String>,
    pub(super) cases_from: Option<String>,
    pub(super) summary: SummaryArgs,
    pub(super) has_summary: bool,
    /// How many submissions are to be graded.
    pub(super) stale: usize,
    pub(super) fail_under: Option<f64>,
    pub(super) progress: Progress,
    /// The part of the class that is graded, where it is not the whole.
    pub(super) shard: Option<Shard>,
}

impl Session {
    /// Prepares the folder: removes student reports that are not up to date.
    pub(super) fn begin(self: &Arc<Self>, before: &Before, interrupt: &Interrupt) -> anyhow::Result<()> {
        let hold = interrupt.hold();
        let session = Arc::clone(self);
        interrupt.at_end(move || session.interrupted());
        self.reports
            .begin(&self.report(), &|slug| before.fingerprints.contains_key(slug))?;
        drop(hold);
        Ok(())
    }

    /// Prints which part of the class is graded.
    pub(super) fn say_shard(&self, is_quiet: bool) {
        if let Some(shard) = self.shard.as_ref().filter(|_| !is_quiet) {
            say(&shard.words(self.report().left.len()));
        }
    }

    /// Writes the class report.
    pub(super) fn finish(&self, interrupt: &Interrupt) -> anyhow::Result<Passed> {
        let hold = interrupt.hold();
        let report = match &self.shard {
            Some(_) => self.report(),
            None => self.with_remarks(self.class.finish()),
        };
        // A signal waits for the files, and then for the command: the class may be empty.
        interrupt.complete();
        self.reports.write_class(&report)?;
        if let Some(shard) = &self.shard {
            shard.write(&self.reports, &self.class, &report)?;
        }
        drop(hold);

        let index = self.reports.index();
        if self.has_summary {
            print_summary(&report, &index, self.summary, self.fail_under)?;
        }
        let code = exit_code(&report, self.fail_under);
        Ok(Passed {
            report,
            index,
            graded: self.stale,
            code,
        })
    }

    /// Handles a report that could not be written: an error that says how to continue.
    pub(super) fn fail(&self, error: &anyhow::Error, interrupt: &Interrupt) -> anyhow::Error {
        let _hold = interrupt.hold();
        interrupt.complete();
        // The class page is small and may still fit.
        let _ = self.reports.write_class(&self.report());
        let message = format!(
            "{}\nThe reports written so far are complete. When that is solved, grade the rest with: {}",
            whole(error),
            command_to_go_on()
        );
        Failed::new(USAGE, message).into()
    }

    /// Writes the class report of what is graded and prints how to continue; returns the exit code.
    fn interrupted(&self) -> u8 {
        self.progress.clear();
        let report = self.report();
        let written = self.reports.write_class(&report);
        let is_whole = written.is_ok() && report.left.is_empty();
        if let Err(error) = written {
            say_error(&whole(&anyhow::Error::new(error)));
        }

        // The advice comes last, where people look.
        let _ = print_summary(&report, &self.reports.index(), self.summary, self.fail_under);
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
        self.with_remarks(self.class.report())
    }

    fn with_remarks(&self, mut report: ClassReport) -> ClassReport {
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
        words.push(String::from_utf8_lossy(&quoted(&word)).into_owned());
        if is_command {
            words.push("--resume".to_owned());
        }
    }

    if is_there && let Some(first) = words.iter().position(|word| word == "--resume") {
        words.remove(first);
    }

    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use c4grade::assignment;
    use c4grade::grade::Grader;
    use c4grade::grade::class::Class;
    use c4grade::report::Reports;
    use c4grade::submission;

    use super::{Progress, Session, SummaryArgs};

    #[test]
    fn an_interruption_after_the_last_submission_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let assignment = assignment::find("lc3-starter").expect("bundled");
        let grader = Grader::new(assignment, Vec::new(), false, false);
        let found = submission::from_memory([("ada".to_owned(), "connect4.asm".to_owned(), b"; none".to_vec())]);
        let code_at_interruption = |is_graded: bool| {
            let class = Arc::new(Class::new(&grader, &found.submissions, false));
            if is_graded {
                class.enter(&grader.grade(&found.submissions[0]));
            }

            let session = Session {
                reports: Reports::create(folder.path(), grader.case_list()).expect("reports"),
                class,
                remarks: Vec::new(),
                cases_from: None,
                summary: SummaryArgs::default(),
                has_summary: true,
                stale: 1,
                fail_under: None,
                progress: Progress::new(1, false),
                shard: None,
            };

            session.interrupted()
        };

        assert_eq!([false, true].map(code_at_interruption), [130, 0]);
    }
}
