//! The student's program, with what ran of it and what is said about its lines.

use std::collections::BTreeMap;

use crate::report::block::{Block, Program, ProgramFile, ProgramLine, Section, fault_id, finding_id};
use crate::report::finding::{severity_word, source_text};
use crate::report::visible::visible;
use crate::report::words::format_count;
use crate::result::{Coverage, Listing, Place, StudentReport};

/// The longest line that is shown whole, in characters.
const LONGEST: usize = 400;

/// What is said about each line of a file: by the file's name, where it is not the main one, and the line's number.
type Marks<'a> = BTreeMap<(Option<&'a str>, u32), Vec<(String, String)>>;

/// The program, folded.
pub(super) fn section(report: &StudentReport) -> Option<Section> {
    let listing = report.source.as_ref()?;
    let program = program(listing, report);
    Some(Section {
        is_folded: true,
        link: Some("Your program".to_owned()),
        ..Section::new("program", "Your program", vec![Block::Program(program)])
    })
}

fn program(listing: &Listing, report: &StudentReport) -> Program {
    let mut marks = marks(report);
    let files = listing.files.iter().map(|file| {
        let lines = (1..).zip(&file.lines).map(|(number, line)| ProgramLine {
            text: source_text(&line.text.chars().take(LONGEST).collect::<String>()),
            count: line.ran.map(|ran| ran.count),
            is_idle: line.ran.is_some_and(|ran| !ran.ever),
            marks: marks.remove(&(file.name.as_deref(), number)).unwrap_or_default(),
        });
        ProgramFile {
            name: visible(file.name.as_ref().unwrap_or(&report.file)).into_owned(),
            lines: lines.collect(),
        }
    });
    Program {
        files: files.collect(),
        legend: listing.coverage.map(legend).unwrap_or_default(),
    }
}

fn legend(coverage: Coverage) -> String {
    let game = match coverage.case {
        Some(case) => format!("case {case}"),
        None => "the game of the first fault".to_owned(),
    };
    let of = match coverage.first {
        Some(first) => format!("the first {} instructions of {game}", format_count(first)),
        None => game,
    };
    format!("The number after the line number says how often the line ran in {of}; \"never\" means in no case.")
}

/// What faults, findings and the assembler say, by line.
fn marks(report: &StudentReport) -> Marks<'_> {
    let mut marks = Marks::new();
    for (number, fault) in (1..).zip(&report.faults) {
        let places = fault.cause.iter().flat_map(|cause| &cause.places);
        for place in places {
            add(&mut marks, place, (fault_id(number), format!("fault {number}")));
        }
    }
    for (number, finding) in (1..).zip(&report.findings) {
        for place in &finding.places {
            add(&mut marks, place, (finding_id(number), "finding".to_owned()));
        }
    }
    for message in &report.diagnostics {
        let Some(line) = message.line else { continue };
        let mark = ("diagnostics".to_owned(), severity_word(message.severity).to_owned());
        marks.entry((message.file.as_deref(), line)).or_default().push(mark);
    }
    marks
}

/// Adds a mark once to the line of a place.
fn add<'a>(marks: &mut Marks<'a>, place: &'a Place, mark: (String, String)) {
    let Some(line) = place.line else { return };
    let there = marks.entry((place.file.as_deref(), line)).or_default();
    if !there.contains(&mark) {
        there.push(mark);
    }
}
