//! The class's page: figures, the table of students, the faults they share.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use maud::{Markup, html};

use super::identical;
use super::page::{CLASS_SCRIPT, CLASS_STYLE, bar, chip, page};
use super::people::link;
use crate::report::statistics::{Statistics, verdict_counts};
use crate::report::visible::visible;
use crate::report::words::{assignment_words, attention_lead, format_points, plural, verdict_meaning, verdict_word};
use crate::result::{ClassReport, FaultGroup, GroupInfo, StudentRow};

/// The page of a class.
pub fn class_page(class: &ClassReport) -> String {
    let statistics = Statistics::of(class);
    let body = html! {
        main class="wide" {
            (incomplete(class))
            header class="top" {
                p class="over" { (visible(&assignment_words(class))) @if class.strict { " · strict: games with different formatting earn no points" } }
                h1 { (visible(&class.title)) }
                p { (plural(class.students.len(), "submission")) }
            }
            @if let Some(doubt) = class.doubtful_assignment() {
                div class="incomplete" role="alert" { p { (visible(&doubt)) } }
            }
            (attention(class))
            div class="overview" {
                (figures(&statistics))
                @if statistics.scored > 0 { (histogram(&statistics)) }
            }
            (verdicts(class))
            (groups(class, &statistics))
            (shared(class, "Shared faults", &class.faults))
            (identical::section(class))
            (students(class))
            (shared(class, "Other findings", &class.findings))
            @if !class.remarks.is_empty() {
                section { h2 { "Remarks" } ul class="texts" { @for remark in &class.remarks { li { (visible(remark)) } } } }
            }
        }
        footer class="wide" { p { "c4grade " (visible(&class.version)) " · also available as " a href="scores.csv" { "scores.csv" } " and " a href="class.json" { "class.json" } } }
    };

    let title = format!("{} · class", visible(&class.title));
    page(&title, &CLASS_STYLE, &CLASS_SCRIPT, &body)
}

/// A warning at the top that this is not the whole class.
fn incomplete(class: &ClassReport) -> Markup {
    let Some(words) = class.incomplete() else {
        return html! {};
    };
    html! {
        div class="incomplete" role="alert" {
            p { strong { (words) } }
            p { "Grading was interrupted or is still running. The statistics on this page cover the submissions graded so far." }
            p { "To grade the rest, run the same command again with " code { "--resume" } "." }
            details {
                summary { "Not graded yet: " (plural(class.left.len(), "submission")) }
                ul class="texts" { @for slug in &class.left { li { (visible(slug)) } } }
            }
        }
    }
}

/// The submissions without a score, with what to do about each: first, because nothing else on the page counts them.
fn attention(class: &ClassReport) -> Markup {
    let rows: Vec<&StudentRow> = class.students.iter().filter(|row| row.score.is_none()).collect();
    let namesakes = class.namesakes();
    html! {
        @if !rows.is_empty() {
            section class="attention" id="attention" {
                h2 { "Needs attention (" (rows.len()) ")" }
                p class="lead" { (attention_lead(rows.len())) }
                ul {
                    @for row in rows {
                        li {
                            p { a href=(link(&row.slug)) { (visible(&row.name_among(&namesakes))) } " " (chip(verdict_word(row.verdict))) }
                            p { (visible(&row.summary)) }
                        }
                    }
                }
            }
        }
    }
}

fn figures(statistics: &Statistics) -> Markup {
    let of = format!(" of {}", format_points(statistics.max));
    html! {
        dl class="figures" {
            div class="score" { dt { "Mean" } dd { (format_points(statistics.mean)) span class="of" { (of) } } }
            div { dt { "Median" } dd { (format_points(statistics.median)) span class="of" { (of) } } }
            @if statistics.unscored > 0 {
                div { dt { "Without a score" } dd { (statistics.unscored) span class="what" { "listed above; not in the mean" } } }
            }
        }
    }
}

fn histogram(statistics: &Statistics) -> Markup {
    let most = statistics.histogram.iter().copied().max().unwrap_or(0).max(1);
    let bins = statistics.histogram.len();
    let edge = |bin: usize| format_points(statistics.max * bin as f64 / bins as f64);

    let mut words = "Distribution of scores.".to_owned();
    for (bin, count) in statistics.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
        // Writing into a string cannot fail.
        let _ = write!(
            words,
            " {} to {}: {}.",
            edge(bin),
            edge(bin + 1),
            plural(*count, "submission")
        );
    }
    html! {
        figure class="histogram" {
            figcaption { "Scores" }
            svg role="img" aria-label=(words) viewBox="0 0 420 130" width="420" height="130" {
                line class="axis" x1="8" x2="412" y1="108" y2="108" {}
                @for (bin, count) in statistics.histogram.iter().enumerate() {
                    @let height = (count * 84).div_ceil(most);
                    @if *count > 0 {
                        rect class="fill" x=(12 + bin * 40) y=(108 - height) width="34" height=(height) {}
                        text class="edge" x=(29 + bin * 40) y=(103 - height) { (count) }
                    }
                }
                @for bin in (0..=bins).step_by(2) { text class="edge" x=(10 + bin * 40) y="124" { (edge(bin)) } }
            }
        }
    }
}

fn verdicts(class: &ClassReport) -> Markup {
    html! {
        ul class="verdicts" {
            @for (verdict, count) in verdict_counts(class) {
                li { b { (count) } " " (chip(verdict_word(verdict))) " " span class="aside" { (verdict_meaning(verdict)) } }
            }
        }
    }
}

/// What share of its points the class earns in each group.
fn groups(class: &ClassReport, statistics: &Statistics) -> Markup {
    html! {
        @if statistics.scored > 0 && counted(class).count() > 1 {
            section {
                h2 { "Points earned by group" }
                ul class="groups" {
                    @for (index, group) in counted(class) {
                        @let share = statistics.groups.get(index).copied().unwrap_or(0.0);
                        li { span { (visible(&group.name)) } " " b { (format!("{:.0} %", share * 100.0)) } (bar(share)) }
                    }
                }
            }
        }
    }
}

fn students(class: &ClassReport) -> Markup {
    let namesakes = class.namesakes();
    html! {
        section {
            h2 { "Students" }
            div id="tools" hidden {
                label { "Filter " input id="filter" type="search" size="26" placeholder="name or what happened" autocomplete="off"; }
                label {
                    "Verdict "
                    select id="verdict" {
                        option value="" { "all" }
                        @for (verdict, _) in verdict_counts(class) { option value=(verdict_word(verdict)) { (verdict_word(verdict)) } }
                    }
                }
                output id="count" for="filter verdict" {}
            }
            div class="scroll class-table" tabindex="0" role="region" aria-label="Students" {
                table id="students" class="students" {
                    thead {
                        tr {
                            th scope="col" { "Student" }
                            th scope="col" { "Verdict and what happened" }
                            th scope="col" class="number" { "Score" }
                            th scope="col" class="number" { "Exact" }
                            th scope="col" class="number" { "Game" }
                            @for (_, group) in counted(class) { th scope="col" class="number" { (visible(&group.name)) " /\u{a0}" (format_points(group.max)) } }
                        }
                    }
                    tbody { @for row in &class.students { (student(class, row, &namesakes)) } }
                }
            }
            p class="aside" { "Score is the grade. Exact is the score if only exact output earned points. Game is the score ignoring formatting." }
        }
    }
}

/// The groups that points can be earned in, with their places.
fn counted(class: &ClassReport) -> impl Iterator<Item = (usize, &GroupInfo)> {
    class.groups.iter().enumerate().filter(|(_, group)| group.max > 0.0)
}

fn student(class: &ClassReport, row: &StudentRow, namesakes: &HashSet<&str>) -> Markup {
    let word = verdict_word(row.verdict);
    let points = |points: Option<f64>| points.map_or_else(String::new, format_points);
    html! {
        tr data-verdict=(word) data-unscored[row.score.is_none()] {
            th scope="row" { a href=(link(&row.slug)) { (visible(&row.name_among(namesakes))) } @if row.late { span class="what" { "late" } } }
            // The sentence runs on under the figures to its right; the style says how.
            td class="verdict" { (chip(word)) div class="summary" { p { (visible(&row.summary)) (also(row)) } } }
            td class="number" { (points(row.score)) }
            td class="number" { (points(row.exact_score)) }
            td class="number" { (points(row.game_score)) }
            @for (index, _) in counted(class) {
                td class="number" { (points(row.score.and(row.points_in(index)))) }
            }
        }
    }
}

/// How many findings there are that no case shows.
fn also(row: &StudentRow) -> Markup {
    html! { @if row.findings > 0 { " · " (plural(row.findings, "other finding")) } }
}

/// What students have in common, with the names of those who do.
fn shared(class: &ClassReport, title: &str, groups: &[FaultGroup]) -> Markup {
    let names: HashMap<&str, &str> = class
        .students
        .iter()
        .map(|row| (row.slug.as_str(), row.known_name()))
        .collect();
    let (shared, single): (Vec<&FaultGroup>, Vec<&FaultGroup>) =
        groups.iter().partition(|group| group.students.len() > 1);
    html! {
        @if !groups.is_empty() {
            section {
                h2 { (title) }
                @for group in shared { (one_fault(group, &names)) }
                @if !single.is_empty() {
                    details class="shared" {
                        summary { b { "1 student each" } " (" (single.len()) ")" }
                        @for group in single { (one_fault(group, &names)) }
                    }
                }
            }
        }
    }
}

fn one_fault(fault: &FaultGroup, names: &HashMap<&str, &str>) -> Markup {
    html! {
        details class="shared" {
            summary { b { (plural(fault.students.len(), "student")) } " · " (visible(&fault.message)) }
            ul class="names" {
                @for slug in &fault.students {
                    li {
                        @if let Some(name) = names.get(slug.as_str()) { a href=(link(slug)) { (visible(name)) } }
                        @else { (visible(slug)) }
                    }
                }
            }
        }
    }
}
