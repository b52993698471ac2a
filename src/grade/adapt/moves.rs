//! Programs that take other keys for a move than the assignment asks for: columns from 0 or letters, the row with the
//! column, an answer to "Are you sure?" after each move.
//!
//! Two moves show it: their pieces have to land at the bottom of their columns.

use std::sync::Arc;

use super::answers;
use crate::connect4::reading::{self, Known, Seen, UNKNOWN, Vocabulary, Words};
use crate::connect4::{Board, Event, Game, Player, Script, Then};
use crate::grade::drawing;
use crate::grade::plan::Plan;
use crate::grade::run::adaptation::{Adaptation, ColumnKeys, Games, RowKeys};
use crate::grade::run::{RunConfig, Runner};
use crate::machine::Run;
use crate::result::Ending;

/// What two moves show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Landing {
    /// The pieces are where they should be.
    Right,
    /// They are not.
    Wrong,
    /// The program does not come to the point where it waits for another move.
    Hopeless,
}

/// How moves are typed for this program; `None` where they are typed as the assignment has it, where nothing that is tried
/// makes a piece land, and where the machine failed.
pub fn detect(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Adaptation> {
    let first = landing(plan, config, runner, &UNKNOWN)?;
    if first != Landing::Wrong {
        return None;
    }
    let is_drawn = !shows_boards(plan, config, runner)?;

    let base = config.adaptation;
    let columns = ColumnKeys::OTHERS
        .into_iter()
        .map(|columns| Adaptation { columns, ..base });
    let mut candidates: Vec<Adaptation> = columns.collect();
    let asked = asked(plan, config, runner)?;
    if let Asked::Other { text, .. } = &asked {
        let continued = shows_first_move(plan, config, runner)?.then(|| games(&plan.assignment.game));
        let base = Adaptation { continued, ..base };
        candidates.extend(confirmations(base, text));
    }
    if !matches!(asked, Asked::Move) {
        candidates.extend(rows(&plan.assignment.game, base));
    }
    let is_silent = matches!(asked, Asked::Other { is_silent: true, .. });

    for adaptation in candidates {
        let config = RunConfig { adaptation, ..config };
        // How boards are drawn shows only where pieces land, which needs the right keys.
        let boards = if is_drawn {
            drawing::detect(plan, config.tagged(), runner)
        } else {
            Vocabulary::default()
        };
        match landing(plan, config, runner, &boards)? {
            Landing::Right if is_silent && takes_any_key_for_row(plan, config, runner, &boards)? => return None,
            Landing::Right => return of_refused_keys(plan, config, runner),
            Landing::Wrong => {}
            Landing::Hopeless => return None,
        }
    }
    None
}

/// What a program asks for after the first move.
enum Asked {
    /// The next move, whatever player its prompt names.
    Move,
    /// Something else, with this text; or the program waits for another key in silence, after the required prompt for a move.
    Other { text: Vec<u8>, is_silent: bool },
    /// Nothing: it does not wait.
    Nothing,
}

/// `None` where the machine failed.
fn asked(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Asked> {
    let first_move = Script::from_moves("1", config.protocol);
    let run = runner.run(config.tagged(), &first_move.keys)?;
    let mark = run.output.key_marks.first();
    let parts = mark.and_then(|mark| run.output.bytes.split_at_checked(*mark));
    Some(match parts {
        Some((before, after)) if run.stop.ending == Ending::Waiting => {
            let required = prompt_of(plan.assignment.game.wording.prompts[0].as_bytes());
            if prompt_of(before) == prompt_of(after) {
                Asked::Move
            } else {
                Asked::Other {
                    text: after.to_vec(),
                    is_silent: prompt_of(after).is_empty() && prompt_of(before) == required,
                }
            }
        }
        _ => Asked::Nothing,
    })
}

/// The same with answers to what the program prints after a move. Enter alone is none: it belongs to the protocol.
fn confirmations(base: Adaptation, asked: &[u8]) -> Vec<Adaptation> {
    let keys = answers(asked).into_iter().filter(|keys| keys[..] != *b"\n");
    keys.map(|confirmation| Adaptation { confirmation, ..base }).collect()
}

/// The games that a script plays.
fn games(game: &Game) -> Games {
    let restart = game.flow.quit.filter(|quit| quit.then == Then::Restart);
    Games {
        rules: game.rules,
        restarts: game.flow.over == Then::Restart,
        restart_key: restart.map(|quit| quit.key),
    }
}

/// What can be seen of the last line of a text, without its digits: the key that was typed may be on it.
fn prompt_of(text: &[u8]) -> Vec<u8> {
    let last = text
        .trim_ascii_end()
        .rsplit(|byte| matches!(byte, b'\n' | b'\r'))
        .next();
    let seen = |byte: &&u8| byte.is_ascii_graphic() && !byte.is_ascii_digit();
    let letters = last.into_iter().flatten().filter(seen);
    letters.copied().collect()
}

/// The same with the row typed before or after the column, counted from above or below, from 1 or 0.
fn rows(game: &Game, base: Adaptation) -> Vec<Adaptation> {
    let mut candidates = Vec::new();
    for columns in [ColumnKeys::FromOne, ColumnKeys::FromZero] {
        for comes_first in [true, false] {
            for from_below in [false, true] {
                let row = RowKeys {
                    games: games(game),
                    comes_first,
                    from_below,
                };
                candidates.push(Adaptation {
                    columns,
                    row: Some(row),
                    ..base
                });
            }
        }
    }
    candidates
}

/// The same where it is known whether moves that are refused are confirmed too.
fn of_refused_keys(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<Adaptation> {
    if config.adaptation.confirmation.is_empty() || config.adaptation.continued.is_some() {
        return Some(config.adaptation);
    }

    let columns = plan.assignment.game.rules.columns as u8;
    let of_columns = Adaptation {
        confirmed_columns: Some(columns),
        ..config.adaptation
    };
    let config = RunConfig {
        adaptation: of_columns,
        ..config
    };
    let script = Script::from_attempts([&b"x"[..]], config.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let steps = steps(plan, &script, &run, &UNKNOWN);
    let is_refused = steps.iter().flatten().any(|seen| *seen == Seen::Event(Event::Refusal));
    Some(Adaptation {
        confirmed_columns: is_refused.then_some(columns),
        ..of_columns
    })
}

/// What the first two moves show, one of them into the first column and then into the last one. `None` where the machine
/// failed.
fn landing(plan: &Plan, config: RunConfig, runner: &mut Runner, boards: &Vocabulary) -> Option<Landing> {
    const SECOND: usize = 1;
    for first in [0, plan.assignment.game.rules.columns - 1] {
        let script = Script::from_moves(&format!("{} {}", first + 1, SECOND + 1), config.protocol);
        let run = runner.run(config.tagged(), &script.keys)?;
        if run.stop.ending != Ending::Waiting {
            return Some(Landing::Hopeless);
        }

        let steps = steps(plan, &script, &run, boards);
        let boards = |step: usize| boards_of(steps.get(step).map_or(&[][..], |step| step));
        let is_right = boards(1).any(|board| is_first_move(board, first))
            && boards(2).any(|board| board.cell(board.rows() - 1, SECOND).is_some());
        if !is_right {
            return Some(Landing::Wrong);
        }
    }
    Some(Landing::Right)
}

/// Whether the key in the place of the row may be any: where nothing asks for it, the program reads each move twice, and no row.
/// `None` where the machine failed.
fn takes_any_key_for_row(plan: &Plan, config: RunConfig, runner: &mut Runner, boards: &Vocabulary) -> Option<bool> {
    let Some(row) = config.adaptation.row else {
        return Some(false);
    };
    let moves: [&[u8]; 2] = if row.comes_first { [b"x", b"1"] } else { [b"1", b"x"] };
    let adaptation = Adaptation {
        opening: config.adaptation.opening,
        ..Adaptation::default()
    };
    let config = RunConfig { adaptation, ..config };
    let script = Script::from_attempts(moves, config.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let steps = steps(plan, &script, &run, boards);
    let mut last = steps.get(2).into_iter().flat_map(|step| boards_of(step));
    Some(last.any(|board| (0..board.columns()).any(|column| is_first_move(board, column))))
}

/// Whether the board with the first piece is shown after its key, before any other. `None` where the machine failed.
pub fn shows_first_move(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<bool> {
    let script = Script::from_moves("1", config.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let steps = steps(plan, &script, &run, &UNKNOWN);
    Some(
        steps
            .get(1)
            .is_some_and(|step| boards_of(step).any(|board| is_first_move(board, 0))),
    )
}

/// Whether some board is understood before the first move. `None` where the machine failed.
fn shows_boards(plan: &Plan, config: RunConfig, runner: &mut Runner) -> Option<bool> {
    let script = Script::from_input(b"", config.protocol);
    let run = runner.run(config.tagged(), &script.keys)?;
    let steps = steps(plan, &script, &run, &UNKNOWN);
    Some(steps.iter().any(|step| boards_of(step).next().is_some()))
}

/// What is read of a run, in any words: before the first key, and after each move.
fn steps(plan: &Plan, script: &Script, run: &Run, boards: &Vocabulary) -> Vec<Vec<Seen>> {
    let (bytes, marks) = (&run.output.bytes, &run.output.key_marks);
    let game = &plan.assignment.game;
    let printed = reading::Printed {
        script,
        bytes,
        marks,
        waits: true,
    };
    let reading = reading::read_with(boards, game, Words::Free, printed, Known::default());
    Arc::unwrap_or_clone(reading).steps
}

fn boards_of(step: &[Seen]) -> impl Iterator<Item = &Board> {
    step.iter().filter_map(|seen| match seen {
        Seen::Event(Event::Board(board)) => Some(board),
        _ => None,
    })
}

/// Whether the only piece of player 1 is at the bottom of a column.
fn is_first_move(board: &Board, column: usize) -> bool {
    let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    let own: Vec<(usize, usize)> = cells
        .filter(|(row, column)| board.cell(*row, *column) == Some(Player::One))
        .collect();
    own == [(board.rows() - 1, column)]
}
