//! Programs in which the wrong player makes the first move: one fault, not one in every game.
//!
//! Takes a plan and gives the same with the players exchanged, where the program prompts the second player first, or with
//! the computer's piece before the first move.

use crate::case::Case;
use crate::connect4::reading::{self, Seen};
use crate::connect4::{Board, Event, Expected, First, Game, Player, Script, referee};
use crate::grade::judge::compare;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};

/// A key that no program takes for a move.
const REFUSED: &str = "x";

/// The plan for a program in which the wrong player begins; `None` where the right one does, or nobody is prompted. Games
/// that are looked for against a computer are still to be found.
pub fn exchanged(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Plan> {
    let game = if plan.assignment.game.flow.computer.is_some() {
        let start = seen(plan, config, runner, "")?;
        with_computer_first(&plan.assignment.game, &start)?
    } else {
        // A program that prompts after the key is read names the first player once a key is typed, which may not be a move.
        let start = seen(plan, config, runner, REFUSED)?;
        with_players_exchanged(&plan.assignment.game, &start)?
    };

    let cases = plan.cases.iter().map(|case| {
        let expected = Expected::play(&game, &case.script);
        Case {
            transcript: expected.transcript(),
            expected,
            ..case.clone()
        }
    });
    let cases = cases.collect();
    let mut plan = plan.with_game(game, cases);
    for config in &mut plan.configs {
        config.adaptation.exchanged = true;
    }
    Some(plan)
}

/// The game in which the second player is the first; `None` where the program does not prompt that one first.
fn with_players_exchanged(game: &Game, start: &[Seen]) -> Option<Game> {
    let mut prompts = start.iter().filter_map(|seen| match seen {
        Seen::Event(Event::Prompt(player)) => Some(*player),
        _ => None,
    });
    if prompts.next() != Some(Player::Two) {
        return None;
    }

    let mut game = game.clone();
    let wording = &mut game.wording;
    wording.prompts.swap(0, 1);
    wording.wins.swap(0, 1);
    wording.pieces.swap(0, 1);
    Some(game)
}

/// The game in which the computer begins; `None` where no piece of the computer is there before the first key.
fn with_computer_first(game: &Game, start: &[Seen]) -> Option<Game> {
    let rules = game.rules;
    let mut game = game.clone();
    referee::reply_seen(&Board::new(rules.rows, rules.columns), start)?;
    let is_empty = |seen: &Seen| matches!(seen, Seen::Event(Event::Board(board)) if board.pieces() == 0);
    game.flow.first = if start.iter().any(is_empty) {
        First::Computer
    } else {
        First::ComputerUnseen
    };
    Some(game)
}

/// What is printed where these keys are typed. `None` where the machine failed.
fn seen(plan: &Plan, config: RunConfig, runner: &mut Runner, keys: &str) -> Option<Vec<Seen>> {
    let script = Script::from_attempts((!keys.is_empty()).then_some(keys.as_bytes()), config.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let (bytes, marks) = (&run.output.bytes, &run.output.key_marks);
    let words = compare::words(&plan.assignment);
    let reading = reading::read(&plan.assignment.game, &script, bytes, marks, true, words);
    Some(reading.steps.into_iter().flatten().collect())
}
