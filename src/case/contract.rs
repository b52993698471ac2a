//! Contracts: what one subroutine must do, held to it call by call.
//!
//! A contract stands in a case file beside the games. It names a subroutine by its label and lists calls, written by hand
//! or generated: what registers, words and board are before, and what they must be after. It is one row of a report,
//! however many calls it makes. This module must not know how a program is laid out in memory, nor run one.
//!
//! | module | what it is for |
//! |---|---|
//! | [`read`] | a contract as a case file has it, each field checked for itself |
//! | [`family`] | generated calls: every key at every height, every winning position and a near miss of each |

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::connect4::lines::{Direction, LineGame, winning_games};
use crate::connect4::{Board, Rules};

pub mod family;
pub mod read;

use family::{Family, Position};
use read::{Form, Generated, Value};

/// What one subroutine must do.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Unique in its suite.
    pub name: String,
    /// For the rubric's groups.
    pub tags: Vec<String>,
    /// Its weight within a rubric group; its points where there is no rubric.
    pub points: f64,
    /// The subroutine's label, and other spellings of it: the first that a program has is called.
    pub labels: Vec<String>,
    /// Labels of a subroutine that may do this one's work: where there is no such label, or it answers otherwise, that is
    /// no fault as long as the other one's contract holds.
    pub instead: Vec<String>,
    /// The calls, each with the same number of ways to answer.
    pub calls: Calls,
    /// Case file and line, for messages.
    pub place: String,
}

/// One call.
#[derive(Debug, Clone, PartialEq, Hash)]
pub struct Call {
    /// Registers and labelled words to set.
    pub before: Vec<(Target, u16)>,
    /// The board to set.
    pub board: Option<Board>,
    /// What registers and labelled words must be afterwards. More than one list where the subroutine may keep to any of
    /// them, as long as it keeps to the same in all calls.
    pub after: Vec<Vec<(Target, u16)>>,
    /// What must be printed; `None` where nothing is said about it. Without a line feed at its end, one more line feed
    /// is the program's choice.
    pub prints: Option<Vec<u8>>,
    /// What the call is about in the game's terms.
    pub about: About,
}

/// What a value belongs to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A register by number, 0 to 6.
    Register(usize),
    /// The word at a label.
    Word(Arc<str>),
    /// The same in programs that have the label; written with a question mark, `CHECKERS?`. Only set, never asked for.
    Optional(Arc<str>),
}

/// What a call is about in the game's terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum About {
    /// Nothing but what is set.
    Plain,
    /// A key, with the column it names (from 0) and how many pieces lie there.
    Key {
        /// The key.
        key: u8,
        /// The column and its pieces; `None` when the key names no column.
        column: Option<(usize, usize)>,
    },
    /// A move that completes a line, or would.
    Line {
        /// Which way the line runs.
        direction: Direction,
        /// Its cells, row and column from 0.
        cells: Vec<(usize, usize)>,
        /// Which of them was filled last.
        last: usize,
        /// Which of them is the other player's, so that there is no line.
        spoilt: Option<usize>,
    },
}

/// The calls of a contract. Generated ones are made when somebody first asks for them: there are hundreds.
#[derive(Debug, Clone)]
pub struct Calls {
    made: OnceLock<Arc<[Call]>>,
    /// What they are made of, where they are generated.
    origin: Option<(Generated, Rules, Arc<Shared>)>,
}

impl Calls {
    /// Those that a case file has, or says how to generate.
    pub fn of(form: &Form, rules: Rules, shared: &Arc<Shared>) -> Self {
        match form {
            Form::Calls(calls) => Self {
                made: OnceLock::from(Arc::from(&calls[..])),
                origin: None,
            },
            Form::Generated(generated) => Self {
                made: OnceLock::new(),
                origin: Some((generated.clone(), rules, Arc::clone(shared))),
            },
        }
    }

    /// How they are generated, if they are: they follow from that and the rules.
    pub fn generated(&self) -> Option<&Generated> {
        self.origin.as_ref().map(|(generated, ..)| generated)
    }

    /// How many there are, without making them.
    pub fn count(&self) -> usize {
        match &self.origin {
            Some((generated, rules, shared)) => shared.positions(generated.family, *rules).len(),
            None => self.len(),
        }
    }
}

impl Deref for Calls {
    type Target = [Call];

    fn deref(&self) -> &[Call] {
        self.made.get_or_init(|| {
            let (generated, rules, shared) = self.origin.as_ref().expect("calls that are not made have an origin");
            let positions = shared.positions(generated.family, *rules).iter();
            positions.map(|position| call(generated, position)).collect()
        })
    }
}

/// Games and positions that are generated once for all cases and contracts of a suite.
#[derive(Debug, Default)]
pub struct Shared {
    won: OnceLock<Vec<LineGame>>,
    lines: OnceLock<Vec<Position>>,
    keys: OnceLock<Vec<Position>>,
}

impl Shared {
    /// A game for every way to complete a line.
    pub fn winning_games(&self, rules: Rules) -> &[LineGame] {
        self.won.get_or_init(|| winning_games(rules))
    }

    /// The positions of a family of calls.
    fn positions(&self, family: Family, rules: Rules) -> &[Position] {
        match family {
            Family::Keys => self.keys.get_or_init(|| family::keys(rules)),
            Family::Lines(_) => {
                let lines = || family::lines(rules, self.winning_games(rules));
                self.lines.get_or_init(lines)
            }
        }
    }
}

/// A call in one of the generated positions.
fn call(generated: &Generated, position: &Position) -> Call {
    let resolve = |values: &[(Target, Value)], answer: u16| -> Vec<(Target, u16)> {
        let known = values.iter().map(|(target, value)| {
            let value = match value {
                Value::Number(number) => *number,
                Value::Named(quantity) => position.value(*quantity, answer),
            };
            (target.clone(), value)
        });
        known.collect()
    };

    let answers = generated.family.answers(position);
    Call {
        before: resolve(&generated.before, 0),
        board: Some(position.board.clone()),
        after: answers
            .iter()
            .map(|answer| resolve(&generated.after, *answer))
            .collect(),
        prints: None,
        about: position.about.clone(),
    }
}

#[cfg(test)]
mod tests;
