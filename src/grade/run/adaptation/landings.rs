//! Where the pieces of a script land, for programs that ask for the row too.

use super::RowKeys;
use crate::connect4::{Board, Player};

/// The board of the game that is played, one after another.
pub struct Landings {
    /// How rows are typed.
    pub way: RowKeys,
    board: Board,
    player: Player,
}

impl Landings {
    /// Before the first game.
    pub fn new(way: RowKeys) -> Self {
        Self {
            way,
            board: Board::new(way.rules.rows, way.rules.columns),
            player: Player::One,
        }
    }

    /// The row, from the top, in which the piece of these keys lands; the topmost where none does.
    pub fn play(&mut self, keys: &[u8]) -> usize {
        let [key] = keys else { return 0 };
        if self.way.restart_key == Some(*key) {
            *self = Self::new(self.way);
            return 0;
        }
        let column = usize::from(key.wrapping_sub(b'1'));
        if column >= self.way.rules.columns {
            return 0;
        }

        let Some(row) = self.board.drop_piece(column, self.player) else {
            return 0;
        };
        self.player = self.player.other();
        let is_over = self.board.wins_at(row, column, self.way.rules.line) || self.board.is_full();
        if is_over && self.way.restarts {
            *self = Self::new(self.way);
        }
        row
    }
}
