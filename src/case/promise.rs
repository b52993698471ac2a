//! What tags promise: a case with the tag `invalid` must refuse a key. A change of sizes or moves can turn a case into its
//! opposite without a word; its tag shows it.

use super::{Case, group_of};
use crate::assignment::Assignment;
use crate::connect4::{Attempt, Event, Expected, Game, Outcome, Script, Step};
use crate::diagnostic::spelling;

/// A tag and what it promises.
struct Promise {
    tag: &'static str,
    /// What is the matter where it does not hold: `no key is refused`.
    words: &'static str,
    holds: fn(&Game, &Script, &Expected) -> bool,
}

const PROMISES: [Promise; 10] = [
    Promise {
        tag: "invalid",
        words: "no key is refused",
        holds: |_, _, expected| has_refusal(expected),
    },
    Promise {
        tag: "full-column",
        words: "no move is made in a full column",
        holds: |game, script, expected| full_column_tries(game, script, expected).next().is_some(),
    },
    Promise {
        tag: "win-horizontal",
        words: "nobody completes a horizontal line",
        holds: |game, _, expected| wins_along(game, expected, |down, right| down == 0 && right != 0),
    },
    Promise {
        tag: "win-vertical",
        words: "nobody completes a vertical line",
        holds: |game, _, expected| wins_along(game, expected, |down, right| down != 0 && right == 0),
    },
    Promise {
        tag: "win-diagonal",
        words: "nobody completes a diagonal line",
        holds: |game, _, expected| wins_along(game, expected, |down, right| down != 0 && right != 0),
    },
    Promise {
        tag: "win-rising",
        words: "nobody completes a rising diagonal",
        holds: |game, _, expected| wins_along(game, expected, |down, right| down * right < 0),
    },
    Promise {
        tag: "win-falling",
        words: "nobody completes a falling diagonal",
        holds: |game, _, expected| wins_along(game, expected, |down, right| down * right > 0),
    },
    Promise {
        tag: "tie",
        words: "no full board without a winner is reached",
        holds: |_, _, expected| has_tie(expected),
    },
    Promise {
        tag: "no-win",
        words: "there is a winner",
        holds: |_, _, expected| !ends(expected).any(|outcome| matches!(outcome, Outcome::Win(_))),
    },
    Promise {
        tag: "quit",
        words: "nobody leaves the game",
        holds: |game, script, _| {
            let quit = game.flow.quit.map(|quit| quit.key);
            let mut attempts = script.attempts.iter();
            attempts.any(|attempt| quit.is_some_and(|key| attempt.typed == [key]))
        },
    },
];

/// What tags promise and the game of a script does not do, each with the tag.
pub(super) fn broken<'c>(
    game: &'c Game,
    tags: &'c [String],
    script: &'c Script,
    expected: &'c Expected,
) -> impl Iterator<Item = (&'static str, &'static str)> + 'c {
    let promised = PROMISES
        .iter()
        .filter(|promise| tags.iter().any(|tag| tag == promise.tag));
    let broken = promised.filter(move |promise| !(promise.holds)(game, script, expected));
    broken.map(|promise| (promise.tag, promise.words))
}

/// Whether a case keeps what a tag promises; a tag without a promise is kept.
pub(super) fn is_kept(game: &Game, case: &Case, tag: &str) -> bool {
    let mut promised = PROMISES.iter().filter(|promise| promise.tag == tag);
    promised.all(|promise| (promise.holds)(game, &case.script, &case.expected))
}

/// What a game may show, the most particular first. A refused key comes before a result: it is why the game is as it is.
const SHOWN: [&str; 14] = [
    "quit",
    "line",
    "invalid",
    "full-column",
    "tie",
    "full-board",
    "win-rising",
    "win-falling",
    "win-horizontal",
    "win-vertical",
    "win-diagonal",
    "no-win",
    "game",
    "display",
];

/// A tag of the rubric that says what the game of a script shows; `game` where the rubric has no better one.
pub fn fitting_tag(assignment: &Assignment, script: &Script, expected: &Expected) -> Option<String> {
    let game = &assignment.game;
    let is_in_rubric = |tag: &str| group_of(assignment, &[tag.to_owned()]).is_some();
    let shows = |tag: &str| match tag {
        "line" => refused(script, expected).any(|attempt| attempt.typed.len() != 1),
        // A full column alone is no invalid key, where the rubric has a group for each.
        "invalid" => {
            let full = full_column_tries(game, script, expected).count();
            refused(script, expected).count() > if is_in_rubric("full-column") { full } else { 0 }
        }
        "full-board" => {
            let mut won = expected.steps.iter().filter_map(Step::end);
            won.any(|end| matches!(end.outcome, Outcome::Win(_)) && end.board.is_full())
        }
        // Of most games one can say that nobody wins: only of a whole one does it say something.
        "no-win" if ends(expected).next().is_none() => false,
        promised => {
            let mut promises = PROMISES.iter().filter(|promise| promise.tag == promised);
            promises.all(|promise| (promise.holds)(game, script, expected))
        }
    };
    let tag = SHOWN.into_iter().find(|tag| is_in_rubric(tag) && shows(tag));
    tag.map(str::to_owned)
}

/// A broken promise, as a message about its case.
pub(super) fn words(tag: &str, words: &str) -> String {
    format!("has the tag `{tag}`, but {words}: change the moves, or the tag")
}

/// The tags that promise something.
pub(super) fn promised_tags<'t>() -> impl Iterator<Item = &'t str> {
    PROMISES.iter().map(|promise| promise.tag)
}

/// The tag with a promise, or of the rubric, that a tag seems to be meant for.
pub(super) fn resembled<'t>(tag: &str, of_rubric: &[&'t str]) -> Option<&'t str> {
    let known: Vec<&'t str> = promised_tags().chain(of_rubric.iter().copied()).collect();
    if known.contains(&tag) {
        return None;
    }
    spelling::closest(tag, known, |edits, length| {
        edits <= 1 && length > 3 || edits <= 2 && length > 6
    })
}

fn has_refusal(expected: &Expected) -> bool {
    let mut events = expected.steps.iter().flat_map(|step| &step.events);
    events.any(|event| matches!(event, Event::Refusal))
}

/// The attempts that are refused.
fn refused<'c>(script: &'c Script, expected: &'c Expected) -> impl Iterator<Item = &'c Attempt> {
    let moves = script.attempts.iter().zip(&expected.steps[1..]);
    let refused = moves.filter(|(_, step)| step.events.iter().any(|event| matches!(event, Event::Refusal)));
    refused.map(|(attempt, _)| attempt)
}

/// The attempts that name a column of the board that is full.
fn full_column_tries<'c>(
    game: &'c Game,
    script: &'c Script,
    expected: &'c Expected,
) -> impl Iterator<Item = &'c Attempt> {
    let steps = &expected.steps;
    let moves = script.attempts.iter().zip(steps.iter().zip(&steps[1..]));
    let tries = moves.filter(|(attempt, (before, step))| {
        let column = std::str::from_utf8(&attempt.typed)
            .ok()
            .and_then(|typed| typed.parse().ok());
        let column = column.filter(|column| (1..=game.rules.columns).contains(column));
        step.placed.is_none() && column.is_some_and(|column: usize| before.board.landing(column - 1).is_none())
    });
    tries.map(|(attempt, _)| attempt)
}

/// Whether the board gets full and nobody wins; not every assignment announces that.
fn has_tie(expected: &Expected) -> bool {
    expected.steps.iter().any(|step| {
        let is_full = |event: &Event| matches!(event, Event::Board(board) if board.is_full());
        let is_won = |event: &Event| matches!(event, Event::Result(Outcome::Win(_)));
        step.events.iter().any(is_full) && !step.events.iter().any(is_won)
    })
}

fn ends(expected: &Expected) -> impl Iterator<Item = Outcome> {
    expected.steps.iter().filter_map(Step::end).map(|end| end.outcome)
}

/// Whether a game is won by a line in such a direction, given as a step in rows and columns.
fn wins_along(game: &Game, expected: &Expected, is_direction: fn(isize, isize) -> bool) -> bool {
    const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];
    let mut won = expected.steps.iter().filter_map(Step::end);
    won.any(|end| {
        let Some((row, column)) = end.last.filter(|_| matches!(end.outcome, Outcome::Win(_))) else {
            return false;
        };
        let along = |(down, right)| end.board.run_length(row, column, (down, right)) >= game.rules.line;
        DIRECTIONS
            .into_iter()
            .any(|(down, right)| is_direction(down, right) && along((down, right)))
    })
}
