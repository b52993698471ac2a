//! A program with a change: other words in its image, and instructions that are tried beside others.
//!
//! Those have no room in the image. They come behind it, with the one that they belong to, and what runs at its address goes
//! there and back.

use std::sync::Arc;

use super::Machine;
use crate::machine::arm::isa::Condition;
use crate::machine::arm::op::{self, Code, LONGEST, Op};
use crate::machine::arm::ready::Ready;
use crate::machine::patch::{Inserted, Patch};

impl Machine {
    /// Makes the program another one by a patch, in place of that of the last call; `None` is the program itself. Only for a
    /// machine that is at its start.
    pub fn exchange(&mut self, patch: Option<&Patch>) {
        let own = Arc::clone(&self.memory.ops);
        for at in std::mem::take(&mut self.exchanged) {
            Arc::make_mut(&mut self.ops)[at] = own[at];
            self.ran[at] = own[at];
            self.make_ready(at);
        }
        self.ran.truncate(own.len());
        self.ready.truncate(own.len());

        let words = patch.map_or(&[][..], |patch| &patch.words);
        let image = self.memory.exchange(words);
        let Some(patch) = patch else { return };
        // What refers to a word of data may have its value in it.
        let referring = patch.reached_at.iter().copied();
        let addresses = words.iter().map(|(address, _)| *address).chain(referring);
        for at in addresses.map(|address| (address >> 2) as usize) {
            let is_code = own.get(at).is_some_and(|op| op.code != Code::Data);
            if is_code && let Some(word) = image.get(at) {
                self.put(at, op::decode(*word, at as u32 * 4, &image));
            }
        }
        for at in self.exchanged.clone() {
            self.find_loops(at);
        }
        self.insert(&patch.inserted, &image);
    }

    /// Makes an operation run in one place.
    fn put(&mut self, at: usize, op: Op) {
        Arc::make_mut(&mut self.ops)[at] = op;
        self.ran[at] = op;
        self.make_ready(at);
        self.exchanged.push(at);
    }

    /// Notes which loops around an operation may be skipped.
    fn find_loops(&mut self, at: usize) {
        for branch in at..(at + LONGEST).min(self.ops.len()) {
            let op = self.ops[branch];
            if !matches!(op.code, Code::Branch | Code::LoopBranch) {
                continue;
            }
            let is_loop = op::may_be_skipped(&self.ops, branch);
            let code = if is_loop { Code::LoopBranch } else { Code::Branch };
            if code != op.code {
                self.put(branch, Op { code, ..op });
            }
        }
    }

    /// Puts instructions beside others.
    fn insert(&mut self, inserted: &[Inserted], image: &[u32]) {
        let mut addresses: Vec<u32> = inserted.iter().map(|inserted| inserted.address).collect();
        addresses.dedup();
        for address in addresses {
            let at = (address >> 2) as usize;
            let Some(own) = self.ops.get(at).copied() else { continue };
            let here = inserted.iter().filter(|inserted| inserted.address == address);
            let (after, before): (Vec<&Inserted>, Vec<&Inserted>) = here.partition(|inserted| inserted.is_after);
            let decoded = |inserted: &&Inserted| op::decode(inserted.word, address, image);
            let back = branch(address.wrapping_add(4));
            let all: Vec<Op> = before
                .iter()
                .map(decoded)
                .chain([own])
                .chain(after.iter().map(decoded))
                .chain([back])
                .collect();
            // What is interpreted from its word needs a place in the image.
            if all
                .iter()
                .any(|op| matches!(op.code, Code::Other | Code::Data | Code::First))
            {
                continue;
            }
            let to = self.ran.len() as u32 * 4;
            self.ready.extend(all.iter().copied().map(Ready::new));
            self.ran.extend(all);
            // Whoever looks for loops here does not know it.
            self.put(at, Op::DATA);
            self.ran[at] = branch(to);
            self.make_ready(at);
        }
    }
}

fn branch(to: u32) -> Op {
    Op {
        code: Code::Branch,
        condition: Condition::Al,
        a: 0,
        b: 0,
        c: 0,
        value: to,
    }
}
