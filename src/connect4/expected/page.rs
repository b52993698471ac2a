//! What a perfect program prints in one step: its text and its events, written side by side.

use super::{Event, Outcome};
use crate::connect4::board::{Board, Player};
use crate::connect4::rules::{Wording, row_number};

/// Room for the text of a usual step: a board, a prompt, a message.
const STEP_BYTES: usize = 160;

/// The text and the events of a step, and whether the current line is unfinished.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    wording: &'a Wording,
    /// What comes before and after a row's number, where its label has one.
    label: Option<(&'a str, &'a str)>,
    text: Vec<u8>,
    events: Vec<Event>,
    /// Kept from step to step: a prompt leaves its line open for the echo.
    is_open: bool,
}

impl<'a> Page<'a> {
    pub fn new(wording: &'a Wording) -> Self {
        Self {
            wording,
            label: wording.label.split_once("{row}"),
            text: Vec::with_capacity(STEP_BYTES),
            events: Vec::with_capacity(3),
            is_open: false,
        }
    }

    /// What was written since the last time. The line stays as open as it is.
    pub fn take(&mut self) -> (Vec<u8>, Vec<Event>) {
        let text = std::mem::replace(&mut self.text, Vec::with_capacity(STEP_BYTES));
        let events = std::mem::replace(&mut self.events, Vec::with_capacity(3));
        (text, events)
    }

    /// Whether the current line is unfinished.
    pub fn has_open_line(&self) -> bool {
        self.is_open
    }

    /// A key that is echoed.
    pub fn echo(&mut self, typed: &[u8]) {
        self.text.extend_from_slice(typed);
        self.is_open = true;
        self.events.push(Event::Echo(typed.to_vec()));
    }

    /// The whole board.
    pub fn board(&mut self, board: &Board) {
        self.picture(board);
        self.events.push(Event::Board(board.clone()));
    }

    /// The whole board with a piece on its way down.
    pub fn frame(&mut self, board: &Board) {
        self.picture(board);
        self.events.push(Event::Frame(board.clone()));
    }

    /// Asks for a move; the line stays open for the key.
    pub fn prompt(&mut self, player: Player) {
        let wording = self.wording;
        let prompt = &wording.prompts[player.index()];
        self.say(prompt);
        self.is_open = !prompt.ends_with(&wording.newline);
        self.events.push(Event::Prompt(player));
    }

    /// Refuses a move: in a column that is full, or for anything else.
    pub fn refusal(&mut self, is_full: bool) {
        let wording = self.wording;
        self.message(wording.refusal(is_full));
        self.events.push(Event::Refusal);
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
            self.events.push(Event::Result(outcome));
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

    fn picture(&mut self, board: &Board) {
        let wording = self.wording;
        if wording.above.is_empty() {
            self.close();
        } else {
            // It is printed whether the line is open or not, and closes it by the way.
            self.say(&wording.above);
            self.is_open = false;
        }

        if !wording.header.is_empty() {
            self.say(&wording.header);
            self.newline();
        }

        for row in 0..board.rows() {
            self.label(row + 1, board.rows());
            for column in 0..board.columns() {
                if column > 0 {
                    self.say(&wording.separator);
                }
                self.letter(match board.cell(row, column) {
                    None => wording.empty,
                    Some(player) => wording.pieces[player.index()],
                });
            }
            self.say(&wording.row_end);
            self.newline();
        }
    }

    fn label(&mut self, number: usize, rows: usize) {
        if let Some((before, behind)) = self.label {
            self.say(before);
            self.say(&row_number(number, rows));
            self.say(behind);
        } else {
            self.say(&self.wording.label);
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
        let wording = self.wording;
        self.say(&wording.newline);
        self.is_open = false;
    }
}
