//! Where the conditions and the simple statements of a C source are. What is no C gives some of them, or none.

use std::ops::Range;

use super::Word;
use crate::machine::native::tokens::TokenKind;

/// Parts of a source, as positions of its words.
#[derive(Debug, Default)]
pub struct Structure {
    /// The conditions of `if`, `while` and `for`, without parentheses.
    pub conditions: Vec<Range<usize>>,
    /// Statements without braces, each with its semicolon; no declarations.
    pub statements: Vec<Range<usize>>,
}

/// Keywords with which a statement begins that jumps.
const JUMPS: [&str; 4] = ["return", "break", "continue", "goto"];

/// Keywords with which a declaration can begin.
pub const OF_DECLARATIONS: [&str; 23] = [
    "auto",
    "bool",
    "char",
    "const",
    "double",
    "enum",
    "extern",
    "float",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "short",
    "signed",
    "static",
    "struct",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "_Static_assert",
];

/// Keywords before which no value is.
const OTHERS: [&str; 8] = ["case", "default", "do", "else", "for", "if", "switch", "while"];

/// Whether a name is a word of the language.
pub fn is_keyword(name: &str) -> bool {
    JUMPS.contains(&name) || OF_DECLARATIONS.contains(&name) || OTHERS.contains(&name) || name == "sizeof"
}

impl Structure {
    /// The parts of a source whose words these are.
    pub fn of(words: &[Word]) -> Self {
        let closing = closing(words);
        let mut structure = Self::default();
        // Where the statement begins that `at` is in.
        let (mut begin, mut at) = (0, 0);
        while let Some(word) = words.get(at) {
            let text = if word.kind == TokenKind::Mark || word.kind == TokenKind::Name {
                word.text
            } else {
                ""
            };
            let end = closing[at].unwrap_or(words.len());
            match text {
                "if" | "while" | "switch" | "for" if words.get(at + 1).is_some_and(|next| next.text == "(") => {
                    let close = closing[at + 1].unwrap_or(words.len());
                    structure.conditions.extend(condition(words, text, at + 2..close));
                    (begin, at) = (close + 1, close + 1);
                }
                "else" | "do" | "}" => (begin, at) = (at + 1, at + 1),
                "case" | "default" => {
                    let length = words[at..].iter().position(|word| word.text == ":");
                    at = length.map_or(words.len(), |length| at + length + 1);
                    begin = at;
                }
                ":" if at == begin + 1 => (begin, at) = (at + 1, at + 1),
                "{" if !is_value(&words[begin..at]) => (begin, at) = (at + 1, at + 1),
                "{" | "(" | "[" => at = end + 1,
                ";" => {
                    if is_simple(&words[begin..=at]) {
                        structure.statements.push(begin..at + 1);
                    }
                    (begin, at) = (at + 1, at + 1);
                }
                _ => at += 1,
            }
        }
        structure
    }
}

/// The condition between the parentheses after a keyword; `None` where there is none.
fn condition(words: &[Word], keyword: &str, inside: Range<usize>) -> Option<Range<usize>> {
    let condition = match keyword {
        "switch" => return None,
        "for" => {
            let mut semicolons = inside.filter(|index| words[*index].text == ";");
            semicolons.next()? + 1..semicolons.next()?
        }
        _ => inside,
    };
    Some(condition).filter(|condition| !condition.is_empty())
}

/// Where a value that begins at a word ends: before the comma, the semicolon or what closes around it.
pub fn end_of_value(words: &[Word], closing: &[Option<usize>], begin: usize) -> usize {
    let mut end = begin;
    while end < words.len() && ![",", ";", ")", "}"].contains(&words[end].text) {
        end = closing[end].unwrap_or(end) + 1;
    }
    end.min(words.len())
}

/// Where the parenthesis, bracket or brace is closed that each word opens.
pub fn closing(words: &[Word]) -> Vec<Option<usize>> {
    let mut closing = vec![None; words.len()];
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (index, word) in words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.kind == TokenKind::Mark)
    {
        match word.text {
            "(" => open.push((index, ")")),
            "[" => open.push((index, "]")),
            "{" => open.push((index, "}")),
            text => {
                if let Some((opened, _)) = open.pop_if(|(_, closes)| *closes == text) {
                    closing[opened] = Some(index);
                }
            }
        }
    }
    closing
}

/// Whether a brace after these words of a statement begins a value, as in `int a[] = {1, 2}`, and no block.
fn is_value(words: &[Word]) -> bool {
    words.iter().any(|word| word.text == "=") || words.first().is_some_and(|first| first.text == "return")
}

/// Whether words that end with a semicolon are a statement that can be left out, and no declaration.
fn is_simple(words: &[Word]) -> bool {
    let is_name = |word: &Word| word.kind == TokenKind::Name && !is_keyword(word.text);
    match words {
        [first, ..] if JUMPS.contains(&first.text) => true,
        [first, second, _, ..] => !(OF_DECLARATIONS.contains(&first.text) || is_name(first) && is_name(second)),
        _ => false,
    }
}
