//! The shifter in front of the second operand, and arithmetic with flags.

use crate::machine::arm::isa::ShiftKind;
use crate::machine::arm::registers::Flags;

/// A shift by the field of five bits, with the carry that comes out of it.
pub fn by_amount(kind: ShiftKind, amount: u8, value: u32, carry: bool) -> (u32, bool) {
    match (kind, amount) {
        (ShiftKind::Lsl, 0) => (value, carry),
        // RRX: through the carry by one.
        (ShiftKind::Ror, 0) => (value >> 1 | u32::from(carry) << 31, value & 1 != 0),
        (ShiftKind::Lsr | ShiftKind::Asr, 0) => by_register(kind, 32, value, carry),
        (kind, amount) => by_register(kind, u32::from(amount), value, carry),
    }
}

/// A shift by a register's lowest byte, with the carry that comes out of it.
pub fn by_register(kind: ShiftKind, amount: u32, value: u32, carry: bool) -> (u32, bool) {
    let amount = amount & 0xFF;
    if amount == 0 {
        return (value, carry);
    }

    let bit = |number: u32| value.checked_shr(number).unwrap_or(0) & 1 != 0;
    match kind {
        ShiftKind::Lsl => (value.checked_shl(amount).unwrap_or(0), amount <= 32 && bit(32 - amount)),
        ShiftKind::Lsr => (value.checked_shr(amount).unwrap_or(0), bit(amount - 1)),
        ShiftKind::Asr => {
            let amount = amount.min(32);
            let shifted = (i64::from(value as i32) >> amount) as u32;
            (shifted, bit(amount - 1))
        }
        ShiftKind::Ror => {
            let turned = value.rotate_right(amount % 32);
            (turned, turned >> 31 != 0)
        }
    }
}

impl Flags {
    /// Adds, and sets all flags.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn add(&mut self, a: u32, b: u32) -> u32 {
        let (sum, carry) = a.overflowing_add(b);
        self.c = carry;
        self.v = (a ^ sum) & (b ^ sum) & 1 << 31 != 0;
        self.result(sum);
        sum
    }

    /// Subtracts, and sets all flags; C is set when nothing is borrowed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn subtract(&mut self, a: u32, b: u32) -> u32 {
        let difference = a.wrapping_sub(b);
        self.c = a >= b;
        self.v = (a ^ b) & (a ^ difference) & 1 << 31 != 0;
        self.result(difference);
        difference
    }

    /// Adds with C, and sets all flags.
    pub fn add_carry(&mut self, a: u32, b: u32) -> u32 {
        let sum = u64::from(a) + u64::from(b) + u64::from(self.c);
        let low = sum as u32;
        self.c = sum >> 32 != 0;
        self.v = (a ^ low) & (b ^ low) & 1 << 31 != 0;
        self.result(low);
        low
    }
}

#[cfg(test)]
mod tests {
    use super::{by_amount, by_register};
    use crate::machine::arm::isa::ShiftKind::{Asr, Lsl, Lsr, Ror};

    const VALUE: u32 = 0x8000_0001;

    // DDI 0100, A5.1: the shifter operand and its carry, for each kind and each range of amounts.
    #[test]
    fn shifts_by_a_register_follow_the_manual() {
        for (kind, amount, result, carry) in [
            (Lsl, 0, VALUE, true),
            (Lsl, 1, 2, true),
            (Lsl, 31, 0x8000_0000, false),
            (Lsl, 32, 0, true),
            (Lsl, 33, 0, false),
            (Lsl, 255, 0, false),
            (Lsl, 256, VALUE, true),
            (Lsr, 1, 0x4000_0000, true),
            (Lsr, 31, 1, false),
            (Lsr, 32, 0, true),
            (Lsr, 33, 0, false),
            (Asr, 1, 0xC000_0000, true),
            (Asr, 31, 0xFFFF_FFFF, false),
            (Asr, 32, 0xFFFF_FFFF, true),
            (Asr, 200, 0xFFFF_FFFF, true),
            (Ror, 1, 0xC000_0000, true),
            (Ror, 4, 0x1800_0000, false),
            (Ror, 32, VALUE, true),
            (Ror, 33, 0xC000_0000, true),
            (Ror, 64, VALUE, true),
        ] {
            let carry_in = amount % 256 == 0;
            assert_eq!(
                by_register(kind, amount, VALUE, carry_in),
                (result, carry),
                "{kind:?} {amount}"
            );
        }
    }

    #[test]
    fn amounts_of_zero_have_their_own_meaning() {
        assert_eq!(by_amount(Lsl, 0, VALUE, true), (VALUE, true));
        assert_eq!(by_amount(Lsl, 0, VALUE, false), (VALUE, false));
        assert_eq!(by_amount(Lsr, 0, VALUE, false), (0, true));
        assert_eq!(by_amount(Asr, 0, VALUE, false), (0xFFFF_FFFF, true));
        assert_eq!(by_amount(Asr, 0, 1, true), (0, false));
        assert_eq!(by_amount(Ror, 0, VALUE, false), (0x4000_0000, true), "RRX");
        assert_eq!(by_amount(Ror, 0, 2, true), (0x8000_0001, false), "RRX");
    }
}
