//! Games to their ends: one for each winning line and for each of its cells, and games at random.

use super::trial::{Trial, Worker};
use super::{Difference, Explorer, Findings, Stage};
use crate::connect4::random::{self, Length};
use crate::connect4::{Game, Protocol, Script, lines};
use crate::diagnostic::wording::of_the_program;
use crate::grade::explain::shrink::shrink;
use crate::splitmix::SplitMix64;

/// The seed of the games at random.
const SEED: u64 = 1;

/// Longer games are cut: where a key restarts the game, one may go on for hundreds of moves.
const LONGEST: usize = 100;

/// Plays the games; gives how many there were, and how many of them complete a winning line.
pub fn explore(explorer: &Explorer, count: usize, findings: &mut Findings) -> Result<(usize, usize), String> {
    let game = &explorer.plan.assignment.game;
    let (scripts, winning_lines) = scripts(game, count, explorer.protocol());
    let done = |done: usize| (explorer.watch)(Stage::WholeGames, done, scripts.len());
    let trials = explorer.in_parallel(&scripts, done, |worker, script| worker.play(explorer, script));

    let mut order: Vec<usize> = (0..scripts.len()).collect();
    order.sort_by_key(|index| scripts[*index].attempts.len());
    for index in order {
        if let Trial::Broken(reason) = &trials[index] {
            return Err(reason.clone());
        }
        findings.add_whole(&trials[index], &moves(&scripts[index]));
    }
    Ok((scripts.len(), winning_lines))
}

/// The games, each once, in the order of their keys, so that what they have in common is played once; and how many of them
/// complete a winning line.
pub fn scripts(game: &Game, count: usize, protocol: Protocol) -> (Vec<Script>, usize) {
    let mut scripts = Vec::new();
    if game.flow.computer.is_none() && count > 0 {
        for won in lines::winning_games(game.rules) {
            let moves: Vec<String> = won.moves.iter().map(|column| (column + 1).to_string()).collect();
            scripts.push(Script::from_attempts(moves.iter().map(String::as_bytes), protocol));
        }
    }

    let winning_lines = scripts.len();
    let mut numbers = SplitMix64::new(SEED);
    for number in 0..count {
        let length = if number % 2 == 0 { Length::Any } else { Length::Long };
        let keys = random::keys(game, length, &mut numbers);
        let keys = keys.iter().take(LONGEST).map(std::slice::from_ref);
        scripts.push(Script::from_attempts(keys, protocol));
    }

    scripts.sort_by(|one, other| one.keys.cmp(&other.keys));
    scripts.dedup_by(|one, other| one.keys == other.keys);
    (scripts, winning_lines)
}

/// The moves of a script, as they are typed.
fn moves(script: &Script) -> Vec<Vec<u8>> {
    script.attempts.iter().map(|attempt| attempt.typed.clone()).collect()
}

/// Shows a difference by the shortest game that can be made of its own game and of others that show it too.
pub fn shorten(explorer: &Explorer, difference: &mut Difference, others: &[&[Vec<u8>]]) {
    let mut worker = Worker::new(explorer);
    let own = difference.moves.clone();
    for game in std::iter::once(&&own[..]).chain(others) {
        let script = explorer.script(game.iter().map(|typed| &typed[..]));
        let fails = |script: &Script| match worker.play(explorer, script) {
            Trial::Wrong(_, story) if story.key == difference.key => {
                Some(story.at_move.map_or(script.attempts.len(), |at| at + 1))
            }
            _ => None,
        };
        let shorter = shrink(&script, fails).unwrap_or(script);
        if shorter.attempts.len() >= difference.moves.len() {
            continue;
        }

        if let Trial::Wrong(verdict, story) = worker.play(explorer, &shorter) {
            difference.verdict = verdict;
            difference.sentence = of_the_program(&story.sentence);
            difference.moves = moves(&shorter);
        }
    }
}
