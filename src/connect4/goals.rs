//! Games against a computer player that nobody knows beforehand: what is worth reaching in them, and the search for it.
//!
//! A script that was written for one computer is another game against the next one, and ends elsewhere. So a case names a
//! [`Goal`], and [`search`](fn@search) plays against the computer itself, by a function that gives its reply to any game,
//! until it has as many different games for each goal as are wanted. It knows the rules and nothing of how a reply is
//! found out.
//!
//! The same replies always give the same games.
//!
//! | module | what it is for |
//! |---|---|
//! | `ground` | the lines of a board, what a position can be asked, which column to try |
//! | [`search`](mod@search) | the games |

use std::collections::BTreeMap;

use super::board::Player;
use super::computer::Demand;
use super::lines::Direction;

mod ground;
pub mod search;

pub use search::search;

/// What a game is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// The player completes one line of this direction, and nothing else.
    Win(Player, Direction),
    /// The board is full and nobody has a line.
    Tie,
    /// The person types a column that is full, then another.
    FullColumn,
    /// The person's pieces make a line in memory that is none on the board, as from the end of a row to the next.
    NoLine,
    /// The computer has to do what its document demands.
    Demand(Demand),
    /// A game that the person keeps going as long as possible, so that columns fill up. One in which the computer broke the
    /// rules goes before others.
    LongGame,
}

/// A game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// The columns, from 0, that the person types.
    pub moves: Vec<usize>,
    /// The computer's replies, as far as they are known: one for each of these moves that is accepted and ends no game.
    pub replies: Vec<usize>,
}

/// What the computer does after the person's last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It takes this column, from 0, as the rules allow.
    Column(usize),
    /// The program does anything else.
    Broken,
    /// Nobody asks it any more.
    GivenUp,
}

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// For each goal the games, as many as were wanted or fewer, all different.
    pub games: BTreeMap<Goal, Vec<Played>>,
    /// For a goal of which there are fewer, a game on the way to it in which the program broke the rules, where at least
    /// half of all those games came to such an end.
    pub prevented: BTreeMap<Goal, Played>,
}

#[cfg(test)]
mod tests;
