//! Rows of the board on which a game is won, with the winning pieces marked: `* * * * Y 0 Y`.

use std::sync::Arc;

use super::glyphs::FRAME;
use super::rows::Row;
use super::{FormatKind, Reader, Seen};
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::Event;

/// Rows longer than this are none.
const LONGEST: usize = 60;

/// The ways in which lines run, the horizontal one first.
const WAYS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A board that a move wins.
struct Won {
    board: Board,
    player: Player,
    /// The cell of its piece.
    last: (usize, usize),
    /// The ways in which it completes a line.
    ways: Vec<(isize, isize)>,
}

impl Won {
    /// Whether a cell is in a line that the move completes.
    fn has_in_line(&self, cell: (usize, usize)) -> bool {
        let (row, column) = self.last;
        self.ways.iter().any(|(down, right)| {
            let is_reached = |sign: isize| {
                let steps = (0..).map_while(|step: isize| {
                    let row = row.checked_add_signed(sign * step * down)?;
                    let column = column.checked_add_signed(sign * step * right)?;
                    let is_on_board = row < self.board.rows() && column < self.board.columns();
                    (is_on_board && self.board.cell(row, column) == Some(self.player)).then_some((row, column))
                });
                steps.into_iter().any(|reached| reached == cell)
            };
            is_reached(1) || is_reached(-1)
        })
    }

    /// Whether so many marks in a row may be a line, or parts of some.
    fn may_have(&self, marks: usize, line: usize) -> bool {
        marks >= line || self.ways.iter().any(|way| *way != WAYS[0])
    }
}

impl Reader<'_> {
    /// Reads a row in which one character that is no cell stands for pieces of the line that the move has completed. All other
    /// cells are what they are after that move, so that there is no doubt.
    pub(super) fn marked_row(&mut self, line: &[u8]) -> Option<Arc<Row>> {
        if self.drawing.is_some() || line.len() > LONGEST {
            return None;
        }
        let mark = self.mark_of(line)?;
        let won = self.won()?;
        let row = self.rows.len() % self.game.rules.rows.max(1);

        let asked = self.game.wording.pieces[won.player.index()];
        let mut pieces: Vec<u8> = self.glyphs.bytes_of(won.player).collect();
        pieces.sort_by_key(|piece| char::from(*piece) != asked);
        let unmarked = pieces
            .into_iter()
            .find_map(|piece| self.unmarked(line, mark, piece, row, &won))?;
        let read = self.new_row(&unmarked)?;
        let message = format!("winning pieces are marked with '{}'", char::from(mark));
        self.format.note(FormatKind::Rewording, &message, line, "");
        Some(read)
    }

    /// The row with a piece of the winner for each mark, where it is the one of the board, and the marks are pieces that win.
    fn unmarked(&self, line: &[u8], mark: u8, piece: u8, row: usize, won: &Won) -> Option<Vec<u8>> {
        let with = |piece: u8| -> Vec<u8> {
            let replaced = line.iter().map(|byte| if *byte == mark { piece } else { *byte });
            replaced.collect()
        };
        let unmarked = with(piece);
        let cells = self.glyphs.known_row(&unmarked)?;
        let other = self.glyphs.bytes_of(won.player.other()).next()?;
        let others = self.glyphs.known_row(&with(other))?;

        let columns = self.game.rules.columns;
        let is_right = |column: usize| cells[column] == won.board.cell(row, column);
        let is_marked = |column: &usize| cells[*column] != others[*column];
        let is_whole = cells.len() == columns && others.len() == columns;
        let is_meant = is_whole
            && (0..columns).all(is_right)
            && (0..columns)
                .filter(is_marked)
                .all(|column| won.has_in_line((row, column)))
            && won.may_have((0..columns).filter(is_marked).count(), self.game.rules.line);
        is_meant.then_some(unmarked)
    }

    /// The only character of a line that is neither a cell, nor drawn between cells, nor a number beside them.
    fn mark_of(&self, line: &[u8]) -> Option<u8> {
        let is_usual = |byte: u8| byte.is_ascii_whitespace() || byte.is_ascii_digit() || FRAME.contains(&byte);
        let mut others = line
            .iter()
            .filter(|byte| !is_usual(**byte) && !self.glyphs.is_cell(**byte));
        let mark = *others.next()?;
        (mark.is_ascii_graphic() && others.all(|other| *other == mark)).then_some(mark)
    }

    /// The board after the move of this step, where that wins.
    fn won(&self) -> Option<Won> {
        let &[digit @ b'1'..=b'9'] = &self.typed[..] else {
            return None;
        };
        let boards = self.steps.iter().flatten().rev();
        let mut board = boards.into_iter().find_map(|seen| match seen {
            Seen::Event(Event::Board(board)) => Some(board.clone()),
            _ => None,
        })?;

        let column = usize::from(digit - b'1');
        let player = if board.pieces().is_multiple_of(2) {
            Player::One
        } else {
            Player::Two
        };
        let row = (column < board.columns()).then(|| board.drop_piece(column, player))??;
        let is_line = |way: &(isize, isize)| board.run_length(row, column, *way) >= self.game.rules.line;
        let ways: Vec<(isize, isize)> = WAYS.into_iter().filter(is_line).collect();
        let last = (row, column);
        (!ways.is_empty()).then_some(Won {
            board,
            player,
            last,
            ways,
        })
    }
}
