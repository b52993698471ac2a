//! Subroutines that are still empty: stubs that return at once.

use crate::machine::lc3::Program;
use crate::machine::lc3::isa::{Instruction, decode};

/// Instructions of a stub, at most: registers that are saved and restored.
const LONGEST: u16 = 20;

/// Whether the subroutine at an address only returns, perhaps after saving and restoring registers.
pub(super) fn only_returns(program: &Program, entry: u16) -> bool {
    let instructions = (0..LONGEST).map_while(|offset| Some(decode(program.word(entry.wrapping_add(offset))?.bits)));
    let mut others = instructions.skip_while(|instruction| {
        matches!(
            instruction,
            Instruction::St { .. }
                | Instruction::Ld { .. }
                | Instruction::Str { base: 6, .. }
                | Instruction::Ldr { base: 6, .. }
        ) || matches!(instruction, Instruction::AddImm { dr: 6, sr1: 6, .. })
    });
    matches!(others.next(), Some(Instruction::Jmp { base: 7 }))
}
