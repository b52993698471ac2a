//! Markdown, for the summary of a job: a student's result, or the table of a class.
//!
//! A text of a student can make no heading, link, image, markup, mention or column: every sign that Markdown reads is escaped.

use std::fmt::Write as _;

use super::finding::headline;
use super::visible::visible;
use super::words::{fault_lead, format_points, lost_words, reasons, ungraded, verdict_word};
use crate::result::{ClassReport, Fault, StudentReport};

/// A student's result.
pub fn student_markdown(report: &StudentReport) -> String {
    let mut text = format!("## {}: {}\n\n", escaped(&report.title), score(report.score, report.max));
    let _ = writeln!(
        text,
        "{}: **{}**. {}",
        escaped(&report.student),
        escaped(verdict_word(report.verdict)),
        escaped(&report.summary)
    );

    if !report.diagnostics.is_empty() {
        text += "\n### Messages of the assembler or compiler\n\n";
        for message in &report.diagnostics {
            let line = message.line.map(|line| format!("line {line}: ")).unwrap_or_default();
            let _ = writeln!(text, "- {line}{}", escaped(&headline(message)));
        }
    }
    if !report.faults.is_empty() {
        text += "\n### What went wrong\n\n";
        for (index, fault) in report.faults.iter().enumerate() {
            text += &entry(index + 1, report, fault);
        }
    }
    if !report.findings.is_empty() {
        text += "\n### Other findings\n\n";
        for finding in &report.findings {
            let _ = writeln!(
                text,
                "- **{}**: {}",
                escaped(&finding.common),
                escaped(&finding.message)
            );
        }
    }

    if !report.groups.is_empty() {
        text += "\n| group | points | of |\n|---|--:|--:|\n";
        for group in &report.groups {
            let (points, max) = (format_points(group.points), format_points(group.max));
            let _ = writeln!(text, "| {} | {points} | {max} |", escaped(&group.name));
        }
    }
    text
}

fn entry(number: usize, report: &StudentReport, fault: &Fault) -> String {
    format!(
        "{number}. **{}** ({}).{}\n",
        escaped(&fault_lead(fault, ungraded(report, fault), &fault.message)),
        lost_words(fault.lost),
        escaped(&reasons(fault))
    )
}

/// The class as a table.
pub fn class_markdown(class: &ClassReport) -> String {
    let mut text = format!("## {}\n\n", escaped(&class.title));
    if let Some(incomplete) = class.incomplete() {
        let _ = writeln!(text, "**{incomplete}**\n");
    }
    text += "| student | verdict | score | result |\n|---|---|--:|---|\n";
    let namesakes = class.namesakes();
    for row in &class.students {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            escaped(&row.name_among(&namesakes)),
            escaped(verdict_word(row.verdict)),
            score(row.score, row.max),
            escaped(&row.summary)
        );
    }
    text
}

fn score(score: Option<f64>, max: f64) -> String {
    match score {
        Some(score) => format!("{} of {}", format_points(score), format_points(max)),
        None => "no score".to_owned(),
    }
}

/// A text on one line that Markdown shows as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in visible(text).chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            // Even an escaped sign would be read as a mention.
            '@' => escaped += "@<!-- -->",
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '$' | ':' | '!' | '#' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped.replace("www.", "www\\.")
}

#[cfg(test)]
mod tests {
    use super::{class_markdown, escaped, student_markdown};
    use crate::report::fixture;

    #[test]
    fn a_text_of_a_student_is_text() {
        let hostile = "a|b <script> [x](http://y) ![i](z) @all `c` *d* _e_ # & \u{202e}\n- www.f.g";
        assert_eq!(
            escaped(hostile),
            "a\\|b \\<script\\> \\[x\\](http\\://y) \\!\\[i\\](z) @<!-- -->all \\`c\\` \\*d\\* \\_e\\_ \\# \\& \\<U+202E\\>\u{240a}- www\\.f.g"
        );
    }

    #[test]
    fn rows_have_as_many_columns_as_the_heading() {
        let text = class_markdown(&fixture::class());
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), fixture::class().students.len() + 2);
        for row in rows {
            assert_eq!(row.replace("\\|", "").matches('|').count(), 5, "{row}");
        }
        assert!(text.contains("| Dora | grader-error | no score |"), "{text}");
    }

    #[test]
    fn a_students_summary_says_faults_findings_and_points() {
        let text = student_markdown(&fixture::hostile_student());
        let unescaped = text.replace("\\<", "").replace("<!-- -->", "");
        assert!(!unescaped.contains('<') && !text.contains('\u{202e}'), "{text}");
        for heading in [
            "## Connect 4",
            "### What went wrong",
            "### Other findings",
            "| Wins | 18.33 | 60 |",
        ] {
            assert!(text.contains(heading), "{heading}\n{text}");
        }
        assert!(student_markdown(&fixture::good_student()).contains(": 100 of 100\n"));
    }
}
