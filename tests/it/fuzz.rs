//! Readers of files that strangers write, held to `oracle`: on inputs that fuzzing found worth keeping, on the same changes of
//! these each time, and, by hand and in CI, on fresh ones.

use std::fs;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use c4grade::splitmix::SplitMix64;

use self::mutate::mutated;
use self::oracle::{TARGETS, Target};

mod mutate;
mod oracle;

/// How many changed inputs each reader gets in `cargo test`.
const FIXED: usize = 1000;
const SEED: u64 = 0xC4;
/// More bytes than this show nothing new, and take long.
const LONGEST: usize = 4096;
/// How long exploration takes where `C4GRADE_EXPLORE_SECONDS` does not say: all readers together.
const SECONDS: u64 = 60;

/// The kept inputs of a reader, by name.
fn kept(target: Target) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/fuzz")
        .join(target.0);
    let entries = fs::read_dir(&folder).expect("each reader has a folder of kept inputs");
    let mut inputs: Vec<_> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .map(|path| (path.clone(), fs::read(path).expect("it can be read")))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{} is empty", folder.display());
    inputs
}

/// Tries an input. One that fails is written to a file, and both it and what failed are named.
fn hold(target: Target, input: &[u8], origin: &str) {
    let (name, check) = target;
    if catch_unwind(AssertUnwindSafe(|| check(input))).is_ok() {
        return;
    }
    let file = std::env::temp_dir().join(format!("c4grade-{name}.fuzz"));
    let written = fs::File::create(&file).and_then(|mut kept| kept.write_all(input));
    written.expect("the input is kept");
    panic!(
        "{name} fails on {origin}: mend it, and keep {} in tests/data/fuzz/{name}",
        file.display()
    );
}

fn kept_inputs_hold(target: Target) {
    for (path, input) in kept(target) {
        hold(target, &input, &path.display().to_string());
    }
}

/// Changed inputs, until `enough` says so.
fn changed_inputs_hold(target: Target, seed: u64, mut enough: impl FnMut(usize) -> bool) -> usize {
    let inputs: Vec<Vec<u8>> = kept(target).into_iter().map(|(_, input)| input).collect();
    let mut random = SplitMix64::new(seed);
    let mut count = 0;
    while !enough(count) {
        let mut input = mutated(&inputs, &mut random);
        input.truncate(LONGEST);
        hold(target, &input, &format!("input {count} of seed {seed}"));
        count += 1;
    }

    count
}

/// The reader whose folder of inputs has this name.
fn target(name: &str) -> Target {
    let found = TARGETS.into_iter().find(|(known, _)| *known == name);
    found.expect("one of oracle::TARGETS")
}

fn reader_holds(name: &str) {
    kept_inputs_hold(target(name));
    changed_inputs_hold(target(name), SEED, |count| count == FIXED);
}

#[test]
fn the_lc3_assembler_and_machine_take_anything() {
    reader_holds("lc3");
}

#[test]
fn the_arm_assembler_takes_anything_in_the_notation_of_armasm() {
    reader_holds("armasm");
}

#[test]
fn the_arm_assembler_takes_anything_in_the_notation_of_gnu() {
    reader_holds("gnu");
}

#[test]
fn edits_of_c_are_found_in_anything() {
    reader_holds("c");
}

#[test]
fn the_loaders_take_any_image() {
    reader_holds("images");
}

#[test]
fn assignments_and_case_files_may_hold_anything() {
    reader_holds("yaml");
}

#[test]
fn transcripts_may_hold_anything() {
    reader_holds("transcripts");
}

/// Fresh inputs each time: `C4GRADE_EXPLORE_SECONDS=600 cargo test --test it explore -- --ignored --nocapture`. The seed is
/// printed; `C4GRADE_EXPLORE_SEED` repeats it.
#[test]
#[ignore = "fresh seeds and a budget of time: exploration, which .ci/run does for twenty seconds"]
fn explore() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let fresh = now.map_or(0, |time| time.as_nanos() as u64);
    let seed = number("C4GRADE_EXPLORE_SEED").unwrap_or(fresh);
    let seconds = number("C4GRADE_EXPLORE_SECONDS").unwrap_or(SECONDS);
    let share = Duration::from_secs(seconds) / TARGETS.len() as u32;
    for target in TARGETS {
        let began = Instant::now();
        let count = changed_inputs_hold(target, seed, |_| began.elapsed() >= share);
        println!("{}: {count} inputs of seed {seed}", target.0);
    }
}
