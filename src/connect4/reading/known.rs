//! Reading lines whose meaning was learned: see [`Vocabulary`](super::Vocabulary).

use super::free::{Names, Words as Said};
pub use super::glyphs::NEVER_SET;
use super::message::Match;
use super::vocabulary::{Meaning, Named, Prompts};
use super::{FormatKind, Reader, Seen, Unnamed, Words, text_of};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Outcome};

/// Nothing is printed that may be the greeting.
pub const NO_GREETING: &str = "the greeting is missing";
/// The program does not show what was typed.
pub const KEYS_NOT_SHOWN: &str = "keys are not shown";
/// A board is there that is not required.
pub const PRINTED_AGAIN: &str = "a board is printed again without a move in between";
/// The board that is required after a refusal is not there.
pub const BOARD_NOT_AGAIN: &str = "the board is not printed again after an invalid move";
/// Lines end so that the next one is printed over them.
pub const CR_ALONE: &str = "lines end in CR instead of";
/// A board has more rows than the game.
pub const ROWS_BELOW: &str = "more rows are printed below the board";
/// The rows of a board are one line.
pub const ROWS_JOINED: &str = "the rows of the board are printed in one line";
/// The prompt that is required after a refusal is not there.
pub(super) const PROMPT_NOT_AGAIN: &str = "the prompt is not printed again after an invalid move";
/// A right board whose bottom row is printed first, or in which pieces fall upwards: that looks the same.
pub const UPSIDE_DOWN: &str =
    "the board is upside down: its bottom row is printed first, or pieces come to rest at the top";
/// Nobody is named by prompts.
pub const UNNAMED_TURN: &str = "prompts do not say whose turn it is";
/// The wrong player is named by prompts.
pub const WRONG_TURN: &str = "prompts name the wrong player";
/// It is not known whom prompts name.
pub const OTHER_PROMPT: &str = "the prompt is worded differently";
/// There are no prompts.
pub const NO_PROMPT: &str = "nobody is prompted for a move";
/// The end is announced, and the winner is not named.
pub const UNNAMED_WINNER: &str = "the end of a game does not name the winner";

impl Reader<'_> {
    /// The messages that a line with a known meaning is.
    pub(super) fn known_messages(&mut self, meaning: Meaning, line: &[u8]) -> Vec<Match> {
        let refusal = meaning.refuses.then_some(Event::Refusal);
        let result = match meaning.result {
            Some(Named::Known(outcome)) => Some(Event::Result(outcome)),
            Some(Named::Unnamed) if self.is_end_of_tie(line) => Some(Event::Result(Outcome::Tie)),
            Some(_) => {
                self.take_unnamed_result(line);
                None
            }
            None => None,
        };
        let prompt = match meaning.prompt {
            Some(Named::Known(player)) if self.vocabulary.prompts() == Prompts::Late => {
                self.prompt_before_key(player, line);
                None
            }
            Some(Named::Known(player)) => self.awaits_key.then_some(Event::Prompt(player)),
            Some(named) => {
                let what = match named {
                    Named::Wrong => WRONG_TURN,
                    Named::Anybody => OTHER_PROMPT,
                    Named::Known(_) | Named::Unnamed => UNNAMED_TURN,
                };
                self.unnamed_prompt = Some((text_of(line.trim_ascii()), what));
                None
            }
            None => None,
        };

        let events = [refusal, result, prompt].into_iter().flatten();
        events.map(|event| self.messages.meaning(event)).collect()
    }

    /// What is known of a line. Where it ends in what was typed, that may be its own or the key that is shown.
    pub(super) fn known(&self, line: &[u8]) -> Option<Meaning> {
        let line = line.trim_ascii();
        let Some(before) = self.before_key(line) else {
            return self.vocabulary.meaning(line);
        };
        let with_digit = || self.vocabulary.meaning(&[before, b"1"].concat());
        let whole = || self.vocabulary.meaning(line);
        self.vocabulary
            .meaning(before.trim_ascii_end())
            .or_else(whole)
            .or_else(with_digit)
    }

    /// What comes before the typed key in a line that ends with it.
    fn before_key<'t>(&self, line: &'t [u8]) -> Option<&'t [u8]> {
        let typed = self.typed.trim_ascii();
        line.strip_suffix(typed).filter(|_| !typed.is_empty())
    }

    /// A line to learn from, without the key that is shown at its end: `Your move: 3`. Behind a word, as in `Red to move3`,
    /// only more lines show whether the key is the line's own. `None` where a sign at its end may be the key or the line's own.
    pub(super) fn without_echo<'t>(&self, line: &'t [u8]) -> Option<(&'t [u8], Option<&'t [u8]>)> {
        let Some(before) = self.before_key(line) else {
            return Some((line, None));
        };
        let label = before.trim_ascii_end();
        let has_sign = text_of(label)
            .chars()
            .next_back()
            .is_some_and(|last| !last.is_alphanumeric());
        let is_sign = self.typed.trim_ascii().iter().all(u8::is_ascii_punctuation);
        match (has_sign, is_sign && label.len() == before.len()) {
            (true, false) => Some((label, None)),
            (true, true) => None,
            (false, _) => Some((line, Some(label).filter(|label| !label.is_empty()))),
        }
    }

    /// A prompt that is printed after its key belongs to the step before. The key may be shown after it.
    fn prompt_before_key(&mut self, player: Player, line: &[u8]) {
        if line.trim_ascii_end().ends_with(self.typed.trim_ascii_end())
            && !self.has_event(|event| matches!(event, Event::Echo(_)))
        {
            let typed = self.typed.clone();
            self.step().insert(0, Seen::Event(Event::Echo(typed)));
        }

        let Some(before) = self.steps.len().checked_sub(2) else {
            return;
        };
        let is_prompt = |seen: &Seen| matches!(seen, Seen::Event(Event::Prompt(_)));
        if !self.steps[before].iter().any(is_prompt) {
            self.steps[before].push(Seen::Event(Event::Prompt(player)));
            let wanted = &self.game.wording.prompts[player.index()];
            let message = "the prompt is printed after the key is read instead of before it";
            self.past[before].note(FormatKind::Rewording, message, line, wanted);
        }
    }

    /// At the end of a step: what is said without a name counts where nothing with a name is said.
    pub(super) fn settle_unnamed(&mut self, is_last: bool) {
        self.settle_unnamed_result();

        let unnamed = self.unnamed_prompt.take();
        let has_prompt = self.has_event(|event| matches!(event, Event::Prompt(_)));
        if !self.awaits_key || has_prompt {
            return;
        }

        // Where the texts are given, prompts are other wording only if none of them names a player. Text that is no prompt is none,
        // and what is in memory beside a prompt is no wording.
        let (is_free, prompts) = (self.words == Words::Free, self.vocabulary.prompts());
        let kind = self.kind_of_unnamed();
        let says_something = self.prints_more();
        let wanted = &self.game.wording.prompts[0];
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
        let is_nameless = |text: &str, what| what == UNNAMED_TURN && prompts == Prompts::Nameless && is_plain(text);
        match unnamed {
            Some((text, OTHER_PROMPT)) => {
                let is_first = self.steps.len() <= 1;
                let wanted = if is_first { wanted } else { "" };
                self.format
                    .note(FormatKind::Rewording, OTHER_PROMPT, text.as_bytes(), wanted);
            }
            // Where the texts are given, the wrong name in a prompt is a fault of the game.
            Some((text, WRONG_TURN)) if !is_free => {
                let names = Names::new(self.named);
                let named = Said::of(&names, text.as_bytes()).and_then(|said| said.player(&[]));
                if let Some(player) = named {
                    self.step().push(Seen::Event(Event::Prompt(player)));
                }
                return;
            }
            Some((text, what)) if is_free || is_nameless(&text, what) => {
                let named = Said::of(&self.names, text.as_bytes()).and_then(|said| said.player(&[]));
                let wanted = match named.filter(|_| what == WRONG_TURN) {
                    Some(player) => &self.game.wording.prompts[player.other().index()],
                    None => wanted,
                };
                self.format.note(kind, what, text.as_bytes(), wanted);
            }
            None if prompts == Prompts::Never && (is_free || !says_something) => {
                self.format.note(kind, NO_PROMPT, b"", wanted);
            }
            None if prompts == Prompts::Late && is_last => {}
            // What refuses a move asks for another one.
            None if is_free && prompts != Prompts::Late && self.has_event(|event| *event == Event::Refusal) => {
                self.format.note(FormatKind::Rewording, PROMPT_NOT_AGAIN, b"", "");
            }
            _ => return,
        }
        self.step().push(Seen::Unnamed(Unnamed::Prompt));
    }

    /// Whether there is text below the last board of the step that does not only say what was played.
    fn prints_more(&self) -> bool {
        let step = self.steps.last().into_iter().flatten().rev();
        let mut below = step.take_while(|seen| !matches!(seen, Seen::Event(Event::Board(_))));
        let is_report = |text: &str| self.known(text.as_bytes()).is_some_and(|known| known.reports_move);
        below.any(|seen| matches!(seen, Seen::Other(text) if !is_report(text)))
    }

    /// Takes a line that is printed at ends without a name. Where the texts are given, it has to say that somebody wins.
    fn take_unnamed_result(&mut self, line: &[u8]) {
        let announces_win = Said::of(&self.names, line).is_some_and(|said| said.announces_win());
        if announces_win && self.game.flow.computer.is_none() {
            self.unnamed_win = Some(self.step().len());
        } else if self.words == Words::Free {
            self.step().push(Seen::Unnamed(Unnamed::Result));
        }
    }

    /// Whether a line that is printed at ends announces a tie: the board is full, nobody has a line on it, and the line does not
    /// say that somebody wins.
    fn is_end_of_tie(&self, line: &[u8]) -> bool {
        let announces_win = Said::of(&self.names, line).is_some_and(|said| said.announces_win());
        let has_line = [Player::One, Player::Two].iter().any(|player| self.has_line(*player));
        let is_said = self.has_event(|event| matches!(event, Event::Result(_)));
        self.is_full && !has_line && !announces_win && !is_said
    }

    /// A win that is announced without a name is that of the player who has just moved.
    fn settle_unnamed_result(&mut self) {
        let unnamed_win = self.unnamed_win.take();
        let unnamed = Seen::Unnamed(Unnamed::Result);
        if self.has_event(|event| matches!(event, Event::Result(_))) {
            self.step().retain(|seen| *seen != unnamed);
            return;
        }

        let at = unnamed_win.map(|at| at.min(self.step().len()));
        let win = at.and_then(|at| Some((at, self.mover(at)?)));
        if let Some((at, player)) = win {
            self.step().insert(at, Seen::Event(Event::Result(Outcome::Win(player))));
        }
        if win.is_some() || self.step().contains(&unnamed) {
            let wanted = &self.game.wording.wins[0];
            self.format.note(self.kind_of_unnamed(), UNNAMED_WINNER, b"", wanted);
        }
    }

    /// Who has just moved by the pieces on the board of this step before something that is said in it, or else after it, or else on
    /// the last board before the step. An empty board is that of a new game.
    fn mover(&self, said: usize) -> Option<Player> {
        let pieces = |seen: &Seen| match seen {
            Seen::Event(Event::Board(board)) => Some(board.pieces()),
            _ => None,
        };
        let (step, before) = self.steps.split_last()?;
        let (earlier, later) = step.split_at(said.min(step.len()));
        let mut own = earlier.iter().rev().chain(later).filter_map(pieces);
        let last = || before.iter().flatten().rev().find_map(pieces);

        let pieces = own.find(|pieces| *pieces > 0).or_else(|| Some(last()? + 1))?;
        Some(if pieces.is_multiple_of(2) {
            Player::Two
        } else {
            Player::One
        })
    }

    /// What it is where nobody is named.
    fn kind_of_unnamed(&self) -> FormatKind {
        match self.words {
            Words::Free => FormatKind::Unnamed,
            Words::Fixed => FormatKind::Rewording,
        }
    }

    /// Whether the step has an event of a kind.
    pub(super) fn has_event(&self, is_meant: fn(&Event) -> bool) -> bool {
        let mut seen = self.steps.last().into_iter().flatten();
        seen.any(|seen| matches!(seen, Seen::Event(event) if is_meant(event)))
    }
}
