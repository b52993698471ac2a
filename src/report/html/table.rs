//! Tables, and running text with links.

use maud::{Markup, html};

use super::page::{bar, chip};
use crate::report::block::{Cell, Column, Prose, Row, Span, Table, TableKind};

/// Running text with links to other places of the page.
pub(super) fn prose(text: &Prose) -> Markup {
    html! {
        @for span in &text.0 {
            @match span {
                Span::Text(text) => (text),
                Span::Link { to, text } => a href={ "#" (to) } { (text) },
            }
        }
    }
}

/// A table. One that may be wide scrolls in its own frame.
pub(super) fn table(table: &Table) -> Markup {
    let class = match table.kind {
        TableKind::Points => "rubric",
        TableKind::Calls => "cases calls",
        TableKind::Registers => "registers",
    };

    let content = html! {
        table class=(class) {
            @if table.kind == TableKind::Registers { caption { (table.caption) } }
            thead { tr { @for column in &table.columns { th scope="col" class=[number(column)] { (column.heading) } } } }
            tbody { @for one in &table.rows { (row(one, table)) } }
            @if let Some(total) = &table.total { tfoot { (row(total, table)) } }
        }
    };

    html! {
        @if table.kind == TableKind::Registers { (content) } @else {
            div class="scroll" tabindex="0" role="region" aria-label=(table.caption) { (content) }
        }
    }
}

fn number(column: &Column) -> Option<&'static str> {
    column.is_number.then_some("number")
}

fn row(row: &Row, table: &Table) -> Markup {
    html! {
        tr id=[row.id.as_deref()] {
            @for (index, (cell, column)) in row.cells.iter().zip(&table.columns).enumerate() {
                @if index == 0 && table.kind != TableKind::Calls {
                    th scope="row" { (content(cell)) }
                } @else {
                    td class=[number(column)] {
                        (content(cell))
                        @if let Some(note) = row.note.as_ref().filter(|_| index == 1) { p class="what" { (prose(note)) } }
                    }
                }
            }
        }
    }
}

fn content(cell: &Cell) -> Markup {
    match cell {
        Cell::Text(text) => prose(text),
        Cell::Verdict(verdict) => chip(verdict),
        Cell::Group(name, share) => html! { (name) @if let Some(share) = share { (bar(*share)) } },
    }
}
