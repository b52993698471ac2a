//! The table of students.

use std::collections::{BTreeMap, HashSet};

use anstyle::Style;
use unicode_width::UnicodeWidthStr as _;

use super::columns::{fit, fit_end, wrap};
use super::order::sorted;
use super::{Detail, MOST_NAME, Page, Summary, name, plain, styled, verdict_style};
use crate::report::words::{format_points, plural, verdict_word};
use crate::result::{ClassReport, StudentRow};

/// More students are left to the class page.
const MOST_ROWS: usize = 40;
/// In less room, what happened matters more than the exact score and that of the game.
const ROOM_FOR_ALL_SCORES: usize = 100;

/// The table of students, in the order asked for.
pub(super) fn students(page: &mut Page, class: &ClassReport, summary: &Summary<'_>) {
    let rows = sorted(&class.students, summary.sort);
    let most = if summary.detail == Detail::Verbose {
        rows.len()
    } else {
        MOST_ROWS
    };
    let shown = &rows[..rows.len().min(most)];
    if shown.is_empty() {
        return;
    }

    let table = Table::of(shown, class.namesakes(), summary);
    page.line(&table.head());
    let faults = faults(class, summary.detail);
    for row in shown {
        page.line(&table.row(row));
        for message in faults.get(row.slug.as_str()).into_iter().flatten() {
            page.lines(&wrap(&plain(message), "    - ", "      ", summary.width));
        }
    }

    let rest = rows.len() - shown.len();
    if rest > 0 {
        page.line(&format!("... and {} on the class page", plural(rest, "more student")));
    }
}

/// What is wrong in each student's program, by slug; nothing where it is not asked for.
fn faults(class: &ClassReport, detail: Detail) -> BTreeMap<&str, Vec<&str>> {
    let mut faults: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let groups = class.faults.iter().filter(|_| detail == Detail::Verbose);
    for group in groups {
        for slug in &group.students {
            faults.entry(slug).or_default().push(&group.message);
        }
    }
    faults
}

/// How wide the columns are.
struct Table<'a> {
    namesakes: HashSet<&'a str>,
    name: usize,
    verdict: usize,
    score: usize,
    has_all_scores: bool,
    width: usize,
    color: bool,
}

impl<'a> Table<'a> {
    fn of(rows: &[&StudentRow], namesakes: HashSet<&'a str>, summary: &Summary<'_>) -> Self {
        let widest = |heading: &str, widths: &mut dyn Iterator<Item = usize>| widths.fold(heading.len(), usize::max);
        let most_name = MOST_NAME.min(summary.width / 3).max("student".len());

        Self {
            name: widest("student", &mut rows.iter().map(|row| name(row, &namesakes).width())).min(most_name),
            verdict: widest("verdict", &mut rows.iter().map(|row| verdict_word(row.verdict).len())),
            score: widest("score", &mut rows.iter().map(|row| score(row).len())),
            has_all_scores: summary.width >= ROOM_FOR_ALL_SCORES,
            width: summary.width,
            color: summary.color,
            namesakes,
        }
    }

    fn head(&self) -> String {
        let scores = self.scores("score", "exact", "game");
        let (name, verdict) = (fit("student", self.name), fit("verdict", self.verdict));
        let head = format!("{name}  {verdict}  {scores}  what happened");
        styled(&fit_end(&head, self.width), Style::new().bold(), self.color)
    }

    fn row(&self, row: &StudentRow) -> String {
        let name = fit(&name(row, &self.namesakes), self.name);
        let verdict = fit(verdict_word(row.verdict), self.verdict);
        let scores = self.scores(&score(row), &points(row.exact_score), &points(row.game_score));

        let used = name.width() + verdict.width() + scores.width() + 6;
        let happened = fit_end(&plain(&row.summary), self.width.saturating_sub(used));
        let verdict = styled(&verdict, verdict_style(row.verdict), self.color);
        format!("{name}  {verdict}  {scores}  {happened}")
    }

    fn scores(&self, score: &str, exact: &str, game: &str) -> String {
        let width = self.score;
        if self.has_all_scores {
            format!("{score:>width$}  {exact:>6}  {game:>6}")
        } else {
            format!("{score:>width$}")
        }
    }
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
