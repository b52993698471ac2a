//! Where the pieces of a script land, for programs that ask for the row too, or for a key after each piece.

use super::Games;
use crate::connect4::{Board, Player};

/// The board of the game that is played, one after another.
pub struct Landings {
    games: Games,
    board: Board,
    player: Player,
}

/// A piece that landed.
pub struct Landed {
    /// Its row, from the top.
    pub row: usize,
    /// Whether the game is over with it.
    pub is_over: bool,
}

impl Landings {
    /// Before the first game.
    pub fn new(games: Games) -> Self {
        Self {
            games,
            board: Board::new(games.rules.rows, games.rules.columns),
            player: Player::One,
        }
    }

    /// The piece of these keys; `None` where none lands.
    pub fn play(&mut self, keys: &[u8]) -> Option<Landed> {
        let [key] = keys else { return None };
        if self.games.restart_key == Some(*key) {
            *self = Self::new(self.games);
            return None;
        }
        let column = usize::from(key.wrapping_sub(b'1'));
        if column >= self.games.rules.columns {
            return None;
        }

        let row = self.board.drop_piece(column, self.player)?;
        self.player = self.player.other();
        let is_over = self.board.wins_at(row, column, self.games.rules.line) || self.board.is_full();
        if is_over && self.games.restarts {
            *self = Self::new(self.games);
        }
        Some(Landed { row, is_over })
    }
}
