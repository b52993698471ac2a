//! The order of the students in the summary.

use std::cmp::Reverse;

use crate::result::{StudentRow, Verdict};

/// By what the students are sorted. Those who are equal in it are sorted by name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// First those without a score, then the lowest scores.
    #[default]
    Attention,
    /// By name.
    Name,
    /// The highest score first; those without a score last.
    Score,
    /// The verdicts together, those that need somebody first and those that passed last.
    Verdict,
}

/// The rows in this order.
pub(super) fn sorted(rows: &[StudentRow], sort: Sort) -> Vec<&StudentRow> {
    let mut sorted: Vec<&StudentRow> = rows.iter().collect();
    sorted.sort_by_cached_key(|row| (row.known_name().to_lowercase(), row.slug.clone()));

    // The sorts below keep the order by name among equals.
    match sort {
        Sort::Attention => sorted.sort_by_key(|row| (row.score.is_some(), thousandths(row))),
        Sort::Name => {}
        Sort::Score => sorted.sort_by_key(|row| (row.score.is_none(), Reverse(thousandths(row)))),
        Sort::Verdict => sorted.sort_by_key(|row| rank(row.verdict)),
    }
    sorted
}

/// A score as a number that can be compared; scores have two decimals.
fn thousandths(row: &StudentRow) -> i64 {
    (row.score.unwrap_or(0.0) * 1000.0).round() as i64
}

fn rank(verdict: Verdict) -> usize {
    match verdict {
        Verdict::NeedsAttention => 0,
        Verdict::GraderError => 1,
        Verdict::Missing => 2,
        Verdict::BuildFailed => 3,
        Verdict::Crash => 4,
        Verdict::Timeout => 5,
        Verdict::Wrong => 6,
        Verdict::Format => 7,
        Verdict::Pass => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::{Sort, sorted};
    use crate::report::fixture::class::row;
    use crate::result::Verdict;

    #[test]
    fn each_order_is_what_it_is_called() {
        let rows = [
            row("bob", "bob", Verdict::Wrong, 20.0),
            row("Ada", "ada", Verdict::Pass, 100.0),
            row("eve", "eve", Verdict::NeedsAttention, 0.0),
            row("Cleo", "cleo", Verdict::Crash, 20.0),
        ];
        let order = |sort| {
            let names = sorted(&rows, sort).into_iter().map(|row| row.slug.as_str());
            names.collect::<Vec<_>>().join(" ")
        };

        assert_eq!(order(Sort::Attention), "eve bob cleo ada");
        assert_eq!(order(Sort::Name), "ada bob cleo eve");
        assert_eq!(order(Sort::Score), "ada bob cleo eve");
        assert_eq!(order(Sort::Verdict), "eve cleo bob ada");
    }
}
