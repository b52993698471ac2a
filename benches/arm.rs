//! How fast programs run on the ARM board: `cargo bench --manifest-path benches/Cargo.toml --bench arm`.
//!
//! `instructions/...` is bound by computing: its loops call, load and store, so that none can be skipped, and elements
//! per second are instructions per second. `pauses` is what students animate with, as instructions per second of the
//! board: counted loops, which are not run turn by turn. `game/...` assembles a reference program and plays a whole game.

use std::hint::black_box;
use std::time::Duration;

use c4grade::machine::{Limits, Machine, Session, Run, arm};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Fills a board, scans it cell by cell with a subroutine, and sums it up, again and again.
const MIX: &str = "
        AREA    mix, CODE, READONLY
        ENTRY
        LDR     SP, =0x40008000
        LDR     R10, =10000
outer   BL      fill
        BL      scan
        BL      sum
        SUBS    R10, R10, #1
        BNE     outer
stop    B       stop
fill    STMFD   SP!, {R4-R6, LR}
        LDR     R4, =0x40000000
        MOV     R5, #0
again   AND     R6, R5, #3
        ADD     R6, R6, #'0'
        STRB    R6, [R4, R5]
        ADD     R5, R5, #1
        CMP     R5, #42
        BLT     again
        LDMFD   SP!, {R4-R6, PC}
scan    STMFD   SP!, {R4-R8, LR}
        LDR     R4, =0x40000000
        MOV     R5, #0
        MOV     R8, #0
row     MOV     R6, #0
col     MOV     R0, R5
        MOV     R1, R6
        BL      cell
        CMP     R0, #'1'
        BEQ     hit
        CMP     R0, #'2'
        BNE     next
hit     ADD     R8, R8, #1
next    ADD     R6, R6, #1
        CMP     R6, #7
        BNE     col
        ADD     R5, R5, #1
        CMP     R5, #6
        BNE     row
        STR     R8, [R4, #64]
        LDMFD   SP!, {R4-R8, PC}
cell    MOV     R2, #7
        MUL     R3, R0, R2
        ADD     R3, R3, R1
        LDRB    R0, [R4, R3]
        MOV     PC, LR
sum     STMFD   SP!, {R4, LR}
        LDR     R4, =0x40000000
        MOV     R1, #0
        MOV     R0, #0
more    LDRB    R2, [R4], #1
        ADD     R0, R0, R2, LSL #1
        ADDNE   R0, R0, #1
        ADD     R1, R1, #1
        CMP     R1, #42
        BLS     more
        TST     R0, #1
        EOREQ   R0, R0, #0x55
        STR     R0, [R4, #32]
        LDMFD   SP!, {R4, LR}
        BX      LR
        END
";

/// Two hundred pauses of 400,000 turns.
const PAUSES: &str = "
        AREA    pauses, CODE, READONLY
        ENTRY
        MOV     R4, #200
again   LDR     R0, =400000
wait    SUBS    R0, R0, #1
        BNE     wait
        SUBS    R4, R4, #1
        BNE     again
stop    B       stop
        END
";

const FALLING: &str = include_str!("../reference/arm-falling/connect4.s");
/// A whole game: all 42 squares, and nobody wins.
const GAME: &[u8] = b"111111222222333333544444455555677666777766";

fn player(source: &str) -> Session {
    let machine = Machine::Arm(arm::Settings::default());
    let build = machine
        .build("bench.s", source.as_bytes(), None)
        .expect("it is embedded");
    machine.session(&build.program.expect("it assembles"))
}

fn play(source: &str, keys: &[u8]) -> Run {
    player(source).play(keys, Limits::ARM).expect("it is embedded")
}

fn instructions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("instructions");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (name, source) in [("mix", MIX), ("pauses", PAUSES)] {
        group.throughput(Throughput::Elements(play(source, b"").instructions));
        group.bench_function(BenchmarkId::new("c4grade", name), |bench| {
            bench.iter(|| play(black_box(source), b""));
        });
    }
    group.finish();
}

fn game(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("game");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(play(FALLING, GAME).instructions));
    group.bench_function("arm-falling", |bench| bench.iter(|| play(black_box(FALLING), GAME)));
    group.finish();
}

criterion_group!(benches, instructions, game);
criterion_main!(benches);
