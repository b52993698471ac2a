use std::sync::Arc;

use super::Runner;
use crate::connect4::Protocol;
use crate::grade::run::adaptation::Adaptation;
use crate::grade::run::{RunCache, RunConfig};
use crate::machine::{Ending, Limits, MOST_EXECUTED, Machine, Program, arm, lc3};
use crate::sandbox::SandboxError;

const ECHO: &str = ".ORIG x3000\nAGAIN GETC\nOUT\nBR AGAIN\n.END\n";

fn program(source: &str) -> Program {
    lc3::build("test.asm", source.as_bytes()).program.expect("it assembles")
}

fn config(traps: lc3::Traps) -> RunConfig {
    RunConfig {
        adaptation: Adaptation::default(),
        machine: Machine::Lc3(lc3::Settings {
            traps,
            ..lc3::Settings::default()
        }),
        protocol: Protocol::Key,
    }
}

/// A runner of an ARM program, with a small limit.
fn on_arm(text: &str) -> (Runner, RunConfig) {
    let build = arm::build("test.s", text.as_bytes());
    let limits = Limits {
        instructions: 100_000_000,
        ..Limits::ARM
    };
    let config = RunConfig {
        machine: Machine::Arm(arm::Settings::default()),
        ..config(lc3::Traps::KeepR7)
    };
    (Runner::new(build.program.expect("it assembles"), limits), config)
}

#[test]
fn a_run_is_made_once() {
    let mut runner = Runner::new(program(ECHO), Limits::default());
    let first = runner.run(config(lc3::Traps::KeepR7), b"12").expect("live");
    let again = runner.run(config(lc3::Traps::KeepR7), b"12").expect("live");
    assert!(Arc::ptr_eq(&first.output, &again.output));
    assert_eq!(first.output.bytes, b"12");
}

/// A runner whose program must not be needed.
fn without_program(cache: RunCache) -> Runner {
    let build = || Err(SandboxError("it was built".to_owned()));
    Runner::later(build, Limits::default()).with_cache(cache)
}

#[test]
fn cached_runs_need_no_program_and_others_build_it() {
    let mut first = Runner::new(program(ECHO), Limits::default());
    let run = first.run(config(lc3::Traps::KeepR7), b"12").expect("run");
    let diagnosis = first.diagnose(config(lc3::Traps::KeepR7), b"12").expect("run");
    let cache = first.into_cache();

    let mut second = without_program(cache.clone());
    assert_eq!(second.run(config(lc3::Traps::KeepR7), b"12"), Some(Arc::clone(&run)));
    assert_eq!(second.diagnose(config(lc3::Traps::KeepR7), b"12"), Some(diagnosis));
    assert!(second.broken().is_none());
    assert_eq!(second.run(config(lc3::Traps::OverwriteR7), b"12"), None);
    assert_eq!(second.broken(), Some(&SandboxError("it was built".to_owned())));

    let mut third = Runner::later(|| Ok(program(ECHO)), Limits::default()).with_cache(cache);
    let other = third
        .run(config(lc3::Traps::OverwriteR7), b"12")
        .expect("built and run");
    assert_eq!(other.output.bytes, run.output.bytes);
    assert!(third.broken().is_none());
}

#[test]
fn what_was_observed_is_cached() {
    let mut first = Runner::new(program(ECHO), Limits::default());
    let output = Limits::default().output;
    assert_eq!(first.observe("calls", |_, limits| limits.output), Some(output));
    assert_eq!(first.observe("calls", |_, _| 7_usize), Some(output));

    let mut second = without_program(first.into_cache());
    assert_eq!(second.observe("calls", |_, _| 7_usize), Some(output));
    assert_eq!(second.observe("other", |_, _| 7_usize), None);
    assert_eq!(second.observe("calls", |_, _| String::new()), None, "another shape");
}

#[test]
fn a_program_that_never_ends_is_given_less_in_the_end_and_its_games_what_they_need() {
    // Two counters that come round after 2^32 steps after the key 9; other keys are shown.
    let hang = ".ORIG x3000\nAGAIN GETC\nOUT\nLD R3, NINE\nADD R3, R3, R0\nBRnp AGAIN\nL ADD R1, R1, #1\nBRnp L\n\
                ADD R2, R2, #1\nBR L\nNINE .FILL #-57\n.END\n";
    let mut runner = Runner::new(program(hang), Limits::default());
    let config = config(lc3::Traps::KeepR7);
    let mut used = |keys: &[u8]| runner.run(config, keys).expect("live").instructions;
    for keys in ["19", "29"] {
        assert_eq!(used(keys.as_bytes()), 4_000_000);
    }

    assert_eq!(used(b"9"), 400_000);
    assert_eq!(used(b"12"), 10, "it waits for the third key");

    // What explains a run takes no longer than the run.
    let before = runner.spent();
    let diagnosis = runner.diagnose(config, b"9").expect("live");
    assert!(!diagnosis.steps.is_empty());
    assert!(runner.spent() - before <= 400_000);
    // A game that is looked for does not depend on what was run before.
    let explored = runner
        .explore(config, b"89", (Limits::default(), MOST_EXECUTED))
        .expect("live");
    assert_eq!(explored.instructions, 4_000_000);
}

#[test]
fn pauses_do_not_count_to_what_a_program_may_execute_once_it_has_hung() {
    // After the key 9 it computes for ever, and after other keys it counts to a million, which is skipped.
    let text = " AREA t, CODE, READONLY\n ENTRY\n LDR R5, =0xE000C000\n LDR R6, =0x12345678\n\
                next LDRB R0, [R5, #0x14]\n TST R0, #1\n BEQ next\n LDRB R0, [R5]\n CMP R0, #'9'\n BEQ hang\n LDR R1, =1000000\n\
                pause SUBS R1, R1, #1\n BNE pause\n STRB R0, [R5]\n B next\n\
                hang ADD R2, R2, #1\nturn EOR R3, R2, R3, ROR #3\nlook CMP R3, R6\nback BNE hang\n B next\n END\n";
    let (mut runner, config) = on_arm(text);
    let mut play = |keys: &str| {
        let before = runner.spent();
        let run = runner.run(config, keys.as_bytes()).expect("live");
        let executed = runner.spent() - before;
        (run.stop.ending, executed, run.instructions)
    };

    assert_eq!(play("1").0, Ending::Waiting);
    let (ending, executed, _) = play("19");
    assert!(ending == Ending::Limit && executed > 90_000_000, "{executed}");
    // The next ones get less, although their pauses count to the limit, and wherever in the loop that is used up.
    let (ending, executed, instructions) = play("1239");
    assert!(ending == Ending::Limit && executed < 4_100_000, "{executed}");
    assert!(instructions > 8_000_000, "{instructions}");
    for keys in ["119", "1119", "12129"] {
        let (ending, executed, _) = play(keys);
        assert!(ending == Ending::Limit && executed < 4_100_000, "{keys}: {executed}");
    }
    let (ending, _, instructions) = play("123456781234567812345678");
    assert!(
        ending == Ending::Waiting && instructions > 48_000_000,
        "{ending:?} {instructions}"
    );
    // Where it may execute more, it is not cut short because it was before.
    let (_, _, instructions) = play("1249");
    assert!(instructions < 20_000_000, "{instructions}");
    let limits = (runner.limits(), MOST_EXECUTED);
    let explored = runner.explore(config, b"1249", limits).expect("live");
    assert_eq!(explored.instructions, 100_000_000);
}

#[test]
fn a_game_that_takes_long_at_its_end_does_not_suffer_from_one_that_hangs() {
    // After the key 9 it computes for ever, and after the key 8 it computes for long, printing in the end: neither can be skipped.
    let text = " AREA t, CODE, READONLY\n ENTRY\n LDR R5, =0xE000C000\n LDR R6, =0x12345678\n\
                next LDRB R0, [R5, #0x14]\n TST R0, #1\n BEQ next\n LDRB R0, [R5]\n CMP R0, #'9'\n BEQ hang\n CMP R0, #'8'\n\
                \x20LDREQ R1, =2500000\n BEQ slow\n STRB R0, [R5]\n B next\n\
                slow EOR R3, R2, R3, ROR #3\n SUBS R1, R1, #1\n BNE slow\n STRB R0, [R5]\n B next\n\
                hang ADD R2, R2, #1\nturn EOR R3, R2, R3, ROR #3\nlook CMP R3, R6\nback BNE hang\n B next\n END\n";
    let (mut runner, config) = on_arm(text);
    let mut play = |keys: &str| {
        let before = runner.spent();
        let run = runner.run(config, keys.as_bytes()).expect("live");
        (run.stop.ending, runner.spent() - before)
    };

    assert_eq!(play("1").0, Ending::Waiting);
    assert_eq!(play("19").0, Ending::Limit);
    for (slow, hangs) in [("18", "189"), ("28", "29"), ("1238", "1239")] {
        assert_eq!(play(slow).0, Ending::Waiting, "{slow}");
        assert_eq!(play(hangs).0, Ending::Limit, "{hangs}");
    }
    // Where it is known to hang it is given no more for that.
    let (ending, executed) = play("349");
    assert!(ending == Ending::Limit && executed < 5_000_000, "{executed}");
}

#[test]
fn a_program_that_never_stops_printing_may_print_less_in_the_end_and_its_games_what_they_need() {
    // Prints for ever after the key 9, and a hundred times each other key.
    let flood = ".ORIG x3000\nAGAIN GETC\nLD R3, NINE\nADD R3, R3, R0\nBRz FLOOD\nLD R1, MANY\nL OUT\nADD R1, R1, #-1\nBRp L\n\
                 BR AGAIN\nFLOOD OUT\nADD R0, R0, #1\nBR FLOOD\nNINE .FILL #-57\nMANY .FILL #100\n.END\n";
    let output = 1000;
    let mut runner = Runner::new(
        program(flood),
        Limits {
            output,
            ..Limits::default()
        },
    );
    let config = config(lc3::Traps::KeepR7);
    let mut printed = |keys: &[u8]| runner.run(config, keys).expect("live").output.bytes.len();
    for keys in ["9", "19", "29", "119"] {
        assert_eq!(printed(keys.as_bytes()), 1000);
    }

    assert_eq!(printed(b"39"), 250, "a quarter");
    assert_eq!(printed(b"12"), 200, "it waits for the third key");
    assert_eq!(printed(b"49"), 512, "room for three keys more, as other runs need it");
    assert_eq!(printed(b"1234"), 400);
    assert_eq!(printed(b"12345678"), 800);
}

#[test]
fn once_the_budget_is_used_up_cases_are_not_run() {
    // Counts to a few thousand after each key.
    let slow = ".ORIG x3000\nAGAIN GETC\nLD R1, MANY\nL ADD R1, R1, #-1\nBRp L\nBR AGAIN\nMANY .FILL #5000\n.END\n";
    let config = config(lc3::Traps::KeepR7);
    let mut runner = Runner::new(program(slow), Limits::default()).within(15_000);
    let mut play = |keys: &[u8]| {
        runner.begin_case(config, keys);
        let run = runner.run(config, keys).expect("live");
        runner.end_case();
        (run.stop.is_not_run(), run.instructions > 0)
    };

    assert_eq!(play(b"1"), (false, true));
    // The first key is shared, and not executed again.
    assert_eq!(play(b"11"), (false, true));
    assert_eq!(play(b"2"), (true, false));
    assert_eq!(play(b"11"), (false, true), "what was run is known");
    assert_eq!(runner.run(config, b"3"), None, "what explains a fault is no case");
    assert_eq!(runner.diagnose(config, b"11"), None);

    let mut cached = without_program(runner.into_cache());
    cached.begin_case(config, b"2");
    assert!(cached.run(config, b"2").expect("cached").stop.is_not_run());
}
