//! How the lines of a diff are shown: labels in words, and significant spaces visible.
//!
//! Takes a [`DiffLine`] as the grader made it; gives visible text. A space is `·` at the end of a line and at the
//! edges of a part that differs; the line feed that ends a line is not shown.

use super::visible::{visible, visible_spaces};
use super::words::format_count;
use crate::result::{DiffLine, Side};

/// More characters of one line are not shown; the report says how many were left out.
const LONGEST: usize = 400;

/// A part of a line, ready to be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShownPart {
    /// Its text, visible.
    pub text: String,
    /// Whether it differs from the other side.
    pub changed: bool,
}

/// The word in front of a line.
pub(super) fn label(side: Side) -> &'static str {
    match side {
        Side::Both | Side::Gap => "",
        Side::Expected => "expected",
        Side::Printed => "printed",
    }
}

/// The parts of a line, ready to be shown.
pub(super) fn shown(line: &DiffLine) -> Vec<ShownPart> {
    let mut parts: Vec<(&str, bool)> = line
        .parts
        .iter()
        .map(|part| (part.text.as_str(), part.changed))
        .collect();

    if let Some((text, _)) = parts.last_mut() {
        *text = text.strip_suffix('\n').unwrap_or(text);
    }
    shown_parts(&parts)
}

fn shown_parts(line: &[(&str, bool)]) -> Vec<ShownPart> {
    let total: usize = line.iter().map(|(text, _)| text.chars().count()).sum();

    let mut room = LONGEST;
    let mut parts = Vec::with_capacity(line.len() + 1);
    for (index, (text, changed)) in line.iter().copied().enumerate() {
        // Blanks end the line when nothing but blanks and line ends come after them.
        let at_end = line[index + 1..].iter().all(|(text, _)| is_line_end(text));
        let clipped = clip(text, room);
        room -= clipped.chars().count();
        if !clipped.is_empty() {
            parts.push(ShownPart {
                text: show(clipped, changed, at_end),
                changed,
            });
        }
    }

    if total > LONGEST {
        let text = format!(" … {} more characters", format_count((total - LONGEST) as u64));
        parts.push(ShownPart { text, changed: false });
    }
    parts
}

/// Two samples as a pair of lines, in which the middle that they do not share is marked and no byte is left out. No lines
/// where there is nothing to show.
pub(super) fn samples(expected: &str, printed: &str) -> Vec<(Side, Vec<ShownPart>)> {
    let shared = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs
            .take_while(|(ours, theirs)| ours == theirs)
            .map(|(ours, _)| ours.len_utf8())
            .sum()
    };
    if expected.is_empty() && printed.is_empty() {
        return Vec::new();
    }

    let start = shared(&mut expected.chars().zip(printed.chars()));
    let end = shared(&mut expected[start..].chars().rev().zip(printed[start..].chars().rev()));
    let line = |side, text: &str| {
        let cuts = [
            (&text[..start], false),
            (&text[start..text.len() - end], true),
            (&text[text.len() - end..], false),
        ];
        let parts = if text.is_empty() {
            vec![ShownPart {
                text: "(nothing)".to_owned(),
                changed: false,
            }]
        } else {
            shown_parts(&cuts)
        };
        (side, parts)
    };
    vec![line(Side::Expected, expected), line(Side::Printed, printed)]
}

/// The first `limit` characters.
fn clip(text: &str, limit: usize) -> &str {
    text.char_indices().nth(limit).map_or(text, |(end, _)| &text[..end])
}

fn is_line_end(text: &str) -> bool {
    text.chars()
        .all(|character| matches!(character, ' ' | '\r' | '\n' | '\0'))
}

fn show(text: &str, changed: bool, at_end: bool) -> String {
    let inner_start = if changed {
        text.len() - text.trim_start_matches(' ').len()
    } else {
        0
    };

    let inner_end = if at_end {
        text.trim_end_matches([' ', '\r', '\n', '\0']).len()
    } else if changed {
        text.trim_end_matches(' ').len()
    } else {
        text.len()
    };

    if inner_start >= inner_end {
        return visible_spaces(text);
    }

    let (before, rest) = text.split_at(inner_start);
    let (inner, after) = rest.split_at(inner_end - inner_start);
    let mut shown = visible_spaces(before);
    shown.push_str(&visible(inner));
    shown.push_str(&visible_spaces(after));
    shown
}

#[cfg(test)]
mod tests {
    use super::{samples, shown};
    use crate::result::{DiffLine, DiffPart, Side};

    fn line(parts: &[(&str, bool)]) -> String {
        let parts = parts.iter().map(|(text, changed)| DiffPart {
            text: (*text).to_owned(),
            changed: *changed,
        });
        let line = DiffLine {
            side: Side::Printed,
            parts: parts.collect(),
        };
        shown(&line).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn blanks_show_where_they_matter() {
        assert_eq!(
            line(&[("Player 1, choose", false), (" ", true), ("a column: ", false)]),
            "Player 1, choose·a column:·"
        );
        assert_eq!(line(&[("- - -", false), (" ", true), ("\n", false)]), "- - -·");
        assert_eq!(line(&[("- - - \r\n", true)]), "- - -·␍");
        assert_eq!(line(&[("   \n", false)]), "···");
        assert_eq!(line(&[("Tie ", false), ("Game", true), (".\n", false)]), "Tie Game.");
    }

    #[test]
    fn samples_are_marked_where_they_part() {
        let marked = |expected, printed| {
            let lines = samples(expected, printed).into_iter();
            let marked = lines.map(|(_, parts)| {
                let parts = parts.into_iter().filter(|part| part.changed);
                parts.map(|part| part.text).collect::<String>()
            });
            marked.collect::<Vec<_>>()
        };

        assert_eq!(marked("- -", "- - "), ["", "·"]);
        assert_eq!(marked("Tie Game.", "Tie game."), ["G", "g"]);
        assert_eq!(marked("aa", "aaa"), ["", "a"]);
        assert!(marked("", "").is_empty());
    }

    #[test]
    fn a_sample_leaves_no_byte_out() {
        let whole = |expected, printed| {
            let lines = samples(expected, printed).into_iter();
            let texts = lines.map(|(_, parts)| parts.into_iter().map(|part| part.text).collect::<String>());
            texts.collect::<Vec<_>>()
        };
        assert_eq!(whole("\n", "\r\n"), ["␊", "␍␊"]);
        assert_eq!(whole("", "\n"), ["(nothing)", "␊"]);
        assert_eq!(whole("a\n", "a \0\r\n"), ["a␊", "a·␀␍␊"]);
    }

    #[test]
    fn a_long_line_is_cut_and_says_so() {
        let shown = line(&[(&"x".repeat(2_000), true), ("\n", false)]);
        assert!(shown.ends_with("x … 1,600 more characters"), "{shown}");
        assert!(shown.len() < 500);
    }
}
