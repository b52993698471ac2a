//! Cases as parts of the student's page: one that did not pass, told in full, and many in brief.

use maud::{Markup, html};

use super::board::board;
use super::diagnosis::{cause, machine};
use super::page::chip;
use crate::report::diff::{self, ShownPart};
use crate::report::picture::side_by_side;
use crate::report::stories::{Story, Told};
use crate::report::trace::ends_where;
use crate::report::visible::{visible, visible_spaces};
use crate::report::words::{
    case_word, ending_words, format_count, more_alike, place_words, plural, points_of, stop_sentence,
};
use crate::result::{CaseResult, CaseVerdict, DiffLine, Dress, Failure, Side};
use crate::result::{Diagnosis, Stop};

/// More cases than this that fail alike are folded.
pub(super) const UNFOLDED: usize = 6;

/// A case told in full, and those like it in brief.
pub(super) fn story(story: &Story<'_>) -> Markup {
    let case = story.case;
    let failure = case.failure.as_ref();
    let diagnosis = story.diagnosis();
    html! {
        article class="case" id={ "case-" (case.number) } {
            header {
                h3 {
                    a href={ "#case-" (case.number) } { "Case " (case.number) }
                    " " span class="name" { (visible(&case.name)) }
                }
                span class="marks" { (chip(case_word(case.verdict))) " " span class="points" { (points_of(case.points, case.max)) } }
            }
            @if let Some(failure) = failure { p class="sentence" { (visible(&failure.sentence)) } }
            @if let Some(known) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) { (cause(known)) }
            (why(story.why))
            (moves(&case.moves, failure.and_then(|failure| failure.at_move)))
            @if let Some(failure) = failure { (evidence(failure, &story.dress, diagnosis.map(|own| (own, None)))) }
            @if failure.is_none_or(|failure| failure.stop.is_none()) { (ending(case)) }
            (repeat(&case.command))
            @if !story.alike.is_empty() { (alike(case.verdict, &story.alike)) }
        }
    }
}

/// Cases in brief: number, name, moves, points; what is said of a case that was not played.
pub(super) fn list(cases: &[&CaseResult]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Cases" {
            table class="cases" {
                thead { tr { th scope="col" { "Case" } th scope="col" { "Name" } th scope="col" { "Moves" } th scope="col" class="number" { "Points" } } }
                tbody {
                    @for case in cases {
                        @let said = case.failure.as_ref().filter(|_| case.verdict == CaseVerdict::Skipped);
                        tr id={ "case-" (case.number) } {
                            td { a href={ "#case-" (case.number) } { (case.number) } }
                            td { (visible(&case.name)) @if let Some(said) = said { p class="what" { (visible(&said.sentence)) } } }
                            (keys(case, None))
                            td class="number" { (points_of(case.points, case.max)) }
                        }
                    }
                }
            }
        }
    }
}

/// The cell of a case's moves, or of how many calls it makes.
pub(super) fn keys(case: &CaseResult, at_fault: Option<usize>) -> Markup {
    if let Some(calls) = case.calls {
        return html! { td { (plural(calls, "call")) } };
    }
    let Some((at, wrong)) = at_fault.and_then(|at| Some((at, case.moves.get(at)?))) else {
        return html! { td class="keys" { (visible(&case.moves.join(" "))) } };
    };
    let (before, after) = (case.moves[..at].join(" "), case.moves[at + 1..].join(" "));
    html! {
        td class="keys" { (visible(&before)) " " mark { (visible(wrong)) } @if !after.is_empty() { " " (visible(&after)) } }
    }
}

/// A cause that is told elsewhere.
pub(super) fn why(told: Option<Told>) -> Markup {
    html! {
        @match told {
            Some(Told::Case(number)) => p { strong { "Cause" } " the same as in " a href={ "#case-" (number) } { "case " (number) } "." },
            Some(Told::Fault(number)) => p { strong { "Cause" } " the same as of " a href={ "#fault-" (number) } { "fault " (number) } "." },
            None => {}
        }
    }
}

/// How to read a diff, where one follows.
pub(super) fn legend(wanted: bool) -> Markup {
    html! {
        @if wanted {
            p class="aside" { "In a diff, · is a blank that matters, ␍ a carriage return, ␊ a line feed, ␀ a NUL; what differs within a line is underlined." }
        }
    }
}

/// The command that repeats a game.
pub(super) fn repeat(command: &str) -> Markup {
    html! {
        p class="repeat" { span class="label" { "Repeat it" } " " code class="command" tabindex="0" { (visible(command)) } }
    }
}

fn alike(verdict: CaseVerdict, cases: &[&CaseResult]) -> Markup {
    html! {
        details class="alike" open[cases.len() <= UNFOLDED] {
            summary { (more_alike(verdict, cases.len())) }
            (list(cases))
        }
    }
}

/// The moves of a game with the one at fault marked.
pub(super) fn moves(moves: &[String], at_fault: Option<usize>) -> Markup {
    let at_fault = at_fault.filter(|at| *at < moves.len());
    html! {
        div class="moves" {
            span class="label" { "Moves" }
            @if moves.is_empty() { " none" }
            ol {
                @for (index, typed) in moves.iter().enumerate() {
                    @if Some(index) == at_fault {
                        li class="fault" aria-label={ (visible(typed)) ", the move at fault" } { mark { (visible_spaces(typed)) } }
                    } @else {
                        li { (visible_spaces(typed)) }
                    }
                }
            }
            @if let Some(at) = at_fault {
                span class="aside" { "← move " (at + 1) " of " (moves.len()) " is at fault" }
            }
        }
    }
}

/// What shows a failure: boards, diff, how the run ended and what the machine looked like then.
pub(super) fn evidence(
    failure: &Failure,
    unnamed: &[&Dress],
    diagnosis: Option<(&Diagnosis, Option<usize>)>,
) -> Markup {
    let steps_shown = diagnosis.is_some_and(|(own, other)| other.is_none() && ends_where(own, failure.stop.as_ref()));
    html! {
        @let boards = side_by_side(failure.expected_board.as_ref(), failure.printed_board.as_ref());
        @if !boards.is_empty() {
            div class="boards" { @for (caption, picture) in boards { (board(caption, picture)) } }
        }
        @if !failure.diff.is_empty() { (diff_table(&failure.diff)) }
        // The diff shows them already; without one, a sample does.
        @if !unnamed.is_empty() { (dress(unnamed.iter().copied(), failure.diff.is_empty())) }
        @if let Some(stop) = &failure.stop { (stop_block(stop, steps_shown)) }
        @if let Some((diagnosis, other)) = diagnosis { (machine(diagnosis, other)) }
    }
}

fn diff_table(lines: &[DiffLine]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Expected and printed lines" {
            table class="diff" {
                tbody { @for line in lines { (diff_row(line.side, &diff::shown(line))) } }
            }
        }
    }
}

fn diff_row(side: Side, parts: &[ShownPart]) -> Markup {
    let class = match side {
        Side::Both => "both",
        Side::Expected => "expected",
        Side::Printed => "printed",
        Side::Gap => "gap",
    };
    html! {
        tr class=(class) {
            th scope="row" { (diff::label(side)) }
            td {
                @for part in parts {
                    @if part.changed { mark { (part.text) } } @else { (part.text) }
                }
            }
        }
    }
}

/// Differences in format, each with how often it occurs and, where asked, a sample.
pub(super) fn dress<'a>(all: impl Iterator<Item = &'a Dress>, samples: bool) -> Markup {
    html! {
        ul class="format-list" {
            @for dress in all {
                li {
                    p { (visible(&dress.message)) " " span class="aside" { "(" (times(dress.count)) ")" } }
                    @let lines = if samples { diff::samples(&dress.expected, &dress.printed) } else { Vec::new() };
                    @if !lines.is_empty() {
                        table class="diff" { tbody { @for (side, parts) in &lines { (diff_row(*side, parts)) } } }
                    }
                }
            }
        }
    }
}

fn times(count: u64) -> String {
    if count == 1 {
        "once".to_owned()
    } else {
        format!("{} times", format_count(count))
    }
}

/// How a run ended, and where; the source line stands among the last instructions where these are shown.
fn stop_block(stop: &Stop, steps_shown: bool) -> Markup {
    html! {
        div class="stop" {
            p { span class="label" { "How it ended" } " " (visible(&stop_sentence(stop)))
                @if let Some(place) = &stop.place { " At " (visible(&place_words(place))) @if place.text.is_some() && !steps_shown { ":" } @else { "." } }
            }
            @if let Some(text) = stop.place.as_ref().and_then(|place| place.text.as_ref()).filter(|_| !steps_shown) {
                pre tabindex="0" { (visible(text)) }
            }
        }
    }
}

fn ending(case: &CaseResult) -> Markup {
    html! {
        p class="ending" {
            span class="label" { "How it ended" }
            " The program " (ending_words(case.ending, case.instructions > 0))
            @if case.instructions > 0 { ", after " (format_count(case.instructions)) " instructions" } "."
        }
    }
}
