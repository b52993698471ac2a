use std::sync::Arc;

use super::Bench;
use crate::connect4::Protocol;
use crate::grade::play::Way;
use crate::machine::{Limits, Machine, Program, lc3};

const ECHO: &str = ".ORIG x3000\nAGAIN GETC\nOUT\nBR AGAIN\n.END\n";

fn program(source: &str) -> Program {
    lc3::build("test.asm", source.as_bytes()).program.expect("it assembles")
}

fn way(traps: lc3::Traps) -> Way {
    Way {
        machine: Machine::Lc3(lc3::Settings {
            traps,
            ..lc3::Settings::default()
        }),
        protocol: Protocol::Key,
    }
}

#[test]
fn a_run_is_made_once() {
    let mut bench = Bench::live(&program(ECHO), Limits::default());
    let first = bench.run(way(lc3::Traps::KeepR7), b"12").expect("live");
    let again = bench.run(way(lc3::Traps::KeepR7), b"12").expect("live");
    assert!(Arc::ptr_eq(&first.output, &again.output));
    assert_eq!(first.output.bytes, b"12");
}

#[test]
fn a_kept_bench_gives_what_was_run_on_that_machine_and_nothing_else() {
    let limits = Limits::default();
    let mut live = Bench::live(&program(ECHO), limits);
    let run = live.run(way(lc3::Traps::KeepR7), b"12").expect("live");
    let diagnosis = live.diagnose(way(lc3::Traps::KeepR7), b"12").expect("live");
    let mut kept = Bench::kept(live.into_runs(), limits);
    assert_eq!(kept.run(way(lc3::Traps::KeepR7), b"12"), Some(run));
    assert_eq!(kept.diagnose(way(lc3::Traps::KeepR7), b"12"), Some(diagnosis));
    assert!(!kept.runs.is_missed());
    assert_eq!(kept.run(way(lc3::Traps::KeepR7), b"1"), None);
    assert!(
        kept.runs.is_missed(),
        "who rescores is told that something was not kept"
    );
    assert_eq!(kept.diagnose(way(lc3::Traps::KeepR7), b"1"), None);
    assert_eq!(kept.run(way(lc3::Traps::OverwriteR7), b"12"), None);
}

#[test]
fn what_was_observed_is_remembered_and_not_observed_again() {
    let limits = Limits::default();
    let mut live = Bench::live(&program(ECHO), limits);
    assert_eq!(live.observe("calls", |_, limits| limits.output), Some(limits.output));
    assert_eq!(live.observe("calls", |_, _| 7_usize), Some(limits.output));
    let mut kept = Bench::kept(live.into_runs(), limits);
    assert_eq!(kept.observe("calls", |_, _| 7_usize), Some(limits.output));
    assert_eq!(kept.observe("other", |_, _| 7_usize), None);
    assert_eq!(kept.observe("calls", |_, _| String::new()), None, "another shape");
}

#[test]
fn a_program_that_never_ends_is_given_less_in_the_end_and_its_games_what_they_need() {
    // Two counters that come round after 2^32 steps behind the key 9; other keys are shown.
    let hang = ".ORIG x3000\nAGAIN GETC\nOUT\nLD R3, NINE\nADD R3, R3, R0\nBRnp AGAIN\nL ADD R1, R1, #1\nBRnp L\n\
                ADD R2, R2, #1\nBR L\nNINE .FILL #-57\n.END\n";
    let mut bench = Bench::live(&program(hang), Limits::default());
    let way = way(lc3::Traps::KeepR7);
    let mut used = |keys: &[u8]| bench.run(way, keys).expect("live").instructions;
    for keys in ["19", "29", "39", "49", "59", "69", "79", "89"] {
        assert_eq!(used(keys.as_bytes()), 4_000_000);
    }
    assert_eq!(used(b"9"), 400_000);
    assert_eq!(used(b"12"), 10, "it waits for the third key");
}

#[test]
fn once_the_budget_is_used_up_cases_are_not_run() {
    // Counts to a few thousand behind each key.
    let slow = ".ORIG x3000\nAGAIN GETC\nLD R1, MANY\nL ADD R1, R1, #-1\nBRp L\nBR AGAIN\nMANY .FILL #5000\n.END\n";
    let way = way(lc3::Traps::KeepR7);
    let mut bench = Bench::live(&program(slow), Limits::default()).within(15_000);
    let mut play = |keys: &[u8]| {
        bench.begin_case(way, keys);
        let run = bench.run(way, keys).expect("live");
        bench.end_case();
        (run.stop.is_not_run(), run.instructions > 0)
    };
    assert_eq!(play(b"1"), (false, true));
    // The first key is shared, and not executed again.
    assert_eq!(play(b"11"), (false, true));
    assert_eq!(play(b"2"), (true, false));
    assert_eq!(play(b"11"), (false, true), "what was run is known");
    assert_eq!(bench.run(way, b"3"), None, "what explains a fault is no case");
    assert_eq!(bench.diagnose(way, b"11"), None);
    let mut kept = Bench::kept(bench.into_runs(), Limits::default());
    kept.begin_case(way, b"2");
    assert!(kept.run(way, b"2").expect("kept").stop.is_not_run());
}
