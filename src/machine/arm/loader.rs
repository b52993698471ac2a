//! Images as submissions: what Keil or the GNU tools made of a source, to a [`Program`].
//!
//! Takes the bytes of an ELF image (`.axf` of armlink, `.elf` of GNU ld), of Intel HEX, or of a raw image for address 0,
//! and gives what a board would have in its flash after programming it: every byte at its load address, `0xFF` where
//! nothing is written between them. RAM is not loaded, as on the board: the initial data of read-write areas lies in
//! flash until start-up code copies it, and a warning says so. Execution starts at address 0, whatever entry point an
//! image names.
//!
//! Line numbers of debug information are not read: the source that they number is not part of the image.
//!
//! It runs nothing, and reads no source. What it is given is hostile: nothing is trusted but what lies within the bytes,
//! and nothing is allocated beyond the size of flash and of the input.

use std::sync::Arc;

use super::program::{Piece, Program, Symbol};
use crate::diagnostic::{Diagnostic, Source};
use crate::machine::{self, Build};

mod elf;
mod fields;
mod flash;
mod hex;
mod pieces;
mod raw;
mod refused;
mod symbols;

#[cfg(test)]
mod tests;

use flash::Flash;
use refused::Refused;

/// What an image gives.
struct Image {
    flash: Flash,
    pieces: Vec<Piece>,
    symbols: Vec<Symbol>,
    notes: Vec<Diagnostic>,
}

impl Image {
    /// An image of which no more is known than its bytes.
    fn plain(flash: Flash, notes: Vec<Diagnostic>) -> Self {
        let mut pieces = pieces::of_flash(&flash, &[], &[]);
        pieces::find_literals(&mut pieces, &flash, &[]);
        Self {
            flash,
            pieces,
            symbols: Vec::new(),
            notes,
        }
    }
}

/// The program in an image, or why it cannot be used; `None` when the bytes are none, but perhaps a source.
pub fn load(name: &str, bytes: &[u8]) -> Option<Build> {
    let image = if bytes.starts_with(elf::MAGIC) {
        elf::read(bytes)
    } else if bytes.starts_with(b"!<arch>\n") {
        Err(Refused::Library)
    } else if hex::is_hex(bytes) {
        hex::read(bytes)
    } else if raw::is_image(name, bytes) {
        raw::read(bytes)
    } else {
        Err(raw::no_image(name, bytes)?)
    };
    Some(build(name, image))
}

/// Whether [`load`] takes these bytes for an image that it knows by its contents alone.
pub fn is_image(bytes: &[u8]) -> bool {
    let is_arm = bytes.starts_with(elf::MAGIC) && elf::is_arm(bytes);
    is_arm || hex::is_hex(bytes) || raw::is_image("", bytes)
}

fn build(name: &str, image: Result<Image, Refused>) -> Build {
    let source = Arc::new(Source::new(name, ""));
    let checked = image.and_then(|image| check_start(&image.flash).map(|()| image));
    match checked {
        Ok(image) => {
            let program = Program {
                source: Arc::clone(&source),
                flash: image.flash.into_bytes(),
                pieces: image.pieces,
                symbols: image.symbols,
            };
            Build {
                source,
                program: Some(machine::Program::Arm(Arc::new(program))),
                diagnostics: image.notes,
            }
        }
        Err(refused) => Build {
            source,
            program: None,
            diagnostics: vec![refused.diagnostic()],
        },
    }
}

/// Whether the machine can start this: something lies at address 0, and it is no vector table of a Cortex-M.
fn check_start(flash: &Flash) -> Result<(), Refused> {
    match flash.lowest() {
        None => return Err(Refused::Empty),
        Some(0) => {}
        Some(lowest) => return Err(Refused::NothingAtZero { lowest }),
    }

    if let (Some(stack), Some(reset)) = (flash.word(0), flash.word(4))
        && is_cortex_m(stack, reset)
    {
        return Err(Refused::CortexM { stack, reset });
    }

    Ok(())
}

/// A Cortex-M's flash begins with the stack's address in RAM and the odd address of the code that starts. As ARM code
/// these would be two instructions under conditions that hold only by chance.
fn is_cortex_m(stack: u32, reset: u32) -> bool {
    let in_ram = matches!(stack >> 28, 1 | 2) && stack.is_multiple_of(4);
    in_ram && reset % 2 == 1 && reset >> 28 == 0
}
