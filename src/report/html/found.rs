//! What was found out apart from the cases: the starter file, luck, what else was asked for.

use maud::{Markup, html};

use super::diagnosis::source;
use crate::report::visible::visible;
use crate::report::words::{deduction_words, kind_words};
use crate::result::Finding;

/// The section of all findings.
pub(super) fn section(findings: &[Finding]) -> Markup {
    html! {
        @if !findings.is_empty() {
            section id="found" {
                h2 { "Also found" }
                @for finding in findings { (one(finding, findings)) }
            }
        }
    }
}

fn one(finding: &Finding, all: &[Finding]) -> Markup {
    html! {
        article class="found" {
            header {
                h3 { (kind_words(finding.kind)) }
                span class={ "points" @if finding.deducted > 0.0 { " lost" } } { (deduction_words(finding, all)) }
            }
            p { (visible(&finding.message)) }
            (source(&finding.places))
        }
    }
}
