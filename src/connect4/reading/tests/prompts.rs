//! Prompts on two lines, and messages below the board.

use super::free::formats;
use super::games::redfirst;
use super::{WIN, kinds};
use crate::connect4::reading::FormatKind::{BlankLines, Rewording, TrailingSpace};

#[test]
fn a_prompt_on_two_lines_is_one_difference_and_numbers_of_columns_are_no_players() {
    for asked in [
        "Enter a column: ",
        "Pick a column (1-6): ",
        "Pick one of the slots 1 to 6 ",
        "Which one, 1, 2, 3, 4, 5, 6? ",
        "Anything from 1 through 6? ",
    ] {
        for turn in ["Player # it is your turn", "It is the turn of Player #."] {
            let two_lines = |_, text: String| {
                let lines = |player: &str| format!("{}\n{asked}", turn.replace('#', player));
                let text = text.replace("Player 1, choose a column: ", &lines("1"));
                text.replace("Player 2, choose a column: ", &lines("2"))
            };
            assert_eq!(kinds(WIN, two_lines), [Rewording], "{turn} {asked}");
        }
    }
}

#[test]
fn a_line_break_in_place_of_the_space_after_a_prompt_is_one_difference() {
    for line_break in ["\n", " \n"] {
        let closed = |_, text: String| text.replace("choose a column: ", &format!("choose a column:{line_break}"));
        assert_eq!(kinds(WIN, closed), [BlankLines], "{line_break:?}");
    }
    let without = |_, text: String| text.replace("choose a column: ", "choose a column:");
    assert_eq!(kinds(WIN, without), [TrailingSpace]);
}

#[test]
fn the_number_of_a_player_that_is_printed_as_a_character_is_still_the_number() {
    let as_character = |_, text: String| {
        text.replace("Player 1", "Player \u{1}")
            .replace("Player 2", "Player \u{2}")
    };
    assert_eq!(kinds(WIN, as_character), [Rewording]);
}

#[test]
fn a_refusal_below_the_board_that_is_printed_again_is_no_missing_board() {
    let game = redfirst();
    let (invalid, prompt) = (&game.wording.invalid, &game.wording.prompts[1]);
    let below = |index: usize, text: String| match index {
        2 => {
            let without = text.replace(&format!("{invalid}\n\r"), "").replace(invalid, "");
            without.replace(prompt, &format!("{invalid}\n\r{prompt}"))
        }
        _ => text,
    };
    assert_eq!(formats(&game, "1x2", below), [Rewording]);
}
