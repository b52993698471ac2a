//! Play, compare, judge, score, explain.
//!
//! [`Grader`] holds what is the same for a whole class: the assignment, its cases, the ways programs are run. From a
//! submission it makes a [`Graded`]: the student's report in the result model ([`crate::result`]), and the faults by which
//! students are gathered. Raw outcomes ([`play::Played`]) are kept apart from points ([`score`]).
//!
//! | module | what it is for |
//! |---|---|
//! | `build` | a submission's bytes to something that runs |
//! | [`bench`], [`kept`] | where a submission is run, once for each script; the runs it made |
//! | [`play`], [`protocol`], `attempt` | the ways to run a program; playing a suite; which way counts |
//! | [`piped`] | which output came before which key, where the whole script was there at once |
//! | [`compare`] | to the byte, then in the game's terms |
//! | [`finish`] | how a run ends once its game is over, and what it costs not to halt |
//! | [`judge`] | verdicts |
//! | [`score`] | points |
//! | [`story`] | the first difference in a sentence |
//! | [`pattern`] | what missed wins have in common |
//! | `fingerprint` | what a report follows from, as a hash |
//! | `tell`, `fault`, `shrink` | the stories of all cases; those with one cause gathered; the shortest game that shows it |
//! | `luck` | what a program does right only on the machine it was tried on |
//! | [`explain`], [`diff`] | boards, labelled diff, the command that repeats it |
//! | [`starter`](mod@starter), [`lint`](mod@lint) | what is found out apart from the cases |
//! | `student`, `results` | a submission that runs: its report |
//! | [`contract`] | subroutines called by themselves |
//! | [`reference`] | a suite against the reference program |
//! | [`class`] | a whole folder, in parallel |

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::assignment::{Assignment, By};
use crate::case::{Case, Contract};
use crate::sandbox::Sandbox;
use crate::submission::{Content, Submission};

mod attempt;
pub mod bench;
mod build;
pub mod class;
pub mod compare;
pub mod contract;
pub mod diff;
pub mod explain;
mod fault;
mod findings;
mod fingerprint;
pub mod finish;
pub mod judge;
pub mod kept;
pub mod lint;
mod luck;
pub mod pattern;
pub mod piped;
pub mod play;
pub mod protocol;
pub mod reference;
mod results;
pub mod score;
mod shrink;
pub mod starter;
pub mod story;
mod student;
mod tell;

use crate::result::{FORMAT, GroupResult, StudentReport, Verdict};
use build::{Built, UNFENCED};
use kept::{Kept, Runs};
use play::{NotKept, Way};
use score::{PlannedGroup, Share, cents};

/// What is the same for a whole class.
#[derive(Debug)]
pub struct Grader {
    assignment: Assignment,
    cases: Vec<Case>,
    groups: Vec<PlannedGroup>,
    by_rubric: bool,
    contracts: contract::Desk,
    ways: Vec<Way>,
    share: Share,
    sandbox: Option<Sandbox>,
    basis: OnceLock<fingerprint::Basis>,
}

/// A graded submission.
#[derive(Debug, Clone)]
pub struct Graded {
    /// The report.
    pub report: StudentReport,
    /// That from which the report was made.
    pub kept: Kept,
    /// Whether the report was read from disk, where it is up to date, and nothing was graded.
    pub is_on_disk: bool,
}

/// Why a submission cannot be graded again from what was kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RegradeError {
    /// A run is not there.
    #[error(transparent)]
    NotKept(#[from] NotKept),
    /// The assignment's limits are not those of the runs.
    #[error("it was run within other limits than the assignment has now: grade again")]
    Limits,
}

/// Said where a program printed more than is kept.
const TOO_LARGE: &str = "its output was too large to be kept, so it cannot be rescored: grade it again";

impl Grader {
    /// A grader. `by_rubric` says whether the assignment's rubric applies, else each case earns its own points; with
    /// `strict` the right game in the wrong format earns nothing.
    pub fn new(mut assignment: Assignment, cases: Vec<Case>, by_rubric: bool, strict: bool) -> Self {
        if strict {
            assignment.comparison.by = By::Bytes;
        }
        let rubric = if by_rubric { &assignment.rubric[..] } else { &[] };
        Self {
            groups: score::plan(rubric, &cases),
            by_rubric,
            contracts: contract::Desk::default(),
            ways: Way::all(&assignment),
            share: if strict {
                Share::EXACT
            } else {
                Share {
                    format: assignment.comparison.format_share,
                    tolerated: assignment.input.share,
                    by: assignment.comparison.by,
                }
            },
            assignment,
            cases,
            sandbox: None,
            basis: OnceLock::new(),
        }
    }

    /// The same grader, which runs native programs in this sandbox.
    pub fn with_sandbox(mut self, sandbox: Option<Sandbox>) -> Self {
        self.sandbox = sandbox;
        self
    }

    /// The same grader, which holds subroutines to their contracts too.
    pub fn with_contracts(mut self, contracts: Vec<Contract>) -> Self {
        let rubric = if self.by_rubric {
            &self.assignment.rubric[..]
        } else {
            &[]
        };
        self.contracts = contract::Desk::new(rubric, contracts);
        self
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The rubric's groups with their cases; those of contracts come last.
    pub fn groups(&self) -> impl Iterator<Item = &PlannedGroup> {
        self.groups.iter().chain(&self.contracts.groups)
    }

    /// Points that can be earned.
    pub fn max(&self) -> f64 {
        cents(self.groups().map(|planned| planned.group.points).sum())
    }

    /// Grades one submission.
    pub fn grade(&self, submission: &Submission) -> Graded {
        let graded = self.grade_on(submission, None);
        graded.unwrap_or_else(|error| self.ungraded(submission, Verdict::GraderError, &error.to_string()))
    }

    /// Grades a submission again from what was kept of it, and runs nothing.
    pub fn regrade(&self, kept: Kept) -> Result<Graded, RegradeError> {
        let Kept {
            submission,
            limits,
            runs,
        } = kept;
        if limits != self.assignment.limits && !runs.is_empty() {
            return Err(RegradeError::Limits);
        }
        let budget = runs.observation(bench::BUDGET);
        if budget.is_some_and(|budget| *budget != self.assignment.budget) {
            return Err(RegradeError::Limits);
        }
        let is_cut = runs.is_cut();
        match self.grade_on(&submission, Some(runs)) {
            Err(_) if is_cut => Ok(self.ungraded(&submission, Verdict::GraderError, TOO_LARGE)),
            graded => Ok(graded?),
        }
    }

    fn grade_on(&self, submission: &Submission, kept: Option<Runs>) -> Result<Graded, NotKept> {
        match &submission.content {
            Content::Missing => Ok(self.marked(
                self.ungraded(submission, Verdict::Missing, "nothing was handed in"),
                submission,
            )),
            Content::Refused(reason) | Content::Unreadable(reason) => {
                Ok(self.marked(self.ungraded(submission, Verdict::NeedsAttention, reason), submission))
            }
            Content::Path(_) | Content::Bytes(_) => match submission.read() {
                Ok(bytes) => self.grade_bytes(submission, bytes, kept),
                Err(reason) => Ok(self.ungraded(submission, Verdict::NeedsAttention, &reason)),
            },
        }
    }

    fn grade_bytes(&self, submission: &Submission, bytes: Vec<u8>, kept: Option<Runs>) -> Result<Graded, NotKept> {
        if let Some(reason) = self.wrong_file(submission, &bytes) {
            return Ok(self.ungraded(submission, Verdict::NeedsAttention, &reason));
        }
        let mut graded = match self.build(submission, &bytes, kept)? {
            Err(broken) => return Ok(self.ungraded(submission, Verdict::GraderError, &broken.to_string())),
            Ok(Built::Not { diagnostics, runs }) => {
                let mut graded = self.not_built(submission, &diagnostics);
                graded.report.diagnostics = diagnostics;
                graded.kept.runs = runs;
                graded
            }
            Ok(Built::Program {
                diagnostics,
                program,
                mut bench,
            }) => {
                let graded = self.grade_program(submission, &mut bench);
                if let Some(broken) = bench.broken() {
                    return Ok(self.ungraded(submission, Verdict::GraderError, &broken.to_string()));
                }
                let mut graded = graded?;
                graded.kept.runs = bench.into_runs();
                graded.report.diagnostics = diagnostics;
                self.add_findings(&mut graded.report, submission, program.as_ref());
                graded
            }
        };
        if graded.kept.runs.observation(UNFENCED).is_some() {
            graded.report.unfenced = true;
            graded.report.notes.insert(0, UNSAFE.to_owned());
        }
        graded.kept.submission.content = Content::Bytes(bytes);
        if !graded.kept.runs.is_missed() {
            let content = &graded.kept.submission;
            graded.report.fingerprint = self.fingerprint_of(content, graded.report.unfenced);
        }
        Ok(self.without_doubtful_zero(submission, graded))
    }

    /// The same, with the fingerprint of a submission that holds no program.
    fn marked(&self, mut graded: Graded, submission: &Submission) -> Graded {
        graded.report.fingerprint = self.fingerprint_of(submission, false);
        graded
    }

    /// A submission whose report is there already.
    pub fn graded_before(&self, submission: &Submission, report: StudentReport) -> Graded {
        Graded {
            kept: self.kept(submission, report.verdict, ""),
            report,
            is_on_disk: true,
        }
    }

    /// A report without cases: it earns nothing, or has no score, as the verdict says.
    pub fn ungraded(&self, submission: &Submission, verdict: Verdict, reason: &str) -> Graded {
        let score = verdict.has_score().then_some(0.0);
        let groups = self
            .groups()
            .filter(|_| verdict.has_score())
            .map(|planned| GroupResult {
                name: planned.group.name.clone(),
                points: 0.0,
                max: cents(planned.group.points),
                rule: planned.rule(),
                arithmetic: "not played".to_owned(),
                cases: Vec::new(),
            });
        let mut common = BTreeMap::new();
        match verdict {
            Verdict::Missing => common.insert("missing".to_owned(), "nothing was handed in".to_owned()),
            Verdict::BuildFailed => common.insert("build".to_owned(), format!("the program {}", self.failure())),
            _ => None,
        };
        Graded {
            report: StudentReport {
                format: FORMAT,
                fingerprint: None,
                assignment: self.assignment.name.clone(),
                title: self.assignment.title.clone(),
                student: submission.student.clone(),
                slug: submission.slug.clone(),
                file: submission.file.clone(),
                verdict,
                summary: reason.to_owned(),
                score,
                exact_score: score,
                game_score: score,
                max: self.max(),
                protocol: None,
                linkage: None,
                settings: Vec::new(),
                unfenced: false,
                notes: Vec::new(),
                dress: Vec::new(),
                findings: Vec::new(),
                faults: Vec::new(),
                common,
                diagnostics: Vec::new(),
                groups: groups.collect(),
            },
            kept: self.kept(submission, verdict, reason),
            is_on_disk: false,
        }
    }

    /// What is kept where nothing was run.
    fn kept(&self, submission: &Submission, verdict: Verdict, reason: &str) -> Kept {
        let content = match (&submission.content, verdict) {
            (_, Verdict::GraderError) | (Content::Path(_) | Content::Bytes(_), Verdict::NeedsAttention) => {
                Content::Unreadable(reason.to_owned())
            }
            // Its bytes are put in when they were read.
            (Content::Path(_) | Content::Bytes(_), _) => Content::Missing,
            (content, _) => content.clone(),
        };
        Kept {
            submission: Submission {
                content,
                ..submission.clone()
            },
            limits: self.assignment.limits,
            runs: Runs::default(),
        }
    }
}

/// Written into every report where there was no sandbox.
pub(crate) const UNSAFE: &str = "UNSAFE: programs were run without a sandbox (--unsafe-no-sandbox). A program could read files of this \
                      machine, change them, and use the network.";
