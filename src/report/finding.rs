//! Messages of the assembler or compiler, as a terminal shows them: text and page show the same block.

use unicode_width::UnicodeWidthStr as _;

use super::visible::visible;
use crate::diagnostic::{Located, Severity};

/// More findings of one submission are counted, not shown.
pub(super) const MOST: usize = 50;

/// How much of a long source line is shown.
const EXCERPT: usize = 100;

/// The heading of the messages.
pub(super) fn heading(diagnostics: &[Located]) -> &'static str {
    let by_compiler = |one: &Located| one.code.starts_with("compiler") || one.code == "build";
    if diagnostics.iter().any(by_compiler) {
        "Compiler messages"
    } else {
        "Assembler messages"
    }
}

/// The word of a severity.
pub(super) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The first line of a finding without its severity: `[undefined-label]: no label FOO`.
pub(super) fn headline(finding: &Located) -> String {
    format!("[{}]: {}", visible(&finding.code), visible(&finding.message))
}

/// The lines under the headline: place, source line with a caret, what to do.
pub(super) fn lines(file: &str, finding: &Located) -> Vec<String> {
    let mut lines = Vec::new();
    let number = finding.line.map(|line| line.to_string()).unwrap_or_default();
    let margin = " ".repeat(number.len().max(2));
    let file = visible(finding.file.as_deref().unwrap_or(file));

    match (finding.line, finding.column) {
        (Some(line), Some(column)) => lines.push(format!("{margin}--> {file}:{line}:{column}")),
        (Some(line), None) => lines.push(format!("{margin}--> {file}:{line}")),
        _ => lines.push(format!("{margin}--> {file}")),
    }

    if let Some(excerpt) = &finding.excerpt {
        let (source, indent) = excerpt_at(excerpt, finding.column);
        lines.push(format!("{margin} |"));
        lines.push(format!("{number:>2} | {source}").trim_end().to_owned());
        let caret = indent.map(|indent| " ".repeat(indent) + "^").unwrap_or_default();
        let label = finding.label.as_deref().map(visible).unwrap_or_default();
        let under = [caret.as_str(), &label].join(" ");
        if !under.trim().is_empty() {
            lines.push(format!("{margin} | {}", under.trim_end()));
        }
    } else if let Some(label) = &finding.label {
        lines.push(format!("{margin} = {}", visible(label)));
    }

    if let Some(help) = &finding.help {
        lines.push(format!("{margin} = help: {}", visible(help)));
    }
    if let Some(replacement) = &finding.replacement {
        lines.push(format!("{margin} = write: {}", visible(replacement)));
    }
    lines
}

/// The part of a source line around a column, visible, and how far the column is from its left edge.
fn excerpt_at(excerpt: &str, column: Option<u32>) -> (String, Option<usize>) {
    let at = column.map(|column| (column as usize).saturating_sub(1));
    // A place far to the right comes into view by leaving out what is left of it.
    let skipped = at.filter(|at| *at + 20 > EXCERPT).map_or(0, |at| at - EXCERPT / 2);
    let mut window = excerpt.trim_end_matches(['\r', '\n']).chars().skip(skipped);
    let shown: String = window.by_ref().take(EXCERPT).collect();

    let mut source = if skipped > 0 { "…".to_owned() } else { String::new() };
    let lead = source.width();
    source.push_str(&source_text(&shown));
    if window.next().is_some() {
        source.push('…');
    }
    let indent = at.map(|at| lead + source_text(&shown.chars().take(at - skipped).collect::<String>()).width());
    (source, indent)
}

/// Source is indented with tabs as often as not; there they are no fault, and shown as blanks.
pub(super) fn source_text(text: &str) -> String {
    visible(&text.replace('\t', "    ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::diagnostic::{Located, Severity};

    fn finding(excerpt: &str, column: u32) -> Located {
        Located {
            code: "undefined-label".to_owned(),
            severity: Severity::Error,
            message: "no label FOO".to_owned(),
            file: None,
            line: Some(12),
            column: Some(column),
            excerpt: Some(excerpt.to_owned()),
            label: Some("here".to_owned()),
            help: None,
            replacement: None,
        }
    }

    #[test]
    fn the_caret_stands_under_its_column_behind_tabs_wide_and_invisible_characters() {
        for excerpt in ["    LEA FOO", "\tLEA FOO", "李LEA FOO", "\u{202e} LEA FOO"] {
            let column = excerpt.chars().position(|character| character == 'F').expect("an F") as u32 + 1;
            let lines = lines("connect4.asm", &finding(excerpt, column));
            let before = lines[2].split("FOO").next().expect("text before it");
            let caret = lines[3].split('^').next().expect("text before it");
            assert_eq!(unicode_width::UnicodeWidthStr::width(before), caret.len(), "{lines:#?}");
        }
    }

    #[test]
    fn a_long_line_is_shown_around_its_place() {
        let lines = lines(
            "connect4.asm",
            &finding(&format!("{}FOO{}", "x".repeat(9_000), "y".repeat(9_000)), 9_001),
        );
        assert!(
            lines[2].contains("xFOOy") && lines[2].chars().count() < 120,
            "{lines:#?}"
        );

        assert_eq!(
            lines[2].chars().position(|c| c == 'F'),
            lines[3].chars().position(|c| c == '^')
        );
    }
}
