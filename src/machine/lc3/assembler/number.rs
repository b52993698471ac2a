//! Numbers as students write them.

/// A number and the way it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    /// Its value; beyond 32 bits it stays at a bound, which no field holds.
    pub(super) value: i64,
    /// How it was written, where not every tool takes that.
    pub(super) form: Form,
}

/// The ways to write a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `#-5`, `5`, `x24`, `x-30`, `b101`.
    Plain,
    /// `0x24`, `0b101`: known to few assemblers.
    ZeroPrefix,
    /// `-x30`: the sign before the base.
    SignFirst,
    /// `#x24`: two marks of a base.
    TwoBases,
    /// `#+1`.
    Plus,
}

/// Reads a whole word as a number.
///
/// Decimal with or without `#`, `x` hexadecimal, `b` binary, and `0x`, `0b`. A minus sign is before the digits, or
/// before the letter.
pub(super) fn parse(word: &str) -> Option<Number> {
    let (hash, rest) = strip(word, '#');
    let (sign, rest) = sign(rest);
    let (zero, based) = match rest.as_bytes() {
        [b'0', b'x' | b'X' | b'b' | b'B', _, ..] => (true, &rest[1..]),
        _ => (false, rest),
    };
    let base = match based.as_bytes().first()? {
        b'x' | b'X' => 16,
        b'b' | b'B' => 2,
        _ => 10,
    };

    let (inner, digits) = if base == 10 {
        (None, based)
    } else {
        self::sign(&based[1..])
    };

    if sign.is_some() && inner.is_some() {
        return None;
    }

    let value = magnitude(digits, base)?;
    let written = sign.or(inner);
    let form = if written == Some('+') {
        Form::Plus
    } else if zero {
        Form::ZeroPrefix
    } else if base != 10 && hash {
        Form::TwoBases
    } else if base != 10 && sign.is_some() {
        Form::SignFirst
    } else {
        Form::Plain
    };

    Some(Number {
        value: if written == Some('-') { -value } else { value },
        form,
    })
}

fn strip(word: &str, mark: char) -> (bool, &str) {
    word.strip_prefix(mark).map_or((false, word), |rest| (true, rest))
}

fn sign(word: &str) -> (Option<char>, &str) {
    match word.as_bytes().first() {
        Some(b'-') => (Some('-'), &word[1..]),
        Some(b'+') => (Some('+'), &word[1..]),
        _ => (None, word),
    }
}

fn magnitude(digits: &str, base: u32) -> Option<i64> {
    if digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0_i64, |value, digit| {
        let digit = i64::from(digit.to_digit(base)?);
        Some((value * i64::from(base) + digit).min(i64::from(u32::MAX)))
    })
}

/// The bits of a value in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is in the field's range.
    Exact(u16),
    /// It is not, but it has the field's bits, and the classic assembler takes it for them: `x1F` for -1.
    Wrapped(u16),
    /// Nothing takes it.
    No,
}

/// Fits a value into a field of `width` bits whose range is `range`.
pub(super) fn fit(value: i64, width: u32, range: std::ops::RangeInclusive<i64>) -> Fit {
    let bits = |value: i64| (value & ((1 << width) - 1)) as u16;
    if range.contains(&value) {
        return Fit::Exact(bits(value));
    }

    // The classic assembler reads 16 bits with their sign first: xFFFF is -1 in any field.
    let folded = if (0x8000..0x1_0000).contains(&value) {
        value - 0x1_0000
    } else {
        value
    };

    if (-(1 << (width - 1))..1 << width).contains(&folded) {
        Fit::Wrapped(bits(folded))
    } else {
        Fit::No
    }
}

/// The range of a signed field.
pub(super) fn signed(width: u32) -> std::ops::RangeInclusive<i64> {
    -(1 << (width - 1))..=(1 << (width - 1)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(word: &str) -> Option<i64> {
        parse(word).map(|number| number.value)
    }

    #[test]
    fn every_way_to_write_minus_forty_eight() {
        for word in [
            "x-0030", "x-30", "#-48", "-48", "X-30", "-x30", "0x-30", "-0x30", "b-110000", "#x-30",
        ] {
            assert_eq!(value(word), Some(-48), "{word}");
        }
    }

    #[test]
    fn words_that_only_resemble_numbers() {
        for word in [
            "", "#", "x", "b", "-", "xLoop", "b2", "1A", "x#5", "--5", "x--5", "-x-5", "#-", "0x", "5-",
        ] {
            assert_eq!(value(word), None, "{word}");
        }
    }

    #[test]
    fn absurd_numbers_saturate() {
        assert!(value(&"9".repeat(400)).is_some_and(|value| value > 0xFFFF));
        assert!(value(&format!("x-{}", "F".repeat(400))).is_some_and(|value| value < -0xFFFF));
    }

    #[test]
    fn fields_take_their_range_and_what_the_classic_assembler_takes() {
        assert_eq!(fit(-16, 5, signed(5)), Fit::Exact(0x10));
        assert_eq!(fit(31, 5, signed(5)), Fit::Wrapped(0x1F));
        assert_eq!(fit(32, 5, signed(5)), Fit::No);
        assert_eq!(fit(-17, 5, signed(5)), Fit::No);
        assert_eq!(fit(0xFFFF, 5, signed(5)), Fit::Wrapped(0x1F));
        assert_eq!(fit(-1, 8, 0..=255), Fit::Wrapped(0xFF));
    }
}
