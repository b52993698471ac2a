//! What a line in free words says: whom it names, and whether it prompts, refuses a move, or announces a result.
//!
//! Where a document leaves the words to the student, every program has its own. A line counts as a message where its
//! words leave one reading; else it is text that says nothing in the game's terms.

use super::message::edits;
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Outcome};
use crate::connect4::rules::Game;

mod claims;
mod names;

pub(super) use names::Names;

/// Lines longer than this are nobody's message.
const LONGEST: usize = 200;

const WINNING: &[&str] = &["win", "wins", "won", "winner", "victory", "victorious", "winning"];
const LOSING: &[&str] = &["lose", "loses", "lost", "loser"];
const TYING: &[&str] = &[
    "tie",
    "tied",
    "ties",
    "draw",
    "drawn",
    "drew",
    "stalemate",
    "deadlock",
    "empate",
    "empatado",
    "unentschieden",
    "gleichstand",
    "remis",
    "pareggio",
    "gelijkspel",
];
const ASKING: &[&str] = &[
    "choose", "turn", "turns", "select", "pick", "enter", "move", "moves", "go", "goes", "play", "plays", "column",
    "input", "type", "next", "your", "press", "place", "drop", "insert",
];
const NOT: &[&str] = &[
    "no", "nobody", "noone", "none", "neither", "not", "never", "isn", "hasn", "without",
];
/// Before a word of winning: what is to come, or what the rules are.
const TO_COME: &[&str] = &[
    "to", "can", "could", "may", "might", "must", "will", "would", "should", "if", "cannot", "not",
];
/// In rules for results.
const RULING: &[&str] = &["if", "whoever", "first", "until", "how", "yet"];
const REFUSING: &[&str] = &[
    "invalid",
    "illegal",
    "incorrect",
    "wrong",
    "error",
    "unavailable",
    "occupied",
    "bad",
    "denied",
    "impossible",
    "disallowed",
    "cannot",
    "cant",
    "forbidden",
    "unknown",
    "unrecognised",
    "unrecognized",
    "oops",
];
/// Behind a "not": `is not a valid column`.
const PROPER: &[&str] = &[
    "valid",
    "allowed",
    "possible",
    "available",
    "legal",
    "empty",
    "free",
    "permitted",
    "accepted",
    "acceptable",
    "exist",
    "exists",
    "recognised",
    "recognized",
    "correct",
    "range",
    "between",
    "column",
    "number",
    "digit",
    "work",
    "space",
    "room",
    "vacant",
    "understood",
];
const PLACES: &[&str] = &[
    "column", "number", "move", "slot", "one", "choice", "place", "position", "input", "space",
];
/// Words between a player's name and what is said about them.
const FILLING: &[&str] = &[
    "s", "player", "piece", "is", "has", "have", "the", "you", "it", "please", "now", "just", "colour", "color",
    "team", "a", "are", "was",
];

/// The one player in a list.
fn only(mut players: impl Iterator<Item = Player>) -> Option<Player> {
    let first = players.next()?;
    players.all(|player| player == first).then_some(first)
}

/// Whether a text refuses a move, in whatever words.
pub fn says_refusal(game: &Game, text: &[u8]) -> bool {
    let names = Names::new(game);
    Words::of(&names, text).and_then(|said| said.event(false, &|_| false)) == Some(Event::Refusal)
}

/// What the words of a line say.
pub(super) struct Words<'a> {
    names: &'a Names,
    /// The words as written.
    written: Vec<&'a [u8]>,
    /// The same in small letters.
    small: Vec<Vec<u8>>,
    /// The words that name a player, in order.
    named: Vec<(usize, Player)>,
    /// The same for names that count only without any other: "you".
    hinted: Vec<(usize, Player)>,
}

impl<'a> Words<'a> {
    /// Looks at the words of a line; `None` where it has none, or too many.
    pub fn of(names: &'a Names, line: &'a [u8]) -> Option<Self> {
        if line.len() > LONGEST {
            return None;
        }

        let written: Vec<&[u8]> = line
            .split(|byte| !byte.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let small = written.iter().map(|word| word.to_ascii_lowercase()).collect();
        let mut said = Self {
            names,
            written,
            small,
            named: Vec::new(),
            hinted: Vec::new(),
        };

        for index in 0..said.small.len() {
            if let Some(player) = said.name_at(index) {
                said.named.push((index, player));
            } else if let Some(player) = said.hint_at(index) {
                said.hinted.push((index, player));
            }
        }

        (!said.small.is_empty()).then_some(said)
    }

    fn word(&self, index: usize) -> &[u8] {
        self.small.get(index).map_or(&[], Vec::as_slice)
    }

    fn is_at(&self, index: usize, any: &[&str]) -> bool {
        any.iter().any(|wanted| wanted.as_bytes() == self.word(index))
    }

    fn says(&self, any: &[&str]) -> bool {
        (0..self.small.len()).any(|index| self.is_at(index, any))
    }

    /// The player whom the word at a place names.
    fn name_at(&self, index: usize) -> Option<Player> {
        let word = self.word(index);
        let before = |any: &[&str]| index > 0 && self.is_at(index - 1, any);
        let behind = |any: &[&str]| self.is_at(index + 1, any);
        for player in [Player::One, Player::Two] {
            let is_own = |name: &String| {
                let rest = word.strip_prefix(name.as_bytes());
                rest.is_some_and(|rest| rest.is_empty() || rest == b"s")
            };
            if self.names.own[player.index()].iter().any(is_own) {
                return Some(player);
            }

            let piece = self.names.pieces[player.index()];
            if piece.is_ascii_alphabetic() && word == [piece.to_ascii_lowercase()] {
                // "(Y/N)" names nobody; a small letter names a player only next to words about players.
                let is_written = self.written[index] == [piece] && !behind(&["n"]) && !before(&["n"]);
                let is_meant = before(&["player", "winner", "is"]) || behind(&["s", "player", "wins", "won", "win"]);
                return (is_written || is_meant).then_some(player);
            }
        }

        let is_number = before(&["player", "players"])
            || (before(&["no", "number"]) && index > 1 && self.is_at(index - 2, &["player"]));
        let [one, two] = self.names.numbered;
        match word {
            b"p1" | b"player1" | b"playerone" => Some(one),
            b"p2" | b"player2" | b"playertwo" => Some(two),
            b"1" | b"one" if is_number => Some(one),
            b"2" | b"two" if is_number => Some(two),
            b"1st" | b"first" if behind(&["player"]) => Some(one),
            b"2nd" | b"second" if behind(&["player"]) => Some(two),
            b"computer" | b"computers" | b"cpu" | b"ai" | b"opponent" | b"machine" | b"bot"
                if self.names.has_computer =>
            {
                Some(Player::Two)
            }
            b"human" | b"user" if self.names.has_computer => Some(Player::One),
            _ => None,
        }
    }

    /// The same for words that name one only where nobody else is named.
    fn hint_at(&self, index: usize) -> Option<Player> {
        if !self.names.has_computer {
            return None;
        }
        match self.word(index) {
            b"you" | b"your" | b"player" => Some(Player::One),
            b"i" | b"me" => Some(Player::Two),
            _ => None,
        }
    }

    /// The one player a line speaks of; where it names both, the one of whom it says one of some words: "RED wins,
    /// YELLOW loses".
    pub fn player(&self, said_of: &[&str]) -> Option<Player> {
        let names = if self.named.is_empty() {
            &self.hinted
        } else {
            &self.named
        };
        only(names.iter().map(|(_, player)| *player)).or_else(|| {
            let is_meant = |(index, _): &&(usize, Player)| {
                let behind = (index + 1..self.small.len()).find(|at| !self.is_at(*at, FILLING));
                let before = (0..*index).rev().find(|at| !self.is_at(*at, FILLING));
                behind.is_some_and(|at| self.is_at(at, said_of)) || before.is_some_and(|at| self.is_at(at, &["winner"]))
            };
            only(names.iter().filter(is_meant).map(|(_, player)| *player))
        })
    }

    /// Whether it says that somebody has won.
    pub fn announces_win(&self) -> bool {
        let mut places = 0..self.small.len();
        let is_rule = self.says(RULING) || self.says(NOT) || self.says(TYING);
        !is_rule && places.any(|at| self.reports_win(at) || self.claims_win(at))
    }

    /// Whether the word at a place says that somebody has won.
    fn reports_win(&self, index: usize) -> bool {
        self.is_at(index, WINNING) && (index == 0 || !self.is_at(index - 1, TO_COME))
    }

    /// Whether it names anybody.
    pub fn names_anybody(&self) -> bool {
        !self.named.is_empty()
    }

    /// Whether it requests something.
    pub fn asks(&self) -> bool {
        self.says(ASKING)
    }

    /// Whether it says that it is somebody's turn.
    pub fn gives_turn(&self) -> bool {
        self.says(&[
            "turn", "turns", "choose", "move", "play", "plays", "go", "goes", "pick", "enter", "select", "next",
        ])
    }

    /// The prompted player, if one is named and no result is announced.
    pub fn asked(&self) -> Option<Player> {
        if self.result(false, &|_| false).is_some() {
            return None;
        }
        self.player(ASKING)
    }

    /// What a line says that is not a prompt. `is_full` says whether the board is, `has_line` whether a player has a line on it.
    pub fn event(&self, is_full: bool, has_line: &dyn Fn(Player) -> bool) -> Option<Event> {
        let result = self.result(is_full, has_line).map(Event::Result);
        result.or_else(|| self.refuses().then_some(Event::Refusal))
    }

    fn result(&self, is_full: bool, has_line: &dyn Fn(Player) -> bool) -> Option<Outcome> {
        // "Player no. 1" denies nothing.
        let is_name = |index: usize| self.named.iter().any(|(at, _)| *at == index);
        let is_number = |index: usize| is_name(index + 1) && !self.is_at(index, &["neither"]);
        let denies = (0..self.small.len()).any(|index| self.is_at(index, NOT) && !is_number(index));
        if self.says(RULING) {
            return None;
        }

        if (0..self.small.len()).any(|index| self.reports_win(index)) {
            return if denies {
                let is_nobody = self.named.is_empty() || (is_full && self.says(&["neither"]) && self.names_both());
                is_nobody.then_some(Outcome::Tie)
            } else {
                self.player(WINNING).map(Outcome::Win)
            };
        }
        if denies {
            // "No more moves: a draw" denies no tie.
            let is_tied = is_full && self.says(TYING) && !self.denies_tie() && self.named.is_empty();
            return is_tied.then_some(Outcome::Tie);
        }
        if let Some(player) = self.claimed(has_line) {
            return Some(Outcome::Win(player));
        }
        if self.says(TYING) {
            return (self.player(&[]).is_none() || self.named.is_empty()).then_some(Outcome::Tie);
        }
        if self.says(LOSING) {
            return self.player(LOSING).map(|player| Outcome::Win(player.other()));
        }

        let says_full = self.says(&["full", "filled"]) && self.says(&["board", "grid"]);
        (is_full && says_full && self.named.is_empty()).then_some(Outcome::Tie)
    }

    fn names_both(&self) -> bool {
        only(self.named.iter().map(|(_, player)| *player)).is_none() && !self.named.is_empty()
    }

    /// Whether a word of denying belongs to one of tying: "not a draw".
    fn denies_tie(&self) -> bool {
        let is_denied = |index: usize| {
            let is_between = |at: &usize| self.is_at(*at, FILLING) || self.is_at(*at, &["t"]);
            let behind = (index + 1..self.small.len()).find(|at| !is_between(at));
            self.is_at(index, NOT) && behind.is_some_and(|at| self.is_at(at, TYING))
        };
        (0..self.small.len()).any(is_denied)
    }

    fn refuses(&self) -> bool {
        let pair = |one: &[&str], other: &[&str]| self.says(one) && self.says(other);
        let is_misspelt = |word: &Vec<u8>| word.starts_with(b"in") && edits(word, b"invalid") <= 2;
        let near_not = |index: usize| {
            let is_not = self.is_at(index, NOT) || (self.is_at(index, &["t"]) && index > 0);
            is_not && (index + 1..index + 5).any(|at| self.is_at(at, PROPER))
        };
        let is_full = self.says(&["full", "filled"]) && !self.says(&["board", "grid"]);

        self.says(REFUSING)
            || is_full
            || pair(
                &["again"],
                &["try", "choose", "enter", "select", "pick", "input", "retry"],
            )
            || self.says(&["retry"])
            || pair(&["out", "outside"], &["range", "bounds", "bound", "board"])
            || pair(&["another", "different", "other"], PLACES)
            || pair(&["already"], &["taken", "used", "there"])
            || pair(&["must"], &["be"])
            || self.is_cannot()
            || (0..self.small.len()).any(near_not)
            || self.small.iter().any(is_misspelt)
    }

    /// "can't", which is two words here.
    fn is_cannot(&self) -> bool {
        (1..self.small.len()).any(|at| self.is_at(at, &["t"]) && self.is_at(at - 1, &["can", "couldn"]))
    }

    /// The words less names and numbers, to compare lines about different players.
    pub fn nameless(&self) -> Vec<u8> {
        let mut kept = Vec::new();
        for (index, word) in self.small.iter().enumerate() {
            if self.named.iter().all(|(at, _)| *at != index) && !word.iter().all(u8::is_ascii_digit) {
                kept.extend_from_slice(word);
                kept.push(b' ');
            }
        }
        kept
    }
}
