//! What is found out about a program apart from its cases, and what it costs.

use super::Grader;
use super::{lint, score, starter};
use crate::machine::Program;
use crate::result::StudentReport;
use crate::submission::Submission;

impl Grader {
    /// Adds the findings on the starter file and the lints to a report whose cases, diagnostics and other findings are
    /// there already, and takes off the points.
    pub(super) fn add_findings(&self, report: &mut StudentReport, submission: &Submission, program: Option<&Program>) {
        if let Some(finding) = program.and_then(|program| starter::check(&self.assignment, program)) {
            // Many courses have a starter file of their own. Where nothing hangs on it, this is no finding.
            if finding.key == starter::MISSING && finding.deducted == 0.0 {
                report.notes.push(finding.message);
            } else {
                report.findings.push(finding);
            }
        }
        if let Some(program) = program {
            let lints = lint::lint(&self.assignment, submission, program, report);
            report.findings.extend(lints);
        }
        report
            .findings
            .sort_by(|one, other| (one.kind, &one.key).cmp(&(other.kind, &other.key)));
        score::deduct(report);
    }
}

#[cfg(test)]
mod tests;
