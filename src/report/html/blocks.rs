//! The blocks of a report as markup.

use maud::{Markup, html};

use super::board::board;
use super::cases::cases;
use super::control::labelled;
use super::page::chip;
use super::program::program;
use super::replay::replay;
use super::table::{prose, table};
use crate::report::block::{Block, DiffRow, Difference, Entry, EntryKind, Label, MOVES, Moves, Prose, REPEAT};
use crate::result::Side;

/// Blocks, one after the other.
pub(super) fn blocks(blocks: &[Block]) -> Markup {
    html! { @for block in blocks { (one(block)) } }
}

fn one(block: &Block) -> Markup {
    match block {
        Block::Lead(text) => html! { p class="lead" { (prose(text)) } },
        // Each diff explains its own signs.
        Block::DiffLegend => html! {},
        Block::Entry(entry) => self::entry(entry),
        Block::Example { id, text } => html! { h4 id=[id.as_deref()] { (text) } },
        Block::Sentence(text) => html! { p class="sentence" { (text) } },
        Block::Fact { label, text, source } => fact(*label, text, source),
        Block::Moves(moves) => self::moves(moves),
        Block::Boards(all) => {
            html! { div class="boards" { @for (caption, grid) in all { (board(caption, grid)) } } }
        }
        Block::Replay(replay) => self::replay(replay),
        Block::Diff(rows) => diff(rows),
        Block::Differences(all) => differences(all),
        Block::Source(lines) => source(lines),
        Block::Steps { caption, lines } => steps(caption, lines),
        Block::Table(all) => table(all),
        Block::Cases(all) => cases(all),
        Block::Command(command) => self::command(command),
        Block::Diagnostic {
            severity,
            headline,
            lines,
        } => diagnostic(severity, headline, lines),
        Block::Program(program) => self::program(program),
        Block::List(texts) => html! { ul class="texts" { @for text in texts { li { (text) } } } },
    }
}

fn entry(entry: &Entry) -> Markup {
    let (class, points) = match entry.kind {
        EntryKind::Fault => ("case fault", "points"),
        EntryKind::Case => ("case", "points"),
        EntryKind::Finding(true) => ("found", "points lost"),
        EntryKind::Finding(false) => ("found", "points"),
    };
    html! {
        article class=(class) id=[entry.id.as_deref()] {
            header {
                h3 {
                    @match &entry.id { Some(id) => a href={ "#" (id) } { (entry.name) }, None => (entry.name) }
                    @if !entry.title.is_empty() { " " span class="name" { (entry.title) } }
                }
                span class="marks" {
                    @if let Some(verdict) = entry.verdict { (chip(verdict)) " " }
                    span class=(points) { (entry.points) }
                }
            }
            (blocks(&entry.blocks))
        }
    }
}

fn fact(label: Label, text: &Prose, lines: &[String]) -> Markup {
    let class = match label {
        Label::Cause | Label::Place => "cause",
        Label::Ended => "stop",
        Label::Calls => "calls",
    };
    html! {
        div class=(class) {
            p {
                @if class == "cause" { strong { (label.word()) } } @else { span class="label" { (label.word()) } }
                " " (prose(text))
            }
            (source(lines))
        }
    }
}

/// The moves of a game, the one that shows the error marked.
fn moves(moves: &Moves) -> Markup {
    html! {
        div class="moves" {
            span class="label" { (MOVES) }
            @if moves.typed.is_empty() { " none" }
            ol {
                @for (index, typed) in moves.typed.iter().enumerate() {
                    @if Some(index) == moves.wrong {
                        li class="fault" aria-label={ (typed) ", where the error appears" } { mark { (labelled(typed)) } }
                    } @else {
                        li { (labelled(typed)) }
                    }
                }
            }
            @if let Some(note) = &moves.note { span class="aside" { "← " (note) } }
        }
    }
}

fn diff(rows: &[DiffRow]) -> Markup {
    html! {
        div class="scroll" tabindex="0" role="region" aria-label="Expected and printed lines" {
            (diff_table(rows))
        }
        (legend(rows))
    }
}

/// What the signs of a diff mean, where there are any.
fn legend(rows: &[DiffRow]) -> Markup {
    let mut parts = rows.iter().flat_map(|row| &row.parts);
    html! { @if parts.any(|part| part.text.contains('·')) { p class="aside" { "· is a space." } } }
}

fn diff_table(rows: &[DiffRow]) -> Markup {
    html! { table class="diff" { tbody { @for row in rows { (diff_row(row)) } } } }
}

fn diff_row(row: &DiffRow) -> Markup {
    let class = match row.side {
        Side::Both => "both",
        Side::Expected => "expected",
        Side::Printed => "printed",
        Side::Gap => "gap",
    };
    html! {
        tr class=(class) {
            th scope="row" { (row.label) }
            td { @for part in &row.parts { @if part.changed { mark { (labelled(&part.text)) } } @else { (labelled(&part.text)) } } }
        }
    }
}

fn differences(all: &[Difference]) -> Markup {
    html! {
        ul class="format-list" {
            @for difference in all {
                li {
                    p { (difference.message) " " span class="aside" { "(" (difference.times) ")" } }
                    @if !difference.sample.is_empty() { (diff_table(&difference.sample)) (legend(&difference.sample)) }
                }
            }
        }
    }
}

fn source(lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            pre class="source" tabindex="0" { @for line in lines { (line) "\n" } }
        }
    }
}

fn steps(caption: &str, lines: &[String]) -> Markup {
    let latest = lines.len().saturating_sub(1);
    html! {
        figure class="steps" {
            figcaption { (caption) }
            pre tabindex="0" {
                @for (index, line) in lines.iter().enumerate() {
                    @if index == latest { mark { "→ " (line) } } @else { "  " (line) "\n" }
                }
            }
        }
    }
}

fn command(command: &str) -> Markup {
    html! {
        p class="repeat" { span class="label" { (REPEAT) } " " code class="command" tabindex="0" { (command) } }
    }
}

fn diagnostic(severity: &str, headline: &str, lines: &[String]) -> Markup {
    html! {
        pre class="finding" tabindex="0" {
            strong { span class={ "severity " (severity) } { (severity) } (headline) }
            @for line in lines { "\n" (line) }
        }
    }
}
