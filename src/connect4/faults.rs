//! The rules with one fault each: what programs get wrong about the game, whatever they are written in.
//!
//! [`Expected::play_faulty`](super::Expected::play_faulty) plays a script as a program with a fault would. A suite of which no
//! transcript changes by that does not notice the fault.

use super::board::{Board, Cell, Player};
use super::lines::Direction;
use super::rules::{Game, Then};

/// A cell's place: row and column from 0, rows from the top.
type Place = (usize, usize);

/// A fault of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// Lines in a direction are not found.
    Misses(Direction),
    /// They are found only where the last piece is at one of their ends.
    OnlyAtEnds(Direction),
    /// They are not found where the last piece is at the left end.
    NotFromLeft(Direction),
    /// They are not found where the last piece is at the right end.
    NotFromRight(Direction),
    /// They are found only where the last piece is at the left end.
    OnlyFromLeft(Direction),
    /// They are found only where the last piece is at the right end.
    OnlyFromRight(Direction),
    /// They go around the edge of the board, as in memory, where row follows row or column follows column.
    Wraps(Direction),
    /// A cell beyond the edge of the board counts as the player's own.
    PastEdge(Direction),
    /// One empty cell within a line does not matter.
    Gap(Direction),
    /// One piece less than a line needs wins.
    Shorter,
    /// One piece more than a line needs is needed.
    Longer,
    /// More pieces than a line needs do not win.
    Exact,
    /// Pieces of both players make a line.
    AnyPieces,
    /// A player never wins.
    NeverWins(Player),
    /// The other player is announced.
    WrongWinner,
    /// Whoever wins, this player is announced.
    Announces(Player),
    /// The game goes on after its result.
    GoesOn,
    /// A full board does not end the game.
    NoTie,
    /// A full board is a tie, also where the last piece wins.
    TieFirst,
    /// The game is a tie when one cell is left.
    TieEarly,
    /// Pieces stay at the top.
    Floats,
    /// A piece in a full column replaces the topmost.
    Overwrites,
    /// A move in a full column is accepted, and nothing changes but the turn.
    FullPasses,
    /// A refused move costs the turn.
    RefusalPasses,
    /// The key 0 is taken for column 1.
    TakesZero,
    /// The digit beyond the last column is taken for it.
    TakesBeyond,
    /// A letter is taken for column 1.
    TakesLetter,
    /// Column 1 is refused.
    RefusesFirst,
    /// The last column is refused.
    RefusesLast,
    /// A new game begins with the pieces of the last one.
    KeepsBoard,
    /// A new game begins with the player whose turn it is.
    KeepsTurn,
    /// The key that leaves the game is refused.
    IgnoresQuit,
}

/// What a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// Winning lines.
    Lines,
    /// Results and the end of the game.
    Results,
    /// Where pieces go, and whose turn it is.
    Pieces,
    /// What keys mean.
    Keys,
    /// What follows a game.
    NewGames,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Lines, Self::Results, Self::Pieces, Self::Keys, Self::NewGames];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Lines => "rules: winning lines",
            Self::Results => "rules: results",
            Self::Pieces => "rules: pieces, turns",
            Self::Keys => "rules: keys",
            Self::NewGames => "rules: new games",
        }
    }
}

/// What lies in one direction of a cell.
struct Arm {
    /// Pieces that count, one after the other.
    pieces: usize,
    /// The cell after them; `None` beyond the edge.
    next: Option<Place>,
}

impl Fault {
    /// The faults that a program for a game can have.
    pub fn all(game: &Game) -> Vec<Self> {
        let mut faults = Vec::new();
        for direction in Direction::ALL {
            faults.extend([
                Self::Misses(direction),
                Self::Wraps(direction),
                Self::PastEdge(direction),
            ]);
            if direction != Direction::Vertical {
                faults.extend([
                    Self::OnlyAtEnds(direction),
                    Self::NotFromLeft(direction),
                    Self::NotFromRight(direction),
                    Self::OnlyFromLeft(direction),
                    Self::OnlyFromRight(direction),
                    Self::Gap(direction),
                ]);
            }
        }
        faults.extend([Self::Shorter, Self::Longer, Self::Exact, Self::AnyPieces]);

        for player in [Player::One, Player::Two] {
            faults.extend([Self::NeverWins(player), Self::Announces(player)]);
        }
        faults.extend([
            Self::WrongWinner,
            Self::GoesOn,
            Self::NoTie,
            Self::TieFirst,
            Self::TieEarly,
        ]);
        faults.extend([Self::Floats, Self::Overwrites, Self::FullPasses, Self::RefusalPasses]);

        faults.extend([
            Self::TakesZero,
            Self::TakesLetter,
            Self::RefusesFirst,
            Self::RefusesLast,
        ]);
        if game.rules.columns < 9 {
            faults.push(Self::TakesBeyond);
        }

        let quit = game.flow.quit;
        if game.flow.over == Then::Restart || quit.is_some_and(|quit| quit.then == Then::Restart) {
            faults.extend([Self::KeepsBoard, Self::KeepsTurn]);
        }
        if quit.is_some() {
            faults.push(Self::IgnoresQuit);
        }
        faults
    }

    /// What it is about.
    pub fn kind(self) -> FaultKind {
        match self {
            Self::Misses(_)
            | Self::OnlyAtEnds(_)
            | Self::NotFromLeft(_)
            | Self::NotFromRight(_)
            | Self::OnlyFromLeft(_)
            | Self::OnlyFromRight(_)
            | Self::Wraps(_)
            | Self::PastEdge(_)
            | Self::Gap(_)
            | Self::Shorter
            | Self::Longer
            | Self::Exact
            | Self::AnyPieces => FaultKind::Lines,
            Self::NeverWins(_)
            | Self::WrongWinner
            | Self::Announces(_)
            | Self::GoesOn
            | Self::NoTie
            | Self::TieFirst
            | Self::TieEarly => FaultKind::Results,
            Self::Floats | Self::Overwrites | Self::FullPasses | Self::RefusalPasses => FaultKind::Pieces,
            Self::TakesZero | Self::TakesBeyond | Self::TakesLetter | Self::RefusesFirst | Self::RefusesLast => {
                FaultKind::Keys
            }
            Self::KeepsBoard | Self::KeepsTurn | Self::IgnoresQuit => FaultKind::NewGames,
        }
    }

    /// What a program with it does, without a subject: `misses a vertical win`.
    pub fn words(self) -> String {
        let text = match self {
            Self::Misses(line) => return format!("misses {}", a_win(line)),
            Self::OnlyAtEnds(line) => {
                return format!("misses {} when the last piece is inside the line", a_win(line));
            }
            Self::NotFromLeft(line) => {
                return format!("misses {} when the last piece is its left end", a_win(line));
            }
            Self::NotFromRight(line) => {
                return format!("misses {} when the last piece is its right end", a_win(line));
            }
            Self::OnlyFromLeft(line) => {
                return format!("finds {} only when the last piece is its left end", a_win(line));
            }
            Self::OnlyFromRight(line) => {
                return format!("finds {} only when the last piece is its right end", a_win(line));
            }
            Self::Wraps(line) => return format!("finds {} that goes around the edge of the board", a_win(line)),
            Self::PastEdge(line) => {
                return format!("counts a cell past the edge of the board as part of {}", a_win(line));
            }
            Self::Gap(line) => return format!("finds {} that has a gap", a_win(line)),
            Self::NeverWins(player) => return format!("never lets player {} win", player.number()),
            Self::Announces(player) => return format!("announces player {} whoever wins", player.number()),
            Self::Shorter => "announces a win one piece too early",
            Self::Longer => "requires one piece too many for a win",
            Self::Exact => "does not accept a line that is longer than it must be",
            Self::AnyPieces => "counts the pieces of both players in a line",
            Self::WrongWinner => "announces the wrong player",
            Self::GoesOn => "continues the game after its result",
            Self::NoTie => "does not end the game when the board is full",
            Self::TieFirst => "announces a tie when the last piece of a full board wins",
            Self::TieEarly => "announces a tie when one cell is still empty",
            Self::Floats => "leaves pieces at the top of the column",
            Self::Overwrites => "accepts a move in a full column and replaces its top piece",
            Self::FullPasses => "accepts a move in a full column and places no piece",
            Self::RefusalPasses => "passes the turn after a refused move",
            Self::TakesZero => "takes the key 0 for column 1",
            Self::TakesBeyond => "takes the digit after the last column for the last column",
            Self::TakesLetter => "takes a letter for column 1",
            Self::RefusesFirst => "refuses column 1",
            Self::RefusesLast => "refuses the last column",
            Self::KeepsBoard => "keeps the pieces on the board in a new game",
            Self::KeepsTurn => "does not begin a new game with player 1",
            Self::IgnoresQuit => "refuses the key that leaves the game",
        };
        text.to_owned()
    }

    /// Whether the piece in a cell wins.
    pub(super) fn wins(self, board: &Board, cell: Place, line: usize) -> bool {
        let player = board.cell(cell.0, cell.1);
        let never = matches!(self, Self::NeverWins(never) if player == Some(never));
        let mut directions = Direction::ALL.into_iter();
        !never && directions.any(|direction| self.is_line(board, cell, direction, line))
    }

    fn is_line(self, board: &Board, cell: Place, direction: Direction, line: usize) -> bool {
        let (down, right) = direction.step();
        let player = board.cell(cell.0, cell.1);
        let is_own = |other: Cell| other == player;
        let before = arm(board, cell, (-down, -right), &is_own);
        let after = arm(board, cell, (down, right), &is_own);
        let run = before.pieces + 1 + after.pieces;

        match self {
            Self::Misses(faulty) if faulty == direction => false,
            Self::OnlyAtEnds(faulty) if faulty == direction => run >= line && (before.pieces == 0 || after.pieces == 0),
            Self::NotFromLeft(faulty) if faulty == direction => run >= line && before.pieces > 0,
            Self::NotFromRight(faulty) if faulty == direction => run >= line && after.pieces > 0,
            Self::OnlyFromLeft(faulty) if faulty == direction => after.pieces + 1 >= line,
            Self::OnlyFromRight(faulty) if faulty == direction => before.pieces + 1 >= line,
            Self::Wraps(faulty) if faulty == direction => in_memory(board, cell, direction) >= line,
            Self::PastEdge(faulty) if faulty == direction => {
                let beyond = [&before, &after].iter().filter(|arm| arm.next.is_none()).count();
                run + beyond >= line
            }
            Self::Gap(faulty) if faulty == direction => {
                let over = |arm: &Arm, step| match arm.next {
                    Some(gap) if board.cell(gap.0, gap.1).is_none() => self::arm(board, gap, step, &is_own).pieces,
                    _ => 0,
                };
                let more = over(&before, (-down, -right)).max(over(&after, (down, right)));
                run >= line || more > 0 && run + 1 + more >= line
            }
            Self::Shorter => run + 1 >= line,
            Self::Longer => run > line,
            Self::Exact => run == line,
            Self::AnyPieces => {
                let before = arm(board, cell, (-down, -right), &|other| other.is_some());
                let after = arm(board, cell, (down, right), &|other| other.is_some());
                before.pieces + 1 + after.pieces >= line
            }
            _ => run >= line,
        }
    }

    /// Who is announced where a player wins.
    pub(super) fn announced(self, winner: Player) -> Player {
        match self {
            Self::WrongWinner => winner.other(),
            Self::Announces(player) => player,
            _ => winner,
        }
    }

    /// The column that is taken for what was typed, where a correct program takes `column`.
    pub(super) fn column(self, typed: &[u8], column: Option<usize>, columns: usize) -> Option<usize> {
        match (self, typed) {
            (Self::TakesZero, b"0") => Some(0),
            (Self::TakesBeyond, [digit @ b'1'..=b'9']) if usize::from(digit - b'1') == columns => Some(columns - 1),
            (Self::TakesLetter, [letter]) if letter.is_ascii_alphabetic() => Some(0),
            (Self::RefusesFirst, _) => column.filter(|column| *column > 0),
            (Self::RefusesLast, _) => column.filter(|column| column + 1 < columns),
            _ => column,
        }
    }

    /// The row of a piece that is dropped into a column, where it lands in `row` by the rules.
    pub(super) fn landing(self, board: &Board, column: usize, row: Option<usize>) -> Option<usize> {
        match self {
            Self::Floats => (0..board.rows()).find(|row| board.cell(*row, column).is_none()),
            Self::Overwrites => row.or(Some(0)),
            _ => row,
        }
    }
}

fn a_win(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "a horizontal win",
        Direction::Vertical => "a vertical win",
        Direction::DiagonalDown => "a falling diagonal win",
        Direction::DiagonalUp => "a rising diagonal win",
    }
}

/// The pieces that count after a cell.
fn arm(board: &Board, cell: Place, (down, right): (isize, isize), counts: &dyn Fn(Cell) -> bool) -> Arm {
    let on_board = |(row, column): &Place| *row < board.rows() && *column < board.columns();
    let mut pieces = 0;
    let mut at = cell;
    loop {
        let next = at.0.checked_add_signed(down).zip(at.1.checked_add_signed(right));
        match next.filter(on_board) {
            Some(next) if counts(board.cell(next.0, next.1)) => {
                pieces += 1;
                at = next;
            }
            next => return Arm { pieces, next },
        }
    }
}

/// How many of a player's pieces are evenly spaced in memory, through a cell. Vertical lines are looked for where column follows
/// column, each from the bottom; the others where row follows row.
fn in_memory(board: &Board, (row, column): Place, direction: Direction) -> usize {
    let (rows, columns) = (board.rows(), board.columns());
    let (down, right) = direction.step();
    let (index, stride) = match direction {
        Direction::Vertical => (column * rows + (rows - 1 - row), 1),
        _ => (row * columns + column, down * columns.cast_signed() + right),
    };
    let owner = |index: usize| match direction {
        Direction::Vertical => board.cell(rows - 1 - index % rows, index / rows),
        _ => board.cell(index / columns, index % columns),
    };
    let count = |stride: isize| {
        let places = std::iter::successors(Some(index), |at| at.checked_add_signed(stride));
        let places = places.skip(1).take_while(|at| *at < rows * columns);
        places.take_while(|at| owner(*at) == owner(index)).count()
    };
    1 + count(stride) + count(-stride)
}

#[cfg(test)]
mod tests;
