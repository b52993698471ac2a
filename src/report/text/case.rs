//! One case that did not pass, as text.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::lines::Lines;
use super::machine::{cause, machine};
use crate::report::diff::{self, ShownPart};
use crate::report::picture::{Grid, Piece, Square, side_by_side};
use crate::report::stories::{Story, Told};
use crate::report::trace::ends_where;
use crate::report::visible::{visible, visible_spaces};
use crate::report::words::{
    case_word, ending_words, format_count, more_alike, place_words, plural, points_of, ranges, stop_sentence,
};
use crate::result::{BoardPicture, CaseResult, CaseVerdict, Dress, Failure, Side};
use crate::result::{Diagnosis, Stop};

/// Between two boards.
const GAP: usize = 6;

/// A case told in full, and the numbers of those like it.
pub(super) fn story(lines: &mut Lines, story: &Story<'_>) {
    let case = story.case;
    let failure = case.failure.as_ref();
    let diagnosis = story.diagnosis();
    heading(lines, case);
    if let Some(failure) = failure {
        lines.prose("  ", &visible(&failure.sentence));
    }
    if let Some(known) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) {
        cause(lines, known);
    }
    why(lines, story.why);
    moves(lines, &case.moves, failure.and_then(|failure| failure.at_move));
    if let Some(failure) = failure {
        evidence(lines, failure, &story.dress, diagnosis.map(|own| (own, None)));
    }
    if failure.is_none_or(|failure| failure.stop.is_none()) {
        let ending = ending_words(case.ending, case.instructions > 0);
        let mut text = format!("the program {ending}");
        if case.instructions > 0 {
            text += &format!(", after {} instructions", format_count(case.instructions));
        }
        lines.hanging("  Ended:  ", &text);
    }
    repeat(lines, &case.command);
    if !story.alike.is_empty() {
        let numbers = ranges(story.alike.iter().map(|case| case.number));
        let more = more_alike(case.verdict, story.alike.len());
        lines.hanging("  ", &format!("{more}: {numbers}"));
    }
}

/// A cause that is told elsewhere.
pub(super) fn why(lines: &mut Lines, told: Option<Told>) {
    match told {
        Some(Told::Case(number)) => lines.prose("  Cause:  ", &format!("the same as in case {number}.")),
        Some(Told::Fault(number)) => lines.prose("  Cause:  ", &format!("the same as of fault {number}.")),
        None => {}
    }
}

/// The calls of a subroutine; what is told of a fault is told there.
pub(super) fn call(lines: &mut Lines, story: &Story<'_>, fault: Option<usize>, counted: bool) {
    let case = story.case;
    let mut text = format!("{}: {}", case_word(case.verdict), visible(&case.name));
    if let Some(calls) = case.calls.filter(|_| case.verdict != CaseVerdict::Skipped) {
        text += &format!(", {}", plural(calls, "call"));
    }
    if counted {
        text += &format!(", {}", points_of(case.points, case.max));
    }
    lines.hanging(&format!("  Case {}  ", case.number), &text);
    let Some(failure) = &case.failure else { return };
    let told = fault.map_or_else(String::new, |number| format!(" Told under fault {number}."));
    lines.prose("    ", &format!("{}{told}", visible(&failure.sentence)));
    if fault.is_some() || case.verdict == CaseVerdict::Skipped {
        return;
    }
    let diagnosis = story.diagnosis();
    why(lines, story.why);
    if let Some(known) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) {
        cause(lines, known);
    }
    evidence(lines, failure, &story.dress, diagnosis.map(|own| (own, None)));
    repeat(lines, &case.command);
}

/// The first line of a case.
pub(super) fn heading(lines: &mut Lines, case: &CaseResult) {
    let (verdict, name) = (case_word(case.verdict), visible(&case.name));
    let points = if case.max > 0.0 {
        format!("{} points", points_of(case.points, case.max))
    } else {
        points_of(case.points, case.max)
    };
    lines.hanging(
        &format!("Case {}  ", case.number),
        &format!("{verdict}, {points}: {name}"),
    );
}

/// The command that repeats a game.
pub(super) fn repeat(lines: &mut Lines, command: &str) {
    lines.verbatim("  Repeat: ", &visible(command));
}

/// What shows a failure: boards, diff, how the run ended and what the machine looked like then.
pub(super) fn evidence(
    lines: &mut Lines,
    failure: &Failure,
    unnamed: &[&Dress],
    diagnosis: Option<(&Diagnosis, Option<usize>)>,
) {
    boards(lines, failure.expected_board.as_ref(), failure.printed_board.as_ref());
    if !failure.diff.is_empty() {
        lines.blank();
        for line in &failure.diff {
            diff_line(lines, line.side, &diff::shown(line));
        }
        lines.blank();
    } else if failure.expected_board.is_some() || failure.printed_board.is_some() {
        lines.blank();
    }
    // The diff shows them already; without one, a sample does.
    dress(lines, unnamed.iter().copied(), failure.diff.is_empty());
    let steps_shown = diagnosis.is_some_and(|(own, other)| other.is_none() && ends_where(own, failure.stop.as_ref()));
    if let Some(stop) = &failure.stop {
        stop_lines(lines, stop, steps_shown);
    }
    if let Some((diagnosis, other)) = diagnosis {
        machine(lines, diagnosis, other);
    }
}

/// Differences in format, each with how often it occurs and, where asked, a sample.
pub(super) fn dress<'a>(lines: &mut Lines, all: impl Iterator<Item = &'a Dress>, samples: bool) {
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
        for (side, parts) in diff::samples(&dress.expected, &dress.printed) {
            diff_line(lines, side, &parts);
        }
    }
}

/// The moves of a game, the one at fault between brackets.
pub(super) fn moves(lines: &mut Lines, moves: &[String], at_fault: Option<usize>) {
    let at_fault = at_fault.filter(|at| *at < moves.len());
    let typed = moves.iter().enumerate().map(|(index, typed)| {
        let typed = visible_spaces(typed);
        if Some(index) == at_fault {
            format!("[{typed}]")
        } else {
            typed
        }
    });
    let typed: Vec<String> = typed.collect();
    let mut text = if typed.is_empty() {
        "none".to_owned()
    } else {
        typed.join(" ")
    };
    if let Some(at) = at_fault {
        // Writing into a string cannot fail.
        let _ = write!(text, " (move {} of {} is at fault)", at + 1, moves.len());
    }
    lines.hanging("  Moves:  ", &text);
}

fn boards(lines: &mut Lines, expected: Option<&BoardPicture>, printed: Option<&BoardPicture>) {
    let columns: Vec<Vec<String>> = side_by_side(expected, printed)
        .into_iter()
        .map(|(caption, picture)| drawn(caption, picture))
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
fn diff_line(lines: &mut Lines, side: Side, parts: &[ShownPart]) {
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
    let separator = if side == Side::Gap { ':' } else { '|' };
    lines.verbatim(&format!("    {:>8} {separator} ", diff::label(side)), &text);
}

/// How a run ended, and where; the source line stands among the last instructions where these are shown.
fn stop_lines(lines: &mut Lines, stop: &Stop, steps_shown: bool) {
    lines.hanging("  Ended:  ", &visible(&stop_sentence(stop)));
    if let Some(place) = &stop.place {
        lines.hanging("          at ", &visible(&place_words(place)));
        if let Some(text) = place.text.as_ref().filter(|_| !steps_shown) {
            lines.verbatim("          > ", &visible(text));
        }
    }
}
