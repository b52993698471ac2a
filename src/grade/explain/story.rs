//! The first difference of a case, in one sentence in the game's terms.
//!
//! Each story has a key, the same for every case that differs in the same way, whatever the moves: cases and students
//! that fail for the same reason are gathered by it.

use crate::case::Case;
use crate::connect4::reading::{Difference, Seen};
use crate::connect4::{Event, Game, Player, Script};
use crate::diagnostic::wording::capital;
use crate::grade::judge::compare::Comparison;
use crate::grade::judge::finish::Finish;
use crate::grade::judge::{CaseOutcome, says_wrong};
use crate::result::CaseVerdict;
use crate::result::{Ending, Stop};

mod agree;
mod board;
mod computer;
mod silence;
mod surplus;
mod turn;
mod win;
mod words;

pub(super) use agree::{agree, tell_as};
use board::tell_board;
use silence::tell_silence;
pub use surplus::GOES_ON;
use surplus::tell_surplus;
use turn::Turn;

/// Characters of a student's text that are quoted in a sentence.
const QUOTED: usize = 60;

/// A story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The same for all that fail in this way: `missed-win/vertical`.
    pub key: String,
    /// What such failures have in common, as a clause for the class: `the program misses a vertical win`.
    pub common: String,
    /// What happened here, with a full stop.
    pub sentence: String,
    /// Which attempted move (from 0) is at fault.
    pub at_move: Option<usize>,
    /// Cells to mark on the boards.
    pub cells: Vec<(usize, usize)>,
}

impl Story {
    fn new(key: &str, common: &str, sentence: String) -> Self {
        Self {
            key: key.to_owned(),
            common: common.to_owned(),
            sentence,
            at_move: None,
            cells: Vec::new(),
        }
    }

    fn marking(mut self, cells: Vec<(usize, usize)>) -> Self {
        self.cells = cells;
        self
    }
}

/// Tells that a case was not run.
pub fn not_run() -> Story {
    Story::new(
        "not-run",
        "not run: the budget for all runs of the submission was used up",
        "This case was not run: the budget for all runs of the submission was already used up.".to_owned(),
    )
}

/// What went wrong in a case; `None` where it passed.
pub fn of(game: &Game, outcome: &CaseOutcome) -> Option<Story> {
    (outcome.verdict != CaseVerdict::Pass).then(|| tell(game, outcome))
}

/// Tells why a case did not pass.
pub fn tell(game: &Game, outcome: &CaseOutcome) -> Story {
    let case = outcome.compared_with();
    if outcome.stop.is_not_run() {
        return not_run();
    }
    if case.is_missed() {
        return Story::new(
            "not-reached",
            "some games could not be reached against the program's computer",
            "No such game was found against your program's computer. The case is skipped and costs no points."
                .to_owned(),
        );
    }
    if outcome.verdict == CaseVerdict::Skipped {
        return Story::new(
            "untyped",
            "several keys on one line are not a valid move",
            "This input cannot be typed when each key is a move. The case is skipped and costs no points.".to_owned(),
        );
    }

    match &outcome.comparison {
        Comparison::Game(difference, _) => {
            let ruling = outcome.ruling.as_ref().filter(|ruling| ruling.step == difference.step);
            let of_reply = ruling.and_then(|ruling| {
                let turn = Turn::new(game, case, difference.step);
                computer::tell_reply(&turn, ruling)
            });
            let mut story = of_reply.unwrap_or_else(|| tell_difference(game, case, outcome, difference));
            story.sentence += &then_broke_off(outcome, difference);

            story.at_move = difference.step.checked_sub(1);
            story
        }
        Comparison::Unread => Story::new(
            "unread",
            "the program prints the expected output without reading the moves",
            format!(
                "The output is as expected, but your program read only {} of the keys that were typed: it does not play the game.",
                outcome.keys_read
            ),
        ),
        Comparison::Exact | Comparison::Format(_) | Comparison::Unforgiven(_) if outcome.finish == Finish::Failed => {
            tell_ending(&outcome.stop, "Every line is correct, but")
        }
        Comparison::Exact | Comparison::Format(_) => Story::new(
            "dress",
            "the game is correct, but the output is formatted differently",
            "The game is correct; only the formatting differs from the expected output.".to_owned(),
        ),
        Comparison::Unforgiven(_) => Story::new(
            "unforgiven",
            "the formatting differs in a way that this assignment does not accept",
            "The moves and results are correct, but the formatting differs in a way that this assignment does not accept."
                .to_owned(),
        ),
    }
}

/// Where a program still was: the rest of a sentence.
fn still(at: &str) -> String {
    if at.is_empty() {
        ".".to_owned()
    } else {
        format!(". It was{at} when it was stopped.")
    }
}

/// How the run broke off after the last thing that was printed, where that was wrong already.
fn then_broke_off(outcome: &CaseOutcome, difference: &Difference) -> String {
    let read = |script: &Script| {
        let attempts = script.attempts.iter();
        attempts
            .take_while(|attempt| attempt.first_key < outcome.keys_read)
            .count()
    };
    let is_last = outcome
        .script
        .as_ref()
        .is_some_and(|script| difference.step >= read(script));
    if outcome.verdict != CaseVerdict::Wrong || !says_wrong(difference) || !is_last {
        return String::new();
    }

    let stop = &outcome.stop;
    let at = stop.at_words();
    match stop.ending {
        Ending::Crashed => format!(" Then it crashed{at}: {}.", stop.reason),
        Ending::Loop => format!(" Then it was in an infinite loop{at}."),
        Ending::Limit => format!(" Then it did not finish{}", still(&at)),
        Ending::Flooded | Ending::Halted | Ending::Waiting => String::new(),
    }
}

fn tell_ending(stop: &Stop, opening: &str) -> Story {
    let at = stop.at_words();
    match stop.ending {
        Ending::Crashed => Story::new(
            "crashed",
            "the program crashes",
            format!("{opening} your program crashed{at}: {}.", stop.reason),
        ),
        Ending::Loop => Story::new(
            "loop",
            "the program runs into an infinite loop",
            format!("{opening} your program is in an infinite loop{at}."),
        ),
        Ending::Limit if !stop.reason.is_empty() => Story::new(
            "limit",
            "the program does not finish",
            format!("{opening} your program did not finish: {}{at}.", stop.reason),
        ),
        Ending::Limit => Story::new(
            "limit",
            "the program does not finish",
            format!(
                "{opening} your program did not finish within the instruction limit{}",
                still(&at)
            ),
        ),
        Ending::Flooded => Story::new(
            "flooded",
            "the program never stops printing",
            format!("{opening} your program never stopped printing{at}, and the grader stopped it."),
        ),
        Ending::Waiting => Story::new(
            "waiting",
            "the program waits for a key that is not due",
            format!("{opening} your program waits for another key{at}."),
        ),
        Ending::Halted => Story::new(
            "halted-early",
            "the program halts before the game is over",
            format!(
                "{opening} your program halted{at} although the game is not over: it should wait for the next key."
            ),
        ),
    }
}

/// Whether what a native program printed before it crashed may be lost: nothing came out, though there are moves.
fn is_unwritten(case: &Case, stop: &Stop, difference: &Difference) -> bool {
    let is_native = stop.place.is_none();
    let is_nothing = difference.step == 0 && difference.seen.is_none();
    stop.ending == Ending::Crashed && is_native && is_nothing && !case.script.attempts.is_empty()
}

fn tell_difference(game: &Game, case: &Case, outcome: &CaseOutcome, difference: &Difference) -> Story {
    let stop = &outcome.stop;
    let turn = Turn::new(game, case, difference.step).announcing(!difference.is_nameless);
    if is_unwritten(case, stop, difference) {
        return Story::new(
            "crashed",
            "the program crashes",
            format!(
                "Your program crashed: {}. Nothing was printed before, or it was not written out yet (`fflush(stdout)` after each \
                 prompt does that): then it is not known at which move it crashed.",
                stop.reason
            ),
        );
    }
    if matches!(outcome.verdict, CaseVerdict::Crash | CaseVerdict::Timeout) {
        return tell_ending(stop, &turn.opening_but());
    }

    match (&difference.expected, &difference.seen) {
        (_, None) => tell_silence(case, outcome, difference, &turn),
        (Some(Event::Board(wanted)), Some(seen)) => tell_board(game, &turn, wanted, seen, difference),
        (Some(Event::Frame(wanted)), Some(seen)) => board::tell_fall(&turn, wanted, seen),
        (Some(Event::Refusal), Some(seen)) => tell_refusal(&turn, seen, difference),
        (Some(Event::Result(wanted)), Some(seen)) => win::tell_result(game, &turn, *wanted, seen),
        (Some(Event::Prompt(wanted)), Some(Seen::Event(Event::Prompt(asked)))) => {
            tell_wrong_turn(&turn, *wanted, *asked)
        }
        (Some(_), Some(Seen::Event(Event::Result(outcome)))) => win::tell_false_result(game, &turn, *outcome),
        (None, Some(Seen::Event(Event::Result(outcome)))) if case.expected.outcome.is_none() => {
            win::tell_false_result(game, &turn, *outcome)
        }
        (None, Some(seen)) => tell_surplus(case, outcome, &turn, seen),
        (Some(expected), Some(seen)) => Story::new(
            "unexpected",
            "something other than the expected output is printed",
            format!(
                "{}your program should print {}, but it printed {}.",
                turn.after(),
                turn.describe(expected),
                turn.describe_seen(seen)
            ),
        ),
    }
}

/// The wrong player was asked for a move.
fn tell_wrong_turn(turn: &Turn, wanted: Player, asked: Player) -> Story {
    let (wanted, asked) = (turn.player(wanted), turn.player(asked));
    if turn.number == 0 {
        return Story::new(
            "wrong-start",
            "the wrong player goes first",
            format!("{} goes first, but your program asked {asked}.", capital(wanted)),
        );
    }
    if turn.begins_new_game() {
        return Story::new(
            "new-game/wrong-start",
            "the wrong player goes first in a new game",
            format!(
                "{}a new game starts with {wanted}, but your program asked {asked}.",
                turn.after()
            ),
        );
    }
    if turn.step.placed.is_none() {
        return Story::new(
            "turn-lost",
            "after an invalid move, the other player is asked",
            format!(
                "{} is invalid, so it is still {wanted}'s turn, but your program asked {asked}.",
                turn.capital()
            ),
        );
    }

    Story::new(
        "wrong-turn",
        "the wrong player is asked",
        format!("{}it is {wanted}'s turn, but your program asked {asked}.", turn.after()),
    )
}

fn tell_refusal(turn: &Turn, seen: &Seen, difference: &Difference) -> Story {
    let is_full = turn.typed_column(difference.board.as_ref()).is_some();
    let is_accepted = match seen {
        Seen::Event(Event::Board(_) | Event::Result(_)) | Seen::BrokenBoard(_) => true,
        // Nothing moved on the board, but the turn passed.
        Seen::Event(Event::Prompt(player)) => turn.step.player == Some(player.other()),
        _ => false,
    };

    let how = match seen {
        Seen::Event(Event::Prompt(player)) => {
            format!("did not refuse it: it asked {}", turn.player(*player))
        }
        _ => "accepted it".to_owned(),
    };
    if let (Seen::Event(Event::Prompt(player)), Some(said), true) = (seen, &difference.said, is_accepted) {
        let sentence = format!(
            "{} is invalid, but your program printed {} and asked {}.",
            turn.capital(),
            Quoted(said),
            turn.player(*player)
        );
        return Story::new(
            "turn-lost",
            "after an invalid move, the other player is asked",
            sentence,
        );
    }

    match (is_accepted, is_full) {
        (true, true) => Story::new(
            "full-column",
            "a move into a full column is accepted",
            format!("{} goes into a full column, but your program {how}.", turn.capital()),
        ),
        (true, false) => Story::new(
            "accepted",
            "an invalid move is accepted",
            format!("{} is invalid, but your program {how}.", turn.capital()),
        ),
        (false, _) => {
            let instead = match (&difference.said, seen) {
                (Some(said), _) => format!("your program printed {}", Quoted(said)),
                (None, Seen::Event(Event::Prompt(_))) => "your program asked again without it".to_owned(),
                (None, seen) => format!("your program printed {}", turn.describe_seen(seen)),
            };

            let sentence = format!(
                "{} is invalid and should be refused with the required message, but {instead}.",
                turn.capital()
            );

            Story::new(
                "no-refusal",
                "an invalid move is not refused with the required message",
                sentence,
            )
        }
    }
}

/// A character of a student's text, as it is written where it cannot be seen: `\n`, `\x18`.
fn shown(letter: char) -> String {
    if letter.is_ascii_control() && !matches!(letter, '\n' | '\r' | '\t') {
        return format!("\\x{:02x}", u32::from(letter));
    }
    letter.escape_debug().to_string()
}

/// A student's text in a sentence: in quotes, on one line, not too long.
pub(in crate::grade) struct Quoted<'a>(pub &'a str);

impl std::fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown: String = self.0.chars().take(QUOTED).map(shown).collect();
        let more = if self.0.chars().nth(QUOTED).is_some() {
            "…"
        } else {
            ""
        };
        write!(formatter, "'{}{more}'", shown.replace("\\'", "'"))
    }
}

#[cfg(test)]
mod tests;
