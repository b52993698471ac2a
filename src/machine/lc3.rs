//! The LC-3: assembler, machine and a small operating system, written here.
//!
//! Facts come from the two editions of Patt and Patel's book and from measurements of the simulators that classes use.
//!
//! | module | what it is for |
//! |---|---|
//! | [`isa`] | instruction formats: encode, decode, disassemble |
//! | [`assembler`] | source bytes to [`Program`] and diagnostics |
//! | [`program`] | an assembled image with what is known about each word |
//! | `canonical` | a form for comparing programs, whatever registers are called |
//! | [`settings`] | the ways in which simulators differ |
//! | `os`, `services` | trap services, native and fast |
//! | `routines` | the same services as code that runs instruction by instruction |
//! | `devices` | keyboard, display, the clock |
//! | `op`, `memory`, `cpu` | words with decoded instructions beside them; the loop that executes them |
//! | `insertion` | instructions that are tried beside others |
//! | `ready` | operations in their place, as the inner loop executes them; pairs that are executed together |
//! | `ordinary` | the inner loop, for instructions that change registers and memory alone |
//! | [`transplant`] | subroutines of one program in the place of another's |
//! | [`patches`] | small changes of a program, each as an edit of its source and as words in memory |
//! | [`vm`] | plays scripts: starts, stops, proofs of loops, shared beginnings |
//! | `diagnosis` | plays one script again, watching: why it stopped, what it read that nothing wrote |

pub mod assembler;
pub(in crate::machine) mod canonical;
mod cpu;
mod devices;
mod diagnosis;
mod insertion;
pub mod isa;
mod memory;
mod op;
mod ordinary;
mod os;
pub mod patches;
pub mod program;
mod ready;
mod routines;
mod services;
pub mod settings;
mod slice;
pub mod transplant;
pub mod vm;

pub use program::Program;
pub use settings::{Banner, Routines, Settings, Traps};

pub use super::Fill;
pub use super::diagnosis::{UnwrittenKind, UnwrittenRead};
pub use vm::Session;

use super::Build;

/// Turns source text, or a classic `.obj` file, into a program.
pub fn build(name: &str, bytes: &[u8]) -> Build {
    assembler::assemble(name, bytes)
}
