//! Instructions that are tried beside the one at an address, as if they had been written there.

use super::op::Op;
use crate::machine::patch::Inserted;

/// Those of one address.
#[derive(Debug)]
pub struct Insertion {
    /// The address.
    pub address: u16,
    before: Vec<Op>,
    after: Vec<Op>,
}

impl Insertion {
    /// None yet at an address.
    pub fn at(address: u16) -> Self {
        Self {
            address,
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// One more, after those that are there.
    pub fn add(&mut self, inserted: Inserted) {
        let mut op = Op::decode(inserted.word as u16);
        if let Some(target) = inserted.target {
            op.value = (target as u16).wrapping_sub(self.address.wrapping_add(1));
        }
        if inserted.is_after {
            self.after.push(op);
        } else {
            self.before.push(op);
        }
    }

    /// What runs as the first, second and so on, where the program's own instruction is one of them; and whether it is the last.
    pub fn step(&self, own: Op, step: usize) -> (Op, bool) {
        let last = self.before.len() + self.after.len();
        let op = match step.checked_sub(self.before.len()) {
            None => self.before[step],
            Some(0) => own,
            Some(beyond) => self.after.get(beyond - 1).copied().unwrap_or(own),
        };
        (op, step >= last)
    }
}
