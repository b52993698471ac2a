//! Play, compare, judge, score, explain.
//!
//! [`Grader`] holds what is the same for a whole class: the assignment, its cases, the ways programs are run. From a
//! submission it makes a [`Graded`]: the student's report in the result [`model`], and the faults by which students are
//! gathered. Raw outcomes ([`play::Played`]) are kept apart from points ([`score`]).
//!
//! | module | what it is for |
//! |---|---|
//! | [`play`], `attempt` | the ways to run a program; playing a suite; which way counts |
//! | [`compare`] | to the byte, then in the game's terms |
//! | [`judge`] | verdicts |
//! | [`score`] | points |
//! | [`story`] | the first difference in a sentence |
//! | [`pattern`] | what missed wins have in common |
//! | [`explain`], [`diff`] | boards, labelled diff, the command that repeats it |
//! | [`starter`](mod@starter), [`lint`](mod@lint) | what is found out apart from the cases |
//! | [`reference`] | a suite against the reference program |
//! | [`class`] | a whole folder, in parallel |
//! | [`model`] | the result model |

use std::collections::BTreeMap;

use crate::assignment::Assignment;
use crate::case::Case;
use crate::connect4::reading::Wardrobe;
use crate::diagnostic::{Located, Severity};
use crate::machine::{Build, Program};
use crate::submission::{Content, Submission};

mod attempt;
pub mod class;
pub mod compare;
pub mod diff;
pub mod explain;
mod findings;
pub mod judge;
pub mod lint;
pub mod model;
pub mod pattern;
pub mod play;
pub mod reference;
pub mod score;
pub mod starter;
pub mod story;

use attempt::Attempt;
use model::{CaseResult, CaseVerdict, Dress, FORMAT, Failure, GroupResult, StudentReport, Verdict};
use play::{Played, Table, Way};
use score::{PlannedGroup, Share, cents};
use story::Story;

/// Failures of one family that are shown in full before the rest are told like the first.
const SHOWN_ALIKE: usize = 3;

/// What is the same for a whole class.
#[derive(Debug)]
pub struct Grader {
    assignment: Assignment,
    cases: Vec<Case>,
    groups: Vec<PlannedGroup>,
    ways: Vec<Way>,
    share: Share,
}

/// A graded submission.
#[derive(Debug, Clone)]
pub struct Graded {
    /// The report.
    pub report: StudentReport,
    /// The faults, by key, with what they have in common in words.
    pub faults: BTreeMap<String, String>,
}

impl Grader {
    /// A grader. `by_rubric` says whether the assignment's rubric applies, else each case earns its own points; with
    /// `strict` the right game in the wrong format earns nothing.
    pub fn new(assignment: Assignment, cases: Vec<Case>, by_rubric: bool, strict: bool) -> Self {
        let rubric = if by_rubric { &assignment.rubric[..] } else { &[] };
        Self {
            groups: score::plan(rubric, &cases),
            ways: Way::all(&assignment),
            share: Share {
                format: if strict {
                    0.0
                } else {
                    assignment.comparison.format_share
                },
            },
            assignment,
            cases,
        }
    }

    /// The assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The rubric's groups with their cases.
    pub fn groups(&self) -> &[PlannedGroup] {
        &self.groups
    }

    /// Points that can be earned.
    pub fn max(&self) -> f64 {
        cents(self.groups.iter().map(|planned| planned.group.points).sum())
    }

    /// Grades one submission.
    pub fn grade(&self, submission: &Submission) -> Graded {
        match &submission.content {
            Content::Missing => self.ungraded(submission, Verdict::Missing, "there is no program to grade"),
            Content::Refused(reason) => self.ungraded(submission, Verdict::Missing, reason),
            Content::Path(_) | Content::Bytes(_) => match submission.read() {
                Ok(bytes) => self.grade_bytes(submission, &bytes),
                Err(reason) => self.ungraded(submission, Verdict::GraderError, &reason),
            },
        }
    }

    fn grade_bytes(&self, submission: &Submission, bytes: &[u8]) -> Graded {
        let build = self.ways[0].machine.build(&submission.file, bytes);
        let diagnostics: Vec<Located> = build.diagnostics.iter().map(|one| one.locate(&build.source)).collect();
        let mut graded = match &build.program {
            Some(program) => self.grade_program(submission, program),
            None => self.build_failed(submission, &build),
        };
        graded.report.diagnostics = diagnostics;
        if let Some(program) = &build.program {
            self.add_findings(&mut graded.report, submission, program);
        }
        graded
    }

    /// A report without cases, which earns nothing.
    pub fn ungraded(&self, submission: &Submission, verdict: Verdict, reason: &str) -> Graded {
        let groups = self.groups.iter().map(|planned| GroupResult {
            name: planned.group.name.clone(),
            points: 0.0,
            max: cents(planned.group.points),
            rule: planned.rule(),
            arithmetic: "not played".to_owned(),
            cases: Vec::new(),
        });
        let mut faults = BTreeMap::new();
        match verdict {
            Verdict::Missing => faults.insert("missing".to_owned(), "there is no program to grade".to_owned()),
            Verdict::BuildFailed => faults.insert("build".to_owned(), "the program does not assemble".to_owned()),
            _ => None,
        };
        Graded {
            report: StudentReport {
                format: FORMAT,
                assignment: self.assignment.name.clone(),
                title: self.assignment.title.clone(),
                student: submission.student.clone(),
                slug: submission.slug.clone(),
                file: submission.file.clone(),
                verdict,
                summary: reason.to_owned(),
                score: 0.0,
                exact_score: 0.0,
                game_score: 0.0,
                max: self.max(),
                protocol: None,
                linkage: None,
                settings: Vec::new(),
                notes: Vec::new(),
                dress: Vec::new(),
                findings: Vec::new(),
                faults: Vec::new(),
                diagnostics: Vec::new(),
                groups: groups.collect(),
            },
            faults,
        }
    }

    fn build_failed(&self, submission: &Submission, build: &Build) -> Graded {
        let mut errors = build.diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let first = errors.next().map(|one| one.locate(&build.source));
        let more = errors.count();
        let mut reason = "it does not assemble".to_owned();
        if let Some(first) = first {
            if let Some(line) = first.line {
                reason += &format!(": line {line}");
            }
            reason += &format!(": {}", first.message);
        }
        if more > 0 {
            reason += &format!(", and {more} more {}", if more == 1 { "error" } else { "errors" });
        }
        self.ungraded(submission, Verdict::BuildFailed, &reason)
    }

    fn grade_program(&self, submission: &Submission, program: &Program) -> Graded {
        let (attempts, best) = self.try_ways(program);
        let attempt = &attempts[best];
        let (stories, results) = self.results(program, attempt);
        let verdicts: Vec<CaseVerdict> = attempt.played.iter().map(|played| played.verdict).collect();
        let verdict = judge::overall(&verdicts);
        let mut wardrobe = Wardrobe::default();
        // What a program prints on its way into a crash or a flood says nothing of its format.
        let ended = |played: &&Played| !matches!(played.verdict, CaseVerdict::Crash | CaseVerdict::Timeout);
        for played in attempt.played.iter().filter(ended) {
            if let Some(dress) = explain::dress_of(&played.comparison) {
                wardrobe.merge(dress);
            }
        }
        let mut dress = explain::pack(&wardrobe);
        if attempt.way.protocol != self.assignment.protocol {
            dress.push(Dress {
                kind: "input-protocol".to_owned(),
                message: "moves are typed in another way than was asked for".to_owned(),
                count: verdicts.len() as u64,
                printed: play::protocol_words(attempt.way.protocol).to_owned(),
                expected: play::protocol_words(self.assignment.protocol).to_owned(),
            });
        }
        dress.sort_by_key(|dress| std::cmp::Reverse(dress.count));
        let faults = stories
            .iter()
            .flatten()
            .map(|story| (story.key.clone(), story.common.clone()))
            .collect();
        let report = StudentReport {
            verdict,
            summary: summary(&verdicts, &stories),
            score: attempt.score,
            exact_score: attempt.exact,
            game_score: attempt.game,
            settings: attempt.way.words(),
            notes: self.notes(&attempts, best),
            dress,
            groups: self.group_results(attempt, &results),
            ..self.ungraded(submission, verdict, "").report
        };
        Graded { report, faults }
    }

    /// Stories and failures of all cases, in the suite's order; `None` for those that passed.
    fn results(&self, program: &Program, attempt: &Attempt) -> (Vec<Option<Story>>, Vec<Option<Failure>>) {
        let game = &self.assignment.game;
        let mut table = Table::new(&self.assignment, attempt.way, program);
        let mut seen: BTreeMap<(&str, String), (usize, usize)> = BTreeMap::new();
        let numbers = self.numbers();
        let mut stories = Vec::new();
        let mut failures: Vec<Option<Failure>> = vec![None; self.cases.len()];
        for (case, played) in self.cases.iter().zip(&attempt.played) {
            stories.push((played.verdict != CaseVerdict::Pass).then(|| story::tell(game, case, played)));
        }
        pattern::name_missed_wins(game, &self.cases, &attempt.played, &mut stories);
        // In the order in which they are shown, so that "like case 12" points backwards.
        for index in self.groups.iter().flat_map(|planned| planned.cases.iter().copied()) {
            let (case, played) = (&self.cases[index], &attempt.played[index]);
            let Some(story) = &stories[index] else { continue };
            let family = case.family.as_deref().unwrap_or_default();
            let alike = seen.entry((family, story.key.clone())).or_insert((0, numbers[index]));
            alike.0 += 1;
            let is_generated = case.family.is_some();
            failures[index] = Some(if is_generated && alike.0 > SHOWN_ALIKE {
                Failure {
                    like: Some(alike.1),
                    ..explain::brief(played, story)
                }
            } else {
                let (_, run) = table.run(case);
                explain::explain(case, played, story, &run)
            });
        }
        (stories, failures)
    }

    /// The number, from 1, of each case in the order of the report.
    fn numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.cases.len()];
        let shown = self.groups.iter().flat_map(|planned| planned.cases.iter().copied());
        for (number, index) in shown.enumerate() {
            numbers[index] = number + 1;
        }
        numbers
    }

    fn group_results(&self, attempt: &Attempt, failures: &[Option<Failure>]) -> Vec<GroupResult> {
        let verdict = |index: usize| attempt.played[index].verdict;
        let numbers = self.numbers();
        let file = self.assignment.files.first().map_or("program", String::as_str);
        let groups = self.groups.iter().map(|planned| {
            let earned = planned.earned(&self.cases, verdict, self.share);
            let maxima = planned.maxima(&self.cases);
            let cases = planned.cases.iter().enumerate().map(|(position, index)| {
                let (case, played) = (&self.cases[*index], &attempt.played[*index]);
                CaseResult {
                    number: numbers[*index],
                    name: case.name.clone(),
                    moves: case
                        .script
                        .attempts
                        .iter()
                        .map(|attempt| attempt.typed.escape_ascii().to_string())
                        .collect(),
                    verdict: played.verdict,
                    points: cents(earned.cases[position]),
                    max: cents(maxima[position]),
                    ending: played.stop.ending,
                    instructions: played.instructions,
                    calls: None,
                    failure: failures[*index].clone(),
                    command: explain::command(file, case, &attempt.way.options()),
                }
            });
            GroupResult {
                name: planned.group.name.clone(),
                points: earned.points,
                max: cents(planned.group.points),
                rule: planned.rule(),
                arithmetic: planned.arithmetic(verdict, self.share, earned.points),
                cases: cases.collect(),
            }
        });
        groups.collect()
    }
}

/// The verdicts in a sentence.
fn summary(verdicts: &[CaseVerdict], stories: &[Option<Story>]) -> String {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let (passed, format) = (count(CaseVerdict::Pass), count(CaseVerdict::Format));
    let total = verdicts.len();
    if passed == total {
        return format!("all {total} cases pass");
    }
    if passed + format == total {
        return format!("the game is right in all {total} cases; the format differs in {format}");
    }
    let mut counts: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (story, verdict) in stories.iter().zip(verdicts) {
        if let Some(story) = story.as_ref().filter(|_| *verdict != CaseVerdict::Format) {
            counts.entry(&story.key).or_insert((0, &story.common)).0 += 1;
        }
    }
    let failed = total - passed - format;
    let commonest = counts
        .values()
        .max_by(|one, other| one.0.cmp(&other.0).then(other.1.cmp(one.1)));
    match commonest {
        Some((times, common)) if *times == failed => format!("{failed} of {total} cases fail: {common}"),
        Some((times, common)) => format!("{failed} of {total} cases fail; in {times} of them {common}"),
        None => format!("{failed} of {total} cases fail"),
    }
}
