//! What each trap service does.

use super::cpu::{Exit, Machine};
use super::os::{self, Trap};
use super::settings::Traps;
use crate::machine::Service;

impl Machine {
    /// Runs a trap service. Under 2nd edition linkage the condition codes are left as the classic routines leave them: by
    /// the key for GETC, by the restored R1 for OUT, by the restored R7 for the others.
    pub(super) fn service(&mut self, trap: Trap) -> Result<(), Exit> {
        let keeps_conditions = self.settings.traps == Traps::KeepR7;
        let condition = self.cpu.condition;
        let text = self.cpu.registers[0];
        match trap {
            Trap::Getc => {
                self.cpu.registers[0] = self.key()?;
                self.cpu.condition = self.cpu.registers[0];
            }
            Trap::Out => {
                self.console.print(text as u8);
                self.cpu.condition = self.cpu.registers[1];
            }
            Trap::Puts => {
                self.print_words(text)?;
                self.cpu.condition = self.cpu.registers[7];
            }
            Trap::In => {
                // The prompt is printed when the key arrives too, so that the instruction can be run again.
                let (before, after) = os::in_texts(self.settings.banner);
                if self.console.ready() && !self.console.is_granted() {
                    return Err(Exit::KeyWanted);
                }
                self.console.print_banner(before, Service::In);
                let key = self.key()?;
                self.console.print(key as u8);
                self.console.print_banner(after, Service::In);
                self.cpu.registers[0] = key;
                self.cpu.condition = self.cpu.registers[7];
            }
            Trap::Putsp => {
                self.print_pairs(text)?;
                self.cpu.condition = self.cpu.registers[7];
            }
            Trap::Halt => {
                self.console
                    .print_banner(os::halt_text(self.settings.banner), Service::Halt);
                return Err(Exit::Halted);
            }
        }

        if keeps_conditions {
            self.cpu.condition = condition;
        }

        self.flood_check()
    }

    fn key(&mut self) -> Result<u16, Exit> {
        if self.console.is_granted() && self.console.ready() {
            Ok(u16::from(self.console.read()))
        } else {
            Err(Exit::KeyWanted)
        }
    }

    fn print_words(&mut self, mut address: u16) -> Result<(), Exit> {
        loop {
            let word = self.memory.words[usize::from(address)];
            if word == 0 {
                return Ok(());
            }
            self.console.print(word as u8);
            self.flood_check()?;
            address = address.wrapping_add(1);
        }
    }

    fn print_pairs(&mut self, mut address: u16) -> Result<(), Exit> {
        loop {
            let word = self.memory.words[usize::from(address)];
            for byte in [word & 0xFF, word >> 8] {
                if byte == 0 {
                    return Ok(());
                }
                self.console.print(byte as u8);
                self.flood_check()?;
            }

            address = address.wrapping_add(1);
        }
    }
}
