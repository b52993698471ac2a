//! The rules model: the game of Connect 4, the transcript a perfect program prints, and reading any program's
//! transcript back into the game's terms. Knows no machine, no file, no YAML.
//!
//! | module | what it is for |
//! |---|---|
//! | [`board`] | cells, dropping a piece, lines |
//! | [`rules`] | sizes, wording and flow, as data |
//! | [`computer`] | computer players: how the packages' own play, and what is demanded of any |
//! | [`script`] | the keys a case types, as attempted moves |
//! | [`expected`] | the transcript of a perfect program, move by move |
//! | [`goals`] | games against a computer that is not known beforehand, and the search for them |
//! | [`lines`] | every winning line, and a game for each way to complete it |
//! | [`near_misses`] | positions that a faulty program takes for a line, and lines that are longer than they must be |
//! | [`faults`] | the rules with one fault each |
//! | [`full_boards`] | ties, and games that the last piece wins |
//! | `plan` | the search for games that end in a planned position |
//! | [`random`] | whole games at random |
//! | [`reading`] | a program's transcript back into events, and its format |
//! | [`referee`] | a game by the replies of a student's computer, where they are legal |

pub mod board;
pub mod computer;
pub mod expected;
pub mod faults;
pub mod full_boards;
pub mod goals;
pub mod lines;
pub mod near_misses;
mod plan;
pub mod random;
pub mod reading;
pub mod referee;
pub mod rules;
pub mod script;

pub use board::{Board, Cell, Player};
pub use expected::{Course, Event, Expected, GameEnd, Outcome, Outline, Step, Turn, transcript};
pub use rules::{Computer, Echo, First, Flow, Game, Protocol, Quit, Rules, Then, Wording};
pub use script::{Attempt, Script};
