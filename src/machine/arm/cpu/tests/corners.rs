//! What an ARM7TDMI does where emulators of later processors do otherwise. Facts: DDI 0100, A2.4.3 and A4; ARM7TDMI
//! data sheet (DDI 0029), chapters 4 and 5.

use super::super::{Exit, Fault, Machine};
use super::{CODE, machine};
use crate::machine::arm::program::RAM;

/// Runs one instruction with some registers set, by the loop and by the interpreter, which must agree.
fn after(word: u32, registers: &[(usize, u32)]) -> Machine {
    after_with(word, registers, |_| {})
}

fn after_with(word: u32, registers: &[(usize, u32)], prepare: impl Fn(&mut Machine)) -> Machine {
    let [fast, interpreted] = [false, true].map(|interpreted| {
        let mut machine = machine(word, interpreted);
        for at in 0..32 {
            machine
                .memory
                .store::<false>(RAM.0 + at * 4, 0x4433_2211 + at * 0x0404_0404);
        }
        prepare(&mut machine);
        for (number, value) in registers {
            machine.registers.r[*number] = *value;
        }
        assert_eq!(machine.step(), Exit::Fuel, "{word:08X}");
        machine
    });
    assert_eq!(fast.registers, interpreted.registers, "{word:08X}");
    assert_eq!(fast.pc, interpreted.pc, "{word:08X}");

    let words = |machine: &Machine| (0..64).map(|at| machine.memory.ram(RAM.0 + at * 4)).collect::<Vec<_>>();
    assert_eq!(words(&fast), words(&interpreted), "{word:08X}");
    fast
}

fn fault(word: u32, registers: &[(usize, u32)]) -> Fault {
    let mut machine = machine(word, false);
    for (number, value) in registers {
        machine.registers.r[*number] = *value;
    }
    match machine.step() {
        Exit::Crashed(fault) => fault,
        exit => panic!("{word:08X} ends in {exit:?}"),
    }
}

#[test]
fn words_loaded_from_odd_places_are_rotated() {
    for (from, expected) in [(0, 0x4433_2211), (1, 0x1144_3322), (2, 0x2211_4433), (3, 0x3322_1144)] {
        let at = RAM.0 + from;
        assert_eq!(after(0xE591_0000, &[(1, at)]).registers.r[0], expected, "LDR R0, [R1]");
        assert_eq!(
            after(0xE791_0002, &[(1, RAM.0), (2, from)]).registers.r[0],
            expected,
            "LDR R0, [R1, R2]"
        );
        assert_eq!(
            after(0xE491_0004, &[(1, at)]).registers.r[0],
            expected,
            "LDR R0, [R1], #4"
        );

        let swapped = after(0xE101_0092, &[(1, at), (2, 7)]);
        assert_eq!(swapped.registers.r[0], expected, "SWP R0, R2, [R1]");
        assert_eq!(swapped.memory.ram(RAM.0), 7);
    }
}

#[test]
fn halfwords_loaded_from_odd_places_are_rotated_or_signed_bytes() {
    assert_eq!(
        after(0xE1D1_00B0, &[(1, RAM.0 + 1)]).registers.r[0],
        0x1100_0022,
        "LDRH"
    );
    assert_eq!(
        after(0xE1D1_00B0, &[(1, RAM.0 + 3)]).registers.r[0],
        0x3300_0044,
        "LDRH"
    );
    let negative = |machine: &mut Machine| machine.memory.store::<false>(RAM.0, 0x8081_F211);

    assert_eq!(
        after_with(0xE1D1_00F0, &[(1, RAM.0 + 1)], negative).registers.r[0],
        0xFFFF_FFF2,
        "LDRSH"
    );
    assert_eq!(
        after_with(0xE1D1_00F0, &[(1, RAM.0 + 2)], negative).registers.r[0],
        0xFFFF_8081,
        "LDRSH"
    );
    assert_eq!(
        after_with(0xE1D1_00D0, &[(1, RAM.0 + 2)], negative).registers.r[0],
        0xFFFF_FF81,
        "LDRSB"
    );
}

#[test]
fn stores_to_odd_places_go_to_the_aligned_one() {
    assert_eq!(
        after(0xE581_0000, &[(0, 9), (1, RAM.0 + 3)]).memory.ram(RAM.0),
        9,
        "STR"
    );
    assert_eq!(
        after(0xE1C1_00B0, &[(0, 9), (1, RAM.0 + 3)]).memory.ram(RAM.0),
        0x0009_2211,
        "STRH"
    );
    let moved = after(0xE9A1_0001, &[(0, 9), (1, RAM.0 + 3)]); // STMIB R1!, {R0}

    assert_eq!((moved.memory.ram(RAM.0 + 4), moved.registers.r[1]), (9, RAM.0 + 7));
}

#[test]
fn the_program_counter_reads_two_or_three_instructions_on() {
    assert_eq!(after(0xE1A0_000F, &[]).registers.r[0], CODE + 8, "MOV R0, PC");
    assert_eq!(after(0xE28F_0004, &[]).registers.r[0], CODE + 12, "ADD R0, PC, #4");
    assert_eq!(
        after(0xE1A0_021F, &[(2, 0)]).registers.r[0],
        CODE + 12,
        "MOV R0, PC, LSL R2"
    );
    assert_eq!(
        after(0xE08F_0211, &[(1, 1), (2, 4)]).registers.r[0],
        CODE + 12 + 16,
        "ADD R0, PC, R1, LSL R2"
    );

    assert_eq!(
        after(0xE581_F000, &[(1, RAM.0)]).memory.ram(RAM.0),
        CODE + 12,
        "STR PC, [R1]"
    );
    assert_eq!(
        after(0xE881_8000, &[(1, RAM.0)]).memory.ram(RAM.0),
        CODE + 12,
        "STM R1, {{PC}}"
    );
}

#[test]
fn writing_the_program_counter_jumps() {
    assert_eq!(
        after(0xE1A0_F001, &[(1, 0x202)]).pc,
        0x200,
        "MOV PC, R1 ignores the lowest bits"
    );
    assert_eq!(after(0xE08F_F001, &[(1, 8)]).pc, CODE + 16, "ADD PC, PC, R1");
    assert_eq!(after(0xE591_F000, &[(1, RAM.0)]).pc, 0x4433_2210, "LDR PC, [R1]");
    let returned = after(0xE8BD_8001, &[(13, RAM.0)]); // POP {R0, PC}
    assert_eq!((returned.pc, returned.registers.r[13]), (0x4837_2614, RAM.0 + 8));
    assert_eq!(after(0xE12F_FF11, &[(1, 0x300)]).pc, 0x300, "BX R1");
}

#[test]
fn a_base_in_the_list_of_its_own_transfer() {
    // LDM: what is loaded wins over the base that moves.
    assert_eq!(
        after(0xE8B1_0006, &[(1, RAM.0)]).registers.r[1],
        0x4433_2211,
        "LDMIA R1!, {{R1, R2}}"
    );

    // STM: the first of the list is stored as it was, a later one as it will be.
    let first = after(0xE8A1_0006, &[(1, RAM.0), (2, 5)]);
    assert_eq!(first.memory.ram(RAM.0), RAM.0, "STMIA R1!, {{R1, R2}}");
    let later = after(0xE8A2_0006, &[(1, 5), (2, RAM.0)]);
    assert_eq!(later.memory.ram(RAM.0 + 4), RAM.0 + 8, "STMIA R2!, {{R1, R2}}");
    assert_eq!(later.registers.r[2], RAM.0 + 8);
}

#[test]
fn an_empty_list_moves_the_program_counter_and_the_base_by_sixteen_words() {
    let loaded = after(0xE8B1_0000, &[(1, RAM.0)]); // LDMIA R1!, {}
    assert_eq!((loaded.pc, loaded.registers.r[1]), (0x4433_2210, RAM.0 + 0x40));
    let stored = after(0xE921_0000, &[(1, RAM.0 + 0x80)]); // STMDB R1!, {}
    assert_eq!(stored.registers.r[1], RAM.0 + 0x40);
    assert_eq!(stored.memory.ram(RAM.0 + 0x40), CODE + 12);
}

#[test]
fn each_mode_has_its_own_stack_and_only_some_may_change_it() {
    let mut machine = machine(0xE121_F000, false); // MSR CPSR_c, R0
    let mut set_mode = |mode: u32| {
        machine.pc = CODE;
        machine.registers.r[0] = mode;
        machine.fuel = 1;
        assert_eq!(machine.step(), Exit::Fuel);
        machine.registers.clone()
    };

    let _ = set_mode(0xD2);
    assert_eq!(set_mode(0xD2).status() & 0x1F, 0x12, "IRQ");
    assert_eq!(set_mode(0xD0).status() & 0x1F, 0x10, "user");
    assert_eq!(set_mode(0xD3).status() & 0x1F, 0x10, "user mode cannot leave itself");

    let banked = after_with(0xE121_F000, &[(0, 0xD1)], |machine| {
        machine.registers.r = std::array::from_fn(|number| number as u32 + 100);
        machine.registers.r[15] = 0;
    });

    assert_eq!(
        banked.registers.r[7..15],
        [107, 0, 0, 0, 0, 0, 0, 0],
        "FIQ has R8 to R14 of its own"
    );
}

#[test]
fn user_registers_are_stored_from_other_modes() {
    // STMIA R0, {R13, R14}^ in supervisor mode, after user mode's were set with LDMIA R0, {R13, R14}^.
    let loaded = after(0xE8D0_6000, &[(0, RAM.0), (13, 1), (14, 2)]);
    assert_eq!(loaded.registers.r[13..15], [1, 2], "supervisor's own stay");
    let mut registers = loaded.registers;
    assert_eq!([*registers.user(13), *registers.user(14)], [0x4433_2211, 0x4837_2615]);
    let stored = after_with(0xE8C0_6000, &[(0, RAM.0 + 64), (13, 1), (14, 2)], |machine| {
        *machine.registers.user(13) = 11;
        *machine.registers.user(14) = 12;
    });
    assert_eq!([0, 4].map(|at| stored.memory.ram(RAM.0 + 64 + at)), [11, 12]);
}

#[test]
fn movs_pc_lr_brings_the_saved_status_back() {
    let returned = after_with(0xE1B0_F00E, &[(14, 0x200)], |machine| {
        machine.registers.set_saved(0xA000_00DF, u32::MAX);
    });
    assert_eq!((returned.pc, returned.registers.status()), (0x200, 0xA000_00DF));
}

#[test]
fn every_operation_on_the_program_counter_that_sets_flags_is_a_return() {
    // ADDS PC, R1, #8; ORRS PC, R1, #8; LDMIA R1, {PC}^
    let saved = |machine: &mut Machine| machine.registers.set_saved(0xA000_00DF, u32::MAX);
    for word in [0xE291_F008, 0xE391_F008] {
        let returned = after_with(word, &[(1, 0x200)], saved);
        assert_eq!((returned.pc, returned.registers.status()), (0x208, 0xA000_00DF));
    }
    let returned = after_with(0xE8D1_8000, &[(1, RAM.0)], saved);
    assert_eq!((returned.pc, returned.registers.status()), (0x4433_2210, 0xA000_00DF));
}

#[test]
fn what_would_be_an_exception_is_a_fault() {
    assert_eq!(fault(0xEF12_3456, &[]), Fault::Interrupt(0x12_3456), "SWI");
    assert_eq!(fault(0xE7F0_00F0, &[]), Fault::Undefined(0xE7F0_00F0));
    assert_eq!(
        fault(0xEE01_0F10, &[]),
        Fault::Undefined(0xEE01_0F10),
        "there is no coprocessor"
    );
    assert_eq!(fault(0xF1A0_0000, &[]), Fault::Undefined(0xF1A0_0000), "condition 15");
    assert_eq!(fault(0xE12F_FF11, &[(1, 0x201)]), Fault::Thumb(0x201), "BX R1");
    assert_eq!(fault(0xE121_F000, &[(0, 0x40)]), Fault::Mode(0), "MSR CPSR_c, R0");
    assert_eq!(fault(0xE591_0000, &[(1, 0x8_0000)]), Fault::Load(0x8_0000));
    assert_eq!(fault(0xE5C1_0000, &[(1, RAM.0 + RAM.1)]), Fault::Store(RAM.0 + RAM.1));
    assert_eq!(fault(0xE581_0000, &[(1, 0x7FFFC)]), Fault::StoreToFlash(0x7FFFC));

    assert_eq!(
        fault(0xE8A1_000C, &[(1, RAM.0 + RAM.1 - 4)]),
        Fault::Store(RAM.0 + RAM.1),
        "STM past the end"
    );
}
