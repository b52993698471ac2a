//! Stories of what was printed and should not have been.

use super::Story;
use super::turn::Turn;
use crate::case::Case;
use crate::connect4::reading::Seen;
use crate::connect4::{Event, Protocol};
use crate::grade::judge::CaseOutcome;

/// The key of the story that a program does not stop when its game is over.
pub const GOES_ON: &str = "goes-on";

/// The key of the story that the rest of a long line is read as a move.
pub(super) const REST_IS_A_MOVE: &str = "rest-is-a-move";
/// What cases of it have in common.
pub(super) const REST: &str = "the program treats the rest of a long line as another move";

/// Something was printed where nothing more should have been: after the result, or when the next key is due.
pub(super) fn tell_surplus(case: &Case, outcome: &CaseOutcome, turn: &Turn, seen: &Seen) -> Story {
    let printed = turn.describe_seen(seen);
    if case.expected.outcome.is_some() && turn.number + 1 >= case.expected.steps.len() {
        return Story::new(
            GOES_ON,
            "the program continues after the end of the game",
            format!(
                "{}the game is over and your program should halt, but it continued and printed {printed}.",
                turn.after()
            ),
        );
    }

    if turn.is_quit() && case.expected.halts && turn.number + 1 >= case.expected.steps.len() {
        return Story::new(
            "goes-on-after-quit",
            "the program continues after the key that leaves the game",
            format!(
                "{}your program should halt, but it continued and printed {printed}.",
                turn.after()
            ),
        );
    }

    let took_enter = matches!(seen, Seen::Event(Event::Refusal)) && case.script.protocol == Protocol::Enter;
    if took_enter && outcome.keys_read > turn.number {
        let (key, what, common) = if turn.typed.len() > 1 {
            (REST_IS_A_MOVE, "the rest of the line", REST)
        } else {
            (
                "enter-is-a-move",
                "the Enter key that ends the move",
                "the program treats the Enter after a move as another move",
            )
        };
        return Story::new(
            key,
            common,
            format!(
                "{}your program treated {what} as another move: it printed {printed}.",
                turn.after()
            ),
        );
    }

    Story::new(
        "surplus",
        "the program prints something extra",
        format!(
            "{}your program should wait for the next key, but it also printed {printed}.",
            turn.after()
        ),
    )
}
