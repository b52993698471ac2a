//! A change in the memory of a loaded program does what its edit does to the source: both print the same.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use c4grade::machine::patch::Patch;
use c4grade::machine::patches::Patches;
use c4grade::machine::{Limits, Machine, Program, Session, Stop, arm, lc3};
use c4grade::result::Ending;

const STARTER: &str = include_str!("../../reference/lc3-starter/connect4.asm");
const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");

/// A refused key, a win in a row, and what follows it.
const KEYS: &[u8] = b"9162636465";

const LIMITS: Limits = Limits {
    instructions: 40_000,
    output: 20_000,
};

fn assembled(machine: Machine, text: &str) -> Option<Program> {
    machine.build("connect4", text.as_bytes(), None).ok()?.program
}

/// What a program prints key by key, and how it ends.
fn printed(session: &mut Session) -> (Vec<u8>, Option<Stop>) {
    let mut bytes = Vec::new();
    let mut paused = None;
    for key in 0..=KEYS.len() {
        let stretch = session.stretch(paused.as_ref(), &KEYS[key.saturating_sub(1)..key], LIMITS);
        let stretch = stretch.expect("an emulated machine");
        bytes.extend(stretch.output.bytes);
        match stretch.end {
            Ok(next) => paused = Some(next),
            Err(stop) => return (bytes, Some(stop)),
        }
    }
    (bytes, None)
}

#[test]
fn patched_memory_and_edited_sources_play_alike() {
    play_alike(
        Machine::Lc3(lc3::settings::Settings::default()),
        STARTER,
        (0x3000..0x3000 + 700, 1),
    );
}

#[test]
fn patched_flash_and_edited_sources_play_alike() {
    play_alike(Machine::Arm(arm::Settings::default()), REDFIRST, (0..0x600, 4));
}

/// Compares a sample of the patches of a program with their edits.
fn play_alike(machine: Machine, source: &str, (addresses, step): (Range<u32>, usize)) {
    const EVERY: usize = 23;
    const MORE: usize = 7;
    let program = assembled(machine, source).expect("it is right");
    let patches = Patches::of(&program).expect("it has a source");
    let mut patched = machine.session(&program);

    let addresses: Vec<u32> = addresses.step_by(step).collect();
    let all = addresses
        .iter()
        .flat_map(|address| patches.at(*address).into_iter().chain(patches.inserted_at(*address)));
    let more = addresses.iter().flat_map(|address| {
        patches
            .reordered_far(*address)
            .into_iter()
            .chain(patches.pairs_at(*address))
    });
    let sample: Vec<Patch> = all.step_by(EVERY).chain(more.step_by(MORE)).collect();

    let text: BTreeSet<u8> = printed(&mut patched).0.into_iter().collect();
    let mut compared = 0;
    let mut differences = String::new();
    for patch in &sample {
        // An edit may take a label out of reach.
        let Some(edited) = assembled(machine, &patch.edit.apply(source)) else {
            continue;
        };
        patched.patch(Some(patch));
        let (in_memory, memory_end) = printed(&mut patched);
        let (in_source, source_end) = printed(&mut machine.session(&edited));
        // What runs until its instructions are used up, or prints memory as text, depends on where things are.
        let is_cut = |end: &Option<Stop>| end.as_ref().is_some_and(|stop| stop.ending != Ending::Halted);
        let is_text = in_memory.iter().chain(&in_source).all(|byte| text.contains(byte));
        if is_cut(&memory_end) && is_cut(&source_end) || !is_text {
            continue;
        }
        compared += 1;
        if in_memory != in_source {
            let _ = writeln!(differences, "{:?}", patch.edit);
        }
    }
    assert!(compared > 500, "only {compared} of {}", sample.len());
    // So does what overwrites a return address or computes with one.
    let different = differences.lines().count();
    assert!(different * 50 <= compared, "{different} of {compared}:\n{differences}");

    patched.patch(None);
    let mut own = machine.session(&program);
    assert_eq!(printed(&mut patched).0, printed(&mut own).0, "the program itself again");
}

const CODE: &str = "        AREA    code, CODE, READONLY
        ENTRY
        LDR     R1, =TABLE
        LDRB    R0, [R1, #5]
        BL      FIRST
        BL      SECOND
stop    B       stop
FIRST   MOV     R0, #1
        BX      LR
SECOND  MOV     R0, #2
        BX      LR
TABLE   DCB     1, 2, 3
        DCB     4, 5, 6
        END
";

// The line before was named where the word of an edited number begins in that one's data.
#[test]
fn an_edit_of_data_is_in_the_line_of_its_statement() {
    let program = assembled(Machine::Arm(arm::Settings::default()), CODE).expect("it is right");
    let patches = Patches::of(&program).expect("it has a source");
    let data = patches.data_of(0);
    assert_eq!(data.len(), 2, "two statements");
    let edits: Vec<Patch> = data.iter().flat_map(|address| patches.at(*address)).collect();
    let lines: BTreeSet<u32> = edits.iter().map(|edit| edit.edit.line as u32).collect();
    assert_eq!(lines, BTreeSet::from([12, 13]));
    for edit in &edits {
        assert_eq!(
            patches.place_of(edit).line,
            Some(edit.edit.line as u32),
            "{:?}",
            edit.edit
        );
    }
}

// The last word of an image is seldom whole: nothing was tried in it.
#[test]
fn the_last_byte_of_an_image_can_be_another() {
    let text = CODE.replace("4, 5, 6", "4, 5, 'A', 6, 7");
    let program = assembled(Machine::Arm(arm::Settings::default()), &text).expect("it is right");
    let patches = Patches::of(&program).expect("it has a source");
    let data = patches.data_of(0);
    let edits: Vec<String> = data
        .iter()
        .flat_map(|address| patches.at(*address))
        .map(|patch| patch.edit.after)
        .collect();
    assert!(edits.contains(&"DCB     4, 5, 'A', 6, 8".to_owned()), "{edits:?}");
    assert!(edits.contains(&"DCB     4, 5, 'B', 6, 7".to_owned()), "{edits:?}");
}

// A subroutine that ran on into the next one was "proved" where that did by accident what a missing call should do.
#[test]
fn no_edit_lets_a_subroutine_run_on_into_the_next_one() {
    let program = assembled(Machine::Arm(arm::Settings::default()), CODE).expect("it is right");
    let patches = Patches::of(&program).expect("it has a source");
    let dropped = |line: usize| {
        let edits = (0..0x40).step_by(4).flat_map(|address| patches.at(address));
        let of_line: Vec<Patch> = edits.filter(|edit| edit.edit.line == line).collect();
        of_line.iter().any(|edit| edit.edit.after.is_empty())
    };
    assert!(dropped(8) && !dropped(9) && dropped(11), "only the BX of FIRST stays");
}

/// How odd a statement is before the one at an address.
fn oddity(machine: Machine, text: &str, address: u32, statement: &str) -> usize {
    let program = assembled(machine, text).expect("it assembles");
    let patches = Patches::of(&program).expect("it has a source");
    let inserted = patches.inserted_at(address).into_iter();
    let mut same = inserted.filter(|patch| patch.edit.after == statement && !patch.inserted[0].is_after);
    let patch = same.next().unwrap_or_else(|| panic!("{statement} is among them"));
    patches.likelihood(&patch).strangeness
}

#[test]
fn what_a_subroutine_would_find_by_chance_is_odd() {
    // What another subroutine has saved, and what the own one has.
    let text = " .ORIG x3000\n JSR FIRST\n JSR SECOND\n HALT\nFIRST ST R1, F_R1\n AND R1, R1, #0\n LD R1, F_R1\n RET\n\
                F_R1 .BLKW 1\nSECOND ST R1, S_R1\n AND R0, R1, #1\n LD R1, S_R1\n RET\nS_R1 .BLKW 1\n .END\n";
    let machine = Machine::Lc3(lc3::settings::Settings::default());
    let [other, own] = ["LD R1, F_R1", "LD R1, S_R1"].map(|load| oddity(machine, text, 0x3009, load));
    assert!(other >= 3 && own < 3, "{other} and {own}");

    // A register of the caller, which the subroutine is not given.
    let text = " AREA t, CODE, READONLY\n ENTRY\n MOV R4, #1\n BL SUB\nstop B stop\nSUB STMFD SP!, {R4, LR}\n MOV R4, R0\n\
                \x20MOV R0, R1\n LDMFD SP!, {R4, PC}\n END\n";
    let machine = Machine::Arm(arm::Settings::default());
    let [kept, given] = ["MOV R0, R4", "MOV R0, R1"].map(|copy| oddity(machine, text, 12, copy));
    assert!(kept >= 3 && given < 3, "{kept} and {given}");
}
