//! The gradebooks of learning platforms: one column of the instructor's own export is filled.
//!
//! Takes the export's bytes and a class; gives the bytes with the grades in them, every other byte as it was, and says what
//! was not filled and why. Nobody is guessed: a row is a student's if a number, a login or an unmistakable name says so.

use super::visible::visible;
use super::words::{format_points, verdict_word};
use crate::people::{Table, TableError};
use crate::result::{ClassReport, StudentRow};

mod layout;
mod person;
#[cfg(test)]
mod tests;

pub use layout::Platform;

use layout::{Layout, is_vacant, value};
use person::{Known, Match, matched};

/// Why a gradebook cannot be filled.
#[derive(Debug, thiserror::Error)]
pub enum GradebookError {
    /// It is not an export of the platform.
    #[error("{0}")]
    Foreign(String),
    /// It is not a table at all.
    #[error(transparent)]
    NoTable(#[from] TableError),
    /// No column, or several, can be the one that is to be filled.
    #[error("{0}")]
    Column(String),
    /// The column is out of other points than the assignment.
    #[error(
        "the column {column:?} is out of {} and the assignment is out of {}: give --scale to convert the scores, or change the \
         points on the platform",
        format_points(*possible),
        format_points(*max)
    )]
    OtherPoints {
        /// The heading.
        column: String,
        /// Points possible on the platform.
        possible: f64,
        /// Points possible in the grading.
        max: f64,
    },
}

/// How a gradebook is filled.
#[derive(Debug, Clone)]
pub struct Filling<'a> {
    /// Whose export it is.
    pub platform: Platform,
    /// The column: its heading, or the beginning of one alone. Needed where several could be it.
    pub column: Option<&'a str>,
    /// Whether grades and feedback that are there are replaced.
    pub is_forced: bool,
    /// Whether scores are converted to the points of the column.
    pub is_scaled: bool,
}

/// A gradebook with grades in it.
#[derive(Debug)]
pub struct Filled {
    /// The file.
    pub bytes: Vec<u8>,
    /// The heading of the column that was filled.
    pub column: String,
    /// How many rows have the grade of the class now, those that had it before included.
    pub graded: usize,
    /// Students with a score who are in no row.
    pub unknown: Vec<String>,
    /// Students with a score who could be in several rows, or whose row could be that of several.
    pub unclear: Vec<String>,
    /// Students without a score, whose cells stay as they are, and why.
    pub without_score: Vec<String>,
    /// Rows that have another grade, which stays: whose, and both.
    pub kept: Vec<String>,
    /// Rows of students of whom the class knows nothing.
    pub rows_left: Vec<String>,
}

impl Filled {
    /// Whether the score of each student is in the gradebook.
    pub fn is_complete(&self) -> bool {
        self.unknown.is_empty() && self.unclear.is_empty() && self.kept.is_empty()
    }
}

/// Fills a column of a gradebook with the scores of a class.
///
/// # Errors
/// A file that is not such an export, a column that is not certain, and points that do not agree.
pub fn fill(bytes: &[u8], class: &ClassReport, filling: &Filling) -> Result<Filled, GradebookError> {
    let mut table = Table::read(bytes)?;
    if table.len() < 2 {
        return Err(GradebookError::Foreign("it has no row under the headings".to_owned()));
    }
    let layout = Layout::of(&table, filling.platform, filling.column)?;
    let factor = factor(class, &layout, filling)?;

    let rows: Vec<Known> = layout.rows.iter().map(|row| layout.person(&table, *row)).collect();
    let students: Vec<Known> = class.students.iter().map(Known::of_student).collect();
    let matches = matched(&students, &rows);

    let mut filled = Filled {
        bytes: Vec::new(),
        column: table.cell(0, layout.grade),
        graded: 0,
        unknown: Vec::new(),
        unclear: Vec::new(),
        without_score: Vec::new(),
        kept: Vec::new(),
        rows_left: Vec::new(),
    };
    for (row, found) in class.students.iter().zip(&matches) {
        let Some(score) = row.score else {
            let verdict = verdict_word(row.verdict);
            filled.without_score.push(format!("{} ({verdict})", shown(row)));
            continue;
        };
        let grade = layout.number(score * factor);
        match found {
            Match::None => filled.unknown.push(format!("{}: {grade}", shown(row))),
            Match::Several => filled.unclear.push(format!("{}: {grade}", shown(row))),
            Match::Row(at) => enter(
                &mut table,
                &layout,
                layout.rows[*at],
                (row, &grade),
                filling,
                &mut filled,
            ),
        }
    }

    let is_taken = |at: usize| matches.contains(&Match::Row(at));
    let left = (0..rows.len()).filter(|at| !is_taken(*at));
    filled.rows_left = left.map(|at| visible(rows[at].name()).into_owned()).collect();
    filled.bytes = table.bytes();
    Ok(filled)
}

/// Puts a grade and what is said of it into a row, unless something else is there.
fn enter(
    table: &mut Table,
    layout: &Layout,
    at: usize,
    (row, grade): (&StudentRow, &str),
    filling: &Filling,
    filled: &mut Filled,
) {
    let old = table.cell(at, layout.grade);
    let is_same = value(&old).is_some() && value(&old) == value(grade);
    if !is_same && !is_vacant(&old) && !filling.is_forced {
        let old = visible(old.trim()).into_owned();
        filled.kept.push(format!("{}: {old} stays, {grade} here", shown(row)));
        return;
    }

    filled.graded += 1;
    if !is_same {
        table.fill(at, layout.grade, grade);
    }
    let Some(feedback) = layout.feedback else { return };
    if filling.is_forced || table.cell(at, feedback).trim().is_empty() {
        table.fill(at, feedback, &visible(&row.summary));
    }
}

/// What a score is multiplied with to be one of the column.
fn factor(class: &ClassReport, layout: &Layout, filling: &Filling) -> Result<f64, GradebookError> {
    let max = class.students.first().map(|row| row.max);
    let (Some(max), Some(possible)) = (max, layout.possible) else {
        return Ok(1.0);
    };
    if filling.is_scaled && max > 0.0 {
        Ok(possible / max)
    } else if (possible - max).abs() < 0.005 {
        Ok(1.0)
    } else {
        Err(GradebookError::OtherPoints {
            column: layout.heading.clone(),
            possible,
            max,
        })
    }
}

/// A student with the number of the platform, where there is one.
fn shown(row: &StudentRow) -> String {
    let name = visible(row.name.as_ref().unwrap_or(&row.student));
    match &row.id {
        Some(id) => format!("{name} ({})", visible(id)),
        None => name.into_owned(),
    }
}
