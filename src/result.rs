//! The result model: everything that grading found out and a report writer may know. Plain data, one serde shape,
//! `format: 2`. It knows no machine, no game and no format of a report.
//!
//! Points are numbers with at most two decimals. Texts that came from a student are kept as they are; making them safe
//! to show is the writer's work.

mod class;
mod ending;
mod failure;
mod listing;
mod record;
mod repair;
mod suite;
mod visibility;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use class::{
    BUNDLED, CaseCounts, ClassReport, FaultGroup, GroupInfo, GroupPoints, SamePrograms, Sameness, StudentRow,
};
pub use ending::{Cause, Diagnosis, Ending, Place, Register, Step, Stop};
pub use failure::{BoardPicture, Cell, DiffLine, DiffPart, Failure, ReplayStep, Side};
pub use record::{CaseFailure, CaseNumbers, GroupRecord, Outcome, Results, StudentRecord};
pub use repair::{Component, Components, FurtherEdit, Repair};
pub use suite::{CaseGroup, CaseInfo, CaseList};
pub use visibility::{Games, Hints, Visibility};

pub use listing::{Coverage, ListedFile, ListedLine, Listing, Ran};

use crate::diagnostic::Located;

/// The number of this shape, written into every result file.
pub const FORMAT: u32 = 2;

/// The verdict on a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaseVerdict {
    /// The transcript is right to the byte, and the run ended as it must.
    Pass,
    /// The game is correct, and its output is formatted differently.
    Format,
    /// The game was played incorrectly.
    Wrong,
    /// It did not finish: an infinite loop, the limit on instructions, or the limit on output.
    Timeout,
    /// It crashed.
    Crash,
    /// Not run.
    Skipped,
}

/// The verdict on a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every case passed.
    Pass,
    /// Every case passed or was `format`, at least one of them `format`.
    Format,
    /// Some case was wrong, crashed or timed out.
    Wrong,
    /// Every case timed out.
    Timeout,
    /// Every case crashed.
    Crash,
    /// It does not assemble.
    BuildFailed,
    /// Nothing was submitted.
    Missing,
    /// Something was submitted that the grader cannot identify as the program: a person has to look at it. There is
    /// no score.
    NeedsAttention,
    /// The grader failed. There is no score.
    GraderError,
}

impl Verdict {
    /// Whether a submission with this verdict has a score. Where the grader failed, or where a person has to look first,
    /// there is none, which is not a zero.
    pub fn has_score(self) -> bool {
        !matches!(self, Self::NeedsAttention | Self::GraderError)
    }
}

/// A difference in format, listed once for the whole submission or case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FormatDifference {
    /// The toggle's name: `trailing-space`.
    pub kind: String,
    /// As a sentence fragment: `rows end in a space`.
    pub message: String,
    /// How often it occurs.
    pub count: u64,
    /// A sample as printed, invisible characters included.
    pub printed: String,
    /// What is expected there.
    pub expected: String,
    /// Points taken off for its kind, where each kind is deducted once.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deducted: f64,
    /// An edit with which every case of the right game is printed exactly as required, when one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
}

/// Something found out about a submission that no case shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// The same for all submissions that have it: `starter-changed`, `memory-starts-at-zero`.
    pub key: String,
    /// What they have in common, without a full stop: `it works only because memory starts at zero`.
    pub common: String,
    /// What was found here, as sentences with full stops.
    pub message: String,
    /// The lines that matter, in the order of their weight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// Points taken off for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deducted: f64,
}

impl Fault {
    /// The key of the fault that a computer player does not take a win that its document demands.
    pub const OVERLOOKED_WIN: &str = "computer/no-win";
    /// The key of the fault that a subroutine calls another one and has not saved LR.
    pub const LR_OVERWRITTEN: &str = "lr-overwritten";
}

impl Finding {
    /// The key of the finding that no new game begins.
    pub const NO_NEW_GAME: &str = "no-new-game";
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// Every game is correct, and the program does not halt after it.
    Ending,
    /// The given part of the starter file was changed.
    Starter,
    /// It depends on undefined starting contents or on the simulator: elsewhere its result is different.
    Portability,
    /// Something else that the assignment requires: where the program starts, the file's name.
    Lint,
    /// Something that is said without the player's name, or with the wrong one, where words are free.
    Wording,
    /// How it is played is not how the assignment has it: a question before the game, other keys for a move, who begins.
    Playing,
}

fn one_attempt() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_one(attempts: &usize) -> bool {
    *attempts == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(points: &f64) -> bool {
    *points == 0.0
}

/// The cases of one submission that fail from the same cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// The same for every case and student: `missed-win/vertical`.
    pub key: String,
    /// What they have in common, without a full stop: `no vertical win is found`.
    pub message: String,
    /// The numbers of the cases, in order.
    pub cases: Vec<usize>,
    /// Points lost to it.
    pub lost: f64,
    /// The cause in the program's terms, when it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// An edit of the program with which its cases pass, when one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    /// The shortest game that shows it, when it is shorter than that of every case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Shortest>,
}

/// The shortest game found that shows a fault.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shortest {
    /// The moves, each attempt as typed, control characters made visible.
    pub moves: Vec<String>,
    /// How this game fails.
    pub failure: Failure,
    /// A command line that repeats it.
    pub command: String,
}

/// One case of one submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseResult {
    /// From 1, in the suite's order.
    pub number: usize,
    /// The case's name.
    pub name: String,
    /// The moves, each attempt as typed, control characters made visible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The verdict.
    pub verdict: CaseVerdict,
    /// Points earned.
    pub points: f64,
    /// Points it can earn.
    pub max: f64,
    /// How the run ended.
    pub ending: Ending,
    /// Instructions executed.
    pub instructions: u64,
    /// How many calls of a subroutine it makes; `None` where it plays a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<usize>,
    /// What went wrong; `None` when it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// A command line that repeats it; empty where a game passed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
}

/// One group of the rubric, for one submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupResult {
    /// Its heading.
    pub name: String,
    /// Points earned.
    pub points: f64,
    /// Points it can earn.
    pub max: f64,
    /// The rule, in words: `each case earns its share`.
    pub rule: String,
    /// The arithmetic, in words: `5 of 6 cases pass, 1 earns half: 18.33 of 20`.
    pub arithmetic: String,
    /// Its cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseResult>,
}

/// Everything about one submission. On disk it has the results of its cases in the place of its groups: a `StudentRecord`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudentReport<G = Vec<GroupResult>> {
    /// The number of this shape: 2.
    pub format: u32,
    /// A hash of everything that this report follows from. Another grading whose hash is the same would write this report
    /// again. `None` where that is not so, as where the grader failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The assignment's name.
    pub assignment: String,
    /// The assignment's heading.
    pub title: String,
    /// The student, as found. Hostile text possible.
    pub student: String,
    /// A safe file name made from it.
    pub slug: String,
    /// The submitted file, as found. Hostile text possible.
    pub file: String,
    /// The student's name, as the roster or the learning platform has it from which the submission was downloaded: `Ada
    /// Lovelace`, and where the platform has no more, `lovelaceada`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number or code by which the roster or the learning platform knows the student.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The student's e-mail address, where the roster or the platform has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The name by which the student logs in, where the roster or the platform has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// Whether the platform marked the submission as late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// How many attempts of the student there are; the last one is graded.
    #[serde(default = "one_attempt", skip_serializing_if = "is_one")]
    pub attempts: usize,
    /// What the student may see of this. Absent where that is the default: everything but the edits that mend faults.
    #[serde(default, skip_serializing_if = "Visibility::is_default")]
    pub visibility: Visibility,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in a sentence: for build failures, missing programs, grader errors, and as a summary otherwise.
    pub summary: String,
    /// Points earned; `None` where there is no score.
    pub score: Option<f64>,
    /// Points if only exact output earned points.
    pub exact_score: Option<f64>,
    /// Points ignoring formatting.
    pub game_score: Option<f64>,
    /// Points that can be earned.
    pub max: f64,
    /// The input protocol the program speaks: `key`, `enter`, `line`, `in`. `None` where it could not be detected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// The TRAP linkage under which it plays best: `overwrite-r7`, `keep-r7`, or `any` where both give the same result. `None` where it
    /// was not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linkage: Option<String>,
    /// How it was run, in words: `traps overwrite R7 (2nd edition)`, `one key is one move`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    /// Whether it was run without a sandbox.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsandboxed: bool,
    /// The source, where something went wrong that is looked for in it; not in the JSON.
    #[serde(skip)]
    pub source: Option<Listing>,
    /// Things worth saying about the whole submission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Differences in format over all cases, most frequent first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub format_differences: Vec<FormatDifference>,
    /// What was found out that no case shows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The failed cases by their cause, those that cost most first. Cases that differ in format only are not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// Which subroutines are wrong, where putting correct ones in their place shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<Components>,
    /// What failed cases have in common, by the key of their story: by these, students are gathered in the class report.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub common: BTreeMap<String, String>,
    /// The messages of the assembler or compiler.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Located>,
    /// The rubric's groups with their cases; none where there is no score.
    #[serde(rename = "results")]
    pub groups: G,
}

impl<G> StudentReport<G> {
    /// The same report with other groups, without the source.
    pub fn with_groups<H>(&self, groups: H) -> StudentReport<H> {
        StudentReport {
            format: self.format,
            fingerprint: self.fingerprint.clone(),
            assignment: self.assignment.clone(),
            title: self.title.clone(),
            student: self.student.clone(),
            slug: self.slug.clone(),
            file: self.file.clone(),
            name: self.name.clone(),
            id: self.id.clone(),
            email: self.email.clone(),
            login: self.login.clone(),
            late: self.late,
            attempts: self.attempts,
            visibility: self.visibility,
            verdict: self.verdict,
            summary: self.summary.clone(),
            score: self.score,
            exact_score: self.exact_score,
            game_score: self.game_score,
            max: self.max,
            protocol: self.protocol.clone(),
            linkage: self.linkage.clone(),
            settings: self.settings.clone(),
            unsandboxed: self.unsandboxed,
            source: None,
            notes: self.notes.clone(),
            format_differences: self.format_differences.clone(),
            findings: self.findings.clone(),
            faults: self.faults.clone(),
            components: self.components.clone(),
            common: self.common.clone(),
            diagnostics: self.diagnostics.clone(),
            groups,
        }
    }
}

impl StudentReport {
    /// Every case in the order of the groups.
    pub fn cases(&self) -> impl Iterator<Item = &CaseResult> {
        self.groups.iter().flat_map(|group| &group.cases)
    }
}
