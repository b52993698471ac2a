//! How a run comes to its end once the game is over.
//!
//! A program whose whole game is right and that only fails to halt, or to begin the next one where games restart, loses a
//! fixed deduction once, not the points of every game that has an end. A machine without a HALT instruction, such as the
//! ARM board, asks for less: a program that idles is done, however it idles.
//!
//! | the case must end with a halt, everything printed is right, and the run ... | with a HALT instruction | without |
//! |---|---|---|
//! | repeats its state forever, or runs to the limit | not halted | idles |
//! | waits for a key, and prints nothing when it gets many | not halted | idles |
//! | waits for a key, and prints something when it gets more | not halted | not halted |
//! | crashes, or prints until it is stopped | not halted | not halted |
//!
//! What is printed after the game, before the program waits, repeats its state or crashes, is [`overrun`](super::overrun)'s. A
//! program that asks for a move after its result plays on: then not everything printed is right.
//!
//! Whether a run that reached the limit would have printed something later cannot be known: it printed everything that was
//! asked for and nothing after it, and that is accepted. A run that hangs before its game is over never comes here, because
//! then the transcript is incomplete.

use super::compare::{Comparison, without_banners};
use crate::case::Case;
use crate::connect4::reading::{Difference, Seen};
use crate::connect4::{Event, Outcome};
use crate::machine::{Machine, Run, Service};
use crate::result::Ending;

/// Keys that are offered to a program that waits for one after the end of its game.
pub(super) const FURTHER_KEYS: &[u8] =
    b"1234567890\nqrynqrynabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ \r\x1B1234567890\n";

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// As the case says.
    AsRequired,
    /// The game is over and the program idles, on a machine without a HALT instruction.
    Idle,
    /// Everything is right, but the program does not halt afterwards.
    NotHalted,
    /// Everything is right up to the winner's announcement, after which a tie is announced as well.
    AlsoTie,
    /// Everything is right up to the end of the last game, but no new one begins as it should, and the script goes no further.
    NoNewGame,
    /// In a way that fails the case.
    Failed,
}

impl Finish {
    /// Whether the game is right and what comes after it is not: that has a price of its own.
    pub fn is_after_game(self) -> bool {
        matches!(self, Self::NotHalted | Self::AlsoTie | Self::NoNewGame)
    }
}

/// Whether a transcript is right up to the end of the last game, and what is wrong is the new game after it, of which the
/// script makes no move.
pub(super) fn lacks_new_game(case: &Case, difference: &Difference) -> bool {
    difference.step + 1 == case.expected.steps.len() && begins_game_wrongly(case, difference)
}

/// Whether what is wrong is a new game after the end of another one, which is right.
pub(super) fn begins_game_wrongly(case: &Case, difference: &Difference) -> bool {
    let step = case.expected.steps.get(difference.step);
    let has_ended = step.is_some_and(|step| step.events.iter().any(|event| matches!(event, Event::Result(_))));
    let is_of_new_game = match &difference.expected {
        Some(Event::Board(board)) => board.pieces() == 0,
        Some(Event::Prompt(_)) => true,
        _ => false,
    };
    has_ended && is_of_new_game
}

/// Whether a transcript is right up to the announcement of a win, and what is wrong is that a tie is announced after it.
pub(super) fn announces_tie_too(case: &Case, comparison: &Comparison) -> bool {
    let Comparison::Game(difference, _) = comparison else {
        return false;
    };
    let is_won = matches!(case.expected.outcome, Some(Outcome::Win(_)));
    let is_last = difference.step + 1 == case.expected.steps.len();
    let is_tie = difference.seen == Some(Seen::Event(Event::Result(Outcome::Tie)));
    is_won && is_last && is_tie && difference.expected.is_none() && difference.next.is_none()
}

/// How a run ended, as far as the run alone shows it. `None` where that depends on what the program does with more keys.
pub fn finish(case: &Case, run: &Run, comparison: &Comparison, machine: Machine) -> Option<Finish> {
    if run.stop.ending == case.ends {
        return Some(Finish::AsRequired);
    }
    let is_right = !matches!(comparison, Comparison::Game(..) | Comparison::Unread);
    if !is_right || case.ends != Ending::Halted {
        return Some(Finish::Failed);
    }

    match run.stop.ending {
        Ending::Loop | Ending::Limit => Some(silent(machine)),
        Ending::Crashed | Ending::Flooded => Some(Finish::NotHalted),
        Ending::Halted => Some(Finish::Failed),
        Ending::Waiting => None,
    }
}

/// What it is to do nothing more.
pub(super) fn silent(machine: Machine) -> Finish {
    match machine {
        Machine::Arm(_) => Finish::Idle,
        Machine::Lc3(_) | Machine::Native(_) => Finish::NotHalted,
    }
}

/// Whether two runs printed the same, ignoring the banner of HALT.
fn prints_the_same(one: &Run, other: &Run) -> bool {
    let printed = |run| without_banners(run, &[Service::Halt]).bytes;
    printed(&one.output) == printed(&other.output)
}

/// How a program ends that waits for a key once its game is over: one that prints nothing when it gets `further` keys is
/// silent. No `further` run is made where the budget of the submission is used up: then that is not held against it.
pub(super) fn finish_of_waiting(run: &Run, further: Option<&Run>, machine: Machine) -> Finish {
    match further {
        Some(further) if !prints_the_same(run, further) => Finish::NotHalted,
        _ => silent(machine),
    }
}
