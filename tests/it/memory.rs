//! Thousands of programs in one process: memory does not grow with the class, and what was graded before changes no result.

mod broken;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
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
use cap::Cap;

/// Counts the bytes in use. What a process has beside them is the allocator's choice, and no two runs are the same in it.
#[cfg(target_arch = "x86_64")]
#[global_allocator]
static ALLOCATOR: Cap<mimalloc::MiMalloc> = Cap::new(mimalloc::MiMalloc, usize::MAX);

#[cfg(not(target_arch = "x86_64"))]
#[global_allocator]
static ALLOCATOR: Cap<std::alloc::System> = Cap::new(std::alloc::System, usize::MAX);

const REFERENCE: &str = include_str!("../../reference/lc3-starter/connect4.asm");

/// How many programs are graded where `PROGRAMS` does not say.
const PROGRAMS: usize = 3000;
/// How often they are graded where `ROUNDS` does not say: with the thousand broken submissions, 50,000 gradings. The reference
/// has some 2200 edits.
const ROUNDS: usize = 16;
/// The reports of so many students are kept and compared with a second grading at the end.
const COMPARED: usize = 20;
/// KiB that may be in use beyond what was before, by chance of which two programs are graded at once, and for each program: its
/// row in the class and the keys of its faults.
const ALLOWED: (usize, usize) = (32 << 10, 6);
/// KiB that may be in use at any moment beyond the texts of all programs.
const HIGHEST: usize = 96 << 10;
/// KiB that may be in use between two rounds beyond what was after the first: nothing is kept for each program.
const KEPT: usize = 256;

/// So far apart in the source are the mistakes of programs that follow one another. It divides no number of programs.
const STRIDE: usize = 89;

/// A number that the environment may give.
fn setting(name: &str, otherwise: usize) -> usize {
    let given = std::env::var(name).ok().and_then(|given| given.parse().ok());
    given.unwrap_or(otherwise)
}

/// Programs with one small mistake each, and with this text at their ends.
fn class(count: usize, mark: &str) -> Vec<Submission> {
    let all = edits(Target::Lc3, REFERENCE);
    let every = (all.len() / count).max(1);
    let in_order: Vec<_> = all.iter().step_by(every).take(count).collect();
    // Those of one subroutine are much the same: each part of the class has some of all.
    let chosen = (0..in_order.len())
        .map(|at| in_order[at * STRIDE % in_order.len()])
        .enumerate();
    let programs = chosen.map(|(number, edit)| {
        let text = edit.apply(REFERENCE) + mark;
        (
            format!("student-{number}"),
            "connect4.asm".to_owned(),
            text.into_bytes(),
        )
    });
    from_memory(programs).submissions
}

fn grader(repair: u64) -> Grader {
    let assignment = assignment::find("lc3-starter").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is sound");
    Grader::new(assignment, suite.cases, suite.has_rubric, false)
        .with_contracts(suite.contracts)
        .with_repair(repair)
}

/// KiB that are allocated and not freed.
fn in_use() -> usize {
    ALLOCATOR.allocated() >> 10
}

/// Writes every report, and looks at the memory after each.
struct Watcher {
    reports: Reports,
    in_use: Mutex<Vec<usize>>,
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
        self.in_use.lock().expect("nobody panicked").push(in_use());
    }
}

#[test]
#[ignore = "minutes: thousands of programs; .ci/run grades some hundred"]
fn memory_is_flat_and_results_do_not_depend_on_what_was_graded_before() {
    let submissions = class(setting("PROGRAMS", PROGRAMS), "");
    let texts = in_use();
    let grader = grader(30);
    let folder = tempfile::tempdir().expect("there is a disk");
    let watcher = Watcher {
        reports: Reports::create(folder.path(), grader.case_list()).expect("it is writable"),
        in_use: Mutex::default(),
        kept: Mutex::default(),
    };

    let stop = AtomicBool::new(false);
    let report = grade_class(&grader, &submissions, 2, false, &stop, &watcher).expect("threads");
    assert_eq!(report.students.len(), submissions.len());

    let in_use = watcher.in_use.into_inner().expect("nobody panicked");
    // What two programs that are graded at once need by chance comes and goes; what grows stays.
    let median = |part: &[usize]| {
        let mut part = part.to_vec();
        part.sort_unstable();
        part[part.len() / 2]
    };
    let third = in_use.len() / 3;
    let (early, late) = (median(&in_use[third / 4..third]), median(&in_use[third..]));
    let highest = in_use.iter().copied().max().unwrap_or(0);
    println!(
        "{} programs of {texts} KiB: {early} KiB in the first third, {late} KiB later, {highest} KiB at most",
        in_use.len()
    );
    let further = in_use.len() - third;
    assert!(
        late <= early + ALLOWED.0 + ALLOWED.1 * further,
        "{early} KiB, then {late} KiB after {further} more programs"
    );
    assert!(highest <= texts + HIGHEST, "{highest} KiB with {texts} KiB of texts");

    for before in watcher.kept.into_inner().expect("nobody panicked") {
        let submission = submissions.iter().find(|one| one.slug == before.slug);
        let again = grader.grade(submission.expect("one of the class")).report;
        assert_eq!(again, before);
    }
}

/// Writes every report of a round, and keeps a digest of it.
struct Round<'a> {
    reports: &'a Reports,
    mark: &'a str,
    digests: Mutex<BTreeMap<String, u64>>,
    highest: Mutex<usize>,
}

impl Observer for Round<'_> {
    fn started(&self, _: &Submission) {}

    fn finished(&self, graded: &Graded) {
        let copy = saved::encode(&graded.saved, &graded.report.assignment).expect("plain data");
        self.reports
            .write_student(&graded.report, Some(&copy))
            .expect("there is a disk");
        assert!(
            !graded.report.summary.starts_with("c4grade failed"),
            "{}: {}",
            graded.report.slug,
            graded.report.summary
        );

        let mut highest = self.highest.lock().expect("nobody panicked");
        *highest = in_use().max(*highest);
        let mut digests = self.digests.lock().expect("nobody panicked");
        digests.insert(graded.report.slug.clone(), digest(&graded.report, self.mark));
    }
}

/// A hash of all that a report says, but for what tells the texts of two rounds apart.
fn digest(report: &StudentReport, mark: &str) -> u64 {
    let report = StudentReport {
        fingerprint: None,
        ..report.clone()
    };
    let json = serde_json::to_string(&report).expect("plain data");
    let mut hasher = DefaultHasher::new();
    json.replace(mark.trim(), "").hash(&mut hasher);
    hasher.finish()
}

#[test]
#[ignore = "half an hour: 50,000 gradings; .ci/run grades some thousand"]
fn rounds_of_the_same_programs_and_of_broken_ones_have_the_same_results_and_flat_memory() {
    let (count, rounds) = (setting("PROGRAMS", PROGRAMS), setting("ROUNDS", ROUNDS));
    let grader = grader(0);
    let folder = tempfile::tempdir().expect("there is a disk");
    let reports = Reports::create(folder.path(), grader.case_list()).expect("it is writable");
    let mut first = BTreeMap::new();
    let (mut highest, mut kept) = (Vec::new(), Vec::new());
    let mut gradings = 0;

    for number in 0..rounds {
        // Nothing that is kept of a text is of use in another round.
        let mark = format!("\n; round {number:04}\n");
        let mut submissions = class(count, &mark);
        submissions.extend(broken::submissions(folder.path(), &mark));
        let round = Round {
            reports: &reports,
            mark: &mark,
            digests: Mutex::default(),
            highest: Mutex::default(),
        };
        let stop = AtomicBool::new(false);
        let class = grade_class(&grader, &submissions, 2, false, &stop, &round).expect("threads");
        reports.write_class(&class).expect("there is a disk");

        let digests = round.digests.into_inner().expect("nobody panicked");
        assert_eq!(digests.len(), submissions.len());
        gradings += digests.len();
        highest.push(round.highest.into_inner().expect("nobody panicked"));
        if number == 0 {
            let mut verdicts: BTreeMap<_, usize> = BTreeMap::new();
            for row in &class.students {
                *verdicts.entry(format!("{:?}", row.verdict)).or_default() += 1;
            }
            println!("each round: {verdicts:?}");
            first = digests;
        } else {
            let differs = digests.iter().find(|(slug, digest)| first[*slug] != **digest);
            assert_eq!(differs, None, "round {number}");
        }
        drop((class, submissions));
        kept.push(in_use());
        println!(
            "round {number}: {} KiB at most, {} KiB after it",
            highest[number], kept[number]
        );
    }

    println!("{gradings} gradings");
    let most = |part: &[usize]| part.iter().copied().max().unwrap_or(0);
    assert!(most(&kept) <= kept[0] + KEPT, "KiB after each round: {kept:?}");
    assert!(
        most(&highest) <= highest[0] + ALLOWED.0,
        "KiB at most in each round: {highest:?}"
    );
}
