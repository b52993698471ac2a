//! Wins that are announced without the word "win": four in a row, a champion, congratulations.
//!
//! Takes the words of a line and whether a player has a line on the last board. Such words also occur in greetings and rules:
//! they announce a win only about one player, and where nobody is prompted for a move.

use super::{TO_COME, Words};
use crate::connect4::board::Player;
use crate::connect4::reading::message::edits;

const FOUR: &[&str] = &["four", "4"];
/// Before what is to be reached: "get four in a row".
const AIMING: &[&str] = &[
    "get", "make", "form", "need", "needs", "want", "wants", "try", "connect", "who", "next",
];
/// Words between these and the aim: "to be the champion".
const BETWEEN: &[&str] = &["a", "the", "be", "become", "of", "your", "our"];
/// What is said of the one who has won.
const CLAIMING: &[&str] = &[
    "got",
    "gets",
    "made",
    "makes",
    "connected",
    "connects",
    "four",
    "4",
    "takes",
    "took",
    "champion",
];
/// Words that prompt for a move.
const GIVING_TURN: &[&str] = &["turn", "turns", "choose", "select", "pick", "enter", "goes", "next"];
/// Words about another game.
const AGAIN: &[&str] = &["again", "restart", "new", "quit", "exit", "another"];

impl Words<'_> {
    /// The player whose win a line announces without the word "win".
    pub(super) fn claimed(&self, has_line: &dyn Fn(Player) -> bool) -> Option<Player> {
        let places = 0..self.small.len();
        let is_claimed = places.clone().any(|at| self.claims_win(at));
        let is_praised = places.clone().any(|at| self.is_praise(at));
        if !is_claimed && !is_praised {
            return None;
        }
        let player = self.player(CLAIMING)?;
        // Praise may be had for any move, and the next player be asked on the same line.
        let gives_turn = self.says(GIVING_TURN) && !self.says(AGAIN);
        ((is_claimed && !gives_turn) || has_line(player)).then_some(player)
    }

    /// Whether the words from a place on say that somebody has won, and not only that this is the aim.
    pub(super) fn claims_win(&self, at: usize) -> bool {
        self.is_claim(at) && !self.is_aim(at)
    }

    /// The same, be it the aim or not.
    fn is_claim(&self, at: usize) -> bool {
        let then = |offset: usize, any: &[&str]| self.is_at(at + offset, any);
        let is_row = |offset: usize| then(offset, &["row", "line"]);
        let is_in_row = || then(1, &["in"]) && (is_row(2) || (then(2, &["a", "one"]) && is_row(3)));
        self.is_at(at, &["champion", "congrats"])
            || (self.word(at).starts_with(b"con") && edits(self.word(at), b"congratulations") <= 2)
            || (self.is_at(at, FOUR) && (then(1, &["connected"]) || is_in_row()))
            || (self.is_at(at, &["connected", "connects"]) && then(1, FOUR))
            || (self.is_at(at, &["takes", "took"]) && then(1, &["the"]) && then(2, &["game", "match", "round"]))
    }

    fn is_praise(&self, at: usize) -> bool {
        self.is_at(at, &["well"]) && self.is_at(at + 1, &["played", "done"])
    }

    /// Whether the words at a place are only an aim.
    fn is_aim(&self, at: usize) -> bool {
        let before = (0..at).rev().find(|before| !self.is_at(*before, BETWEEN));
        before.is_some_and(|before| self.is_at(before, AIMING) || self.is_at(before, TO_COME))
    }
}
