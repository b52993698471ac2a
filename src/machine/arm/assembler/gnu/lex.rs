//! The operands of a command as the tokens that every front end gives to the operand parser.

use std::ops::Range;

use super::super::lex::{Operator, Token, TokenKind, run};
use super::{scan, text};
use crate::machine::assembly::is_blank;

/// Cuts a part of a command into tokens. Characters become numbers, `$5` is `#5`, and `1b` and `1f` are references.
pub(super) fn tokens(line: &str, part: Range<usize>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = part.start;
    while let Some(first) = line.get(at..part.end).and_then(|rest| rest.chars().next()) {
        if is_blank(first) {
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = token(&line[at..part.end], first);
        tokens.push(Token {
            kind,
            range: at..at + length,
        });
        at += length;
    }

    tokens
}

/// The token at the start of `rest`, with its length.
fn token(rest: &str, first: char) -> (TokenKind, usize) {
    match first {
        '"' => {
            let length = scan::string(rest);
            let closed = length > 1 && rest[..length].ends_with('"');
            (TokenKind::Text { closed }, length)
        }
        '\'' => {
            let length = scan::character(rest);
            (TokenKind::Number(character(&rest[1..length])), length)
        }
        '0'..='9' => number(rest),
        _ if is_name_start(first) => match run(rest, is_name) {
            // A point alone is the place itself.
            1 if first == '.' => (TokenKind::Sign('.'), 1),
            length => (TokenKind::Word, length),
        },
        '$' => (TokenKind::Sign('#'), 1),
        _ => sign(rest, first),
    }
}

/// The byte of a character with its apostrophe.
pub(super) fn character_value(piece: &str) -> Option<u32> {
    piece.strip_prefix('\'').and_then(character)
}

/// The byte of a character without its first apostrophe.
fn character(inside: &str) -> Option<u32> {
    let letter = inside.chars().next()?;
    let byte = if letter == '\\' {
        text::escape(inside).map_or_else(|| inside.as_bytes().get(1).copied(), |(byte, _)| Some(byte))?
    } else {
        u8::try_from(letter).ok().filter(u8::is_ascii)?
    };
    Some(u32::from(byte))
}

/// A number, or a reference to a numeric label.
fn number(rest: &str) -> (TokenKind, usize) {
    let length = run(rest, |letter| letter.is_ascii_alphanumeric() || letter == '_');
    let word = &rest[..length];
    let digits = run(word, |letter| letter.is_ascii_digit());
    if digits + 1 == length && matches!(word.as_bytes()[digits], b'b' | b'f') && word != "0b" {
        return (TokenKind::Local, length);
    }
    (TokenKind::Number(value(word)), length)
}

/// Decimal, `0x` hexadecimal, `0b` binary, or octal with a zero before it.
pub(super) fn value(word: &str) -> Option<u32> {
    let lower = word.to_ascii_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok();
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return u32::from_str_radix(digits, 2).ok();
    }

    let base = if lower.len() > 1 && lower.starts_with('0') {
        8
    } else {
        10
    };

    u32::from_str_radix(&lower, base).ok()
}

fn sign(rest: &str, first: char) -> (TokenKind, usize) {
    let two = |second: u8| rest.as_bytes().get(1) == Some(&second);
    let (operator, length) = match first {
        '+' => (Operator::Plus, 1),
        '-' => (Operator::Minus, 1),
        '*' => (Operator::Times, 1),
        '/' => (Operator::Divide, 1),
        '%' => (Operator::Modulo, 1),
        '&' if two(b'&') => (Operator::LogicalAnd, 2),
        '&' => (Operator::And, 1),
        '|' if two(b'|') => (Operator::LogicalOr, 2),
        '|' => (Operator::Or, 1),
        // After a register it is the S bit of LDM and STM.
        '^' if rest.len() > 1 => (Operator::Xor, 1),
        '~' => (Operator::Not, 1),
        '<' if two(b'<') => (Operator::ShiftLeft, 2),
        '<' if two(b'=') => (Operator::LessOrEqual, 2),
        '<' if two(b'>') => (Operator::Unequal, 2),
        '<' => (Operator::Less, 1),
        '>' if two(b'>') => (Operator::ShiftRight, 2),
        '>' if two(b'=') => (Operator::GreaterOrEqual, 2),
        '>' => (Operator::Greater, 1),
        '!' if two(b'=') => (Operator::Unequal, 2),
        '=' if two(b'=') => (Operator::Equal, 2),
        other => return (TokenKind::Sign(other), other.len_utf8()),
    };

    (TokenKind::Operator(operator), length)
}

/// Whether a name may begin with a letter.
pub(super) fn is_name_start(letter: char) -> bool {
    is_name(letter) && !letter.is_ascii_digit() && letter != '$'
}

/// Whether a letter may be in a name.
pub(super) fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, '_' | '.' | '$')
        || !letter.is_ascii() && letter.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        tokens(text, 0..text.len())
            .into_iter()
            .map(|token| token.kind)
            .collect()
    }

    #[test]
    fn numbers_and_characters_are_those_of_the_gnu_assembler() {
        for (text, value) in [
            ("010", Some(8)),
            ("0x1F", Some(31)),
            ("0b101", Some(5)),
            ("08", None),
            ("4294967296", None),
            ("'a", Some(97)),
            ("'a'", Some(97)),
            ("'\\n'", Some(10)),
            ("';'", Some(59)),
            ("'é'", None),
            ("0", Some(0)),
        ] {
            assert_eq!(kinds(text), [TokenKind::Number(value)], "{text}");
        }
    }

    #[test]
    fn names_have_points_and_numeric_labels_a_direction() {
        assert_eq!(kinds(".L1"), [TokenKind::Word]);
        assert_eq!(kinds("."), [TokenKind::Sign('.')]);
        assert_eq!(kinds("1b"), [TokenKind::Local]);
        assert_eq!(kinds("12f"), [TokenKind::Local]);
        assert_eq!(kinds("$5"), [TokenKind::Sign('#'), TokenKind::Number(Some(5))]);

        let xor = TokenKind::Operator(Operator::Xor);
        assert_eq!(
            kinds("7^2"),
            [TokenKind::Number(Some(7)), xor, TokenKind::Number(Some(2))]
        );

        assert_eq!(kinds("}^"), [TokenKind::Sign('}'), TokenKind::Sign('^')]);
    }
}
