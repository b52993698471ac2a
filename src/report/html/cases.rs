//! Cases in brief, as a table that may be folded.

use maud::{Markup, html};

use super::page::chip;
use crate::report::block::{CaseRow, Cases, case_id};

/// So many cases of a list are described; of the others there are the numbers.
const DESCRIBED: usize = 20;

/// The cases; their numbers are in the line that unfolds them.
pub(super) fn cases(cases: &Cases) -> Markup {
    let Some(is_folded) = cases.is_folded else {
        // Cases that passed have nothing to say.
        let described: Vec<&CaseRow> = cases.rows.iter().filter(|row| row.sentence.is_some()).collect();
        return html! {
            p { (cases.numbers) }
            @if !described.is_empty() { (list(&described)) }
        };
    };
    if cases.rows.is_empty() {
        return html! { p { (cases.lead) ": " (cases.numbers) } };
    }
    let (described, others) = cases.rows.split_at(cases.rows.len().min(DESCRIBED));
    html! {
        details class="same-reason" open[!is_folded] {
            summary { (cases.lead) ": " (cases.numbers) }
            (list(&described.iter().collect::<Vec<_>>()))
            @if !others.is_empty() {
                p class="others" {
                    "Likewise: "
                    @for row in others { a id=[row.is_anchor.then(|| case_id(row.number))] { (row.number) } " " }
                }
            }
        }
    }
}

fn list(rows: &[&CaseRow]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Cases" {
            table class="cases" {
                thead {
                    tr {
                        th scope="col" { "Case" } th scope="col" { "Name" }
                        th scope="col" { "Moves" } th scope="col" class="number" { "Points" }
                    }
                }
                tbody { @for one in rows { (row(one)) } }
            }
        }
    }
}

fn row(row: &CaseRow) -> Markup {
    let id = case_id(row.number);
    html! {
        tr id=[row.is_anchor.then_some(&id)] {
            td { a href={ "#" (id) } { (row.number) } }
            td {
                (row.name)
                @if let Some(sentence) = &row.sentence { p class="what" { (sentence) } }
                @if let Some(command) = &row.command { p { code class="command" { (command) } } }
            }
            (keys(row))
            td class="number" { @if let Some(verdict) = row.verdict { (chip(verdict)) " " } (row.points) }
        }
    }
}

/// The moves of a case, or how many calls it makes.
fn keys(row: &CaseRow) -> Markup {
    if let Some(calls) = &row.calls {
        return html! { td { (calls) } };
    }
    html! {
        td class="keys" {
            @for (index, typed) in row.moves.typed.iter().enumerate() {
                @if index > 0 { " " }
                @if Some(index) == row.moves.wrong { mark { (typed) } } @else { (typed) }
            }
        }
    }
}
