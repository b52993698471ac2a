//! Flash as it is after programming: bytes at their addresses, and which of them were written.

use std::ops::Range;

use super::super::program::FLASH;
use super::Refused;

/// What flash holds where nothing was written.
const ERASED: u8 = 0xFF;

/// Flash, as far up as something was written.
#[derive(Debug, Default)]
pub(super) struct Flash {
    bytes: Vec<u8>,
    /// Which of them were written.
    is_written: Vec<bool>,
}

impl Flash {
    /// Writes bytes that must fit and must not have been written before.
    pub(super) fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Refused> {
        let (start, length) = (address as usize, bytes.len());
        let end = start.saturating_add(length);
        if length > 0 && end > (FLASH.0 + FLASH.1) as usize {
            let length = length as u64;
            return Err(Refused::Outside { address, length });
        }

        if self.bytes.len() < end && length > 0 {
            self.bytes.resize(end, ERASED);
            self.is_written.resize(end, false);
        }

        for (offset, byte) in bytes.iter().enumerate() {
            let at = start + offset;
            if std::mem::replace(&mut self.is_written[at], true) {
                return Err(Refused::Overlap { address: at as u32 });
            }
            self.bytes[at] = *byte;
        }

        Ok(())
    }

    /// What was written, in order of addresses.
    pub(super) fn written(&self) -> Vec<Range<u32>> {
        let mut ranges = Vec::new();
        let mut at = 0;
        for run in self.is_written.chunk_by(|one, other| one == other) {
            let end = at + run.len() as u32;
            if run[0] {
                ranges.push(at..end);
            }
            at = end;
        }
        ranges
    }

    /// The lowest address that was written.
    pub(super) fn lowest(&self) -> Option<u32> {
        let first = self.is_written.iter().position(|is_written| *is_written)?;
        Some(first as u32)
    }

    /// The word at an address.
    pub(super) fn word(&self, address: u32) -> Option<u32> {
        let bytes = self.bytes.get(address as usize..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// All bytes from address 0 on.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
