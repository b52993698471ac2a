//! Numbers that the names of constants say, as `SIX`, `FORTY8` or `NEG_36`.

use super::Patches;

const WORDS: [(&str, u16); 17] = [
    ("TEN", 10),
    ("NINE", 9),
    ("EIGHT", 8),
    ("SEVEN", 7),
    ("SIX", 6),
    ("FIVE", 5),
    ("FOUR", 4),
    ("THREE", 3),
    ("TWO", 2),
    ("ONE", 1),
    ("NINETY", 90),
    ("EIGHTY", 80),
    ("SEVENTY", 70),
    ("SIXTY", 60),
    ("FIFTY", 50),
    ("FORTY", 40),
    ("THIRTY", 30),
];

/// What is written before a number, mostly where it is negative.
const SIGNS: [&str; 8] = ["NEGATIVE", "NEG", "MINUS", "POSITIVE", "POS", "PLUS", "N", "M"];

impl Patches<'_> {
    /// The numbers that the name of a word of data says, with either sign; none where it says the one that is there.
    pub(super) fn numbers_of_name(&self, address: u16, value: i16) -> Vec<i16> {
        let number = self.labels.get(&address).and_then(|name| number(name));
        let other = number.filter(|number| *number != value.unsigned_abs());
        let other = other.and_then(|number| i16::try_from(number).ok());
        let near = |number: &i16| {
            if value < 0 {
                [-number, *number]
            } else {
                [*number, -number]
            }
        };
        other.iter().flat_map(near).collect()
    }

    /// Whether a word of data has a number that its name says, and had another one.
    pub(super) fn is_as_named(&self, address: u16, new: u16) -> bool {
        let data = self.cells.get(&address).filter(|cell| !cell.is_code);
        data.is_some_and(|cell| self.numbers_of_name(address, cell.bits as i16).contains(&(new as i16)))
    }
}

/// The number that a name says and nothing else, without its sign.
fn number(name: &str) -> Option<u16> {
    let name: String = name.to_ascii_uppercase().split('_').collect();
    let bare = SIGNS.iter().find_map(|sign| value(name.strip_prefix(sign)?));
    value(&name).or(bare)
}

/// The sum of words and digits.
fn value(text: &str) -> Option<u16> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }

    // SIXTY begins with SIX, and what is left of it is no number.
    let mut words = WORDS
        .iter()
        .filter_map(|(word, number)| Some((text.strip_prefix(word)?, *number)));
    words.find_map(|(rest, number)| match rest {
        "" => Some(number),
        _ if number >= 20 => value(rest).filter(|ones| *ones < 10)?.checked_add(number),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn names_say_numbers_in_words_and_digits() {
        for (name, said) in [
            ("SIX", 6),
            ("Sixty", 60),
            ("FORTY8", 48),
            ("NEG_FORTY_EIGHT", 48),
            ("MINUS36", 36),
            ("N36", 36),
            ("NINE", 9),
            ("TEN", 10),
        ] {
            assert_eq!(number(name), Some(said), "{name}");
        }
        for name in [
            "R7", "PLAYER1", "SIXTH", "ONEROW", "NEG", "TENNIS", "ROW_SIX", "D1", "99999",
        ] {
            assert_eq!(number(name), None, "{name}");
        }
    }
}
