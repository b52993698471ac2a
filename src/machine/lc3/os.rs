//! The trap services of our own small operating system.
//!
//! Each service has an entry address in system memory, which the trap vector table names; a program may overwrite the
//! table. Reaching an entry runs the service natively and then returns the way the linkage demands. What is left of a
//! real service routine for a program to feel is kept: the return address, and under 2nd edition linkage the condition
//! codes that the routine's last load leaves behind. What is not kept: the key in the keyboard's data register, which would
//! make states differ by a key that no program looks at again. `routines` has the same services as code.

use super::settings::{Banner, Traps};

/// First address of user programs; below lie the vector tables and the system.
pub const USER_START: u16 = 0x3000;
/// First address of the device registers.
pub const DEVICES: u16 = 0xFE00;
/// Entry of the service that catches trap vectors nobody defined.
const UNDEFINED_ENTRY: u16 = 0x01F0;
/// Entry of GETC; the other services follow at distances of [`ENTRY_DISTANCE`].
const FIRST_ENTRY: u16 = 0x0200;
const ENTRY_DISTANCE: u16 = 0x10;

/// A trap service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Trap {
    /// x20: a key into R0, not echoed.
    Getc,
    /// x21: the low byte of R0 to the console.
    Out,
    /// x22: the string of words at R0.
    Puts,
    /// x23: prompts, echoes a key, leaves it in R0.
    In,
    /// x24: the string of byte pairs at R0, low byte first.
    Putsp,
    /// x25: stops the machine.
    Halt,
}

/// The services in the order of their vectors, from x20.
pub const TRAPS: [Trap; 6] = [Trap::Getc, Trap::Out, Trap::Puts, Trap::In, Trap::Putsp, Trap::Halt];

/// Vector and service of every trap with their entry addresses.
pub fn entries() -> impl Iterator<Item = (u16, Trap)> {
    TRAPS
        .into_iter()
        .map(|trap| (FIRST_ENTRY + trap as u16 * ENTRY_DISTANCE, trap))
}

/// What the trap vector table holds at the start.
pub fn vector(number: u8) -> u16 {
    match number {
        0x20..=0x25 => FIRST_ENTRY + u16::from(number - 0x20) * ENTRY_DISTANCE,
        _ => UNDEFINED_ENTRY,
    }
}

/// The word that is at an entry: the service's return instruction.
pub fn return_word(traps: Traps) -> u16 {
    match traps {
        Traps::OverwriteR7 => 0xC1C0,
        Traps::KeepR7 => 0x8000,
    }
}

/// What HALT prints.
pub fn halt_text(banner: Banner) -> &'static [u8] {
    match banner {
        Banner::Lc3sim => b"\n\n--- halting the LC-3 ---\n\n",
        Banner::Lc3tools => b"\n\n--- Halting the LC-3 ---\n\n",
        Banner::Lc3edit => b"\n----- Halting the processor ----- \n",
        Banner::None => b"",
    }
}

/// What IN prints before the key and after its echo.
pub fn in_texts(banner: Banner) -> (&'static [u8], &'static [u8]) {
    match banner {
        Banner::Lc3sim | Banner::Lc3tools => (b"\nInput a character> ", b"\n"),
        Banner::Lc3edit => (b"\nInput a character> ", b""),
        Banner::None => (b"Input character: ", b""),
    }
}
