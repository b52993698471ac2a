//! How fast programs run and submissions are graded: `cargo bench --manifest-path benches/Cargo.toml`. The same programs run on `lc3-ensemble` too, in the
//! same run on the same machine.
//!
//! The rows `instructions/...` execute about a million instructions each, so that elements per second are instructions
//! per second. `grade/...` is one submission with the whole suite of `lc3-starter`, all its reports included.

use std::collections::VecDeque;
use std::hint::black_box;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::machine::{Limits, Machine, Session, lc3};
use c4grade::report::{json, student_page, student_text};
use c4grade::submission;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lc3_ensemble::asm::assemble;
use lc3_ensemble::parse::parse_ast;
use lc3_ensemble::sim::device::{BufferedDisplay, BufferedKeyboard};
use lc3_ensemble::sim::{SimFlags, Simulator};

/// Counts down from 32,767 ten times: three instructions a turn.
const COUNTING: &str = "
.ORIG x3000
        AND R2, R2, #0
        ADD R2, R2, #10
AGAIN   LD R1, MANY
LOOP    ADD R0, R0, #1
        ADD R1, R1, #-1
        BRp LOOP
        ADD R2, R2, #-1
        BRp AGAIN
        HALT
MANY    .FILL x7FFF
.END
";

/// Loads, stores and subroutine calls: twelve instructions a turn.
const MEMORY: &str = "
.ORIG x3000
        AND R2, R2, #0
        ADD R2, R2, #3
AGAIN   LD R1, MANY
LOOP    LD R0, CELL
        ADD R0, R0, #1
        ST R0, CELL
        JSR SUB
        ADD R1, R1, #-1
        BRp LOOP
        ADD R2, R2, #-1
        BRp AGAIN
        HALT
SUB     ST R7, SAVE
        LEA R3, CELL
        LDR R4, R3, #0
        STR R4, R3, #1
        LD R7, SAVE
        RET
SAVE    .BLKW 1
CELL    .BLKW 2
MANY    .FILL x7000
.END
";

const REFERENCE: &str = include_str!("../reference/lc3-starter/connect4.asm");
/// A whole game to the 36th piece.
const GAME: &str = "112265456121521343136246653436244355";

fn player(source: &str) -> Session {
    let machine = Machine::Lc3(lc3::Settings::default());
    let build = machine
        .build("bench.asm", source.as_bytes(), None)
        .expect("it is embedded");
    machine.session(&build.program.expect("it assembles"))
}

const LIMITS: Limits = Limits {
    instructions: u64::MAX >> 1,
    output: 1 << 24,
};

fn ours(source: &str, keys: &[u8]) -> u64 {
    player(source).play(keys, LIMITS).expect("it is embedded").instructions
}

fn theirs(source: &str, keys: &[u8]) -> usize {
    let object = assemble(parse_ast(source).expect("it parses")).expect("it assembles");
    let flags = SimFlags {
        strict: false,
        ..SimFlags::default()
    };
    let mut simulator = Simulator::new(flags);
    let keyboard = Arc::new(RwLock::new(keys.iter().copied().collect::<VecDeque<u8>>()));
    let display = Arc::new(RwLock::new(Vec::new()));
    simulator.device_handler.set_keyboard(BufferedKeyboard::new(keyboard));
    simulator
        .device_handler
        .set_display(BufferedDisplay::new(Arc::clone(&display)));
    simulator.load_obj_file(&object).expect("it loads");
    simulator.run_with_limit(50_000_000).expect("it runs");
    let printed = display.read().expect("no writer panicked");
    printed.len()
}

fn instructions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("instructions");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (name, source) in [("counting", COUNTING), ("memory and calls", MEMORY)] {
        group.throughput(Throughput::Elements(ours(source, b"")));
        group.bench_function(BenchmarkId::new("c4grade", name), |bench| {
            bench.iter(|| ours(black_box(source), b""));
        });
        group.bench_function(BenchmarkId::new("lc3-ensemble", name), |bench| {
            bench.iter(|| theirs(black_box(source), b""));
        });
    }
    group.finish();
}

/// Assembling the reference program and playing one whole game on it.
fn game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    group.bench_function("c4grade", |bench| {
        bench.iter(|| ours(black_box(REFERENCE), GAME.as_bytes()));
    });
    group.bench_function("lc3-ensemble", |bench| {
        bench.iter(|| theirs(black_box(REFERENCE), GAME.as_bytes()));
    });
    group.finish();
}

fn grade(criterion: &mut Criterion) {
    let assignment = assignment::find("lc3-starter").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is sound");
    let grader = Grader::new(assignment, suite.cases, true, false).with_contracts(suite.contracts);
    let faulty = REFERENCE.replace("#-6\n", "#-5\n");
    let programs = [
        ("perfect", REFERENCE.to_owned()),
        ("another format", REFERENCE.replace("Wins.", "wins!")),
        ("faulty", faulty),
    ];
    let mut group = criterion.benchmark_group("grade");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (name, source) in programs {
        let program = ("someone".to_owned(), "connect4.asm".to_owned(), source.into_bytes());
        let found = submission::from_memory(vec![program]);
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let graded = grader.grade(black_box(&found.submissions[0]));
                let page = student_page(&graded.report).len();
                let text = student_text(&graded.report).len();
                page + text + json(&graded.report).expect("it is plain data").len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, instructions, game, grade);
criterion_main!(benches);
