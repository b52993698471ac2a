//! Figures about a class: mean, median, how the scores are spread.

use crate::result::{ClassReport, Verdict};

/// How many bars a histogram has.
const BINS: usize = 10;

/// Figures about a class. Submissions without a score are counted apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// Submissions with a score.
    pub scored: usize,
    /// Submissions without a score: a person has to look at them, or the grader failed.
    pub unscored: usize,
    /// The scores' mean; 0 for no scores.
    pub mean: f64,
    /// The scores' median; 0 for no scores.
    pub median: f64,
    /// The most a submission can earn.
    pub max: f64,
    /// How many scores lie in each tenth of the range from 0 to `max`; full marks are in the last.
    pub histogram: [usize; BINS],
    /// The share, from 0 to 1, of the points of each of the class's groups that submissions with a score earn on average.
    pub groups: Vec<f64>,
}

impl Statistics {
    /// Counts a class.
    pub fn of(class: &ClassReport) -> Self {
        let mut scores: Vec<f64> = class.students.iter().filter_map(|row| row.score).collect();
        scores.sort_by(f64::total_cmp);
        let max = class.students.iter().map(|row| row.max).fold(0.0, f64::max);

        let mut histogram = [0; BINS];

        for score in &scores {
            let share = if max > 0.0 { score / max } else { 0.0 };
            // A cast from a float saturates, so that a score out of range lands in the first or last bar.
            histogram[((share * BINS as f64) as usize).min(BINS - 1)] += 1;
        }
        Self {
            scored: scores.len(),
            unscored: class.students.len() - scores.len(),
            mean: if scores.is_empty() {
                0.0
            } else {
                scores.iter().sum::<f64>() / scores.len() as f64
            },
            median: median(&scores),
            max,
            histogram,
            groups: (0..class.groups.len()).map(|index| group_share(class, index)).collect(),
        }
    }
}

fn group_share(class: &ClassReport, index: usize) -> f64 {
    let scored = class.students.iter().filter(|row| row.score.is_some());
    let earned: Vec<f64> = scored.map(|row| row.points_in(index).unwrap_or(0.0)).collect();
    let most = class.groups[index].max * earned.len() as f64;
    if most > 0.0 {
        (earned.iter().sum::<f64>() / most).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        length if length.is_multiple_of(2) => f64::midpoint(sorted[middle - 1], sorted[middle]),
        _ => sorted[middle],
    }
}

/// How many submissions got each verdict, in the order of [`Verdict`], those with none left out.
pub(super) fn verdict_counts(class: &ClassReport) -> Vec<(Verdict, usize)> {
    use Verdict::{BuildFailed, Crash, Format, GraderError, Missing, NeedsAttention, Pass, Timeout, Wrong};

    let order = [
        NeedsAttention,
        GraderError,
        Pass,
        Format,
        Wrong,
        Timeout,
        Crash,
        BuildFailed,
        Missing,
    ];

    order
        .into_iter()
        .map(|verdict| {
            (
                verdict,
                class.students.iter().filter(|row| row.verdict == verdict).count(),
            )
        })
        .filter(|(_, count)| *count > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Statistics, median, verdict_counts};
    use crate::report::fixture;
    use crate::result::{GroupPoints, Verdict};

    #[test]
    fn a_grader_error_is_nobodys_zero() {
        let mut class = fixture::class();
        class.students.truncate(3);
        for (row, score) in class.students.iter_mut().zip([100.0, 50.0, 0.0]) {
            row.verdict = Verdict::Wrong;
            row.score = Some(score);
        }

        class.students[2].verdict = Verdict::GraderError;
        class.students[2].score = None;
        let statistics = Statistics::of(&class);
        assert!((statistics.mean - 75.0).abs() < 1e-9 && (statistics.median - 75.0).abs() < 1e-9);
        assert_eq!((statistics.scored, statistics.unscored), (2, 1));
        assert_eq!(statistics.histogram, [0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);

        // Of three rows of groups that of the grader error does not count.
        for (row, points) in class.students.iter_mut().zip([60.0, 15.0, 60.0]) {
            row.groups = vec![GroupPoints {
                name: "Wins".into(),
                points,
            }];
        }
        assert_eq!(format!("{:.3}", Statistics::of(&class).groups[0]), "0.625");

        assert_eq!(verdict_counts(&class), [(Verdict::GraderError, 1), (Verdict::Wrong, 2)]);
    }

    #[test]
    fn an_odd_class_has_its_middle_as_median() {
        assert!(median(&[]).abs() < 1e-9);
        assert!((median(&[1.0, 2.0, 9.0]) - 2.0).abs() < 1e-9);
    }
}
