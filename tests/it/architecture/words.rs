//! Words that must not return: each had a standard term all along.

use std::fmt::Write as _;
use std::path::Path;

use super::sources;

/// A word with the term to use instead, and the modules that still have it: that list can only shrink.
const WORDS: [(&str, &str, &[&str]); 19] = [
    ("fence", "sandbox", &[]),
    ("keeper", "supervisor", &[]),
    ("canary", "self-test", &[]),
    ("canaries", "self-tests", &[]),
    // An earlier name of a field and of a kind of finding, and a transcript that says "Bad luck".
    (
        "luck",
        "portability",
        &["src/assignment/load/tests", "src/connect4/reading"],
    ),
    ("told", "reported, explained, detected or distinguished", &[]),
    ("spoken", "detected", &[]),
    ("wardrobe", "format differences", &[]),
    // The key of a fault, and an earlier name of a field of reports.
    (
        "dress",
        "format",
        &["src/grade/checks/contract/tell", "src/grade/explain/story"],
    ),
    ("rehearse", "what it does", &[]),
    ("foresee", "what it does", &[]),
    ("harmless", "sanitized", &[]),
    ("house", "architecture", &[]),
    ("desk", "fixture or sink", &[]),
    ("workshop", "build environment", &[]),
    ("anew", "again", &["src/machine/lc3"]),
    ("alike", "the same", &[]),
    ("besides", "also", &[]),
    ("strangers", "untrusted", &[]),
];

#[test]
fn retired_words_stay_away() {
    let mut found = String::new();
    for (file, text) in sources() {
        for (line, number) in text.lines().zip(1..) {
            for word in words(line) {
                if let Some((retired, instead, left)) = WORDS.iter().find(|(retired, ..)| *retired == word)
                    && !left.iter().any(|left| is_in(&file, left))
                {
                    let _ = writeln!(found, "{}:{number}: `{retired}`: write {instead}", file.display());
                }
            }
        }
    }
    assert!(found.is_empty(), "words that must not return:\n{found}");
}

#[test]
fn no_module_is_excused_for_a_word_that_it_no_longer_has() {
    let sources = sources();
    let is_there = |retired: &str, module: &str| {
        let mut files = sources.iter().filter(|(file, _)| is_in(file, module));
        files.any(|(_, text)| words(text).any(|word| word == retired))
    };
    let mut excused = WORDS
        .iter()
        .flat_map(|(retired, _, left)| left.iter().map(move |module| (*retired, *module)));
    let stale = excused.find(|(retired, module)| !is_there(retired, module));
    assert_eq!(stale, None, "take it off the list");
}

#[test]
fn words_are_found_in_names() {
    let found: Vec<String> = words("fn is_LuckyTold(ARM7) -> HTMLPage // don't").collect();
    assert_eq!(found, ["fn", "is", "lucky", "told", "arm", "html", "page", "don", "t"]);
}

/// Whether a file belongs to a module: `src/grade.rs` and `src/grade/...` to `src/grade`.
fn is_in(file: &Path, module: &str) -> bool {
    file.with_extension("") == Path::new(module) || file.starts_with(module)
}

/// The words of a text in lower case: names in snake case and camel case are cut into their words.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_ascii_alphabetic())
        .flat_map(words_of_name)
}

/// `HTMLPage` is `html` and `page`.
fn words_of_name(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();

    for (index, letter) in letters.iter().enumerate() {
        let after_small = index > 0 && letters[index - 1].is_lowercase();
        let before_small = index > 0 && letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        if index == 0 || (letter.is_uppercase() && (after_small || before_small)) {
            words.push(String::new());
        }
        words
            .last_mut()
            .expect("one was pushed")
            .push(letter.to_ascii_lowercase());
    }

    words
}
