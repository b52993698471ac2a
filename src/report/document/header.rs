//! The top of a student's report: who, which verdict, which scores.

use crate::report::block::{Figure, Header};
use crate::report::visible::visible;
use crate::report::words::{format_points, no_score, verdict_meaning, verdict_word};
use crate::result::StudentReport;

pub(super) fn header(report: &StudentReport) -> Header {
    Header {
        title: visible(&report.title).into_owned(),
        student: visible(report.name.as_ref().unwrap_or(&report.student)).into_owned(),
        file: visible(&report.file).into_owned(),
        verdict: verdict_word(report.verdict),
        meaning: verdict_meaning(report.verdict),
        figures: figures(report),
        summary: (!report.summary.is_empty()).then(|| visible(&report.summary).into_owned()),
        graded_with: format!("Graded by c4grade with the assignment {}.", visible(&report.assignment)),
    }
}

fn figures(report: &StudentReport) -> Vec<Figure> {
    let scores = [
        ("Score", report.score, "your grade"),
        ("Exact", report.exact_score, "if only exact output earned points"),
        ("Game", report.game_score, "ignoring formatting"),
    ];
    // Another score that is the grade says nothing new.
    let is_new = |name: &str, points: Option<f64>| name == "Score" || points != report.score;
    let scores = scores.into_iter().filter(|(name, points, _)| is_new(name, *points));
    let figures = scores.filter_map(|(name, points, note)| {
        Some(Figure {
            name,
            points: format_points(points?),
            max: Some(format_points(report.max)),
            note,
            is_grade: name == "Score",
        })
    });

    let missing = report.score.is_none().then(|| Figure {
        name: "Score",
        points: "none".to_owned(),
        max: None,
        note: no_score(report.verdict),
        is_grade: true,
    });
    missing.into_iter().chain(figures).collect()
}
