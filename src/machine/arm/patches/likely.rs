//! How likely a patch is as what somebody meant: what it makes looks like what people write.

use super::super::slice::{given, taken};
use super::{Patches, calls, ends, target};
use crate::machine::arm::isa::{Condition, DataOperation, Instruction, Offset, Operand, Operation, Shift, ShiftKind};
use crate::machine::arm::program::Symbol;
use crate::machine::edits::EditKind;
use crate::machine::patch::{Inserted, LIKELY, Likelihood, Neighbour, ODD, Patch, distance, oddity_between};
use crate::machine::slice::Slice;

impl Patches<'_> {
    /// How likely a patch is.
    pub fn likelihood(&self, patch: &Patch) -> Likelihood {
        if let Some(strangeness) = self.oddity_of_constant(patch) {
            return Likelihood {
                strangeness,
                ..Likelihood::NEUTRAL
            };
        }
        let strangeness = match (&patch.words[..], &patch.inserted[..]) {
            ([(at, _)], []) if patch.edit.kind == EditKind::Dropped => {
                return if self.is_double(*at) {
                    Likelihood::OBVIOUS
                } else {
                    Likelihood::NEUTRAL
                };
            }
            ([(_, first), _], [])
                if patch.edit.kind == EditKind::Swapped && (sets_stack(*first) || self.tests_in_time(patch)) =>
            {
                return Likelihood::OBVIOUS;
            }
            _ if matches!(patch.edit.kind, EditKind::Swapped | EditKind::Kept) => LIKELY,
            ([(at, new), ..], []) if patch.edit.kind != EditKind::Moved => {
                // A name is seldom written in place of a number, rather in place of another name.
                let is_named = patch.edit.kind == EditKind::Number && self.names_number(*at);
                let is_name = |new| self.names_of(new).next().is_some();
                match is_named {
                    true if Instruction::decode(*new).is_some_and(is_name) => 1,
                    true => self.oddity(*at, *new, patch.edit.kind) + 2,
                    false => self.oddity(*at, *new, patch.edit.kind),
                }
            }
            (_, [inserted]) if self.takes_from_caller(*inserted) => ODD + 1,
            ([], [inserted]) if self.is_analogous(*inserted) || self.is_evident(*inserted) => LIKELY,
            (_, [inserted]) => self.oddity_of_inserted(*inserted),
            _ => return Likelihood::NEUTRAL,
        };
        Likelihood {
            strangeness,
            ..Likelihood::NEUTRAL
        }
    }

    /// Whether the same instruction is before or after that at an address.
    fn is_double(&self, address: u32) -> bool {
        let aimed = |at: u32| {
            let instruction = self.instruction(at)?;
            Some((instruction.operation, target(instruction, at)))
        };
        let own = aimed(address);
        let is_same = |other: Option<_>| match (own, other) {
            (Some((Operation::Branch { link, .. }, own)), Some((Operation::Branch { link: near, .. }, other))) => {
                link == near && own == other
            }
            (own, other) => own.is_some() && own == other,
        };
        is_same(aimed(address.wrapping_sub(4))) || is_same(aimed(address.wrapping_add(4)))
    }

    /// Whether a comparison comes before the instruction that depends on it, and has no use after it.
    fn tests_in_time(&self, patch: &Patch) -> bool {
        let [(_, first), (at, second)] = patch.words[..] else {
            return false;
        };
        let [first, second] = [first, second].map(Instruction::decode);
        let depends = |own: Option<Instruction>| own.is_some_and(|own| own.condition != Condition::Al);
        let tests = first.is_some_and(|first| neighbour(first).tests);
        tests && depends(second) && !depends(self.instruction(at.wrapping_add(4)))
    }

    /// Whether the source writes a name for the number in an instruction.
    pub(super) fn names_number(&self, address: u32) -> bool {
        let written = self.written(address).map(|(_, statement)| &statement.text);
        let number = written.and_then(|text| text.split_once('#'));
        number.is_some_and(|(_, number)| number.starts_with(|letter: char| letter.is_alphabetic() || letter == '_'))
    }

    /// The names of the number in an instruction.
    pub(super) fn names_of(&self, instruction: Instruction) -> impl Iterator<Item = &Symbol> {
        let number = match instruction.operation {
            Operation::Data { operand, .. } => operand.number(),
            _ => None,
        };
        let names = number.and_then(|number| self.names.get(&number)).into_iter();
        let is_number = |symbol: &&Symbol| !self.offset_names.contains(&symbol.name[..]);
        names.flatten().copied().filter(is_number)
    }

    pub(super) fn instruction(&self, address: u32) -> Option<Instruction> {
        self.code.get(&address).map(|cell| cell.instruction)
    }

    /// The conditions of the instructions before and after an address.
    fn conditions_beside(&self, address: u32) -> impl Iterator<Item = Condition> {
        let beside = [address.wrapping_sub(4), address.wrapping_add(4)];
        let beside = beside.map(|at| self.instruction(at).map(|instruction| instruction.condition));
        beside
            .into_iter()
            .flatten()
            .filter(|condition| *condition != Condition::Al)
    }

    /// Another word in place of one.
    fn oddity(&self, address: u32, word: u32, kind: EditKind) -> usize {
        let (Some(old), Some(new)) = (self.instruction(address), Instruction::decode(word)) else {
            let old = self.word_at(address).unwrap_or_default();
            return if kind == EditKind::Number {
                distance_in_data(old, word)
            } else {
                1
            };
        };
        if is_pointless(new) {
            return ODD;
        }
        if old.condition != new.condition {
            return self.oddity_of_condition(address, old.condition, new.condition);
        }
        match (old.operation, new.operation) {
            (
                Operation::Data {
                    flags: true, operation, ..
                },
                Operation::Data {
                    flags: false,
                    operation: same,
                    ..
                },
            ) if operation == same => self.oddity_of_flags(address, false),
            (
                Operation::Data {
                    flags: false,
                    operation,
                    ..
                },
                Operation::Data {
                    flags: true,
                    operation: same,
                    ..
                },
            ) if operation == same => self.oddity_of_flags(address, true),
            (
                Operation::Data {
                    operation,
                    operand: old,
                    ..
                },
                Operation::Data {
                    operation: other,
                    operand: new,
                    ..
                },
            ) if operation != other && old != new && kind == EditKind::Number => {
                // The sign of a small number is easily forgotten.
                let is_small = new.number().is_some_and(|number| number <= 1);
                if is_small { LIKELY } else { ODD }
            }
            (Operation::Data { operand: old, .. }, Operation::Data { operand: new, .. }) => oddity_of_operand(old, new),
            (
                Operation::Transfer {
                    offset: Offset::Immediate(old),
                    up: was_up,
                    ..
                },
                Operation::Transfer {
                    offset: Offset::Immediate(new),
                    up,
                    ..
                },
            ) if kind == EditKind::Number => distance(signed(old, was_up), signed(new, up)),
            (Operation::Block { list: old, .. }, Operation::Block { list: new, .. }) if old != new => {
                self.oddity_of_list(address, old, new)
            }
            _ => 1,
        }
    }

    /// Another list of registers: what a subroutine saves is what it restores.
    fn oddity_of_list(&self, address: u32, old: u16, new: u16) -> usize {
        const LINKS: u16 = 0xC000;
        let entry = self.called.range(..=address).next_back().copied().unwrap_or_default();
        let next = self
            .called
            .range(address.saturating_add(1)..)
            .next()
            .copied()
            .unwrap_or(u32::MAX);
        let own = self.code.range(entry..next).filter(|(at, _)| **at != address);
        let lists = own.filter_map(|(_, cell)| match cell.instruction.operation {
            Operation::Block { rn: 13, list, .. } => Some(list),
            _ => None,
        });
        let lists: Vec<u16> = lists.collect();
        let is_of = |own: u16| lists.iter().any(|list| (list ^ own) & !LINKS == 0);
        match (is_of(old), is_of(new)) {
            (false, true) => LIKELY,
            (true, true) | (false, false) => 1,
            (true, false) => ODD + 1,
        }
    }

    /// Another condition. Where a neighbour has one, the opposite of that is often meant.
    fn oddity_of_condition(&self, address: u32, old: Condition, new: Condition) -> usize {
        let is_opposite = |other: Condition| other.code() ^ new.code() == 1;
        let mut beside = self.conditions_beside(address);
        match (old, new) {
            (_, Condition::Al) => 1,
            (_, Condition::Vs | Condition::Vc) => ODD,
            _ if !is_of_bits(new) && self.is_about_bits(address) => ODD + 1,
            (Condition::Al, _) if beside.any(is_opposite) || self.is_test_unused(address) => LIKELY,
            (Condition::Al, _) => ODD,
            _ if old.code() ^ new.code() == 1 || are_mixed_up(old, new) => LIKELY,
            _ => 1,
        }
    }

    /// Whether the flags of an instruction are those of a test of bits, which says nothing of larger and smaller.
    fn is_about_bits(&self, address: u32) -> bool {
        let before = (1..=2).filter_map(|back| self.instruction(address.wrapping_sub(4 * back)));
        let mut tests = before.filter(|own| own.operation.effect().sets_flags);
        tests.next().is_some_and(|own| tests_bits(own.operation))
    }

    /// Whether what is compared right before an instruction is used neither by it nor by the next one.
    fn is_test_unused(&self, address: u32) -> bool {
        let before = self.instruction(address.wrapping_sub(4));
        let next = self.instruction(address.wrapping_add(4));
        let is_test = before.is_some_and(|before| neighbour(before).tests);
        is_test && next.is_none_or(|next| next.condition == Condition::Al)
    }

    /// Flags that are set, or no longer are: for an instruction that depends on them.
    fn oddity_of_flags(&self, address: u32, are_set: bool) -> usize {
        let next = (1..=2).map(|step| self.instruction(address.wrapping_add(4 * step)));
        let mut next = next.flatten();
        let is_used = next.any(|next| next.condition != Condition::Al);
        if is_used == are_set { LIKELY } else { ODD }
    }

    /// An instruction more between two.
    fn oddity_of_inserted(&self, inserted: Inserted) -> usize {
        let next_at = if inserted.is_after {
            inserted.address.wrapping_add(4)
        } else {
            inserted.address
        };
        let Some(own) = Instruction::decode(inserted.word) else {
            return ODD;
        };
        if ends(own) {
            let is_end = self.instruction(next_at).is_none() || self.labels.contains_key(&next_at);
            return if is_end { LIKELY } else { 2 + ODD };
        }
        let near = |at: u32| self.instruction(at).map(neighbour);
        let before = self.instruction(next_at.wrapping_sub(4));
        let is_opposite = before.is_some_and(|before| {
            let is_of_kind = std::mem::discriminant(&before.operation) == std::mem::discriminant(&own.operation);
            is_of_kind && own.condition != Condition::Al && own.condition.code() ^ before.condition.code() == 1
        });
        let odd = oddity_between(near(next_at.wrapping_sub(4)), neighbour(own), near(next_at));
        odd - usize::from(is_opposite && odd > 0)
    }
}

/// Whether the instructions that a patch inserts change nothing that the first wrong byte was computed from.
pub fn is_idle(patch: &Patch, slice: &Slice) -> bool {
    let is_idle = |inserted: &Inserted| {
        let live = slice.live.get(&inserted.address).copied().unwrap_or_default();
        Instruction::decode(inserted.word).is_some_and(|instruction| gives(instruction) & live == 0)
    };
    !patch.inserted.is_empty() && patch.inserted.iter().all(is_idle)
}

pub(super) fn neighbour(instruction: Instruction) -> Neighbour {
    Neighbour {
        given: given(instruction),
        taken: taken(instruction),
        calls: calls(instruction),
        tests: instruction.operation.effect().written().next().is_none() && instruction.operation.effect().sets_flags,
        branches: matches!(instruction.operation, Operation::Branch { link: false, .. }),
    }
}

/// What an instruction may change of what a later one reads; everything, where it stores, or goes elsewhere.
pub(super) fn gives(instruction: Instruction) -> u32 {
    match instruction.operation {
        Operation::Branch { .. }
        | Operation::BranchExchange { .. }
        | Operation::Block { .. }
        | Operation::Transfer { load: false, .. } => u32::MAX,
        _ => given(instruction),
    }
}

/// Whether an instruction loads the stack pointer, which comes before everything that uses it.
fn sets_stack(word: u32) -> bool {
    let instruction = Instruction::decode(word).map(|instruction| instruction.operation);
    matches!(
        instruction,
        Some(
            Operation::Transfer { load: true, rd: 13, .. }
                | Operation::Data {
                    operation: DataOperation::Mov,
                    rd: 13,
                    ..
                }
        )
    )
}

/// Whether an instruction does nothing, or what nobody writes.
fn is_pointless(Instruction { operation, .. }: Instruction) -> bool {
    use DataOperation::{Add, Bic, Cmp, Eor, Mov, Orr, Sub, Teq};

    match operation {
        Operation::Data {
            operation,
            rd,
            rn,
            operand,
            flags,
        } => {
            let plain = Shift::Amount(ShiftKind::Lsl, 0);
            let is_of = |register| operand == Operand::Register(register, plain);
            let changes_nothing = match operation {
                Mov => is_of(rd),
                Add | Sub | Orr | Eor | Bic => rd == rn && operand.number() == Some(0) || operation == Orr && is_of(rn),
                _ => false,
            };
            changes_nothing && !flags || matches!(operation, Cmp | Teq | Sub | Eor | Bic) && is_of(rn) || rd >= 13
        }
        Operation::Transfer { rd, rn, load, .. } => rd == rn && (!load || rn == 13) || rd == 13,
        _ => false,
    }
}

/// How odd another number in data is: a byte of a word, or all of it. What is looked up there may as well be used wrongly.
fn distance_in_data(old: u32, new: u32) -> usize {
    let lane = (old ^ new).trailing_zeros() / 8 * 8;
    let [one, other] = [old, new].map(|word| word >> (lane & 31));
    if one >> 8 == other >> 8 {
        let [one, other] = [one, other].map(|byte| i32::from(byte as u8 as i8));
        distance(one, other).max(1)
    } else {
        distance(old as i32, new as i32).max(1)
    }
}

/// Another second operand.
fn oddity_of_operand(old: Operand, new: Operand) -> usize {
    match (old, new) {
        _ if old == new => 1,
        (Operand::Immediate { .. }, Operand::Immediate { .. }) => {
            let number = |operand: Operand| operand.number().unwrap_or_default() as i32;
            distance(number(old), number(new))
        }
        (Operand::Register(old, was), Operand::Register(new, shift)) if old == new && was != shift => {
            let is_plain = |shift| shift == Shift::Amount(ShiftKind::Lsl, 0);
            // What counts words is easily taken for what counts bytes.
            let is_of_words = |shift| shift == Shift::Amount(ShiftKind::Lsl, 2);
            let is_forgotten = is_plain(was) && is_of_words(shift) || is_plain(shift) && is_of_words(was);
            let is_odd = (is_plain(was) || is_plain(shift)) && !is_forgotten;
            if is_odd { ODD } else { 1 }
        }
        (Operand::Register(..), Operand::Register(..)) => 1,
        _ => ODD,
    }
}

/// Whether an operation tests bits, and compares no numbers.
fn tests_bits(operation: Operation) -> bool {
    use DataOperation::{And, Bic, Eor, Orr, Teq, Tst};

    matches!(
        operation,
        Operation::Data {
            operation: And | Bic | Eor | Orr | Teq | Tst,
            ..
        }
    )
}

/// Whether a condition says something of a test of bits, of which the highest is hardly one.
fn is_of_bits(condition: Condition) -> bool {
    matches!(condition, Condition::Eq | Condition::Ne | Condition::Al)
}

/// Whether two conditions are taken for each other: one allows equality and the other does not, or has no sign.
fn are_mixed_up(one: Condition, other: Condition) -> bool {
    use Condition::{Cc, Cs, Ge, Gt, Hi, Le, Ls, Lt};

    let pairs = [
        (Ge, Gt),
        (Lt, Le),
        (Cs, Hi),
        (Cc, Ls),
        (Ge, Cs),
        (Lt, Cc),
        (Gt, Hi),
        (Le, Ls),
    ];
    pairs.contains(&(one, other)) || pairs.contains(&(other, one))
}

fn signed(offset: u16, up: bool) -> i32 {
    if up { i32::from(offset) } else { -i32::from(offset) }
}
