//! A game that can be stepped through. Without a script the boards of the move at fault stay, and nothing is lost.

use maud::{Markup, html};

use crate::report::block::Replay;

/// The steps as text, one a line, for the script: the expected board, the printed one, what was typed, and what was
/// printed, between blanks. Where there is none, a hyphen.
pub(super) fn replay(replay: &Replay) -> Markup {
    let lines = replay.steps.iter().map(|step| {
        let printed = step.printed.as_deref().unwrap_or("-");
        let typed = if step.typed.is_empty() { "-" } else { &step.typed };
        [&step.expected, printed, typed, &step.text].join(" ")
    });
    let lines = lines.collect::<Vec<String>>().join("\n");
    html! {
        div class="replay" hidden data-at=(replay.at) role="group" aria-label="The game move by move" {
            pre hidden { (lines) }
        }
    }
}
