//! Names of people, written in any order.

/// What a name may be compared by: its words in order of the alphabet, and all its letters, beginning with any of its words,
/// as platforms put them into names of files. Two names are the same if they share one of these. None for a name without letters
/// and digits.
pub fn name_keys(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let mut sorted = words(&name);
    if sorted.is_empty() {
        return Vec::new();
    }
    let letters = sorted.concat();
    sorted.sort();

    // In a name of a file "Lovelace, Ada" is `lovelaceada`, and a surname may have several words.
    let mut keys = vec![sorted.join(" "), letters];
    if let Some((last, first)) = name.split_once(',') {
        keys.push(words(first).concat() + &words(last).concat());
    } else {
        let words = words(&name);
        let turned = (1..words.len()).map(|first| [&words[first..], &words[..first]].concat().concat());
        keys.extend(turned);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::name_keys;

    #[test]
    fn one_name_in_any_order_shares_a_key() {
        let same = |one: &str, other: &str| {
            let keys = name_keys(other);
            name_keys(one).iter().any(|key| keys.contains(key))
        };
        for other in ["Lovelace, Ada", "lovelaceada", "adalovelace", "LOVELACE  ada"] {
            assert!(same("Ada Lovelace", other), "{other}");
        }
        assert!(same("Ada de la Cruz", "delacruzada"));
        for other in ["Ada", "Ada Byron", "", "-"] {
            assert!(!same("Ada Lovelace", other), "{other}");
        }
    }
}
