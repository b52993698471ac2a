//! The fields of an instruction's word: where each kind of value is in it.

use super::{DataOperation, Indexing, Offset, Operand, Register, Shift, ShiftKind, Unit};

/// A place in a word, and how it holds a value.
pub(super) trait Field<T> {
    /// The value in a word; `None` where the word is another instruction.
    fn get(&self, word: u32) -> Option<T>;

    /// The bits of a value, of which only the low ones are kept that fit; `None` where it makes another instruction.
    fn put(&self, value: T) -> Option<u32>;
}

/// One bit.
pub(super) struct Bit(pub(super) u32);

impl Field<bool> for Bit {
    fn get(&self, word: u32) -> Option<bool> {
        Some(bit(word, self.0))
    }

    fn put(&self, value: bool) -> Option<u32> {
        Some(u32::from(value) << self.0)
    }
}

/// Four bits from this one on, such as a register's number.
pub(super) struct Nibble(pub(super) u32);

impl Field<u8> for Nibble {
    fn get(&self, word: u32) -> Option<u8> {
        Some(register(word, self.0))
    }

    fn put(&self, value: u8) -> Option<u32> {
        Some(at(value, self.0))
    }
}

/// A value that distinguishes this instruction from others and has no field.
pub(super) struct Is<T>(pub(super) T);

impl<T: Copy + PartialEq> Field<T> for Is<T> {
    fn get(&self, _word: u32) -> Option<T> {
        Some(self.0)
    }

    fn put(&self, value: T) -> Option<u32> {
        (value == self.0).then_some(0)
    }
}

/// What an instruction does not have: always this value, whatever it is made with.
pub(super) struct Always<T>(pub(super) T);

impl<T: Copy> Field<T> for Always<T> {
    fn get(&self, _word: u32) -> Option<T> {
        Some(self.0)
    }

    fn put(&self, _value: T) -> Option<u32> {
        Some(0)
    }
}

/// A field of a value that other instructions leave out.
pub(super) struct Present<F>(pub(super) F);

impl<T, F: Field<T>> Field<Option<T>> for Present<F> {
    fn get(&self, word: u32) -> Option<Option<T>> {
        self.0.get(word).map(Some)
    }

    fn put(&self, value: Option<T>) -> Option<u32> {
        self.0.put(value?)
    }
}

/// The code of those data-processing operations that have the same operands.
#[derive(PartialEq)]
pub(super) enum Code {
    /// No destination: TST, TEQ, CMP, CMN.
    Comparison,
    /// No first operand: MOV, MVN.
    Move,
    /// Both: all others.
    Calculation,
}

impl Code {
    fn of(operation: DataOperation) -> Self {
        match (operation.has_destination(), operation.has_first()) {
            (false, _) => Self::Comparison,
            (true, false) => Self::Move,
            (true, true) => Self::Calculation,
        }
    }
}

impl Field<DataOperation> for Code {
    fn get(&self, word: u32) -> Option<DataOperation> {
        let operation = DataOperation::ALL[(word >> 21 & 15) as usize];
        (Self::of(operation) == *self).then_some(operation)
    }

    fn put(&self, operation: DataOperation) -> Option<u32> {
        (Self::of(operation) == *self).then(|| u32::from(operation.code()) << 21)
    }
}

/// The second operand of a data-processing instruction, and of MSR.
pub(super) struct Second;

impl Field<Operand> for Second {
    fn get(&self, word: u32) -> Option<Operand> {
        Some(match (bit(word, 25), bit(word, 4), bit(word, 7)) {
            (true, ..) => Operand::Immediate {
                value: word as u8,
                rotation: register(word, 8),
            },
            (false, false, _) => Operand::Register(register(word, 0), amount(word)),
            (false, true, false) => {
                Operand::Register(register(word, 0), Shift::Register(kind(word), register(word, 8)))
            }
            // Multiplies, swaps, and halfword and signed transfers.
            (false, true, true) => return None,
        })
    }

    fn put(&self, operand: Operand) -> Option<u32> {
        Some(match operand {
            Operand::Immediate { value, rotation } => 1 << 25 | at(rotation, 8) | u32::from(value),
            Operand::Register(rm, shift) => shifted(rm, shift),
        })
    }
}

/// A second operand that is a number.
pub(super) struct Number;

impl Field<Operand> for Number {
    fn get(&self, word: u32) -> Option<Operand> {
        Second.get(word | 1 << 25)
    }

    fn put(&self, operand: Operand) -> Option<u32> {
        operand.number().and_then(|_| Second.put(operand))
    }
}

/// A second operand that is a register, without a shift.
pub(super) struct Plain;

impl Field<Operand> for Plain {
    fn get(&self, word: u32) -> Option<Operand> {
        Some(Operand::Register(register(word, 0), UNSHIFTED))
    }

    fn put(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Register(rm, _) => Some(at(rm, 0)),
            Operand::Immediate { .. } => None,
        }
    }
}

/// A word or a byte.
pub(super) struct LongUnit;

impl Field<Unit> for LongUnit {
    fn get(&self, word: u32) -> Option<Unit> {
        Some(if bit(word, 22) { Unit::Byte } else { Unit::Word })
    }

    fn put(&self, unit: Unit) -> Option<u32> {
        match unit {
            Unit::Word => Some(0),
            Unit::Byte => Some(1 << 22),
            _ => None,
        }
    }
}

/// The offset of a word or byte: twelve bits, or a register with a shift.
pub(super) struct LongOffset;

impl Field<Offset> for LongOffset {
    fn get(&self, word: u32) -> Option<Offset> {
        match (bit(word, 25), bit(word, 4)) {
            (false, _) => Some(Offset::Immediate(word as u16 & 0xFFF)),
            (true, false) => Some(Offset::Register(register(word, 0), amount(word))),
            (true, true) => None,
        }
    }

    fn put(&self, offset: Offset) -> Option<u32> {
        Some(match offset {
            Offset::Immediate(number) => u32::from(number & 0xFFF),
            Offset::Register(rm, shift) => 1 << 25 | shifted(rm, shift),
        })
    }
}

/// The offset of a halfword or of a signed load: eight bits in two halves, or a register.
pub(super) struct ShortOffset;

impl Field<Offset> for ShortOffset {
    fn get(&self, word: u32) -> Option<Offset> {
        Some(if bit(word, 22) {
            Offset::Immediate((word >> 4 & 0xF0 | word & 0x0F) as u16)
        } else {
            Offset::Register(register(word, 0), UNSHIFTED)
        })
    }

    fn put(&self, offset: Offset) -> Option<u32> {
        Some(match offset {
            Offset::Immediate(number) => {
                let number = u32::from(number);
                1 << 22 | (number & 0xF0) << 4 | number & 0x0F
            }
            Offset::Register(rm, _) => at(rm, 0),
        })
    }
}

/// The P and W bits, and whether LDRT and its like are among what they say.
pub(super) struct Index {
    pub(super) translates: bool,
}

impl Field<Indexing> for Index {
    fn get(&self, word: u32) -> Option<Indexing> {
        match (bit(word, 24), bit(word, 21)) {
            (true, false) => Some(Indexing::Offset),
            (true, true) => Some(Indexing::Pre),
            (false, translate) => (self.translates || !translate).then_some(Indexing::Post { translate }),
        }
    }

    fn put(&self, indexing: Indexing) -> Option<u32> {
        match indexing {
            Indexing::Offset => Some(1 << 24),
            Indexing::Pre => Some(1 << 24 | 1 << 21),
            Indexing::Post { translate } => (self.translates || !translate).then_some(u32::from(translate) << 21),
        }
    }
}

/// One bit for each register, at the bottom.
pub(super) struct List;

impl Field<u16> for List {
    fn get(&self, word: u32) -> Option<u16> {
        Some(word as u16)
    }

    fn put(&self, list: u16) -> Option<u32> {
        Some(u32::from(list))
    }
}

/// Words that a branch goes, as bytes: 24 bits with a sign.
pub(super) struct Distance;

impl Field<i32> for Distance {
    fn get(&self, word: u32) -> Option<i32> {
        Some(((word << 8) as i32) >> 6)
    }

    fn put(&self, offset: i32) -> Option<u32> {
        Some((offset >> 2) as u32 & 0x00FF_FFFF)
    }
}

/// The 24 bits of SWI.
pub(super) struct Comment;

impl Field<u32> for Comment {
    fn get(&self, word: u32) -> Option<u32> {
        Some(word & 0x00FF_FFFF)
    }

    fn put(&self, comment: u32) -> Option<u32> {
        Some(comment & 0x00FF_FFFF)
    }
}

const UNSHIFTED: Shift = Shift::Amount(ShiftKind::Lsl, 0);

fn bit(word: u32, number: u32) -> bool {
    word >> number & 1 != 0
}

/// The register in the field whose lowest bit is given.
fn register(word: u32, lowest: u32) -> Register {
    (word >> lowest & 15) as Register
}

/// A register as the field whose lowest bit is given.
fn at(register: Register, lowest: u32) -> u32 {
    u32::from(register & 15) << lowest
}

/// The kind of shift in bits 6 and 5.
fn kind(word: u32) -> ShiftKind {
    ShiftKind::ALL[(word >> 5 & 3) as usize]
}

/// A shift by the field of five bits.
fn amount(word: u32) -> Shift {
    Shift::Amount(kind(word), (word >> 7 & 31) as u8)
}

/// A register and its shift.
fn shifted(rm: Register, shift: Shift) -> u32 {
    match shift {
        Shift::Amount(kind, amount) => u32::from(amount & 31) << 7 | u32::from(kind.code()) << 5 | at(rm, 0),
        Shift::Register(kind, rs) => at(rs, 8) | u32::from(kind.code()) << 5 | 1 << 4 | at(rm, 0),
    }
}
