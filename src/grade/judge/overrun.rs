//! What a program prints after its game because it does not halt, or because it announces a tie after a win.
//!
//! That is a consequence of the missing end, which has a price of its own: it is neither compared nor deducted a second time.
//! What a program asks before it waits for a key is compared: a question such as "Play again?" is format, and a program that asks for
//! a move plays on.

use std::sync::Arc;

use super::compare::{Compared, Comparison, Transcripts, compare, one_line_feed_off};
use super::finish::announces_tie_too;
use super::tolerance::counts;
use crate::assignment::{Assignment, By};
use crate::case::Case;
use crate::connect4::reading::{Difference, FormatKind, Seen};
use crate::connect4::{Event, Outcome, Script};
use crate::machine::{Output, Run};
use crate::result::{Ending, Stop};

/// The comparison of a run with its case up to the end of the game, where the run went on to print after it; `None` where the
/// whole run counts. `idles` says that the machine has no HALT: what is printed there counts unless it makes the case worse, and a
/// branch to itself is one way to idle.
pub(super) fn up_to_end(
    assignment: &Assignment,
    transcripts: &mut Transcripts,
    case: &Case,
    (script, is_opened): (&Script, bool),
    run: &Run,
    whole: &Compared,
    idles: bool,
) -> Option<Compared> {
    let by = assignment.comparison.by;
    let halts = run.stop.ending == Ending::Halted && !idles && !announces_tie_too(case, &whole.comparison);
    if halts
        || !may_overrun(assignment, case, run, &whole.comparison)
        || (idles && costs(by, &whole.comparison) == Some(0))
    {
        return None;
    }

    let mut best: Option<Compared> = None;
    for end in ends(case, &assignment.game.wording.newline, run) {
        let compared = compare(assignment, transcripts, case, (script, is_opened), &until(run, end));
        // A board that belongs to the game may come after the result.
        match lacks_board(&compared.comparison) {
            Some(false) => {
                best = Some(compared);
                break;
            }
            Some(true) => best = best.or(Some(compared)),
            None => {}
        }
    }

    let is_better = |best: &Compared| {
        let [of_whole, of_best] = [whole, best].map(|compared| lacks_board(&compared.comparison));
        let costs = [whole, best].map(|compared| costs(by, &compared.comparison));
        (of_whole, of_best) != (Some(false), Some(true)) && (!idles || costs[0] != costs[1])
    };
    best.filter(is_better)
}

/// Whether a game that is right lacks its first or last board; `None` where the game is wrong.
fn lacks_board(comparison: &Comparison) -> Option<bool> {
    match comparison {
        Comparison::Exact => Some(false),
        Comparison::Format(format) | Comparison::Unforgiven(format) => {
            let mut items = format.items().iter();
            Some(items.any(|item| item.kind == FormatKind::MissingBoard))
        }
        Comparison::Game(..) | Comparison::Unread => None,
    }
}

/// How many differences of a game that is right count; `None` where the game is wrong.
fn costs(by: By, comparison: &Comparison) -> Option<usize> {
    match comparison {
        Comparison::Exact => Some(0),
        Comparison::Format(format) | Comparison::Unforgiven(format) => {
            Some(format.items().iter().filter(|item| counts(by, item.kind)).count())
        }
        Comparison::Game(..) | Comparison::Unread => None,
    }
}

/// Whether something that is not right is printed at the end of a game after which the program should stop.
fn may_overrun(assignment: &Assignment, case: &Case, run: &Run, whole: &Comparison) -> bool {
    let has_end = case.ends == Ending::Halted && case.expected.outcome.is_some();
    let may_differ = match whole {
        Comparison::Exact | Comparison::Unread => false,
        Comparison::Format(_) | Comparison::Unforgiven(_) => true,
        Comparison::Game(difference, _) => {
            difference.step + 1 >= case.expected.steps.len() && !announces_win_instead(assignment, case, difference)
        }
    };
    has_end && may_differ && run.stop.ending != Ending::Waiting
}

/// Whether the result that is announced first is a win, where a tie needs no words: it is no text after the result.
fn announces_win_instead(assignment: &Assignment, case: &Case, difference: &Difference) -> bool {
    let is_silent = case.expected.outcome == Some(Outcome::Tie) && assignment.game.wording.tie.is_empty();
    is_silent && matches!(difference.seen, Some(Seen::Event(Event::Result(Outcome::Win(_)))))
}

/// Places in the output where the game may be over, with something after them: where everything required is printed, and the
/// ends of the lines after the last move.
fn ends<'r>(case: &'r Case, newline: &'r str, run: &'r Run) -> impl Iterator<Item = usize> + 'r {
    let bytes = &run.output.bytes;
    let is_flood = run.stop.ending == Ending::Flooded;
    let after = run.output.key_marks.last().copied().unwrap_or_default();

    let required = one_line_feed_off(case.transcript());
    let rest = bytes.strip_prefix(required).filter(|_| after <= required.len());
    // More text on the line of the result may be how the program words it, unless even more follows.
    let is_other_line = |rest: &&[u8]| {
        let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        line == 0 || rest.len() > line + 1 || is_flood
    };
    let exact = rest.filter(is_other_line).map(|_| required.len());

    // Twice the longest step has room for a board after the result, and for blank lines.
    let lines = |text: &[u8]| text.split(|byte| *byte == b'\n').count();
    let longest = case.expected.steps.iter().map(|step| lines(&step.text)).max();
    let most = 2 * longest.unwrap_or_default() + 2;
    let breaks = bytes[after..].iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let rest_of_break = newline.strip_prefix('\n').unwrap_or_default().as_bytes();
    let breaks = breaks.take(most).map(move |(at, _)| {
        let end = after + at + 1;
        let is_whole = bytes[end..].starts_with(rest_of_break);
        end + if is_whole { rest_of_break.len() } else { 0 }
    });

    let goes_on = move |end: &usize| is_flood || !bytes[*end..].iter().all(u8::is_ascii_whitespace);
    exact.into_iter().chain(breaks).filter(goes_on)
}

/// The run as if the program had halted when it had printed so much.
fn until(run: &Run, end: usize) -> Run {
    let mut banners = run.output.banners.clone();
    banners.retain(|(range, _)| range.end <= end);
    Run {
        output: Arc::new(Output {
            bytes: run.output.bytes[..end].to_vec(),
            key_marks: run.output.key_marks.clone(),
            banners,
        }),
        stop: Stop {
            ending: Ending::Halted,
            ..run.stop.clone()
        },
        ..run.clone()
    }
}
