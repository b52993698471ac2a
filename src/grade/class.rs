//! A whole folder, in parallel; one broken submission never stops the others.

use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::plan::default_repair;
use super::rubric::cents;
use super::{Graded, Grader, UNSAFE};
use crate::result::{
    BUNDLED, CaseCounts, CaseVerdict, ClassReport, FORMAT, FaultGroup, GroupInfo, GroupPoints, Sameness, StudentReport,
    StudentRow, Verdict,
};
use crate::submission::Submission;
use identical::{Candidate, Comparison};
use sources::{Kept, Sources};

mod identical;
pub mod shard;
mod sources;

/// The stack of each thread in bytes: a stack that overflows ends the whole grading. What is not used takes no memory.
const STACK: usize = 16 << 20;

/// What the grading of a class tells while it works. Called from several threads.
pub trait Observer: Sync {
    /// A submission is about to be graded. A panic in here counts as one of the grader's.
    fn started(&self, submission: &Submission);
    /// It is graded.
    fn finished(&self, graded: &Graded);
}

/// What a student shares with others: keys, and what those who have one have in common.
type Keys = BTreeMap<Arc<str>, Arc<str>>;

/// What the class report needs of a student.
#[derive(Debug, Clone)]
struct Entry {
    row: StudentRow,
    faults: Keys,
    findings: Keys,
    program: Option<Candidate>,
    /// The source of the program.
    source: Option<Kept>,
}

/// A class while it is graded: the report so far can be asked for at any time.
#[derive(Debug)]
pub struct Class {
    /// The report, but for what comes from students.
    empty: ClassReport,
    comparison: Comparison,
    slugs: Vec<String>,
    /// The position of each slug.
    places: HashMap<String, usize>,
    entries: Mutex<Vec<Option<Entry>>>,
    sources: Sources,
    /// Texts that entries have in common, each once.
    texts: Mutex<HashSet<Arc<str>>>,
}

impl Class {
    /// A class of which nobody is graded yet.
    pub fn new(grader: &Grader, submissions: &[Submission], strict: bool) -> Self {
        let slugs = || submissions.iter().map(|submission| submission.slug.clone());
        Self {
            empty: empty_report(grader, strict),
            comparison: Comparison::of(grader),
            slugs: slugs().collect(),
            places: slugs().zip(0..).collect(),
            entries: Mutex::new(submissions.iter().map(|_| None).collect()),
            sources: Sources::default(),
            texts: Mutex::default(),
        }
    }

    /// The report on those who are graded, in the order of the submissions.
    pub fn report(&self) -> ClassReport {
        let entries = self.entries().clone();
        self.report_of(entries)
    }

    /// The same at the end: nobody is entered afterwards, and the class is empty.
    pub fn finish(&self) -> ClassReport {
        let entries = std::mem::take(&mut *self.entries());
        self.report_of(entries)
    }

    fn report_of(&self, mut entries: Vec<Option<Entry>>) -> ClassReport {
        let students = self.slugs.iter().zip(&mut entries);
        let kept = students.filter_map(|(slug, entry)| Some((slug.as_str(), entry.as_mut()?.source.take()?)));
        let kept: BTreeMap<&str, Kept> = kept.collect();
        let students = self.slugs.iter().zip(&entries);
        let left = students.filter(|(_, entry)| entry.is_none());
        let left = left.map(|(slug, _)| slug.clone()).collect();

        let graded = entries.into_iter().flatten().collect();
        let empty = ClassReport {
            left,
            ..self.empty.clone()
        };
        let mut report = filled(empty, graded, self.comparison.exactly());
        let source = |slug: &str| Ok(kept.get(slug).and_then(|kept| self.sources.read(kept)));
        let Ok(()) = identical::add_sources::<Infallible>(&mut report.identical, &source);
        report
    }

    /// Enters a student who is graded. Who is not of this class is left out.
    pub fn enter(&self, graded: &Graded) {
        let entry = self.entry(graded);
        if let Some(index) = self.places.get(&graded.report.slug) {
            self.entries()[*index] = Some(entry);
        }
    }

    /// What is kept of a student.
    fn entry(&self, graded: &Graded) -> Entry {
        let report = &graded.report;
        let program = report
            .verdict
            .has_score()
            .then(|| self.comparison.candidate(&graded.saved.submission))
            .flatten();
        let (program, source) = program.unzip();
        let keys = |(key, common): (&String, &String)| (self.shared(key), self.shared(common));
        let findings = report.findings.iter().map(|one| (&one.key, &one.common));

        Entry {
            row: row(report, |name| self.shared(name)),
            faults: report.common.iter().map(keys).collect(),
            findings: findings.map(keys).collect(),
            program,
            source: source.map(|source| self.sources.keep(source)),
        }
    }

    /// A text that other entries have, too.
    fn shared(&self, text: &str) -> Arc<str> {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = texts.get(text) {
            return Arc::clone(known);
        }
        let new: Arc<str> = text.into();
        texts.insert(Arc::clone(&new));
        new
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Option<Entry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Grades submissions with up to `jobs` threads, and enters them into a class of them. `stop` is looked at before each one.
/// The report does not depend on `jobs`.
pub fn grade_class(
    grader: &Grader,
    submissions: &[Submission],
    jobs: usize,
    strict: bool,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<ClassReport, rayon::ThreadPoolBuildError> {
    let class = Class::new(grader, submissions, strict);
    let grade = |submission: &Submission, same: Option<&Graded>| grader.grade_like(same, submission);
    let clerk = Clerk {
        class: &class,
        observer,
    };
    grade_class_by(&grade, grader, submissions, jobs, stop, &clerk)?;
    Ok(class.finish())
}

/// Enters whoever is graded into the class.
struct Clerk<'a> {
    class: &'a Class,
    observer: &'a dyn Observer,
}

impl Observer for Clerk<'_> {
    fn started(&self, submission: &Submission) {
        self.observer.started(submission);
    }

    fn finished(&self, graded: &Graded) {
        self.observer.finished(graded);
        self.class.enter(graded);
    }
}

/// What becomes of a submission, where another one, which is graded, may be of the same program.
pub type Grade<'a> = dyn Fn(&Submission, Option<&Graded>) -> Graded + Sync + 'a;

/// Like [`grade_class`], but `grade` says what becomes of each submission, and the observer enters it into its class.
pub fn grade_class_by(
    grade: &Grade,
    grader: &Grader,
    submissions: &[Submission],
    jobs: usize,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<(), rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(STACK)
        .build()?;
    pool.install(|| {
        let groups = groups(grader, submissions);
        groups.par_iter().with_max_len(1).for_each(|group| {
            let mut first: Option<Graded> = None;
            for submission in group {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let graded = guarded(grade, grader, (submission, first.as_ref()), observer);
                observer.finished(&graded);
                first.get_or_insert(graded);
            }
        });
    });
    Ok(())
}

/// The submissions in their order, those of the same program in one place: it is run once.
fn groups<'a>(grader: &Grader, submissions: &'a [Submission]) -> Vec<Vec<&'a Submission>> {
    let key = |submission| {
        grader
            .hash_of_code(submission)
            .unwrap_or_else(|| shard::key(submission))
    };
    let programs: Vec<[u8; 32]> = submissions.par_iter().map(key).collect();
    let mut groups: Vec<Vec<&Submission>> = Vec::new();
    let mut places = BTreeMap::new();
    for (submission, program) in submissions.iter().zip(programs) {
        // What is said of a program depends on what its file is called, too.
        let file = submission.file.rsplit('/').next();
        let key = (program, file, &submission.called, &submission.doubt);
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(submission),
            None => groups.push(vec![submission]),
        }
    }
    groups
}

/// Grades one submission; a panic becomes a grader error.
fn guarded(
    grade: &Grade,
    grader: &Grader,
    (submission, same): (&Submission, Option<&Graded>),
    observer: &dyn Observer,
) -> Graded {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        observer.started(submission);
        grade(submission, same)
    }));
    outcome.unwrap_or_else(|panic| {
        let reason = format!(
            "c4grade failed while grading this submission: {}",
            message(panic.as_ref())
        );
        grader.ungraded(submission, Verdict::GraderError, &reason)
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason was given")
}

/// The row of a student. `shared` gives the names of groups, which all have.
fn row(report: &StudentReport, shared: impl Fn(&str) -> Arc<str>) -> StudentRow {
    // Contracts that are worth nothing are reported, but not counted.
    let counted = || report.cases().filter(|case| case.calls.is_none() || case.max > 0.0);
    let count = |wanted| counted().filter(|case| case.verdict == wanted).count();
    StudentRow {
        student: report.student.clone(),
        slug: report.slug.clone(),
        file: report.file.clone(),
        verdict: report.verdict,
        summary: report.summary.clone(),
        score: report.score,
        exact_score: report.exact_score,
        game_score: report.game_score,
        max: report.max,
        groups: report
            .groups
            .iter()
            .map(|group| GroupPoints {
                name: shared(&group.name),
                points: group.points,
            })
            .collect(),
        cases: CaseCounts {
            pass: count(CaseVerdict::Pass),
            format: count(CaseVerdict::Format),
            wrong: count(CaseVerdict::Wrong),
            timeout: count(CaseVerdict::Timeout),
            crash: count(CaseVerdict::Crash),
        },
        protocol: report.protocol.clone(),
        linkage: report.linkage.clone(),
        findings: report.findings.len(),
        name: report.name.clone(),
        id: report.id.clone(),
        email: report.email.clone(),
        login: report.login.clone(),
        late: report.late,
        attempts: report.attempts,
        unsandboxed: report.unsandboxed,
    }
}

fn empty_report(grader: &Grader, strict: bool) -> ClassReport {
    ClassReport {
        format: FORMAT,
        assignment: grader.assignment().name.clone(),
        loaded_from: match &grader.assignment().folder {
            Some(folder) => folder.display().to_string(),
            None => BUNDLED.to_owned(),
        },
        cases_from: None,
        title: grader.assignment().title.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        strict,
        repair: Some(grader.plan.repair).filter(|repair| *repair != default_repair(grader.assignment())),
        groups: grader
            .groups()
            .map(|planned| GroupInfo {
                name: planned.group.name.clone(),
                max: cents(planned.group.points),
                cases: planned.cases.len(),
            })
            .collect(),
        students: Vec::new(),
        left: Vec::new(),
        faults: Vec::new(),
        findings: Vec::new(),
        identical: Vec::new(),
        remarks: Vec::new(),
    }
}

/// A report with its students, and with what they share. `exactly` is in what way programs with the same hash are the same.
fn filled(empty: ClassReport, mut entries: Vec<Entry>, exactly: Sameness) -> ClassReport {
    entries.sort_by(|one, other| order(&one.row, &other.row));
    let programs = entries.iter().filter_map(|entry| {
        let program = entry.program.as_ref()?;
        Some((entry.row.slug.as_str(), program))
    });
    let identical = identical::groups(&programs.collect::<Vec<_>>(), exactly);

    let (mut faults, mut findings) = (BTreeMap::new(), BTreeMap::new());
    let mut students = Vec::with_capacity(entries.len());
    for entry in entries {
        gather(&mut faults, entry.faults, &entry.row.slug);
        gather(&mut findings, entry.findings, &entry.row.slug);
        students.push(entry.row);
    }

    let unsandboxed = students.iter().any(|row| row.unsandboxed);
    ClassReport {
        students,
        faults: by_students(faults),
        findings: by_students(findings),
        identical,
        remarks: unsandboxed.then(|| UNSAFE.to_owned()).into_iter().collect(),
        ..empty
    }
}

/// First those without a score, then the others, each by name.
fn order(one: &StudentRow, other: &StudentRow) -> std::cmp::Ordering {
    let key = |row: &StudentRow| row.verdict.has_score();
    key(one).cmp(&key(other)).then_with(|| one.student.cmp(&other.student))
}

fn gather(groups: &mut BTreeMap<Arc<str>, FaultGroup>, keys: Keys, slug: &str) {
    for (key, common) in keys {
        let group = groups.entry(key).or_insert_with(|| FaultGroup {
            message: common.to_string(),
            students: Vec::new(),
        });
        group.students.push(slug.to_owned());
    }
}

/// Those that most students share first.
fn by_students(groups: BTreeMap<Arc<str>, FaultGroup>) -> Vec<FaultGroup> {
    let mut groups: Vec<FaultGroup> = groups.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.students.len()));
    groups
}

#[cfg(test)]
mod tests;
