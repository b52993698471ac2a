//! The keys that stand for the columns.

/// Which keys a program takes for the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColumnKeys {
    /// `1` and up, as assignments have it.
    #[default]
    FromOne,
    /// `0` and up.
    FromZero,
    /// `A` and up.
    Capitals,
    /// `a` and up.
    SmallLetters,
}

impl ColumnKeys {
    /// Those that a program may take instead of digits from 1.
    pub const OTHERS: [Self; 3] = [Self::FromZero, Self::Capitals, Self::SmallLetters];

    /// The key that means to this program what `key` means to others. A key that is no column stays none.
    pub fn typed(self, key: u8) -> u8 {
        let swapped = |first: u8| match key {
            b'1'..=b'9' => first + (key - b'1'),
            b'a'..=b'i' => b'1' + (key - b'a'),
            b'A'..=b'I' => b'1' + (key - b'A'),
            _ => key,
        };
        match self {
            Self::FromOne => key,
            Self::FromZero => match key {
                b'1'..=b'9' => key - 1,
                b'0' => b'9',
                _ => key,
            },
            Self::Capitals => swapped(b'A'),
            Self::SmallLetters => swapped(b'a'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay_columns_and_other_keys_stay_others() {
        let typed = |keys: ColumnKeys, script: &str| -> String {
            script.bytes().map(|key| char::from(keys.typed(key))).collect()
        };
        assert_eq!(typed(ColumnKeys::FromOne, "1708q\n"), "1708q\n");
        assert_eq!(typed(ColumnKeys::FromZero, "1708q\n"), "0697q\n");
        assert_eq!(typed(ColumnKeys::Capitals, "17bDx0\n"), "AG24x0\n");
        assert_eq!(typed(ColumnKeys::SmallLetters, "17bDx0\n"), "ag24x0\n");
    }
}
