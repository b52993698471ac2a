//! How the players of a game may be called.

use crate::connect4::board::Player;
use crate::connect4::rules::{First, Game};

/// Players are called by the colours of their pieces.
const COLOURS: [(char, &str); 6] = [
    ('R', "red"),
    ('Y', "yellow"),
    ('G', "green"),
    ('W', "white"),
    ('B', "blue"),
    ('B', "black"),
];

/// How a game's players are called. By default nobody is.
pub(in crate::connect4::reading) struct Names {
    /// Words that the wording uses for one player only.
    pub own: [Vec<String>; 2],
    /// The pieces.
    pub pieces: [u8; 2],
    /// Whether player 2 is a computer.
    pub has_computer: bool,
    /// Whom the numbers 1 and 2 name.
    pub numbered: [Player; 2],
}

impl Default for Names {
    fn default() -> Self {
        Self {
            own: Default::default(),
            pieces: [0; 2],
            has_computer: false,
            numbered: [Player::One, Player::Two],
        }
    }
}

impl Names {
    pub fn new(game: &Game) -> Self {
        let wording = &game.wording;
        let mut own = [Vec::new(), Vec::new()];
        for [first, second] in [&wording.prompts, &wording.wins] {
            let (first, second) = (names_in(first), names_in(second));
            if first.is_empty() || second.is_empty() {
                continue;
            }
            own[0].extend(first.iter().filter(|word| !second.contains(word)).cloned());
            own[1].extend(second.iter().filter(|word| !first.contains(word)).cloned());
        }

        for (own, piece) in own.iter_mut().zip(wording.pieces) {
            let colours = COLOURS.iter().filter(|(letter, _)| piece.eq_ignore_ascii_case(letter));
            own.extend(colours.map(|(_, name)| (*name).to_owned()));
        }

        let piece = |player: usize| u8::try_from(wording.pieces[player]).unwrap_or(0);
        Self {
            own,
            pieces: [piece(0), piece(1)],
            has_computer: game.flow.computer.is_some(),
            numbered: numbered(game),
        }
    }
}

/// Whom the numbers 1 and 2 name: where the other player makes the first move, that is "player 2".
fn numbered(game: &Game) -> [Player; 2] {
    match game.flow.first {
        First::OtherPerson => [Player::Two, Player::One],
        First::Person | First::Computer | First::ComputerUnseen => [Player::One, Player::Two],
    }
}

impl Names {
    /// Whether a word, in small letters, is the name of one player.
    pub fn is_own(&self, word: &[u8]) -> bool {
        self.own.iter().flatten().any(|name| name.as_bytes() == word)
    }
}

/// The words of a text that may be names.
fn names_in(text: &str) -> Vec<String> {
    let text = text.to_ascii_lowercase();
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words = words.filter(|word| word.len() > 1 && word.bytes().any(|byte| byte.is_ascii_alphabetic()));
    words.map(str::to_owned).collect()
}
