//! A student's page.

use maud::{Markup, html};

use super::blocks::blocks;
use super::board::pieces;
use super::page::{PROGRAM_SCRIPT, REPLAY_SCRIPT, STUDENT_SCRIPT, STUDENT_STYLE, WHOLE_SCRIPT, chip, page};
use crate::report::block::{Document, Figure, Header, Section};
use crate::report::document::document;
use crate::result::StudentReport;

/// The page of one student.
pub fn student_page(report: &StudentReport) -> String {
    page_of(&document(report), report)
}

/// The same of a report whose document is made already.
pub(in crate::report) fn page_of(document: &Document, report: &StudentReport) -> String {
    let Document { header, sections } = document;
    let body = html! {
        (pieces())
        main {
            (top(header))
            @if report.cases().next().is_some() { (contents(sections)) }
            @for section in sections { (self::section(section)) }
        }
        footer { p { (header.graded_with) } }
    };

    let has = |class: &str| body.0.contains(&format!("class=\"{class}\""));
    let script = match (has("replay"), has("program")) {
        (true, true) => &WHOLE_SCRIPT,
        (true, false) => &REPLAY_SCRIPT,
        (false, true) => &PROGRAM_SCRIPT,
        (false, false) => &STUDENT_SCRIPT,
    };
    let title = format!("{} · {}", header.student, header.title);
    page(&title, &STUDENT_STYLE, script, &body)
}

/// Who, which grade, and the result in a sentence.
fn top(header: &Header) -> Markup {
    let (grade, others): (Vec<&Figure>, Vec<&Figure>) = header.figures.iter().partition(|figure| figure.is_grade);
    html! {
        header class="top" {
            p class="over" { (header.title) " · " code { (header.file) } }
            h1 { (header.student) }
            div class="result" {
                @for figure in grade { (self::grade(figure)) }
                (chip(header.verdict))
            }
            p class="sentence" { @match &header.summary { Some(summary) => (summary), None => (header.meaning) } }
            @if !others.is_empty() { p class="scores aside" { (scores(&others)) } }
        }
    }
}

fn grade(figure: &Figure) -> Markup {
    html! {
        span class="grade" {
            (figure.points)
            @if let Some(max) = &figure.max { span class="of" { " of " (max) } }
        }
        @if figure.max.is_none() { span class="aside" { (figure.note) } }
    }
}

/// The scores that are not the grade.
fn scores(figures: &[&Figure]) -> String {
    let words = figures.iter().map(|figure| {
        let name = figure.name.to_lowercase();
        let max = figure
            .max
            .as_deref()
            .map(|max| format!(" of {max}"))
            .unwrap_or_default();
        format!("{name} {}{max} ({})", figure.points, figure.note)
    });
    format!("Also: {}", words.collect::<Vec<_>>().join(", "))
}

fn contents(sections: &[Section]) -> Markup {
    let listed = sections
        .iter()
        .filter_map(|section| Some((&section.id, section.link.as_ref()?)));
    html! {
        nav aria-label="On this page" {
            ul {
                @for (id, link) in listed { li { a href={ "#" (id) } { (link) } } }
            }
        }
    }
}

fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            @if section.is_folded {
                details { summary { h2 { (section.heading) } } (blocks(&section.blocks)) }
            } @else {
                h2 { (section.heading) }
                (blocks(&section.blocks))
            }
        }
    }
}
