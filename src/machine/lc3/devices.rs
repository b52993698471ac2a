//! The device registers: keyboard, display, and the machine control register that stops the clock.

use super::cpu::{Exit, Machine};
use crate::machine::console::Console;

const KBSR: u16 = 0xFE00;
const KBDR: u16 = 0xFE02;
const DSR: u16 = 0xFE04;
const DDR: u16 = 0xFE06;
const MCR: u16 = 0xFFFE;
const READY: u16 = 0x8000;
const INTERRUPT_ENABLE: u16 = 0x4000;

/// What a load from the display's status gives, whose word that is. `None` for every other device.
#[inline(never)]
pub(super) fn display_status(address: u16, word: u16) -> Option<u16> {
    (address == DSR).then_some(READY | word)
}

/// Prints what is stored to the display, where there is room for more than that. Whether it was.
#[inline(never)]
pub(super) fn display(console: &mut Console, address: u16, word: u16) -> bool {
    let is_shown = address == DDR && console.room() > 1;
    if is_shown {
        console.print(word as u8);
    }
    is_shown
}

impl Machine {
    #[inline(never)]
    pub(super) fn load_device<const WATCH: bool>(&mut self, address: u16) -> Result<u16, Exit> {
        let stored = self.memory.words[usize::from(address)];
        match address {
            KBSR => {
                self.console.poll(u32::from(self.cpu.pc.wrapping_sub(1)));
                if self.console.ready() {
                    Ok(READY | stored)
                } else if WATCH {
                    Ok(stored)
                } else {
                    Err(Exit::Starved)
                }
            }
            KBDR if self.console.ready() => {
                if !self.console.is_granted() {
                    return Err(Exit::KeyWanted);
                }
                let key = u16::from(self.console.read());
                self.memory.store::<WATCH>(KBDR, key);
                Ok(key)
            }
            KBDR => {
                // The old key again: with more keys the program would have read another.
                self.console.poll(u32::from(self.cpu.pc.wrapping_sub(1)));
                Ok(stored)
            }
            DSR => Ok(READY | stored),
            MCR => Ok(READY),
            _ => Ok(stored),
        }
    }

    #[inline(never)]
    pub(super) fn store_device<const WATCH: bool>(&mut self, address: u16, word: u16) -> Result<(), Exit> {
        match address {
            DDR => {
                self.console.print(word as u8);
                self.flood_check()
            }
            MCR if word & READY == 0 => Err(Exit::Halted),
            KBSR | DSR => {
                self.memory.store::<WATCH>(address, word & INTERRUPT_ENABLE);
                Ok(())
            }
            _ => {
                self.memory.store::<WATCH>(address, word);
                Ok(())
            }
        }
    }

    /// Whether the cap on output was reached.
    pub(super) fn flood_check(&self) -> Result<(), Exit> {
        if self.console.is_full() {
            Err(Exit::Flooded)
        } else {
            Ok(())
        }
    }
}
