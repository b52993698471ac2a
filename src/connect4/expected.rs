//! The transcript of a perfect program, move by move.
//!
//! A message (greeting, refusal, result, farewell) and a board begin on a new line: an unfinished
//! line is ended first. A message takes a whole line. A prompt leaves its line open, and the key is echoed after it.
//!
//! | module | what it is for |
//! |---|---|
//! | [`course`] | the rules: attempts, the computer's replies, ends and new games |
//! | [`page`] | the text and the events of a step |
//! | [`picture`] | a board as it is printed |

use super::board::{Board, Player};
use super::faults::Fault;
use super::rules::{Game, Protocol};
use super::script::{Attempt, Script};

mod course;
mod page;
mod picture;

pub use course::{Course, Standing};

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
    /// A player is prompted for a move.
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
    /// The board afterwards: an empty one where a new game has begun.
    pub board: Board,
}

/// The end of a game within a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd<'a> {
    /// How it ended.
    pub outcome: Outcome,
    /// The board it ended on.
    pub board: &'a Board,
    /// Row and column (from 0) of the last piece.
    pub last: Option<(usize, usize)>,
}

impl Step {
    /// The game that was won, or announced as a tie, in this step; a new one may have begun after it.
    pub fn end(&self) -> Option<GameEnd<'_>> {
        let position = self.events.iter().position(|event| matches!(event, Event::Result(_)))?;
        let Event::Result(outcome) = self.events[position] else {
            return None;
        };
        let boards = self.events[..position].iter().rev();
        let board = boards.filter_map(|event| match event {
            Event::Board(board) => Some(board),
            _ => None,
        });

        Some(GameEnd {
            outcome,
            board: board.clone().next()?,
            last: self.reply.or(self.placed),
        })
    }

    /// The board at the end of the move: the one its game ended on, else the one at the end of the step.
    pub fn board_of_move(&self) -> &Board {
        self.end().map_or(&self.board, |end| end.board)
    }
}

/// What a computer that is to move can know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn<'a> {
    /// The board before its move.
    pub board: &'a Board,
    /// Row and column (from 0) of the computer's own last piece in this game; `None` before its first.
    pub last: Option<(usize, usize)>,
    /// The number of the step that the move will belong to.
    pub step: usize,
    /// The column (from 0) in which the package's own computer plays.
    pub own: usize,
}

/// A whole game as a perfect program plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expected {
    /// The first step comes before any key; step `n` belongs to attempt `n - 1`. When the program has stopped, or the
    /// script is at its end, there are no more.
    pub steps: Vec<Step>,
    /// How the game ended by which the program stops; `None` where it waits for a key, or was left.
    pub outcome: Option<Outcome>,
    /// Whether the program stops at the end, by a result or because it was left; else it waits for a key.
    pub halts: bool,
}

impl Expected {
    /// Plays a script by the rules. Attempts after the program has stopped are not played: nobody reads them. A computer
    /// plays as [`computer`](super::computer) has it.
    ///
    /// A last line without its Enter is shown as it is typed and then the program waits in the middle of that line, so
    /// its step ends after the echo.
    pub fn play(game: &Game, script: &Script) -> Self {
        Self::play_with(game, script, &mut |turn| turn.own)
    }

    /// The same with other replies of the computer: `replies` returns the column (from 0) for each of its turns. Where that
    /// column is full or not on the board, the package's own choice is played.
    pub fn play_with(game: &Game, script: &Script, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        Self::follow(Course::begin(game, replies), script, replies)
    }

    /// The same by rules that have a fault.
    pub fn play_faulty(game: &Game, script: &Script, fault: Fault) -> Self {
        let replies: &mut dyn FnMut(&Turn) -> usize = &mut |turn| turn.own;
        Self::follow(Course::begin_faulty(game, Some(fault), replies), script, replies)
    }

    fn follow(mut course: Course, script: &Script, replies: &mut dyn FnMut(&Turn) -> usize) -> Self {
        course.steps.reserve_exact(script.attempts.len());
        course.follow(script, replies);
        Self {
            steps: course.steps,
            outcome: course.outcome,
            halts: course.has_stopped,
        }
    }

    /// The whole transcript. A waiting program ends with its prompt.
    pub fn transcript(&self) -> Vec<u8> {
        let texts: Vec<&[u8]> = self.steps.iter().map(|step| &step.text[..]).collect();
        texts.concat()
    }

    /// How many attempts are played before the program stops or the script is at its end.
    pub fn attempts_played(&self) -> usize {
        self.steps.len().saturating_sub(1)
    }
}

/// The whole transcript of a script by the rules, not move by move, which takes less than half the time; and how many attempts
/// are played before the program stops or the script is at its end.
pub fn transcript(game: &Game, script: &Script) -> (Vec<u8>, usize) {
    let replies: &mut dyn FnMut(&Turn) -> usize = &mut |turn| turn.own;
    let mut course = Course::begin_text(game, replies);
    course.follow(script, replies);
    let attempts_played = course.step_count() - 1;
    (course.into_text(), attempts_played)
}

/// How a script goes by the rules, without what is printed: that takes a fraction of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// How many attempts are played before the program stops or the script is at its end.
    pub attempts_played: usize,
    /// How the game ended by which the program stops.
    pub outcome: Option<Outcome>,
    /// Whether the program stops at the end; else it waits for a key.
    pub halts: bool,
}

impl Outline {
    /// Plays a script as [`Expected::play`] does.
    pub fn play(game: &Game, script: &Script) -> Self {
        let replies: &mut dyn FnMut(&Turn) -> usize = &mut |turn| turn.own;
        let mut course = Course::begin_outline(game, replies);
        course.follow(script, replies);
        Self {
            attempts_played: course.step_count() - 1,
            outcome: course.outcome,
            halts: course.has_stopped,
        }
    }
}

/// Whether the attempt has everything that makes it a move: with [`Protocol::Enter`] the Enter.
fn is_complete(script: &Script, attempt: &Attempt) -> bool {
    match script.protocol {
        Protocol::Key => true,
        Protocol::Enter => script.keys.get(attempt.first_key + attempt.typed.len()) == Some(&b'\n'),
    }
}

#[cfg(test)]
mod tests;
