//! Stories of what was never printed.

use super::turn::Turn;
use super::words::kind_word;
use super::{Quoted, Story, win};
use crate::case::Case;
use crate::connect4::reading::Difference;
use crate::connect4::{Event, Player, Protocol};
use crate::grade::judge::CaseOutcome;
use crate::result::Ending;

/// The key of a move without a response.
pub(super) const NO_ANSWER: &str = "silence";
/// What moves without a response have in common.
pub(super) const NOT_ANSWERED: &str = "the program does not respond to a move: it waits for another key";
/// The key of Enter alone without a response.
pub(super) const ENTER_ALONE: &str = "silence/enter-alone";

/// What programs have in common that halt too soon.
const HALTED_EARLY: &str = "the program halts before the game is over";

/// Nothing more was printed, but something should have been.
pub(super) fn tell_silence(case: &Case, outcome: &CaseOutcome, difference: &Difference, turn: &Turn) -> Story {
    let silence = Silence::new(case, outcome, difference, turn);

    if turn.begins_new_game() && silence.misses_new_board() && silence.is_over {
        return silence.no_new_game();
    }
    if !difference.is_reached {
        return silence.never_reached();
    }

    match (&difference.expected, difference.said.as_deref()) {
        (Some(Event::Result(outcome)), said) => win::tell_no_result(turn, *outcome, said, &silence.then()),
        (Some(Event::Prompt(player)), Some(said)) if silence.asks => silence.unclear_prompt(*player, said),
        (Some(Event::Prompt(player)), Some(said)) => silence.no_prompt(*player, said),
        (Some(Event::Refusal), Some(said)) => silence.no_refusal(said),
        (Some(Event::Refusal), None) if silence.is_enter_alone() => silence.enter_alone(),
        (Some(Event::Echo(_) | Event::Board(_) | Event::Refusal), None)
            if !silence.is_over && turn.number > 0 && !silence.is_refused() =>
        {
            silence.no_answer()
        }
        (Some(_), _) if silence.is_over && turn.number > 0 && !turn.ends_game() => silence.halted_early(),
        (Some(Event::Echo(_)), _) => silence.nothing_printed(),
        _ => silence.not_printed(),
    }
}

/// What should have been printed, and what the program did instead.
struct Silence<'a> {
    case: &'a Case,
    turn: &'a Turn<'a>,
    expected: Option<&'a Event>,
    /// Whether the program halted without reading the next move.
    is_over: bool,
    /// Whether it read the next move.
    reads_on: bool,
    /// Whether it read that, or waits for it.
    asks: bool,
    /// Where the run ended, in words.
    at: String,
}

impl<'a> Silence<'a> {
    fn new(case: &'a Case, outcome: &CaseOutcome, difference: &'a Difference, turn: &'a Turn<'a>) -> Self {
        let next = case.script.attempts.get(turn.number);
        let reads_on = next.is_some_and(|attempt| attempt.first_key < outcome.keys_read);
        Self {
            case,
            turn,
            expected: difference.expected.as_ref(),
            is_over: outcome.stop.ending == Ending::Halted && !reads_on,
            reads_on,
            asks: reads_on || outcome.stop.ending == Ending::Waiting,
            at: outcome.stop.at_words(),
        }
    }

    /// Whether the board of a new game should have been printed.
    fn misses_new_board(&self) -> bool {
        matches!(self.expected, Some(Event::Board(board)) if board.pieces() == 0)
    }

    /// Whether the move is Enter alone, and the program waits.
    fn is_enter_alone(&self) -> bool {
        !self.is_over && self.turn.typed.is_empty() && self.case.script.protocol == Protocol::Enter
    }

    /// Whether the board is due after a message that refuses the move, which was printed.
    fn is_refused(&self) -> bool {
        let is_board = matches!(self.expected, Some(Event::Board(_)));
        is_board && self.turn.step.events.contains(&Event::Refusal)
    }

    /// What the program did instead.
    fn then(&self) -> String {
        let at = &self.at;
        match (self.is_over, self.reads_on) {
            (_, true) => "it reads the next key".to_owned(),
            (true, false) => format!("it halted{at}"),
            (false, false) => format!("it waits for a key{at}"),
        }
    }

    /// That something should have been printed.
    fn should_print(&self) -> String {
        let what = match self.expected {
            Some(Event::Echo(_)) | None => "a response".to_owned(),
            Some(event) => self.turn.describe(event),
        };
        format!(
            "{}your program should print {what}, but {}.",
            self.turn.after(),
            self.then()
        )
    }

    fn no_new_game(&self) -> Story {
        Story::new(
            "no-new-game",
            "the program does not start a new game after the previous one ends",
            format!(
                "{}a new game should start, but your program halted{}.",
                self.turn.after(),
                self.at
            ),
        )
    }

    /// The program never came to the move.
    fn never_reached(&self) -> Story {
        let (turn, at) = (self.turn, &self.at);
        if self.is_over {
            let sentence = format!("{} was never read: your program halted before it{at}.", turn.capital());
            Story::new("halted-early", HALTED_EARLY, sentence)
        } else {
            let sentence = format!("Your program never asked for {}: it waits for a key{at}.", turn.name());
            Story::new("waiting", "the program waits for a key that is not due", sentence)
        }
    }

    fn unclear_prompt(&self, player: Player, said: &str) -> Story {
        Story::new(
            "unclear-prompt",
            "the prompt does not say whose turn it is",
            format!(
                "{}your program should ask {} for a move, but it printed {}, which does not say whose turn it is.",
                self.turn.after(),
                self.turn.player(player),
                Quoted(said)
            ),
        )
    }

    /// What was printed in place of a prompt is none: no key is asked for after it.
    fn no_prompt(&self, player: Player, said: &str) -> Story {
        let (key, common, then) = if self.is_over {
            ("halted-early", HALTED_EARLY, format!(" and halted{}", self.at))
        } else {
            ("no-prompt", "the prompt is not printed", String::new())
        };
        let sentence = format!(
            "{}your program should ask {} for a move, but it printed {}{then}.",
            self.turn.after(),
            self.turn.player(player),
            Quoted(said)
        );
        Story::new(key, common, sentence)
    }

    fn no_refusal(&self, said: &str) -> Story {
        Story::new(
            "no-refusal",
            "an invalid move is not refused with the required message",
            format!(
                "{} is invalid and should be refused with the required message, but your program printed {}.",
                self.turn.capital(),
                Quoted(said)
            ),
        )
    }

    fn enter_alone(&self) -> Story {
        let at = &self.at;
        Story::new(
            ENTER_ALONE,
            "the program does not respond to Enter alone: it waits for another key",
            format!(
                "{} is invalid and should be refused at once with the required message, but your program waits for another \
                 key{at} first.",
                self.turn.capital()
            ),
        )
    }

    fn no_answer(&self) -> Story {
        Story::new(NO_ANSWER, NOT_ANSWERED, self.should_print())
    }

    fn halted_early(&self) -> Story {
        Story::new("halted-early", HALTED_EARLY, self.should_print())
    }

    fn nothing_printed(&self) -> Story {
        Story::new(
            "nothing-printed",
            "nothing is printed after a move",
            format!("{}your program printed nothing; {}.", self.turn.after(), self.then()),
        )
    }

    fn not_printed(&self) -> Story {
        let kind = self.expected.map_or("text", kind_word);
        let key = match self.expected {
            Some(Event::Prompt(_)) => "no-prompt",
            Some(Event::Board(_)) => "no-board",
            _ => "silence",
        };
        Story::new(key, &format!("{kind} is not printed"), self.should_print())
    }
}
