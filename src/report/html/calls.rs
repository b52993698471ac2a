//! Subroutines that were called by themselves, a table for each group of the rubric.

use maud::{Markup, html};

use super::case::{evidence, repeat, why};
use super::diagnosis::cause;
use super::page::chip;
use crate::report::stories::{Stories, Story};
use crate::report::visible::visible;
use crate::report::words::{case_word, format_count, points_of};
use crate::result::{CaseVerdict, GroupResult};

/// A section for each group.
pub(super) fn sections(stories: &Stories<'_>) -> Markup {
    html! {
        @for (index, (group, cases)) in stories.calls.iter().enumerate() {
            section id={ "calls-" (index + 1) } { (table(group, cases, stories)) }
        }
    }
}

fn table(group: &GroupResult, cases: &[Story<'_>], stories: &Stories<'_>) -> Markup {
    html! {
        h2 { (visible(&group.name)) @if group.max <= 0.0 { " " span class="aside" { "not counted" } } }
        p class="lead" { "Here your subroutines are called by themselves, one call after the other, with no game around them." }
        div class="scroll" tabindex="0" role="region" aria-label=(visible(&group.name)) {
            table class="cases calls" {
                thead {
                    tr {
                        th scope="col" { "Case" } th scope="col" { "Subroutine" } th scope="col" class="number" { "Calls" }
                        th scope="col" { "Verdict" } @if group.max > 0.0 { th scope="col" class="number" { "Points" } }
                    }
                }
                tbody { @for story in cases { (row(group, story, stories.fault_of(story.case))) } }
            }
        }
    }
}

fn row(group: &GroupResult, story: &Story<'_>, fault: Option<usize>) -> Markup {
    let case = story.case;
    html! {
        tr id={ "case-" (case.number) } {
            td { a href={ "#case-" (case.number) } { (case.number) } }
            td { (visible(&case.name)) (told(story, fault)) }
            td class="number" { @if let Some(calls) = case.calls.filter(|_| case.verdict != CaseVerdict::Skipped) { (format_count(calls as u64)) } }
            td { (chip(case_word(case.verdict))) }
            @if group.max > 0.0 { td class="number" { (points_of(case.points, case.max)) } }
        }
    }
}

/// What is said of one that did not pass; where a fault tells it, where.
fn told(story: &Story<'_>, fault: Option<usize>) -> Markup {
    let case = story.case;
    let Some(failure) = &case.failure else {
        return html! {};
    };
    let diagnosis = story.diagnosis();
    html! {
        p class="what" {
            (visible(&failure.sentence))
            @if let Some(number) = fault { " Told under " a href={ "#fault-" (number) } { "fault " (number) } "." }
        }
        @if fault.is_none() && case.verdict != CaseVerdict::Skipped {
            @if let Some(known) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) { (cause(known)) }
            (why(story.why))
            (evidence(failure, &story.dress, diagnosis.map(|own| (own, None))))
            (repeat(&case.command))
        }
    }
}
