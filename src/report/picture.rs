//! A board picture as a grid of squares, for all writers that draw one.

use crate::result::{BoardPicture, Cell};

/// Boards have at most 20 rows and 9 columns; what a program prints may be larger, and is cut here.
const MOST_ROWS: usize = 24;
const MOST_COLUMNS: usize = 24;

/// The boards to show side by side, with their captions. Where both are the same, one says so.
pub(super) fn side_by_side<'a>(
    expected: Option<&'a BoardPicture>,
    printed: Option<&'a BoardPicture>,
) -> Vec<(&'static str, &'a BoardPicture)> {
    match (expected, printed) {
        (Some(expected), Some(printed)) if expected == printed => {
            let caption = if printed.marked.is_empty() {
                "The board is correct"
            } else {
                "The board is correct; the line in question is marked"
            };
            vec![(caption, printed)]
        }
        _ => {
            let captions = [("Expected", expected), ("Your program printed", printed)];
            captions
                .into_iter()
                .filter_map(|(caption, picture)| Some((caption, picture?)))
                .collect()
        }
    }
}

/// What lies on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    /// Nothing.
    Empty,
    /// A piece of player 1.
    One,
    /// A piece of player 2.
    Two,
    /// Something that could not be read.
    Unreadable,
}

/// One square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Square {
    /// What lies on it.
    pub piece: Piece,
    /// Whether it is marked.
    pub marked: bool,
}

/// Rows of squares, from the top.
#[derive(Debug)]
pub(super) struct Grid {
    /// The rows; a short one is short.
    pub rows: Vec<Vec<Square>>,
    /// The length of the longest row.
    pub columns: usize,
}

impl Grid {
    /// Reads a picture.
    pub fn of(picture: &BoardPicture) -> Self {
        let rows: Vec<Vec<Square>> = picture
            .rows
            .iter()
            .take(MOST_ROWS)
            .enumerate()
            .map(|(row, cells)| {
                let squares = cells.chars().take(MOST_COLUMNS).enumerate();
                squares
                    .map(|(column, cell)| Square {
                        piece: piece(cell),
                        marked: picture.marked.contains(&Cell { row, column }),
                    })
                    .collect()
            })
            .collect();

        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        Self { rows, columns }
    }

    /// The board in words, for those who cannot see it.
    pub fn in_words(&self) -> String {
        let mut sentences = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            if row.iter().any(|square| square.marked || square.piece != Piece::Empty) {
                let squares: Vec<String> = row.iter().copied().map(square_in_words).collect();
                sentences.push(format!("Row {}: {}.", index + 1, squares.join(", ")));
            }
        }

        if sentences.is_empty() {
            return "The board is empty.".to_owned();
        }
        if sentences.len() < self.rows.len() {
            sentences.push("All other rows are empty.".to_owned());
        }
        sentences.join(" ")
    }
}

fn piece(cell: char) -> Piece {
    match cell {
        '.' => Piece::Empty,
        '1' => Piece::One,
        '2' => Piece::Two,
        _ => Piece::Unreadable,
    }
}

fn square_in_words(square: Square) -> String {
    let word = match square.piece {
        Piece::Empty => "empty",
        Piece::One => "player 1",
        Piece::Two => "player 2",
        Piece::Unreadable => "unreadable",
    };
    if square.marked {
        format!("{word} (marked)")
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, side_by_side};
    use crate::result::{BoardPicture, Cell};

    fn words(rows: &[&str], marked: &[(usize, usize)]) -> String {
        let rows = rows.iter().map(|row| (*row).to_owned()).collect();
        Grid::of(&BoardPicture {
            rows,
            marked: marked.iter().copied().map(Cell::from).collect(),
        })
        .in_words()
    }

    #[test]
    fn a_board_in_words() {
        assert_eq!(words(&["...", "..."], &[]), "The board is empty.");
        assert_eq!(
            words(&["...", "1?2"], &[(1, 2)]),
            "Row 2: player 1, unreadable, player 2 (marked). All other rows are empty."
        );
    }

    #[test]
    fn two_boards_that_are_the_same_are_drawn_once() {
        let picture = |rows: &[&str]| BoardPicture {
            rows: rows.iter().map(|row| (*row).to_owned()).collect(),
            marked: Vec::new(),
        };
        let (empty, other) = (picture(&["..."]), picture(&["1.."]));
        let captions = |one, other| {
            side_by_side(one, other)
                .into_iter()
                .map(|(caption, _)| caption)
                .collect::<Vec<_>>()
        };

        assert_eq!(captions(Some(&empty), Some(&empty)), ["The board is correct"]);
        let line = BoardPicture {
            marked: vec![Cell { row: 0, column: 0 }],
            ..empty.clone()
        };
        assert_eq!(
            captions(Some(&line), Some(&line)),
            ["The board is correct; the line in question is marked"]
        );
        assert_eq!(
            captions(Some(&empty), Some(&other)),
            ["Expected", "Your program printed"]
        );

        assert_eq!(captions(Some(&empty), None), ["Expected"]);
    }

    #[test]
    fn a_board_of_any_size_is_drawn_within_bounds() {
        let picture = BoardPicture {
            rows: vec!["1".repeat(5_000); 5_000],
            marked: vec![Cell::from((usize::MAX, 0))],
        };
        let grid = Grid::of(&picture);
        assert_eq!((grid.rows.len(), grid.columns), (24, 24));
    }
}
