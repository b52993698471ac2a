//! One case that did not pass, as a section of the student's page.

use maud::{Markup, html};

use super::board::board;
use super::page::chip;
use crate::grade::model::{CaseResult, CaseVerdict, DiffLine, Dress, Failure, Side};
use crate::machine::Stop;
use crate::report::diff;
use crate::report::stories::Story;
use crate::report::visible::{visible, visible_spaces};
use crate::report::words::{
    case_word, ending_words, format_count, format_points, more_alike, place_words, stop_sentence,
};

/// More cases than this that fail alike are folded.
const UNFOLDED: usize = 6;

/// A case told in full, and those like it in brief.
pub(super) fn story(story: &Story<'_>) -> Markup {
    let case = story.case;
    html! {
        article class="case" id={ "case-" (case.number) } {
            header {
                h3 {
                    a href={ "#case-" (case.number) } { "Case " (case.number) }
                    " " span class="name" { (visible(&case.name)) }
                }
                span class="marks" { (chip(case_word(case.verdict))) " " span class="points" { (points(case)) } }
            }
            @if let Some(failure) = &case.failure {
                p class="sentence" { (visible(&failure.sentence)) }
                (moves(case, failure.at_move))
                (evidence(failure))
                @if failure.stop.is_none() { (ending(case)) }
            } @else {
                (moves(case, None))
                (ending(case))
            }
            p class="repeat" { span class="label" { "Repeat it" } " " code class="command" tabindex="0" { (visible(&case.command)) } }
            @if !story.alike.is_empty() { (alike(case.verdict, &story.alike)) }
        }
    }
}

/// Cases in brief: number, name, moves, points.
pub(super) fn list(cases: &[&CaseResult]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Cases" {
            table class="cases" {
                thead { tr { th scope="col" { "Case" } th scope="col" { "Name" } th scope="col" { "Moves" } th scope="col" class="number" { "Points" } } }
                tbody {
                    @for case in cases {
                        tr id={ "case-" (case.number) } {
                            td { a href={ "#case-" (case.number) } { (case.number) } }
                            td { (visible(&case.name)) }
                            td class="keys" { (visible(&case.moves.join(" "))) }
                            td class="number" { (points(case)) }
                        }
                    }
                }
            }
        }
    }
}

fn points(case: &CaseResult) -> String {
    format!("{} of {}", format_points(case.points), format_points(case.max))
}

fn alike(verdict: CaseVerdict, cases: &[&CaseResult]) -> Markup {
    html! {
        details class="alike" open[cases.len() <= UNFOLDED] {
            summary { (more_alike(verdict, cases.len())) }
            (list(cases))
        }
    }
}

fn moves(case: &CaseResult, at_fault: Option<usize>) -> Markup {
    let at_fault = at_fault.filter(|at| *at < case.moves.len());
    html! {
        div class="moves" {
            span class="label" { "Moves" }
            @if case.moves.is_empty() { " none" }
            ol {
                @for (index, typed) in case.moves.iter().enumerate() {
                    @if Some(index) == at_fault {
                        li class="fault" aria-label={ (visible(typed)) ", the move at fault" } { mark { (visible_spaces(typed)) } }
                    } @else {
                        li { (visible_spaces(typed)) }
                    }
                }
            }
            @if let Some(at) = at_fault {
                span class="aside" { "← move " (at + 1) " of " (case.moves.len()) " is at fault" }
            }
        }
    }
}

fn evidence(failure: &Failure) -> Markup {
    html! {
        @if failure.expected_board.is_some() || failure.printed_board.is_some() {
            div class="boards" {
                @if let Some(picture) = &failure.expected_board { (board("Expected", picture)) }
                @if let Some(picture) = &failure.printed_board { (board("Your program printed", picture)) }
            }
        }
        @if !failure.diff.is_empty() { (diff_table(&failure.diff)) }
        // The diff shows them already; without one, a sample does.
        @if !failure.dress.is_empty() { (dress(&failure.dress, failure.diff.is_empty())) }
        @if let Some(stop) = &failure.stop { (stop_block(stop)) }
    }
}

fn diff_table(lines: &[DiffLine]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Expected and printed lines" {
            table class="diff" {
                tbody { @for line in lines { (diff_row(line)) } }
            }
        }
    }
}

fn diff_row(line: &DiffLine) -> Markup {
    let class = match line.side {
        Side::Both => "both",
        Side::Expected => "expected",
        Side::Printed => "printed",
        Side::Gap => "gap",
    };
    html! {
        tr class=(class) {
            th scope="row" { (diff::label(line.side)) }
            td {
                @for part in diff::shown(line) {
                    @if part.changed { mark { (part.text) } } @else { (part.text) }
                }
            }
        }
    }
}

/// Differences in format, each with how often it occurs and, where asked, a sample.
pub(super) fn dress(all: &[Dress], samples: bool) -> Markup {
    html! {
        ul class="format-list" {
            @for dress in all {
                li {
                    p { (visible(&dress.message)) " " span class="aside" { "(" (times(dress.count)) ")" } }
                    @if samples {
                        table class="diff" {
                            tbody {
                                @for line in diff::samples(&dress.expected, &dress.printed) { (diff_row(&line)) }
                            }
                        }
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

fn stop_block(stop: &Stop) -> Markup {
    html! {
        div class="stop" {
            p { span class="label" { "How it ended" } " " (visible(&stop_sentence(stop))) }
            @if let Some(place) = &stop.place {
                p { "At " (visible(&place_words(place))) @if place.text.is_some() { ":" } }
                @if let Some(text) = &place.text { pre tabindex="0" { (visible(text)) } }
            }
        }
    }
}

fn ending(case: &CaseResult) -> Markup {
    html! {
        p class="ending" {
            span class="label" { "How it ended" }
            " The program " (ending_words(case.ending)) ", after " (format_count(case.instructions)) " instructions."
        }
    }
}
