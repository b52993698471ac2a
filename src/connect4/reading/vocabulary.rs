//! What a program's own lines mean, learned from games whose true state is known at each key.
//!
//! Takes readings of whole games beside what was expected of them, and gives a [`Vocabulary`]. Where words are free no list
//! of phrases is long enough: but a line that is printed after refused keys only is a refusal in any language, and a pair of
//! lines that takes turns as the players do prompts them by name. Steps count only as far as the boards agree with the
//! rules: from then on nobody knows what the program believes.
//!
//! | module | what it is for |
//! |---|---|
//! | [`meaning`] | what each line means by the situations in which it was printed |
//! | [`names`] | what the program calls the players |
//! | [`shown_key`] | whether the key at the end of a line is the one that was typed |
//! | [`situation`] | the true state of the game as a line is printed |
//! | [`template`] | lines that differ only in numbers are one line |

use std::collections::{BTreeMap, BTreeSet};

use super::cropped::completed;
use super::drawing::Drawing;
use super::free::Names;
use super::on_terminal::OnTerminal;
use super::{Line, Reading, Seen};
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::{Event, Expected, Outcome, Step};
use crate::connect4::rules::Game;

mod meaning;
mod names;
mod shown_key;
mod situation;
mod template;

use meaning::Inference;
pub(super) use meaning::{Meaning, Named, Prompts};
use situation::{Context, Counts, Situation};
use template::Templates;

/// More different lines than these are not kept in mind.
const MOST_LINES: usize = 1024;

/// A row has so many cells at least.
const FEWEST_CELLS: usize = 4;

/// What one line was printed with.
#[derive(Debug, Clone, Default)]
struct Occurrences {
    counts: Counts,
    /// How often it was the last text before a key is read.
    before_key: u32,
    total: u32,
    /// How often it ended in the key that was typed.
    with_key: u32,
    /// What comes before that key.
    label: Option<Vec<u8>>,
}

impl Occurrences {
    /// Whether a key is nearly always read after it.
    fn comes_last(&self) -> bool {
        self.before_key * 10 >= self.total * 9
    }

    fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.before_key += other.before_key;
        self.total += other.total;
    }
}

/// Collects what a program prints in which situation.
#[derive(Debug, Default)]
pub struct Learner {
    lines: BTreeMap<Vec<u8>, Occurrences>,
    all: Counts,
    /// In how many steps whose player is prompted the prompt was understood.
    understood: u32,
}

impl Learner {
    /// Takes a game as it was read and as it should have gone.
    pub fn observe(&mut self, expected: &Expected, reading: &Reading) {
        let reading = &*completed(expected, reading);
        let shows_no_move = shows_only_openings(expected, reading);
        let steps = expected.steps.iter().zip(reading.steps.iter().zip(&reading.lines));
        for (number, (wanted, (seen, lines))) in steps.enumerate() {
            if !shows_board_of(wanted, seen) || shows_no_move && wanted.placed.is_some() {
                return;
            }

            let situation = Situation::of(wanted, number == 0);
            let is_last = number + 1 == reading.steps.len();
            if is_last && situation.goes_on() && !lines.iter().any(|line| line.is_before_key) {
                self.take(situation.broken_off(), lines);
                return;
            }
            self.all.note(situation);
            let prompts =
                |seen: &Seen| matches!(seen, Seen::Event(event @ Event::Prompt(_)) if wanted.events.contains(event));
            self.understood += u32::from(seen.iter().any(prompts));
            self.take(situation, lines);
        }
    }

    /// Takes a game whose output was as required to the byte.
    pub fn observe_exact(&mut self, expected: &Expected) {
        for (number, step) in expected.steps.iter().enumerate() {
            let situation = Situation::of(step, number == 0);
            self.all.note(situation);
            self.understood += u32::from(situation.asked != 0);
        }
    }

    fn take(&mut self, situation: Situation, lines: &[Line]) {
        let mut known = BTreeSet::new();
        let texts = lines.iter().filter(|line| !is_row(&line.text));
        for line in texts.filter(|line| known.insert(&line.text)) {
            if self.lines.len() >= MOST_LINES && !self.lines.contains_key(&line.text) {
                continue;
            }
            let seen = self.lines.entry(line.text.clone()).or_default();
            seen.counts.note(situation);
            seen.before_key += u32::from(line.is_before_key);
            seen.total += 1;
            if line.label.is_some() {
                seen.with_key += 1;
                seen.label.clone_from(&line.label);
            }
        }
    }

    /// What the lines mean.
    pub fn vocabulary(&self, game: &Game) -> Vocabulary {
        let without_keys = shown_key::taken_off(&self.lines);
        let templates = Templates::new(without_keys.iter().map(|(text, _)| *text));
        let mut lines: BTreeMap<Vec<u8>, Occurrences> = BTreeMap::new();
        for (text, seen) in without_keys {
            lines.entry(templates.key(text)).or_default().merge(seen);
        }

        let inference = Inference {
            all: &self.all,
            names: Names::new(game),
            has_computer: game.flow.computer.is_some(),
        };
        let mut meanings: BTreeMap<Vec<u8>, Meaning> = BTreeMap::new();
        for (text, seen) in &lines {
            meanings.insert(text.clone(), inference.meaning(text, seen));
        }

        let prompts = inference.settle_prompts(&lines, &mut meanings, self.understood);
        let renames_players = inference.renames_players(&meanings);
        let renames_winners = renames_players && !inference.names_winners(&lines);
        inference.settle_winners(&lines, &mut meanings, renames_winners);
        meanings.retain(|_, meaning| *meaning != Meaning::default());

        Vocabulary {
            templates,
            meanings,
            prompts,
            renames_players,
            renames_winners,
            boards: None,
            on_terminal: OnTerminal::nothing(),
            guesses_pieces: false,
        }
    }
}

/// What a program's own lines mean. By default nothing is known.
#[derive(Debug, Default)]
pub struct Vocabulary {
    templates: Templates,
    meanings: BTreeMap<Vec<u8>, Meaning>,
    prompts: Prompts,
    renames_players: bool,
    renames_winners: bool,
    boards: Option<Boards>,
    on_terminal: OnTerminal,
    guesses_pieces: bool,
}

/// Boards in characters and a layout of the program's own.
#[derive(Debug, Clone)]
pub(super) struct Boards {
    pub drawing: Drawing,
    /// The game with the pieces as they are drawn.
    pub named: Game,
}

/// The vocabulary of a program of which nothing was learned.
pub static UNKNOWN: Vocabulary = Vocabulary {
    templates: Templates::none(),
    meanings: BTreeMap::new(),
    prompts: Prompts::InTime,
    renames_players: false,
    renames_winners: false,
    boards: None,
    on_terminal: OnTerminal::nothing(),
    guesses_pieces: false,
};

impl Vocabulary {
    /// Nothing but how boards are drawn.
    pub fn of_boards(game: &Game, drawing: &Drawing) -> Self {
        Self {
            boards: Some(Boards {
                drawing: drawing.clone(),
                named: drawing.named(game),
            }),
            ..Self::default()
        }
    }

    /// With what only a terminal shows of the program.
    #[must_use]
    pub fn on_terminal(self, on_terminal: OnTerminal) -> Self {
        Self { on_terminal, ..self }
    }

    /// With pieces that are learned from any row that holds them, where games do not show how boards are drawn.
    #[must_use]
    pub fn guessing_pieces(mut self) -> Self {
        self.guesses_pieces = true;
        self
    }

    /// Whether pieces are learned from any row that holds them.
    pub fn guesses_pieces(&self) -> bool {
        self.guesses_pieces
    }

    /// With the same boards as another one, which are shown in the same way.
    #[must_use]
    pub fn with_boards_of(self, other: &Self) -> Self {
        Self {
            boards: other.boards.clone(),
            on_terminal: other.on_terminal.clone(),
            guesses_pieces: other.guesses_pieces,
            ..self
        }
    }

    /// Whether something was learned of how boards are shown.
    pub fn knows_boards(&self) -> bool {
        self.boards.is_some() || !self.on_terminal.is_nothing()
    }

    pub(super) fn shown_on_terminal(&self) -> &OnTerminal {
        &self.on_terminal
    }

    pub(super) fn drawing(&self) -> Option<&Drawing> {
        self.boards.as_ref().map(|boards| &boards.drawing)
    }

    /// The game, with the pieces as the program draws them.
    pub fn named<'a>(&'a self, game: &'a Game) -> &'a Game {
        self.boards.as_ref().map_or(game, |boards| &boards.named)
    }

    /// Whether no line's meaning was learned.
    pub fn is_empty(&self) -> bool {
        self.meanings.is_empty() && self.prompts == Prompts::InTime
    }

    /// Whether it reads everything as [`UNKNOWN`] does.
    pub fn says_nothing(&self) -> bool {
        self.is_empty() && !self.knows_boards() && !self.guesses_pieces
    }

    /// What a line means, if it is known.
    pub(super) fn meaning(&self, line: &[u8]) -> Option<Meaning> {
        if self.meanings.is_empty() {
            return None;
        }
        self.meanings.get(&self.templates.key(line)).copied()
    }

    pub(super) fn prompts(&self) -> Prompts {
        self.prompts
    }

    /// Whether the players have each other's names, such as `Player 0` and `Player 1` for players 1 and 2.
    pub(super) fn renames_players(&self) -> bool {
        self.renames_players
    }

    /// Whether the same is so where wins are announced.
    pub(super) fn renames_winners(&self) -> bool {
        self.renames_winners
    }

    /// Whether it is known how the program prompts for moves.
    pub(super) fn knows_prompts(&self) -> bool {
        self.prompts != Prompts::InTime || self.meanings.values().any(|meaning| meaning.prompt.is_some())
    }

    /// How the program calls the players, where its lines for them differ in one word.
    pub fn names(&self) -> Option<[String; 2]> {
        let by_prompts = meaning::names(&self.meanings, |meaning, player| {
            meaning.prompt == Some(Named::Known(player))
        });
        by_prompts.or_else(|| {
            meaning::names(&self.meanings, |meaning, player| {
                meaning.result == Some(Named::Known(Outcome::Win(player)))
            })
        })
    }

    /// A line that refuses moves, in the program's own words.
    pub fn refusal(&self) -> Option<String> {
        self.first(|meaning| meaning.refuses)
    }

    /// A line that announces a player's win, in the program's own words.
    pub fn win(&self, player: Player) -> Option<String> {
        self.first(|meaning| meaning.result == Some(Named::Known(Outcome::Win(player))))
    }

    fn first(&self, is_meant: impl Fn(&Meaning) -> bool) -> Option<String> {
        let found = self.meanings.iter().find(|(_, meaning)| is_meant(meaning));
        found.map(|(line, _)| super::text_of(line))
    }
}

/// Whether a line is no text but single characters side by side: a row with marks that are no pieces.
fn is_row(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.clone().count() >= FEWEST_CELLS && words.all(|word| word.len() == 1)
}

/// Whether the first board of a game is shown, and none after a move: nobody knows then what the program made of the moves.
fn shows_only_openings(expected: &Expected, reading: &Reading) -> bool {
    let shows_board = |step: &Vec<Seen>| {
        let mut seen = step.iter();
        seen.any(|seen| {
            matches!(
                seen,
                Seen::Event(Event::Board(_) | Event::Frame(_)) | Seen::BrokenBoard(_)
            )
        })
    };
    let mut steps = expected.steps.iter().zip(&reading.steps);
    reading.steps.first().is_some_and(shows_board)
        && !steps.any(|(wanted, step)| wanted.placed.is_some() && shows_board(step))
}

/// Whether nothing in a step contradicts the board that it should leave.
fn shows_board_of(wanted: &Step, seen: &[Seen]) -> bool {
    let mut boards = seen.iter().filter_map(|seen| match seen {
        Seen::Event(Event::Board(board)) => Some(board),
        _ => None,
    });
    let broken = seen.iter().position(|seen| matches!(seen, Seen::BrokenBoard(_)));
    let is_right = |board: &Board| board == wanted.board_of_move();
    let is_shown = boards.clone().next().is_none() || boards.any(is_right);

    // The line that wins may be marked on a board that is shown once more.
    let is_shown_before = |broken: usize| {
        let mut before = seen[..broken].iter();
        before.any(|seen| matches!(seen, Seen::Event(Event::Board(board)) if is_right(board)))
    };
    is_shown && broken.is_none_or(|broken| wanted.end().is_some() && is_shown_before(broken))
}
