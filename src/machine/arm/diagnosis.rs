//! What the diagnosis knows of the ARM7TDMI and its board: what each instruction does to registers and memory, and the causes
//! that only this architecture has. The algorithm is [`diagnosis`](crate::machine::diagnosis)'s.

use super::cpu::Machine;
use super::exit::Exit;
use super::isa::{Condition, Instruction};
use super::program::Program;
use crate::machine::Run;
use crate::machine::diagnosis::event::Flow;
use crate::machine::diagnosis::watch::Semantics;
use crate::machine::diagnosis::{UnwrittenRead, follow};
use crate::result::{Cause, Diagnosis};

mod architecture;
mod cause;
mod console;
mod image;
mod memory;
mod notes;
#[cfg(test)]
mod tests;
mod values;

use architecture::{Arm, Trace};
use image::Image;

/// Why a run ended as it did. `machine` is in its start state, with the run's keys granted.
pub fn diagnose(program: &Program, machine: &mut Machine, run: &Run) -> Diagnosis {
    follow::diagnose::<Arm>(Image::new(program), machine, run)
}

/// The first use of a value that nothing set: of a register or of memory that the source does not name, or else of memory
/// that it reserves.
pub fn first_unwritten_read(program: &Program, machine: &mut Machine, run: &Run) -> Option<UnwrittenRead> {
    follow::first_unwritten_read::<Arm>(Image::new(program), machine, run)
}

impl Semantics for Arm {
    fn execute(trace: &mut Trace<'_>, at: u32, instruction: Option<Instruction>, machine: &Machine) -> Flow {
        let Some(instruction) = instruction else {
            return Flow::Jump;
        };
        if instruction.condition != Condition::Al {
            trace.use_up(trace.flags.unset);
        }

        if machine.registers.flags.hold(instruction.condition) {
            trace.execute(at, instruction.operation, machine)
        } else {
            Flow::Next
        }
    }

    fn cause(trace: &Trace<'_>, machine: &Machine, exit: Exit, run: &Run) -> Option<(u64, Cause)> {
        cause::find(trace, machine, exit, run)
    }
}
