//! What students may see of their results.

use crate::result::{Games, Hints, Visibility};
use crate::yaml::{At, Reader};

pub(super) const GAMES: [(&str, Games); 3] = [
    ("all", Games::All),
    ("examples", Games::Examples),
    ("none", Games::None),
];
pub(super) const HINTS: [(&str, Hints); 4] = [
    ("subroutine", Hints::Subroutine),
    ("line", Hints::Line),
    ("edit", Hints::Edit),
    ("none", Hints::None),
];

/// Reads the section.
pub(super) fn students(reader: &mut Reader, at: &At) -> Option<Visibility> {
    let fields = reader.fields(at, &["games", "hints", "expected"])?;
    let games = match fields.get("games") {
        Some(at) => reader.choice(&at, &GAMES),
        None => Some(Games::default()),
    };
    let hints = match fields.get("hints") {
        Some(at) => reader.choice(&at, &HINTS),
        None => Some(Hints::default()),
    };
    let is_expected_shown = match fields.get("expected") {
        Some(at) => reader.flag(&at),
        None => Some(true),
    };

    Some(Visibility {
        games: games?,
        hints: hints?,
        hides_expected: !is_expected_shown?,
    })
}
