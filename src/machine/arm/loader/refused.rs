//! Why an image cannot be used, in words for the student who handed it in.

use thiserror::Error;

use super::super::program::FLASH;
use crate::diagnostic::Diagnostic;

/// Why an image cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum Refused {
    #[error("the image is cut short or damaged: its {what} would extend past the end of the file")]
    CutShort { what: &'static str },
    #[error("this ELF file is for {machine}, not for ARM")]
    OtherMachine { machine: String },
    #[error("this is a 64-bit ELF file; the ARM7TDMI is a 32-bit machine")]
    Wide,
    #[error("this image is big-endian; the board is little-endian")]
    BigEndian,
    #[error("this is an object file (`.o`), which the linker has not yet made a program of")]
    Object,
    #[error("this is a library of object files, not a program")]
    Library,
    #[error("this ELF file is {what}, not a program")]
    NotExecutable { what: String },
    #[error("this image is Thumb code: it starts at 0x{entry:08X} in Thumb state; programs here are ARM code")]
    Thumb { entry: u32 },
    #[error(
        "this image is for a Cortex-M: it begins with a vector table (stack 0x{stack:08X}, start 0x{reset:08X}), not with \
         ARM code"
    )]
    CortexM { stack: u32, reset: u32 },
    #[error("the image puts nothing into flash")]
    Empty,
    #[error("the image has nothing at address 0, where the board starts; its lowest address is 0x{lowest:08X}")]
    NothingAtZero { lowest: u32 },
    #[error(
        "the image puts 0x{length:X} bytes at 0x{address:08X}, where the board has no flash (0x00000000 to 0x{:08X})",
        FLASH.0 + FLASH.1 - 1
    )]
    Outside { address: u32, length: u64 },
    #[error("two parts of the image overlap at 0x{address:08X}")]
    Overlap { address: u32 },
    #[error("line {line} of the Intel HEX file is damaged: {what}")]
    Hex { line: usize, what: &'static str },
    #[error("the Intel HEX file is cut short: its last line, `:00000001FF`, is missing")]
    HexCutShort,
    #[error("the file is named `{extension}`, but its contents are {what}")]
    Misnamed { extension: String, what: &'static str },
}

impl Refused {
    /// What is said about it.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.code(), self.to_string()).help(self.help())
    }

    /// Whether it is an image with faults, or another file than an image.
    fn code(&self) -> &'static str {
        match self {
            Self::Object | Self::Library => "object-file",
            Self::CutShort { .. } | Self::HexCutShort | Self::Misnamed { .. } => "damaged-file",
            _ => "bad-image",
        }
    }

    fn help(&self) -> &'static str {
        match self {
            Self::Object | Self::Library => {
                "hand in the source (`connect4.s`), or the linked image (`.axf`) from the project's Objects folder"
            }
            Self::Thumb { .. } | Self::CortexM { .. } => {
                "choose an ARM7TDMI part such as the LPC2468 in the project, leave out `THUMB`, and build it again"
            }
            Self::NothingAtZero { .. } | Self::Outside { .. } => {
                "link the program for flash at address 0 (in Keil: Target, IROM1 at 0x0) and RAM at 0x40000000"
            }
            Self::BigEndian => "turn off `Big Endian` in the project's target, and build it again",
            _ => "hand in the source (`connect4.s`), or the linked image (`.axf`) as the linker wrote it",
        }
    }
}
