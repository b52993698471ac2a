//! A winning move, and whether the program saw it.

use crate::connect4::lines::Direction;
use crate::connect4::{Game, GameEnd, Outcome, Step};
use crate::grade::explain::story::Story;
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::Comparison;
use crate::result::CaseVerdict;

/// The ways with a step along them, in rows and columns.
const WAYS: [(Way, (isize, isize)); 4] = [
    (Way::Horizontal, (0, 1)),
    (Way::Vertical, (1, 0)),
    (Way::Falling, (1, 1)),
    (Way::Rising, (-1, 1)),
];

/// Which way a line runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Horizontal,
    Vertical,
    Falling,
    Rising,
}

impl Way {
    /// The key of a story of a missed win.
    pub fn missed(self) -> &'static str {
        match self {
            Self::Horizontal => "missed-win/horizontal",
            Self::Vertical => "missed-win/vertical",
            Self::Falling => "missed-win/falling-diagonal",
            Self::Rising => "missed-win/rising-diagonal",
        }
    }
}

/// A winning move, and whether the program saw it.
#[derive(Debug, Clone, Copy)]
pub struct Win {
    pub way: Way,
    pub player: usize,
    /// The position of the last piece in the line, from the left.
    pub from_left: usize,
    /// The same from the lowest piece up.
    pub from_below: usize,
    /// The row of the highest piece and the column of the leftmost one, from 1.
    pub row: usize,
    pub column: usize,
    /// Whether it was found; `None` where something else went wrong first.
    pub found: Option<bool>,
}

impl Win {
    /// The win by one line of exactly the length that wins.
    pub fn of_line(
        direction: Direction,
        cells: &[(usize, usize)],
        last: usize,
        player: usize,
        found: bool,
    ) -> Option<Self> {
        let way = match direction {
            Direction::Horizontal => Way::Horizontal,
            Direction::Vertical => Way::Vertical,
            Direction::DiagonalDown => Way::Falling,
            Direction::DiagonalUp => Way::Rising,
        };
        Self::of_cells(way, cells, *cells.get(last)?, player, Some(found))
    }

    /// The win that a case is about: where it first differs, else at its end. Each line of exactly the length that wins that
    /// the last move completes.
    pub fn of(game: &Game, outcome: &CaseOutcome, story: Option<&Story>) -> Vec<Self> {
        let case = outcome.compared_with();
        let step = match &outcome.comparison {
            Comparison::Game(difference, _) => case.expected.steps.get(difference.step),
            _ => case.expected.steps.last(),
        };
        let end = step.and_then(Step::end);
        let Some(GameEnd {
            outcome: Outcome::Win(winner),
            board,
            last: Some((row, column)),
        }) = end
        else {
            return Vec::new();
        };

        let found = match (outcome.verdict, story) {
            (CaseVerdict::Pass | CaseVerdict::Format, _) => Some(true),
            (_, Some(story)) if story.key.starts_with("missed-win/") => Some(false),
            // The line was seen, and only the player is another one.
            (_, Some(story)) if story.key == "wrong-winner" => Some(true),
            _ => None,
        };
        let mut wins = Vec::new();
        for (way, step_by) in WAYS {
            if board.run_length(row, column, step_by) < game.rules.line {
                continue;
            }
            wins.extend((0..game.rules.line).filter_map(|back| {
                let cells: Option<Vec<(usize, usize)>> = (0..game.rules.line)
                    .map(|index| {
                        let along = isize::try_from(index).ok()? - isize::try_from(back).ok()?;
                        let row = row.checked_add_signed(along * step_by.0)?;
                        let column = column.checked_add_signed(along * step_by.1)?;
                        let is_on_board = row < board.rows() && column < board.columns();
                        (is_on_board && board.cell(row, column) == Some(winner)).then_some((row, column))
                    })
                    .collect();
                Self::of_cells(way, &cells?, (row, column), winner.number(), found)
            }));
        }

        wins
    }

    fn of_cells(
        way: Way,
        cells: &[(usize, usize)],
        (row, column): (usize, usize),
        player: usize,
        found: Option<bool>,
    ) -> Option<Self> {
        Some(Self {
            way,
            player,
            from_left: cells.iter().filter(|cell| cell.1 < column).count(),
            from_below: cells.iter().filter(|cell| cell.0 > row).count(),
            row: cells.iter().map(|cell| cell.0).min()? + 1,
            column: cells.iter().map(|cell| cell.1).min()? + 1,
            found,
        })
    }
}
