//! What a turn of a loop does at the serial port.

use super::line::Line;
use crate::machine::arm::cpu::Machine;

/// Bytes that one turn may print.
const PRINTS: usize = 2;

/// The looks at the line status and the bytes printed in one turn.
#[derive(Debug, Clone, Copy, Default)]
pub struct PortUse {
    prints: [Line; PRINTS],
    printed: usize,
    looks: u32,
    /// Where the last look was made.
    looked_from: u32,
    /// Looks since the last byte.
    looks_after: u32,
    /// Bytes since the last look.
    sent_after: u32,
    /// Whether a byte was printed without a look after the one before.
    is_blind: bool,
}

impl PortUse {
    /// Notes a look at the line status.
    pub fn look(&mut self, at: u32) {
        self.looks += 1;
        self.looked_from = at;
        self.looks_after += 1;
        self.sent_after = 0;
    }

    /// Notes a byte printed.
    pub fn print(&mut self, byte: Line) -> Option<()> {
        *self.prints.get_mut(self.printed)? = byte;
        self.printed += 1;
        self.is_blind |= self.looks_after == 0;
        self.looks_after = 0;
        self.sent_after += 1;
        Some(())
    }

    /// Whether there is anything of that.
    pub fn is_used(&self) -> bool {
        self.printed > 0 || self.looks > 0
    }

    /// The bytes of one turn.
    pub fn prints(&self) -> &[Line] {
        &self.prints[..self.printed]
    }
}

impl Machine {
    /// For how many turns the port is used as in one, and no more is to be known of it than that.
    pub(super) fn turns_at_port<const WATCH: bool>(&self, port: &PortUse) -> u64 {
        if !port.is_used() {
            return u64::MAX;
        }

        let may_overrun = port.is_blind && self.overrun_from.is_none();
        if WATCH || may_overrun {
            return 0;
        }
        if port.printed == 0 {
            let waits = !self.console.ready();
            return if waits {
                self.uart.turns_of_patience(port.looks)
            } else {
                0
            };
        }
        if !self.uart.has_patience(port.looks) {
            return 0;
        }
        (self.console.room().saturating_sub(1) / port.printed) as u64
    }

    /// What so many turns leave at the port, but for the bytes printed.
    pub(super) fn pass_at_port(&mut self, port: &PortUse, turns: u64) {
        if !port.is_used() {
            return;
        }

        let turns_of = |count: u32| turns * u64::from(count);
        if port.printed == 0 {
            self.console.poll_often(port.looked_from, turns_of(port.looks));
            self.uart.pass_looks(turns_of(port.looks) as u32);
        } else if port.looks > 0 {
            self.console.poll_often(port.looked_from, turns_of(port.looks));
            self.uart.pass(port.sent_after, Some(port.looks_after), &self.console);
        } else {
            self.uart.pass(turns_of(port.sent_after) as u32, None, &self.console);
        }
    }
}
