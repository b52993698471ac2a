//! The faults of a submission: what cases that fail alike have in common, the game that shows it, and the cases.

use maud::{Markup, html};

use super::case::{UNFOLDED, evidence, keys, legend, moves, repeat, why};
use super::diagnosis::cause;
use super::page::chip;
use crate::report::stories::{Example, FaultStory, Stories, Told};
use crate::report::visible::visible;
use crate::report::words::{case_word, fault_lead, lost_words, plural, points_of, ranges};
use crate::result::CaseResult;

/// The section of all faults.
pub(super) fn section(stories: &Stories<'_>) -> Markup {
    let cases = stories.in_faults();
    html! {
        @if !stories.faults.is_empty() {
            section id="faults" {
                h2 { "What went wrong" }
                @if stories.faults.len() > 1 {
                    p class="lead" {
                        (plural(stories.faults.len(), "fault")) " in " (plural(cases, "failed case")) "; those that cost most come first."
                    }
                }
                (legend(stories.faults.iter().any(FaultStory::has_diff)))
                @for (index, story) in stories.faults.iter().enumerate() { (one(index + 1, story)) }
            }
        }
    }
}

fn one(number: usize, story: &FaultStory<'_>) -> Markup {
    let id = format!("fault-{number}");
    html! {
        article class="case fault" id=(id) aria-labelledby={ (id) "-name" } {
            header {
                h3 id={ (id) "-name" } { a href={ "#" (id) } { "Fault " (number) } " " span class="name" { (fault_lead(story.fault)) ": " (visible(&story.fault.message)) } }
                span class="marks" {
                    @if let Some(verdict) = story.verdict() { (chip(case_word(verdict))) " " }
                    span class="points" { (lost_words(story.fault.lost)) }
                }
            }
            @if let Some(known) = story.untold_cause() { (cause(known)) }
            (why(story.why))
            @if let Some(example) = &story.example { (shown(example, story.is_one_case(), story.why)) }
            @if !story.is_one_case() { (cases(story)) }
        }
    }
}

/// What shows the fault. Where there is no other case, this is the place of the one.
fn shown(example: &Example<'_>, alone: bool, told: Option<Told>) -> Markup {
    let calls = example.case.and_then(|case| case.calls);
    // The calls of a subroutine have their place in a table of their own.
    let own = example.case.filter(|case| alone && case.calls.is_none());
    html! {
        h4 id=[own.map(|case| format!("case-{}", case.number))] {
            @match example.case {
                Some(case) => { "Case " (case.number) @if !alone { " shows it" } ": " span class="name" { (visible(&case.name)) } }
                None => "The shortest game that shows it",
            }
        }
        p class="sentence" { (visible(&example.failure.sentence)) }
        @match calls {
            Some(calls) => p { span class="label" { "Calls" } " " (calls) },
            None => (moves(example.moves, example.failure.at_move)),
        }
        (evidence(example.failure, &example.dress, example.diagnosis.filter(|_| told.is_none())))
        (repeat(example.command))
    }
}

fn cases(story: &FaultStory<'_>) -> Markup {
    let mixed = story.verdict().is_none();
    html! {
        details class="alike" open[story.cases.len() <= UNFOLDED] {
            summary {
                (if story.cases.len() == 1 { "The case" } else { "The cases" }) ": "
                (ranges(story.cases.iter().map(|case| case.number)))
            }
            div class="scroll" tabindex="0" role="region" aria-label="Cases with this fault" {
                table class="cases" {
                    thead {
                        tr {
                            th scope="col" { "Case" } th scope="col" { "Name" }
                            th scope="col" { "Moves" } th scope="col" class="number" { "Points" }
                        }
                    }
                    tbody { @for case in &story.cases { (row(case, story.example.as_ref(), mixed)) } }
                }
            }
        }
    }
}

fn row(case: &CaseResult, example: Option<&Example<'_>>, mixed: bool) -> Markup {
    let failure = case.failure.as_ref();
    let is_shown = example
        .and_then(|example| example.case)
        .is_some_and(|shown| shown.number == case.number);
    // What is told of one that fails like an earlier case is told there.
    let own = failure.filter(|failure| failure.like.is_none() && !is_shown);
    let sentence = own.map(|failure| failure.sentence.as_str());
    let sentence = sentence.filter(|own| example.is_none_or(|example| example.failure.sentence != *own));
    let id = case.calls.is_none().then(|| format!("case-{}", case.number));
    html! {
        tr id=[id] {
            td { a href={ "#case-" (case.number) } { (case.number) } }
            td {
                (visible(&case.name))
                @if let Some(sentence) = sentence { p class="what" { (visible(sentence)) } }
                @if own.is_some() { p { code class="command" { (visible(&case.command)) } } }
            }
            (keys(case, failure.and_then(|failure| failure.at_move)))
            td class="number" { @if mixed { (chip(case_word(case.verdict))) " " } (points_of(case.points, case.max)) }
        }
    }
}
