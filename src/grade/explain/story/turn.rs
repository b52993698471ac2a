//! The attempted move at which a difference lies, in words.

use super::words::{Names, announced, describe, describe_seen};
use crate::case::Case;
use crate::connect4::reading::Seen;
use crate::connect4::{Board, Event, Game, Outcome, Player, Step};

/// The attempted move at which a difference lies, for the sentences.
pub(super) struct Turn<'a> {
    pub number: usize,
    pub typed: &'a [u8],
    /// What was typed before it.
    pub typed_before: &'a [u8],
    pub step: &'a Step,
    names: Names,
    /// Whether the program names the winner.
    names_winner: bool,
    /// Whether what was typed leaves the game.
    is_quit: bool,
}

impl<'a> Turn<'a> {
    pub fn new(game: &Game, case: &'a Case, number: usize) -> Self {
        let attempt_at = |back| {
            number
                .checked_sub(back)
                .and_then(|index: usize| case.script.attempts.get(index))
        };
        let attempt = attempt_at(1);
        let last = case.expected.steps.len() - 1;
        Self {
            number,
            typed: attempt.map_or(&[][..], |attempt| &attempt.typed),
            typed_before: attempt_at(2).map_or(&[][..], |attempt| &attempt.typed),
            step: &case.expected.steps[number.min(last)],
            names: Names::of(&game.wording),
            names_winner: true,
            is_quit: attempt.is_some_and(|attempt| game.flow.quit.is_some_and(|quit| attempt.typed == [quit.key])),
        }
    }

    /// The same for a program that names the winner, or does not.
    pub fn announcing(self, names_winner: bool) -> Self {
        Self { names_winner, ..self }
    }

    /// `move 5 (player 1, column 4)`, or `move 5 (player 1, 'D')`.
    pub fn name(&self) -> String {
        let Some(player) = self.step.player else {
            return format!("move {}", self.number);
        };
        let what = match self.step.placed {
            Some((_, column)) => format!("column {}", column + 1),
            None if self.typed.is_empty() => "Enter alone".to_owned(),
            None => format!("'{}'", self.typed.escape_ascii()),
        };
        format!("move {} ({}, {what})", self.number, self.player(player))
    }

    /// Whether what was typed leaves the game.
    pub fn is_quit(&self) -> bool {
        self.is_quit
    }

    /// Whether a new game begins in this step: after the end of one, or because it was left.
    pub fn begins_new_game(&self) -> bool {
        let is_new = self.step.placed.is_some() || self.is_quit;
        is_new && self.number > 0 && self.step.board.pieces() == 0
    }

    /// What a player is called.
    pub fn player(&self, player: Player) -> &str {
        self.names.of_player(player)
    }

    /// What an announcement says: `that player 1 wins`.
    pub fn announced(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(_) if !self.names_winner => "a win without saying whose it is".to_owned(),
            _ => announced(&self.names, outcome),
        }
    }

    /// `the prompt for player 2`.
    pub fn describe(&self, event: &Event) -> String {
        describe(&self.names, event)
    }

    /// What was seen: `other text`.
    pub fn describe_seen(&self, seen: &Seen) -> String {
        match seen {
            Seen::Event(Event::Result(Outcome::Win(_))) if !self.names_winner => {
                "the message that somebody wins".to_owned()
            }
            _ => describe_seen(&self.names, seen),
        }
    }

    pub fn capital(&self) -> String {
        let name = self.name();
        format!("M{}", &name[1..])
    }

    pub fn after(&self) -> String {
        if self.number == 0 {
            "At the start, ".to_owned()
        } else {
            format!("After {}, ", self.name())
        }
    }

    pub fn opening_but(&self) -> String {
        if self.number == 0 {
            "At the start".to_owned() + ","
        } else {
            format!("After {},", self.name())
        }
    }

    /// Whether the game is over with this move.
    pub fn ends_game(&self) -> bool {
        self.step.events.iter().any(|event| matches!(event, Event::Result(_)))
    }

    /// The column (from 0) that was typed, when it is one on the board and full.
    pub fn typed_column(&self, board: Option<&Board>) -> Option<usize> {
        let board = board?;
        let &[digit @ b'1'..=b'9'] = self.typed else {
            return None;
        };
        let column = usize::from(digit - b'1');
        (column < board.columns() && board.landing(column).is_none()).then_some(column)
    }
}
