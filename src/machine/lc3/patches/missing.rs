//! Instructions that may be missing.

use std::collections::BTreeSet;

use super::super::isa::{self, Instruction};
use super::super::op::{Code, Op};
use super::{Aimed, Patches, aim_by, target};
use crate::machine::edits::Edit;
use crate::machine::patch::{Inserted, Patch};

/// How far an instruction is copied from, in words: about a subroutine.
const NEAR: u16 = 40;
/// How far the registers are looked for that an instruction may be about.
const NEIGHBOURS: u16 = 8;
/// To how many labels a branch may lead.
const JUMPS: usize = 4;

impl Patches<'_> {
    /// An instruction more at an address: before the one that is there. Where that has a label, it may be missing from the end
    /// of what comes before, too.
    pub fn inserted_at(&self, address: u16) -> Vec<Patch> {
        let Some((cell, statement)) = self.written(address).filter(|(cell, _)| cell.is_code) else {
            return Vec::new();
        };
        let after = address.checked_add(1).and_then(|next| self.written(next));
        let ends_block = after.is_some_and(|(next, after)| next.is_code && !after.label.is_empty());
        let own = isa::decode(cell.bits);
        let goes_on = !matches!(
            own,
            Instruction::Jsr { .. } | Instruction::Jsrr { .. } | Instruction::Jmp { .. }
        ) && !matches!(own, Instruction::Br { nzp: 7, .. });

        let mut patches = Vec::new();
        for aimed in self.missing(address) {
            let Some((bits, text)) = self.word(aimed, address) else {
                continue;
            };
            let reached_at = vec![u32::from(address)];
            let mut insert = |is_after, edit| {
                patches.push(Patch {
                    edit,
                    reached_at: reached_at.clone(),
                    words: Vec::new(),
                    inserted: Some(Inserted {
                        address: address.into(),
                        word: bits.into(),
                        is_after,
                    }),
                });
            };
            insert(false, Edit::before(statement, &text));
            if ends_block && goes_on {
                insert(true, Edit::after(statement, &text));
            }
        }
        patches
    }

    /// Instructions that may be missing at an address: those that others like them are around, and those that every program
    /// has.
    fn missing(&self, address: u16) -> Vec<Aimed> {
        use Instruction::{AddImm, AndImm, Br, Jsr, Ld, Not, St, Trap};

        let aimed = |instruction: Instruction, target| Aimed {
            bits: instruction.encode(),
            target,
        };
        let mut found = Vec::new();
        let around = address.saturating_sub(NEAR)..=address.saturating_add(NEAR);
        let mut targets = BTreeSet::new();
        let mut registers = BTreeSet::new();
        let mut nearest = BTreeSet::new();
        let mut slots = Vec::new();
        for (at, cell) in self.cells.range(around).filter(|(_, cell)| cell.is_code) {
            let target = target(cell.bits, *at);
            found.push(Aimed {
                bits: cell.bits,
                target,
            });
            if at.abs_diff(address) <= NEIGHBOURS {
                registers.extend(registers_of(cell.bits));
            }
            if at.abs_diff(address) <= NEIGHBOURS / 2 {
                nearest.extend(registers_of(cell.bits));
            }
            match (isa::decode(cell.bits), target) {
                (Br { .. }, Some(target)) => {
                    targets.insert(target);
                }
                (Instruction::Ldr { dr, base, offset }, _) => {
                    let sr = dr;
                    slots.push(aimed(Instruction::Str { sr, base, offset }, None));
                }
                (Instruction::Str { sr, base, offset }, _) => {
                    let dr = sr;
                    slots.push(aimed(Instruction::Ldr { dr, base, offset }, None));
                }
                (Ld { dr, .. }, Some(target)) => slots.push(aimed(St { sr: dr, offset: 0 }, Some(target))),
                (St { sr, .. }, Some(target)) => slots.push(aimed(Ld { dr: sr, offset: 0 }, Some(target))),
                _ => {}
            }
        }

        let pairs = nearest.iter().flat_map(|dr| nearest.iter().map(move |sr| (*dr, *sr)));
        for (dr, sr) in pairs {
            // A copy, and a sum.
            found.push(aimed(AddImm { dr, sr1: sr, imm: 0 }, None));
            found.push(aimed(Instruction::Add { dr, sr1: dr, sr2: sr }, None));
        }
        for dr in registers {
            for imm in [1, -1, 0] {
                found.push(aimed(AddImm { dr, sr1: dr, imm }, None));
            }
            found.push(aimed(AndImm { dr, sr1: dr, imm: 0 }, None));
            found.push(aimed(Not { dr, sr: dr }, None));
        }
        found.extend([0x20, 0x21, 0x22].map(|vector| aimed(Trap { vector }, None)));
        found.push(aimed(Instruction::Jmp { base: 7 }, None));
        found.extend(slots);
        let mut targets: Vec<u16> = targets.into_iter().collect();
        targets.sort_by_key(|target| target.abs_diff(address));
        for target in targets.into_iter().take(JUMPS) {
            found.extend((1..8).map(|nzp| aimed(Br { nzp, offset: 0 }, Some(target))));
        }
        found.extend(
            self.entries
                .iter()
                .map(|target| aimed(Jsr { offset: 0 }, Some(*target))),
        );
        // Offsets are the target's business.
        let mut seen = BTreeSet::new();
        found.retain_mut(|aimed| {
            if aimed.target.is_some() {
                aimed.bits = aim_by(aimed.bits, 0);
            }
            seen.insert(*aimed)
        });
        found
    }
}

/// The registers that an instruction is about.
fn registers_of(bits: u16) -> Vec<u8> {
    let op = Op::decode(bits);
    match op.code {
        Code::Add | Code::And => vec![op.a, op.b, op.c],
        Code::AddValue | Code::AndValue | Code::Not | Code::Ldr | Code::Str => vec![op.a, op.b],
        Code::Ld | Code::Ldi | Code::Lea | Code::St | Code::Sti => vec![op.a],
        Code::Trap => vec![0],
        _ => Vec::new(),
    }
}
