//! A student's page.

use maud::{Markup, html};

use super::board::pieces;
use super::case::{dress, list, story};
use super::page::{STUDENT_SCRIPT, bar, chip, page};
use crate::diagnostic::Located;
use crate::grade::model::{GroupResult, StudentReport, Verdict};
use crate::report::finding;
use crate::report::stories::{Stories, Story, has_diff, told};
use crate::report::visible::visible;
use crate::report::words::{format_points, plural, unusual_rule, verdict_meaning, verdict_word};

/// The page of one student.
pub fn student_page(report: &StudentReport) -> String {
    let stories = Stories::of(report);
    let body = html! {
        (pieces())
        main {
            (heading(report))
            (figures(report))
            (contents(report, &stories))
            (rubric(&report.groups))
            (texts("How it was run", &report.settings))
            (texts("Notes", &report.notes))
            @if !report.dress.is_empty() {
                section { h2 { "Differences in format" } p class="lead" { "The game is the same; the text around it is not what was asked." } (dress(&report.dress, true)) }
            }
            @if !report.diagnostics.is_empty() { (findings(report)) }
            (told_section("failed", "Failed cases", &stories.failed))
            (told_section("format", "Right game, wrong format", &stories.format))
            @if !stories.skipped.is_empty() {
                section { h2 { "Cases not played (" (stories.skipped.len()) ")" } (list(&stories.skipped)) }
            }
            @if !stories.passed.is_empty() {
                section id="passed" {
                    details { summary { h2 { "Passed cases (" (stories.passed.len()) ")" } } (list(&stories.passed)) }
                }
            }
        }
        footer { p { "Graded by c4grade against " (visible(&report.assignment)) "." } }
    };
    page(
        &format!("{} · {}", visible(&report.student), visible(&report.title)),
        &STUDENT_SCRIPT,
        &body,
    )
}

fn heading(report: &StudentReport) -> Markup {
    html! {
        header class="top" {
            p class="over" { (visible(&report.title)) }
            h1 { (visible(&report.student)) }
            p class="file" { code { (visible(&report.file)) } }
            p { (chip(verdict_word(report.verdict))) " " span class="aside" { (verdict_meaning(report.verdict)) } }
            @if !report.summary.is_empty() { p class="sentence" { (visible(&report.summary)) } }
        }
    }
}

fn figures(report: &StudentReport) -> Markup {
    let max = format_points(report.max);
    html! {
        dl class="figures" {
            @if report.verdict == Verdict::GraderError {
                div class="score" {
                    dt { "Score" }
                    dd { "none" span class="what" { "this has to be graded again" } }
                }
            } @else {
                @for (name, class, points, what) in [
                    ("Score", Some("score"), report.score, "what counts"),
                    ("Exact", None, report.exact_score, "if only transcripts right to the byte earned points"),
                    ("Game", None, report.game_score, "if the format of a right game did not matter"),
                ] {
                    div class=[class] {
                        dt { (name) }
                        dd { (format_points(points)) span class="of" { " of " (max) } span class="what" { (what) } }
                    }
                }
            }
        }
    }
}

fn contents(report: &StudentReport, stories: &Stories<'_>) -> Markup {
    let failed = told(&stories.failed);
    let format = told(&stories.format);
    html! {
        @if report.cases().next().is_some() {
            nav aria-label="On this page" {
                ul {
                    @if failed > 0 { li { a href="#failed" { (plural(failed, "failed case")) } } }
                    @if format > 0 { li { a href="#format" { (plural(format, "case")) " in the wrong format" } } }
                    @if !stories.passed.is_empty() { li { a href="#passed" { (plural(stories.passed.len(), "passed case")) } } }
                }
            }
        }
    }
}

fn rubric(groups: &[GroupResult]) -> Markup {
    html! {
        @if !groups.is_empty() {
            section {
                h2 { "Points" }
                div class="scroll" tabindex="0" role="region" aria-label="Points" {
                    table class="rubric" {
                        thead { tr { th scope="col" { "Group" } th scope="col" class="number" { "Points" } th scope="col" { "How they come about" } } }
                        tbody {
                            @for group in groups {
                                tr {
                                    th scope="row" { (visible(&group.name)) (bar(group.points, group.max)) }
                                    td class="number" { (format_points(group.points)) " of " (format_points(group.max)) }
                                    td { (visible(&group.arithmetic)) @if let Some(rule) = unusual_rule(group) { span class="aside rule" { (visible(rule)) } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn texts(title: &str, texts: &[String]) -> Markup {
    html! {
        @if !texts.is_empty() {
            section { h2 { (title) } ul class="texts" { @for text in texts { li { (visible(text)) } } } }
        }
    }
}

fn findings(report: &StudentReport) -> Markup {
    let hidden = report.diagnostics.len().saturating_sub(finding::MOST);
    html! {
        section {
            h2 { "What the assembler said" }
            @for diagnostic in report.diagnostics.iter().take(finding::MOST) { (one_finding(&report.file, diagnostic)) }
            @if hidden > 0 { p { "and " (plural(hidden, "more finding"))  } }
        }
    }
}

fn one_finding(file: &str, diagnostic: &Located) -> Markup {
    let word = finding::severity_word(diagnostic.severity);
    html! {
        pre class="finding" tabindex="0" {
            strong { span class={ "severity " (word) } { (word) } (finding::headline(diagnostic)) }
            @for line in finding::lines(file, diagnostic) { "\n" (line) }
        }
    }
}

fn told_section(id: &str, title: &str, stories: &[Story<'_>]) -> Markup {
    html! {
        @if !stories.is_empty() {
            section id=(id) {
                h2 { (title) " (" (told(stories)) ")" }
                @if stories.iter().any(has_diff) {
                    p class="aside" { "In a diff, · is a blank that matters, ␍ a carriage return, ␀ a NUL; what differs within a line is underlined." }
                }
                @for one in stories { (story(one)) }
            }
        }
    }
}
