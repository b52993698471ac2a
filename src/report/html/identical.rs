//! Programs that are the same: a list on the class's page, and a page with their sources side by side. For the staff alone: no
//! student's page links to it.

use std::collections::HashMap;

use maud::{Markup, html};

use super::page::{CLASS_STYLE, STUDENT_SCRIPT, page};
use super::people::link;
use crate::diagnostic::visible::{Keep, visible as visible_but};
use crate::report::visible::visible;
use crate::report::words::{plural, same_words};
use crate::report::writer::IDENTICAL;
use crate::result::{ClassReport, SamePrograms};

/// The most lines of a source that are shown, and the most bytes of all sources of a page.
const MOST_LINES: usize = 2_000;
const MOST_BYTES: usize = 4 << 20;

/// The section of the class's page.
pub(super) fn section(class: &ClassReport) -> Markup {
    html! {
        @if !class.identical.is_empty() {
            section id="identical" {
                h2 { "Programs that are the same" }
                ul class="texts" {
                    @for (index, group) in class.identical.iter().enumerate() {
                        li {
                            (same_words(group)) ": " (students(class, group))
                            @if !group.is_starter { " (" a href={ (IDENTICAL) "#same-" (index + 1) } { "compare" } ")" }
                        }
                    }
                }
                p class="aside" { "This is a fact, not a judgement. Students do not see it." }
            }
        }
    }
}

/// The page with the sources.
pub fn identical_page(class: &ClassReport) -> String {
    let mut room = MOST_BYTES;
    let body = html! {
        main class="wide" {
            header class="top" {
                p class="over" { a href="index.html" { "Class" } }
                h1 { "Programs that are the same" }
                p { (visible(&class.title)) }
            }
            @if class.identical.is_empty() { p { "No two programs are the same." } }
            @for (index, group) in class.identical.iter().enumerate() {
                section id={ "same-" (index + 1) } {
                    h2 { (plural(group.students.len(), "program")) }
                    p { (same_words(group)) ": " (students(class, group)) }
                    (sources(class, group, &mut room))
                }
            }
        }
        footer class="wide" { p { "c4grade " (visible(&class.version)) } }
    };

    let title = format!("{} · programs that are the same", visible(&class.title));
    page(&title, &CLASS_STYLE, &STUDENT_SCRIPT, &body)
}

/// The students of a group, each with a link to the page.
fn students(class: &ClassReport, group: &SamePrograms) -> Markup {
    let names = names(class);
    html! {
        @for (index, slug) in group.students.iter().enumerate() {
            @if index > 0 { ", " }
            @match names.get(slug.as_str()) {
                Some(name) => a href=(link(slug)) { (visible(name)) },
                None => (visible(slug)),
            }
        }
    }
}

fn names(class: &ClassReport) -> HashMap<&str, &str> {
    let rows = class.students.iter();
    rows.map(|row| (row.slug.as_str(), row.known_name())).collect()
}

/// The sources of a group side by side, as far as there is room.
fn sources(class: &ClassReport, group: &SamePrograms, room: &mut usize) -> Markup {
    let names = names(class);
    html! {
        div class="beside" tabindex="0" role="region" aria-label="Sources side by side" {
            @for (index, slug) in group.students.iter().enumerate().filter(|_| !group.is_starter) {
                @let who = names.get(slug.as_str()).copied().unwrap_or(slug);
                div {
                    h3 { (visible(who)) }
                    @match group.sources.get(index).filter(|source| source.len() <= *room) {
                        Some(source) => pre { (shown(source, room)) },
                        None => p class="aside" { "There is no room for this source here." },
                    }
                }
            }
        }
    }
}

/// A source with its line numbers.
fn shown(source: &str, room: &mut usize) -> String {
    let mut text = String::new();
    for (index, line) in source.lines().take(MOST_LINES).enumerate() {
        text += &format!(
            "{:>4}  {}\n",
            index + 1,
            visible_but(&line.replace('\t', "    "), Keep::Nothing)
        );
    }
    let left = source.lines().count().saturating_sub(MOST_LINES);
    if left > 0 {
        text += &format!("... and {}\n", plural(left, "more line"));
    }
    *room = room.saturating_sub(text.len());
    text
}
