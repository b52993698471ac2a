//! The first failing call of a contract in a sentence in the game's terms, and what failing calls have in common.

use std::collections::BTreeSet;

use super::Outcome;
use super::judge::{Judged, Slip};
use super::text;
use super::world::{Owner, World, mark};
use crate::assignment::Assignment;
use crate::case::Contract;
use crate::case::contract::{About, Call, Target};
use crate::connect4::Board;
use crate::connect4::lines::Direction;
use crate::diagnostic::wording::all_of;
use crate::grade::explain::diff::diff;
use crate::grade::explain::failure;
use crate::grade::explain::pattern::Phrase;
use crate::grade::judge::tolerance::toggle;
use crate::result::Failure;
use crate::result::{Ending, Stop};

mod calls;
mod words;

use calls::{circumstance, in_common};
use words::number;

/// Values of a call that a sentence names.
const SETTINGS: usize = 2;

/// What is reported of a contract that was judged.
pub(super) fn outcome(assignment: &Assignment, world: &World, contract: &Contract, judged: &Judged) -> Outcome {
    // The call with the gravest slip, the first of those.
    let gravest = |slips: &[Slip]| slips.first().map_or(usize::MAX, Slip::rank);
    let reported = judged.failing.iter().min_by_key(|(_, slips)| gravest(slips));
    let shown = reported.map_or(0, |(index, _)| *index);
    let mut outcome = Outcome {
        verdict: judged.verdict(),
        excused: false,
        calls: judged.made,
        instructions: judged.instructions,
        ending: Ending::Halted,
        failure: None,
        fault: None,
        format: BTreeSet::new(),
        options: contract
            .calls
            .get(shown)
            .map_or_else(String::new, |call| options(assignment, &judged.label, call)),
    };

    let Some((index, slips)) = reported else {
        return outcome;
    };
    let (Some(call), Some(slip)) = (contract.calls.get(*index), slips.first()) else {
        return outcome;
    };

    if world.is_empty(&judged.label) {
        let label = &contract.labels[0];
        outcome.failure = Some(Failure {
            unfinished: true,
            ..Failure::new(format!("{} is still empty: it only returns.", judged.label))
        });
        outcome.fault = Some((
            format!("contract/{}/empty", slug(label)),
            format!("{label} is still empty"),
        ));
        return outcome;
    }

    let teller = Teller {
        assignment,
        world,
        contract,
        judged,
    };
    if let Slip::Astray(stop) = slip {
        outcome.ending = stop.ending;
    }

    outcome.failure = Some(teller.failure(call, slips));
    outcome.fault = Some(teller.fault(slip));
    for slip in judged.failing.iter().flat_map(|(_, slips)| slips) {
        if let Slip::Format(format, _) = slip {
            let kinds = format
                .items()
                .iter()
                .map(|difference| toggle(difference.kind).to_owned());
            outcome.format.extend(kinds);
        }
    }

    outcome
}

/// What happened in a call, and, after its circumstances, what that means.
struct Happening {
    what: String,
    so: String,
}

struct Teller<'a> {
    assignment: &'a Assignment,
    world: &'a World,
    contract: &'a Contract,
    judged: &'a Judged,
}

impl Teller<'_> {
    fn failure(&self, call: &Call, slips: &[Slip]) -> Failure {
        let slip = &slips[0];
        let game = &self.assignment.game;
        let board = call.board.as_ref();
        let mut failure = Failure {
            expected_board: board.map(|board| failure::picture(board, &cells(&call.about))),
            ..Failure::new(self.sentence(call, slip))
        };

        match slip {
            Slip::Astray(stop) => failure.stop = Some(stop.clone()),
            Slip::Text(printed) | Slip::Format(_, printed) => {
                failure.diff = diff(call.prints.as_deref().unwrap_or_default(), printed);
                failure.printed_board = text::board_in(game, printed).map(|board| failure::picture(&board, &[]));
            }
            Slip::Answer { .. } | Slip::Write(..) | Slip::Register(..) => {}
        }

        if let Slip::Format(format, _) = slip {
            failure.format_differences = failure::pack(format);
        }

        failure
    }

    fn sentence(&self, call: &Call, slip: &Slip) -> String {
        let (failing, made, all) = (self.judged.failing.len(), self.judged.made, self.contract.calls.len());
        let Happening { what, so } = self.happening(call, slip);
        // What happens in every call does not depend on the circumstances; an answer is right or wrong by them.
        let is_always = failing == made && made > 1 && !matches!(slip, Slip::Answer { .. });
        let circumstance = if is_always {
            String::new()
        } else {
            circumstance(self.assignment, call)
        };

        let what = if circumstance.is_empty() {
            what.trim_end_matches(',')
        } else {
            &what
        };
        let mut sentence = format!("{} {what}{circumstance}{so}", self.judged.label);
        if made > 1 {
            sentence += &match failing {
                _ if failing == made => format!("; all {made} calls fail"),
                1 => format!("; 1 of {made} calls fails"),
                _ => format!("; {failing} of {made} calls fail"),
            };
            if matches!(slip, Slip::Answer { .. })
                && let Some(common) = in_common(self.assignment, self.contract, self.judged)
            {
                sentence += &format!(": {}", common.words);
            }
        }

        sentence += ".";
        if self.judged.is_any_way && matches!(slip, Slip::Answer { .. }) {
            sentence += " It may also be meant for the other diagonal: its results do not show which.";
        }
        sentence += &match all - made {
            0 => String::new(),
            1 => " One more call was not made.".to_owned(),
            left => format!(" {left} more calls were not made."),
        };

        for other in self.others(slip) {
            let Happening { what, so } = self.happening(call, other);
            sentence += &format!(" It also {}{so}.", what.trim_end_matches(','));
        }

        sentence
    }

    /// The first slip of each graver kind than a difference in format, except the one that is reported.
    fn others(&self, reported: &Slip) -> Vec<&Slip> {
        let mut others: Vec<&Slip> = Vec::new();
        for slip in self.judged.failing.iter().flat_map(|(_, slips)| slips) {
            let is_known = slip.rank() == reported.rank() || others.iter().any(|other| other.rank() == slip.rank());
            if !is_known && slip.rank() > 1 {
                others.push(slip);
            }
        }
        others.sort_by_key(|slip| slip.rank());
        others
    }

    /// What happened; the circumstances of the call go between the two parts.
    fn happening(&self, call: &Call, slip: &Slip) -> Happening {
        let (what, so) = match slip {
            Slip::Astray(stop) => (
                "does not return to its caller".to_owned(),
                format!(": {}", astray(stop)),
            ),
            Slip::Answer {
                target,
                wanted,
                before,
                got,
            } => (answer(target, *wanted, *before, *got), String::new()),
            Slip::Text(printed) if printed.is_empty() => ("prints nothing".to_owned(), String::new()),
            Slip::Text(_) => ("prints the wrong text".to_owned(), String::new()),
            Slip::Write(change, owner) => (
                format!("overwrites {}", self.owned(change.address, *owner)),
                format!(
                    ": it was {} and became {}",
                    number(change.before as u16),
                    number(change.after as u16)
                ),
            ),
            Slip::Register(register, before, after) => (
                format!("does not preserve R{register}"),
                format!(
                    ": it is {} before the call and {} after it",
                    number(*before),
                    number(*after)
                ),
            ),
            Slip::Format(format, _) => {
                let messages: Vec<String> = format
                    .items()
                    .iter()
                    .map(|difference| difference.message.clone())
                    .collect();
                let asked = call.prints.as_deref().unwrap_or_default();
                let text = match text::board_in(&self.assignment.game, asked) {
                    Some(_) => "the board",
                    None => "the text",
                };

                (
                    format!("prints {text} with different formatting"),
                    format!(": {}", all_of(&messages)),
                )
            }
        };
        Happening { what, so }
    }

    /// A word that is not a subroutine's own.
    fn owned(&self, address: u32, owner: Owner) -> String {
        let place = self.world.place(address);
        match owner {
            Owner::Cell(row, column) => format!("the board (row {}, column {})", row + 1, column + 1),
            Owner::RowEnd(row) => format!("the zero after row {} of the board", row + 1),
            Owner::System => format!("x{address:04X}, which belongs to the system,"),
            Owner::Code => match place.line {
                Some(line) => format!("the instruction at line {line}"),
                None => format!("the instruction at x{address:04X}"),
            },
            Owner::Given => {
                let name = place.label.unwrap_or_else(|| format!("x{address:04X}"));
                format!("{name}, which it must not change,")
            }
        }
    }

    /// The key and the words under which programs are gathered.
    fn fault(&self, slip: &Slip) -> (String, String) {
        let label = &self.contract.labels[0];
        let (kind, common) = match slip {
            Slip::Astray(_) => ("astray".to_owned(), "does not return to its caller".to_owned()),
            Slip::Answer { .. } => {
                let pattern = in_common(self.assignment, self.contract, self.judged).and_then(|common| common.pattern);
                match pattern {
                    Some(Phrase { key, words }) => (
                        format!("answer/{}", slug(&key)),
                        format!("returns wrong results: {words}"),
                    ),
                    None => ("answer".to_owned(), "returns wrong results".to_owned()),
                }
            }
            Slip::Text(_) => ("text".to_owned(), "prints the wrong text".to_owned()),
            Slip::Write(change, owner) => {
                let what = match owner {
                    Owner::Cell(..) | Owner::RowEnd(_) => "the board".to_owned(),
                    Owner::Code => "into code".to_owned(),
                    Owner::System => "into system memory".to_owned(),
                    Owner::Given => {
                        let place = self.world.place(change.address);
                        place.label.unwrap_or_else(|| "data of the given part".to_owned())
                    }
                };
                (
                    format!("writes/{}", slug(&what)),
                    format!("overwrites {}", what.trim_start_matches("into ")),
                )
            }
            Slip::Register(number, ..) => (format!("register/r{number}"), format!("does not preserve R{number}")),
            Slip::Format(..) => ("dress".to_owned(), "prints with different formatting".to_owned()),
        };

        (format!("contract/{}/{kind}", slug(label)), format!("{label} {common}"))
    }
}

fn slug(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

fn target_name(target: &Target) -> String {
    match target {
        Target::Register(register) => format!("R{register}"),
        Target::Word(label) | Target::Optional(label) => label.to_string(),
    }
}

/// A wrong answer, up to a comma.
fn answer(target: &Target, wanted: u16, before: u16, got: u16) -> String {
    let name = target_name(target);
    let is_untouched = match target {
        Target::Register(register) => got == before && got == mark(*register),
        Target::Word(_) | Target::Optional(_) => false,
    };
    if is_untouched {
        format!("does not set {name}, which should be {},", number(wanted))
    } else {
        format!("returns {} in {name} instead of {}", number(got), number(wanted))
    }
}

/// How a call ended that did not return.
fn astray(stop: &Stop) -> String {
    let line = stop.place.as_ref().map(|place| match place.line {
        Some(line) => format!("line {line}"),
        None => format!("x{:04X}", place.address.unwrap_or_default()),
    });
    let label = stop.place.as_ref().and_then(|place| place.label.as_deref());
    let at = match (line, label) {
        (Some(line), Some(label)) => format!(" at {line} ({label})"),
        (Some(line), None) => format!(" at {line}"),
        (None, _) => String::new(),
    };

    match stop.ending {
        Ending::Halted => format!("it halts the machine{at}"),
        Ending::Waiting => format!("it waits for a key{at}"),
        Ending::Loop => format!("it is in an infinite loop{at}"),
        Ending::Limit => format!("it does not finish{at}"),
        Ending::Flooded => format!("it never stops printing{at}"),
        Ending::Crashed => format!("it crashes{at}: {}", stop.reason),
    }
}

/// The cells to mark on the board of a call.
fn cells(about: &About) -> Vec<(usize, usize)> {
    match about {
        About::Line { cells, .. } => cells.clone(),
        About::Plain | About::Key { .. } => Vec::new(),
    }
}

/// The options of `c4grade run` that make a call.
fn options(assignment: &Assignment, label: &str, call: &Call) -> String {
    let mut options = format!(" --call {label}");
    let needed = |target: &Target| !matches!(target, Target::Optional(_));
    for (target, value) in call.before.iter().filter(|(target, _)| needed(target)) {
        options += &format!(" --set {}=x{value:04X}", target_name(target));
    }
    if let Some(board) = &call.board {
        options += &format!(" --board {}", failure::quote(&rows(assignment, board).join("/")));
    }
    options
}

/// The rows of a board in the letters of the wording, nothing between the cells.
fn rows(assignment: &Assignment, board: &Board) -> Vec<String> {
    let wording = &assignment.game.wording;
    let letter = |cell: Option<crate::connect4::Player>| match cell {
        None => wording.empty,
        Some(player) => wording.pieces[player.index()],
    };

    (0..board.rows())
        .map(|row| {
            (0..board.columns())
                .map(|column| letter(board.cell(row, column)))
                .collect()
        })
        .collect()
}

/// A direction as an adjective.
fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::DiagonalDown => "falling diagonal",
        Direction::DiagonalUp => "rising diagonal",
    }
}
