//! Words, halfwords and bytes as parts of the aligned word that they lie in.

/// The word itself, rotated so that the byte addressed comes lowest.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
pub fn word(word: u32, address: u32) -> u32 {
    word.rotate_right(address % 4 * 8)
}

/// A byte.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
pub fn byte(word: u32, address: u32) -> u32 {
    word >> (address % 4 * 8) & 0xFF
}

/// A byte with its sign.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
pub fn signed(word: u32, address: u32) -> u32 {
    i32::from(byte(word, address) as i8) as u32
}

/// A halfword; at an odd address it is rotated as a word is.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
pub fn half(word: u32, address: u32) -> u32 {
    let half = word >> ((address & 2) * 8) & 0xFFFF;
    half.rotate_right(address % 2 * 8)
}
