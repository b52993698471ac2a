//! Words that must not return: each had a standard term all along.

use std::fmt::Write as _;
use std::path::Path;

use super::sources;

/// Modules that are still being reworded.
const UNDER_WAY: [&str; 9] = [
    "src/checks",
    "src/commands/doctor",
    "src/commands/report",
    "src/commands/sandbox",
    "src/grade",
    "src/machine",
    "src/report",
    "src/result",
    "src/sandbox",
];

/// A word with the term to use instead, and the sources that still have it: that list can only shrink.
const WORDS: [(&str, &str, &[&str]); 19] = [
    (
        "fence",
        "sandbox",
        &[
            "src/commands/doctor",
            "src/commands/sandbox",
            "src/machine/native",
            "src/sandbox",
        ],
    ),
    ("keeper", "supervisor", &["src/machine/native", "src/sandbox"]),
    ("canary", "self-test", &["src/sandbox"]),
    ("canaries", "self-tests", &["src/sandbox"]),
    // A field of `assignment.yaml`, and a transcript that says "Bad luck".
    (
        "luck",
        "portability",
        &[
            "src/assignment",
            "src/connect4/reading/tests",
            "src/grade",
            "src/checks",
            "src/report",
            "src/result",
        ],
    ),
    ("told", "reported, explained, detected or distinguished", &UNDER_WAY),
    ("spoken", "detected", &UNDER_WAY),
    ("wardrobe", "format differences", &["src/grade", "src/checks"]),
    (
        "dress",
        "format",
        &["src/grade", "src/checks", "src/report", "src/result"],
    ),
    ("rehearse", "what it does", &["src/grade"]),
    ("foresee", "what it does", &["src/grade"]),
    ("harmless", "sanitized", &UNDER_WAY),
    ("house", "architecture", &[]),
    ("desk", "fixture or sink", &["src/grade", "src/checks"]),
    (
        "workshop",
        "build environment",
        &["src/grade", "src/machine", "src/sandbox"],
    ),
    ("anew", "again", &UNDER_WAY),
    ("alike", "the same", &UNDER_WAY),
    ("besides", "also", &UNDER_WAY),
    ("strangers", "untrusted", &UNDER_WAY),
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
