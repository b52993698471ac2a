//! Rows of the board on which a game is won, with the winning pieces marked: `* * * * Y 0 Y`.

use std::sync::Arc;

use super::glyphs::FRAME;
use super::rows::Row;
use super::{FormatKind, Reader, Seen};
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::Event;

/// Rows longer than this are none.
const LONGEST: usize = 60;

/// A board that a move wins.
struct Won {
    board: Board,
    player: Player,
    /// The cells of each line that the move completes.
    lines: Vec<Vec<(usize, usize)>>,
}

impl Won {
    /// Whether a cell is in a line that the move completes.
    fn has_in_line(&self, cell: (usize, usize)) -> bool {
        self.lines.iter().any(|line| line.contains(&cell))
    }

    /// Whether so many marks in a row may be a line, or parts of some that go through other rows as well.
    fn may_have(&self, marks: usize, length: usize) -> bool {
        let is_upright = |line: &Vec<(usize, usize)>| line.first().map(|cell| cell.0) != line.last().map(|cell| cell.0);
        marks >= length || self.lines.iter().any(is_upright)
    }
}

impl Reader<'_> {
    /// Reads a row of the board after a winning move in which the winning pieces are replaced by a mark: one character that is
    /// never a cell. Every other cell must be as it is on that board, so there is no doubt.
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
        if cells.len() != columns || others.len() != columns {
            return None;
        }
        let is_right = (0..columns).all(|column| cells[column] == won.board.cell(row, column));
        let mut marked = (0..columns).filter(|column| cells[*column] != others[*column]);
        let marks = marked.clone().count();
        let is_meant = is_right
            && won.may_have(marks, self.game.rules.line)
            && marked.all(|column| won.has_in_line((row, column)));
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
        let lines: Vec<_> = board.winning_lines(row, column, self.game.rules.line).collect();
        (!lines.is_empty()).then_some(Won { board, player, lines })
    }
}
