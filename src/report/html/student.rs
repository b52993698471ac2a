//! A student's page.

use maud::{Markup, html};

use super::blocks::blocks;
use super::board::pieces;
use super::page::{STUDENT_SCRIPT, chip, page};
use crate::report::block::{Document, Header, Section};
use crate::report::document::document;
use crate::result::StudentReport;

/// The page of one student.
pub fn student_page(report: &StudentReport) -> String {
    let Document { header, sections } = document(report);
    let body = html! {
        (pieces())
        main {
            (top(&header))
            (figures(&header))
            @if report.cases().next().is_some() { (contents(&sections)) }
            @for section in &sections { (self::section(section)) }
        }
        footer { p { (header.graded_with) } }
    };

    page(
        &format!("{} · {}", header.student, header.title),
        &STUDENT_SCRIPT,
        &body,
    )
}

fn top(header: &Header) -> Markup {
    html! {
        header class="top" {
            p class="over" { (header.title) }
            h1 { (header.student) }
            p class="file" { code { (header.file) } }
            p { (chip(header.verdict)) " " span class="aside" { (header.meaning) } }
            @if let Some(summary) = &header.summary { p class="sentence" { (summary) } }
        }
    }
}

fn figures(header: &Header) -> Markup {
    html! {
        dl class="figures" {
            @for figure in &header.figures {
                div class=[figure.is_grade.then_some("score")] {
                    dt { (figure.name) }
                    dd {
                        (figure.points)
                        @if let Some(max) = &figure.max { span class="of" { " of " (max) } }
                        span class="what" { (figure.note) }
                    }
                }
            }
        }
    }
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
