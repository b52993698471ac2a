//! Lints: what the assignment's document requires in addition to the game, and what is certainly a mistake.
//!
//! Takes a program and the report on its cases; gives findings. Each is silent where it is not certain, and what the
//! assembler warns of or the cases show already is not reported again: labels that are defined twice, `.ORIG 3000`, code that
//! runs into data.
//!
//! | key | reported when | silent when |
//! |---|---|---|
//! | `starts-elsewhere` | the first `.ORIG` is not x3000 | the assembler warned that the address is decimal |
//! | `file-name` | the student's own folder has a program with quite another name | the name may be that of a collecting tool: it contains the required name, the student's name, or no name at all |
//! | `object-file` | an object file was handed in for a source | the assignment takes object files |
//! | `reads-with-in` | code that can be reached reads keys with IN, which prints a prompt of its own | every case passes, or IN is required |
//! | `key-not-shown` | the cases show keys that are not echoed; the GETC without an OUT after it | an OUT is near |
//! | `prints-carriage-return` | the cases show CR in line ends; the line that prints it | the line is not found, or CR is required |
//! | `never-reached` | the game is not correct, and two or more adjacent instructions can never be reached | some address is computed |

use crate::assignment::{Assignment, InputProtocol};
use crate::diagnostic::wording::{all_of, capital, counted};
use crate::machine::Program;
use crate::machine::lc3::Program as Image;
use crate::result::Place;
use crate::result::{Finding, FindingKind, StudentReport, Verdict};
use crate::submission::Submission;

mod carriage_return;
mod name;
mod reach;
#[cfg(test)]
mod tests;

use reach::Reach;

/// Where the book, the documents and the simulators let a program start.
const START: u16 = 0x3000;
/// The instructions that read and show a key.
const GETC: u16 = 0xF020;
const OUT: u16 = 0xF021;
const IN: u16 = 0xF023;
/// Instructions after a GETC among which an OUT may show the key.
const NEAR: u16 = 4;

/// The lints of a program. `report` is that on its cases and diagnostics.
pub fn lint(
    assignment: &Assignment,
    submission: &Submission,
    program: &Program,
    report: &StudentReport,
) -> Vec<Finding> {
    let Program::Lc3(image) = program else {
        return Vec::new();
    };

    let mut lints = Vec::new();
    let has_source = image
        .blocks
        .iter()
        .flat_map(|block| &block.words)
        .any(|word| word.line > 0);
    lints.extend(starts_elsewhere(image, report));

    if has_source {
        lints.extend(name::lint(assignment, submission));
        let reach = Reach::of(image);
        lints.extend(carriage_return::lint(assignment, image, report));

        if report.verdict != Verdict::Pass {
            if assignment.input.demanded != InputProtocol::In {
                lints.extend(reads_with_in(image, &reach));
            }
            lints.extend(key_not_shown(image, &reach, report));
        }

        if !matches!(report.verdict, Verdict::Pass | Verdict::Format) {
            lints.extend(never_reached(image, &reach));
        }
    } else {
        lints.extend(name::object_file(assignment));
    }

    for lint in &mut lints {
        lint.deducted = assignment.deductions.lint;
    }

    lints
}

/// A lint that costs nothing yet.
fn finding(key: &str, common: &str, message: String, places: Vec<Place>) -> Finding {
    Finding {
        kind: FindingKind::Lint,
        key: key.to_owned(),
        common: common.to_owned(),
        message,
        places,
        deducted: 0.0,
    }
}

fn starts_elsewhere(image: &Image, report: &StudentReport) -> Option<Finding> {
    let entry = image.entry();
    let is_reported = report.diagnostics.iter().any(|one| one.code == "decimal-address");
    if entry == START || is_reported {
        return None;
    }

    let other = image.blocks.iter().skip(1).any(|block| block.origin == START);
    let message = if other {
        format!(
            "The program must start at x{START:04X}, but its first `.ORIG` is x{entry:04X}, and execution starts at the \
             first one. Put the block of x{START:04X} first."
        )
    } else {
        format!("The program must start at x{START:04X} (`.ORIG x{START:04X}`), not at x{entry:04X}.")
    };

    let key = "starts-elsewhere";
    Some(finding(
        key,
        "the program does not start at x3000",
        message,
        vec![image.place(entry)],
    ))
}

fn reads_with_in(image: &Image, reach: &Reach) -> Option<Finding> {
    let uses = reach.code(image).filter(|(_, word)| word.bits == IN);
    let places: Vec<Place> = uses.map(|(address, _)| image.place(address)).collect();
    if places.is_empty() {
        return None;
    }

    let message = format!(
        "IN prints a prompt of its own, which the game does not have ({}). Read a key with GETC and show it with OUT.",
        lines(&places)
    );
    let common = "the program reads keys with IN, which prints a prompt of its own";
    Some(finding("reads-with-in", common, message, places))
}

/// GETC reads a key and does not show it; the document requires OUT after it.
fn key_not_shown(image: &Image, reach: &Reach, report: &StudentReport) -> Option<Finding> {
    if report
        .format_differences
        .iter()
        .all(|difference| difference.kind != "missing-echo")
    {
        return None;
    }

    let is_out = |address: u16| image.word(address).is_some_and(|word| word.bits == OUT);
    let is_alone = |address: u16| (1..=NEAR).all(|ahead| !is_out(address.wrapping_add(ahead)));
    let reads = reach.code(image).filter(|(_, word)| word.bits == GETC);
    let alone = reads.filter(|(address, _)| is_alone(*address));
    let places: Vec<Place> = alone.map(|(address, _)| image.place(address)).collect();
    if places.is_empty() {
        return None;
    }

    let message = format!(
        "GETC reads a key but does not show it ({}). Add OUT after it, so that players see what they typed.",
        lines(&places)
    );

    Some(finding(
        "key-not-shown",
        "the program reads keys but does not show them",
        message,
        places,
    ))
}

fn never_reached(image: &Image, reach: &Reach) -> Option<Finding> {
    /// Blocks that are named; the rest are counted.
    const NAMED: usize = 3;

    let pieces = reach.unreached(image);
    if pieces.is_empty() {
        return None;
    }

    let mut names: Vec<String> = pieces
        .iter()
        .take(NAMED)
        .map(|(first, last)| {
            let (from, to) = (image.place(*first), image.place(*last));
            let label = from.label.map(|label| format!(" (`{label}`)")).unwrap_or_default();
            format!(
                "lines {} to {}{label}",
                from.line.unwrap_or_default(),
                to.line.unwrap_or_default()
            )
        })
        .collect();

    if pieces.len() > NAMED {
        let rest = pieces.len() - NAMED;
        names.push(counted(rest, "more block", "more blocks"));
    }

    let message = format!("{} can never be reached.", capital(&all_of(&names)));
    let places = pieces.iter().map(|(first, _)| image.place(*first)).collect();
    Some(finding(
        "never-reached",
        "some of the code is unreachable",
        message,
        places,
    ))
}

/// `line 3`, or `lines 3, 7 and 9`.
fn lines(places: &[Place]) -> String {
    let mut numbers: Vec<usize> = places
        .iter()
        .filter_map(|place| usize::try_from(place.line?).ok())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let names: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let noun = if names.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}", all_of(&names))
}
