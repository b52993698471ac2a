//! The same instruction with something else in one place.
//!
//! Instructions are words of fields: what people get wrong is one field.

use std::collections::BTreeSet;

use super::super::isa::{self, Instruction};
use super::{Aimed, Patches, target};
use crate::machine::edits::EditKind;

/// How many labels are tried in place of that of a branch, and of a word of data.
const JUMPS: usize = 8;
const WORDS: usize = 24;
/// How many words away instructions are close.
const CLOSE: u16 = 32;

/// Nobody means another register than R7 here.
const RET: u16 = 0xC1C0;
/// R6 where the result goes. Nobody moves it, or R7, by a register.
const STACK_POINTER: u16 = 0x0C00;

/// A field of an instruction.
struct Field {
    kind: EditKind,
    shift: u32,
    width: u32,
}

impl Field {
    fn with(&self, bits: u16, value: u16) -> u16 {
        let mask = ((1 << self.width) - 1) << self.shift;
        bits & !mask | value << self.shift & mask
    }
}

fn field(kind: EditKind, shift: u32, width: u32) -> Field {
    Field { kind, shift, width }
}

/// The fields of an instruction, but for the offset to a label.
fn fields(bits: u16) -> Vec<Field> {
    let register = |shift| field(EditKind::Register, shift, 3);
    match bits >> 12 {
        0x0 => vec![field(EditKind::Condition, 9, 3)],
        0x1 | 0x5 if bits & 0x20 != 0 => vec![field(EditKind::Number, 0, 5), register(9), register(6)],
        0x1 | 0x5 => vec![register(9), register(6), register(0)],
        0x2 | 0x3 | 0xA | 0xB | 0xE => vec![register(9)],
        0x6 | 0x7 => vec![field(EditKind::Number, 0, 6), register(9), register(6)],
        0x9 => vec![register(9), register(6)],
        0xC if bits != RET => vec![register(6)],
        _ => Vec::new(),
    }
}

/// The number in an instruction.
pub(super) fn number(bits: u16) -> Option<i16> {
    match isa::decode(bits) {
        Instruction::AddImm { imm: number, .. }
        | Instruction::AndImm { imm: number, .. }
        | Instruction::Ldr { offset: number, .. }
        | Instruction::Str { offset: number, .. } => Some(number),
        _ => None,
    }
}

/// The same operands with another opcode.
fn other_opcodes(bits: u16) -> Vec<u16> {
    let operands = bits & 0x0FFF;
    let with = |opcodes: &[u16]| {
        opcodes
            .iter()
            .map(|opcode| opcode << 12 | operands)
            .collect::<Vec<u16>>()
    };
    let vectors = isa::TRAPS.iter().map(|(_, vector)| 0xF000 | u16::from(*vector));
    match bits >> 12 {
        0x1 | 0x5 => {
            let (dr, sr1) = (bits & 0x0E00, bits & 0x01C0);
            let mut others = with(&[0x1, 0x5]);
            others.push(0x903F | dr | sr1);
            for opcode in [0x1000, 0x5000] {
                // A register in the place of a number, and small numbers in that of a register.
                let own = bits & 0xF000 == opcode;
                let registers = if dr < STACK_POINTER { 0..8 } else { 0..0 };
                let last = registers.chain([0x20, 0x21, 0x3F]).filter(|_| own);
                others.extend(last.map(|last| opcode | dr | sr1 | last));
            }
            others
        }
        0x2 | 0x3 | 0xA | 0xB | 0xE => with(&[0x2, 0xA, 0xE, 0x3, 0xB]),
        0x6 | 0x7 => with(&[0x6, 0x7]),
        0x4 if bits & 0x0800 != 0 => vec![0x0E00],
        0xC if bits != RET => (0..8).map(|base| 0x4000 | base << 6).collect(),
        0xF => vectors.collect(),
        _ => Vec::new(),
    }
}

impl Patches<'_> {
    /// The same instruction with something else in one place.
    pub(super) fn alternatives(&self, bits: u16, address: u16) -> Vec<(EditKind, Aimed)> {
        let aim = target(bits, address);
        let mut found: Vec<(EditKind, Aimed)> = Vec::new();
        let mut add = |kind, bits, target| found.push((kind, Aimed { bits, target }));

        for field in fields(bits) {
            let values: Vec<u16> = match field.kind {
                EditKind::Condition => (1..8).collect(),
                EditKind::Number => self.likely(bits, field.width),
                _ => (0..8).collect(),
            };
            for value in values {
                add(field.kind, field.with(bits, value), aim);
            }
        }
        if matches!(bits >> 12, 0x1 | 0x5 | 0x6 | 0x7) {
            let (first, second) = (bits >> 9 & 7, bits >> 6 & 7);
            add(EditKind::Register, bits & !0x0FC0 | second << 9 | first << 6, aim);
        }
        for other in other_opcodes(bits) {
            add(EditKind::Opcode, other, aim);
        }

        let others = match bits >> 12 {
            0x0 => self.labels_near(address, JUMPS),
            0x4 if aim.is_some() => self.entries.iter().copied().collect(),
            _ if aim.is_some() => {
                // What several subroutines use may be meant from anywhere, and what is used close by.
                let used: BTreeSet<u16> = self.shared.iter().copied().chain(self.used_near(address)).collect();
                let near = nearest(&self.data, address, WORDS);
                near.into_iter().chain(nearest(&used, address, usize::MAX)).collect()
            }
            _ => Vec::new(),
        };
        for other in others {
            add(EditKind::Target, bits, Some(other));
        }
        found
    }

    /// The nearest labels of instructions to which a branch may lead.
    pub(super) fn labels_near(&self, address: u16, most: usize) -> Vec<u16> {
        let is_beside = |label: &u16| self.is_beside(address, *label);
        let beside: BTreeSet<u16> = self.code.iter().copied().filter(is_beside).collect();
        nearest(&beside, address, most)
    }

    /// The labels of data that instructions close to an address refer to.
    fn used_near(&self, address: u16) -> impl Iterator<Item = u16> {
        let near = address.saturating_sub(CLOSE)..=address.saturating_add(CLOSE);
        let instructions = self.cells.range(near).filter(|(_, cell)| cell.is_code);
        let used = instructions.filter_map(|(address, cell)| target(cell.bits, *address));
        used.filter(|label| self.data.contains(label))
    }

    /// Numbers that may be meant in place of that of an instruction: near it, its opposite, and those of other instructions.
    fn likely(&self, bits: u16, width: u32) -> Vec<u16> {
        const NEIGHBOURS: u16 = 2;
        let number = number(bits).unwrap_or_default();
        let reach = 1 << (width - 1);
        let is_likely =
            |other: &i16| other.abs_diff(number) <= NEIGHBOURS || *other == -number || self.offsets.contains(other);
        let mut likely: Vec<i16> = (-reach..reach).filter(is_likely).collect();
        likely.sort_by_key(|other| (other.abs_diff(number), *other));
        likely.into_iter().map(|other| other as u16).collect()
    }
}

/// The nearest addresses that an offset of nine bits reaches.
fn nearest(among: &BTreeSet<u16>, address: u16, most: usize) -> Vec<u16> {
    let next = address.wrapping_add(1);
    let reach = next.saturating_sub(256)..=next.saturating_add(255);
    let mut near: Vec<u16> = among.range(reach).copied().collect();
    near.sort_by_key(|at| at.abs_diff(next));
    near.truncate(most);
    near
}
