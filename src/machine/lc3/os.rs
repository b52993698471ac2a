//! The trap services of our own small operating system.
//!
//! Each service has an entry address in system memory, which the trap vector table names; a program may overwrite the
//! table. Reaching an entry runs the service natively and then returns the way the linkage demands. What is left of a
//! real service routine for a program to feel is kept: the return address, and under 2nd edition linkage the condition
//! codes that the routine's last load leaves behind.

use std::ops::Range;

use super::settings::{Banner, Traps};
use crate::machine::{Output, Service};

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

/// The word that stands at an entry: the service's return instruction.
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

/// What IN prints before the key and behind its echo.
pub fn in_texts(banner: Banner) -> (&'static [u8], &'static [u8]) {
    match banner {
        Banner::Lc3sim | Banner::Lc3tools => (b"\nInput a character> ", b"\n"),
        Banner::Lc3edit => (b"\nInput a character> ", b""),
        Banner::None => (b"Input character: ", b""),
    }
}

/// The console: the keys of the script on one side, the output on the other.
#[derive(Debug, Default)]
pub struct Console {
    /// The script.
    pub keys: Vec<u8>,
    /// How many keys may be read before the player is asked again.
    pub granted: usize,
    /// What was printed, and when keys were read.
    pub output: Output,
    /// Cap on the output in bytes.
    pub cap: usize,
    /// Counts outputs and keys read, so that silence can be told.
    pub activity: u64,
    /// The number of keys read when the program last looked at the keyboard's registers: it could tell from them whether
    /// another key was there.
    pub polled_at: Option<usize>,
    /// Counts looks at the keyboard's registers that found no key.
    pub polls: u64,
    /// Address of the instruction that last found no key there.
    pub polled_from: u16,
}

impl Console {
    /// Keys read so far.
    pub fn position(&self) -> usize {
        self.output.key_marks.len()
    }

    /// Whether a key is left.
    pub fn ready(&self) -> bool {
        self.position() < self.keys.len()
    }

    /// Whether a key may be read now without asking the player.
    pub fn is_granted(&self) -> bool {
        self.position() < self.granted
    }

    /// Reads a granted key.
    pub fn read(&mut self) -> u16 {
        let key = self.keys[self.position()];
        self.output.key_marks.push(self.output.bytes.len());
        self.activity += 1;
        u16::from(key)
    }

    /// Notes a look at the keyboard's registers by the instruction at `from`.
    pub fn poll(&mut self, from: u16) {
        self.polled_at = Some(self.position());
        if !self.ready() {
            self.polls += 1;
            self.polled_from = from;
        }
    }

    /// Prints the low byte of a word.
    pub fn print(&mut self, word: u16) {
        self.output.bytes.push(word as u8);
        self.activity += 1;
    }

    /// Prints text of the system's own.
    pub fn print_banner(&mut self, text: &[u8], service: Service) {
        let start = self.output.bytes.len();
        self.output.bytes.extend_from_slice(text);
        self.activity += 1;
        if !text.is_empty() {
            let range: Range<usize> = start..self.output.bytes.len();
            self.output.banners.push((range, service));
        }
    }

    /// Whether the cap on output is reached.
    pub fn is_full(&self) -> bool {
        self.output.bytes.len() >= self.cap
    }
}
