//! Edits that only switch off what is announced wrongly: then nobody wins any more, or no game is a tie.

use std::collections::BTreeSet;

use super::search::Search;
use crate::connect4::expected::{Outcome, Step};
use crate::result::{CaseVerdict, Fault};

/// How a game ends: by lines in these directions, each a step in rows and columns; a tie has none.
type End = BTreeSet<(isize, isize)>;

impl Search<'_, '_> {
    /// Whether results that are announced wrongly are only switched off by an edit with which some of a fault's cases pass: in each
    /// of the others a game ends in a way in which none ends that is right.
    pub fn only_switches_off(&self, fault: &Fault, (cases, mended): (&[usize], &[usize])) -> bool {
        let is_false_result = fault.key.starts_with("false-win") || fault.key == "false-tie";
        if !is_false_result {
            return false;
        }

        let outcomes = &self.attempt.outcomes;
        let line = self.plan.assignment.game.rules.line;
        let ends = |index: usize| ends(&outcomes[index].compared_with().expected.steps, line);
        let right = (0..outcomes.len()).filter(|index| outcomes[*index].verdict <= CaseVerdict::Format);
        // Of two lines at once, either may be what is found.
        let announced = mended.iter().copied().chain(right).flat_map(ends);
        let announced: BTreeSet<End> = announced.filter(|end| end.len() <= 1).collect();

        let is_new = |end: End| {
            let mut lines = end.iter().map(|line| End::from([*line]));
            !announced.contains(&end) && lines.all(|line| !announced.contains(&line))
        };
        let mut left = cases.iter().filter(|index| !mended.contains(index)).peekable();
        left.peek().is_some() && left.all(|index| ends(*index).any(is_new))
    }
}

/// The ways in which the games of some steps end.
fn ends(steps: &[Step], line: usize) -> impl Iterator<Item = End> {
    steps.iter().filter_map(Step::end).map(move |end| {
        let last = end.last.filter(|_| matches!(end.outcome, Outcome::Win(_)));
        let lines = last
            .into_iter()
            .flat_map(|(row, column)| end.board.winning_lines(row, column, line));
        lines.filter_map(|cells| direction(&cells)).collect()
    })
}

fn direction(cells: &[(usize, usize)]) -> Option<(isize, isize)> {
    let [(row, column), (next_row, next_column), ..] = *cells else {
        return None;
    };
    Some((next_row as isize - row as isize, next_column as isize - column as isize))
}
