//! Stories of what was never printed.

use super::turn::Turn;
use super::words::kind_word;
use super::{Quoted, Story, at_place, win};
use crate::case::Case;
use crate::connect4::reading::Difference;
use crate::connect4::{Event, Protocol};
use crate::grade::judge::CaseOutcome;
use crate::result::Ending;

/// The key of a move without a response.
pub(super) const NO_ANSWER: &str = "silence";
/// What moves without a response have in common.
pub(super) const NOT_ANSWERED: &str = "the program does not respond to a move: it waits for another key";
/// The key of Enter alone without a response.
pub(super) const ENTER_ALONE: &str = "silence/enter-alone";

/// Nothing more was printed, but something should have been.
pub(super) fn tell_silence(case: &Case, outcome: &CaseOutcome, difference: &Difference, turn: &Turn) -> Story {
    let stop = &outcome.stop;
    let at = at_place(stop.place.as_ref());
    let next = case.script.attempts.get(turn.number);
    let reads_on = next.is_some_and(|attempt| attempt.first_key < outcome.keys_read);
    let is_over = stop.ending == Ending::Halted && !reads_on;
    let expects_new = matches!(&difference.expected, Some(Event::Board(board)) if board.pieces() == 0);

    if turn.begins_new_game() && expects_new && is_over {
        return Story::new(
            "no-new-game",
            "the program does not start a new game after the previous one ends",
            format!("{}a new game should start, but your program halted{at}.", turn.after()),
        );
    }
    if !difference.is_reached {
        return if is_over {
            let sentence = format!("{} was never read: your program halted before it{at}.", turn.capital());
            Story::new("halted-early", "the program halts before the game is over", sentence)
        } else {
            let sentence = format!("Your program never asked for {}: it waits for a key{at}.", turn.name());
            Story::new("waiting", "the program waits for a key that is not due", sentence)
        };
    }

    let then = match (is_over, reads_on) {
        (_, true) => "it reads the next key".to_owned(),
        (true, false) => format!("it halted{at}"),
        (false, false) => format!("it waits for a key{at}"),
    };
    let said = difference.said.as_deref();
    let is_enter_alone = !is_over && turn.typed.is_empty() && case.script.protocol == Protocol::Enter;
    let what = match &difference.expected {
        Some(Event::Echo(_)) | None => "a response".to_owned(),
        Some(event) => turn.describe(event),
    };
    let kind = difference.expected.as_ref().map_or("text", kind_word);

    match (&difference.expected, said) {
        (Some(Event::Result(outcome)), said) => win::tell_no_result(turn, *outcome, said, &then),
        (Some(Event::Prompt(player)), Some(said)) => Story::new(
            "unclear-prompt",
            "the prompt does not say whose turn it is",
            format!(
                "{}your program should ask {} for a move, but it printed {}, which does not say whose turn it is.",
                turn.after(),
                turn.player(*player),
                Quoted(said)
            ),
        ),
        (Some(Event::Refusal), Some(said)) => Story::new(
            "no-refusal",
            "an invalid move is not refused with the required message",
            format!(
                "{} is invalid and should be refused with the required message, but your program printed {}.",
                turn.capital(),
                Quoted(said)
            ),
        ),
        (Some(Event::Refusal), None) if is_enter_alone => Story::new(
            ENTER_ALONE,
            "the program does not respond to Enter alone: it waits for another key",
            format!(
                "{} is invalid and should be refused at once with the required message, but your program waits for another \
                 key{at} first.",
                turn.capital()
            ),
        ),
        (Some(Event::Echo(_) | Event::Board(_) | Event::Refusal), None) if !is_over && turn.number > 0 => Story::new(
            NO_ANSWER,
            NOT_ANSWERED,
            format!("{}your program should print {what}, but {then}.", turn.after()),
        ),
        (Some(_), _) if is_over && turn.number > 0 && !turn.ends_game() => Story::new(
            "halted-early",
            "the program halts before the game is over",
            format!("{}your program should print {what}, but {then}.", turn.after()),
        ),
        (Some(Event::Echo(_)), _) => Story::new(
            "nothing-printed",
            "nothing is printed after a move",
            format!("{}your program printed nothing; {then}.", turn.after()),
        ),
        (expected, _) => Story::new(
            match expected {
                Some(Event::Prompt(_)) => "no-prompt",
                Some(Event::Board(_)) => "no-board",
                _ => "silence",
            },
            &format!("{kind} is not printed"),
            format!("{}your program should print {what}, but {then}.", turn.after()),
        ),
    }
}
