//! Words that a student may have meant.

/// The candidate closest to a word: at most one edit in four characters away, and never more than two.
pub(in crate::machine) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 40 {
        return None;
    }
    let word: Vec<char> = word.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let allowed = match word.len() {
        0..=2 => return None,
        3..=6 => 1,
        _ => 2,
    };
    candidates
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= allowed)
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edits between two words, where swapping neighbours is one edit; case does not count.
fn distance(word: &[char], other: &str) -> usize {
    let other: Vec<char> = other.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (row, letter) in word.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, against) in other.iter().enumerate() {
            let mut best = (above[column] + usize::from(letter != against))
                .min(above[column + 1] + 1)
                .min(current[column] + 1);
            let swapped = row > 0 && column > 0 && *letter == other[column - 1] && word[row - 1] == *against;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut above, current);
    }
    above.last().copied().unwrap_or(0)
}

/// What to say about a dash that a word processor made of a minus sign.
pub(in crate::machine) const DASH: &str = "the sign is a typographic dash; write a plain `-`";

/// A word with its typographic dashes as plain ones, when it has any.
pub(in crate::machine) fn plain_dashes(word: &str) -> Option<String> {
    let plain = word.replace(
        [
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '\u{96}',
        ],
        "-",
    );
    (plain != word).then_some(plain)
}

/// Quotes that word processors write.
pub(in crate::machine) const SMART_QUOTES: [char; 6] =
    ['\u{201C}', '\u{201D}', '\u{201E}', '\u{201F}', '\u{AB}', '\u{BB}'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("LOPO", ["LOOP", "LOAD"].into_iter()), Some("LOOP"));
        assert_eq!(
            nearest("chek_valid", ["CHECK_VALID", "CHECK_WIN"].into_iter()),
            Some("CHECK_VALID")
        );
        assert_eq!(nearest("BOARD", ["PLAYER"].into_iter()), None);
    }
}
