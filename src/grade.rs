//! Grading: a submission in, a report out, in four stages over plain data.
//!
//! ```text
//! submission ─► build ─► run ─► judge ─► explain ─► score ─► checks ─► StudentReport
//! ```
//!
//! [`Grader`] holds what is the same for a whole class. No stage calls an earlier one.
//!
//! | module | what it is for |
//! |---|---|
//! | [`plan`] | what every submission is graded by: the assignment, the cases, the groups of the rubric |
//! | `build` | a submission's bytes to something that runs |
//! | [`run`](mod@run) | runs a program, each script once; the configurations it may be run under |
//! | [`judge`](mod@judge) | the outcome of each case: compared, and its verdict |
//! | [`suite`], `attempt` | the first two stages for a whole suite; which configuration counts |
//! | `adapt` | how a program wants to be played where that is not how the assignment has it |
//! | `drawing` | boards in characters or a layout of the program's own |
//! | `goals` | games against a submission's own computer player, for the cases that name a goal |
//! | [`explain`](mod@explain) | why cases did not pass, and what they have in common |
//! | [`rubric`] | the groups of the rubric with their cases, and what verdicts earn in each |
//! | [`score`], `components` | points; those of subroutines by themselves |
//! | [`checks`] | findings that no case shows |
//! | `repair` | the line to change, proved by changing it |
//! | `transplant` | the subroutines to change, proved by replacing them |
//! | `student` | the stages in their order, for one submission |
//! | [`explore`](mod@explore) | every game to a depth against the rules model |
//! | [`mutate`](mod@mutate) | whether the suite notices single edits of the reference program |
//! | `same` | submissions of the same program, which is run once |
//! | [`class`] | a whole folder, in parallel |
//! | `listing` | the source for the page, with what ran of it |
//! | [`saved`], `fingerprint` | a submission as it is saved with its report; whether a report is up to date |
//! | [`record`](mod@record) | one game of one program against the rules, to be kept as a case |
//! | [`reference`](mod@reference) | a suite against the reference program |

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::assignment::Assignment;
use crate::case::{Case, Contract};
use crate::result::{FORMAT, GroupResult, StudentReport, Verdict};
use crate::sandbox::Sandbox;
use crate::submission::{Content, Submission};

mod adapt;
mod attempt;
mod build;
mod case_list;
pub mod checks;
pub mod class;
mod components;
mod drawing;
pub mod explain;
pub mod explore;
mod fingerprint;
mod goals;
pub mod judge;
mod listing;
pub mod mutate;
mod own_file;
pub mod plan;
pub mod record;
pub mod reference;
mod repair;
pub mod rubric;
pub mod run;
mod same;
pub mod saved;
pub mod score;
mod student;
pub mod suite;
mod transplant;

use build::{Built, UNSANDBOXED};
use plan::Plan;
use rubric::{PlannedGroup, cents};
use run::RunCache;
use run::runner::USED_UP;
use saved::{KeyedRuns, SavedSubmission};

/// Grades the submissions of a class.
#[derive(Debug)]
pub struct Grader {
    plan: Plan,
    sandbox: Option<Sandbox>,
    basis: OnceLock<fingerprint::Basis>,
}

/// A graded submission.
#[derive(Debug, Clone)]
pub struct Graded {
    /// The report.
    pub report: StudentReport,
    /// The submission, with its bytes where they were read, and with the runs that need not be made again.
    pub saved: SavedSubmission,
    /// Whether the report was read from disk, where it is up to date, and nothing was graded.
    pub is_on_disk: bool,
}

impl Grader {
    /// A grader. `by_rubric` says whether the assignment's rubric applies, else each case earns its own points; with
    /// `strict` a correct game in the wrong format earns nothing.
    pub fn new(assignment: Assignment, cases: Vec<Case>, by_rubric: bool, strict: bool) -> Self {
        Self {
            plan: Plan::new(assignment, cases, by_rubric, strict),
            sandbox: None,
            basis: OnceLock::new(),
        }
    }

    /// The same grader, which runs native programs in this sandbox.
    #[must_use]
    pub fn with_sandbox(mut self, sandbox: Option<Sandbox>) -> Self {
        self.sandbox = sandbox;
        self
    }

    /// The same grader, which checks subroutine contracts too.
    #[must_use]
    pub fn with_contracts(mut self, contracts: Vec<Contract>) -> Self {
        self.plan = self.plan.with_contracts(contracts);
        self
    }

    /// The same grader, which looks for so many milliseconds' work for an edit that mends a program; 0 for not at all.
    #[must_use]
    pub fn with_repair(mut self, milliseconds: u64) -> Self {
        self.plan.repair = milliseconds;
        self
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.plan.assignment
    }

    /// The rubric's groups with their cases; those of contracts come last.
    pub fn groups(&self) -> impl Iterator<Item = &PlannedGroup> {
        self.plan.all_groups()
    }

    /// Grades one submission.
    pub fn grade(&self, submission: &Submission) -> Graded {
        self.grade_with(submission, None)
    }

    /// Grades a saved submission again. Its runs are used where everything on which they depend is the same.
    pub fn grade_again(&self, saved: SavedSubmission) -> Graded {
        self.grade_with(&saved.submission, saved.runs)
    }

    fn grade_with(&self, submission: &Submission, runs: Option<KeyedRuns>) -> Graded {
        match &submission.content {
            Content::Missing => self.marked(
                self.ungraded(submission, Verdict::Missing, "nothing was handed in"),
                submission,
            ),
            Content::Refused(reason) | Content::Unreadable(reason) => {
                self.marked(self.ungraded(submission, Verdict::NeedsAttention, reason), submission)
            }
            Content::Path(_) | Content::Files(_) | Content::Bytes(_) => match submission.read() {
                Ok(bytes) => self.grade_bytes(submission, bytes, runs),
                Err(reason) => {
                    let mut graded = self.ungraded(submission, Verdict::NeedsAttention, &reason);
                    graded.saved.submission.content = Content::Unreadable(reason);
                    graded
                }
            },
        }
    }

    fn grade_bytes(&self, submission: &Submission, bytes: Vec<u8>, runs: Option<KeyedRuns>) -> Graded {
        let wrong_file = self.wrong_file(submission, &bytes);
        let read = Submission {
            content: Content::Bytes(bytes),
            ..submission.clone()
        };
        if let Some(reason) = wrong_file {
            return self.ungraded(&read, Verdict::NeedsAttention, &reason);
        }

        let key_of = |cache: &RunCache| {
            let is_used_up = cache.observation(USED_UP).is_some();
            self.is_native().then(|| self.key_of_runs(&read, is_used_up)).flatten()
        };
        let known = runs.filter(|runs| key_of(&runs.cache).as_ref() == Some(&runs.key));
        let known = known.map(|runs| runs.cache).unwrap_or_default();
        let (mut report, cache) = match self.report(submission, &read, known) {
            Ok(reported) => reported,
            Err(reason) => return self.ungraded(&read, Verdict::GraderError, &reason),
        };

        if cache.observation(UNSANDBOXED).is_some() {
            report.unsandboxed = true;
            report.notes.insert(0, UNSAFE.to_owned());
        }
        report.fingerprint = self.fingerprint_of(&read, report.unsandboxed);
        let key = key_of(&cache);
        let graded = Graded {
            report,
            saved: SavedSubmission {
                submission: read,
                runs: key.map(|key| KeyedRuns { key, cache }),
            },
            is_on_disk: false,
        };
        self.without_doubtful_zero(submission, graded)
    }

    /// The report on a submission that was read, and the runs it made; else why the grader failed.
    fn report(
        &self,
        submission: &Submission,
        read: &Submission,
        known: RunCache,
    ) -> Result<(StudentReport, RunCache), String> {
        let Content::Bytes(bytes) = &read.content else {
            return Err("it was not read".to_owned());
        };
        let Built {
            source,
            diagnostics,
            runner,
            cache,
        } = self
            .build(submission, bytes, known)
            .map_err(|broken| broken.to_string())?;
        let Some(mut runner) = runner else {
            let mut report = self.not_built(submission, &source, &diagnostics).report;
            report.source = listing::listing(&source).filter(|_| listing::is_wanted(&report));
            report.diagnostics = diagnostics;
            return Ok((report, cache));
        };

        let empty = self.empty_report(submission);
        let report = student::report(&self.plan, submission, (&source, diagnostics), &mut runner, empty);
        match (runner.broken(), report) {
            (None, Some(mut report)) => {
                own_file::name_in_commands(&self.plan, &mut report);
                Ok((report, runner.into_cache()))
            }
            (Some(broken), _) => Err(broken.to_string()),
            (None, None) => Err("the program could not be run".to_owned()),
        }
    }

    /// The same, with the fingerprint of a submission that holds no program.
    fn marked(&self, mut graded: Graded, submission: &Submission) -> Graded {
        graded.report.fingerprint = self.fingerprint_of(submission, false);
        graded
    }

    /// A submission whose report is there already.
    pub fn graded_before(&self, submission: &Submission, report: StudentReport) -> Graded {
        Graded {
            saved: SavedSubmission {
                submission: submission.clone(),
                runs: None,
            },
            report,
            is_on_disk: true,
        }
    }

    /// A report without cases: it earns nothing, or has no score, as the verdict says.
    pub fn ungraded(&self, submission: &Submission, verdict: Verdict, reason: &str) -> Graded {
        let score = verdict.has_score().then_some(0.0);
        let mut common = BTreeMap::new();
        match verdict {
            Verdict::Missing => common.insert("missing".to_owned(), "nothing was handed in".to_owned()),
            Verdict::BuildFailed => common.insert("build".to_owned(), format!("the program {}", self.failure())),
            _ => None,
        };
        let groups = self.groups().filter(|_| verdict.has_score()).map(empty_group).collect();

        Graded {
            report: StudentReport {
                verdict,
                summary: reason.to_owned(),
                score,
                exact_score: score,
                game_score: score,
                common,
                groups,
                ..self.empty_report(submission)
            },
            saved: SavedSubmission {
                submission: submission.clone(),
                runs: None,
            },
            is_on_disk: false,
        }
    }

    /// A report without results.
    fn empty_report(&self, submission: &Submission) -> StudentReport {
        let assignment = &self.plan.assignment;
        let set_aside = submission.origin.set_aside.as_ref();
        StudentReport {
            format: FORMAT,
            fingerprint: None,
            assignment: assignment.name.clone(),
            title: assignment.title.clone(),
            student: submission.student.clone(),
            slug: submission.slug.clone(),
            file: submission.file.clone(),
            name: submission.origin.name.clone(),
            id: submission.origin.id.clone(),
            email: submission.origin.email.clone(),
            login: submission.origin.login.clone(),
            late: submission.origin.late,
            attempts: submission.origin.earlier + 1,
            visibility: assignment.students,
            verdict: Verdict::GraderError,
            summary: String::new(),
            score: None,
            exact_score: None,
            game_score: None,
            max: self.plan.max(),
            protocol: None,
            linkage: None,
            settings: Vec::new(),
            unsandboxed: false,
            source: None,
            notes: set_aside
                .map(|others| format!("{}.", others.words))
                .into_iter()
                .collect(),
            format_differences: Vec::new(),
            findings: Vec::new(),
            faults: Vec::new(),
            components: None,
            common: BTreeMap::new(),
            diagnostics: Vec::new(),
            groups: Vec::new(),
        }
    }
}

/// A group of which no case was run.
fn empty_group(planned: &PlannedGroup) -> GroupResult {
    GroupResult {
        name: planned.group.name.clone(),
        points: 0.0,
        max: cents(planned.group.points),
        rule: planned.rule(),
        arithmetic: "not played".to_owned(),
        cases: Vec::new(),
    }
}

/// Written into every report where there was no sandbox.
pub(crate) const UNSAFE: &str = "UNSAFE: programs were run without a sandbox (--unsafe-no-sandbox). A program could read files of this \
                      machine, change them, and use the network.";
