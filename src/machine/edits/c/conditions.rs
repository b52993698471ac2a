//! Checks that may be missing within a condition or a `switch`: the same comparison of another variable, and the next `case`.

use std::collections::BTreeSet;

use super::blocks::{Blocks, ItemKind, Owner};
use super::structure::closing;
use super::variables::{functions, variables};
use super::{EditKind, Replacement, Source, TokenKind, Word};

const COMPARISONS: [&str; 4] = ["<", "<=", ">", ">="];
/// How near another comparison is that is part of the same condition, in words.
const NEAR: usize = 24;

/// The edits of all functions.
pub(super) fn replacements(source: &Source) -> Vec<Replacement> {
    let words = &source.code;
    let closing = closing(words);
    let mut found = Vec::new();
    for function in functions(words) {
        let variables = variables(words, &function);
        let brackets = function.words.clone().filter(|at| words[*at].text == "[");
        let indices = brackets.filter_map(|at| words.get(at + 1));
        let indices: BTreeSet<&str> = indices.map(|word| word.text).collect();
        for at in function.words.clone().filter(|at| is_comparison(words, *at)) {
            let own = words[at - 1].text;
            let known = variables.iter().filter(|variable| variable.scope.contains(&at));
            let others = known.filter(|variable| variable.name != own && indices.contains(variable.name));
            for other in others.map(|variable| variable.name) {
                found.extend(with_other(source, at, other));
            }
        }

        for block in Blocks::of(words, &closing, &function.words).blocks {
            let labels = block.items.iter().filter(|item| item.kind == ItemKind::Label);
            let labels: Vec<(usize, &str)> = labels
                .filter(|item| block.of == Owner::Switch && item.words.len() == 3)
                .map(|item| (item.words.end - 1, words[item.words.start + 1].text))
                .collect();
            for (colon, value) in &labels {
                let next = next(value).filter(|next| !labels.iter().any(|(_, known)| known == next));
                if let Some(next) = next {
                    let mut more = source.edit(
                        EditKind::Inserted,
                        words[*colon].range.clone(),
                        &format!(": case {next}:"),
                    );
                    more.edit.before = format!("case {value}:");
                    more.edit.after = format!("case {next}:");
                    found.push(more);
                }
            }
        }
    }
    found
}

/// Whether a word compares a variable with a number or a constant, as a part of a condition.
fn is_comparison(words: &[Word], at: usize) -> bool {
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let is_name = at > 1 && words[at - 1].kind == TokenKind::Name;
    let has_value = words
        .get(at + 1)
        .is_some_and(|value| [TokenKind::Name, TokenKind::Number, TokenKind::Character].contains(&value.kind));
    is_name
        && has_value
        && COMPARISONS.contains(&words[at].text)
        && ["(", "&&", "||", "return"].contains(&text(at - 2))
        && [")", "&&", "||", ";"].contains(&text(at + 2))
}

/// The comparison at a word, and the same of another variable. `None` where that is compared in the same way nearby.
fn with_other(source: &Source, at: usize, other: &str) -> Option<Replacement> {
    let words = &source.code;
    let near = &words[at.saturating_sub(NEAR)..words.len().min(at + NEAR)];
    let sign = words[at].text.trim_end_matches('=');
    if near
        .windows(2)
        .any(|pair| pair[0].text == other && pair[1].text.starts_with(sign))
    {
        return None;
    }

    let or = [words[at - 2].text, words[at + 2].text].contains(&"||");
    let operator = if or { "||" } else { "&&" };
    let range = source.range(at - 1..at + 2);
    let own = &source.text[range.clone()];
    let added = format!("{operator} {other} {} {}", words[at].text, words[at + 1].text);
    let mut more = source.edit(EditKind::Inserted, range, &format!("{own} {added}"));
    more.edit.before = super::code(own);
    more.edit.after = added;
    Some(more)
}

/// The number or the character after one.
fn next(value: &str) -> Option<String> {
    if let Ok(number) = value.parse::<u32>() {
        return Some(number.checked_add(1)?.to_string());
    }
    let [b'\'', letter, b'\''] = value.as_bytes() else {
        return None;
    };
    let next = letter.is_ascii_alphanumeric().then(|| char::from(letter + 1))?;
    next.is_ascii_alphanumeric().then(|| format!("'{next}'"))
}

/// Another name of a `#define` in place of one in its text.
pub(super) fn of_definitions(source: &Source) -> Vec<Replacement> {
    let mut found = Vec::new();
    for body in &source.definitions {
        let is_parameter =
            |word: &&Word| word.kind == TokenKind::Name && !word.text.contains(|letter: char| letter.is_uppercase());
        let names: BTreeSet<&str> = body.iter().filter(is_parameter).map(|word| word.text).collect();
        for word in body.iter().filter(is_parameter) {
            let others = names.iter().filter(|name| **name != word.text);
            found.extend(others.map(|other| source.edit(EditKind::Name, word.range.clone(), other)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn afters(text: &str) -> Vec<String> {
        let source = Source::of(text);
        let found = replacements(&source).into_iter().chain(of_definitions(&source));
        found
            .map(|found| found.edit.apply(text).lines().next().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn another_variable_is_checked_as_well() {
        assert_eq!(
            afters("int f(int r, int c, int d) { return r >= 0 && c >= 0 && r < 6 && a[r][c] && b[c]; }"),
            ["int f(int r, int c, int d) { return r >= 0 && c >= 0 && r < 6 && c < 6 && a[r][c] && b[c]; }"]
        );
        assert_eq!(
            afters("int f(int r, int c) { if (r < 0 || r > 5) return 0; return a[r] + b[c]; }"),
            [
                "int f(int r, int c) { if (r < 0 || c < 0 || r > 5) return 0; return a[r] + b[c]; }",
                "int f(int r, int c) { if (r < 0 || r > 5 || c > 5) return 0; return a[r] + b[c]; }",
            ]
        );
    }

    #[test]
    fn a_case_is_missing_after_the_last_one() {
        assert_eq!(
            afters("int f(int a) { switch (a) { case '4': case '5': return 1; default: return 0; } }"),
            ["int f(int a) { switch (a) { case '4': case '5': case '6': return 1; default: return 0; } }"]
        );
    }

    #[test]
    fn names_of_a_macro_are_exchanged() {
        assert_eq!(
            afters("#define SAME(a, b) ((a) == 'N' + (b))"),
            [
                "#define SAME(a, b) ((b) == 'N' + (b))",
                "#define SAME(a, b) ((a) == 'N' + (a))"
            ]
        );
    }
}
