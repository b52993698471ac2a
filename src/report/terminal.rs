//! The summary that ends a grading on the terminal.
//!
//! Takes the class's results and the width of the terminal; gives lines that are no wider, but for the path of the class
//! page, which is there to be copied. Where only a part of the class is graded, the first line says so. Must not know whether
//! it is a terminal: the caller says whether colours are wanted.

mod columns;
mod order;
mod rows;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use columns::{fit_end, wrap};
pub use order::Sort;

use super::statistics::{Statistics, verdict_counts};
use super::text::sanitize_lines;
use super::visible::visible;
use super::words::{assignment_words, attention_lead, format_points, plural, same_words, verdict_word};
use crate::diagnostic::wording::counted;
use crate::result::{ClassReport, StudentRow, Verdict};

/// More submissions that need attention are left to the class page.
const MOST_ATTENTION: usize = 20;

/// A name gets no more columns than this.
const MOST_NAME: usize = 32;

/// What a summary is to look like.
#[derive(Debug, Clone, Copy)]
pub struct Summary<'a> {
    /// The width of the terminal, in columns.
    pub width: usize,
    /// Whether colours are wanted.
    pub color: bool,
    /// The order of the students.
    pub sort: Sort,
    /// How much is said.
    pub detail: Detail,
    /// The share of the points, in per cent, below which students are named.
    pub fail_under: Option<f64>,
    /// Where the class page is.
    pub index: &'a Path,
}

/// How much a summary says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// Only what needs attention.
    Quiet,
    /// A line for each student, and the class in figures.
    #[default]
    Normal,
    /// All students, each with the faults of the program.
    Verbose,
}

/// What needs attention, one line a student, then the class in figures, then where the class page is.
pub fn summary_table(class: &ClassReport, summary: &Summary<'_>) -> String {
    let mut page = Page {
        text: String::new(),
        width: summary.width,
    };
    if let Some(incomplete) = class.incomplete() {
        let style = AnsiColor::Red.on_default().bold();
        page.line(&styled(&incomplete, style, summary.color));
        page.blank();
    }

    attention(&mut page, class, summary);
    if summary.detail == Detail::Quiet {
        below(&mut page, class, summary);
        return page.finish();
    }

    rows::students(&mut page, class, summary);
    page.blank();
    closing(&mut page, class, summary);

    // The path comes last, and whole: it is there to be clicked or copied.
    let path = visible(&summary.index.display().to_string()).into_owned();
    let line = format!("Reports: {path}");
    if unicode_width::UnicodeWidthStr::width(line.as_str()) <= summary.width {
        page.line(&line);
    } else {
        page.line("Reports:");
        page.line(&path);
    }
    page.finish()
}

/// Who earns less than a share, in per cent, of the points. Who has no score is not among them.
pub fn students_below(class: &ClassReport, percent: f64) -> Vec<&StudentRow> {
    let is_below = |row: &&StudentRow| row.score.is_some_and(|score| score * 100.0 < percent * row.max);
    class.students.iter().filter(is_below).collect()
}

/// Who is below the share of the points that was asked for, in a sentence; `None` for nobody.
pub fn below_sentence(class: &ClassReport, percent: f64) -> Option<String> {
    let students = students_below(class, percent).into_iter();
    let namesakes = class.namesakes();
    let names: Vec<String> = students.map(|row| fit_end(&name(row, &namesakes), MOST_NAME)).collect();
    let percent = format_points(percent);
    (!names.is_empty()).then(|| format!("Below {percent} % of the points: {}", names.join(", ")))
}

/// The submissions without a score, each with its whole sentence: the table below cuts it.
fn attention(page: &mut Page, class: &ClassReport, summary: &Summary<'_>) {
    let rows: Vec<&StudentRow> = class.students.iter().filter(|row| row.score.is_none()).collect();
    if rows.is_empty() {
        return;
    }

    let head = format!("Needs attention: {}", attention_lead(rows.len()));
    for line in wrap(&head, "", "  ", page.width) {
        page.line(&styled(&line, Style::new().bold(), summary.color));
    }

    let most = match summary.detail {
        Detail::Normal => MOST_ATTENTION,
        Detail::Quiet | Detail::Verbose => rows.len(),
    };
    let namesakes = class.namesakes();
    for row in rows.iter().take(most) {
        let text = format!("{}: {}", name(row, &namesakes), plain(&row.summary));
        page.lines(&wrap(&text, "  ", "    ", page.width));
    }

    if let Some(rest) = rows.len().checked_sub(most).filter(|rest| *rest > 0) {
        page.line(&format!("  ... and {rest} more on the class page"));
    }
    if summary.detail != Detail::Quiet {
        page.blank();
    }
}

fn below(page: &mut Page, class: &ClassReport, summary: &Summary<'_>) {
    if let Some(sentence) = summary.fail_under.and_then(|percent| below_sentence(class, percent)) {
        page.prose(&sentence);
    }
}

/// The class in figures.
fn closing(page: &mut Page, class: &ClassReport, summary: &Summary<'_>) {
    let statistics = Statistics::of(class);
    let max = format_points(statistics.max);

    let mut counts = plural(class.students.len(), "submission");
    for (index, (verdict, count)) in verdict_counts(class).into_iter().enumerate() {
        let word = styled(verdict_word(verdict), verdict_style(verdict), summary.color);
        // Writing into a string cannot fail.
        let separator = if index == 0 { ":" } else { "," };
        // A count and its word stay on one line.
        let _ = write!(counts, "{separator} {count}\u{a0}{word}");
    }

    let lines = wrap(&counts, "", "  ", page.width);
    page.lines(&lines.iter().map(|line| line.replace('\u{a0}', " ")).collect::<Vec<_>>());
    if statistics.scored > 0 {
        let (mean, median) = (format_points(statistics.mean), format_points(statistics.median));
        page.prose(&format!("Mean {mean} of {max}, median {median}"));
    }
    below(page, class, summary);

    let found = class.students.iter().filter(|row| row.findings > 0).count();
    if found > 0 {
        let students = plural(found, "student");
        page.prose(&format!("Other findings: {students} (see the class page)"));
    }

    identical(page, class, summary);
    page.prose(&format!("Assignment: {}", plain(&assignment_words(class))));
    if let Some(doubt) = class.doubtful_assignment() {
        page.prose(&plain(&doubt));
    }
    if !class.remarks.is_empty() {
        let remarks = plural(class.remarks.len(), "remark");
        page.prose(&format!("{remarks} about the submissions folder (see the class page)"));
    }
}

/// Programs that are the same: how many, or who.
fn identical(page: &mut Page, class: &ClassReport, summary: &Summary<'_>) {
    if class.identical.is_empty() {
        return;
    }
    if summary.detail != Detail::Verbose {
        let groups = counted(
            class.identical.len(),
            "group of programs that are",
            "groups of programs that are",
        );
        return page.prose(&format!("{groups} the same (see the class page)"));
    }
    for group in &class.identical {
        let students: Vec<String> = group.students.iter().map(|slug| plain(slug)).collect();
        page.prose(&format!("{}: {}", same_words(group), students.join(", ")));
    }
}

/// A name begins its line: it is sanitized before the columns are measured.
fn name(row: &StudentRow, namesakes: &HashSet<&str>) -> String {
    plain(&row.name_among(namesakes))
}

/// Text from elsewhere on one line, with nothing in it that a terminal or a build server obeys.
fn plain(text: &str) -> String {
    sanitize_lines(visible(text).into_owned())
}

/// Lines that grow to a summary.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn lines(&mut self, lines: &[String]) {
        for line in lines {
            self.line(line);
        }
    }

    /// An empty line, where there is none yet.
    fn blank(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.line("");
        }
    }

    /// Running text.
    fn prose(&mut self, text: &str) {
        let width = self.width;
        self.lines(&wrap(text, "", "  ", width));
    }

    fn finish(self) -> String {
        sanitize_lines(self.text)
    }
}

fn verdict_style(verdict: Verdict) -> Style {
    let color = match verdict {
        Verdict::Pass => AnsiColor::Green,
        Verdict::Format => AnsiColor::Yellow,
        Verdict::Wrong | Verdict::BuildFailed | Verdict::Missing => AnsiColor::Red,
        Verdict::Timeout | Verdict::Crash | Verdict::NeedsAttention | Verdict::GraderError => AnsiColor::Magenta,
    };
    Style::new().fg_color(Some(color.into()))
}

fn styled(text: &str, style: Style, color: bool) -> String {
    if color {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests;
