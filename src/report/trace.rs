//! Source lines and executed instructions in columns: text and page show the same.
//!
//! Takes places and steps of the result model; gives lines of visible text for a fixed-width font.

use unicode_width::UnicodeWidthStr as _;

use super::finding::source_text;
use super::visible::visible;
use crate::result::{Diagnosis, Place, Step, Stop};

/// More of a source line is not shown.
const LONGEST: usize = 72;
/// Longer words do not widen a column.
const WIDEST: usize = 24;
/// More places of one finding or cause are counted, not shown.
const MOST_PLACES: usize = 8;
/// Instructions before these are not shown.
const MOST_STEPS: usize = 12;
/// More registers are not shown.
const MOST_REGISTERS: usize = 20;

/// A register, ready to be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownRegister {
    /// Its name.
    pub name: String,
    /// Its value in hex, as the machine's own books write it.
    pub value: String,
    /// What that means.
    pub meaning: String,
}

/// A line for each place: its number in the source, its address and label, its text.
pub(super) fn place_lines(places: &[Place]) -> Vec<String> {
    let shown = &places[..places.len().min(MOST_PLACES)];
    let rows = shown.iter().map(|place| [number(place), address(place), text(place)]);
    let mut lines = columns(rows.collect());
    if places.len() > shown.len() {
        lines.push(format!("... and {} more", places.len() - shown.len()));
    }
    lines
}

/// A line for each of the last instructions: where it is, what was executed, and the source there. The latest is last.
pub(super) fn step_lines(steps: &[Step]) -> Vec<String> {
    let shown = &steps[steps.len().saturating_sub(MOST_STEPS)..];
    let rows = shown.iter().map(|step| {
        let place = &step.place;
        [
            number(place),
            place.address.map(hex).unwrap_or_default(),
            clip(&step.instruction),
            text(place),
        ]
    });

    columns(rows.collect())
}

/// The registers of a diagnosis.
pub(super) fn registers(diagnosis: &Diagnosis) -> Vec<ShownRegister> {
    let shown = diagnosis.registers.iter().take(MOST_REGISTERS);
    let row = shown.map(|register| ShownRegister {
        name: clip(&register.name),
        value: hex(register.value),
        meaning: clip(&register.meaning),
    });
    row.collect()
}

/// Whether the latest of the last instructions is the one at which a run ended.
pub(super) fn ends_where(diagnosis: &Diagnosis, stop: Option<&Stop>) -> bool {
    let stopped = stop.and_then(|stop| stop.place.as_ref());
    let latest = diagnosis.steps.last().map(|step| step.place.address);
    latest.is_some_and(|latest| stopped.is_some_and(|place| place.address == latest))
}

/// An LC-3 address has 16 bits and is written as the book does; anything longer as C does.
pub(super) fn hex(value: u32) -> String {
    if value > 0xffff {
        format!("0x{value:08X}")
    } else {
        format!("x{value:04X}")
    }
}

/// The text of one source line.
pub(super) fn source_line(text: &str) -> String {
    visible(text).into_owned()
}

fn number(place: &Place) -> String {
    place
        .line_words()
        .as_deref()
        .map(visible)
        .unwrap_or_default()
        .into_owned()
}

fn text(place: &Place) -> String {
    place.text.as_deref().map(clip).unwrap_or_default()
}

fn address(place: &Place) -> String {
    let label = place.label.as_deref().map(clip).unwrap_or_default();
    let address = place.address.map(hex).unwrap_or_default();
    format!("{address} {label}").trim().to_owned()
}

/// One line of source, visible and not too long.
fn clip(text: &str) -> String {
    let mut shown = source_text(&text.chars().take(LONGEST).collect::<String>())
        .trim_end()
        .to_owned();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Rows of cells as lines, each column as wide as its widest cell, within reason.
fn columns<const N: usize>(rows: Vec<[String; N]>) -> Vec<String> {
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.width().min(WIDEST).max(*width);
        }
    }

    let line = |row: [String; N]| {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths).filter(|(_, width)| *width > 0) {
            if !line.is_empty() {
                line.push_str("  ");
            }
            line.push_str(cell);
            line.push_str(&" ".repeat(width.saturating_sub(cell.width())));
        }
        line.trim_end().to_owned()
    };
    rows.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{place_lines, step_lines};
    use crate::result::{Place, Step};

    fn place(address: u32, label: Option<&str>, line: Option<u32>, text: Option<&str>) -> Place {
        Place {
            address: Some(address),
            label: label.map(str::to_owned),
            file: None,
            line,
            text: text.map(str::to_owned),
        }
    }

    #[test]
    fn places_stand_in_columns_and_what_is_not_known_takes_no_room() {
        let places = [
            place(0x3042, Some("MOVE+3"), Some(9), Some("RET")),
            place(0x3050, None, Some(231), Some("TRAP\tx22")),
        ];
        assert_eq!(
            place_lines(&places),
            ["line 9    x3042 MOVE+3  RET", "line 231  x3050         TRAP    x22"]
        );
        assert_eq!(place_lines(&[place(0xfe00, None, None, None)]), ["xFE00"]);
    }

    #[test]
    fn the_latest_steps_are_shown_and_long_lines_are_cut() {
        let steps: Vec<Step> = (0..100)
            .map(|index| Step {
                place: place(0x3000 + index, None, Some(index), Some(&"\u{202e}x".repeat(9_000))),
                instruction: "RET".to_owned(),
            })
            .collect();
        let lines = step_lines(&steps);
        assert_eq!(lines.len(), 12);
        assert!(lines[11].starts_with("line 99  x3063  RET  <U+202E>x"), "{lines:#?}");
        assert!(lines[11].ends_with('…') && lines[11].len() < 600);
    }

    #[test]
    fn many_places_are_counted() {
        let places = vec![place(0x3000, None, None, None); 11];
        assert_eq!(place_lines(&places).last().map(String::as_str), Some("... and 3 more"));
    }
}
