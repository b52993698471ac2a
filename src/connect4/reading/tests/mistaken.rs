//! What may be taken for something else: rules for results, a line end for an echo, a fall or the next game for a move's
//! board.

use super::free::aligned_alike;
use super::games::{falling, redfirst, scan};

#[test]
fn rules_greetings_and_praise_tell_no_result() {
    for text in [
        "Welcome to Connect Four, RED",
        "Get four in a row to win, RED goes first",
        "RED, try to get 4 in a row",
        "RED: four to go",
        "RED needs four in a row",
        "Who will be the champion, RED?",
        "Well played RED",
        "Congratulations RED, it is your turn: choose",
        "Four in a row!",
        "RED has not connected four",
    ] {
        for game in [scan(), falling(), redfirst()] {
            let told = |index: usize, step: String| match index {
                2 => step.replacen("\n\r", &format!("\n\r{text}\n\r"), 1),
                _ => step,
            };
            aligned_alike(&game, "1234", told);
        }
    }
    // Praise for who has a line says that they have won.
    let game = redfirst();
    aligned_alike(&game, "12121213", |_, step| {
        step.replace(&game.wording.wins[0], "Well done RED")
    });
}
