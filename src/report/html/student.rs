//! A student's page.

use maud::{Markup, html};

use super::board::pieces;
use super::case::{dress, legend, list, story};
use super::page::{STUDENT_SCRIPT, bar, chip, page};
use super::{calls, fault, found};
use crate::diagnostic::Located;
use crate::report::finding;
use crate::report::stories::{Stories, Story, told};
use crate::report::visible::visible;
use crate::report::words::{
    format_points, group_arithmetic, no_score, plural, points_of, run_words, score_arithmetic, taken_off, unusual_rule,
    verdict_meaning, verdict_word,
};
use crate::result::{GroupResult, StudentReport, Verdict};

/// The page of one student.
pub fn student_page(report: &StudentReport) -> String {
    let stories = Stories::of(report);
    let build_failed = report.verdict == Verdict::BuildFailed;
    let body = html! {
        (pieces())
        main {
            (heading(report))
            (figures(report))
            (contents(report, &stories))
            @if build_failed { (findings(report)) }
            (fault::section(&stories))
            (told_section("failed", if stories.faults.is_empty() { "Failed cases" } else { "Other failed cases" }, &stories.failed))
            @if !report.dress.is_empty() {
                section id="dress" { h2 { "Differences in format" } p class="lead" { "The game is the same; the text around it is not what was asked. " } (legend(true)) (dress(report.dress.iter(), true)) }
            }
            (told_section("format", "Right game, wrong format", &stories.format))
            (found::section(&report.findings))
            (rubric(report))
            (calls::sections(&stories))
            @if !build_failed { (findings(report)) }
            (texts("How it was run", &run_words(report)))
            (texts("Notes", &report.notes))
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
            @if report.score.is_none() {
                div class="score" {
                    dt { "Score" }
                    dd { "none" span class="what" { (no_score(report.verdict)) } }
                }
            }
            @for (name, class, points, what) in [
                ("Score", Some("score"), report.score, "what counts"),
                ("Exact", None, report.exact_score, "if only transcripts right to the byte earned points"),
                ("Game", None, report.game_score, "if the format of a right game did not matter"),
            ] {
                @if let Some(points) = points {
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
                    @if !stories.faults.is_empty() {
                        li { a href="#faults" { (plural(stories.faults.len(), "fault")) } " in " (plural(stories.in_faults(), "failed case")) }
                    }
                    @if failed > 0 { li { a href="#failed" { (plural(failed, if stories.faults.is_empty() { "failed case" } else { "other failed case" })) } } }
                    @if format > 0 { li { a href="#format" { (plural(format, "case")) " in the wrong format" } } }
                    @if !report.findings.is_empty() { li { a href="#found" { "also found: " (report.findings.len()) } } }
                    li { a href="#points" { "points" } }
                    @for (index, (group, _)) in stories.calls.iter().enumerate() {
                        li { a href={ "#calls-" (index + 1) } { (visible(&group.name)) } }
                    }
                    @if !stories.passed.is_empty() { li { a href="#passed" { (plural(stories.passed.len(), "passed case")) } } }
                }
            }
        }
    }
}

fn rubric(report: &StudentReport) -> Markup {
    html! {
        @if !report.groups.is_empty() {
            section id="points" {
                h2 { "Points" }
                div class="scroll" tabindex="0" role="region" aria-label="Points" {
                    table class="rubric" {
                        thead { tr { th scope="col" { "Group" } th scope="col" class="number" { "Points" } th scope="col" { "How they come about" } } }
                        tbody {
                            @for group in &report.groups { (rubric_row(group)) }
                            @for (kind, points) in taken_off(report) {
                                tr { th scope="row" { (kind) } td class="number" { "− " (format_points(points)) } td { "taken off; told under " a href="#found" { "Also found" } } }
                            }
                        }
                        @if let Some(sum) = score_arithmetic(report) {
                            tfoot { tr { th scope="row" { "Score" } td class="number" { @if let Some(score) = report.score { (points_of(score, report.max)) } } td { (sum) } } }
                        }
                    }
                }
            }
        }
    }
}

fn rubric_row(group: &GroupResult) -> Markup {
    html! {
        tr {
            th scope="row" { (visible(&group.name)) @if group.max > 0.0 { (bar(group.points, group.max)) } }
            td class="number" { (points_of(group.points, group.max)) }
            td { (visible(group_arithmetic(group))) @if let Some(rule) = unusual_rule(group) { span class="aside rule" { (visible(rule)) } } }
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
        @if !report.diagnostics.is_empty() {
            section {
                h2 { (finding::heading(&report.diagnostics)) }
                @for diagnostic in report.diagnostics.iter().take(finding::MOST) { (one_finding(&report.file, diagnostic)) }
                @if hidden > 0 { p { "and " (plural(hidden, "more finding"))  } }
            }
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
                (legend(stories.iter().any(Story::has_diff)))
                @for one in stories { (story(one)) }
            }
        }
    }
}
