//! ARM7TDMI in ARM state on an NXP LPC2468, as courses with Keil uVision use it: assembler, core and board, written here.
//!
//! Facts come from the ARM Architecture Reference Manual (ARMv4T), the LPC24xx user manual, and measurements of real
//! programs and of Keil's own output.
//!
//! | module | what it is for |
//! |---|---|
//! | [`assembler`] | source bytes to [`Program`] and diagnostics; [`assembler::dialect`] has the rules |
//! | [`isa`] | instruction formats: encode, decode, disassemble |
//! | [`program`] | an image with what is known about each byte |
//! | [`settings`] | start values |
//! | [`vm`] | plays scripts |

pub mod assembler;
pub mod isa;
pub mod program;
pub mod settings;
pub mod vm;

pub use program::Program;
pub use settings::Settings;
pub use vm::Player;

use super::Build;

/// Turns a submission's bytes into a program: source text for armasm or the GNU assembler, an ELF image (`.axf`), or a
/// raw image for address 0.
pub fn build(name: &str, bytes: &[u8]) -> Build {
    assembler::assemble(name, bytes)
}
