//! The short table that ends a grading on the terminal.
//!
//! Takes the class's results and the width of the terminal; gives lines. Where only a part of the class is graded, the first
//! line says so. Must not know whether it is a terminal: the caller says whether colours are wanted.

use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::statistics::{Statistics, verdict_counts};
use super::text::sanitize_lines;
use super::visible::visible;
use super::words::{assignment_words, attention_lead, format_points, plural, verdict_word};
use crate::result::{ClassReport, StudentRow, Verdict};

/// More students are left to the index page.
const MOST_ROWS: usize = 40;
/// More submissions that need attention are left to the index page.
const MOST_ATTENTION: usize = 20;
/// A name gets no more columns than this.
const MOST_NAME: usize = 32;
/// The longest word of a verdict.
const VERDICT: usize = 15;

/// One line a student, then the class in figures, then where the index page is. `width` is in columns.
pub fn summary_table(class: &ClassReport, width: usize, color: bool, index: &Path) -> String {
    let mut text = String::new();
    if let Some(incomplete) = class.incomplete() {
        let style = AnsiColor::Red.on_default().bold();
        push_line(&mut text, &styled(&incomplete, style, color));
        text.push('\n');
    }

    text += &attention(class, color);
    students(&mut text, class, width, color);
    closing(&mut text, class, color);

    // The address is last, and whole: it is there to be clicked or copied.
    let address = index.display().to_string();
    push_line(&mut text, &format!("Reports: {}", visible(&address)));
    sanitize_lines(text)
}

/// The table of students.
fn students(text: &mut String, class: &ClassReport, width: usize, color: bool) {
    let rows = &class.students[..class.students.len().min(MOST_ROWS)];
    let names = rows.iter().map(|row| name(row).width()).max().unwrap_or(0);
    let name_width = names.clamp("student".len(), MOST_NAME);
    let scores = rows.iter().map(|row| score(row).len()).max().unwrap_or(0);
    let score_width = scores.max("score".len());

    if !rows.is_empty() {
        let head = format!(
            "{}  {:<VERDICT$}  {:>score_width$}  {:>6}  {:>6}  what happened",
            fit("student", name_width),
            "verdict",
            "score",
            "exact",
            "game"
        );
        push_line(text, &styled(&fit_end(&head, width), Style::new().bold(), color));
    }
    for row in rows {
        push_line(text, &student_line(row, name_width, score_width, width, color));
    }

    let rest = class.students.len() - rows.len();
    if rest > 0 {
        let line = format!("... and {} on the index page", plural(rest, "more student"));
        push_line(text, &line);
    }
}

/// The submissions without a score, each with its whole sentence: the table below cuts it.
fn attention(class: &ClassReport, color: bool) -> String {
    let rows: Vec<&StudentRow> = class.students.iter().filter(|row| row.score.is_none()).collect();
    let mut text = String::new();
    if rows.is_empty() {
        return text;
    }

    let head = format!("Needs attention: {}", attention_lead(rows.len()));
    push_line(&mut text, &styled(&head, Style::new().bold(), color));
    for row in rows.iter().take(MOST_ATTENTION) {
        push_line(&mut text, &format!("  {}: {}", name(row), visible(&row.summary)));
    }

    if let Some(rest) = rows.len().checked_sub(MOST_ATTENTION).filter(|rest| *rest > 0) {
        push_line(&mut text, &format!("  ... and {rest} more on the index page"));
    }
    text.push('\n');
    text
}

fn student_line(row: &StudentRow, name_width: usize, score_width: usize, width: usize, color: bool) -> String {
    let word = verdict_word(row.verdict);
    let score = score(row);
    let before = fit(&name(row), name_width) + "  ";
    let verdict = format!("{word:<VERDICT$}");
    let after = format!(
        "  {score:>score_width$}  {:>6}  {:>6}  ",
        points(row.exact_score),
        points(row.game_score)
    );

    let used = before.width() + verdict.width() + after.width();
    let summary = fit_end(&visible(&row.summary), width.saturating_sub(used));
    format!(
        "{before}{}{after}{summary}",
        styled(&verdict, verdict_style(row.verdict), color)
    )
}

/// A name begins its line: it is sanitized before the columns are measured.
fn name(row: &StudentRow) -> String {
    sanitize_lines(visible(&row.student).into_owned())
}

fn score(row: &StudentRow) -> String {
    match row.score {
        Some(score) => format!("{} / {}", format_points(score), format_points(row.max)),
        None => points(None),
    }
}

/// A dash where there is no score: it is not a zero.
fn points(points: Option<f64>) -> String {
    points.map_or_else(|| "-".to_owned(), format_points)
}

fn closing(text: &mut String, class: &ClassReport, color: bool) {
    let statistics = Statistics::of(class);
    let max = format_points(statistics.max);

    let mut counts = plural(class.students.len(), "submission");
    for (index, (verdict, count)) in verdict_counts(class).into_iter().enumerate() {
        let word = styled(verdict_word(verdict), verdict_style(verdict), color);
        // Writing into a string cannot fail.
        let _ = write!(counts, "{} {count} {word}", if index == 0 { ":" } else { "," });
    }

    text.push('\n');
    push_line(text, &counts);
    if statistics.scored > 0 {
        let (mean, median) = (format_points(statistics.mean), format_points(statistics.median));
        push_line(text, &format!("Mean {mean} of {max}, median {median}"));
    }

    let found = class.students.iter().filter(|row| row.findings > 0).count();
    if found > 0 {
        let line = format!("Other findings: {} (see the index page)", plural(found, "student"));
        push_line(text, &line);
    }

    push_line(text, &format!("Assignment: {}", visible(&assignment_words(class))));
    if !class.remarks.is_empty() {
        push_line(
            text,
            &format!(
                "{} about the submissions folder (see the index page)",
                plural(class.remarks.len(), "remark")
            ),
        );
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
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

/// Exactly `width` columns: cut with `…`, or filled with blanks.
fn fit(text: &str, width: usize) -> String {
    let mut fitted = fit_end(text, width);
    fitted.push_str(&" ".repeat(width.saturating_sub(fitted.width())));
    fitted
}

/// At most `width` columns: cut with `…`.
fn fit_end(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }

    let mut room = width.saturating_sub(1);
    let kept = text.chars().take_while(|character| {
        let wide = character.width().unwrap_or(0);
        let fits = wide <= room;
        room = room.saturating_sub(wide);
        fits
    });

    let mut cut: String = kept.collect();
    if width > 0 {
        cut.push('…');
    }

    cut
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use unicode_width::UnicodeWidthStr as _;

    use super::{fit, summary_table};
    use crate::report::fixture;
    use crate::result::Verdict;

    const INDEX: &str = "reports/lc3-starter/index.html";

    #[test]
    fn a_class_at_a_glance() {
        insta::assert_snapshot!(summary_table(&fixture::class(), 100, false, Path::new(INDEX)));
    }

    #[test]
    fn it_ends_with_the_path_of_the_index_page() {
        let text = summary_table(&fixture::class(), 20, true, Path::new(INDEX));
        assert!(text.ends_with("reports/lc3-starter/index.html\n"), "{text}");
    }

    #[test]
    fn colour_changes_nothing_but_colour() {
        let plain = summary_table(&fixture::class(), 100, false, Path::new(INDEX));
        let coloured = summary_table(&fixture::class(), 100, true, Path::new(INDEX));
        assert!(!plain.contains('\x1b') && coloured.contains('\x1b'));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
    }

    #[test]
    fn a_big_class_is_cut_and_nothing_is_wider_than_the_terminal() {
        let mut class = fixture::class();
        class.students = (0..1_000)
            .map(|number| {
                fixture::class::row(
                    &format!("李雷 {number} {}", "x".repeat(90)),
                    "slug",
                    Verdict::Wrong,
                    5.0,
                )
            })
            .collect();

        let text = summary_table(&class, 100, false, Path::new(INDEX));
        assert!(text.lines().count() < 50);
        assert!(text.contains("960 more students"), "{text}");
        assert!(text.lines().all(|line| line.width() <= 100), "{text}");
    }

    #[test]
    fn columns_hold_with_wide_letters() {
        assert_eq!(
            [fit("李雷", 5), fit("李雷", 3), fit("abcdef", 4)],
            ["李雷 ", "李…", "abc…"]
        );
    }
}
