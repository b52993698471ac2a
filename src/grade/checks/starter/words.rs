//! The finding, in words.

use super::change::{Change, Comparison};
use crate::machine::lc3::Program;
use crate::machine::lc3::assembler::outline::{Content, Item};
use crate::result::Place;
use crate::result::{Finding, FindingKind};

/// Adjacent statements that are missing are named one by one up to this many.
const NAMED: usize = 3;

/// The finding; `None` where nothing differs. `points` is what it costs.
pub(super) fn finding(given: &[Item], comparison: &Comparison, program: &Program, points: f64) -> Option<Finding> {
    if comparison.changes.is_empty() {
        return None;
    }
    // Students change a few lines. Where more than a fifth differs, it is another starter file or none, and a hundred lines
    // would say less than one.
    if comparison.kept.len() * 5 < given.len() * 4 {
        return Some(Finding {
            kind: FindingKind::Starter,
            key: super::MISSING.to_owned(),
            common: "the program is not based on the starter file".to_owned(),
            message: format!(
                "Your program is not based on the starter file: it has {} of the {} given instructions and values, so they \
                 are not compared one by one.",
                if comparison.kept.is_empty() {
                    "none".to_owned()
                } else {
                    comparison.kept.len().to_string()
                },
                given.len()
            ),
            places: Vec::new(),
            deducted: points,
        });
    }

    let mut sentences = vec!["The given part of the starter file was modified.".to_owned()];
    let mut places: Vec<Place> = Vec::new();
    for change in &comparison.changes {
        tell(change, given, &comparison.own, &mut sentences);
        if let Some(own) = position(change) {
            let place = program.place(comparison.own[own].address);
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }

    Some(Finding {
        kind: FindingKind::Starter,
        key: "starter-changed".to_owned(),
        common: "the given part of the starter file was modified".to_owned(),
        message: sentences.join(" "),
        places,
        deducted: points,
    })
}

/// The statement of the program that a change is about.
fn position(change: &Change) -> Option<usize> {
    match change {
        Change::Changed { own, .. } | Change::Renamed { own, .. } | Change::Parted { own, .. } => Some(*own),
        Change::Removed { near, .. } => *near,
        Change::Added { own } => Some(own.start),
    }
}

fn tell(change: &Change, given: &[Item], own: &[Item], sentences: &mut Vec<String>) {
    match change {
        Change::Changed { given: old, own: new } => sentences.push(changed(&given[*old], &own[*new])),
        Change::Removed { given: gone, near } => {
            let after = near
                .map(|near| format!("After line {}: ", own[near].line))
                .unwrap_or_default();
            if gone.len() > NAMED {
                let (first, last) = (&given[gone.start], &given[gone.end - 1]);
                sentences.push(format!(
                    "{after}{} given lines are missing, from `{}` to `{}` (lines {} to {} of the starter).",
                    gone.len(),
                    named(first),
                    named(last),
                    first.line,
                    last.line
                ));
            } else {
                sentences.extend(
                    given[gone.clone()]
                        .iter()
                        .map(|item| format!("{after}`{}` is missing (line {} of the starter).", item.text, item.line)),
                );
            }
        }
        Change::Added { own: new } => {
            let (first, last) = (&own[new.start], &own[new.end - 1]);
            sentences.push(if new.len() == 1 {
                format!("Line {}: `{}` was added.", first.line, first.text)
            } else {
                format!(
                    "Lines {} to {} were added, from `{}` to `{}`.",
                    first.line, last.line, first.text, last.text
                )
            });
        }
        Change::Renamed { given: old, own: new } => {
            let (old, new) = (&given[*old], &own[*new]);
            let was = old.labels.join("` and `");
            sentences.push(match &new.labels[..] {
                [] => format!(
                    "Line {}: the label `{was}` is missing (line {} of the starter).",
                    new.line, old.line
                ),
                labels => format!(
                    "Line {}: the label `{}` was `{was}` in the starter (line {}).",
                    new.line,
                    labels.join("` and `"),
                    old.line
                ),
            });
        }
        Change::Parted { own: last, given: next } => sentences.push(format!(
            "After line {}: the starter continues with `{}` (line {} of the starter), but your program does not.",
            own[*last].line, given[*next].text, given[*next].line
        )),
    }
}

fn changed(old: &Item, new: &Item) -> String {
    let has_same_text = old.text.eq_ignore_ascii_case(&new.text);
    if has_same_text && matches!(old.content, Content::Code { .. }) {
        return format!(
            "Line {}: `{}` leads to a different place from the one in the starter (line {}).",
            new.line, new.text, old.line
        );
    }

    format!(
        "Line {}: `{}` was `{}` in the starter (line {}).",
        new.line,
        named(new),
        named(old),
        old.line
    )
}

/// A statement as it is written; data with its label, without which it says little.
fn named(item: &Item) -> String {
    match (&item.content, item.labels.last()) {
        (Content::Data { .. }, Some(label)) => format!("{label} {}", item.text),
        _ => item.text.clone(),
    }
}
