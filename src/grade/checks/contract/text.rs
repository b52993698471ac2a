//! What a call printed against the expected text: to the byte, then in the game's terms.

use crate::connect4::reading::{self, FormatDifferences, FormatKind, Seen, Words};
use crate::connect4::{Game, Script};

/// What comparing found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// The same bytes.
    Exact,
    /// It says the same; the format differs.
    Format(FormatDifferences),
    /// It says something else.
    Other,
}

/// Compares what was printed with the expected text. Where the latter does not end in a line feed, one more is the
/// program's choice.
pub fn compare(game: &Game, wanted: &[u8], printed: &[u8]) -> Text {
    let chosen = if wanted.ends_with(b"\n") {
        printed
    } else {
        printed.strip_suffix(b"\n").unwrap_or(printed)
    };
    if chosen == wanted {
        return Text::Exact;
    }

    let script = Script::from_input(b"", crate::connect4::Protocol::Key);
    let read = |bytes: &[u8]| reading::read(game, &script, bytes, &[], false, Words::Fixed);
    let (asked, seen) = (read(wanted), read(printed));
    let said = |steps: &[Vec<Seen>]| -> Vec<Seen> {
        let all = steps.iter().flatten();
        all.filter(|seen| !matches!(seen, Seen::Other(_))).cloned().collect()
    };
    let meant = said(&asked.steps);

    if meant.is_empty() || meant != said(&seen.steps) {
        return Text::Other;
    }

    let mut format = FormatDifferences::default();
    seen.format.iter().for_each(|differences| format.merge(differences));
    if format.is_empty() {
        let message = if chosen.len() < wanted.len() {
            "the line break at the end is missing"
        } else {
            "extra line breaks at the end"
        };
        format.note(FormatKind::BlankLines, message, b"\n", "");
    }

    Text::Format(format)
}

/// The board that a text shows, where it shows exactly one.
pub fn board_in(game: &Game, bytes: &[u8]) -> Option<crate::connect4::Board> {
    let script = Script::from_input(b"", crate::connect4::Protocol::Key);
    let reading = reading::read(game, &script, bytes, &[], false, Words::Fixed);
    let mut boards = reading.steps.into_iter().flatten().filter_map(|seen| match seen {
        Seen::Event(crate::connect4::Event::Board(board)) => Some(board),
        _ => None,
    });
    boards.next().filter(|_| boards.next().is_none())
}
