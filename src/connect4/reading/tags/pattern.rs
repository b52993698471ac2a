//! What a prompt looks like, learned from one: the same words and signs again, whoever is named.

use crate::connect4::reading::free::Names;
use crate::connect4::rules::Game;

/// A prompt with its names and numbers left open.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pattern(Vec<Token>);

#[derive(Debug, PartialEq, Eq)]
enum Token {
    /// Any word in place of a name or a number.
    Name,
    /// A word, in small letters.
    Word(Vec<u8>),
    /// A sign or a space.
    Sign(u8),
}

impl Pattern {
    /// Learns from a prompt; `None` where there is nothing to know it by.
    pub fn of(game: &Game, names: &Names, prompt: &[u8]) -> Option<Self> {
        let mut tokens = Vec::new();
        let mut rest = prompt.trim_ascii_start();
        while let Some(first) = rest.first() {
            let length = word_length(rest);
            if length == 0 {
                tokens.push(Token::Sign(*first));
                rest = &rest[1..];
                continue;
            }
            let word = rest[..length].to_ascii_lowercase();
            let is_piece = |piece: &char| word == [piece.to_ascii_lowercase() as u8];
            let is_open = word.iter().all(u8::is_ascii_digit)
                || game.wording.pieces.iter().any(is_piece)
                || matches!(
                    &word[..],
                    b"one" | b"two" | b"first" | b"second" | b"p1" | b"p2" | b"player1" | b"player2"
                )
                || names.is_own(&word);
            tokens.push(if is_open { Token::Name } else { Token::Word(word) });
            rest = &rest[length..];
        }

        let is_known = |token: &Token| !matches!(token, Token::Name | Token::Sign(b' ' | b'\t'));
        tokens.iter().any(is_known).then_some(Self(tokens))
    }

    /// Where the prompt ends that a line begins with.
    pub fn end_in(&self, line: &[u8]) -> Option<usize> {
        let mut at = line.len() - line.trim_ascii_start().len();
        for (index, token) in self.0.iter().enumerate() {
            let rest = &line[at..];
            let length = word_length(rest);
            match token {
                Token::Name if length > 0 => at += length,
                Token::Word(word) if rest[..length].eq_ignore_ascii_case(word) => at += length,
                Token::Sign(sign) if rest.first() == Some(sign) => at += 1,
                // Blanks at its end may be missing.
                Token::Sign(b' ') if self.0[index..].iter().all(|token| *token == Token::Sign(b' ')) => break,
                _ => return None,
            }
        }

        Some(at)
    }
}

/// The length of the word that some bytes begin with.
fn word_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
}
