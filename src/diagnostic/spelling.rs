//! Words that someone may have meant, for "did you mean": one measure of likeness for source code and for YAML.

/// Longer words are never misspellings of a known one.
const LONGEST: usize = 100;

/// The candidate that differs from a word by the fewest edits, where `is_close` accepts that number of edits and the
/// length of the longer of the two, in characters. What it accepts, it must also accept with fewer edits. Letter case does not count; swapping neighbours is one edit.
pub fn closest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    is_close: impl Fn(usize, usize) -> bool,
) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let length = word.chars().count();

    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = candidate.chars().count();
            let longer = length.max(other);
            // No word has fewer edits than letters too many: most candidates need no closer look.
            if !is_close(length.abs_diff(other), longer) {
                return None;
            }

            let edits = strsim::osa_distance(&word, &candidate.to_ascii_lowercase());
            is_close(edits, longer).then_some((edits, candidate))
        })
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn the_fewest_edits_win_and_too_many_are_none() {
        let one_edit = |edits: usize, _: usize| edits <= 1;
        assert_eq!(closest("LOPO", ["LOAD", "loop"], one_edit), Some("loop"));
        assert_eq!(closest("board", ["player"], one_edit), None);
        assert_eq!(closest(&"x".repeat(200), ["x"], |_, _| true), None);
    }
}
