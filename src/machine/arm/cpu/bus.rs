//! What an address leads to: flash, RAM, UART0, a peripheral that is only noted, or nothing.
//!
//! Facts: the microcontroller's user manual (UM10237), chapter 2, memory map.

use super::Machine;
use crate::machine::arm::exit::{Exit, Fault};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::FLASH;

/// UART0's registers.
const UART: u32 = 0xE000_C000;
const UART_LENGTH: u32 = 0x4000;
/// The line status register.
pub(super) const LINE_STATUS: u32 = UART + 0x14;
/// The pin select register, by which every program connects the pins of UART0. Here they always are.
const PIN_SELECT: u32 = 0xE002_C000;
/// Peripherals on the AHB and APB buses, the vectored interrupt controller among them.
const PERIPHERALS: u32 = 0xE000_0000;
/// The fast GPIO registers.
const GPIO: u32 = 0x3FFF_C000;
const GPIO_LENGTH: u32 = 0x4000;
/// Above them no register is: what is used there was meant for RAM.
const GPIO_REGISTERS: u32 = 0x80;
/// The last register of the vectored interrupt controller, which is above all others: what is used beyond was an address below 0.
const LAST_REGISTER: u32 = 0xFFFF_F23C;
/// Peripherals noted in one run; what a program touches after it has gone astray helps nobody.
const NOTED: usize = 16;

/// A peripheral register that a program used and that does nothing here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noted {
    /// Its address.
    pub address: u32,
    /// The instruction that used it first.
    pub from: u32,
}

fn is_peripheral(address: u32) -> bool {
    address >= PERIPHERALS || address.wrapping_sub(GPIO) < GPIO_LENGTH
}

/// The register of UART0 at an address.
pub(super) fn uart_register(address: u32) -> Option<u32> {
    let offset = address.wrapping_sub(UART);
    (offset < UART_LENGTH).then_some(offset)
}

impl Machine {
    /// The word that an address lies in. A device sees the access when it is for the lowest byte.
    pub(super) fn load(&mut self, address: u32, at: u32) -> Result<u32, Exit> {
        if let Some(word) = self.memory.word(address) {
            return Ok(word);
        }
        if let Some(offset) = uart_register(address) {
            return self.uart.load(offset, at, &mut self.console).map(u32::from);
        }
        self.note(address, at, Fault::Load(address))?;
        Ok(0)
    }

    /// Whether a load from an address outside RAM gives the same as long as nothing is printed and no key is read, and does
    /// nothing else. The line status does where a key is ready.
    pub(in crate::machine::arm) fn is_constant(&self, address: u32) -> bool {
        let is_plain = address < FLASH.1 || is_peripheral(address) && uart_register(address).is_none();
        is_plain || address == LINE_STATUS && self.console.ready()
    }

    /// Stores the bits of `mask`, a byte, halfword or word at the bottom, where an address lies.
    pub(super) fn store<const WATCH: bool>(
        &mut self,
        address: u32,
        mask: u32,
        value: u32,
        at: u32,
    ) -> Result<(), Exit> {
        if is_ram(address) {
            // A halfword and a word ignore the bits of the address that are below their size.
            let lane = match mask {
                0xFF => address % 4 * 8,
                0xFFFF => (address & 2) * 8,
                _ => 0,
            };
            self.memory.store_part::<WATCH>(address, mask, value, lane);
            return Ok(());
        }

        if address < FLASH.1 {
            return Err(Exit::Crashed(Fault::StoreToFlash(address)));
        }
        if let Some(offset) = uart_register(address) {
            let stored = self.uart.store(offset, value as u8, &mut self.console);
            if self.overrun_from.is_none() && self.uart.is_overrun() {
                self.overrun_from = Some(at);
            }
            return stored;
        }

        self.note(address, at, Fault::Store(address))
    }

    /// Notes a peripheral once; `fault` is what it is when there is none.
    fn note(&mut self, address: u32, from: u32, fault: Fault) -> Result<(), Exit> {
        if !is_peripheral(address) {
            return Err(Exit::Crashed(fault));
        }
        let address = address & !3;
        let is_new = self.noted.iter().all(|noted| noted.address != address);
        let is_register = address <= LAST_REGISTER && !(GPIO + GPIO_REGISTERS..PERIPHERALS).contains(&address);
        if is_new && is_register && address != PIN_SELECT && self.noted.len() < NOTED {
            self.noted.push(Noted { address, from });
        }
        Ok(())
    }
}
