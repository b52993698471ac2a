//! The text of operands as macros see it, and the arguments in it, as GNU as reads them.

use super::super::lex::run;
use super::{lex, scan};
use crate::machine::assembly::is_blank;

/// A command without what does not count in it: blanks between operands are left out where they separate no words, and
/// characters are written as numbers.
pub(super) fn plain(command: &str) -> String {
    let at = operands(command);
    let (start, rest) = command.split_at(at);
    if rest.is_empty() {
        return start.to_owned();
    }
    format!("{start} {}", plain_operands(rest))
}

/// Where the operands of a command begin: after labels and a word.
fn operands(command: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = command[at..].trim_start_matches(is_blank);
        let word = command.len() - rest.len();
        let length = run(rest, |letter| !is_blank(letter) && letter != ':' && letter != '"');
        let after = rest[length..].trim_start_matches(is_blank);
        if !after.starts_with(':') {
            return word + length;
        }
        at = command.len() - after.len() + 1;
    }
}

/// Operands alone, as [`plain`] has them.
pub(super) fn plain_operands(operands: &str) -> String {
    let mut made = String::with_capacity(operands.len());
    // Whether the last letter may be one of a word, and whether blanks came after it.
    let (mut word, mut blanks) = (false, false);
    let mut rest = operands;

    while let Some(letter) = rest.chars().next() {
        if is_blank(letter) {
            blanks = true;
            rest = &rest[letter.len_utf8()..];
            continue;
        }

        let length = match letter {
            '"' => scan::string(rest),
            '\'' => scan::character(rest),
            other => other.len_utf8(),
        };
        let opens = matches!(letter, '"' | '\'') || is_word(letter);
        if blanks && word && opens {
            made.push(' ');
        }

        let piece = &rest[..length];
        match lex::character_value(piece) {
            Some(value) => made.push_str(&value.to_string()),
            None => made.push_str(piece),
        }
        word = opens && letter != '\'';
        blanks = false;
        rest = &rest[length..];
    }

    made
}

/// Letters that need a blank between each other to be two words.
fn is_word(letter: char) -> bool {
    lex::is_name(letter) || matches!(letter, '[' | ']' | '{' | '}')
}

/// A place among arguments.
#[derive(Debug)]
pub(super) struct Arguments<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Arguments<'t> {
    /// At the first of them. The text must be plain.
    pub(super) fn new(text: &'t str) -> Self {
        let mut arguments = Self { text, at: 0 };
        arguments.skip_blanks();
        arguments
    }

    /// What was not read yet.
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Whether a sign is next.
    pub(super) fn is_at(&self, sign: char) -> bool {
        self.rest().starts_with(sign)
    }

    /// Whether there is nothing left.
    pub(super) fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(is_blank).len();
    }

    /// Reads a sign with the blanks around it, if it is next.
    pub(super) fn take(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
            self.skip_blanks();
        }
        found
    }

    /// A name; empty where none is next.
    pub(super) fn name(&mut self) -> &'t str {
        let rest = self.rest();
        let length = name_length(rest);
        self.at += length;
        &rest[..length]
    }

    /// The name in `name=value`, with its sign.
    pub(super) fn keyword(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let end = rest.find(['=', ' ', '\t', ',', '"', ';', '(', ')'])?;
        if !rest[end..].starts_with('=') {
            return None;
        }
        self.at += end + 1;
        Some(&rest[..end])
    }

    /// Everything that is left.
    pub(super) fn remainder(&mut self) -> &'t str {
        let rest = self.rest();
        self.at = self.text.len();
        rest
    }

    /// One letter.
    pub(super) fn letter(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let letter = rest.chars().next()?;
        self.at += letter.len_utf8();
        Some(&rest[..letter.len_utf8()])
    }

    /// One argument: to a comma, or to a blank outside brackets; of a string what is between its quotes.
    pub(super) fn argument(&mut self) -> String {
        self.skip_blanks();
        if self.rest().starts_with('"') {
            return self.unquoted();
        }

        let rest = self.rest();
        let mut open = Vec::new();
        let mut length = 0;
        while let Some(letter) = rest[length..].chars().next() {
            match letter {
                ',' => break,
                _ if is_blank(letter) && open.is_empty() => break,
                '"' => {
                    length += scan::string(&rest[length..]);
                    continue;
                }
                '(' | '[' => open.push(letter),
                ')' => drop(open.pop_if(|open| *open == '(')),
                ']' => drop(open.pop_if(|open| *open == '[')),
                _ => {}
            }
            length += letter.len_utf8();
        }

        self.at += length;
        rest[..length].to_owned()
    }

    /// What is between quotes. Two of them are one quote; a backslash stays before what it is before.
    fn unquoted(&mut self) -> String {
        let mut made = String::new();
        let mut letters = self.rest().char_indices().skip(1).peekable();
        let mut escaped = false;
        let mut end = self.text.len();

        while let Some((at, letter)) = letters.next() {
            if letter == '"' && !escaped && letters.next_if(|(_, next)| *next == '"').is_none() {
                end = self.at + at + 1;
                break;
            }
            escaped = letter == '\\' && !escaped;
            made.push(letter);
        }

        self.at = end;
        made
    }
}

/// The length of the name at the start of a text; 0 where there is none.
pub(super) fn name_length(text: &str) -> usize {
    if text.starts_with(lex::is_name_start) {
        run(text, lex::is_name)
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What GNU as made of the same operands.
    #[test]
    fn blanks_count_only_between_words() {
        for (operands, expected) in [
            ("1 -2", "1-2"),
            ("[r0]  {r1}", "[r0] {r1}"),
            ("a + b , c", "a+b,c"),
            ("\"x  y\" z", "\"x  y\" z"),
            ("z \"x y\"", "z \"x y\""),
            ("'a', ','", "97,44"),
            ("';' '@", "5964"),
            ("x #5", "x#5"),
        ] {
            assert_eq!(plain_operands(operands), expected);
        }

        assert_eq!(plain("l: mov  r0 , -1"), "l: mov r0,-1");
        assert_eq!(plain("\\op \\a , \\b"), "\\op \\a,\\b");
        assert_eq!(plain("\\name\\()_x : .byte  'A'"), "\\name\\()_x : .byte 65");
        assert_eq!(plain(" nop"), " nop");
    }

    #[test]
    fn arguments_are_those_of_the_gnu_assembler() {
        for (text, expected) in [
            ("1 2", &["1", "2"][..]),
            ("[r0,#4]", &["[r0", "#4]"]),
            ("(a b) c", &["(a b)", "c"]),
            (",5", &["", "5"]),
            ("\"x, y\",z", &["x, y", "z"]),
            (r#""say \"hi\"""#, &[r#"say \"hi\""#]),
            (r#""a""b""#, &["a\"b"]),
            (r#""p\\",q"#, &[r"p\\", "q"]),
            ("\"open", &["open"]),
            ("a\"b c\"d", &["a\"b c\"d"]),
        ] {
            let mut arguments = Arguments::new(text);
            let mut found = Vec::new();
            while !arguments.is_done() {
                found.push(arguments.argument());
                arguments.take(',');
            }
            assert_eq!(found, expected, "{text}");
        }
    }
}
