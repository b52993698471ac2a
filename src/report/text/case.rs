//! One case that did not pass, as text.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::lines::Lines;
use crate::grade::model::{BoardPicture, CaseResult, DiffLine, Dress, Side};
use crate::machine::Stop;
use crate::report::diff;
use crate::report::picture::{Grid, Piece, Square};
use crate::report::stories::Story;
use crate::report::visible::{visible, visible_spaces};
use crate::report::words::{
    case_word, ending_words, format_count, format_points, more_alike, place_words, ranges, stop_sentence,
};

/// Between two boards.
const GAP: usize = 6;

/// A case told in full, and the numbers of those like it.
pub(super) fn story(lines: &mut Lines, story: &Story<'_>) {
    let case = story.case;
    let points = format!("{} of {}", format_points(case.points), format_points(case.max));
    lines.hanging(
        &format!("Case {}  ", case.number),
        &format!("{}, {points} points: {}", case_word(case.verdict), visible(&case.name)),
    );
    let failure = case.failure.as_ref();
    if let Some(failure) = failure {
        lines.prose("  ", &visible(&failure.sentence));
    }
    moves(lines, case, failure.and_then(|failure| failure.at_move));
    if let Some(failure) = failure {
        boards(lines, failure.expected_board.as_ref(), failure.printed_board.as_ref());
        if !failure.diff.is_empty() {
            lines.blank();
            failure.diff.iter().for_each(|line| diff_line(lines, line));
            lines.blank();
        }
        // The diff shows them already; without one, a sample does.
        dress(lines, &failure.dress, failure.diff.is_empty());
    }
    match failure.and_then(|failure| failure.stop.as_ref()) {
        Some(stop) => stop_lines(lines, stop),
        None => lines.hanging(
            "  Ended:  ",
            &format!(
                "the program {}, after {} instructions",
                ending_words(case.ending),
                format_count(case.instructions)
            ),
        ),
    }
    lines.verbatim("  Repeat: ", &visible(&case.command));
    if !story.alike.is_empty() {
        let numbers = ranges(story.alike.iter().map(|case| case.number));
        let more = more_alike(case.verdict, story.alike.len());
        lines.hanging("  ", &format!("{more}: {numbers}"));
    }
}

/// Differences in format, each with how often it occurs and, where asked, a sample.
pub(super) fn dress(lines: &mut Lines, all: &[Dress], samples: bool) {
    for dress in all {
        let times = if dress.count == 1 {
            "once".to_owned()
        } else {
            format!("{} times", format_count(dress.count))
        };
        lines.hanging("  - ", &format!("{} ({times})", visible(&dress.message)));
        if !samples {
            continue;
        }
        for line in diff::samples(&dress.expected, &dress.printed) {
            diff_line(lines, &line);
        }
    }
}

fn moves(lines: &mut Lines, case: &CaseResult, at_fault: Option<usize>) {
    let at_fault = at_fault.filter(|at| *at < case.moves.len());
    let typed: Vec<String> = case
        .moves
        .iter()
        .enumerate()
        .map(|(index, typed)| {
            let typed = visible_spaces(typed);
            if Some(index) == at_fault {
                format!("[{typed}]")
            } else {
                typed
            }
        })
        .collect();
    let mut text = if typed.is_empty() {
        "none".to_owned()
    } else {
        typed.join(" ")
    };
    if let Some(at) = at_fault {
        // Writing into a string cannot fail.
        let _ = write!(text, " (move {} of {} is at fault)", at + 1, case.moves.len());
    }
    lines.hanging("  Moves:  ", &text);
}

fn boards(lines: &mut Lines, expected: Option<&BoardPicture>, printed: Option<&BoardPicture>) {
    let captions = [("Expected", expected), ("Your program printed", printed)];
    let columns: Vec<Vec<String>> = captions
        .into_iter()
        .filter_map(|(caption, picture)| picture.map(|picture| drawn(caption, picture)))
        .collect();
    let Some(height) = columns.iter().map(Vec::len).max() else {
        return;
    };
    let widths: Vec<usize> = columns
        .iter()
        .map(|column| column.iter().map(|line| line.width()).max().unwrap_or(0))
        .collect();
    lines.blank();
    for index in 0..height {
        let mut line = String::new();
        for (column, width) in columns.iter().zip(&widths) {
            let text = column.get(index).map_or("", String::as_str);
            line.push_str(text);
            line.push_str(&" ".repeat(width - text.width() + GAP));
        }
        lines.verbatim("    ", line.trim_end());
    }
}

fn drawn(caption: &str, picture: &BoardPicture) -> Vec<String> {
    let grid = Grid::of(picture);
    let mut lines = vec![caption.to_owned()];
    let mut head = String::new();
    for column in 1..=grid.columns {
        let _ = write!(head, "{column:^3}");
    }
    lines.push(head);
    lines.extend(
        grid.rows
            .iter()
            .map(|row| row.iter().flat_map(|square| square_text(*square)).collect::<String>()),
    );
    lines
}

fn square_text(square: Square) -> [char; 3] {
    let piece = match square.piece {
        Piece::Empty => '.',
        Piece::One => '1',
        Piece::Two => '2',
        Piece::Unreadable => '?',
    };
    if square.marked {
        ['[', piece, ']']
    } else {
        [' ', piece, ' ']
    }
}

/// What differs within a line stands between `{` and `}` where a line differs only in part.
fn diff_line(lines: &mut Lines, line: &DiffLine) {
    let parts = diff::shown(line);
    let partly = parts.iter().any(|part| part.changed) && parts.iter().any(|part| !part.changed);
    let text: String = parts
        .iter()
        .map(|part| {
            if partly && part.changed {
                format!("{{{}}}", part.text)
            } else {
                part.text.clone()
            }
        })
        .collect();
    let separator = if line.side == Side::Gap { ':' } else { '|' };
    lines.verbatim(&format!("    {:>8} {separator} ", diff::label(line.side)), &text);
}

fn stop_lines(lines: &mut Lines, stop: &Stop) {
    lines.hanging("  Ended:  ", &visible(&stop_sentence(stop)));
    if let Some(place) = &stop.place {
        lines.hanging("          at ", &visible(&place_words(place)));
        if let Some(text) = &place.text {
            lines.verbatim("          > ", &visible(text));
        }
    }
}
