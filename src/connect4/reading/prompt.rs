//! What a line of text says in the game's terms, and who is prompted for the next key.

use super::free::Words as Said;
use super::message::{self, Match};
use super::vocabulary::{Meaning, Named, Prompts};
use super::{Reader, Seen, Words};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Outcome};
use crate::connect4::rules::Rules;

impl Reader<'_> {
    /// The messages that a line is: one, or a refusal that asks again.
    pub(super) fn messages_in(&mut self, line: &[u8], closed: bool) -> Vec<Match> {
        let known = self.known(line);
        // A required text does not mean what it says where it names the wrong player or comes after the key.
        let is_late = self.vocabulary.prompts() == Prompts::Late;
        let (renames_players, renames_winners) = (self.vocabulary.renames_players(), self.vocabulary.renames_winners());
        let is_other = |meaning: &Meaning| {
            let prompts_known = matches!(meaning.prompt, Some(Named::Known(_)));
            let announces_winner = matches!(meaning.result, Some(Named::Known(Outcome::Win(_))));
            meaning.prompt == Some(Named::Wrong)
                || ((is_late || renames_players) && prompts_known)
                || (renames_winners && announces_winner)
        };
        if let Some(meaning) = known.filter(is_other) {
            return self.known_messages(meaning, line);
        }
        if let Some(found) = self.messages.recognise(line) {
            return vec![found];
        }
        if let Some(meaning) = known {
            return self.known_messages(meaning, line);
        }

        let is_before_key = !closed && self.awaits_key;
        let found = match self.words {
            Words::Free => return self.free_messages_in(line, is_before_key),
            Words::Fixed => self.reworded(line),
        };
        let found = found.or_else(|| is_before_key.then(|| self.prompt_of_lines(line)).flatten());
        found.into_iter().collect()
    }

    /// A message in other words than required. What is printed before any key, too, announces no result.
    fn reworded(&mut self, line: &[u8]) -> Option<Match> {
        let found = self.messages.reworded(self.named, line)?;
        if !matches!(found.event, Some(Event::Result(_))) {
            return Some(found);
        }
        let text = line.trim_ascii().to_vec();
        let is_opening = self.steps.len() <= 1;
        if is_opening {
            self.usual.push(text);
            return None;
        }
        (!self.usual.contains(&text)).then_some(found)
    }

    /// The prompt that the last line before a key is, alone or with the line before it: that is no extra text then.
    fn prompt_of_lines(&mut self, line: &[u8]) -> Option<Match> {
        if let Some(found) = message::prompt_before_key(self.named, line, "") {
            return Some(found);
        }
        let Some(Seen::Other(said)) = self.last().cloned() else {
            return None;
        };

        let found = message::prompt_before_key(self.named, line, &said)?;
        let is_extra = self.known(said.as_bytes()).is_none_or(|known| known.says_nothing);
        if is_extra {
            let others = self.steps.last().into_iter().flatten().filter_map(|seen| match seen {
                Seen::Other(text) => Some(text),
                _ => None,
            });
            self.format.excuse(&said, 1, others);
        }
        Some(found)
    }

    fn free_messages_in(&mut self, line: &[u8], is_before_key: bool) -> Vec<Match> {
        let Some(said) = Said::of(&self.names, line) else {
            return Vec::new();
        };
        let nameless = said.nameless();
        let event = if self.steps.len() <= 1 {
            self.usual.push(nameless);
            None
        } else {
            Some(nameless)
                .filter(|nameless| !self.usual.contains(nameless))
                .and_then(|_| said.event(self.is_full, &|player| self.has_line(player)))
        };

        let asked = match event {
            _ if !is_before_key => None,
            Some(Event::Result(_)) => None,
            Some(_) => self.named_or_only(&said).filter(|_| said.asks()),
            None => self.named_or_only(&said),
        };
        let prompt = asked.map(Event::Prompt);
        let events = event.into_iter().chain(prompt);

        events.map(|event| self.messages.meaning(event)).collect()
    }

    /// Whether a player has a line on the last board of the step.
    pub(super) fn has_line(&self, player: Player) -> bool {
        let mut seen = self.steps.last().into_iter().flatten().rev();
        let board = seen.find_map(|seen| match seen {
            Seen::Event(Event::Board(board)) => Some(board),
            _ => None,
        });
        let Rules { rows, columns, line } = self.game.rules;
        let mut cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        board.is_some_and(|board| {
            cells.any(|(row, column)| board.cell(row, column) == Some(player) && board.wins_at(row, column, line))
        })
    }

    /// Who is meant by a prompt: who is named, or the only one who types, unless the lines before it give the turn to
    /// the other.
    fn named_or_only(&self, said: &Said<'_>) -> Option<Player> {
        let only = || {
            let is_only = self.game.flow.computer.is_some() && !said.names_anybody();
            is_only.then(|| self.announced_turn().unwrap_or(Player::One))
        };
        said.asked()
            .filter(|_| said.names_anybody())
            .or_else(only)
            .or(said.asked())
    }

    /// Whose turn it is according to the last lines, after all events of the game.
    fn announced_turn(&self) -> Option<Player> {
        let texts = self.steps.last()?.iter().rev().map_while(|seen| match seen {
            Seen::Other(text) => Some(text),
            _ => None,
        });
        texts.into_iter().find_map(|text| {
            let said = Said::of(&self.names, text.as_bytes())?;
            said.asked().filter(|_| said.names_anybody() && said.gives_turn())
        })
    }

    /// If a key is read and nobody was prompted, the prompt came before the last line, or in closed lines.
    pub(super) fn settle_prompt(&mut self) {
        match self.words {
            Words::Fixed => self.take_last_text_for_prompt(),
            Words::Free => {
                self.pass_over_computer();
                if !self.vocabulary.knows_prompts() {
                    self.take_any_text_for_prompt();
                }
            }
        }
    }

    /// A last line that names a player is the prompt: `Player 1's turn`.
    fn take_last_text_for_prompt(&mut self) {
        if !self.awaits_key {
            return;
        }

        let Some(Seen::Other(text)) = self.last() else {
            return;
        };
        let reports_move = self.known(text.as_bytes()).is_some_and(|known| known.reports_move);
        let found = message::prompt_before_key(self.named, text.as_bytes(), "");
        if let Some(found) = found.filter(|_| !reports_move) {
            let text = text.clone();
            self.step().pop();
            self.take_message(text.as_bytes(), found, true);
        }
    }

    /// The last text of the step that names one player says who is asked.
    fn take_any_text_for_prompt(&mut self) {
        if !self.awaits_key || matches!(self.last_event(), Some(Event::Prompt(_))) {
            return;
        }

        let Some(step) = self.steps.last() else { return };
        let texts = step.iter().enumerate().rev().filter_map(|(index, seen)| match seen {
            Seen::Other(text) => Some((index, text)),
            _ => None,
        });
        let is_last = |index: usize| step[index..].iter().all(|seen| matches!(seen, Seen::Other(_)));
        let found = texts.into_iter().find_map(|(index, text)| {
            let said = Said::of(&self.names, text.as_bytes())?;
            // Text before a board says whose turn it is only if it says so explicitly.
            let player = said
                .asked()
                .filter(|_| said.names_anybody() && (is_last(index) || said.asks()));
            Some((index, player?))
        });

        let only = || {
            let is_asked = matches!(step.last(), Some(Seen::Other(_))) && self.game.flow.computer.is_some();
            is_asked.then(|| (step.len() - 1, self.announced_turn().unwrap_or(Player::One)))
        };
        let Some((index, player)) = found.or_else(only) else {
            return;
        };
        let found = self.messages.meaning(Event::Prompt(player));
        let Seen::Other(text) = self.step().remove(index) else {
            return;
        };

        self.take_message(text.as_bytes(), found, true);
    }

    /// A program may announce the computer's turn as it asks a person; nobody types there.
    fn pass_over_computer(&mut self) {
        if self.game.flow.computer.is_none() {
            return;
        }

        let text = self.messages.wanted(&Event::Prompt(Player::Two));
        let awaits_key = self.awaits_key;
        let step = self.step();
        let last = step.len().saturating_sub(usize::from(awaits_key));
        for seen in &mut step[..last] {
            if *seen == Seen::Event(Event::Prompt(Player::Two)) {
                *seen = Seen::Other(text.trim().to_owned());
            }
        }
    }
}
