//! The labelled diff around the first line that differs.

use similar::{Algorithm, ChangeTag, TextDiff};

use super::model::{DiffLine, DiffPart, Side};
use crate::connect4::reading::text_of;

/// Equal lines shown before the first difference.
const CONTEXT: usize = 3;
/// Lines of each side that are held against each other from there on.
const WINDOW: usize = 24;
/// Characters of a line that are looked at.
const LINE: usize = 160;

/// Compares two transcripts line by line, from shortly before their first difference on.
pub fn diff(expected: &[u8], printed: &[u8]) -> Vec<DiffLine> {
    let expected = lines(expected);
    let printed = lines(printed);
    let agree = expected
        .iter()
        .zip(&printed)
        .take_while(|(one, other)| one == other)
        .count();
    let from = agree.saturating_sub(CONTEXT);
    let window =
        |lines: &[String]| -> Vec<String> { lines.iter().skip(from).take(agree - from + WINDOW).cloned().collect() };
    let (old, new) = (window(&expected), window(&printed));
    let mut shown = Vec::new();
    if from > 0 {
        shown.push(gap(&format!("the first {from} lines are the same")));
    }
    shown.extend(changes(&old.concat(), &new.concat()));
    let rest = |lines: &[String]| lines.len().saturating_sub(agree + WINDOW);
    let (left, right) = (rest(&expected), rest(&printed));
    if left + right > 0 {
        shown.push(gap(&format!("{left} more lines expected, {right} more lines printed")));
    }
    shown
}

fn changes(old: &str, new: &str) -> Vec<DiffLine> {
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(old, new);
    let mut shown = Vec::new();
    for operation in diff.ops() {
        for change in diff.iter_inline_changes(operation) {
            let side = match change.tag() {
                ChangeTag::Equal => Side::Both,
                ChangeTag::Delete => Side::Expected,
                ChangeTag::Insert => Side::Printed,
            };
            let mut parts: Vec<DiffPart> = change
                .iter_strings_lossy()
                .map(|(changed, text)| DiffPart {
                    text: text.into_owned(),
                    changed,
                })
                .collect();
            if let Some(last) = parts.last_mut()
                && let Some(text) = last.text.strip_suffix('\n')
            {
                last.text = text.to_owned();
            }
            parts.retain(|part| !part.text.is_empty());
            shown.push(DiffLine { side, parts });
        }
    }
    shown
}

fn gap(text: &str) -> DiffLine {
    DiffLine {
        side: Side::Gap,
        parts: vec![DiffPart {
            text: text.to_owned(),
            changed: false,
        }],
    }
}

/// Lines with their line feed; over-long ones are cut.
fn lines(bytes: &[u8]) -> Vec<String> {
    bytes
        .split(|byte| *byte == b'\n')
        .map(|line| {
            let mut text = text_of(&line[..line.len().min(LINE)]);
            if line.len() > LINE {
                text.push('…');
            }
            text.push('\n');
            text
        })
        .collect()
}
