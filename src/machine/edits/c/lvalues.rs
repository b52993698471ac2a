//! What a C program assigns to: variables, members and elements of arrays, and which of them it never changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::structure::{end_of_value, is_keyword};
use super::{TokenKind, Word};

/// What <stdio.h> declares that is no function.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// What is changed anywhere, by its name: that of a variable, of a member whatever it is of, or of an array with `[]`.
#[derive(Debug)]
pub(super) struct Lvalues {
    closing: Vec<Option<usize>>,
    opening: BTreeMap<usize, usize>,
    changed: BTreeSet<String>,
    /// Names of arrays, and of what is called.
    others: BTreeSet<String>,
}

/// Whether a value is a number, a character or a constant with a name.
pub(super) fn is_constant(value: &[Word]) -> bool {
    match value {
        [sign, number] => sign.text == "-" && number.kind == TokenKind::Number,
        [one] => match one.kind {
            TokenKind::Number | TokenKind::Character => true,
            TokenKind::Name => {
                ["true", "false"].contains(&one.text) || !one.text.contains(|letter: char| letter.is_lowercase())
            }
            _ => false,
        },
        _ => false,
    }
}

impl Lvalues {
    pub fn of(words: &[Word], closing: &[Option<usize>]) -> Self {
        let pairs = closing.iter().enumerate();
        let mut lvalues = Self {
            closing: closing.to_vec(),
            opening: pairs.filter_map(|(open, close)| Some(((*close)?, open))).collect(),
            changed: BTreeSet::new(),
            others: STREAMS.map(str::to_owned).into(),
        };
        lvalues.take_constants(words);
        for at in 0..words.len() {
            if words[at].kind == TokenKind::Name
                && let Some(next) = words.get(at + 1)
                && (["[", "("].contains(&next.text) || next.kind == TokenKind::Name)
            {
                lvalues.others.insert(words[at].text.to_owned());
            }
            if let Some((key, is_constant)) = lvalues.change(words, at)
                && !is_constant
            {
                lvalues.changed.insert(key);
            }
        }
        lvalues
    }

    /// Takes what is declared with `const` as if it were changed: nothing can be assigned to it.
    fn take_constants(&mut self, words: &[Word]) {
        for at in (0..words.len()).filter(|at| words[*at].text == "const") {
            let declared = words[at..]
                .iter()
                .take_while(|word| ![";", "=", "{", "}", ")"].contains(&word.text));
            let names = declared.filter(|word| word.kind == TokenKind::Name && !is_keyword(word.text));
            for name in names.map(|word| word.text) {
                self.changed.extend([name.to_owned(), format!("{name}[]")]);
            }
        }
    }

    /// What the operator at a word changes, and whether it sets it to a constant.
    fn change(&self, words: &[Word], at: usize) -> Option<(String, bool)> {
        let word = &words[at];
        if word.kind != TokenKind::Mark {
            return None;
        }
        let before = || at.checked_sub(1).and_then(|end| self.ending_at(words, end));
        match word.text {
            "=" => {
                let (range, key) = before()?;
                let is_declared = range.start > 0 && words[range.start - 1].kind == TokenKind::Name;
                let end = end_of_value(words, &self.closing, at + 1);
                let value = words.get(at + 1..end)?;
                let is_list = value.first().is_some_and(|first| first.text == "{");
                Some((key, is_constant(value) || is_list && is_declared))
            }
            "++" | "--" => {
                let key = before().or_else(|| self.beginning_at(words, at + 1));
                Some((key?.1, false))
            }
            "&" if at > 0 && !words[at - 1].is_value() => Some((self.beginning_at(words, at + 1)?.1, false)),
            text if text.ends_with('=') && !["==", "!=", "<=", ">="].contains(&text) => Some((before()?.1, false)),
            _ => None,
        }
    }

    /// What is assigned to in a statement that is one assignment.
    pub fn assigned(&self, words: &[Word], statement: Range<usize>) -> Option<String> {
        let (range, _) = self.beginning_at(words, statement.start)?;
        let (key, _) = self.change(words, range.end).filter(|_| words[range.end].text == "=")?;
        Some(key)
    }

    /// Whether something among these words changes what has a name.
    pub fn changes_in(&self, words: &[Word], range: Range<usize>, key: &str) -> bool {
        let mut changes = range.filter_map(|at| self.change(words, at));
        changes.any(|(changed, _)| changed == key)
    }

    /// What a function uses, and nothing in the program changes but to a constant: no parameters, no constants, no elements of
    /// arrays of arrays. Each with its first place.
    pub fn unchanged(&self, words: &[Word], function: &Range<usize>) -> Vec<(String, Range<usize>)> {
        let body = function
            .clone()
            .find(|at| words[*at].text == "{")
            .unwrap_or(function.end);
        let parameters: BTreeSet<&str> = words[function.start..body].iter().map(|word| word.text).collect();
        let mut found: Vec<(String, Range<usize>)> = Vec::new();
        for at in body..function.end {
            let begins = words[at].kind == TokenKind::Name && ![".", "->"].contains(&words[at - 1].text);
            let Some((range, key)) = self.beginning_at(words, at).filter(|_| begins) else {
                continue;
            };
            let next = words.get(range.end).map_or("", |next| next.text);
            let is_declared = words[at - 1].kind == TokenKind::Name && !is_keyword(words[at - 1].text);
            let is_of_others = ["(", "[", ".", "->", ":"].contains(&next) || self.others.contains(&key);
            let is_parameter = range.len() == 1 && parameters.contains(words[at].text);
            let is_number = range.len() == 1 && is_constant(&words[range.clone()]);
            let is_label = words[at - 1].text == "goto";
            let is_unsized = words[range.clone()]
                .windows(2)
                .any(|pair| [pair[0].text, pair[1].text] == ["[", "]"]);
            let is_none = is_declared || is_of_others || is_parameter || is_number || is_label || is_unsized;
            if is_none || self.changed.contains(&key) {
                continue;
            }
            let text: String = words[range.clone()].iter().map(|word| word.text).collect();
            if !found.iter().any(|(known, _)| *known == text) {
                found.push((text, range));
            }
        }
        found
    }

    /// What begins at a word: its words, and its name.
    fn beginning_at(&self, words: &[Word], at: usize) -> Option<(Range<usize>, String)> {
        let is_name = |at: usize| {
            let word = words.get(at).filter(|word| word.kind == TokenKind::Name);
            word.filter(|word| !is_keyword(word.text))
        };
        let mut name = is_name(at)?.text;
        let mut end = at + 1;
        loop {
            match words.get(end).map_or("", |word| word.text) {
                "." | "->" => {
                    name = is_name(end + 1)?.text;
                    end += 2;
                }
                "[" => {
                    let close = self.closing[end]?;
                    let next = words.get(close + 1).map_or("", |word| word.text);
                    if ["[", ".", "->"].contains(&next) {
                        return None;
                    }
                    return Some((at..close + 1, format!("{name}[]")));
                }
                _ => return Some((at..end, name.to_owned())),
            }
        }
    }

    /// What ends at a word.
    fn ending_at(&self, words: &[Word], end: usize) -> Option<(Range<usize>, String)> {
        let mut at = end;
        loop {
            if words[at].text == "]" {
                at = self.opening.get(&at)?.checked_sub(1)?;
                continue;
            }
            let is_of = at > 1 && [".", "->"].contains(&words[at - 1].text);
            if words[at].kind != TokenKind::Name || is_keyword(words[at].text) {
                return None;
            }
            if !is_of {
                break;
            }
            at -= 2;
        }
        let name = match words[end].text {
            "]" => {
                let mut open = *self.opening.get(&end)?;
                while words[open - 1].text == "]" {
                    open = *self.opening.get(&(open - 1))?;
                }
                format!("{}[]", words[open - 1].text)
            }
            name => name.to_owned(),
        };
        Some((at..end + 1, name))
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::edits::Combined;

    #[test]
    fn labels_and_tables_of_unknown_size_are_not_assigned_to() {
        let text = "int f(int d) {\n    int dx[] = { 1, 0 };\n    int dy[] = { 0, 1 };\nagain:\n    if (d > 1) { d = d - 1; goto again; }\n    return dx[d] + dy[d];\n}\n";
        let combined = Combined::of(text);
        let wrong = combined.edits().find(|edit| {
            let new = edit.after.replace(' ', "");
            ["again++", "again=", "dx[]++", "dx[]=!", "dy[]="]
                .iter()
                .any(|part| new.starts_with(part))
        });
        assert!(wrong.is_none(), "{:?}", wrong.map(|edit| &edit.after));
    }
}
