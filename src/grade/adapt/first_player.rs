//! Programs in which the wrong player makes the first move, or is asked for it: one fault, not one in every game.
//!
//! Takes a plan and gives the same with the players exchanged, where the program prompts the second player first or begins
//! with that player's piece, or with the computer's piece before the first move. Only the prompts are exchanged where the
//! first player wins nevertheless.

use std::sync::Arc;

use crate::assignment::By;
use crate::case::{Case, Moves};
use crate::connect4::reading::{self, Seen};
use crate::connect4::{Board, Event, First, Game, Outcome, Player, Script, referee};
use crate::grade::judge::compare;
use crate::grade::plan::Plan;
use crate::grade::run::adaptation::Exchanged;
use crate::grade::run::{RunConfig, Runner};

/// A key that no program takes for a move.
const REFUSED: &str = "x";

/// The plan for a program in which the wrong player begins, or is prompted first; `None` where the right one is, or nobody. Games
/// that are looked for against a computer are still to be found.
pub fn exchanged(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Plan> {
    let mut exchanged = Exchanged::Players;
    let game = if plan.assignment.game.flow.computer.is_some() {
        let start = seen(plan, config, runner, &[])?.seen;
        with_computer_first(&plan.assignment.game, &start)?
    } else {
        // A program that prompts after the key is read names the first player once a key is typed, which may not be a move.
        let prompts = seen(plan, config, runner, &[REFUSED])?.seen;
        let game = &plan.assignment.game;
        if first_prompt(&prompts) == Some(Player::Two) && first_player_wins(plan, config, runner)? {
            exchanged = Exchanged::Prompts;
            with_prompts_exchanged(game)
        } else if first_prompt(&prompts) == Some(Player::Two) {
            with_players_exchanged(game, First::OtherPerson)
        } else if begins_with_other_piece(plan, config, runner)? {
            with_players_exchanged(game, First::Person)
        } else {
            return None;
        }
    };

    let shared = Arc::new(game.clone());
    let cases = plan.cases.iter().map(|case| Case {
        expected: Moves::of(&shared, &case.script),
        ..case.clone()
    });
    let cases = cases.collect();
    let mut plan = plan.with_game(game, cases);
    for config in &mut plan.configs {
        config.adaptation.exchanged = exchanged;
    }
    Some(plan)
}

/// Who is prompted first.
fn first_prompt(start: &[Seen]) -> Option<Player> {
    start.iter().find_map(|seen| match seen {
        Seen::Event(Event::Prompt(player)) => Some(*player),
        _ => None,
    })
}

/// Whether the first player is announced as the winner, by the assignment's own name, where whoever begins wins, in a column; and
/// does not begin with the other player's piece. `None` where the machine failed.
fn first_player_wins(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<bool> {
    let pieces = plan.assignment.game.rules.line * 2 - 1;
    let moves: Vec<&str> = ["1", "2"].into_iter().cycle().take(pieces).collect();
    let seen = seen(plan, config, runner, &moves)?.seen;
    let wins = |player| Seen::Event(Event::Result(Outcome::Win(player)));
    let begins_otherwise = seen.iter().any(|seen| match seen {
        Seen::Event(Event::Board(board)) => board.pieces() == 1 && is_of_other(board),
        _ => false,
    });
    Some(seen.contains(&wins(Player::One)) && !seen.contains(&wins(Player::Two)) && !begins_otherwise)
}

/// Whether the piece at the bottom of the first column is the second player's.
fn is_of_other(board: &Board) -> bool {
    board.cell(board.rows() - 1, 0) == Some(Player::Two)
}

/// Whether the first piece is that of the second player, where players are called by no name of the assignment: "Player 1"
/// may be any of them. `None` where the machine failed.
fn begins_with_other_piece(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<bool> {
    if plan.assignment.comparison.by != By::Events {
        return Some(false);
    }
    let first = seen(plan, config, runner, &["1"])?;
    let mut boards = first.seen.iter().filter_map(|seen| match seen {
        Seen::Event(Event::Board(board)) if board.pieces() == 1 => Some(board),
        _ => None,
    });
    Some(boards.next().is_some_and(is_of_other) && !reading::has_own_names(&plan.assignment.game, &first.printed))
}

/// The game in which the second player is the first, who is called "player 2" where that is the [`First::OtherPerson`].
fn with_players_exchanged(game: &Game, first: First) -> Game {
    let mut game = game.clone();
    let wording = &mut game.wording;
    wording.prompts.swap(0, 1);
    wording.wins.swap(0, 1);
    wording.pieces.swap(0, 1);
    game.flow.first = first;
    game
}

/// The game in which each prompt names the other player.
fn with_prompts_exchanged(game: &Game) -> Game {
    let mut game = game.clone();
    game.wording.prompts.swap(0, 1);
    game
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

/// A run, and what is read in it.
struct Start {
    seen: Vec<Seen>,
    printed: Vec<u8>,
}

/// What is printed where these moves are typed. `None` where the machine failed.
fn seen(plan: &Plan, config: RunConfig, runner: &mut Runner, moves: &[&str]) -> Option<Start> {
    let script = Script::from_attempts(moves.iter().map(|keys| keys.as_bytes()), config.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let (bytes, marks) = (&run.output.bytes, &run.output.key_marks);
    let words = compare::words(&plan.assignment);
    let reading = reading::read(&plan.assignment.game, &script, bytes, marks, true, words);
    Some(Start {
        seen: reading.steps.into_iter().flatten().collect(),
        printed: bytes.clone(),
    })
}
