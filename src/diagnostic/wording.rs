//! Counts and lists in messages: numbers agree with their nouns and verbs, in one place. Also what the system says in plain words,
//! and how running text is wrapped.

use std::io;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// What the system says of a file or folder: the common causes in plain words, the same on every system; its own words for the
/// rest, without their number.
pub fn system_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        // What says more is no bare error of the system.
        _ if error.get_ref().is_some() => error.to_string(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        io::ErrorKind::NotADirectory => "it is a file, not a folder".to_owned(),
        _ => {
            let words = error.to_string();
            words.split(" (os error ").next().unwrap_or_default().to_owned()
        }
    }
}

/// A sentence about `your program` for those whose program it is not: `the program`. What is quoted in it stays as it is.
pub fn of_the_program(sentence: &str) -> String {
    let mut is_quoted = false;
    let parts = sentence.split_inclusive('"').map(|part| {
        let words = if is_quoted {
            part.to_owned()
        } else {
            part.replace("Your program", "The program")
                .replace("your program", "the program")
        };
        is_quoted ^= part.ends_with('"');
        words
    });
    parts.collect()
}

/// A count with separators: `1,234,567`.
pub fn format_count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);

    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }

    text
}

/// A count with a noun that takes an `s`: `1 case`, `2 cases`.
pub fn plural(count: usize, noun: &str) -> String {
    let ending = either(count, "", "s");
    format!("{} {noun}{ending}", format_count(count as u64))
}

/// A count with the words that follow it: `1 case fails`, `2 cases fail`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", format_count(count as u64), either(count, one, many))
}

/// The word that agrees with a count: `is` or `are`.
pub fn either<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// A text with a capital letter, as at the beginning of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence as the end of another one. A name at its beginning (`R6`, `GETC`) stays as it is.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let is_name = text
        .chars()
        .nth(1)
        .is_some_and(|second| second.is_ascii_uppercase() || second.is_ascii_digit());
    match letters.next() {
        Some(first) if !is_name => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// A list in a sentence: `a`, `a and b`, `a, b and c`.
pub fn all_of(items: &[impl AsRef<str>]) -> String {
    list(items, "and")
}

/// A list of alternatives in a sentence: `a`, `a or b`, `a, b or c`.
pub fn one_of(items: &[impl AsRef<str>]) -> String {
    list(items, "or")
}

fn list(items: &[impl AsRef<str>], before_last: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();

    match items.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, others)) => format!("{} {before_last} {last}", others.join(", ")),
    }
}

/// How running text is wrapped: at spaces alone, with each line as full as it can be; a word is broken only where it is wider
/// than a line. Columns count as a terminal shows them.
pub fn wrapping<'a>(width: usize) -> Options<'a> {
    Options::new(width)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
}

#[cfg(test)]
mod tests {
    use super::{all_of, counted, format_count, lower_first, one_of, plural};

    #[test]
    fn numbers_agree() {
        assert_eq!(plural(0, "case"), "0 cases");
        assert_eq!(plural(1, "case"), "1 case");
        assert_eq!(plural(2000, "case"), "2,000 cases");
        assert_eq!(counted(1, "case fails", "cases fail"), "1 case fails");
        assert_eq!(counted(2, "case fails", "cases fail"), "2 cases fail");
        assert_eq!(format_count(1_234_567), "1,234,567");
    }

    #[test]
    fn names_keep_their_letters_within_a_sentence() {
        assert_eq!(lower_first("R7 is overwritten"), "R7 is overwritten");
        assert_eq!(lower_first("RET is missing"), "RET is missing");
        assert_eq!(lower_first("Data is run"), "data is run");
        assert_eq!(lower_first(""), "");
    }

    #[test]
    fn lists_have_commas_and_a_conjunction() {
        assert_eq!(all_of(&[""; 0]), "");
        assert_eq!(all_of(&["a"]), "a");
        assert_eq!(all_of(&["a", "b"]), "a and b");
        assert_eq!(one_of(&["a", "b", "c"]), "a, b or c");
    }
}
