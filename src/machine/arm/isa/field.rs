//! The fields of an instruction's word: where each kind of value is in it.

use super::{DataOperation, Indexing, Offset, Operand, Register, Shift, ShiftKind, Unit};

/// A place in a word, and how it holds a value.
pub(super) trait Field<T> {
    /// The value in a word; `None` where the word is another instruction.
    fn get(&self, word: u32) -> Option<T>;

    /// The bits of a value, of which only the low ones are kept that fit; `None` where it makes another instruction.
    fn put(&self, value: T) -> Option<u32>;
}

/// A place that needs no number to be known.
pub(super) struct Place<T> {
    get: fn(u32) -> Option<T>,
    put: fn(T) -> Option<u32>,
}

impl<T> Field<T> for Place<T> {
    fn get(&self, word: u32) -> Option<T> {
        (self.get)(word)
    }

    fn put(&self, value: T) -> Option<u32> {
        (self.put)(value)
    }
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

/// The second operand of a data-processing instruction.
pub(super) const SECOND: Place<Operand> = Place {
    get: |word| match (bit(word, 25), bit(word, 4), bit(word, 7)) {
        (true, ..) => Some(Operand::Immediate {
            value: word as u8,
            rotation: register(word, 8),
        }),
        (false, false, _) => Some(Operand::Register(register(word, 0), amount(word))),
        (false, true, false) => {
            let shift = Shift::Register(kind(word), register(word, 8));
            Some(Operand::Register(register(word, 0), shift))
        }
        // Multiplies, swaps, and halfword and signed transfers.
        (false, true, true) => None,
    },
    put: |operand| match operand {
        Operand::Immediate { value, rotation } => Some(1 << 25 | at(rotation, 8) | u32::from(value)),
        Operand::Register(rm, shift) => Some(shifted(rm, shift)),
    },
};

/// A second operand that is a number.
pub(super) const NUMBER: Place<Operand> = Place {
    get: |word| SECOND.get(word | 1 << 25),
    put: |operand| operand.number().and_then(|_| SECOND.put(operand)),
};

/// A second operand that is a register, without a shift.
pub(super) const PLAIN: Place<Operand> = Place {
    get: |word| Some(Operand::Register(register(word, 0), UNSHIFTED)),
    put: |operand| operand.register().map(|rm| at(rm, 0)),
};

/// A word or a byte.
pub(super) const LONG_UNIT: Place<Unit> = Place {
    get: |word| Some(if bit(word, 22) { Unit::Byte } else { Unit::Word }),
    put: |unit| match unit {
        Unit::Word => Some(0),
        Unit::Byte => Some(1 << 22),
        _ => None,
    },
};

/// The offset of a word or byte: twelve bits, or a register with a shift.
pub(super) const LONG_OFFSET: Place<Offset> = Place {
    get: |word| match (bit(word, 25), bit(word, 4)) {
        (false, _) => Some(Offset::Immediate(word as u16 & 0xFFF)),
        (true, false) => Some(Offset::Register(register(word, 0), amount(word))),
        (true, true) => None,
    },
    put: |offset| match offset {
        Offset::Immediate(number) => Some(u32::from(number & 0xFFF)),
        Offset::Register(rm, shift) => Some(1 << 25 | shifted(rm, shift)),
    },
};

/// The offset of a halfword or of a signed load: eight bits in two halves, or a register.
pub(super) const SHORT_OFFSET: Place<Offset> = Place {
    get: |word| {
        Some(if bit(word, 22) {
            Offset::Immediate((word >> 4 & 0xF0 | word & 0x0F) as u16)
        } else {
            Offset::Register(register(word, 0), UNSHIFTED)
        })
    },
    put: |offset| match offset {
        Offset::Immediate(number) => Some(1 << 22 | u32::from(number & 0xF0) << 4 | u32::from(number & 0x0F)),
        Offset::Register(rm, _) => Some(at(rm, 0)),
    },
};

/// One bit for each register, at the bottom.
pub(super) const LIST: Place<u16> = Place {
    get: |word| Some(word as u16),
    put: |list| Some(u32::from(list)),
};

/// Words that a branch goes, as bytes: 24 bits with a sign.
pub(super) const DISTANCE: Place<i32> = Place {
    get: |word| Some(((word << 8) as i32) >> 6),
    put: |offset| Some((offset >> 2) as u32 & 0x00FF_FFFF),
};

/// The 24 bits of SWI.
pub(super) const COMMENT: Place<u32> = Place {
    get: |word| Some(word & 0x00FF_FFFF),
    put: |comment| Some(comment & 0x00FF_FFFF),
};

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
