//! A board as a perfect program prints it.

use crate::connect4::board::{Board, Player};
use crate::connect4::rules::{Game, Wording};

/// An empty board as it is printed, in which pieces take the places of empty cells.
#[derive(Debug)]
pub struct Picture {
    blank: Vec<u8>,
    /// Where its first cell is, and how many bytes it is from there to the next one in the row and in the column.
    first: usize,
    step_right: usize,
    step_down: usize,
    /// Whether all letters of cells are single bytes, so that pieces move nothing.
    is_ascii: bool,
}

impl Picture {
    /// The picture of a game's boards.
    pub fn new(game: &Game) -> Self {
        let wording = &game.wording;
        let mut blank = Vec::with_capacity(256);
        write(wording, &Board::new(game.rules.rows, game.rules.columns), &mut blank);

        let header = match wording.header.len() {
            0 => 0,
            length => length + wording.newline.len(),
        };
        Self {
            first: header + wording.row_label(1, game.rules.rows).len(),
            step_right: 1 + wording.separator.len(),
            step_down: (blank.len() - header) / game.rules.rows,
            is_ascii: wording.empty.is_ascii() && wording.pieces.iter().all(char::is_ascii),
            blank,
        }
    }

    /// Adds a board to a text.
    pub fn draw(&self, wording: &Wording, board: &Board, text: &mut Vec<u8>) {
        if !self.is_ascii {
            return write(wording, board, text);
        }

        let start = text.len() + self.first;
        text.extend_from_slice(&self.blank);
        let cells = &mut text[start..];
        for player in [Player::One, Player::Two] {
            let letter = wording.pieces[player.index()] as u8;
            for column in 0..board.columns() {
                for row in board.rows_of(player, column) {
                    cells[row * self.step_down + column * self.step_right] = letter;
                }
            }
        }
    }
}

/// Writes a board cell by cell.
fn write(wording: &Wording, board: &Board, text: &mut Vec<u8>) {
    let mut say = |part: &str| text.extend_from_slice(part.as_bytes());
    if !wording.header.is_empty() {
        say(&wording.header);
        say(&wording.newline);
    }

    for row in 0..board.rows() {
        say(&wording.row_label(row + 1, board.rows()));
        for column in 0..board.columns() {
            if column > 0 {
                say(&wording.separator);
            }
            let letter = match board.cell(row, column) {
                None => wording.empty,
                Some(player) => wording.pieces[player.index()],
            };
            say(letter.encode_utf8(&mut [0; 4]));
        }
        say(&wording.row_end);
        say(&wording.newline);
    }
}
