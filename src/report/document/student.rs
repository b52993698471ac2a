//! The sections of a student's report, in reading order: what went wrong first, what passed last.

use super::case::{case_list, details, is_shown};
use super::evidence::{differences, text_repair};
use super::points::{FINDINGS, FINDINGS_HEADING, FORMAT_DIFFERENCES, FORMAT_DIFFERENCES_HEADING};
use super::{calls, fault, points, program};
use crate::report::block::{Block, Entry, EntryKind, Section, finding_id};
use crate::report::finding;
use crate::report::outline::{CaseDetails, Outline, count_cases};
use crate::report::trace::place_lines;
use crate::report::visible::visible;
use crate::report::words::{deduction_words, kind_words, plural, run_words};
use crate::result::{Finding, StudentReport, Verdict};

/// All sections that have something to say.
pub(super) fn sections(report: &StudentReport) -> Vec<Section> {
    let outline = Outline::of(report);
    let build_failed = report.verdict == Verdict::BuildFailed;

    let mut sections = Vec::new();
    sections.extend(diagnostics(report).filter(|_| build_failed));
    sections.extend(fault::section(&outline, report.verdict));
    sections.extend(failed(&outline));
    sections.extend(format_differences(report));
    sections.extend(format(&outline));
    sections.extend(findings(&report.findings));
    sections.extend(points::section(report));
    sections.extend(calls::sections(&outline));
    sections.extend(diagnostics(report).filter(|_| !build_failed));
    sections.extend(list("run", "How your program was run", &run_words(report)));
    sections.extend(list("notes", "Notes", &report.notes));
    sections.extend(program::section(report));
    sections.extend(skipped(&outline));
    sections.extend(passed(&outline));
    sections
}

fn failed(outline: &Outline<'_>) -> Option<Section> {
    let count = count_cases(&outline.failed);
    let (heading, link) = if outline.faults.is_empty() {
        ("Failed cases", plural(count, "failed case"))
    } else {
        ("Other failed cases", plural(count, "other failed case"))
    };
    detailed("failed", &format!("{heading} ({count})"), link, &outline.failed)
}

fn format(outline: &Outline<'_>) -> Option<Section> {
    let count = count_cases(&outline.format);
    let heading = format!("Correct games with different formatting ({count})");
    let link = format!("{} with different formatting", plural(count, "case"));
    detailed("format", &heading, link, &outline.format)
}

/// Cases, each with everything that belongs to it.
fn detailed(id: &str, heading: &str, link: String, cases: &[CaseDetails<'_>]) -> Option<Section> {
    if cases.is_empty() {
        return None;
    }

    let mut blocks = Vec::new();
    if cases.iter().any(CaseDetails::has_diff) {
        blocks.push(Block::DiffLegend);
    }
    let (shown, hidden): (Vec<_>, Vec<_>) = cases.iter().partition(|details| is_shown(details.case));
    blocks.extend(shown.into_iter().map(details));
    if !hidden.is_empty() {
        let cases = hidden
            .iter()
            .flat_map(|details| std::iter::once(&details.case).chain(&details.similar));
        let mut cases: Vec<_> = cases.copied().collect();
        cases.sort_by_key(|case| case.number);
        blocks.push(Block::Cases(case_list(String::new(), &cases, None)));
    }

    Some(Section {
        link: Some(link),
        ..Section::new(id, heading, blocks)
    })
}

fn format_differences(report: &StudentReport) -> Option<Section> {
    if report.format_differences.is_empty() {
        return None;
    }

    let lead = "These differences do not change the game, but the output does not match the expected output exactly.";
    let mut blocks = vec![
        Block::Lead(lead.into()),
        Block::DiffLegend,
        Block::Differences(differences(report.format_differences.iter(), true)),
    ];
    let repairs = report.format_differences.iter().filter_map(|one| one.repair.as_ref());
    blocks.extend(repairs.map(text_repair));
    Some(Section {
        link: Some(plural(report.format_differences.len(), "formatting difference")),
        ..Section::new(FORMAT_DIFFERENCES, FORMAT_DIFFERENCES_HEADING, blocks)
    })
}

fn findings(findings: &[Finding]) -> Option<Section> {
    if findings.is_empty() {
        return None;
    }

    let entries = (1..)
        .zip(findings)
        .map(|(number, one)| finding_entry(number, one, findings))
        .collect();
    Some(Section {
        link: Some(plural(findings.len(), "other finding")),
        ..Section::new(FINDINGS, FINDINGS_HEADING, entries)
    })
}

fn finding_entry(number: usize, finding: &Finding, all: &[Finding]) -> Block {
    let mut blocks = vec![Block::Sentence(visible(&finding.message).into_owned())];
    if !finding.places.is_empty() {
        blocks.push(Block::Source(place_lines(&finding.places)));
    }

    Block::Entry(Entry {
        id: Some(finding_id(number)),
        name: kind_words(finding.kind).to_owned(),
        title: String::new(),
        verdict: None,
        points: deduction_words(finding, all),
        kind: EntryKind::Finding(finding.deducted > 0.0),
        blocks,
    })
}

fn diagnostics(report: &StudentReport) -> Option<Section> {
    if report.diagnostics.is_empty() {
        return None;
    }

    let shown = report.diagnostics.iter().take(finding::MOST);
    let mut blocks: Vec<Block> = shown
        .map(|diagnostic| Block::Diagnostic {
            severity: finding::severity_word(diagnostic.severity),
            headline: finding::headline(diagnostic),
            lines: finding::lines(&report.file, diagnostic),
        })
        .collect();

    let hidden = report.diagnostics.len().saturating_sub(finding::MOST);
    if hidden > 0 {
        let text = format!("... and {}", plural(hidden, "more message"));
        blocks.push(Block::Lead(text.into()));
    }
    let heading = finding::heading(&report.diagnostics);
    Some(Section::new("diagnostics", heading, blocks))
}

fn list(id: &str, heading: &str, texts: &[String]) -> Option<Section> {
    let texts: Vec<String> = texts.iter().map(|text| visible(text).into_owned()).collect();
    (!texts.is_empty()).then(|| Section::new(id, heading, vec![Block::List(texts)]))
}

fn skipped(outline: &Outline<'_>) -> Option<Section> {
    if outline.skipped.is_empty() {
        return None;
    }

    let heading = format!("Cases not run ({})", outline.skipped.len());
    let cases = case_list(String::new(), &outline.skipped, None);
    Some(Section::new("skipped", &heading, vec![Block::Cases(cases)]))
}

fn passed(outline: &Outline<'_>) -> Option<Section> {
    if outline.passed.is_empty() {
        return None;
    }

    let count = outline.passed.len();
    let cases = case_list(String::new(), &outline.passed, None);
    Some(Section {
        link: Some(plural(count, "passed case")),
        is_folded: true,
        ..Section::new("passed", &format!("Passed cases ({count})"), vec![Block::Cases(cases)])
    })
}
