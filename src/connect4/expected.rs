//! The transcript of a perfect program, move by move.

use super::board::{Board, Player};
use super::rules::{Game, Protocol, Wording};
use super::script::{Attempt, Script};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has a line.
    Win(Player),
    /// The board is full and nobody has a line.
    Tie,
}

/// A piece of a transcript in the game's terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Event {
    /// The whole board.
    Board(Board),
    /// The whole board with a piece on its way down.
    Frame(Board),
    /// A player is asked for a move.
    Prompt(Player),
    /// What was typed is shown.
    Echo(Vec<u8>),
    /// The move is refused.
    Refusal,
    /// The result is announced.
    Result(Outcome),
}

/// What a perfect program prints from reading one attempt until it reads the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Who made the attempt; `None` in the first step, before any key.
    pub player: Option<Player>,
    /// Row and column (from 0, rows from the top) of the piece; `None` when refused, and in the first step.
    pub placed: Option<(usize, usize)>,
    /// The same of the computer's piece, where it replied.
    pub reply: Option<(usize, usize)>,
    /// The bytes printed.
    pub text: Vec<u8>,
    /// The same as events.
    pub events: Vec<Event>,
    /// The board afterwards.
    pub board: Board,
}

/// A whole game as a perfect program plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The first step comes before any key; step `n` belongs to attempt `n - 1`. When the game is over, or the script is
    /// at its end, there are no more.
    pub steps: Vec<Step>,
    /// How the game ended; `None` when the script stops before that and the program waits for a key.
    pub outcome: Option<Outcome>,
    /// Whether the program stops at the end; else it waits for a key.
    pub halts: bool,
}

impl Expected {
    /// Plays a script by the rules. Attempts after the end of the game are not played: nobody reads them.
    ///
    /// A last line without its Enter is shown as it is typed and then the program waits in the middle of that line, so
    /// its step ends behind the echo.
    pub fn play(game: &Game, script: &Script) -> Self {
        let mut board = Board::new(game.rules.rows, game.rules.columns);
        let mut player = Player::One;
        let mut opening = Page::new(&game.wording);
        opening.board(&board);
        opening.prompt(player);
        let mut steps = vec![opening.into_step(None, None, &board)];
        let mut outcome = None;
        for attempt in &script.attempts {
            let mut page = Page::new(&game.wording);
            page.echo(&attempt.typed);
            let mover = player;
            let mut placed = None;
            if is_complete(script, attempt) {
                page.newline();
                placed = column(attempt, board.columns())
                    .and_then(|column| board.drop_piece(column, player).map(|row| (row, column)));
                if let Some((row, column)) = placed {
                    page.board(&board);
                    outcome = outcome_at(&board, row, column, game.rules.line, player);
                    player = player.other();
                } else {
                    page.refusal();
                }
                match outcome {
                    Some(outcome) => page.result(outcome),
                    None => page.prompt(player),
                }
            }
            steps.push(page.into_step(Some(mover), placed, &board));
            if outcome.is_some() {
                break;
            }
        }
        Self {
            steps,
            outcome,
            halts: outcome.is_some(),
        }
    }

    /// The whole transcript. A finished game ends in a line feed, an unfinished one behind the prompt.
    pub fn transcript(&self) -> Vec<u8> {
        self.steps.iter().flat_map(|step| step.text.iter().copied()).collect()
    }

    /// How many attempts are played before the game is over or the script at its end.
    pub fn attempts_played(&self) -> usize {
        self.steps.len().saturating_sub(1)
    }
}

/// Whether the attempt has everything that makes it a move: with [`Protocol::Enter`] the Enter.
fn is_complete(script: &Script, attempt: &Attempt) -> bool {
    match script.protocol {
        Protocol::Key => true,
        Protocol::Enter => script.keys.get(attempt.first_key + attempt.typed.len()) == Some(&b'\n'),
    }
}

/// The column (from 0) that an attempt names: exactly one digit, from 1 to the number of columns.
fn column(attempt: &Attempt, columns: usize) -> Option<usize> {
    match attempt.typed[..] {
        [digit @ b'1'..=b'9'] => Some(usize::from(digit - b'1')).filter(|column| *column < columns),
        _ => None,
    }
}

/// What a piece that has just landed makes of the game. A line on the last empty cell is a win, not a tie.
fn outcome_at(board: &Board, row: usize, column: usize, line: usize, player: Player) -> Option<Outcome> {
    if board.wins_at(row, column, line) {
        Some(Outcome::Win(player))
    } else if board.is_full() {
        Some(Outcome::Tie)
    } else {
        None
    }
}

/// Room for the text of a usual step: a board, a prompt, a message.
const STEP_BYTES: usize = 160;

/// The text and the events of one step, written side by side.
struct Page<'a> {
    wording: &'a Wording,
    text: Vec<u8>,
    events: Vec<Event>,
}

impl<'a> Page<'a> {
    fn new(wording: &'a Wording) -> Self {
        Self {
            wording,
            text: Vec::with_capacity(STEP_BYTES),
            events: Vec::with_capacity(3),
        }
    }

    fn say(&mut self, text: &str) {
        // Between cells it is one byte, thousands of times.
        match text.as_bytes() {
            [byte] => self.text.push(*byte),
            bytes => self.text.extend_from_slice(bytes),
        }
    }

    fn letter(&mut self, letter: char) {
        if letter.is_ascii() {
            self.text.push(letter as u8);
        } else {
            self.say(letter.encode_utf8(&mut [0; 4]));
        }
    }

    fn newline(&mut self) {
        self.say(&self.wording.newline);
    }

    fn echo(&mut self, typed: &[u8]) {
        self.text.extend_from_slice(typed);
        self.events.push(Event::Echo(typed.to_vec()));
    }

    fn board(&mut self, board: &Board) {
        let wording = self.wording;
        for row in 0..board.rows() {
            for column in 0..board.columns() {
                if column > 0 {
                    self.say(&wording.separator);
                }
                self.letter(match board.cell(row, column) {
                    None => wording.empty,
                    Some(player) => wording.pieces[player.index()],
                });
            }
            self.newline();
        }
        self.events.push(Event::Board(board.clone()));
    }

    fn prompt(&mut self, player: Player) {
        self.say(&self.wording.prompts[player.index()]);
        self.events.push(Event::Prompt(player));
    }

    fn refusal(&mut self) {
        self.say(&self.wording.invalid);
        self.newline();
        self.events.push(Event::Refusal);
    }

    fn result(&mut self, outcome: Outcome) {
        let wording = self.wording;
        self.say(match outcome {
            Outcome::Win(player) => &wording.wins[player.index()],
            Outcome::Tie => &wording.tie,
        });
        self.newline();
        self.events.push(Event::Result(outcome));
    }

    fn into_step(self, player: Option<Player>, placed: Option<(usize, usize)>, board: &Board) -> Step {
        Step {
            player,
            placed,
            reply: None,
            text: self.text,
            events: self.events,
            board: board.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
