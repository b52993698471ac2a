//! How likely a patch is as what somebody meant: what it makes looks like what people write.

use std::collections::BTreeMap;

use super::super::op::{Code, Op, STACK};
use super::super::slice::{given, gives, taken};
use super::{Cell, Patches, ends, target};
use crate::machine::edits::EditKind;
use crate::machine::patch::{Inserted, LIKELY, Likelihood, Neighbour, ODD, Patch, distance, oddity_between};
use crate::machine::slice::{CONDITIONS, Slice};

/// The instructions of a subroutine that show what it is given.
const FIRST: u16 = 16;

const NEUTRAL: Likelihood = Likelihood::NEUTRAL;
const OBVIOUS: Likelihood = Likelihood::OBVIOUS;

impl Patches<'_> {
    /// How likely a patch is.
    pub fn likelihood(&self, patch: &Patch) -> Likelihood {
        let strangeness = match (&patch.words[..], &patch.inserted[..]) {
            _ if self.unbalances(patch) || self.takes_saved(patch) => ODD + 1,
            ([(at, _)], []) if patch.edit.kind == EditKind::Dropped => match self.op(*at as u16) {
                _ if self.is_double(*at as u16) => return OBVIOUS,
                Some(op) if self.counts(*at as u16, op) => ODD,
                _ => return NEUTRAL,
            },
            ([(_, first), (_, second)], []) if clears_before(*first as u16, *second as u16) => return OBVIOUS,
            ([(at, new)], []) if self.is_put_right(*at as u16, *new as u16) => return OBVIOUS,
            ([(at, new)], []) if self.is_as_named(*at as u16, *new as u16) => return OBVIOUS,
            ([(at, new)], []) => self.oddity(*at as u16, *new as u16, patch.edit.kind),
            ([], [inserted]) if inserted.is_after && self.skips_nothing(inserted.address as u16) => LIKELY,
            ([], [inserted]) if self.is_analogous(*inserted) => LIKELY,
            ([], [inserted]) => self.oddity_of_inserted(*inserted),
            _ if patch.edit.kind == EditKind::Swapped => LIKELY,
            (words, _) if patch.edit.kind == EditKind::Moved && self.is_moved_away(words) => ODD,
            _ => return NEUTRAL,
        };
        Likelihood { strangeness, ..NEUTRAL }
    }

    /// Whether a subroutine pops what it pushes, and no longer does with a patch: where everything passes then, it has found another
    /// way back by chance.
    fn unbalances(&self, patch: &Patch) -> bool {
        let moved = |op: Op| {
            let is_own = op.code == Code::AddValue && (op.a, op.b) == (STACK, STACK);
            if is_own { i32::from(op.value as i16) } else { 0 }
        };
        let new = |bits: u32| moved(Op::decode(bits as u16));
        let words = patch
            .words
            .iter()
            .filter_map(|(at, word)| Some((*at as u16, new(*word) - moved(self.op(*at as u16)?))));
        let inserted = patch
            .inserted
            .iter()
            .map(|inserted| (inserted.address as u16, new(inserted.word)));

        let mut changed = words.chain(inserted).filter(|(_, change)| *change != 0).peekable();
        let Some((at, _)) = changed.peek().copied() else {
            return false;
        };
        let entry = self.called.range(..=at).next_back().copied().unwrap_or_default();
        let next = self
            .called
            .range(at.saturating_add(1)..)
            .next()
            .copied()
            .unwrap_or(u16::MAX);
        let own = || (entry..next).filter_map(|at| self.op(at));
        let pushes = own().any(|op| op.code == Code::Str && op.b == STACK);
        // Where there are several ways out, each has its own sum.
        let returns = own().filter(|op| op.code == Code::Jmp && op.b == 7).count();
        let before: i32 = own().map(moved).sum();
        let change: i32 = changed.map(|(_, change)| change).sum();
        pushes && returns == 1 && before == 0 && change != 0
    }

    /// Whether an instruction loads what another subroutine saves there: it has the right value by chance.
    fn takes_saved(&self, patch: &Patch) -> bool {
        let words = patch.words.iter().map(|(at, word)| (*at as u16, *word as u16));
        let inserted = patch.inserted.iter().map(|own| (own.address as u16, own.word as u16));
        words.chain(inserted).any(|(at, word)| {
            let is_load = Op::decode(word).code == Code::Ld && self.op(at).is_some();
            let Some(place) = target(word, at).filter(|_| is_load) else {
                return false;
            };
            let own = self.cells.iter().filter(|(store, cell)| {
                let is_store = self.op(**store).is_some_and(|op| op.code == Code::St);
                is_store && target(cell.bits, **store) == Some(place)
            });
            let mut stores = own.map(|(store, _)| *store).peekable();
            let is_of_another = |store: u16| {
                let is_save = self.op(store).is_some_and(|op| self.is_save(store, op));
                is_save && !self.is_beside(at, store)
            };
            stores.peek().is_some() && stores.all(is_of_another)
        })
    }

    /// Whether a call is moved away from the test of its result, or a register is saved or restored at another place.
    fn is_moved_away(&self, words: &[(u32, u32)]) -> bool {
        let is_call = |op: Op| matches!(op.code, Code::Jsr | Code::Jsrr);
        words.iter().any(|(at, new)| {
            let (at, new) = (*at as u16, Op::decode(*new as u16));
            let Some(old) = self.op(at).filter(|old| old.code != new.code) else {
                return false;
            };
            let next = self.op(at.wrapping_add(1));
            is_call(old) && next.is_some_and(Op::keeps) || self.is_kept(at, old)
        })
    }

    /// Whether the instructions that a patch inserts change nothing that the first wrong byte was computed from.
    pub fn is_idle(&self, patch: &Patch, slice: &Slice) -> bool {
        let is_idle = |inserted: &Inserted| {
            let live = slice.live.get(&inserted.address).copied().unwrap_or_default();
            gives(Op::decode(inserted.word as u16)) & live == 0
        };
        patch.inserted.iter().all(is_idle)
    }

    /// Whether the same instruction is before or after that at an address.
    fn is_double(&self, address: u16) -> bool {
        let own = self.op(address);
        let aim = |at: u16| target(self.cells.get(&at)?.bits, at);
        let is_same = |other: u16| match (own, self.op(other)) {
            (Some(own), Some(near)) => {
                let operands = |op: Op| (op.code, op.a, op.b, op.c);
                let is_like = operands(own) == operands(near);
                is_like && (own.value == near.value || aim(address).is_some() && aim(address) == aim(other))
            }
            _ => false,
        };
        is_same(address.wrapping_sub(1)) || is_same(address.wrapping_add(1))
    }

    pub(super) fn op(&self, address: u16) -> Option<Op> {
        let code = self.cells.get(&address).filter(|cell| cell.is_code);
        code.map(|cell| Op::decode(cell.bits))
    }

    fn is_branch(&self, address: u16) -> bool {
        self.op(address).is_some_and(|op| op.code == Code::Br && op.a & 7 != 7)
    }

    /// Whether an instruction that takes a plain word for an address no longer does.
    fn is_put_right(&self, address: u16, new: u16) -> bool {
        let Some(old) = self.cells.get(&address).filter(|cell| cell.is_code) else {
            return false;
        };
        let is_direct = matches!(Op::decode(new).code, Code::Ld | Code::St);
        let is_same = new & 0x0FFF == old.bits & 0x0FFF;
        is_direct && is_same && self.is_astray(old.bits, address)
    }

    /// Whether an instruction takes a plain word for an address.
    fn is_astray(&self, bits: u16, address: u16) -> bool {
        matches!(Op::decode(bits).code, Code::Ldi | Code::Sti) && !self.is_to_pointer(bits, address)
    }

    /// Another word in place of one.
    fn oddity(&self, address: u16, new: u16, kind: EditKind) -> usize {
        let Some(old) = self.op(address) else {
            let old = self.cells.get(&address).map_or(0, |cell| cell.bits);
            return if kind == EditKind::Number {
                distance((old as i16).into(), (new as i16).into())
            } else {
                1
            };
        };
        let op = Op::decode(new);
        let is_test = |op: Op| op.code == Code::AddValue && op.a == op.b && op.value == 0;
        let is_followed = self.is_branch(address.wrapping_add(1));
        if op.keeps() {
            let is_likely = is_test(op) && is_followed && !self.counts(address, old);
            return if is_likely { LIKELY } else { ODD };
        }
        if is_test(old) && is_followed || op.code == Code::Str && op.a == op.b {
            return ODD;
        }

        // Nobody branches to a subroutine that others call.
        let is_branch_into = op.code == Code::Br && target(new, address).is_some_and(|at| self.called.contains(&at));
        if is_branch_into && kind == EditKind::Opcode {
            return ODD;
        }
        if self.is_astray(new, address) || clears(old) && kind == EditKind::Number {
            return ODD;
        }
        // A loop that no longer counts, and a register that is given a value twice in a row.
        let is_lost = self.counts(address, old) && kind == EditKind::Register;
        if is_lost || self.is_given_twice(address, op) {
            return ODD;
        }
        if kind == EditKind::Register && self.is_kept(address, old) || self.is_save(address, old) {
            return ODD;
        }
        match kind {
            EditKind::Number => distance((old.value as i16).into(), (op.value as i16).into()),
            EditKind::Condition if (old.a ^ op.a).is_power_of_two() || old.a ^ op.a == 5 => LIKELY,
            _ => 1,
        }
    }

    /// Whether an instruction restores a register from where it was saved, or saves one that is restored.
    fn is_kept(&self, address: u16, op: Op) -> bool {
        self.partners(address, op).next().is_some()
    }

    /// Whether an instruction saves a register that is restored after it, and not loaded from there before.
    fn is_save(&self, address: u16, op: Op) -> bool {
        let is_store = matches!(op.code, Code::St | Code::Str);
        is_store && self.is_kept(address, op) && self.partners(address, op).all(|at| at > address)
    }

    /// The instructions near one that saves a register which restore it, or the other way round.
    fn partners(&self, address: u16, op: Op) -> impl Iterator<Item = u16> {
        const LONGEST: u16 = 100;
        let other = match op.code {
            Code::Ld => Some(Code::St),
            Code::St => Some(Code::Ld),
            Code::Ldr if op.b == STACK => Some(Code::Str),
            Code::Str if op.b == STACK => Some(Code::Ldr),
            _ => None,
        };
        let place = |at: u16, op: Op| target(self.cells[&at].bits, at).unwrap_or(op.value);
        let own = place(address, op);
        let near = self
            .cells
            .range(address.saturating_sub(LONGEST)..address.saturating_add(LONGEST));
        let near = near.filter_map(|(at, _)| Some((*at, self.op(*at)?)));
        let pairs = near.filter(move |(at, near)| {
            let is_pair = other == Some(near.code) && near.a == op.a && near.b == op.b;
            is_pair && place(*at, *near) == own
        });
        pairs.map(|(at, _)| at)
    }

    /// Whether a loaded register is loaded again by the instruction before or after.
    fn is_given_twice(&self, address: u16, op: Op) -> bool {
        let loads = |op: Op| matches!(op.code, Code::Ld | Code::Ldr);
        let near = |at: u16| self.op(at).filter(|near| loads(*near) && near.writes() == op.writes());
        let is_lost_in = |next: Op| next.code != Code::Ldr || Some(next.b) != op.writes();
        let (before, next) = (near(address.wrapping_sub(1)), near(address.wrapping_add(1)));
        loads(op) && (before.is_some() && is_lost_in(op) || next.is_some_and(is_lost_in))
    }

    /// Whether an instruction is what a loop counts by: nothing else in the loop sets the register.
    fn counts(&self, address: u16, op: Op) -> bool {
        const LONGEST: u16 = 24;
        if op.code != Code::AddValue || op.a != op.b || op.value == 0 {
            return false;
        }

        let loops = self.cells.range(address..address.saturating_add(LONGEST));
        let mut loops = loops.filter_map(|(end, cell)| {
            let start = target(cell.bits, *end).filter(|_| cell.is_code && Op::decode(cell.bits).code == Code::Br)?;
            (start <= address && end - start < LONGEST).then_some(start..=*end)
        });
        loops.any(|mut all| all.all(|at| at == address || !self.may_set(at, op.a)))
    }

    /// Whether an instruction sets a register, or goes where one may be set.
    fn may_set(&self, address: u16, register: u8) -> bool {
        self.op(address).is_some_and(|op| match op.code {
            Code::Jsr | Code::Jsrr | Code::Trap => true,
            _ => op.writes() == Some(register),
        })
    }

    /// Whether an instruction refers to a word that may hold an address.
    fn is_to_pointer(&self, bits: u16, address: u16) -> bool {
        let word = target(bits, address).and_then(|at| self.cells.get(&at));
        word.is_some_and(|word| !word.is_code && self.cells.contains_key(&word.bits))
    }

    /// The instruction at an address, as a neighbour of another one.
    fn neighbour_at(&self, address: u16) -> Option<Neighbour> {
        let cell = self.cells.get(&address).filter(|cell| cell.is_code)?;
        Some(self.neighbour(cell.bits, address))
    }

    /// A call takes what the subroutine reads before it sets it.
    fn neighbour(&self, bits: u16, address: u16) -> Neighbour {
        let op = Op::decode(bits);
        let calls = matches!(op.code, Code::Jsr | Code::Jsrr);
        let called = target(bits, address).filter(|_| calls);
        let arguments = called.and_then(|entry| self.arguments.get(&entry));
        Neighbour {
            given: given(op),
            taken: taken(op) | arguments.copied().unwrap_or_default(),
            calls,
            tests: op.keeps(),
            branches: op.code == Code::Br && op.a & 7 != 7,
        }
    }

    /// An instruction more between two.
    fn oddity_of_inserted(&self, inserted: Inserted) -> usize {
        let address = inserted.address as u16;
        let next_at = if inserted.is_after {
            address.wrapping_add(1)
        } else {
            address
        };
        let (before, next) = (self.op(next_at.wrapping_sub(1)), self.op(next_at));
        let op = Op::decode(inserted.word as u16);

        if ends(inserted.word as u16) {
            let is_end = next.is_none() || self.labels.contains_key(&next_at);
            return if is_end { LIKELY } else { 2 + ODD };
        }
        let own = self.neighbour(inserted.word as u16, address);
        let follows = self.always_leads(next_at).unwrap_or(next_at);
        let odd = oddity_between(
            self.neighbour_at(next_at.wrapping_sub(1)),
            own,
            self.neighbour_at(follows),
        );
        // Nobody asks what a constant is.
        let word = target(inserted.word as u16, address).filter(|_| op.code == Code::Ld);
        if word.is_some_and(|word| self.is_constant(word)) && self.is_branch(next_at) {
            return odd + ODD;
        }
        let has_stack = || self.cells.keys().filter_map(|at| self.op(*at)).any(is_on_stack);
        // What a loop counts by is tested by the branch after it; and nothing is at address zero.
        let counts_down = |op: Op| op.code == Code::AddValue && op.a == op.b && (op.value as i16) < 0;
        let is_counted = before.is_some_and(counts_down);
        let hides_count = is_counted && next.is_some_and(|next| next.code == Code::Br) && op.sets_conditions();
        let is_nowhere = before.is_some_and(|before| clears(before) && op.code == Code::Ldr && op.b == before.a);
        if hides_count || is_nowhere {
            return odd + ODD;
        }
        if moves_stack(op) && ![before, next].into_iter().flatten().any(is_on_stack) && has_stack() {
            return odd + ODD;
        }
        let is_own = target(inserted.word as u16, address).is_some_and(|word| !self.shared.contains(&word));
        if !matches!(op.code, Code::St | Code::Ld) || !is_own {
            return odd;
        }

        // One more among those that save registers, or restore them.
        let is_like = |other: Option<Op>| other.is_some_and(|other| other.code == op.code);
        let is_end = next.is_some_and(|next| next.code == Code::Jmp && next.b == 7);
        match (is_like(before), is_like(next)) {
            _ if before.is_some_and(|before| op.writes().is_some() && before.writes() == op.writes()) => odd,
            (true, true) => LIKELY,
            (true, false) if is_end => LIKELY,
            (false, false) => odd,
            _ => odd.saturating_sub(1),
        }
    }
}

/// The registers that a subroutine reads before it sets them, as far as its first instructions show: what it is given.
pub(super) fn arguments(cells: &BTreeMap<u16, Cell>, entry: u16) -> u32 {
    let (mut read, mut set) = (0, 0);
    for (at, cell) in cells.range(entry..entry.saturating_add(FIRST)) {
        let op = Op::decode(cell.bits);
        // What is saved is not used.
        let is_saved = matches!(op.code, Code::St | Code::Str);
        let taken = if is_saved { 0 } else { taken(op) & !CONDITIONS };
        read |= taken & !set;
        set |= given(op);
        if !cell.is_code || ends(cell.bits) || matches!(op.code, Code::Jsr | Code::Jsrr) || *at == u16::MAX {
            break;
        }
    }
    read
}

/// Whether an instruction clears a register.
fn clears(op: Op) -> bool {
    op.code == Code::AndValue && op.value == 0
}

/// Whether of two instructions the first clears the register that the second adds to.
fn clears_before(first: u16, second: u16) -> bool {
    let (first, second) = (Op::decode(first), Op::decode(second));
    clears(first)
        && first.a == first.b
        && matches!(second.code, Code::AddValue | Code::Add)
        && [second.a, second.b] == [first.a, first.a]
}

/// Whether an instruction moves the stack pointer.
fn moves_stack(op: Op) -> bool {
    op.code == Code::AddValue && [op.a, op.b] == [STACK, STACK]
}

/// Whether an instruction saves something on the stack, or restores it.
fn is_on_stack(op: Op) -> bool {
    matches!(op.code, Code::Str | Code::Ldr) && op.b == STACK
}
