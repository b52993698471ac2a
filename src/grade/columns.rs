//! Programs that take other keys for the columns than the assignment asks for: 0 to 6, or letters.
//!
//! Takes a plan and the configuration that does best so far, and gives the keys with which a single move lands where it
//! should.

use super::plan::Plan;
use super::run::config::ColumnKeys;
use super::run::{RunConfig, Runner};
use crate::connect4::reading::{self, Seen, Words};
use crate::connect4::{Event, Player, Script};
use crate::machine::Machine;

/// The keys that the program takes for the columns; `None` where digits from 1 do, or nothing that is tried.
pub(super) fn detect(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<ColumnKeys> {
    // Only where it is known when each key is read can the key that the program shows be distinguished from what it says.
    if matches!(config.machine, Machine::Native(_)) || lands_right(plan, config, runner)? {
        return None;
    }
    let mut others = ColumnKeys::OTHERS.into_iter();
    others.find(|columns| {
        lands_right(
            plan,
            RunConfig {
                columns: *columns,
                ..config
            },
            runner,
        ) == Some(true)
    })
}

/// Whether the first move lands in the first column, and in the last one. `None` where the machine failed.
fn lands_right(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<bool> {
    let columns = plan.assignment.game.rules.columns;
    for column in [0, columns - 1] {
        let script = Script::from_moves(&(column + 1).to_string(), config.protocol).after(config.opening);
        let run = runner.run(config, &script.keys)?;
        let (bytes, marks) = (&run.output.bytes, &run.output.key_marks);
        let reading = reading::read(&plan.assignment.game, &script, bytes, marks, true, Words::Free);
        if !reading.steps.iter().flatten().any(|seen| is_move_in(column, seen)) {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether something is a board whose only piece of player 1 is at the bottom of a column.
fn is_move_in(column: usize, seen: &Seen) -> bool {
    let Seen::Event(Event::Board(board)) = seen else {
        return false;
    };
    let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    let own: Vec<(usize, usize)> = cells
        .filter(|(row, column)| board.cell(*row, *column) == Some(Player::One))
        .collect();
    own == [(board.rows() - 1, column)]
}
