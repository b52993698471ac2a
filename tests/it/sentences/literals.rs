//! The string literals of a Rust source, without its comments and its unit tests.

use std::iter::Peekable;
use std::str::Chars;

/// How much of the code before a literal is kept.
const CONTEXT: usize = 24;

/// A string literal.
#[derive(Debug, PartialEq, Eq)]
pub struct Literal {
    /// The end of the code before it.
    pub before: String,
    /// What is between its quotes, as it is written, on one line.
    pub text: String,
}

/// All string literals in their order.
pub fn literals(source: &str) -> Vec<Literal> {
    let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut scan = Scan {
        rest: source.chars().peekable(),
        code: String::new(),
    };

    let mut found = Vec::new();
    while let Some(character) = scan.rest.next() {
        if let Some(text) = scan.literal(character) {
            found.push(Literal {
                before: scan.context(),
                text,
            });
            scan.code.clear();
        }
    }
    found
}

struct Scan<'a> {
    rest: Peekable<Chars<'a>>,
    /// The code since the last literal.
    code: String,
}

impl Scan<'_> {
    /// The literal that a character begins; `None` where it is code or begins a comment.
    fn literal(&mut self, character: char) -> Option<String> {
        match character {
            '"' => return Some(self.quoted()),
            'r' if self.begins_raw() => return Some(self.raw()),
            '/' if self.rest.peek() == Some(&'/') => {
                while self.rest.next_if(|character| *character != '\n').is_some() {}
            }
            '\'' => self.character(),
            _ => self.code.push(character),
        }
        None
    }

    /// The end of the code, without blanks behind it.
    fn context(&self) -> String {
        let code = self.code.trim_end();
        let skipped = code.chars().count().saturating_sub(CONTEXT);
        code.chars().skip(skipped).collect()
    }

    /// The rest of an ordinary literal. A line that goes on in the next one is joined with it.
    fn quoted(&mut self) -> String {
        let mut text = String::new();
        while let Some(character) = self.rest.next() {
            match character {
                '"' => break,
                '\\' if self.rest.next_if_eq(&'\n').is_some() => {
                    while self.rest.next_if(|character| character.is_whitespace()).is_some() {}
                }
                '\\' => {
                    text.push('\\');
                    text.extend(self.rest.next());
                }
                '\n' => text.push_str("\\n"),
                _ => text.push(character),
            }
        }
        text
    }

    /// Whether an `r` begins a raw literal, which it does not at the end of a name.
    fn begins_raw(&self) -> bool {
        let is_name = |character: char| character.is_alphanumeric() || character == '_';
        let mut ahead = self.rest.clone();
        while ahead.next_if_eq(&'#').is_some() {}
        ahead.peek() == Some(&'"') && !self.code.ends_with(is_name)
    }

    fn raw(&mut self) -> String {
        let mut end = "\"".to_owned();
        while self.rest.next_if_eq(&'#').is_some() {
            end.push('#');
        }
        self.rest.next();

        let mut text = String::new();
        for character in self.rest.by_ref() {
            text.push(character);
            if text.ends_with(&end) {
                text.truncate(text.len() - end.len());
                break;
            }
        }
        text.replace('\n', "\\n")
    }

    /// A character literal, which may be a quote; a lifetime is code.
    fn character(&mut self) {
        let mut ahead = self.rest.clone();
        let is_escape = ahead.next() == Some('\\');
        if is_escape {
            self.rest.next();
            self.rest.next();
            while self.rest.next().is_some_and(|character| character != '\'') {}
        } else if ahead.next() == Some('\'') {
            self.rest.next();
            self.rest.next();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::literals;

    #[test]
    fn literals_are_found_and_comments_characters_and_lifetimes_are_not() {
        let source = "fn a<'a>(x: &'a str) { // \"no\"\n f('\"', '\\'', \"one \\\"two\\\"\", r#\"three \"four\"\"#, \"five \\\n   six\") }";
        let texts: Vec<String> = literals(source).into_iter().map(|literal| literal.text).collect();
        assert_eq!(texts, ["one \\\"two\\\"", "three \"four\"", "five six"]);
    }

    #[test]
    fn the_code_before_a_literal_is_known() {
        let found = literals("x.expect(\n  \"a file\")");
        assert_eq!(found[0].before, "x.expect(");
    }
}
