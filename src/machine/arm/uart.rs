//! UART0, the console: the registers of a 16C550 as the LPC2468 has it (user manual UM10237, chapter 16).
//!
//! The line is always free and a key is there at once: nothing waits for the baud rate, which is kept and means nothing.

use std::hash::{Hash, Hasher};

use super::exit::Exit;
use crate::machine::console::Console;

/// Looks at the line status that find no key, without output in between, until the program is waiting for one.
const POLLS: u32 = 2_000;

/// Bit 7 of the line control register: offsets 0 and 4 are the divisor latch.
const LATCH: u8 = 0x80;
/// A key can be read.
const READY: u8 = 0x01;
/// The transmitter takes a byte, and has sent all.
const FREE: u8 = 0x60;
/// Nothing asks for an interrupt.
const NO_INTERRUPT: u8 = 0x01;
/// The FIFO is on, as the interrupt identification shows it.
const FIFO: u8 = 0xC0;
/// Bytes that the transmitter's FIFO holds.
const FIFO_LENGTH: u32 = 16;

const DATA: u32 = 0x00;
const INTERRUPTS: u32 = 0x04;
const IDENTIFICATION: u32 = 0x08;
const LINE_CONTROL: u32 = 0x0C;
const LINE_STATUS: u32 = 0x14;
/// What can be written and read back: scratch pad, auto-baud, infrared, fractional divider, transmit enable.
const KEPT: [u32; 5] = [0x1C, 0x20, 0x24, 0x28, 0x30];

/// The registers.
#[derive(Debug, Clone)]
pub struct Uart {
    /// The last key that was read: what the receive buffer holds until the next.
    received: u8,
    divisor: [u8; 2],
    interrupts: u8,
    fifo: bool,
    line_control: u8,
    kept: [u8; 5],
    /// Bytes sent since the line status was last read: nothing that the program can see depends on it.
    sent: u32,
    /// Looks at the keyboard in vain since the last output. What it will be is decided by the rest.
    vain: u32,
}

impl Default for Uart {
    fn default() -> Self {
        Self {
            received: 0,
            divisor: [1, 0],
            interrupts: 0,
            fifo: false,
            line_control: 0,
            kept: [0, 0, 0, 0x10, 0x80],
            sent: 0,
            vain: 0,
        }
    }
}

impl PartialEq for Uart {
    fn eq(&self, other: &Self) -> bool {
        self.visible() == other.visible()
    }
}

impl Hash for Uart {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.visible().hash(hasher);
    }
}

impl Eq for Uart {}

impl Uart {
    /// All that a program can find out.
    fn visible(&self) -> impl Eq + Hash {
        (
            self.received,
            self.divisor,
            self.interrupts,
            self.fifo,
            self.line_control,
            self.kept,
        )
    }

    fn is_latched(&self) -> bool {
        self.line_control & LATCH != 0
    }

    /// Reads the register at an offset, for the instruction at `at`.
    #[inline]
    pub fn load(&mut self, offset: u32, at: u32, console: &mut Console) -> Result<u8, Exit> {
        Ok(match offset {
            DATA | INTERRUPTS if self.is_latched() => self.divisor[(offset / 4) as usize],
            DATA if console.ready() => {
                if !console.is_granted() {
                    return Err(Exit::KeyWanted);
                }
                self.received = console.read();
                self.received
            }
            DATA => {
                // The old key again: with more keys the program would have read another.
                self.poll(at, console)?;
                self.received
            }
            INTERRUPTS => self.interrupts,
            IDENTIFICATION => NO_INTERRUPT | if self.fifo { FIFO } else { 0 },
            LINE_CONTROL => self.line_control,
            LINE_STATUS => {
                self.sent = 0;
                self.poll(at, console)?;
                Self::line_status(console)
            }
            _ => kept(offset).map_or(0, |at| self.kept[at]),
        })
    }

    /// Writes the register at an offset.
    #[inline]
    pub fn store(&mut self, offset: u32, byte: u8, console: &mut Console) -> Result<(), Exit> {
        match offset {
            DATA | INTERRUPTS if self.is_latched() => self.divisor[(offset / 4) as usize] = byte,
            DATA => {
                self.vain = 0;
                self.sent += 1;
                console.print(byte);
                if console.is_full() {
                    return Err(Exit::Flooded);
                }
            }
            INTERRUPTS => self.interrupts = byte,
            IDENTIFICATION => self.fifo = byte & 1 != 0,
            LINE_CONTROL => self.line_control = byte,
            _ => {
                if let Some(at) = kept(offset) {
                    self.kept[at] = byte;
                }
            }
        }
        Ok(())
    }

    /// Whether more bytes were sent than the transmitter holds since the program last looked whether it is empty: on the
    /// board, some are lost.
    #[inline]
    pub fn is_overrun(&self) -> bool {
        self.sent > if self.fifo { FIFO_LENGTH } else { 1 }
    }

    /// What the line status reads as.
    pub fn line_status(console: &Console) -> u8 {
        FREE | if console.ready() { READY } else { 0 }
    }

    /// Whether a byte written to the register at an offset is printed.
    pub fn sends(&self, offset: u32) -> bool {
        offset == DATA && !self.is_latched()
    }

    /// Whether the program is not yet waiting for a key after so many looks more.
    pub fn has_patience(&self, looks: u32) -> bool {
        self.vain + looks < POLLS
    }

    /// Counts what many turns of a loop did that print. Where the line status was looked at, `looks` is how often since the last
    /// byte, and `sent` how many bytes since the last look; else `sent` bytes were sent more.
    pub fn pass(&mut self, sent: u32, looks: Option<u32>, console: &Console) {
        self.sent = if looks.is_some() {
            sent
        } else {
            self.sent.saturating_add(sent)
        };
        self.vain = looks.filter(|_| !console.ready()).unwrap_or(0);
    }

    /// How many turns with so many looks each find no key until the program is waiting for one.
    pub fn turns_of_patience(&self, looks: u32) -> u64 {
        ((POLLS - 1).saturating_sub(self.vain).checked_div(looks).unwrap_or(0)).into()
    }

    /// Counts so many looks that found no key.
    pub fn pass_looks(&mut self, looks: u32) {
        self.sent = 0;
        self.vain += looks;
    }

    #[inline]
    fn poll(&mut self, at: u32, console: &mut Console) -> Result<(), Exit> {
        if !console.ready() {
            if self.vain + 1 >= POLLS {
                return Err(Exit::KeyWanted);
            }
            self.vain += 1;
        }
        console.poll(at);
        Ok(())
    }
}

fn kept(offset: u32) -> Option<usize> {
    KEPT.iter().position(|kept| *kept == offset)
}
