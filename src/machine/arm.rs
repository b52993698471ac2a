//! ARM7TDMI in ARM state on an NXP LPC2468, as courses with Keil uVision use it: assembler, core and board, written here.
//!
//! Facts come from the ARM Architecture Reference Manual (ARMv4T), the LPC24xx user manual, and measurements of real
//! programs and of Keil's own output.
//!
//! | module | what it is for |
//! |---|---|
//! | [`assembler`] | source bytes to [`Program`] and diagnostics; [`assembler::dialect`] has the rules |
//! | [`isa`] | instruction formats: encode, decode, disassemble |
//! | [`loader`] | ELF images, Intel HEX and raw images to a [`Program`] |
//! | [`program`] | an image with what is known about each byte |
//! | `canonical` | a form for comparing programs, whatever registers are called |
//! | [`settings`] | start values |
//! | `registers` | the registers of all modes, the flags |
//! | `op`, `memory` | words with decoded operations beside them |
//! | `ready` | an operation in its place: what is executed together with it |
//! | `patches` | the changes of a program that are tried to find its mistakes |
//! | `cpu` | the loop that executes operations, the interpreter of all the rest, and what each address leads to |
//! | `exit` | why the processor stops |
//! | `slice` | what the first wrong byte of a run was computed from |
//! | `steady` | loops that never end, proved by what depends on what |
//! | `uart` | the console's registers |
//! | [`vm`] | plays scripts |

pub mod assembler;
pub(in crate::machine) mod canonical;
mod cpu;
mod diagnosis;
mod exit;
pub mod isa;
pub mod loader;
mod memory;
mod op;
pub(in crate::machine) mod patches;
pub mod program;
mod ready;
mod registers;
pub mod settings;
mod slice;
mod steady;
mod uart;
pub mod vm;

pub use program::Program;
pub use settings::Settings;
pub use vm::Session;

use super::Build;
use crate::diagnostic::bundle;

/// Turns a submission's bytes into a program: source text for armasm or the GNU assembler, an ELF image (`.axf`), or a
/// raw image for address 0.
pub fn build(name: &str, bytes: &[u8]) -> Build {
    let image = match bundle::split(bytes) {
        Some(_) => None,
        None => loader::load(name, bytes),
    };
    image.unwrap_or_else(|| assembler::assemble(name, bytes))
}
