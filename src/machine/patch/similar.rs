//! Instructions that do the same, whatever the machine, but for what they refer to: four subroutines that look for a line are often
//! one, written four times. What is between two such instructions in one place may be missing in another.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use super::Inserted;

/// The instructions of a program, by what they do.
#[derive(Debug)]
pub(in crate::machine) struct Similar {
    /// From one instruction to the next, in addresses.
    step: u32,
    /// The number of what each instruction does.
    kinds: BTreeMap<u32, usize>,
    /// Where the instructions are that do the same, by that number.
    places: Vec<Vec<u32>>,
}

impl Similar {
    /// The instructions with their addresses and what they do, in order.
    pub fn of<K: Eq + Hash>(step: u32, instructions: impl Iterator<Item = (u32, K)>) -> Self {
        let mut numbers: HashMap<K, usize> = HashMap::new();
        let mut similar = Self {
            step,
            kinds: BTreeMap::new(),
            places: Vec::new(),
        };
        for (address, kind) in instructions {
            let number = *numbers.entry(kind).or_insert(similar.places.len());
            if number == similar.places.len() {
                similar.places.push(Vec::new());
            }
            similar.places[number].push(address);
            similar.kinds.insert(address, number);
        }
        similar
    }

    /// Where an instruction is between two like that before an address and the one at it.
    pub fn between(&self, next: u32) -> impl Iterator<Item = u32> {
        let before = next.wrapping_sub(self.step);
        let places = self.to(next).map(|like| like.wrapping_sub(self.step));
        places.filter(move |at| self.are(at.wrapping_sub(self.step), before))
    }

    /// Where one is before two like that at an address and the one after it, or after two like those before it.
    pub fn beside(&self, next: u32) -> impl Iterator<Item = u32> {
        let [two, one] = [2, 1].map(|steps| next.wrapping_sub(steps * self.step));
        let before = self.to(next).map(|like| like.wrapping_sub(self.step));
        let before = before.filter(move |at| self.are(at.wrapping_add(2 * self.step), next.wrapping_add(self.step)));
        let after = self.to(one).map(|like| like.wrapping_add(self.step));
        before.chain(after.filter(move |at| self.are(at.wrapping_sub(2 * self.step), two)))
    }

    /// The same as [`Self::between`], for where an instruction is inserted.
    pub fn around(&self, inserted: Inserted) -> impl Iterator<Item = u32> {
        let step = if inserted.is_after { self.step } else { 0 };
        self.between(inserted.address.wrapping_add(step))
    }

    /// The other instructions that do the same as that at an address.
    fn to(&self, address: u32) -> impl Iterator<Item = u32> {
        let all = self.kinds.get(&address).map(|kind| &self.places[*kind]);
        all.into_iter().flatten().copied().filter(move |at| *at != address)
    }

    fn are(&self, one: u32, other: u32) -> bool {
        one != other
            && self
                .kinds
                .get(&one)
                .is_some_and(|kind| self.kinds.get(&other) == Some(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::Similar;

    #[test]
    fn what_is_between_like_instructions_elsewhere_is_found() {
        // In the second place, what is between `b` and `d` is missing.
        let program = "abcde.abde".bytes().enumerate();
        let similar = Similar::of(2, program.map(|(at, kind)| (2 * at as u32, kind)));
        let found = |next: usize| -> Vec<u32> { similar.between(2 * next as u32).map(|at| at / 2).collect() };

        assert_eq!(found(8), [2], "`c` is between `b` and `d`");
        assert!(found(7).is_empty(), "nothing is between `a` and `b`");
        let beside: Vec<u32> = similar.beside(16).map(|at| at / 2).collect();
        assert_eq!(beside, [2, 2], "before `d` and `e`, and after `a` and `b`");
    }
}
