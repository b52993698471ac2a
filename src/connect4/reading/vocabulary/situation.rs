//! The true state of the game as a line is printed.

use std::collections::BTreeMap;

use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Outcome, Step};

/// What is happening in the game as a line is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Context {
    /// Before any key.
    Opening,
    /// After a move by which the game goes on.
    Accepted,
    /// The same, and the program may have ended the game.
    BrokenOff,
    /// After a key that is no legal move.
    Refused,
    /// After a player's winning move.
    Won(u8),
    /// After the move that fills the board.
    Tied,
    /// After the key that leaves the game.
    Left,
}

/// The true state of the game in a step. Players by number, 0 for nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Situation {
    pub context: Context,
    /// Who has just typed.
    pub moved: u8,
    /// Who is to move next.
    pub asked: u8,
}

/// In how many steps of each situation something was seen.
#[derive(Debug, Clone, Default)]
pub(super) struct Counts(BTreeMap<Situation, u32>);

impl Counts {
    pub fn note(&mut self, situation: Situation) {
        *self.0.entry(situation).or_default() += 1;
    }

    pub fn merge(&mut self, other: &Self) {
        for (situation, count) in &other.0 {
            *self.0.entry(*situation).or_default() += count;
        }
    }

    pub fn of(&self, is_meant: impl Fn(&Situation) -> bool) -> u32 {
        let meant = self.0.iter().filter(|(situation, _)| is_meant(situation));
        meant.map(|(_, count)| count).sum()
    }

    pub fn in_context(&self, context: Context) -> u32 {
        self.of(|situation| situation.context == context)
    }

    /// After accepted moves after which this player is to move.
    pub fn asked(&self, player: Player) -> u32 {
        self.of(|situation| situation.context == Context::Accepted && situation.asked == number(player))
    }

    /// After refused keys of this player.
    pub fn refused(&self, player: Player) -> u32 {
        self.of(|situation| situation.context == Context::Refused && situation.moved == number(player))
    }

    pub fn won(&self, player: Player) -> u32 {
        self.in_context(Context::Won(number(player)))
    }
}

impl Situation {
    /// Whether it is a move after which the game goes on.
    pub fn goes_on(self) -> bool {
        matches!(self.context, Context::Accepted | Context::Refused)
    }

    /// The same where the program may have ended the game.
    pub fn broken_off(self) -> Self {
        let context = match self.context {
            Context::Accepted => Context::BrokenOff,
            other => other,
        };
        Self { context, ..self }
    }

    pub fn of(step: &Step, is_first: bool) -> Self {
        let has = |is_meant: fn(&Event) -> bool| step.events.iter().any(is_meant);
        let asked = step.events.iter().rev().find_map(|event| match event {
            Event::Prompt(player) => Some(*player),
            _ => None,
        });
        let context = match step.end().map(|end| end.outcome) {
            Some(Outcome::Win(player)) => Context::Won(number(player)),
            Some(Outcome::Tie) => Context::Tied,
            None if is_first => Context::Opening,
            None if has(|event| *event == Event::Refusal) => Context::Refused,
            None if step.placed.is_none() => Context::Left,
            None if step.board.is_full() => Context::Tied,
            None => Context::Accepted,
        };

        Self {
            context,
            moved: step.player.map_or(0, number),
            asked: asked.map_or(0, number),
        }
    }
}

fn number(player: Player) -> u8 {
    player.number() as u8
}
