//! The transcript of a perfect program, move by move.

use super::board::{Board, Player};
use super::rules::Game;
use super::script::Script;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has a line.
    Win(Player),
    /// The board is full and nobody has a line.
    Tie,
}

/// A piece of a transcript in the game's terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// The whole board.
    Board(Board),
    /// A player is asked for a move.
    Prompt(Player),
    /// What was typed is shown.
    Echo(Vec<u8>),
    /// The move is refused.
    Refusal,
    /// The result is announced.
    Result(Outcome),
}

/// What a perfect program prints from reading one attempt until it reads the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Who made the attempt; `None` in the first step, before any key.
    pub player: Option<Player>,
    /// Row and column (from 0, rows from the top) of the piece; `None` when refused, and in the first step.
    pub placed: Option<(usize, usize)>,
    /// The bytes printed.
    pub text: Vec<u8>,
    /// The same as events.
    pub events: Vec<Event>,
    /// The board afterwards.
    pub board: Board,
}

/// A whole game as a perfect program plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The first step comes before any key; step `n` belongs to attempt `n - 1`. When the game is over, or the script is
    /// at its end, there are no more.
    pub steps: Vec<Step>,
    /// How the game ended; `None` when the script stops before that and the program waits for a key.
    pub outcome: Option<Outcome>,
}

impl Expected {
    /// Plays a script by the rules.
    pub fn play(game: &Game, script: &Script) -> Self {
        let _ = (game, script);
        unimplemented!()
    }

    /// The whole transcript. A finished game ends in a line feed, an unfinished one behind the prompt.
    pub fn transcript(&self) -> Vec<u8> {
        self.steps.iter().flat_map(|step| step.text.iter().copied()).collect()
    }
}
