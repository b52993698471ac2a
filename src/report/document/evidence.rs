//! What shows a failure: the moves, the boards, the diff, how the run ended, and what the machine looked like then.

use crate::diagnostic::wording::lower_first;
use crate::report::block::{
    Block, Cell, Column, DiffRow, Difference, Label, Moves, Prose, Replay, Row, Table, TableKind, case_id, fault_id,
};
use crate::report::diff::{self, ShownPart};
use crate::report::outline::Place;
use crate::report::picture::{Grid, side_by_side};
use crate::report::trace::{ends_where, place_lines, registers, source_line, step_lines};
use crate::report::visible::{visible, visible_spaces};
use crate::report::words::{
    format_count, format_repair_sentence, place_words, points_words, repair_sentence, stop_sentence,
};
use crate::result::{Cause, Diagnosis, Failure, FormatDifference, Repair, ReplayStep, Side, Stop};

/// The cause, with the lines that matter.
pub(super) fn cause(cause: &Cause) -> Block {
    Block::Fact {
        label: Label::Cause,
        text: visible(&cause.sentence).into_owned().into(),
        source: place_lines(&cause.places),
    }
}

/// The text that an edit proves to be wrong.
pub(super) fn text_repair(repair: &Repair) -> Block {
    place(repair, visible(&format_repair_sentence(repair)).into_owned().into())
}

/// The place that an edit proves. `same_as` is the number of an earlier fault that the same edit mends.
pub(super) fn repair(repair: &Repair, same_as: Option<usize>) -> Block {
    let sentence = repair_sentence(repair);
    let shown = visible(&sentence);
    let text = match same_as {
        None => shown.into_owned().into(),
        Some(number) => Prose::from("As for ")
            .link(fault_id(number), format!("fault {number}"))
            .then(format!(", {}", lower_first(&shown))),
    };
    place(repair, text)
}

fn place(repair: &Repair, text: Prose) -> Block {
    let further = repair.further.iter().flat_map(|edit| &edit.places);
    let mut places: Vec<_> = repair.places.iter().chain(further).cloned().collect();
    places.sort_by_key(|place| place.line);
    Block::Fact {
        label: Label::Place,
        text,
        source: if places.iter().any(|place| place.text.is_some()) {
            place_lines(&places)
        } else {
            Vec::new()
        },
    }
}

/// A cause that is explained elsewhere.
pub(super) fn same_cause(place: Place) -> Block {
    let text = Prose::from("The same as for ");
    let text = match place {
        Place::Case(number) => text.link(case_id(number), format!("case {number}")),
        Place::Fault(number) => text.link(fault_id(number), format!("fault {number}")),
    };

    Block::Fact {
        label: Label::Cause,
        text: text.then("."),
        source: Vec::new(),
    }
}

/// The moves of a game with the one that shows the error.
pub(super) fn moves(moves: &[String], wrong: Option<usize>) -> Moves {
    let wrong = wrong.filter(|at| *at < moves.len());
    Moves {
        typed: moves.iter().map(|typed| visible_spaces(typed)).collect(),
        wrong,
        note: wrong.map(|at| format!("the error appears at move {} of {}", at + 1, moves.len())),
    }
}

/// The boards of a failure, and the game that leads to them.
pub(super) fn boards(failure: &Failure) -> Vec<Block> {
    let mut blocks = Vec::new();
    let boards = side_by_side(failure.expected_board.as_ref(), failure.printed_board.as_ref());
    if !boards.is_empty() {
        let drawn = boards
            .into_iter()
            .map(|(caption, picture)| (caption, Grid::of(picture)));
        blocks.push(Block::Boards(drawn.collect()));
    }
    if failure.replay.len() > 1 {
        blocks.push(Block::Replay(replay(failure)));
    }
    blocks
}

fn replay(failure: &Failure) -> Replay {
    let visible = |text: &str| visible(text).into_owned();
    let steps = failure.replay.iter().map(|step| ReplayStep {
        typed: visible_spaces(&step.typed),
        expected: visible(&step.expected),
        printed: step.printed.as_deref().map(visible),
        text: visible(&step.text),
    });
    let last = failure.replay.len() - 1;
    Replay {
        steps: steps.collect(),
        at: failure.at_move.map_or(last, |at| at + 1).min(last),
    }
}

/// What shows a failure in text. The number beside the diagnosis is that of the case it is from, where it is another one.
pub(super) fn evidence(
    failure: &Failure,
    differences_here: &[&FormatDifference],
    diagnosis: Option<(&Diagnosis, Option<usize>)>,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    if !failure.diff.is_empty() {
        let rows = failure.diff.iter().map(|line| diff_row(line.side, diff::shown(line)));
        blocks.push(Block::Diff(rows.collect()));
    }
    if !differences_here.is_empty() {
        // The diff shows them already; without one, a sample does.
        let with_samples = failure.diff.is_empty();
        blocks.push(Block::Differences(differences(
            differences_here.iter().copied(),
            with_samples,
        )));
    }

    let has_steps = diagnosis.is_some_and(|(own, other)| other.is_none() && ends_where(own, failure.stop.as_ref()));
    blocks.extend(failure.stop.as_ref().map(|stop| ended(stop, has_steps)));
    if let Some((diagnosis, other)) = diagnosis {
        blocks.extend(machine(diagnosis, other));
    }
    blocks
}

/// Differences in format, each with how often it occurs and, where asked, a sample.
pub(super) fn differences<'a>(all: impl Iterator<Item = &'a FormatDifference>, with_samples: bool) -> Vec<Difference> {
    let one = |difference: &FormatDifference| Difference {
        message: visible(&difference.message).into_owned(),
        times: times(difference),
        sample: if with_samples && !(difference.expected.is_empty() && difference.printed.is_empty()) {
            let lines = diff::samples(&difference.expected, &difference.printed);
            lines.into_iter().map(|(side, parts)| diff_row(side, parts)).collect()
        } else {
            Vec::new()
        },
    };
    all.map(one).collect()
}

/// How often a difference occurs, and what it costs.
fn times(difference: &FormatDifference) -> String {
    let times = match difference.count {
        1 => "once".to_owned(),
        count => format!("{} times", format_count(count)),
    };
    if difference.deducted > 0.0 {
        format!("{times}, {} deducted", points_words(difference.deducted))
    } else {
        times
    }
}

fn diff_row(side: Side, parts: Vec<ShownPart>) -> DiffRow {
    DiffRow {
        side,
        label: diff::label(side),
        parts,
    }
}

/// How a run ended, and where; the source line is among the last instructions where these are shown.
fn ended(stop: &Stop, has_steps: bool) -> Block {
    let mut text = visible(&stop_sentence(stop)).into_owned();
    let mut source = Vec::new();
    if let Some(place) = &stop.place {
        text += &format!(" It was at {}.", visible(&place_words(place)));
        source.extend(place.text.as_deref().filter(|_| !has_steps).map(source_line));
    }

    Block::Fact {
        label: Label::Ended,
        text: text.into(),
        source,
    }
}

/// The last instructions, and the registers with their meaning.
fn machine(diagnosis: &Diagnosis, other: Option<usize>) -> Vec<Block> {
    let mut blocks = Vec::new();

    let lines = step_lines(&diagnosis.steps);
    if !lines.is_empty() {
        let caption = of_case("The last instructions executed", other);
        blocks.push(Block::Steps { caption, lines });
    }

    let rows: Vec<Row> = registers(diagnosis)
        .into_iter()
        .map(|register| Row {
            cells: [register.name, register.value, register.meaning]
                .map(|text| Cell::Text(text.into()))
                .into(),
            ..Row::default()
        })
        .collect();
    if !rows.is_empty() {
        blocks.push(Block::Table(Table {
            kind: TableKind::Registers,
            caption: of_case("Registers at the end", other),
            columns: ["Name", "Value", "Meaning"]
                .map(|heading| Column {
                    heading,
                    is_number: false,
                })
                .into(),
            rows,
            total: None,
        }));
    }
    blocks
}

fn of_case(caption: &str, other: Option<usize>) -> String {
    other.map_or_else(|| caption.to_owned(), |number| format!("{caption} (case {number})"))
}
