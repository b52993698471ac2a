//! An LC-3 program for comparison with others: see [`crate::machine::assembly::canonical`].

use std::collections::BTreeSet;

use super::isa::{Instruction, decode};
use super::program::{Kind, Program};
use crate::machine::assembly::canonical::{Code, Line, Memory};

/// R0, through which traps take and return values, and R7, which they and calls write.
const FIXED: u16 = 1 | 1 << 7;

/// The words of a program with their addresses.
pub(in crate::machine) fn words(program: &Program) -> Vec<u8> {
    let mut bytes = Vec::new();
    for block in &program.blocks {
        bytes.extend(block.origin.to_le_bytes());
        bytes.extend((block.words.len() as u32).to_le_bytes());
        bytes.extend(block.words.iter().flat_map(|word| word.bits.to_le_bytes()));
    }
    bytes
}

/// A program's instructions and data; `None` for an image in which nothing distinguishes them.
pub(in crate::machine) fn code(program: &Program) -> Option<Code> {
    let words = || {
        let blocks = program.blocks.iter();
        blocks.flat_map(|block| {
            let words = block.words.iter().enumerate();
            words.map(|(index, word)| (block.origin.wrapping_add(index as u16), word))
        })
    };
    if words().any(|(_, word)| word.line == 0) {
        return None;
    }

    let is_code = |address: u32| {
        let word = program.word(address as u16);
        word.is_some_and(|word| word.kind == Kind::Code)
    };
    let mut code = Code {
        fixed: FIXED,
        step: 1,
        ..Code::default()
    };
    for (address, word) in words() {
        if word.kind == Kind::Code {
            let instruction = decode(word.bits);
            code.entries.extend(target(instruction, address));
            code.lines.push(line(instruction, address, &is_code));
        } else {
            // A word may be the address that a jump goes to.
            code.entries.insert(u32::from(word.bits));
            code.data.extend(address.to_le_bytes());
            code.data.push(u8::from(word.kind == Kind::Reserved));
            code.data.extend(word.bits.to_le_bytes());
        }
    }
    code.lines.sort_by_key(|line| line.address);
    code.entries = code
        .entries
        .into_iter()
        .filter(|entry| is_code(*entry))
        .collect::<BTreeSet<_>>();
    Some(code)
}

/// The address that an instruction names by its distance.
fn target(instruction: Instruction, address: u16) -> Option<u32> {
    use Instruction::{Br, Jsr, Ld, Ldi, Lea, St, Sti};

    let (Br { offset, .. }
    | Jsr { offset }
    | Ld { offset, .. }
    | Ldi { offset, .. }
    | Lea { offset, .. }
    | St { offset, .. }
    | Sti { offset, .. }) = instruction
    else {
        return None;
    };
    Some(u32::from(address.wrapping_add(1).wrapping_add_signed(offset)))
}

fn line(instruction: Instruction, address: u16, is_code: &dyn Fn(u32) -> bool) -> Line {
    use Instruction::{Add, AddImm, And, AndImm, Ld, Ldi, Ldr, Lea, Not, St, Sti, Str};

    let target = target(instruction, address);
    // The register that is written, those that are read, the number, memory.
    let (written, read, number, memory) = match instruction {
        Add { dr, sr1, sr2 } | And { dr, sr1, sr2 } => (Some(dr), vec![sr1, sr2], 0, Memory::None),
        AddImm { dr, sr1, imm } | AndImm { dr, sr1, imm } => (Some(dr), vec![sr1], imm, Memory::None),
        Not { dr, sr } => (Some(dr), vec![sr], 0, Memory::None),
        Ld { dr, .. } => (Some(dr), Vec::new(), 0, Memory::Load(target)),
        Ldi { dr, .. } => (Some(dr), Vec::new(), 0, Memory::Load(None)),
        Ldr { dr, base, offset } => (Some(dr), vec![base], offset, Memory::Load(None)),
        Lea { dr, .. } => (Some(dr), Vec::new(), 0, Memory::None),
        St { sr, .. } => (None, vec![sr], 0, Memory::Store(target)),
        Sti { sr, .. } => (None, vec![sr], 0, Memory::Store(None)),
        Str { sr, base, offset } => (None, vec![sr, base], offset, Memory::Store(None)),
        _ => return fixed(instruction, address, target),
    };

    let mut shape = vec![(instruction.encode() >> 12) as u8, u8::from(read.len() == 1)];
    shape.extend(number.to_le_bytes());
    shape.extend(target.unwrap_or_default().to_le_bytes());
    let bits = |registers: &[u8]| registers.iter().fold(0u16, |bits, register| bits | 1 << register);

    Line {
        address: u32::from(address),
        shape,
        reads: bits(&read),
        writes: bits(written.as_slice()),
        registers: written.into_iter().chain(read).collect(),
        is_set: false,
        reads_flags: false,
        sets_flags: written.is_some(),
        memory,
        // A program that changes itself: who knows what comes next.
        is_fixed: matches!(memory, Memory::Store(Some(target)) if is_code(target)),
    }
}

/// Jumps, calls, traps: with the registers that they name, and their targets.
fn fixed(instruction: Instruction, address: u16, target: Option<u32>) -> Line {
    let (registers, bits) = match instruction {
        Instruction::Jmp { base } | Instruction::Jsrr { base } => (vec![base], instruction.encode() & 0xF000),
        Instruction::Br { nzp, .. } => (Vec::new(), u16::from(nzp)),
        Instruction::Jsr { .. } => (Vec::new(), 0x4800),
        other => (Vec::new(), other.encode()),
    };
    let mut shape = vec![0xFF];
    shape.extend(bits.to_le_bytes());
    shape.extend(target.unwrap_or_default().to_le_bytes());

    Line::barrier(u32::from(address), shape, registers)
}
