//! Programs that are measured, and how they run on both machines.

use std::collections::VecDeque;
use std::sync::{Arc, RwLock};

use c4grade::machine::{Limits, Machine};
use lc3_ensemble::asm::assemble;
use lc3_ensemble::parse::parse_ast;
use lc3_ensemble::sim::device::{BufferedDisplay, BufferedKeyboard};
use lc3_ensemble::sim::{SimFlags, Simulator};

/// Counts down from 32,767 ten times: three instructions a turn.
pub const COUNTING: &str = "
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
pub const MEMORY: &str = "
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

/// Fills a board, scans it cell by cell with a subroutine, and sums it up, again and again.
pub const MIX: &str = "
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

/// The reference program of `lc3-starter`.
pub const REFERENCE: &str = include_str!("../reference/lc3-starter/connect4.asm");
/// The reference program of `arm-falling`, which draws each row that a piece passes.
pub const FALLING: &str = include_str!("../reference/arm-falling/connect4.s");
/// A whole game to the 36th piece.
pub const GAME: &str = "112265456121521343136246653436244355";

const LIMITS: Limits = Limits {
    instructions: u64::MAX >> 1,
    output: 1 << 24,
};

/// The instructions of a program's run on the emulator of c4grade.
pub fn ours(machine: Machine, source: &str, keys: &[u8]) -> u64 {
    let build = machine.build("program", source.as_bytes(), None).expect("it is embedded");
    let mut session = machine.session(&build.program.expect("it assembles"));
    session.play(keys, LIMITS).expect("it is embedded").instructions
}

/// The same run of an LC-3 program on `lc3-ensemble`.
pub fn theirs(source: &str, keys: &[u8]) -> usize {
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
