//! The operands of a line as tokens. The same for every notation but for comments, which are cut off before.

use std::ops::Range;

use super::string;
use crate::machine::assembly::is_blank;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name: of a register, a symbol, a shift.
    Word,
    /// A name between bars: `|any thing|`.
    Barred,
    /// A number; `None` where no 32 bits hold it or its digits are wrong.
    Number(Option<u32>),
    /// `'c'`
    Character,
    /// A string with its quotes.
    Text {
        /// Whether the closing quote was there.
        closed: bool,
    },
    /// `%F1`: a reference to a numeric label.
    Local,
    /// An operator of one or two signs, or between colons.
    Operator(Operator),
    /// A sign that belongs to no expression: `# , [ ] { } ! ( ) =`, or one that belongs nowhere.
    Sign(char),
}

/// What an operator does; which of its two readings a sign has depends on what comes before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    And,
    Or,
    Xor,
    Not,
    LogicalAnd,
    LogicalOr,
    LogicalXor,
    LogicalNot,
    ShiftLeft,
    ShiftRight,
    RotateLeft,
    RotateRight,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Defined,
    Length,
    /// Between colons, and unknown.
    Unknown,
}

/// A token and where in its line it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) range: Range<usize>,
}

/// Cuts a part of a line into tokens.
pub(super) fn tokens(text: &str, part: Range<usize>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = part.start;
    while let Some(character) = text.get(at..part.end).and_then(|rest| rest.chars().next()) {
        if is_blank(character) {
            at += character.len_utf8();
            continue;
        }
        let after = tokens.last().is_some_and(|token| ends_operand(token.kind));
        let (kind, length) = token(&text[at..part.end], character, after);
        tokens.push(Token {
            kind,
            range: at..at + length,
        });
        at += length;
    }

    tokens
}

/// Whether what follows such a token is an operator and not an operand.
fn ends_operand(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Operator(_) => false,
        TokenKind::Sign(sign) => matches!(sign, ')' | '}' | ']' | '.'),
        _ => true,
    }
}

/// The token at the start of `rest`, with its length.
fn token(rest: &str, first: char, after_operand: bool) -> (TokenKind, usize) {
    let bytes = rest.as_bytes();
    match first {
        '"' => match string::end(rest, 0, rest.len()) {
            Some(end) => (TokenKind::Text { closed: true }, end),
            None => (TokenKind::Text { closed: false }, rest.len()),
        },
        '\'' => match string::character_end(rest, 0) {
            Some(end) => (TokenKind::Character, end),
            None => (TokenKind::Sign('\''), 1),
        },
        '0'..='9' => {
            let length = run(rest, is_name);
            (TokenKind::Number(number(&rest[..length])), length)
        }
        '&' if !after_operand && bytes.get(1).is_some_and(u8::is_ascii_alphanumeric) => {
            let length = 1 + run(&rest[1..], is_name);
            (
                TokenKind::Number(u32::from_str_radix(&rest[1..length], 16).ok()),
                length,
            )
        }
        '%' if !after_operand && bytes.get(1).is_some_and(u8::is_ascii_alphanumeric) => {
            (TokenKind::Local, 1 + run(&rest[1..], is_name))
        }
        '|' if !after_operand && bytes.get(1) != Some(&b'|') => match rest[1..].find('|') {
            Some(length) => (TokenKind::Barred, length + 2),
            None => (TokenKind::Operator(Operator::Or), 1),
        },
        ':' => between_colons(rest),
        _ if is_name(first) => (TokenKind::Word, run(rest, is_name)),
        _ => sign(rest, first),
    }
}

fn between_colons(rest: &str) -> (TokenKind, usize) {
    let length = run(&rest[1..], |letter| letter.is_ascii_alphabetic());
    if length == 0 || rest.as_bytes().get(1 + length) != Some(&b':') {
        return (TokenKind::Sign(':'), 1);
    }

    let operator = match rest[1..=length].to_ascii_uppercase().as_str() {
        "AND" => Operator::And,
        "OR" => Operator::Or,
        "EOR" | "XOR" => Operator::Xor,
        "NOT" => Operator::Not,
        "LAND" => Operator::LogicalAnd,
        "LOR" => Operator::LogicalOr,
        "LEOR" => Operator::LogicalXor,
        "LNOT" => Operator::LogicalNot,
        "SHL" => Operator::ShiftLeft,
        "SHR" => Operator::ShiftRight,
        "ROL" => Operator::RotateLeft,
        "ROR" => Operator::RotateRight,
        "MOD" => Operator::Modulo,
        "DEF" => Operator::Defined,
        "LEN" => Operator::Length,
        _ => Operator::Unknown,
    };
    (TokenKind::Operator(operator), length + 2)
}

fn sign(rest: &str, first: char) -> (TokenKind, usize) {
    let two = |second: u8| rest.as_bytes().get(1) == Some(&second);
    let (operator, length) = match first {
        '+' => (Operator::Plus, 1),
        '-' => (Operator::Minus, 1),
        '*' => (Operator::Times, 1),
        '%' => (Operator::Modulo, 1),
        '&' if two(b'&') => (Operator::LogicalAnd, 2),
        '&' => (Operator::And, 1),
        '|' if two(b'|') => (Operator::LogicalOr, 2),
        '|' => (Operator::Or, 1),
        '~' => (Operator::Not, 1),
        '<' if two(b'<') => (Operator::ShiftLeft, 2),
        '<' if two(b'=') => (Operator::LessOrEqual, 2),
        '<' if two(b'>') => (Operator::Unequal, 2),
        '<' => (Operator::Less, 1),
        '>' if two(b'>') => (Operator::ShiftRight, 2),
        '>' if two(b'=') => (Operator::GreaterOrEqual, 2),
        '>' => (Operator::Greater, 1),
        '/' | '!' if two(b'=') => (Operator::Unequal, 2),
        '/' => (Operator::Divide, 1),
        '=' if two(b'=') => (Operator::Equal, 2),
        other => return (TokenKind::Sign(other), other.len_utf8()),
    };

    (TokenKind::Operator(operator), length)
}

/// Whether a letter may be in a name.
pub(super) fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '$' || !letter.is_ascii() && letter.is_alphanumeric()
}

/// How many bytes from the start consist of such letters.
pub(super) fn run(text: &str, of: impl Fn(char) -> bool) -> usize {
    text.find(|letter| !of(letter)).unwrap_or(text.len())
}

/// Decimal, `0x` hexadecimal, or `base_digits` with a base of 2 to 9.
pub(super) fn number(word: &str) -> Option<u32> {
    if let Some(digits) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        return u32::from_str_radix(digits, 16).ok();
    }
    if let Some((base, digits)) = word.split_once('_') {
        let base = base.parse().ok().filter(|base| (2..=9).contains(base))?;
        return u32::from_str_radix(digits, base).ok();
    }
    word.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_by_what_stands_before_them() {
        let kinds = |text: &str| -> Vec<TokenKind> {
            tokens(text, 0..text.len())
                .into_iter()
                .map(|token| token.kind)
                .collect()
        };
        assert_eq!(kinds("&1F"), [TokenKind::Number(Some(0x1F))]);
        assert_eq!(
            kinds("7&3"),
            [
                TokenKind::Number(Some(7)),
                TokenKind::Operator(Operator::And),
                TokenKind::Number(Some(3))
            ]
        );

        assert_eq!(kinds("%F1"), [TokenKind::Local]);
        assert_eq!(kinds("|a b|"), [TokenKind::Barred]);
        assert_eq!(kinds("2_101"), [TokenKind::Number(Some(5))]);
        assert_eq!(kinds("12ab"), [TokenKind::Number(None)]);
        assert_eq!(kinds("#'\"'"), [TokenKind::Sign('#'), TokenKind::Character]);
    }
}
