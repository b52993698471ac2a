//! Fields of an ELF file, each checked against its end.

/// Reads fields of the file.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    /// The halfword at an offset.
    pub(super) fn half(self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }

    /// The word at an offset.
    pub(super) fn word(self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }

    /// Bytes from an offset on.
    pub(super) fn bytes(self, at: u32, length: u32) -> Option<&'a [u8]> {
        let start = at as usize;
        self.0.get(start..start.checked_add(length as usize)?)
    }
}
