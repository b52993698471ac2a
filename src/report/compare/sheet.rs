//! One student in one grading.

use super::change::Figures;
use crate::report::read::{Grading, ReadError, Student};
use crate::result::{ClassReport, StudentReport, StudentRow};

/// What is known of one student in one grading.
pub(super) struct Sheet {
    pub assignment: String,
    pub file: String,
    pub summary: String,
    pub result: Figures,
    /// Points and maximum of each group, by its name.
    pub groups: Vec<(String, f64, f64)>,
    pub report: Option<StudentReport>,
}

impl Sheet {
    /// What is known of a student: from the report or, without one, from the row of the class.
    pub fn of(student: &Student, grading: &Grading) -> Result<Option<Self>, ReadError> {
        if let Some(report) = student.report()? {
            return Ok(Some(Self {
                assignment: report.assignment.clone(),
                file: report.file.clone(),
                summary: report.summary.clone(),
                result: Figures {
                    verdict: report.verdict,
                    score: report.score,
                    exact_score: report.exact_score,
                    game_score: report.game_score,
                    max: report.max,
                },
                groups: report
                    .groups
                    .iter()
                    .map(|group| (group.name.clone(), group.points, group.max))
                    .collect(),
                report: Some(report),
            }));
        }

        let class = grading.class.as_ref();
        let row = class.and_then(|class| class.students.iter().find(|row| row.slug == student.slug));
        Ok(class.zip(row).map(|(class, row)| Self::of_row(class, row)))
    }

    fn of_row(class: &ClassReport, row: &StudentRow) -> Self {
        let groups = class.groups.iter().zip(&row.groups);
        Self {
            assignment: class.assignment.clone(),
            file: row.file.clone(),
            summary: row.summary.clone(),
            result: Figures {
                verdict: row.verdict,
                score: row.score,
                exact_score: row.exact_score,
                game_score: row.game_score,
                max: row.max,
            },
            groups: groups
                .map(|(group, row)| (group.name.clone(), row.points, group.max))
                .collect(),
            report: None,
        }
    }
}
