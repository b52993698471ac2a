//! Two instructions more that belong together: a register saved before a call and restored after it, or kept by a whole
//! subroutine, and the result of a call tested with a branch.

use std::collections::BTreeSet;

use super::super::isa::{self, Instruction};
use super::super::op::{Code, Op, STACK};
use super::{Aimed, Patches, ends, target};
use crate::machine::edits::{Around, Edit, EditKind, Statement};
use crate::machine::patch::{Inserted, Patch};

/// A word in which a register is saved. In memory it is one that no program uses, in the source one at a label of its own.
const SAVED: u16 = 0xFDC5;

/// To how many labels a branch after a call may lead, and on which conditions.
const JUMPS: usize = 5;
const CONDITIONS: [u8; 4] = [0b010, 0b001, 0b101, 0b100];

/// A register that is set, or one that is put back.
#[derive(Debug, Default)]
struct Written {
    registers: BTreeSet<u8>,
    kept: BTreeSet<u8>,
}

impl Patches<'_> {
    /// Two instructions more at an address.
    pub fn pairs_at(&self, address: u16) -> Vec<Patch> {
        let mut patches = Vec::new();
        if self.called.contains(&address) {
            // One that is stored at the start is saved there, and one that is loaded at the end is put back: what is missing or wrong is
            // the other half.
            let halves = [self.saved_first(address), self.restored_last(address)].concat();
            let kept = self.kept_by(address).into_iter();
            let unsaved = kept.filter(|register| !halves.contains(register));
            patches.extend(unsaved.filter_map(|register| self.keeping(address, register)));
        }
        if let Some((_, statement)) = self.written(address).filter(|(cell, _)| calls(cell.bits)) {
            let lost = self.lost_at(address).into_iter();
            patches.extend(lost.filter_map(|register| self.saving(address, statement, register)));
            patches.extend(self.testing(address, statement));
        }
        patches
    }

    /// R7 saved and restored by a subroutine that calls others and does neither: it cannot return.
    pub(super) fn returning(&self, address: u16) -> Option<Patch> {
        let is_about_link = |at: &u16| {
            let op = Op::decode(self.bits(*at));
            let stores = matches!(op.code, Code::St | Code::Sti | Code::Str) && op.a == 7;
            stores || set_by(self.bits(*at)) == Some(7)
        };
        let is_lost = self.called.contains(&address)
            && self.kept_by(address).contains(&7)
            && !self.body(address).iter().any(is_about_link);
        let patch = is_lost.then(|| self.keeping(address, 7)).flatten()?;
        Some(Patch { rank: 0, ..patch })
    }

    /// The registers that a subroutine itself may have to keep: those that it sets, and R7 where it calls.
    pub(super) fn kept_by(&self, entry: u16) -> Vec<u8> {
        let body = self.body(entry);
        let is_calling = body.iter().any(|at| calls(self.bits(*at)));
        let Written { mut registers, kept } = self.written_in(&body);
        if is_calling {
            registers.insert(7);
        }
        registers.difference(&kept).copied().collect()
    }

    /// The registers that a subroutine stores before it does anything else.
    fn saved_first(&self, entry: u16) -> Vec<u8> {
        let stored = (entry..=u16::MAX).map_while(|at| match isa::decode(self.bits(at)) {
            Instruction::St { sr, .. } | Instruction::Str { sr, base: STACK, .. } => Some(Some(sr)),
            Instruction::AddImm {
                dr: STACK, sr1: STACK, ..
            } => Some(None),
            _ => None,
        });
        stored.flatten().collect()
    }

    /// The registers that a subroutine loads right before it returns, from where it stores something.
    fn restored_last(&self, entry: u16) -> Vec<u8> {
        let code = self.body(entry).into_iter().map(|at| (at, isa::decode(self.bits(at))));
        let stores = code.filter(|(_, own)| matches!(own, Instruction::St { .. }));
        let stored: BTreeSet<u16> = stores.filter_map(|(at, _)| target(self.bits(at), at)).collect();
        let restored = self.returns_from(entry).into_iter().flat_map(|end| {
            (0..end).rev().map_while(|at| match isa::decode(self.bits(at)) {
                Instruction::Ld { dr, .. } => Some(
                    target(self.bits(at), at)
                        .filter(|slot| stored.contains(slot))
                        .map(|_| dr),
                ),
                Instruction::Ldr { dr, base: STACK, .. } => Some(Some(dr)),
                Instruction::AddImm {
                    dr: STACK, sr1: STACK, ..
                } => Some(None),
                _ => None,
            })
        });
        restored.flatten().collect()
    }

    /// The registers that may not be after a call what they were before it.
    fn lost_at(&self, address: u16) -> BTreeSet<u8> {
        let mut lost = BTreeSet::from([7]);
        let mut left: Vec<u16> = target(self.bits(address), address).into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(entry) = left.pop() {
            if !seen.insert(entry) {
                continue;
            }
            let body = self.body(entry);
            let Written { registers, kept } = self.written_in(&body);
            lost.extend(registers.difference(&kept));
            left.extend(
                body.iter()
                    .filter(|at| calls(self.bits(**at)))
                    .filter_map(|at| target(self.bits(*at), *at)),
            );
        }
        lost
    }

    /// The registers that some instructions set, and those that they store in a word and load from it again.
    fn written_in(&self, body: &BTreeSet<u16>) -> Written {
        let mut written = Written::default();
        let mut stored = BTreeSet::new();
        for address in body {
            let bits = self.bits(*address);
            match isa::decode(bits) {
                Instruction::St { sr, .. } => {
                    stored.insert((sr, target(bits, *address)));
                }
                Instruction::Trap { vector: 0x20 | 0x23 } => {
                    written.registers.insert(0);
                }
                _ => written.registers.extend(set_by(bits)),
            }
        }
        for address in body {
            let bits = self.bits(*address);
            if let Instruction::Ld { dr, .. } = isa::decode(bits)
                && stored.contains(&(dr, target(bits, *address)))
            {
                written.kept.insert(dr);
            }
        }
        written
    }

    pub(super) fn bits(&self, address: u16) -> u16 {
        self.cells.get(&address).map_or(0, |cell| cell.bits)
    }

    /// A register saved where a subroutine begins, and restored before each return.
    fn keeping(&self, entry: u16, register: u8) -> Option<Patch> {
        let returns = self.returns_from(entry);
        let last = *returns.last()?;
        if returns.contains(&entry) {
            return None;
        }

        let (save, restore, word) = self.words_for(register);
        let (_, first) = self.written(entry)?;
        let mut around = vec![Around {
            statement: first,
            before: vec![save],
            after: Vec::new(),
        }];
        for at in &returns {
            let (_, statement) = self.written(*at)?;
            around.push(Around {
                statement,
                before: vec![restore.clone()],
                after: if *at == last { vec![word.clone()] } else { Vec::new() },
            });
        }

        let mut inserted = vec![saving(entry, register)];
        inserted.extend(returns.iter().map(|at| restoring(*at, register, false)));
        let name = (*self.labels.get(&entry)?).to_owned();
        Some(Patch {
            edit: Edit::inserting(EditKind::Kept, (name, format!("R{register}")), &around),
            reached_at: vec![entry.into()],
            words: Vec::new(),
            inserted,
            rank: 0,
        })
    }

    /// A register saved before a call and restored after it.
    fn saving(&self, address: u16, statement: &Statement, register: u8) -> Option<Patch> {
        let (save, restore, word) = self.words_for(register);
        let around = [
            Around {
                statement,
                before: vec![save],
                after: vec![restore],
            },
            Around {
                statement: self.end_near(address)?,
                before: Vec::new(),
                after: vec![word],
            },
        ];
        let words = (statement.text.clone(), format!("R{register}"));
        Some(Patch {
            edit: Edit::inserting(EditKind::Saved, words, &around),
            reached_at: vec![address.into()],
            words: Vec::new(),
            inserted: vec![saving(address, register), restoring(address, register, true)],
            rank: 0,
        })
    }

    /// What a call gives back tested, and a branch.
    fn testing(&self, address: u16, statement: &Statement) -> Vec<Patch> {
        let mut patches = Vec::new();
        for register in self.lost_at(address).into_iter().filter(|register| *register != 7) {
            let test = Instruction::AddImm {
                dr: register,
                sr1: register,
                imm: 0,
            };
            for label in self.labels_near(address, JUMPS) {
                for nzp in CONDITIONS {
                    let branch = Aimed {
                        bits: Instruction::Br { nzp, offset: 0 }.encode(),
                        target: Some(label),
                    };
                    patches.extend(self.tested(address, statement, test, branch));
                }
            }
        }
        patches
    }

    fn tested(&self, address: u16, statement: &Statement, test: Instruction, branch: Aimed) -> Option<Patch> {
        let test = Aimed {
            bits: test.encode(),
            target: None,
        };
        let mut texts = Vec::new();
        let mut inserted = Vec::new();
        for aimed in [test, branch] {
            let (bits, text) = self.word(aimed, address)?;
            texts.push(text);
            inserted.push(Inserted {
                address: address.into(),
                word: bits.into(),
                target: None,
                is_after: true,
            });
        }
        let words = (statement.text.clone(), texts.join("` and `"));
        let around = Around {
            statement,
            before: Vec::new(),
            after: texts,
        };
        Some(Patch {
            edit: Edit::inserting(EditKind::Tested, words, &[around]),
            reached_at: vec![address.into()],
            words: Vec::new(),
            inserted,
            rank: 1,
        })
    }

    /// The statements that save a register and restore it, and the word for it.
    fn words_for(&self, register: u8) -> (String, String, String) {
        let mut label = format!("SAVED_R{register}");
        while self.labels.values().any(|known| known.eq_ignore_ascii_case(&label)) {
            label.push('_');
        }
        (
            format!("ST R{register}, {label}"),
            format!("LD R{register}, {label}"),
            format!("{label} .BLKW 1"),
        )
    }

    /// The nearest statement after which nothing runs on.
    fn end_near(&self, address: u16) -> Option<&Statement> {
        let code = self.cells.iter().filter(|(_, cell)| cell.is_code && ends(cell.bits));
        let near = code.min_by_key(|(at, _)| at.abs_diff(address))?;
        Some(self.written(*near.0)?.1)
    }
}

/// Whether an instruction comes back to the next one from elsewhere.
fn calls(bits: u16) -> bool {
    matches!(bits >> 12, 0x4) || bits >> 12 == 0xF && bits & 0xFF != 0x25
}

/// The register that an instruction sets.
fn set_by(bits: u16) -> Option<u8> {
    matches!(bits >> 12, 0x1 | 0x2 | 0x5 | 0x6 | 0x9 | 0xA | 0xE).then_some((bits >> 9 & 7) as u8)
}

/// The register saved before the instruction at an address.
fn saving(address: u16, register: u8) -> Inserted {
    let save = Instruction::St {
        sr: register,
        offset: 0,
    };
    at_saved(save, (address, register), false)
}

/// The register restored before or after the instruction at an address.
fn restoring(address: u16, register: u8, is_after: bool) -> Inserted {
    let restore = Instruction::Ld {
        dr: register,
        offset: 0,
    };
    at_saved(restore, (address, register), is_after)
}

fn at_saved(instruction: Instruction, (address, register): (u16, u8), is_after: bool) -> Inserted {
    Inserted {
        address: address.into(),
        word: instruction.encode().into(),
        target: Some(u32::from(SAVED) + u32::from(register)),
        is_after,
    }
}
