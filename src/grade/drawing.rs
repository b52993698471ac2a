//! Boards that a program draws in characters or a layout of its own: how they are drawn is learned from games of one and two
//! moves.
//!
//! Takes a plan and gives the [`Vocabulary`] that such boards are read with, where they would not be understood otherwise.

use std::sync::Arc;

use super::judge::compare::{self, without_banners};
use super::plan::Plan;
use super::run::{RunConfig, Runner};
use crate::assignment::By;
use crate::connect4::reading::{self, Drawing, Known, OnTerminal, Printed, Reading, Sample, Seen, UNKNOWN, Vocabulary};
use crate::connect4::{Event, Expected, Script, Step};
use crate::machine::{Run, Service};
use crate::result::Ending;

/// How the program draws its boards; nothing where they are understood without, it does not show, or where all keys are
/// sent at once.
pub(super) fn detect(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Vocabulary {
    let is_possible = is_free(plan) && config == config.tagged();
    let learned = is_possible.then(|| learn(plan, config, runner)).flatten();
    learned.unwrap_or_default()
}

/// Whether programs may draw boards and word messages as they like, if at a cost.
pub(super) fn is_free(plan: &Plan) -> bool {
    let comparison = &plan.assignment.comparison;
    comparison.by == By::Events || comparison.tolerate.rewording
}

fn learn(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Vocabulary> {
    let game = &plan.assignment.game;
    let columns = game.rules.columns;
    let has_computer = game.flow.computer.is_some();
    let usual = if has_computer { "1" } else { "1 2" };
    let game_of_two = script(usual, config);
    let run = runner.run(config, &game_of_two.keys)?;
    // A program that prints forever before it reads a key never shows a move.
    let is_flood = run.stop.ending == Ending::Flooded && run.output.key_marks.is_empty();
    if is_flood || is_understood(plan, &game_of_two, &run, &UNKNOWN) {
        return None;
    }

    let on_terminal = on_terminal(plan, config, runner)?;
    let as_shown = Vocabulary::default().on_terminal(on_terminal.clone());
    if !on_terminal.is_nothing() && is_understood(plan, &game_of_two, &run, &as_shown) {
        return Some(as_shown);
    }

    let may_be_upside_down = !has_computer && plan.assignment.comparison.tolerate.upside_down;
    let mut printed = |moves: &str| {
        let (bytes, marks) = played(moves, config, runner)?;
        Some(on_terminal.plain(&(&bytes, marks)))
    };
    let sample = Sample {
        opening: printed("")?,
        one_move: (1..=columns)
            .map(|column| printed(&column.to_string()))
            .collect::<Option<_>>()?,
        two_moves: printed(usual)?,
        stacked: if may_be_upside_down {
            Some(printed("1 1")?)
        } else {
            None
        },
    };

    let drawing = Drawing::learn(game, &sample).or_else(|| {
        let rows = Drawing::learn_rows(game, &sample);
        rows.or_else(|| Drawing::learn_rows(game, &above_floor(has_computer, columns, &mut printed)?))
    });
    let Some(drawing) = drawing else {
        // The games are wrong, or no board is shown.
        let guessing = as_shown.guessing_pieces();
        let boards = |vocabulary| {
            let reading = read(plan, &game_of_two, &run, vocabulary);
            let shown = reading.steps.iter().flatten();
            shown
                .filter(|seen| matches!(seen, Seen::Event(Event::Board(_))))
                .count()
        };
        return (boards(&guessing) > boards(&UNKNOWN)).then_some(guessing);
    };
    // Where the required prompt is printed, players are called as the assignment calls them, and so are their pieces.
    let prompt = game.wording.prompts[0].trim().as_bytes();
    let drawing = if run.output.bytes.windows(prompt.len().max(1)).any(|text| text == prompt) {
        drawing.with_required_pieces(game)
    } else {
        drawing
    };
    // Where words are free, a piece is known by its letter: the other player's is another player's.
    let is_exchanged = plan.assignment.comparison.by == By::Events && drawing.exchanges_pieces(game);
    (!is_exchanged).then(|| Vocabulary::of_boards(game, &drawing).on_terminal(on_terminal.clone()))
}

/// What is printed by games to learn from where the bottom row is not: each column has a piece of the first player above another
/// one. `None` where a computer plays or the machine failed.
fn above_floor(
    has_computer: bool,
    columns: usize,
    printed: &mut impl FnMut(&str) -> Option<Vec<u8>>,
) -> Option<Sample> {
    if has_computer {
        return None;
    }
    let mut one_move = Vec::with_capacity(columns);
    for column in 1..=columns {
        let other = if column == 1 { 2 } else { 1 };
        one_move.push(printed(&format!("{column} {other} {column}"))?);
    }

    Some(Sample {
        opening: printed("")?,
        one_move,
        two_moves: printed("1 2 1 2")?,
        stacked: None,
    })
}

/// What only a terminal shows of the program. Nothing is looked for where a computer plays.
fn on_terminal(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<OnTerminal> {
    let game = &plan.assignment.game;
    if game.flow.computer.is_some() {
        return Some(OnTerminal::default());
    }
    let none = played("", config, runner)?;
    let one = played("1", config, runner)?;
    let two = played("1 2", config, runner)?;
    let [none, one, two] = [&none, &one, &two].map(|(bytes, marks)| (&bytes[..], marks.clone()));
    Some(OnTerminal::learn(game, [&none, &one, &two]))
}

/// What is printed in a game of some moves, and for each move where its key was read.
fn played(moves: &str, config: RunConfig, runner: &mut Runner) -> Option<(Vec<u8>, Vec<usize>)> {
    let script = script(moves, config);
    let run = runner.run(config, &script.keys)?;
    let printed = without_banners(&run.output, &[Service::Halt, Service::In]);
    let attempts = script.attempts.iter();
    // The last key may be read after a banner that is left out.
    let length = printed.bytes.len();
    let marks = attempts.map_while(|attempt| printed.marks.get(attempt.first_key).map(|mark| length.min(*mark)));
    Some((printed.bytes.to_vec(), marks.collect()))
}

fn script(moves: &str, config: RunConfig) -> Script {
    Script::from_moves(moves, config.protocol)
}

/// A game as it is read with what is known of the program.
fn read(plan: &Plan, script: &Script, run: &Run, vocabulary: &Vocabulary) -> Arc<Reading> {
    let printed = without_banners(&run.output, &[Service::Halt, Service::In]);
    let parts = Printed {
        script,
        bytes: &printed.bytes,
        marks: &printed.marks,
        waits: run.stop.ending == Ending::Waiting,
    };
    let words = compare::words(&plan.assignment);
    reading::read_with(vocabulary, &plan.assignment.game, words, parts, Known::default())
}

/// Whether the boards of a game are read with what is known of the program.
fn is_understood(plan: &Plan, script: &Script, run: &Run, vocabulary: &Vocabulary) -> bool {
    let reading = read(plan, script, run, vocabulary);
    let game = &plan.assignment.game;
    let expected = Expected::play(game, script);
    // What is drawn around a board may look like more of its rows: then some boards lack pieces that were there before.
    let before = [None].into_iter().chain(expected.steps.iter().map(Some));
    let steps = expected.steps.iter().zip(before).zip(&reading.steps);
    let is_shown = |((wanted, before), seen): ((&Step, Option<&Step>), &Vec<Seen>)| {
        let boards = seen.iter().filter_map(|seen| match seen {
            Seen::Event(Event::Board(board)) => Some(board),
            _ => None,
        });
        let pieces = before.map_or(0, |before| before.board.pieces());
        boards.clone().any(|board| board == wanted.board_of_move())
            && boards.into_iter().all(|board| board.pieces() >= pieces)
    };
    reading.steps.len() == expected.steps.len() && steps.into_iter().all(is_shown)
}
