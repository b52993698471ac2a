//! Small programs, each with one fault, in the ways students write them.

use super::bench::{BOTH, cause};
use c4grade::machine::lc3::Traps;

/// A fault: the key, the line to change first, a text that the sentence must have, and the program's lines, between
/// `.ORIG x3000` (line 1) and `.END`.
struct Fault {
    key: &'static str,
    line: u32,
    says: &'static str,
    program: &'static str,
}

const fn fault(key: &'static str, line: u32, says: &'static str, program: &'static str) -> Fault {
    Fault {
        key,
        line,
        says,
        program,
    }
}

/// Told alike under both linkages.
const FAULTS: &[Fault] = &[
    // R7 overwritten, by JSR at one and two levels, by JSRR, through a register, on a stack.
    fault(
        "r7-overwritten",
        4,
        "the JSR at line 4",
        "JSR A\nHALT\nA JSR B\nRET\nB RET",
    ),
    fault(
        "r7-overwritten",
        6,
        "the JSR at line 6",
        "JSR A\nHALT\nA ADD R1,R1,#1\nADD R1,R1,#1\nJSR B\nADD R1,R1,#1\nRET\nB RET",
    ),
    fault(
        "r7-overwritten",
        5,
        "the JSRR at line 5",
        "JSR A\nHALT\nA LEA R1,B\nJSRR R1\nRET\nB RET",
    ),
    fault(
        "r7-overwritten",
        7,
        "the JSR at line 7",
        "JSR A\nHALT\nA ST R7,S\nJSR B\nLD R7,S\nB JSR C\nRET\nC RET\nS .BLKW 1",
    ),
    fault(
        "r7-overwritten",
        4,
        "the JSR at line 4",
        "JSR A\nHALT\nA JSR B\nADD R3,R7,#0\nJMP R3\nB RET",
    ),
    fault(
        "r7-overwritten",
        4,
        "before the ST at line 5 saved it",
        "JSR A\nHALT\nA JSR B\nST R7,S\nLD R7,S\nRET\nB RET\nS .FILL 0",
    ),
    fault(
        "r7-overwritten",
        5,
        "before the STR at line 6 saved it",
        "LD R6,P\nJSR A\nHALT\nA JSR B\nSTR R7,R6,#-1\nLDR R7,R6,#-1\nRET\nB RET\nP .FILL x5000",
    ),
    fault(
        "r7-not-loaded",
        6,
        "A saved R7 with the ST at line 4",
        "JSR A\nHALT\nA ST R7,S\nJSR B\nRET\nB RET\nS .FILL 0",
    ),
    fault(
        "save-place-shared",
        8,
        "saved R7 in S, and the ST at line 8 saved its own R7 there",
        "JSR A\nHALT\nA ST R7,S\nJSR B\nLD R7,S\nRET\nB ST R7,S\nJSR C\nLD R7,S\nRET\nC RET\nS .BLKW 1",
    ),
    fault(
        "saved-r7-overwritten",
        7,
        "overwrote it there",
        "JSR A\nHALT\nA ST R7,S\nAND R1,R1,#0\nADD R1,R1,#5\nST R1,S\nLD R7,S\nRET\nS .BLKW 1",
    ),
    fault(
        "r7-wrong-slot",
        8,
        "A saved R7 in S with the ST at line 4",
        "JSR A\nHALT\nA ST R7,S\nLEA R0,A\nST R0,T\nJSR B\nLD R7,T\nRET\nB RET\nS .BLKW 1\nT .BLKW 1",
    ),
    fault(
        "stack-unbalanced",
        9,
        "R6 was 2 words lower by then. B, which A calls, returned with R6 lower than when it was called. Pop in B what it pushes, or in A",
        "LD R6,P\nJSR A\nHALT\nA ADD R6,R6,#-1\nSTR R7,R6,#0\nJSR B\nJSR B\nLDR R7,R6,#0\nADD R6,R6,#1\nRET\n\
         B ADD R6,R6,#-1\nSTR R0,R6,#0\nRET\nP .FILL x5000",
    ),
    // A RET that nobody called.
    fault(
        "ret-into-itself",
        4,
        "what the JSR at line 2 left",
        "JSR A\nADD R1,R1,#1\nRET\nA RET",
    ),
    fault(
        "ret-into-itself",
        5,
        "back to itself",
        "AND R1,R1,#0\nLEA R2,A\nJSRR R2\nRET\nA RET",
    ),
    fault("ret-without-call", 3, "Write HALT", "AND R0,R0,#0\nRET"),
    // Into data.
    fault(
        "runs-into-data",
        3,
        "Put the data after the HALT",
        "AND R0,R0,#0\nADD R0,R0,#3\nT .STRINGZ \"hello, world\"\nV .FILL xD000\nLD R1,V\nHALT",
    ),
    fault("runs-into-data", 2, "begins with", "V .FILL xD000\nLD R1,V\nHALT"),
    fault(
        "runs-into-data",
        2,
        "begins with",
        "V .STRINGZ \"game\"\nW .FILL #-36\nLD R1,V\nHALT",
    ),
    fault(
        "runs-into-data",
        5,
        "Write RET after that line",
        "JSR A\nHALT\nA ADD R1,R1,#1\nADD R1,R1,#1\nV .FILL xD123\nB RET",
    ),
    fault(
        "runs-into-data",
        4,
        "Write RET after that line",
        "JSR A\nHALT\nA LD R1,V\nV .BLKW 4\nT .STRINGZ \"four\"\nU .FILL xFFDC\nB RET",
    ),
    fault(
        "runs-into-data",
        3,
        "jumps to the data at V",
        "AND R0,R0,#0\nBR V\nHALT\nV .FILL xD000",
    ),
    fault(
        "runs-into-data",
        2,
        "jumps to the data at V",
        "JSR V\nHALT\nV .FILL xD000",
    ),
    fault(
        "runs-into-data",
        3,
        "line 4",
        "LD R1,N\nADD R1,R1,#1\nN .FILL x8000\nADD R2,R2,#1\nHALT",
    ),
    fault(
        "runs-into-data",
        3,
        "line 4",
        "LD R1,N\nBRz GO\nN .FILL #-2000\nGO ADD R2,R2,#1\nHALT",
    ),
    // No HALT.
    fault("missing-halt", 3, "runs off the end", "AND R0,R0,#0\nADD R0,R0,#1"),
    fault("missing-halt", 2, "runs off the end", "BR #0"),
    fault(
        "missing-halt",
        4,
        "falls through into the text at T",
        "LEA R1,T\nAND R0,R0,#0\nADD R0,R0,#1\nT .STRINGZ \"bye\"",
    ),
    fault(
        "missing-halt",
        2,
        "falls through into the data at V",
        "LD R1,V\nV .FILL #7",
    ),
    fault(
        "missing-halt",
        2,
        "falls through into the `.BLKW` at V",
        "LD R1,V\nV .BLKW 5",
    ),
    fault(
        "missing-halt",
        2,
        "falls through into the subroutine A",
        "JSR A\nA ADD R1,R1,#1\nRET",
    ),
    fault(
        "missing-halt",
        3,
        "falls through into the subroutine A",
        "JSR A\nADD R2,R2,#1\nA ST R7,S\nADD R1,R1,#1\nLD R7,S\nRET\nS .BLKW 1",
    ),
    fault(
        "missing-halt",
        3,
        "falls through into the data at V",
        "JSR A\nADD R2,R2,#1\nV .FILL #-36\nA ADD R1,R1,#1\nRET",
    ),
    fault(
        "missing-halt",
        4,
        "falls through into the data at V",
        "LEA R1,A\nJSRR R1\nADD R2,R2,#1\nV .FILL xD000\nP .FILL A\nA ADD R1,R1,#1\nRET",
    ),
    fault("missing-ret", 4, "A has no RET", "JSR A\nHALT\nA ADD R1,R1,#1"),
    // A branch to the next line.
    fault(
        "branch-to-next-line",
        4,
        "lines 2 to 5",
        "L ADD R1,R1,#1\nADD R2,R1,#-5\nBRz D\nD BR L\nHALT",
    ),
    fault(
        "branch-to-next-line",
        4,
        "lines 2 to 5",
        "L ADD R1,R1,#1\nADD R2,R1,#-5\nBRp #0\nBRnzp L\nHALT",
    ),
    fault(
        "branch-to-next-line",
        5,
        "lines 4 to 6",
        "JSR A\nHALT\nA AND R0,R0,#0\nBRz B\nB BR A\nRET",
    ),
    fault(
        "branch-to-next-line",
        5,
        "lines 2 to 6",
        "L JSR A\nADD R2,R1,#-5\nNOT R3,R2\nBRn D\nD BR L\nHALT\nA ADD R1,R1,#1\nRET",
    ),
    fault(
        "branch-to-next-line",
        3,
        "lines 2 to 4",
        "L ADD R0,R0,#1\nBRnp NEXT\nNEXT BRnzp L\nDONE HALT",
    ),
    fault(
        "branch-to-next-line",
        3,
        "lines 2 to 4",
        "L LD R0,C\nBRzp NEXT\nNEXT BRnzp L\nDONE HALT\nC .FILL 3",
    ),
    fault("branch-to-itself", 3, "to itself", "AND R0,R0,#0\nL BR L"),
    fault("branch-to-itself", 3, "to itself", "AND R0,R0,#0\nL BRz L\nHALT"),
    fault("loop-without-exit", 3, "lines 2 to 3", "L ADD R0,R0,#1\nBR L"),
    // Loops that do not end.
    fault(
        "counter-never-changed",
        6,
        "depends on R2",
        "AND R2,R2,#0\nADD R2,R2,#5\nL ADD R1,R1,#1\nADD R2,R2,#0\nBRp L\nHALT",
    ),
    fault(
        "counter-never-changed",
        6,
        "depends on R2",
        "AND R2,R2,#0\nADD R2,R2,#5\nL ADD R1,R1,#1\nADD R3,R2,#-6\nBRn L\nHALT",
    ),
    fault(
        "endless-recursion",
        4,
        "Infinite recursion",
        "JSR A\nHALT\nA JSR A\nRET",
    ),
    fault(
        "endless-recursion",
        5,
        "Infinite recursion",
        "JSR A\nHALT\nA ST R7,S\nJSR B\nLD R7,S\nRET\nB ST R7,T\nJSR A\nLD R7,T\nRET\nS .BLKW 1\nT .BLKW 1",
    ),
    fault(
        "wrong-device-address",
        5,
        "xFE12",
        "L LDI R1,D\nBRzp L\nHALT\nD .FILL xFE12",
    ),
    // Texts without an end.
    fault(
        "string-without-end",
        7,
        "the text at T",
        "LEA R0,T\nPUTS\nGETC\nHALT\nT .FILL x48\n.FILL x69\nN .FILL #-48\n.FILL 0",
    ),
    fault(
        "string-without-end",
        6,
        "the text at T",
        "LEA R0,T\nTRAP x22\nHALT\nT .FILL x48\n.FILL x69\nSUB ADD R1,R1,#1\nRET",
    ),
    fault(
        "string-end-overwritten",
        5,
        "overwritten by the STR at line 5",
        "LEA R1,T\nLD R2,C\nADD R0,R1,#0\nSTR R2,R1,#2\nPUTS\nHALT\nC .FILL x21\nT .STRINGZ \"Hi\"\nN .FILL #-48\n.FILL 0",
    ),
    fault(
        "character-for-address",
        3,
        "not with LD",
        "LD R0,T\nPUTS\nHALT\nT .STRINGZ \"Hi\"",
    ),
    // Stores into code.
    fault(
        "store-into-code",
        3,
        "with x0058",
        "LD R0,X\nST R0,L\nL ADD R1,R1,#1\nADD R1,R1,#1\nHALT\nX .FILL x58",
    ),
    fault(
        "store-into-code",
        5,
        "overwrote the instruction",
        "LEA R1,CELL\nLD R0,X\nADD R1,R1,#-2\nSTR R0,R1,#0\nHALT\nADD R0,R0,#0\nCELL HALT\nX .FILL xD058",
    ),
    // What nothing wrote.
    fault(
        "unwritten-read",
        3,
        "never stored R7 there",
        "JSR A\nA LD R7,S\nRET\nHALT\nS .BLKW 1",
    ),
    fault(
        "r7-not-saved",
        5,
        "A had not stored R7 there",
        "LD R6,SP\nJSR A\nHALT\nA ADD R6,R6,#-1\nSTR R5,R6,#0\nLDR R7,R6,#0\nRET\nSP .FILL x4000",
    ),
    fault("unwritten-read", 2, "reads P", "LD R1,P\nJMP R1\nHALT\nP .BLKW 1"),
    fault("unwritten-read", 2, "reads P", "LD R1,P\nJSRR R1\nHALT\nP .BLKW 1"),
    fault(
        "unwritten-read",
        3,
        "reads x5000",
        "LD R2,Q\nLDR R1,R2,#0\nJMP R1\nHALT\nQ .FILL x5000",
    ),
    fault(
        "unwritten-read",
        2,
        "reads P",
        "LD R1,P\nADD R1,R1,#5\nADD R1,R1,R1\nJMP R1\nHALT\nP .BLKW 1",
    ),
    fault(
        "unwritten-read",
        3,
        "reads x4000",
        "L ADD R4,R4,#1\nLDI R1,Q\nADD R1,R1,#0\nBRz L\nHALT\nQ .FILL x4000",
    ),
    fault("register-never-set", 2, "reads R3", "JMP R3\nHALT"),
    fault("register-never-set", 2, "reads R3", "JSRR R3\nHALT"),
    fault(
        "stack-pointer-never-set",
        4,
        "reads R6",
        "JSR A\nHALT\nA ADD R6,R6,#-1\nSTR R7,R6,#0\nADD R6,R6,#-1\nSTR R1,R6,#0\nRET",
    ),
];

/// Where TRAP overwrites R7.
const TRAPS_OVERWRITE: &[Fault] = &[
    fault(
        "r7-overwritten",
        5,
        "the PUTS at line 5",
        "JSR A\nHALT\nA LEA R0,T\nPUTS\nRET\nT .STRINGZ \"x\"",
    ),
    fault(
        "r7-overwritten",
        5,
        "the PUTS at line 5",
        "JSR A\nHALT\nA LEA R0,T\nTRAP x22\nADD R1,R1,#1\nRET\nT .STRINGZ \"x\"",
    ),
    fault(
        "r7-overwritten",
        6,
        "the OUT at line 6",
        "JSR A\nHALT\nA GETC\nADD R1,R0,#0\nOUT\nRET",
    ),
    fault("r7-overwritten", 4, "the GETC at line 4", "JSR A\nHALT\nA GETC\nRET"),
    fault(
        "r7-overwritten",
        7,
        "the OUT at line 7",
        "JSR A\nHALT\nA AND R1,R1,#0\nADD R1,R1,#3\nLD R0,C\nL OUT\nADD R1,R1,#-1\nBRp L\nRET\nC .FILL x41",
    ),
    fault(
        "r7-overwritten",
        5,
        "the OUT at line 5",
        "JSR A\nHALT\nA LD R0,C\nOUT\nST R7,S\nLD R7,S\nRET\nC .FILL x41\nS .BLKW 1",
    ),
    fault(
        "r7-overwritten",
        8,
        "the OUT at line 8",
        "JSR A\nHALT\nA ST R7,S\nJSR B\nLD R7,S\nRET\nB OUT\nRET\nS .BLKW 1",
    ),
    fault(
        "r7-not-loaded",
        6,
        "A saved R7 with the ST at line 4",
        "JSR A\nHALT\nA ST R7,S\nPUTS\nRET\nS .FILL 0",
    ),
    fault(
        "ret-into-itself",
        4,
        "what the PUTS at line 3 left",
        "LEA R0,T\nPUTS\nRET\nT .STRINGZ \"x\"",
    ),
];

#[test]
fn small_programs() {
    for fault in FAULTS {
        for traps in BOTH {
            check(fault, traps);
        }
    }
    for fault in TRAPS_OVERWRITE {
        check(fault, Traps::OverwriteR7);
    }
}

fn check(fault: &Fault, traps: Traps) {
    let source = format!(".ORIG x3000\n{}\n.END\n", fault.program);
    let found = cause(&source, traps, "12");
    let Some(found) = found else {
        panic!("{} {traps:?}: nothing said of\n{source}", fault.key);
    };
    let said = (found.key.as_str(), found.places[0].line);
    assert_eq!(
        said,
        (fault.key, Some(fault.line)),
        "{traps:?}: {}\n{source}",
        found.sentence
    );
    assert!(
        found.sentence.contains(fault.says),
        "{traps:?}: {}\n{source}",
        found.sentence
    );
}
