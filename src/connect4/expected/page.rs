//! What a perfect program prints in one step: its text and its events, written side by side.

use std::sync::Arc;

use super::picture::Picture;
use super::{Event, Outcome};
use crate::connect4::board::{Board, Player};
use crate::connect4::rules::{Game, Wording};

/// Room for the text of a usual step: a board, a prompt, a message.
const STEP_BYTES: usize = 160;

/// The text and the events of a step, or the text of all steps, or nothing; and whether the current line is unfinished.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    wording: &'a Wording,
    /// `None` where nothing is kept.
    picture: Option<Arc<Picture>>,
    text: Vec<u8>,
    events: Vec<Event>,
    has_events: bool,
    /// Kept from step to step: a prompt leaves its line open for the echo.
    is_open: bool,
}

impl<'a> Page<'a> {
    pub fn new(game: &'a Game) -> Self {
        Self {
            wording: &game.wording,
            picture: Some(Arc::new(Picture::new(game))),
            text: Vec::with_capacity(STEP_BYTES),
            events: Vec::with_capacity(3),
            has_events: true,
            is_open: false,
        }
    }

    /// A page that nobody reads.
    pub fn unread(game: &'a Game) -> Self {
        Self {
            wording: &game.wording,
            picture: None,
            text: Vec::new(),
            events: Vec::new(),
            has_events: false,
            is_open: false,
        }
    }

    /// A page for the text of a whole game, without events.
    pub fn of_text(game: &'a Game) -> Self {
        Self {
            has_events: false,
            ..Self::new(game)
        }
    }

    /// Whether there are events, and not only a text.
    pub fn has_events(&self) -> bool {
        self.has_events
    }

    /// Whether anybody reads it.
    pub fn is_read(&self) -> bool {
        self.picture.is_some()
    }

    /// All of the text.
    pub fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Adds an event.
    fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.has_events {
            self.events.push(event());
        }
    }

    /// What was written since the last time. The line stays as open as it is.
    pub fn take(&mut self) -> (Vec<u8>, Vec<Event>) {
        let step = (self.text.clone(), self.events.drain(..).collect());
        self.text.clear();
        step
    }

    /// Whether the current line is unfinished.
    pub fn has_open_line(&self) -> bool {
        self.is_open
    }

    /// A key that is echoed.
    pub fn echo(&mut self, typed: &[u8]) {
        if !self.is_read() {
            return;
        }
        self.text.extend_from_slice(typed);
        self.is_open = true;
        self.note(|| Event::Echo(typed.to_vec()));
    }

    /// The whole board.
    pub fn board(&mut self, board: &Board) {
        self.draw(board);
        self.note(|| Event::Board(board.clone()));
    }

    /// The whole board with a piece on its way down.
    pub fn frame(&mut self, board: &Board) {
        self.draw(board);
        self.note(|| Event::Frame(board.clone()));
    }

    /// Asks for a move; the line stays open for the key.
    pub fn prompt(&mut self, player: Player) {
        let wording = self.wording;
        let prompt = &wording.prompts[player.index()];
        self.say(prompt);
        self.is_open = !prompt.ends_with(&wording.newline);
        self.note(|| Event::Prompt(player));
    }

    /// Refuses a move: in a column that is full, or for anything else.
    pub fn refusal(&mut self, is_full: bool) {
        let wording = self.wording;
        self.message(wording.refusal(is_full));
        self.note(|| Event::Refusal);
    }

    /// Announces a result, where the wording has a text for it.
    pub fn result(&mut self, outcome: Outcome) {
        let wording = self.wording;
        let text = match outcome {
            Outcome::Win(player) => &wording.wins[player.index()],
            Outcome::Tie => &wording.tie,
        };
        if !text.is_empty() {
            self.message(text);
            self.note(|| Event::Result(outcome));
        }
    }

    /// A message on its own line; nothing if the text is empty.
    pub fn message(&mut self, text: &str) {
        if !text.is_empty() {
            self.close();
            self.say(text);
            self.newline();
        }
    }

    /// Ends an unfinished line.
    pub fn close(&mut self) {
        if self.is_open {
            self.newline();
        }
    }

    fn draw(&mut self, board: &Board) {
        let Some(picture) = self.picture.clone() else { return };
        let wording = self.wording;
        if wording.above.is_empty() {
            self.close();
        } else {
            // It is printed whether the line is open or not, and closes it by the way.
            self.say(&wording.above);
            self.is_open = false;
        }

        picture.draw(wording, board, &mut self.text);
    }

    fn say(&mut self, text: &str) {
        if self.is_read() {
            self.text.extend_from_slice(text.as_bytes());
        }
    }

    fn newline(&mut self) {
        let wording = self.wording;
        self.say(&wording.newline);
        self.is_open = false;
    }
}
