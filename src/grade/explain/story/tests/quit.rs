//! What comes after the key that leaves the game.

use super::{case, outcome_of, tell};
use crate::assignment::{Assignment, find};
use crate::result::Ending;

fn redfirst() -> Assignment {
    find("arm-redfirst").expect("it is bundled")
}

/// The key, the common words and the sentence of a game that is left with q, after which `more` is printed.
fn left(moves: &str, more: impl Fn(&str) -> String) -> [String; 3] {
    let case = case(&redfirst(), moves);
    let first = String::from_utf8(case.expected.steps[0].text.clone()).expect("transcripts are text");
    let last = case.expected.steps.len() - 1;
    let outcome = outcome_of(redfirst(), &case, Some(Ending::Waiting), |step, text| {
        Some(if step == last {
            format!("{text}{}", more(&first))
        } else {
            text.to_owned()
        })
    });

    let story = tell(&redfirst().game, &outcome);
    [story.key, story.common, story.sentence]
}

#[test]
fn a_program_that_goes_on_after_the_key_that_leaves_the_game() {
    let goes_on = |move_: &str, printed: &str| {
        [
            "goes-on-after-quit".to_owned(),
            "the program continues after the key that leaves the game".to_owned(),
            format!("After {move_}, your program should halt, but it continued and printed {printed}."),
        ]
    };

    let whole = |first: &str| first.to_owned();
    assert_eq!(left("q", whole), goes_on("move 1 (RED, 'q')", "the prompt for RED"));
    assert_eq!(left("4 q", whole), goes_on("move 2 (YELLOW, 'q')", "the board"));

    let prompt = |first: &str| first.lines().last().unwrap_or_default().to_owned();
    assert_eq!(left("q", prompt), goes_on("move 1 (RED, 'q')", "the prompt for RED"));

    // One that only waits does not go on.
    let nothing = |_: &str| String::new();
    assert_ne!(left("q", nothing)[0], "goes-on-after-quit");
}
