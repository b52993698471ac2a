//! Instructions that may be missing.

use std::collections::BTreeSet;

use super::super::isa::{self, Instruction};
use super::super::op::{Code, Op};
use super::super::slice::gives;
use super::{Aimed, Patches, aim_by, ends, target};
use crate::machine::edits::Edit;
use crate::machine::patch::{Inserted, Patch};
#[cfg(doc)]
use crate::machine::slice::Slice;

/// How far an instruction is copied from, in words: about a subroutine.
const NEAR: u16 = 40;
/// How far the registers are looked for that an instruction may be about.
const NEIGHBOURS: u16 = 8;
/// The rank of what is tried last.
const FURTHER: usize = 4;
/// To how many labels a branch may lead.
const JUMPS: usize = 4;

impl Patches<'_> {
    /// An instruction more at an address: before the one that is there. Where that has a label, it may be missing from the end
    /// of what comes before, too.
    pub fn inserted_at(&self, address: u16) -> Vec<Patch> {
        self.insert(address, self.missing(address).into_iter())
    }

    /// The same where some registers hold a part of what the first wrong byte was computed from, as in [`Slice::live`]: of the less
    /// likely ones those alone that may change it.
    pub fn inserted_where(&self, address: u16, live: u32) -> Vec<Patch> {
        let missing = self.missing(address).into_iter();
        let is_worth = |(rank, aimed): &(usize, Aimed)| *rank <= 1 || gives(Op::decode(aimed.bits)) & live != 0;
        self.insert(address, missing.filter(is_worth))
    }

    /// More of them, too many for a whole program: sums of any registers, and other offsets in what is around.
    pub fn inserted_further(&self, address: u16, live: u32) -> Vec<Patch> {
        use Instruction::{Add, AddImm, Ldr, Str};

        let near = self.registers_near(address, NEIGHBOURS / 2);
        let offsets = || self.offsets.iter().copied().filter(|offset| (-16..16).contains(offset));
        let mut further = Vec::new();
        for (dr, sr1) in near.iter().flat_map(|dr| (0..7).map(move |sr1| (*dr, sr1))) {
            further.extend(near.iter().map(|sr2| Add { dr, sr1, sr2: *sr2 }));
            if near.contains(&sr1) {
                further.extend(offsets().map(|imm| AddImm { dr, sr1, imm }));
            }
        }
        let around = address.saturating_sub(NEIGHBOURS)..=address.saturating_add(NEIGHBOURS);
        for (_, cell) in self.cells.range(around).filter(|(_, cell)| cell.is_code) {
            match isa::decode(cell.bits) {
                Ldr { dr, base, .. } => further.extend(offsets().map(|offset| Ldr { dr, base, offset })),
                Str { sr, base, .. } => further.extend(offsets().map(|offset| Str { sr, base, offset })),
                _ => {}
            }
        }

        let own = |instruction: Instruction| Aimed {
            bits: instruction.encode(),
            target: None,
        };
        let is_worth = |aimed: &Aimed| !computes_return(aimed.bits) && gives(Op::decode(aimed.bits)) & live != 0;
        let mut seen = BTreeSet::new();
        let worth = further.into_iter().map(own);
        let worth = worth.filter(|aimed| is_worth(aimed) && seen.insert(*aimed));
        self.insert(address, worth.map(|aimed| (FURTHER, aimed)))
    }

    /// The end that is missing where the program runs on into data or into a subroutine: a return, a HALT, or a branch back.
    pub(super) fn ended_at(&self, address: u16) -> Vec<Patch> {
        if !self.runs_on(address) {
            return Vec::new();
        }

        let own = |instruction: Instruction| Aimed {
            bits: instruction.encode(),
            target: None,
        };
        let ends = [
            own(Instruction::Jmp { base: 7 }),
            own(Instruction::Trap { vector: 0x25 }),
        ];
        let branches = self.branch_targets(address).into_iter().map(|target| Aimed {
            bits: Instruction::Br { nzp: 7, offset: 0 }.encode(),
            target: Some(target),
        });
        let mut patches = self.insert(address, ends.into_iter().chain(branches).map(|end| (0, end)));
        patches.retain(|patch| patch.inserted.iter().all(|inserted| inserted.is_after));
        patches
    }

    /// Whether what follows an instruction is no code, or a subroutine that is called.
    fn runs_on(&self, address: u16) -> bool {
        let next_at = address.checked_add(1);
        let next = next_at.and_then(|next| self.cells.get(&next));
        next.is_none_or(|next| !next.is_code) || next_at.is_some_and(|next| self.called.contains(&next))
    }

    /// What is missing after a branch that leads to the next address: it leads past nothing.
    pub(super) fn skipped_at(&self, address: u16) -> Vec<Patch> {
        if !self.skips_nothing(address) {
            return Vec::new();
        }
        let mut patches = self.inserted_at(address);
        patches.retain(|patch| patch.inserted.iter().all(|inserted| inserted.is_after));
        patches
    }

    /// Whether the branch at an address leads to the next one.
    pub(super) fn skips_nothing(&self, address: u16) -> bool {
        let branch = self.cells.get(&address).filter(|cell| cell.is_code);
        let branch = branch.filter(|cell| matches!(isa::decode(cell.bits), Instruction::Br { .. }));
        branch.is_some_and(|cell| target(cell.bits, address) == Some(address.wrapping_add(1)))
    }

    /// What stores a word again that was loaded, and then counted up or down.
    pub(super) fn updated_at(&self, address: u16) -> Vec<Patch> {
        let count_at = address.wrapping_sub(1);
        let counted = self.op(count_at).filter(|op| op.code == Code::AddValue);
        let Some((count, load_at)) = counted.and_then(|count| Some((count, self.load_of(count_at, count.b)?))) else {
            return Vec::new();
        };
        let counts = if count.a == count.b {
            count.value != 0
        } else {
            [1, u16::MAX].contains(&count.value)
        };
        let bits = self.bits(load_at);
        let store = match isa::decode(bits) {
            Instruction::Ld { offset, .. } => Instruction::St { sr: count.a, offset },
            Instruction::Ldi { offset, .. } => Instruction::Sti { sr: count.a, offset },
            Instruction::Ldr { base, offset, .. } => Instruction::Str {
                sr: count.a,
                base,
                offset,
            },
            _ => return Vec::new(),
        };
        let is_same = |own: Op, store: Op| (own.code, own.a) == (store.code, store.a);
        let next = self.op(address);
        if !counts || next.is_some_and(|own| is_same(own, Op::decode(store.encode()))) {
            return Vec::new();
        }

        let store = Aimed {
            bits: store.encode(),
            target: target(bits, load_at),
        };
        let mut patches = self.insert(address, std::iter::once((0, store)));
        patches.retain(|patch| patch.inserted.iter().all(|inserted| !inserted.is_after));
        patches
    }

    /// Where a register was loaded shortly before an address, if nothing since then has changed it or what it was loaded through.
    fn load_of(&self, address: u16, register: u8) -> Option<u16> {
        let mut written = Vec::new();
        for back in 1..=NEIGHBOURS {
            let at = address.wrapping_sub(back);
            let op = self
                .op(at)
                .filter(|op| !matches!(op.code, Code::Jsr | Code::Jsrr | Code::Trap))?;
            if op.writes() == Some(register) {
                let is_through = |written: &u8| op.code == Code::Ldr && op.b == *written;
                let is_load = matches!(op.code, Code::Ld | Code::Ldi) || op.code == Code::Ldr && op.b != register;
                return (is_load && !written.iter().any(is_through)).then_some(at);
            }
            if ends(self.bits(at)) || self.labels.contains_key(&at) {
                return None;
            }
            written.extend(op.writes());
        }
        None
    }

    /// The patches that insert instructions, each with its rank.
    pub(super) fn insert(&self, address: u16, missing: impl Iterator<Item = (usize, Aimed)>) -> Vec<Patch> {
        let Some((cell, statement)) = self.written(address).filter(|(cell, _)| cell.is_code) else {
            return Vec::new();
        };
        let next_at = address.wrapping_add(1);
        let next = self.cells.get(&next_at);
        let ends_block = next.is_none_or(|next| !next.is_code || self.labels.contains_key(&next_at));
        let goes_on = !ends(cell.bits);

        // Before the label with which a program begins is another place than after it.
        let begins = self.program.entry() == address && !self.cells.contains_key(&address.wrapping_sub(1));
        let mut symbols = self.program.symbols.iter().filter(|_| begins);
        let first_label = symbols.find(|symbol| symbol.address == address);

        let mut patches = Vec::new();
        for (rank, aimed) in missing {
            let Some((bits, text)) = self.word(aimed, address) else {
                continue;
            };
            let reached_at = vec![u32::from(address)];
            let mut insert = |is_after, edit| {
                patches.push(Patch {
                    edit,
                    reached_at: reached_at.clone(),
                    words: Vec::new(),
                    inserted: vec![Inserted {
                        address: address.into(),
                        word: bits.into(),
                        target: None,
                        is_after,
                    }],
                    rank,
                });
            };
            // Nothing comes after what never goes on, up to the next label.
            if !ends(bits) {
                insert(false, Edit::before(statement, &text));
                let before_label = first_label.and_then(|label| self.beside_label(label, &text, false));
                if let Some(edit) = before_label {
                    insert(false, edit);
                }
            }
            if ends_block && goes_on {
                insert(true, Edit::after(statement, &text));
            }
        }
        patches
    }

    /// Instructions that may be missing at an address, each with its rank: first what people forget, then copies of what is
    /// around, sums and the like.
    pub(super) fn missing(&self, address: u16) -> Vec<(usize, Aimed)> {
        use Instruction::{AddImm, AndImm, Br, Jsr, Ld, Ldr, Lea, Not, St, Str, Trap};

        let mut found = Vec::new();
        let mut add = |rank: usize, instruction: Instruction, target| {
            // Offsets are the target's business.
            let bits = match target {
                Some(_) => aim_by(instruction.encode(), 0),
                None => instruction.encode(),
            };
            found.push((rank, Aimed { bits, target }));
        };
        let around = address.saturating_sub(NEAR)..=address.saturating_add(NEAR);
        let nearest = self.registers_near(address, NEIGHBOURS / 2);
        for (at, cell) in self.cells.range(around).filter(|(_, cell)| cell.is_code) {
            let target = target(cell.bits, *at);
            let instruction = isa::decode(cell.bits);
            if matches!(instruction, Br { .. }) && target.is_some_and(|target| !self.is_beside(address, target)) {
                continue;
            }
            let distance = at.abs_diff(address);
            add(if distance <= NEIGHBOURS { 1 } else { 2 }, instruction, target);
            match (instruction, target) {
                (Ldr { dr, base, offset }, _) => add(1, Str { sr: dr, base, offset }, None),
                (Str { sr, base, offset }, _) => add(1, Ldr { dr: sr, base, offset }, None),
                (Ld { dr, .. }, Some(target)) => add(1, St { sr: dr, offset: 0 }, Some(target)),
                (St { sr, .. }, Some(target)) => add(1, Ld { dr: sr, offset: 0 }, Some(target)),
                _ => {}
            }
        }

        for dr in &self.registers_around(address) | &self.results_near(address) {
            add(1, AndImm { dr, sr1: dr, imm: 0 }, None);
            for imm in [1, -1, 0] {
                add(1, AddImm { dr, sr1: dr, imm }, None);
            }
            add(2, Not { dr, sr: dr }, None);
        }
        // One more than the complement is the opposite.
        if let Some(Instruction::AddImm { dr, sr1, imm: 1 }) =
            self.cells.get(&address).map(|cell| isa::decode(cell.bits))
            && dr == sr1
        {
            (0..7).for_each(|sr| add(0, Not { dr, sr }, None));
        }
        add(1, Instruction::Jmp { base: 7 }, None);
        for target in &self.entries {
            add(1, Jsr { offset: 0 }, Some(*target));
        }
        for (place, target) in self.branch_targets(address).into_iter().enumerate() {
            let rank = 1 + place / (JUMPS / 2);
            (1..8).for_each(|nzp| add(rank, Br { nzp, offset: 0 }, Some(target)));
        }
        for vector in [0x20, 0x21, 0x22] {
            add(2, Trap { vector }, None);
        }
        let pairs = nearest.iter().flat_map(|dr| nearest.iter().map(move |sr| (*dr, *sr)));
        for (dr, sr) in pairs {
            // A copy, a sum, and what a pointer points to.
            add(2, AddImm { dr, sr1: sr, imm: 0 }, None);
            add(2, Instruction::Add { dr, sr1: dr, sr2: sr }, None);
            add(2, Not { dr, sr }, None);
            for imm in [1, -1] {
                add(3, AddImm { dr, sr1: sr, imm }, None);
            }
            add(
                2,
                Ldr {
                    dr,
                    base: sr,
                    offset: 0,
                },
                None,
            );
            add(
                2,
                Str {
                    sr: dr,
                    base: sr,
                    offset: 0,
                },
                None,
            );
        }

        for dr in nearest.iter().copied() {
            for imm in self.offsets.iter().copied().filter(|imm| (-16..16).contains(imm)) {
                add(2, AddImm { dr, sr1: dr, imm }, None);
            }
            for target in &self.shared {
                add(2, Ld { dr, offset: 0 }, Some(*target));
            }
            for target in &self.addressed {
                add(2, Lea { dr, offset: 0 }, Some(*target));
            }
        }

        found.extend(self.analogous(address));
        found.sort_by_key(|(rank, _)| *rank);
        let mut seen = BTreeSet::new();
        found.retain(|(_, aimed)| !computes_return(aimed.bits) && seen.insert(*aimed));
        found
    }

    /// The labels that branches around an address lead to, the nearest first.
    pub(super) fn branch_targets(&self, address: u16) -> Vec<u16> {
        let around = address.saturating_sub(NEAR)..=address.saturating_add(NEAR);
        let code = self.cells.range(around).filter(|(_, cell)| cell.is_code);
        let branches = code.filter(|(_, cell)| matches!(isa::decode(cell.bits), Instruction::Br { .. }));
        let targets: BTreeSet<u16> = branches.filter_map(|(at, cell)| target(cell.bits, *at)).collect();
        let mut targets: Vec<u16> = targets
            .into_iter()
            .filter(|target| self.is_beside(address, *target))
            .collect();
        targets.sort_by_key(|target| target.abs_diff(address));
        targets.truncate(JUMPS);
        targets
    }

    /// Whether no entry of a subroutine is between an address and another one: nobody jumps into another subroutine.
    pub(super) fn is_beside(&self, address: u16, other: u16) -> bool {
        let of = |address: u16| {
            let called = self.called.range(..=address).next_back();
            let uncalled = self.entries.range(..=address).rfind(|entry| self.is_apart(**entry));
            called.max(uncalled)
        };
        of(address) == of(other)
    }

    /// Whether an instruction comes after data, or after the end of a subroutine or program.
    fn is_apart(&self, address: u16) -> bool {
        let before = self.cells.get(&address.wrapping_sub(1)).filter(|cell| cell.is_code);
        before.is_none_or(|cell| ends(cell.bits) && cell.bits >> 12 != 0)
    }

    /// The registers that the subroutine of an address sets and does not put back: what it gives its caller, or works with.
    fn results_near(&self, address: u16) -> BTreeSet<u8> {
        let entry = self.called.range(..=address).next_back();
        let results = entry.map_or_else(Vec::new, |entry| self.kept_by(*entry));
        results.into_iter().filter(|register| *register != 7).collect()
    }

    /// The registers that the instructions around an address are about.
    pub(super) fn registers_around(&self, address: u16) -> BTreeSet<u8> {
        self.registers_near(address, NEIGHBOURS)
    }

    /// The registers that the instructions are about which are not further from an address.
    fn registers_near(&self, address: u16, distance: u16) -> BTreeSet<u8> {
        let around = address.saturating_sub(distance)..=address.saturating_add(distance);
        let code = self.cells.range(around).filter(|(_, cell)| cell.is_code);
        code.flat_map(|(_, cell)| registers_of(cell.bits)).collect()
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

/// Whether an instruction calculates in R7, where nobody calculates: a copy is none.
fn computes_return(bits: u16) -> bool {
    match isa::decode(bits) {
        Instruction::AddImm { dr, sr1, imm } => dr == 7 && (sr1 == 7 || imm != 0),
        Instruction::Add { dr, .. }
        | Instruction::And { dr, .. }
        | Instruction::AndImm { dr, .. }
        | Instruction::Not { dr, .. } => dr == 7,
        _ => false,
    }
}
