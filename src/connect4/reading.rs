//! A program's transcript back into events, and differences in its format.
//!
//! Takes the printed bytes with the places where keys were read, and the required wording. Returns, for each attempted move, what the
//! program said in the game's terms, whatever its format: trailing spaces, other line ends, blank lines, small misspellings and the like are
//! recorded as [`FormatDifference`]s and otherwise ignored. Where the words are [`Words::Free`], messages in other words are read, too.

use std::sync::Arc;

use super::board::Cell;
use super::expected::{Event, Expected};
use super::rules::{Game, Protocol, Then};
use super::script::Script;

mod align;
mod cropped;
mod drawing;
mod drawn;
mod echo;
mod format;
mod free;
mod glyphs;
mod joined;
mod known;
mod lines;
mod marked;
mod message;
mod on_terminal;
mod parts;
mod prompt;
mod required;
mod resume;
mod rows;
mod tags;
mod terminal;
mod vocabulary;

pub use align::{Boards, Difference, Shown, align, align_boards};
pub use drawing::{Drawing, Sample};
pub use format::{FormatDifference, FormatDifferences, FormatKind, text_of};
use free::Names;
pub use free::says_refusal;
use glyphs::Glyphs;
pub use known::{
    BOARD_NOT_AGAIN, CR_ALONE, KEYS_NOT_SHOWN, NEVER_SET, NO_GREETING, NO_PROMPT, PRINTED_AGAIN, ROWS_BELOW,
    ROWS_JOINED, UNNAMED_TURN, UNNAMED_WINNER, UPSIDE_DOWN, WRONG_TURN,
};
use message::{Match, Messages};
pub use on_terminal::{Marked, OnTerminal};
pub use parts::Printed;
use parts::{Part, opening};
pub use resume::Before;
pub use rows::{KnownRows, PrintedBoard, has_nul_cells, other_width, printed_boards};
pub use tags::{Tags, tags};
pub use terminal::as_printed;
pub use vocabulary::{Learner, UNKNOWN, Vocabulary};

/// The key is shown on the next line.
const LINE_BREAK_AFTER_PROMPT: &str = "a line break after the prompt";

/// Whether the wording is fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Words {
    /// The document fixes every message; anything else is a format difference.
    Fixed,
    /// The document says what to print, and each program words it differently.
    Free,
}

/// What was seen in a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Something the game knows.
    Event(Event),
    /// Rows that make no whole board.
    BrokenBoard(Vec<Vec<Cell>>),
    /// Something the game knows, without the player whom it should name.
    Unnamed(Unnamed),
    /// Anything else.
    Other(String),
}

/// What is said without a player's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unnamed {
    /// Somebody is prompted for a move.
    Prompt,
    /// The game is over.
    Result,
}

/// A line of text: neither a row of a board nor the numbers of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its bytes, without the spaces around them.
    pub text: Vec<u8>,
    /// What comes before the typed key at its end, where this line alone does not show whether the key is its own.
    pub label: Option<Vec<u8>>,
    /// Whether nothing but the next key comes after it.
    pub is_before_key: bool,
}

/// A transcript in the game's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What was seen before the first key, then from each attempted move until the next.
    pub steps: Vec<Vec<Seen>>,
    /// The lines of text of each step.
    pub lines: Vec<Vec<Line>>,
    /// The format differences of each step.
    pub format: Vec<FormatDifferences>,
    /// What refuses a move; empty where there are two texts for it.
    pub refusal: String,
    /// How it was read.
    pub words: Words,
}

/// Whether a text calls a player by a name of the assignment's own: by the colour, not by a number.
pub fn has_own_names(game: &Game, text: &[u8]) -> bool {
    let names = Names::new(game);
    let mut words = text.split(|byte| !byte.is_ascii_alphanumeric());
    words.any(|word| names.is_own(&word.to_ascii_lowercase()))
}

/// Reads a transcript. `marks[n]` is the length of `bytes` when key `n` was read; `waits` says whether the program waits
/// for another key at the end.
pub fn read(game: &Game, script: &Script, bytes: &[u8], marks: &[usize], waits: bool, words: Words) -> Reading {
    let printed = Printed {
        script,
        bytes,
        marks,
        waits,
    };
    Arc::unwrap_or_clone(read_with(&UNKNOWN, game, words, printed, Known::default()))
}

/// What is known before a transcript is read.
#[derive(Debug, Default)]
pub struct Known<'k> {
    /// What is required: parts that begin a transcript as required need not be read.
    pub required: Option<&'k Expected>,
    /// Rows that the program has printed in other games.
    pub rows: Option<&'k mut KnownRows>,
    /// The transcript of the same program that was read before, in the same words: what this one has in common with it is not
    /// read again. This one takes its place.
    pub before: Option<&'k mut Before>,
}

/// The same where some of the program's own lines are known.
pub fn read_with(vocabulary: &Vocabulary, game: &Game, words: Words, printed: Printed, known: Known) -> Arc<Reading> {
    let parts = printed.parts();
    let opening = &opening(game, vocabulary, &parts)[..];
    let mut reader = Reader::new(vocabulary, game, words, opening);
    reader.takes_lines = printed.script.protocol == Protocol::Enter;
    let is_settled = words == Words::Fixed && !vocabulary.guesses_pieces() || reader.drawing.is_some();
    reader.known_rows = known.rows.filter(|_| is_settled).and_then(|rows| rows.begin(opening));

    let Known { required, before, .. } = known;
    let as_required = required.map_or(&[][..], |required| reader.as_required(&parts, required));
    let resumed = before.as_ref().and_then(|before| before.resume(&parts, &mut reader));

    let mut stops = Vec::new();
    for (part, count) in parts.iter().zip(1..).skip(resumed.unwrap_or_default()) {
        match as_required.get(count - 1) {
            Some(step) => reader.take_step(part, step),
            None => reader.read_step(part),
        }
        if before.is_some() && resume::is_stop(count) {
            stops.push(reader.stop(count));
        }
    }

    let reading = Arc::new(Reading {
        steps: reader.steps,
        lines: reader.lines,
        format: reader.past,
        refusal: game.wording.only_refusal().to_owned(),
        words,
    });
    if let Some(before) = before {
        before.replace(&parts, stops, &reading);
    }
    reading
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one thing to keep in mind while lines are read"
)]
struct Reader<'a> {
    game: &'a Game,
    /// The same with the pieces as the program draws them, by which players may be called.
    named: &'a Game,
    words: Words,
    messages: Messages<'a>,
    vocabulary: &'a Vocabulary,
    names: Names,
    /// What the characters of rows say.
    glyphs: Glyphs,
    /// How the program draws rows, where that was learned, and what is other than required.
    drawing: Option<(&'a Drawing, String)>,
    /// The required label before the cells of each row; one where all have the same.
    labels: Vec<String>,
    /// Rows that were read before, where what their characters say is settled by the opening.
    known_rows: Option<&'a mut KnownRows>,
    /// What is wrong with line ends of each kind, once one is.
    line_ends: Option<[String; 4]>,
    /// Whether a key is read, or waited for, at the end of the step.
    awaits_key: bool,
    /// The format differences of the current step.
    format: FormatDifferences,
    /// The format differences of earlier steps.
    past: Vec<FormatDifferences>,
    steps: Vec<Vec<Seen>>,
    /// The lines of text of each step.
    lines: Vec<Vec<Line>>,
    /// What was typed for the step.
    typed: Vec<u8>,
    /// Whether Enter was typed after it.
    takes_lines: bool,
    /// A line of the step that prompts somebody, without the right name, and what is wrong with it.
    unnamed_prompt: Option<(String, &'static str)>,
    /// Where in the step it is said that somebody has won, without a name.
    unnamed_win: Option<usize>,
    /// Rows of boards, until something else is printed.
    rows: Vec<Arc<rows::Row>>,
    /// Drawn lines, until it is clear what they belong to.
    drawn: drawn::DrawnLines,
    /// Boards with their lines, where these are asked for.
    kept: Option<Vec<PrintedBoard>>,
    /// Whether the last board is full.
    is_full: bool,
    /// Whether the numbers of the columns were seen since the last board.
    has_header: bool,
    /// Whether they were seen right below a board, to which they may belong instead of the next one.
    may_be_below: bool,
    /// Whether the last board of the step has none above it, which may be below it.
    lacks_header: bool,
    /// Whether the greeting of a new game is due, before its first board.
    owes_greeting: bool,
    /// Whether the farewell is due.
    owes_farewell: bool,
    /// The blank lines that were just read, and what precedes them.
    blank: lines::Blank,
    /// What is printed before any key, without names: such text neither refuses a move nor announces a result.
    usual: Vec<Vec<u8>>,
}

impl<'a> Reader<'a> {
    fn new(vocabulary: &'a Vocabulary, game: &'a Game, words: Words, opening: &[u8]) -> Self {
        let named = vocabulary.named(game);
        Self {
            game,
            named,
            words,
            messages: Messages::new(game),
            vocabulary,
            names: match words {
                Words::Fixed => Names::default(),
                Words::Free => Names::new(named),
            },
            drawing: vocabulary.drawing().map(|drawing| (drawing, drawing.shown(game))),
            glyphs: Glyphs::new(game, words, opening),
            labels: game.wording.row_labels(game.rules.rows),
            known_rows: None,
            line_ends: None,
            awaits_key: true,
            format: FormatDifferences::default(),
            past: Vec::new(),
            steps: Vec::new(),
            lines: Vec::new(),
            typed: Vec::new(),
            takes_lines: false,
            unnamed_prompt: None,
            unnamed_win: None,
            rows: Vec::new(),
            drawn: drawn::DrawnLines::default(),
            kept: None,
            is_full: false,
            has_header: false,
            may_be_below: false,
            lacks_header: false,
            owes_greeting: false,
            owes_farewell: false,
            blank: lines::Blank::default(),
            usual: Vec::new(),
        }
    }

    fn step(&mut self) -> &mut Vec<Seen> {
        if self.steps.is_empty() {
            self.steps.push(Vec::new());
        }
        self.steps.last_mut().expect("one was pushed")
    }

    /// What was said last in the step.
    fn last(&self) -> Option<&Seen> {
        self.steps.last().and_then(|step| step.last())
    }

    /// What was said last in the game's terms in the step.
    fn last_event(&self) -> Option<&Event> {
        let mut step = self.steps.last()?.iter().rev();
        step.find_map(|seen| match seen {
            Seen::Event(event) => Some(event),
            _ => None,
        })
    }

    fn read_step(&mut self, part: &Part) {
        let Part {
            bytes, typed, is_last, ..
        } = *part;
        self.awaits_key = part.awaits_key;
        self.begin_step(typed);
        let bytes = &self.with_cells_distinguished(bytes)[..];
        let mut text = &self.without_controls(bytes, typed)[..];
        let begins_line = typed.is_none() || self.vocabulary.shown_on_terminal().begins_line(text);
        if let Some(typed) = typed {
            if !begins_line || typed.is_empty() {
                text = self.read_echo(text, typed);
            }
            self.glyphs.learn_later(text);
        }

        self.read_lines(text, begins_line, is_last);
        self.end_board();
        self.settle_header();
        self.settle_drawn();
        self.end_blank(is_last);
        self.settle_prompt();
        self.settle_unnamed(is_last);

        if self.owes_farewell {
            let farewell = &self.game.wording.farewell;
            let messages = ["the farewell is missing", "the farewell is worded differently"];
            self.note_owed(messages, farewell);
        }

        self.past.push(std::mem::take(&mut self.format));
    }

    fn begin_step(&mut self, typed: Option<&[u8]>) {
        if self.steps.len() == 1 {
            self.glyphs.await_pieces(self.vocabulary.guesses_pieces());
        }

        self.steps.push(Vec::new());
        self.lines.push(Vec::new());
        self.typed = typed.unwrap_or_default().to_vec();
        let quit = self.game.flow.quit.filter(|quit| typed == Some(&[quit.key]));
        let wording = &self.game.wording;
        self.owes_greeting =
            !wording.greeting.is_empty() && typed.is_none_or(|_| quit.is_some_and(|quit| quit.then == Then::Restart));
        self.owes_farewell = !wording.farewell.is_empty() && quit.is_some_and(|quit| quit.then == Then::Stop);

        if typed.is_some() {
            self.blank.behind_key();
        }
    }

    /// Records a message and its format differences.
    fn take_message(&mut self, line: &[u8], found: Match, closed: bool) {
        self.note_message(line, &found, closed);
        let Some(event) = found.event else {
            return self.take_greeting(line, &found.wanted);
        };
        let is_repeated = matches!(event, Event::Prompt(_) | Event::Result(_)) && self.last_event() == Some(&event);
        if self.words == Words::Free && is_repeated {
            self.format
                .note(FormatKind::ExtraText, "a message is printed more than once", line, "");
            return;
        }

        if matches!(event, Event::Result(_)) && self.game.flow.over == Then::Restart {
            self.owes_greeting = !self.game.wording.greeting.is_empty();
        }

        self.step().push(Seen::Event(event));
    }

    /// A greeting or a farewell; extra text if none is due.
    fn take_greeting(&mut self, line: &[u8], text: &str) {
        let owed = if text == self.game.wording.greeting {
            &mut self.owes_greeting
        } else {
            &mut self.owes_farewell
        };
        if !std::mem::take(owed) {
            self.format.note(FormatKind::ExtraText, "extra text", line, "");
        }
    }

    fn note_message(&mut self, line: &[u8], found: &Match, closed: bool) {
        let wanted = &found.wanted;
        match found.kind {
            Some(FormatKind::LetterCase) => {
                let message = format!("'{}' with different capitalization", wanted.trim_end());
                self.format.note(FormatKind::LetterCase, &message, line, wanted);
            }
            Some(kind) => {
                let printed = format::quote_of(line.trim_ascii());
                let message = if wanted.is_empty() {
                    format!("'{printed}' where nothing is expected")
                } else {
                    format!("'{printed}' instead of '{}'", wanted.trim_end())
                };
                self.format.note(kind, &message, line, wanted);
            }
            None => {}
        }

        let is_closed_prompt = matches!(found.event, Some(Event::Prompt(_))) && closed;
        let trail = |bytes: &[u8]| bytes.len() - bytes.trim_ascii_end().len();
        let (printed, asked) = (trail(line), trail(wanted.as_bytes()));
        if printed > asked {
            let message = format!("extra spaces after '{}'", wanted.trim_end());
            self.format.note(FormatKind::TrailingSpace, &message, line, wanted);
        } else if printed < asked && !is_closed_prompt {
            // A line break in place of the space is one difference.
            let message = format!("the space after '{}' is missing", wanted.trim_end());
            self.format.note(FormatKind::TrailingSpace, &message, line, wanted);
        }

        if line.len() > line.trim_ascii_start().len() {
            let message = format!("spaces before '{}'", wanted.trim_end());
            self.format.note(FormatKind::RowSpacing, &message, line, wanted);
        }

        if is_closed_prompt {
            self.format
                .note(FormatKind::BlankLines, LINE_BREAK_AFTER_PROMPT, line, wanted);
        }
    }
}

#[cfg(test)]
pub(in crate::connect4) mod tests;
