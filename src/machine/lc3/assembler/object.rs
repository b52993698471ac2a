//! The classic object file: big-endian words, the first of them the origin.

use thiserror::Error;

use crate::machine::lc3::Program;
use crate::machine::lc3::program::Block;

/// Words of zero that may be written between blocks.
const GAP: usize = 0x1000;

/// Why a program cannot be an object file.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ObjectError {
    /// The format has one origin, which is also where the program starts.
    #[error(
        "an object file starts at its lowest address, but the program starts at x{entry:04X} and has a block at x{lowest:04X}"
    )]
    StartsAbove {
        /// Where the program starts.
        entry: u16,
        /// Its lowest block.
        lowest: u16,
    },
    /// The format has no gaps.
    #[error(
        "an object file is one piece, but there are {gap} unused words between the blocks at x{before:04X} and x{after:04X}"
    )]
    Gap {
        /// Unused words.
        gap: usize,
        /// The block below them.
        before: u16,
        /// The block above them.
        after: u16,
    },
}

/// The bytes of the program's `.obj` file.
///
/// The format holds one piece of memory. Several blocks are written as one, from the first to the last, with zeros
/// between them, where those are few (4096) and the first block is the lowest; other programs have no object file.
pub fn object_file(program: &Program) -> Result<Vec<u8>, ObjectError> {
    let entry = program.entry();
    let mut blocks: Vec<&Block> = program.blocks.iter().filter(|block| !block.words.is_empty()).collect();
    blocks.sort_by_key(|block| block.origin);
    if let Some(lowest) = blocks.first().filter(|lowest| lowest.origin < entry) {
        return Err(ObjectError::StartsAbove {
            entry,
            lowest: lowest.origin,
        });
    }

    let mut words = Vec::new();
    let mut before = entry;
    for block in blocks {
        let gap = usize::from(block.origin - entry).saturating_sub(words.len());
        if gap > GAP {
            return Err(ObjectError::Gap {
                gap,
                before,
                after: block.origin,
            });
        }
        words.resize(words.len() + gap, 0);
        words.extend(block.words.iter().map(|word| word.bits));
        before = block.origin;
    }

    Ok(std::iter::once(entry).chain(words).flat_map(u16::to_be_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine;
    use crate::machine::lc3::assembler::assemble;

    fn object(source: &str) -> Result<Vec<u8>, ObjectError> {
        let Some(machine::Program::Lc3(program)) = assemble("test.asm", source.as_bytes()).program else {
            panic!("the source of this test assembles");
        };
        object_file(&program)
    }

    #[test]
    fn words_stand_big_endian_after_the_origin() {
        let bytes = object(".ORIG x3000\nADD R0,R0,#1\nHALT\n.END\n");
        assert_eq!(bytes, Ok(vec![0x30, 0x00, 0x10, 0x21, 0xF0, 0x25]));
    }

    #[test]
    fn near_blocks_are_joined_by_zeros() {
        let bytes = object(".ORIG x3000\nHALT\n.END\n.ORIG x3002\n.FILL 7\n.END\n");
        assert_eq!(bytes, Ok(vec![0x30, 0x00, 0xF0, 0x25, 0, 0, 0, 7]));
    }

    #[test]
    fn blocks_that_one_origin_cannot_hold_are_named() {
        assert_eq!(
            object(".ORIG x3000\nHALT\n.END\n.ORIG x5000\n.FILL 7\n.END\n"),
            Err(ObjectError::Gap {
                gap: 0x1FFF,
                before: 0x3000,
                after: 0x5000
            })
        );
        assert_eq!(
            object(".ORIG x3000\nHALT\n.END\n.ORIG x2000\n.FILL 7\n.END\n"),
            Err(ObjectError::StartsAbove {
                entry: 0x3000,
                lowest: 0x2000
            })
        );
    }
}
