use super::{Likeness, source_likeness};
use crate::machine::{arm, lc3};

fn lc3(text: &str) -> Likeness {
    let build = lc3::build("connect4.asm", text.as_bytes());
    let program = build.program.unwrap_or_else(|| panic!("{:?}", build.diagnostics));
    program.likeness().expect("assembled")
}

fn arm(text: &str) -> Likeness {
    let build = arm::build("connect4.s", text.as_bytes());
    let program = build.program.unwrap_or_else(|| panic!("{:?}", build.diagnostics));
    program.likeness().expect("assembled")
}

/// Fails unless the two are the same but for names and order, and not the same to the bit.
#[track_caller]
fn same_form(one: &Likeness, other: &Likeness) {
    assert_ne!(one.exact, other.exact);
    assert!(one.form.is_some());
    assert_eq!(one.form, other.form);
}

const LC3: &str = ".ORIG x3000
        AND R1, R1, #0
        AND R2, R2, #0
        LD R3, TEN
LOOP    ADD R1, R1, #1
        ADD R2, R2, R1
        ADD R3, R3, #-1
        BRp LOOP
        LEA R4, PLACE
        STR R2, R4, #0
        STR R1, R4, #1
        HALT
TEN     .FILL #10
PLACE   .BLKW 2
.END
";

#[test]
fn labels_and_comments_are_not_in_the_words() {
    let other = LC3
        .replace("LOOP", "again")
        .replace("TEN", "count")
        .replace(", R1\n", ", R1 ; sum\n");
    assert_eq!(lc3(LC3), lc3(&other));
}

#[test]
fn registers_may_have_other_names() {
    let other = LC3
        .replace("R1", "Ra")
        .replace("R2", "R1")
        .replace("Ra", "R5")
        .replace("R4", "R2");
    same_form(&lc3(LC3), &lc3(&other));
}

#[test]
fn independent_lines_may_be_in_another_order() {
    let other = LC3.replace(
        "        AND R1, R1, #0\n        AND R2, R2, #0\n        LD R3, TEN\n",
        "        AND R2, R2, #0\n        AND R1, R1, #0\n        LD R3, TEN\n",
    );
    same_form(&lc3(LC3), &lc3(&other));
    let renamed = other.replace("R3", "R6");
    same_form(&lc3(LC3), &lc3(&renamed));
}

#[test]
fn what_changes_the_program_is_another_form() {
    let differs = |from: &str, to: &str| {
        let other = LC3.replace(from, to);
        assert_ne!(other, LC3);
        assert_ne!(lc3(LC3).form, lc3(&other).form, "{to}");
    };
    differs("#10", "#11");
    differs("ADD R2, R2, R1", "ADD R2, R1, R1");
    differs("STR R1, R4, #1", "STR R1, R4, #0");
    // The sum would begin with 0.
    differs(
        "ADD R1, R1, #1\n        ADD R2, R2, R1\n",
        "ADD R2, R2, R1\n        ADD R1, R1, #1\n",
    );
    // Another line would set the flags for the branch.
    differs(
        "        ADD R2, R2, R1\n        ADD R3, R3, #-1\n",
        "        ADD R3, R3, #-1\n        ADD R2, R2, R1\n",
    );
    // The two stores could be of one place.
    differs(
        "        STR R2, R4, #0\n        STR R1, R4, #1\n",
        "        STR R1, R4, #1\n        STR R2, R4, #0\n",
    );
}

#[test]
fn lines_do_not_change_places_around_data() {
    let program =
        |first: &str, second: &str| lc3(&format!(".ORIG x3000\n{first}\n.FILL x0000\n{second}\nHALT\n.END\n"));
    let (one, other) = ("ADD R1, R2, #1", "LEA R3, #0");
    assert_ne!(program(one, other).form, program(other, one).form);
}

#[test]
fn traps_take_r0_and_calls_write_r7() {
    let program = |register: &str| {
        lc3(&format!(
            ".ORIG x3000\nAND {register}, {register}, #0\nADD {register}, {register}, #5\nOUT\nHALT\n.END\n"
        ))
    };
    assert_eq!(program("R1").form, program("R2").form);
    assert_ne!(program("R0").form, program("R1").form);
}

const ARM: &str = "        AREA a, CODE, READONLY
        ENTRY
start   MOV R4, #0
        LDR R5, =0x40000100
        LDR R6, =12345
loop    CMP R4, #10
        ADDLT R4, R4, #1
        STRLT R4, [R5, #4]
        ADDGE R7, R6, R4
        BLT loop
        STMFD SP!, {R4, R5, LR}
        BL sub
        LDMFD SP!, {R4, R5, LR}
stop    B stop
sub     MOV R8, R4, LSL #2
        MOV PC, LR
        END
";

#[test]
fn arm_registers_labels_and_literals() {
    let renamed = ARM.replace("R4", "R9").replace("R6", "R4").replace("sub", "twice");
    same_form(&arm(ARM), &arm(&renamed));

    // The pool has the literals in another order, too.
    let first = "        LDR R5, =0x40000100\n        LDR R6, =12345\n";
    let second = "        LDR R6, =12345\n        LDR R5, =0x40000100\n";
    same_form(&arm(ARM), &arm(&ARM.replace(first, second)));
}

#[test]
fn arm_flags_keep_their_readers() {
    let differs = |from: &str, to: &str| {
        let other = ARM.replace(from, to);
        assert_ne!(other, ARM);
        assert_ne!(arm(ARM).form, arm(&other).form, "{to}");
    };
    differs("12345", "12346");
    differs("ADDLT R4", "ADDLE R4");
    differs("LSL #2", "LSL #3");
    differs("{R4, R5, LR}\n        BL", "{R4, R6, LR}\n        BL");
    differs(
        "loop    CMP R4, #10\n        ADDLT R4, R4, #1\n",
        "loop    ADDLT R4, R4, #1\n        CMP R4, #10\n",
    );
}

#[test]
fn sources_are_the_same_but_for_comments_and_white_space() {
    let likeness = |text: &str| source_likeness("connect4.c", text.as_bytes());
    let known = likeness("int main(void) { /* begin */ puts(\"a // b\"); return 0; } // end\n");
    assert_eq!(
        known,
        likeness("int main(void)\n{\n    puts(\"a // b\");\n    return 0;\n}\n")
    );
    assert_ne!(known, likeness("int main(void) { puts(\"a //b\"); return 0; }"));
    assert_ne!(likeness("x = '\\'' ; // a"), likeness("x = '\\' ; // a"));
    let of_python = |text: &str| source_likeness("connect4.py", text.as_bytes());
    assert_ne!(of_python("if a:\n  b"), of_python("if a:\nb"));
}

#[test]
fn the_work_grows_with_the_length_alone() {
    let lines = "ADD R1, R2, #1\n".repeat(30_000);
    let program = lc3(&format!(".ORIG x3000\n{lines}HALT\n.END\n"));
    assert_eq!(program.size, 30_001);
}
