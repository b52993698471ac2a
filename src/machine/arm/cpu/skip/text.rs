//! A text that a loop reads, one character in each turn, and what the turn does because of the character.

use super::line::Line;
use crate::machine::arm::isa::Condition;
use crate::machine::arm::memory::Memory;
use crate::machine::arm::registers::Flags;

/// Comparisons of the character in one turn.
const TESTS: usize = 3;
/// The values of a character.
const BYTES: usize = 256;

/// What N and Z, or C and V, come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Source {
    /// Something that comes out the same in each turn.
    #[default]
    Even,
    /// A comparison of the character, by its number.
    Test(u8),
    /// Something of an earlier turn: nothing may depend on it.
    Earlier,
}

/// EQ and NE.
const EQUALITY: u16 = 1 << Condition::Eq.code() | 1 << Condition::Ne.code();
/// N and Z, and C and V, in the four bits of the flags.
const PARTS: [u32; 2] = [0b1100, 0b0011];

/// How flags come from the character.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Comparison {
    /// Those of `character - number`.
    #[default]
    Difference,
    /// Those of `character + number`.
    Sum,
    /// N and Z of `character & number`.
    Bits,
}

/// A comparison of the character, and the conditions that depended on it.
#[derive(Debug, Clone, Copy, Default)]
struct Test {
    comparison: Comparison,
    number: u32,
    /// The conditions, a bit for each, and those that were met.
    conditions: u16,
    met: u16,
}

impl Test {
    /// Whether EQ was met, where nothing but that and NE was asked.
    fn is_equal(&self) -> bool {
        self.met & 1 << Condition::Eq.code() != 0 || self.conditions & !self.met & 1 << Condition::Ne.code() != 0
    }

    /// How many characters from the first on are met by the same conditions.
    fn same(&self, text: &[u8]) -> usize {
        let is_plain = self.comparison == Comparison::Difference && self.conditions & !EQUALITY == 0;
        let end = match u8::try_from(self.number) {
            Ok(number) if is_plain && self.conditions != 0 && !self.is_equal() => position(text, number),
            _ if text.len() > BYTES => {
                let same: [bool; BYTES] = std::array::from_fn(|letter| self.is_same(letter as u32));
                text.iter().position(|letter| !same[usize::from(*letter)])
            }
            _ => text.iter().position(|letter| !self.is_same((*letter).into())),
        };
        end.unwrap_or(text.len())
    }

    fn apply(&self, letter: u32, flags: &mut Flags) {
        match self.comparison {
            Comparison::Difference => _ = flags.subtract(letter, self.number),
            Comparison::Sum => _ = flags.add(letter, self.number),
            Comparison::Bits => flags.result(letter & self.number),
        }
    }

    /// Whether another character is met by the same conditions.
    fn is_same(&self, letter: u32) -> bool {
        // Most programs only ask whether the text has ended.
        if self.comparison == Comparison::Difference && self.conditions & !EQUALITY == 0 {
            return self.conditions == 0 || (letter == self.number) == self.is_equal();
        }

        let mut flags = Flags::unpack(0);
        self.apply(letter, &mut flags);
        let mut left = self.conditions;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            let condition = Condition::ALL[left.trailing_zeros() as usize];
            if flags.hold(condition) != (self.met & bit != 0) {
                return false;
            }
            left &= left - 1;
        }
        true
    }
}

/// Where a character comes first. Pieces are searched quicker than characters.
fn position(text: &[u8], letter: u8) -> Option<usize> {
    const PIECE: usize = 32;
    let piece = text.chunks(PIECE).position(|piece| piece.contains(&letter))?;
    let from = piece * PIECE;
    let within = text[from..].iter().position(|other| *other == letter)?;
    Some(from + within)
}

/// The character at an address in RAM or in the image.
pub fn letter_at(memory: &Memory, address: u32) -> Option<u32> {
    memory.read_byte(address)
}

/// What one turn does with the character.
#[derive(Debug, Clone, Copy, Default)]
pub struct Letters {
    /// Where it is read, as it is before the first turn.
    pub from: Option<Line>,
    tests: [Test; TESTS],
    used: u8,
    /// Of N and Z, and of C and V.
    sources: [Source; 2],
}

impl Letters {
    /// At the beginning of a turn, from what one leaves: where that may differ from turn to turn, nothing may depend on it.
    pub fn begin(&mut self, flags: Flags, end: &Self, end_flags: Flags) {
        let differ = (flags.pack() ^ end_flags.pack()) >> 28;
        for (part, source) in self.sources.iter_mut().enumerate() {
            if end.sources[part] != Source::Even || differ & PARTS[part] != 0 {
                *source = Source::Earlier;
            }
        }
    }

    /// Whether a turn with flags known like this can follow one that leaves them like that.
    pub fn lead_to(&self, flags: Flags, end: &Self, end_flags: Flags) -> bool {
        let differ = (flags.pack() ^ end_flags.pack()) >> 28;
        (0..2).all(|part| match self.sources[part] {
            Source::Even => end.sources[part] == Source::Even && differ & PARTS[part] == 0,
            _ => end.sources[part] != Source::Earlier,
        })
    }

    /// Notes that a character is compared: the flags come from it.
    pub fn compare(&mut self, comparison: Comparison, number: u32) -> Option<()> {
        let test = self.tests.get_mut(usize::from(self.used))?;
        *test = Test {
            comparison,
            number,
            ..Test::default()
        };
        let source = Source::Test(self.used);
        self.used += 1;

        self.sources[0] = source;
        if comparison != Comparison::Bits {
            self.sources[1] = source;
        }
        Some(())
    }

    /// Notes that N and Z come from elsewhere.
    pub fn forget_result(&mut self) {
        self.sources[0] = Source::Even;
    }

    /// Notes that all flags come from elsewhere.
    pub fn forget(&mut self) {
        self.sources = [Source::Even; 2];
    }

    /// Notes whether a condition is met. `None` where it cannot be known for other characters.
    pub fn decide(&mut self, condition: Condition, is_met: bool) -> Option<()> {
        let [result, carry] = self.sources;
        let source = match condition {
            Condition::Al => return Some(()),
            Condition::Eq | Condition::Ne | Condition::Mi | Condition::Pl => result,
            Condition::Cs | Condition::Cc | Condition::Vs | Condition::Vc => carry,
            _ if result == carry => result,
            _ => return None,
        };
        let number = match source {
            Source::Even => return Some(()),
            Source::Test(number) => number,
            Source::Earlier => return None,
        };

        let test = self.tests.get_mut(usize::from(number))?;
        let bit = 1 << condition.code();
        test.conditions |= bit;
        test.met |= if is_met { bit } else { 0 };
        Some(())
    }

    /// Whether the turn goes the same way with another character.
    #[inline]
    pub fn is_same(&self, letter: u32) -> bool {
        self.tests[..usize::from(self.used)]
            .iter()
            .all(|test| test.is_same(letter))
    }

    /// How many characters from the first on let the turn go the same way.
    pub fn same(&self, text: &[u8]) -> usize {
        let tests = self.tests[..usize::from(self.used)].iter();
        tests.fold(text.len(), |length, test| test.same(&text[..length]))
    }

    /// The flags at the end of a turn with this character, from those of another.
    pub fn flags(&self, mut flags: Flags, letter: u32) -> Flags {
        let [result, carry] = self.sources.map(|source| match source {
            Source::Test(number) => self.tests.get(usize::from(number)),
            Source::Even | Source::Earlier => None,
        });
        let mut with = flags;
        if let Some(test) = carry {
            test.apply(letter, &mut with);
            (flags.c, flags.v) = (with.c, with.v);
        }
        if let Some(test) = result {
            test.apply(letter, &mut with);
            flags.nz = with.nz;
        }
        flags
    }
}
