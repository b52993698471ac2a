//! Which words of a program execution can come to, judged from the words alone. What is not known counts as reached.

use std::collections::BTreeSet;

use crate::machine::lc3::Program;
use crate::machine::lc3::isa::{Instruction, decode};
use crate::machine::lc3::program::{Kind, Word};

/// The vector of HALT.
const HALT: u8 = 0x25;
/// Fewer instructions side by side are not worth reporting: a branch after a RET.
const FEWEST: usize = 2;

/// The words that execution can come to.
#[derive(Debug)]
pub(super) struct Reach {
    reached: BTreeSet<u16>,
    /// Some instruction goes to an address that is computed.
    is_open: bool,
}

impl Reach {
    /// Follows every path from the start, and from every address that the program takes of itself.
    pub(super) fn of(program: &Program) -> Self {
        let mut reach = Self {
            reached: BTreeSet::new(),
            is_open: false,
        };
        let mut ways = vec![program.entry()];
        let data = || {
            program
                .blocks
                .iter()
                .flat_map(|block| &block.words)
                .filter(|word| word.kind == Kind::Data)
        };

        // Who has the address of HALT's vector may have made another HALT.
        let halts = data().all(|word| word.bits != u16::from(HALT));
        // A data word that could be an address may be one; what is only an address of data is no way into it.
        let is_code = |address: &u16| program.word(*address).is_some_and(|word| word.kind == Kind::Code);
        ways.extend(data().map(|word| word.bits).filter(is_code));
        while let Some(mut address) = ways.pop() {
            while let Some(word) = program.word(address).filter(|_| reach.reached.insert(address)) {
                let next = address.wrapping_add(1);
                let at = |offset: i16| next.wrapping_add_signed(offset);
                let falls = match decode(word.bits) {
                    Instruction::Br { nzp, offset } => {
                        if nzp != 0 {
                            ways.push(at(offset));
                        }
                        nzp != 7
                    }
                    Instruction::Jsr { offset } => {
                        ways.push(at(offset));
                        true
                    }
                    Instruction::Lea { offset, .. } => {
                        ways.extend(Some(at(offset)).filter(is_code));
                        true
                    }
                    Instruction::Jmp { base: 7 } => false,
                    Instruction::Jmp { .. } | Instruction::Rti => {
                        reach.is_open = true;
                        false
                    }
                    // A return address that is moved leads past what follows a call.
                    Instruction::Jsrr { .. } | Instruction::Add { dr: 7, .. } | Instruction::AddImm { dr: 7, .. } => {
                        reach.is_open = true;
                        true
                    }
                    Instruction::Trap { vector: HALT } => !halts,
                    _ => true,
                };

                if !falls {
                    break;
                }

                address = next;
            }
        }

        reach
    }

    /// The instructions that execution can come to.
    pub(super) fn code<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = (u16, Word)> + 'a {
        let words = self
            .reached
            .iter()
            .filter_map(|address| Some((*address, program.word(*address)?)));
        words.filter(|(_, word)| word.kind == Kind::Code)
    }

    /// The pieces of code that execution cannot come to: first and last address of each. None where some address is
    /// computed.
    pub(super) fn unreached(&self, program: &Program) -> Vec<(u16, u16)> {
        let mut pieces = Vec::new();
        if self.is_open {
            return pieces;
        }

        for block in &program.blocks {
            let mut piece: Option<(u16, usize)> = None;
            let mut address = block.origin;
            for word in block.words.iter().map(Some).chain([None]) {
                let is_idle = word.is_some_and(|word| word.kind == Kind::Code) && !self.reached.contains(&address);
                if is_idle {
                    piece.get_or_insert((address, 0)).1 += 1;
                } else if let Some((first, count)) = piece.take()
                    && count >= FEWEST
                {
                    pieces.push((first, address.wrapping_sub(1)));
                }

                address = address.wrapping_add(1);
            }
        }

        pieces
    }
}
