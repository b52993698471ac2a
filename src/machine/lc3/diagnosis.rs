//! What the diagnosis knows of the LC-3: what each instruction does to registers and memory, and the causes that only this
//! architecture has. The algorithm is [`diagnosis`](crate::machine::diagnosis)'s.

use super::cpu::{Exit, Machine};
use super::op::Op;
use super::program::Program;
use crate::machine::Run;
use crate::machine::diagnosis::event::Flow;
use crate::machine::diagnosis::watch::Semantics;
use crate::machine::diagnosis::{UnwrittenRead, follow};
use crate::result::{Cause, Diagnosis};

mod architecture;
mod cause;
mod control;
mod image;
mod notes;
mod stores;
mod string;
mod values;

use architecture::{Lc3, Trace};
use image::Image;

/// Why a run ended as it did. `machine` is in its start state, with the run's keys granted.
pub fn diagnose(program: &Program, machine: &mut Machine, run: &Run) -> Diagnosis {
    follow::diagnose::<Lc3>(Image::new(program), machine, run)
}

/// The first use of a value that nothing set: of a register or of memory outside the image, or else of a `.BLKW` word.
pub fn first_unwritten_read(program: &Program, machine: &mut Machine, run: &Run) -> Option<UnwrittenRead> {
    follow::first_unwritten_read::<Lc3>(Image::new(program), machine, run)
}

impl Semantics for Lc3 {
    fn execute(trace: &mut Trace<'_>, at: u16, op: Op, machine: &Machine) -> Flow {
        trace.execute(at, op, machine)
    }

    fn notice(trace: &mut Trace<'_>, at: u16, word: u16) {
        trace.notice_overwritten(at, word);
    }

    fn is_harmful(trace: &Trace<'_>, at: u16, word: u16, op: Op) -> bool {
        trace.is_harmful_data(at, word, op)
    }

    fn cause(trace: &Trace<'_>, machine: &Machine, _: Exit, run: &Run) -> Option<(u64, Cause)> {
        cause::find(trace, machine, run)
    }
}
