//! Calls in the game's terms, and what failing calls have in common.

use std::collections::BTreeSet;

use super::words::{key, number};
use super::{SETTINGS, direction_word, target_name};
use crate::assignment::Assignment;
use crate::case::Contract;
use crate::case::contract::{About, Call};
use crate::connect4::lines::Direction;
use crate::diagnostic::wording::{all_of, either, plural};
use crate::grade::checks::contract::judge::{Judged, Slip};
use crate::grade::explain::pattern::{self, Phrase, Win};

/// Keys that are named one by one.
const NAMED: usize = 4;

/// The circumstances of a call, with what joins them to a sentence before.
pub(super) fn circumstance(assignment: &Assignment, call: &Call) -> String {
    match &call.about {
        About::Plain => settings(call),
        About::Key { key: typed, column } => {
            let rows = assignment.game.rules.rows;
            let column = match column {
                None => String::new(),
                Some((column, height)) if *height == rows => format!(" when column {} is full", column + 1),
                Some((column, 0)) => format!(" when column {} is empty", column + 1),
                Some((column, height)) => format!(" when column {} holds {}", column + 1, plural(*height, "piece")),
            };

            format!(" for the key {}{column}", key(*typed))
        }
        About::Line {
            direction,
            cells,
            last,
            spoilt,
        } => line(assignment, call, *direction, cells, *last, *spoilt),
    }
}

fn settings(call: &Call) -> String {
    if call.board.is_some() {
        return " with the board shown".to_owned();
    }

    let set = call.before.iter().take(SETTINGS);
    let named: Vec<String> = set
        .map(|(target, value)| format!("{} = {}", target_name(target), number(*value)))
        .collect();
    if named.is_empty() {
        return String::new();
    }

    format!(" with {}", all_of(&named))
}

fn line(
    assignment: &Assignment,
    call: &Call,
    direction: Direction,
    cells: &[(usize, usize)],
    last: usize,
    spoilt: Option<usize>,
) -> String {
    let at = |index: usize| cells.get(index).copied().unwrap_or_default();
    let (row, column) = at(last);
    let player = call.board.as_ref().and_then(|board| board.cell(row, column));
    let letter = player.map_or(' ', |player| assignment.game.wording.pieces[player.index()]);
    let line = place(direction, cells);
    if let Some(spoilt) = spoilt {
        let (spoilt_row, spoilt_column) = at(spoilt);
        return format!(
            " where there is no line: the last piece ({letter}) is in row {}, column {}, and of the cells {line} the one \
             in row {}, column {} is the other player's",
            row + 1,
            column + 1,
            spoilt_row + 1,
            spoilt_column + 1
        );
    }

    let position = match direction {
        Direction::Vertical => String::new(),
        _ => format!(", when the last piece is in column {}", column + 1),
    };

    format!(
        " for a {} win {line}{position} (player {letter})",
        direction_word(direction)
    )
}

/// Where a line is, with rows and columns from 1.
fn place(direction: Direction, cells: &[(usize, usize)]) -> String {
    let (Some(first), Some(end)) = (cells.first(), cells.last()) else {
        return String::new();
    };
    match direction {
        Direction::Horizontal => format!("in row {}, columns {} to {}", first.0 + 1, first.1 + 1, end.1 + 1),
        Direction::Vertical => format!("in column {}, rows {} to {}", first.1 + 1, end.0 + 1, first.0 + 1),
        Direction::DiagonalDown | Direction::DiagonalUp => format!(
            "from row {}, column {} to row {}, column {}",
            first.0 + 1,
            first.1 + 1,
            end.0 + 1,
            end.1 + 1
        ),
    }
}

/// What the calls with a wrong answer have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InCommon {
    /// In words, with counts where there is no pattern.
    pub words: String,
    /// The pattern, where there is one: the same for all programs that have it.
    pub pattern: Option<Phrase>,
}

/// What the calls with a wrong answer have in common, where it is plain.
pub(super) fn in_common(assignment: &Assignment, contract: &Contract, judged: &Judged) -> Option<InCommon> {
    let is_wrong = |(_, slips): &&(usize, Vec<Slip>)| slips.iter().any(|slip| matches!(slip, Slip::Answer { .. }));
    let wrong: BTreeSet<usize> = judged
        .failing
        .iter()
        .filter(is_wrong)
        .map(|(index, _)| *index)
        .collect();

    let calls = || contract.calls.iter().enumerate().take(judged.made);
    match contract.calls.first().map(|call| &call.about)? {
        About::Plain => None,
        About::Line { .. } if judged.is_any_way => None,
        About::Key { .. } => keys(assignment, contract, &wrong).map(|words| InCommon {
            words: words.clone(),
            pattern: Some(Phrase {
                key: words.clone(),
                words,
            }),
        }),
        About::Line { .. } => {
            let mut wins = Vec::new();
            let mut alarms = 0;
            for (index, call) in calls() {
                let About::Line {
                    direction, cells, last, ..
                } = &call.about
                else {
                    continue;
                };

                let is_win = call.after.get(judged.way)?.iter().any(|(_, value)| *value == 1);
                if is_win {
                    let (row, column) = *cells.get(*last)?;
                    let player = call.board.as_ref()?.cell(row, column)?.number();
                    wins.extend(Win::of_line(*direction, cells, *last, player, !wrong.contains(&index)));
                } else if wrong.contains(&index) {
                    alarms += 1;
                }
            }

            let missed = wrong.len() - alarms;
            wrong_lines(assignment, contract, &wrong, &wins, missed, alarms)
        }
    }
}

fn wrong_lines(
    assignment: &Assignment,
    contract: &Contract,
    wrong: &BTreeSet<usize>,
    wins: &[Win],
    missed: usize,
    alarms: usize,
) -> Option<InCommon> {
    let (keys, mut words): (Vec<String>, Vec<String>) = pattern::phrases(wins, assignment.game.rules.line)
        .into_iter()
        .map(|phrase| (phrase.key, phrase.words))
        .unzip();
    let pattern = (!words.is_empty()).then(|| Phrase {
        key: all_of(&keys),
        words: all_of(&words),
    });

    if words.is_empty() && missed > 0 {
        words.push(match missed {
            1 => "misses a win".to_owned(),
            _ => format!("misses {missed} of {} wins", wins.len()),
        });
    }

    if alarms > 0 {
        let spoilt = wrong.iter().filter(|index| {
            let about = contract.calls.get(**index).map(|call| &call.about);
            matches!(about, Some(About::Line { spoilt: Some(_), .. }))
        });
        let near = spoilt.count().min(alarms);
        let other = alarms - near;
        let false_wins = format!("reports {} where there is no line", plural(near, "win"));

        words.push(match (near, other) {
            (_, 0) => false_wins,
            (0, _) => format!("reports {other} {} in another direction", either(other, "win", "wins")),
            _ => format!("{false_wins}, and {other} for lines in another direction"),
        });
    }

    (!words.is_empty()).then(|| InCommon {
        words: format!("it {}", all_of(&words)),
        pattern,
    })
}

fn keys(assignment: &Assignment, contract: &Contract, wrong: &BTreeSet<usize>) -> Option<String> {
    if wrong.len() == contract.calls.len() {
        return None;
    }

    let about = |index: &usize| match contract.calls.get(*index)?.about {
        About::Key { key, column } => Some((key, column)),
        _ => None,
    };
    let rows = assignment.game.rules.rows;
    let is_full =
        |index: &usize| about(index).is_some_and(|(_, column)| column.is_some_and(|(_, height)| height == rows));
    let all_full = (0..contract.calls.len()).filter(|index| is_full(index)).count();

    if wrong.iter().all(is_full) && wrong.len() == all_full {
        return Some("a full column is accepted".to_owned());
    }

    let keys: BTreeSet<u8> = wrong.iter().filter_map(about).map(|(key, _)| key).collect();
    if keys.len() <= NAMED {
        let named: Vec<String> = keys.into_iter().map(key).collect();
        let noun = if named.len() == 1 { "the key" } else { "the keys" };
        return Some(format!("those for {noun} {}", all_of(&named)));
    }

    None
}
