//! The labelled diff around the first line that differs.
//!
//! Takes the two transcripts and where the game itself first differs, if it does. Where only its format differs, every
//! difference is shown; else lines that differ in nothing but blanks and letter case count as the same, so that the
//! difference that matters is seen.

use std::ops::Range;

use similar::{Algorithm, ChangeTag, DiffOp, TextDiff, capture_diff_slices};

use crate::connect4::reading::text_of;
use crate::result::{DiffLine, DiffPart, Side};

/// Equal lines shown before the first difference.
const CONTEXT: usize = 3;
/// Lines of each side that are held against each other from there on.
const WINDOW: usize = 24;
/// Lines of a step that are shown where words are free.
const EXCERPT: usize = 12;
/// Lines of one side that are shown in a row.
const RUN: usize = 8;
/// Characters of a line that are looked at.
const LINE: usize = 160;

/// Where the game of two transcripts first differs: how many bytes of each come before the step in which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// In the transcript that was asked for.
    pub expected: usize,
    /// In the one that was printed.
    pub printed: usize,
}

/// Compares two texts line by line, from shortly before their first difference on.
pub fn diff(expected: &[u8], printed: &[u8]) -> Vec<DiffLine> {
    diff_from(expected, printed, None)
}

/// Compares two transcripts in the same way; where the game differs, `start` says from which step on.
pub fn diff_from(expected: &[u8], printed: &[u8], start: Option<Start>) -> Vec<DiffLine> {
    let same = match start {
        Some(_) => letters_of,
        None => str::to_owned,
    };
    let first_line = |bytes: &[u8], at: usize| bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
    let starts = start.map_or((0, 0), |start| {
        (first_line(expected, start.expected), first_line(printed, start.printed))
    });
    let totals = [expected, printed].map(|bytes| bytes.split(|byte| *byte == b'\n').count());
    let expected = lines(expected, totals[0]);
    // No more of a flood than can agree and be shown.
    let printed = lines(printed, starts.1 + expected.len() + WINDOW);
    let agree = |from: (usize, usize), same: &dyn Fn(&str) -> String| {
        let old = expected.iter().skip(from.0);
        let pairs = old.zip(printed.iter().skip(from.1));
        pairs.take_while(|(one, other)| same(one) == same(other)).count()
    };

    // What comes before the step differs in format at most.
    let more = agree(starts, &same);
    let (old_at, new_at) = (starts.0 + more, starts.1 + more);
    let context = CONTEXT.min(more);
    let (from, new_from) = (old_at - context, new_at - context);
    let is_same = from == new_from && expected[..from] == printed[..from];
    let mut shown = Vec::new();
    if from > 0 {
        shown.push(gap(&match (is_same, from) {
            (true, 1) => "the first line is the same".to_owned(),
            (true, _) => format!("the first {from} lines are the same"),
            (false, _) => "up to here, the game is correct".to_owned(),
        }));
    }

    let window = |lines: &[String], from: usize, at: usize| from..lines.len().min(at + WINDOW);
    let old = &expected[window(&expected, from, old_at)];
    let new = &printed[window(&printed, new_from, new_at)];
    let changes = changes(old, new, &same);
    let rest = |total: usize, at: usize| total.saturating_sub(at + WINDOW);
    let (left, right) = (rest(totals[0], old_at), rest(totals[1], new_at));
    shown.extend(shorten(changes, left, right));

    shown
}

/// What was printed in a step, with a few lines before it; and the line that was missed, where there is one. Of a long step
/// the end is shown: what differs comes after the boards of a falling piece.
pub fn excerpt(printed: &[u8], step: Range<usize>, missed: Option<String>) -> Vec<DiffLine> {
    let from = step.start.min(printed.len());
    let to = step.end.clamp(from, printed.len());
    let lines = |bytes: &[u8]| -> Vec<String> {
        // LF CR, CR LF and a bare CR end a line as LF does.
        let text = text_of(bytes)
            .replace("\n\r", "\n")
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        let cut = |line: &str| line.chars().take(LINE).collect::<String>();

        text.split('\n')
            .map(cut)
            .filter(|line| !line.trim().is_empty())
            .collect()
    };

    let (before, behind) = (lines(&printed[..from]), lines(&printed[from..to]));
    let line = |side| {
        move |text: String| DiffLine {
            side,
            parts: parts([(false, text)]),
        }
    };

    let mut shown = Vec::new();
    if from > 0 {
        shown.push(gap("up to here, the game is correct"));
    }

    let context = before.len().saturating_sub(CONTEXT);
    shown.extend(before.into_iter().skip(context).map(line(Side::Both)));
    let more = behind.len().saturating_sub(EXCERPT);
    if more > 0 {
        shown.push(gap(&more_lines(0, more)));
    }

    shown.extend(behind.into_iter().skip(more).map(line(Side::Printed)));
    shown.extend(missed.map(line(Side::Expected)));
    shown
}

/// A line without blanks and control characters, in lower case.
fn letters_of(line: &str) -> String {
    let letters = line
        .chars()
        .filter(|letter| !letter.is_whitespace() && !letter.is_control());
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The lines of both sides; those that are the `same` stand as they were printed.
fn changes(old: &[String], new: &[String], same: &dyn Fn(&str) -> String) -> Vec<DiffLine> {
    let keys = |lines: &[String]| -> Vec<String> { lines.iter().map(|line| same(line)).collect() };
    let operations = capture_diff_slices(Algorithm::Myers, &keys(old), &keys(new));
    let mut shown = Vec::new();
    for operation in operations {
        let (old_range, new_range): (Range<usize>, Range<usize>) = (operation.old_range(), operation.new_range());
        if let DiffOp::Equal { .. } = operation {
            shown.extend(new[new_range].iter().map(|line| DiffLine {
                side: Side::Both,
                parts: parts([(false, line.clone())]),
            }));
        } else {
            shown.extend(replaced(&old[old_range].concat(), &new[new_range].concat()));
        }
    }

    shown
}

fn replaced(old: &str, new: &str) -> Vec<DiffLine> {
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(old, new);
    let mut shown = Vec::new();
    for operation in diff.ops() {
        for change in diff.iter_inline_changes(operation) {
            let side = match change.tag() {
                ChangeTag::Equal => Side::Both,
                ChangeTag::Delete => Side::Expected,
                ChangeTag::Insert => Side::Printed,
            };

            let texts = change.iter_strings_lossy();
            let parts = parts(texts.map(|(changed, text)| (changed, text.into_owned())));
            shown.push(DiffLine { side, parts });
        }
    }

    shown
}

/// The parts of a line less its line feed.
fn parts(texts: impl IntoIterator<Item = (bool, String)>) -> Vec<DiffPart> {
    let part = |(changed, text)| DiffPart { text, changed };
    let mut parts: Vec<DiffPart> = texts.into_iter().map(part).collect();
    if let Some(last) = parts.last_mut()
        && last.text.ends_with('\n')
    {
        last.text.pop();
    }
    parts.retain(|part| !part.text.is_empty());
    parts
}

/// Cuts long runs of lines of one side short. `left` and `right` count the lines of each side that follow.
fn shorten(lines: Vec<DiffLine>, left: usize, right: usize) -> Vec<DiffLine> {
    let mut shown: Vec<DiffLine> = Vec::new();
    let mut lines = lines.into_iter().peekable();
    while let Some(side) = lines.peek().map(|line| line.side) {
        let mut run = Vec::new();
        while let Some(line) = lines.next_if(|line| line.side == side) {
            run.push(line);
        }

        let is_last = lines.peek().is_none();
        let cut = if side == Side::Both || run.len() <= RUN + 1 {
            0
        } else {
            run.len() - RUN
        };
        run.truncate(run.len() - cut);
        shown.extend(run);

        let (mut expected, mut printed) = if is_last { (left, right) } else { (0, 0) };
        if side == Side::Expected {
            expected += cut;
        } else {
            printed += cut;
        }

        if expected + printed > 0 {
            shown.push(gap(&more_lines(expected, printed)));
        }
    }

    shown
}

fn more_lines(expected: usize, printed: usize) -> String {
    let lines = |count: usize| if count == 1 { "line" } else { "lines" };
    match (expected, printed) {
        (expected, 0) => format!("{expected} more {} expected", lines(expected)),
        (0, printed) => format!("{printed} more {} printed", lines(printed)),
        (expected, printed) => format!(
            "{expected} more {} expected, {printed} more {} printed",
            lines(expected),
            lines(printed)
        ),
    }
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

/// Lines with their line feed, so many at most; over-long ones are cut.
fn lines(bytes: &[u8], most: usize) -> Vec<String> {
    bytes
        .split(|byte| *byte == b'\n')
        .take(most)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line with its side's mark.
    fn shown(expected: &str, printed: &str, start: Option<Start>) -> Vec<String> {
        let lines = diff_from(expected.as_bytes(), printed.as_bytes(), start);
        let text = |line: &DiffLine| line.parts.iter().map(|part| part.text.as_str()).collect::<String>();
        let mark = |side| match side {
            Side::Both => ' ',
            Side::Expected => '-',
            Side::Printed => '+',
            Side::Gap => '~',
        };

        lines
            .iter()
            .map(|line| format!("{}{}", mark(line.side), text(line)))
            .collect()
    }

    fn count(lines: usize, text: &str) -> String {
        let lines: Vec<String> = (0..lines).map(|line| format!("{text}{line}\n")).collect();
        lines.concat()
    }

    #[test]
    fn format_is_shown_where_nothing_else_differs() {
        assert_eq!(shown("a\nb\nc", "a\nb \nc", None), [" a", "-b", "+b ", " c"]);
    }

    #[test]
    fn the_game_is_shown_where_it_differs() {
        let (expected, printed) = ("- -\n- O\nTie", "- - \n\n- O \nwin");
        let start = Some(Start {
            expected: 4,
            printed: 6,
        });
        assert_eq!(
            shown(expected, printed, start),
            ["~up to here, the game is correct", " - O ", "-Tie", "+win"]
        );
    }

    #[test]
    fn an_excerpt_shows_what_was_printed_from_a_place_on() {
        let printed = b"a\n\rb\n\rc\n\rd\n\r\n\rRED wins\n\r";
        let shown = excerpt(printed, 12..printed.len(), Some("YELLOW wins".to_owned()));
        let text = |line: &DiffLine| line.parts.iter().map(|part| part.text.as_str()).collect::<String>();
        let texts: Vec<(Side, String)> = shown.iter().map(|line| (line.side, text(line))).collect();
        let both = |text: &str| (Side::Both, text.to_owned());

        assert_eq!(
            texts,
            [
                (Side::Gap, "up to here, the game is correct".to_owned()),
                both("b"),
                both("c"),
                both("d"),
                (Side::Printed, "RED wins".to_owned()),
                (Side::Expected, "YELLOW wins".to_owned())
            ]
        );
    }

    #[test]
    fn long_runs_of_one_side_are_cut() {
        let expected = count(20, "board ");
        let cut = shown(&expected, "board 0\nwin", None);
        assert_eq!(cut.iter().filter(|line| line.starts_with('-')).count(), RUN);
        assert_eq!(cut[9], "~12 more lines expected");
        let both = shown(&count(60, "a"), &count(60, "b"), None);
        assert_eq!(
            both.last().map(String::as_str),
            Some("~37 more lines expected, 53 more lines printed")
        );
    }

    #[test]
    fn lines_before_the_first_difference_are_counted() {
        let cut = shown(&(count(6, "a") + "x"), &(count(6, "a") + "y"), None);
        assert_eq!(
            cut,
            ["~the first 3 lines are the same", " a3", " a4", " a5", "-x", "+y"]
        );
    }
}
