//! The table of the README: `cargo bench --manifest-path benches/Cargo.toml`. Words after `--` choose rows.
//!
//! Processor time of one thread, not the clock on the wall, so that other work on the same machine changes less; of many
//! rounds the quickest. LC-3 programs run on `lc3-ensemble` too, in the same run.

use std::hint::black_box;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::{Grader, saved};
use c4grade::machine::{Machine, arm, lc3};
use c4grade::report::Reports;
use c4grade::submission;
use rustix::time::{ClockId, clock_gettime};

#[path = "programs.rs"]
mod programs;

use programs::{COUNTING, FALLING, GAME, MEMORY, MIX, REFERENCE};

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Seconds of processor time that a row may take.
const SECONDS: f64 = 3.0;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));

    println!("| | c4grade | lc3-ensemble | ratio |");
    println!("|---|---|---|---|");
    for (name, source) in [("LC-3, counting", COUNTING), ("LC-3, memory and calls", MEMORY)] {
        if is_wanted(name) {
            compare_speed(name, source);
        }
    }
    if is_wanted("ARM, a mix") {
        println!("| ARM, a mix | {:.0} M instructions/s | | |", speed(Machine::Arm(arm::Settings::default()), MIX));
    }
    if is_wanted("LC-3, assembling and one game") {
        compare_game();
    }

    let gradings = [
        ("perfect, lc3-starter", "lc3-starter", REFERENCE.to_owned()),
        ("another format, lc3-starter", "lc3-starter", REFERENCE.replace("Wins.", "wins!")),
        ("faulty, lc3-starter", "lc3-starter", REFERENCE.replace("#-6\n", "#-5\n")),
        ("perfect, arm-falling", "arm-falling", FALLING.to_owned()),
    ];
    for (name, package, source) in &gradings {
        if is_wanted(name) {
            println!("| {name} | {:.1} ms | | |", grading(package, source) * 1e3);
        }
    }
    for package in ["lc3-starter", "arm-falling"] {
        let name = format!("reading the package and its cases, {package}");
        if is_wanted(&name) {
            println!("| {name} | {:.1} ms | | |", reading(package) * 1e3);
        }
    }
}

/// Processor time of this thread, in seconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The quickest of many rounds, in seconds.
fn quickest(mut round: impl FnMut()) -> f64 {
    let (mut best, mut spent) = (f64::INFINITY, 0.0);
    while spent < SECONDS {
        let start = now();
        round();
        let took = now() - start;
        best = best.min(took);
        spent += took;
    }
    best
}

/// Millions of instructions a second.
fn speed(machine: Machine, source: &str) -> f64 {
    let instructions = programs::ours(machine, source, b"") as f64;
    instructions / 1e6 / quickest(|| _ = black_box(programs::ours(machine, black_box(source), b"")))
}

fn compare_speed(name: &str, source: &str) {
    let machine = Machine::Lc3(lc3::Settings::default());
    let instructions = programs::ours(machine, source, b"") as f64;
    let ours = speed(machine, source);
    let theirs = instructions / 1e6 / quickest(|| _ = black_box(programs::theirs(black_box(source), b"")));
    let ratio = ours / theirs;
    println!("| {name} | {ours:.0} M instructions/s | {theirs:.0} M instructions/s | {ratio:.0} |");
}

fn compare_game() {
    let machine = Machine::Lc3(lc3::Settings::default());
    let ours = quickest(|| _ = black_box(programs::ours(machine, black_box(REFERENCE), GAME.as_bytes())));
    let theirs = quickest(|| _ = black_box(programs::theirs(black_box(REFERENCE), GAME.as_bytes())));
    let (ours, theirs) = (ours * 1e3, theirs * 1e3);
    println!("| LC-3, assembling and one game | {ours:.2} ms | {theirs:.2} ms | {:.0} |", theirs / ours);
}

/// Seconds in which one program is graded with the whole suite of a package and all its reports are written.
fn grading(package: &str, source: &str) -> f64 {
    let assignment = assignment::find(package).expect("it is bundled");
    let program = ("someone".to_owned(), assignment.files[0].clone(), source.as_bytes().to_vec());
    let suite = case::load(&assignment, None).expect("it is sound");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false)
        .with_contracts(suite.contracts)
        .with_repair(0);
    let found = submission::from_memory(vec![program]);
    let folder = tempfile::tempdir().expect("there is a disk");
    let reports = Reports::create(folder.path(), grader.case_list()).expect("it is writable");

    quickest(|| {
        let graded = grader.grade(black_box(&found.submissions[0]));
        let copy = saved::encode(&graded.saved, &graded.report.assignment).expect("it is plain data");
        reports.write_student(&graded.report, Some(&copy)).expect("it is writable");
    })
}

/// Seconds until a package and its cases are read.
fn reading(package: &str) -> f64 {
    quickest(|| {
        let assignment = assignment::find(package).expect("it is bundled");
        drop(black_box(case::load(&assignment, None).expect("it is sound")));
    })
}
