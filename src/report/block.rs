//! The blocks that a student's report is made of, which text and page render.
//!
//! Their texts are visible already ([`super::visible()`]): a renderer escapes what its format needs, and decides how blocks look.

use super::diff::ShownPart;
use super::picture::Grid;
use crate::result::{ReplayStep, Side};

/// A student's report.
#[derive(Debug)]
pub(super) struct Document {
    /// What stands at the top.
    pub header: Header,
    /// The sections, in reading order.
    pub sections: Vec<Section>,
}

/// Who was graded, and with what result.
#[derive(Debug)]
pub(super) struct Header {
    /// The assignment's heading.
    pub title: String,
    /// The student.
    pub student: String,
    /// The submitted file.
    pub file: String,
    /// The verdict.
    pub verdict: &'static str,
    /// What the verdict means.
    pub meaning: &'static str,
    /// The scores.
    pub figures: Vec<Figure>,
    /// The result in a sentence.
    pub summary: Option<String>,
    /// With which assignment it was graded, in a sentence.
    pub graded_with: String,
}

/// A score.
#[derive(Debug)]
pub(super) struct Figure {
    /// Its name.
    pub name: &'static str,
    /// The points, or `none`.
    pub points: String,
    /// The points that can be earned; `None` where there is no score.
    pub max: Option<String>,
    /// What it means.
    pub note: &'static str,
    /// Whether it is the grade.
    pub is_grade: bool,
}

/// A section of a report.
#[derive(Debug)]
pub(super) struct Section {
    /// Its name in links, unique in the report.
    pub id: String,
    /// Its heading.
    pub heading: String,
    /// The words of a link to it in a table of contents; `None` where it is not listed.
    pub link: Option<String>,
    /// Whether a reader has to open it first, where a format can do so.
    pub is_folded: bool,
    /// What is in it.
    pub blocks: Vec<Block>,
}

impl Section {
    /// A section that is open and in no table of contents.
    pub fn new(id: &str, heading: &str, blocks: Vec<Block>) -> Self {
        Self {
            id: id.to_owned(),
            heading: heading.to_owned(),
            link: None,
            is_folded: false,
            blocks,
        }
    }
}

/// One piece of a report.
#[derive(Debug)]
pub(super) enum Block {
    /// Running text that introduces what follows.
    Lead(Prose),
    /// How differences are marked; each format has its own marks.
    DiffLegend,
    /// A fault, a case or a finding.
    Entry(Entry),
    /// The heading of an example.
    Example {
        /// The case that is the example, where this is the place in which it is shown.
        id: Option<String>,
        /// The words.
        text: String,
    },
    /// What happened, in a sentence.
    Sentence(String),
    /// A fact with a word before it.
    Fact {
        /// What it is about.
        label: Label,
        /// The words.
        text: Prose,
        /// The source lines that matter.
        source: Vec<String>,
    },
    /// The keys of a game.
    Moves(Moves),
    /// Boards side by side, with their captions.
    Boards(Vec<(&'static str, Grid)>),
    /// The game of these boards, move by move, where a format can show it.
    Replay(Replay),
    /// Lines expected and printed.
    Diff(Vec<DiffRow>),
    /// Differences in format.
    Differences(Vec<Difference>),
    /// Lines of the source.
    Source(Vec<String>),
    /// The last instructions; the last line is the latest.
    Steps {
        /// What they are.
        caption: String,
        /// One line for each.
        lines: Vec<String>,
    },
    /// Rows and columns.
    Table(Table),
    /// Cases in brief.
    Cases(Cases),
    /// A command line to copy.
    Command(String),
    /// A message of the assembler or compiler.
    Diagnostic {
        /// Its severity.
        severity: &'static str,
        /// Its code and message.
        headline: String,
        /// The source line with its place, and what to do.
        lines: Vec<String>,
    },
    /// A list of texts.
    List(Vec<String>),
    /// The student's program, where a format can show it.
    Program(Program),
}

/// The source of a program, with what ran of it.
#[derive(Debug)]
pub(super) struct Program {
    /// What the numbers and colours mean.
    pub legend: String,
    /// The files, the main one first.
    pub files: Vec<ProgramFile>,
}

/// A file of a program.
#[derive(Debug)]
pub(super) struct ProgramFile {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<ProgramLine>,
}

/// A line of a program.
#[derive(Debug)]
pub(super) struct ProgramLine {
    /// Its text.
    pub text: String,
    /// How often it ran, where that is known.
    pub count: Option<u64>,
    /// Whether it is an instruction that never ran in any game.
    pub is_idle: bool,
    /// What is said about it: the id of the place and the words.
    pub marks: Vec<(String, String)>,
}

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// Why something failed.
    Cause,
    /// Where it is to be changed.
    Place,
    /// How a run ended.
    Ended,
    /// How often a subroutine was called.
    Calls,
}

impl Label {
    /// The word before the fact.
    pub fn word(self) -> &'static str {
        match self {
            Self::Cause => "Cause",
            Self::Place => "Place",
            Self::Ended => "Ended",
            Self::Calls => "Calls",
        }
    }
}

/// The word before the moves of a game.
pub(super) const MOVES: &str = "Moves";

/// The word before a command that repeats a game.
pub(super) const REPEAT: &str = "Repeat";

/// Running text with links.
#[derive(Debug, Default)]
pub(super) struct Prose(pub Vec<Span>);

/// A part of running text.
#[derive(Debug)]
pub(super) enum Span {
    /// Words.
    Text(String),
    /// Words that lead to another place of the report, by its id.
    Link { to: String, text: String },
}

impl Prose {
    /// Adds words.
    pub fn then(mut self, text: impl Into<String>) -> Self {
        self.0.push(Span::Text(text.into()));
        self
    }

    /// Adds words that lead to another place of the report.
    pub fn link(mut self, to: impl Into<String>, text: impl Into<String>) -> Self {
        self.0.push(Span::Link {
            to: to.into(),
            text: text.into(),
        });
        self
    }

    /// The words alone.
    pub fn plain(&self) -> String {
        let words = self.0.iter().map(|span| match span {
            Span::Text(text) | Span::Link { text, .. } => text.as_str(),
        });
        words.collect()
    }
}

impl<T: Into<String>> From<T> for Prose {
    fn from(text: T) -> Self {
        Self::default().then(text)
    }
}

/// A fault, a case or a finding with everything that belongs to it.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its name in links; `None` where nothing leads to it.
    pub id: Option<String>,
    /// How it is called: `Fault 1`, `Case 3`, `Starter file`.
    pub name: String,
    /// What it is; empty where the name says it all.
    pub title: String,
    /// The verdict on it.
    pub verdict: Option<&'static str>,
    /// The points earned or lost.
    pub points: String,
    /// What it looks like.
    pub kind: EntryKind,
    /// What is in it.
    pub blocks: Vec<Block>,
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A fault.
    Fault,
    /// A case.
    Case,
    /// A finding; `true` where it costs points.
    Finding(bool),
}

/// The keys of a game.
#[derive(Debug)]
pub(super) struct Moves {
    /// Each attempt as typed.
    pub typed: Vec<String>,
    /// Which of them, from 0, shows the error.
    pub wrong: Option<usize>,
    /// The same in words.
    pub note: Option<String>,
}

/// A game move by move.
#[derive(Debug)]
pub(super) struct Replay {
    /// Its steps, with all texts on one line.
    pub steps: Vec<ReplayStep>,
    /// The step, from 0, in which the error appears.
    pub at: usize,
}

/// A line of a diff.
#[derive(Debug)]
pub(super) struct DiffRow {
    /// On which side it is.
    pub side: Side,
    /// The word of that side.
    pub label: &'static str,
    /// Its text.
    pub parts: Vec<ShownPart>,
}

/// A difference in format.
#[derive(Debug)]
pub(super) struct Difference {
    /// What differs, and how often.
    pub message: String,
    /// How often, and what it costs.
    pub times: String,
    /// A sample.
    pub sample: Vec<DiffRow>,
}

/// Rows and columns.
#[derive(Debug)]
pub(super) struct Table {
    /// What it is, for a renderer that styles tables differently.
    pub kind: TableKind,
    /// Its name.
    pub caption: String,
    /// The headings.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Row>,
    /// The last row, where it sums up the others.
    pub total: Option<Row>,
}

/// What a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TableKind {
    /// The points of each group.
    Points,
    /// Subroutines called in isolation.
    Calls,
    /// The registers at the end of a run.
    Registers,
}

/// A column of a table.
#[derive(Debug)]
pub(super) struct Column {
    /// Its heading.
    pub heading: &'static str,
    /// Whether it holds numbers.
    pub is_number: bool,
}

/// A row of a table.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Its name in links.
    pub id: Option<String>,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// More about what is named in the second cell.
    pub note: Option<Prose>,
    /// Whether an e-mail has its third cell, too.
    pub is_explained: bool,
}

/// A cell of a table.
#[derive(Debug)]
pub(super) enum Cell {
    /// Words.
    Text(Prose),
    /// The verdict on a case.
    Verdict(&'static str),
    /// The name of a group, with its share of the points that can be earned, from 0 to 1.
    Group(String, Option<f64>),
}

/// Cases in brief.
#[derive(Debug)]
pub(super) struct Cases {
    /// What they have in common; empty where the heading says it.
    pub lead: String,
    /// Their numbers, as ranges.
    pub numbers: String,
    /// One row for each.
    pub rows: Vec<CaseRow>,
    /// Whether a reader has to open them first, where a format can do so; `None` where they are never folded.
    pub is_folded: Option<bool>,
}

/// A case in brief.
#[derive(Debug)]
pub(super) struct CaseRow {
    /// Its number.
    pub number: usize,
    /// Whether this is the place to which links to the case lead.
    pub is_anchor: bool,
    /// Its name.
    pub name: String,
    /// Its moves, and which of them, from 0, shows the error.
    pub moves: Moves,
    /// How many calls it makes, where it is no game.
    pub calls: Option<String>,
    /// The verdict, where the cases of the list have different ones.
    pub verdict: Option<&'static str>,
    /// The points earned.
    pub points: String,
    /// What happened, where nothing before says so.
    pub sentence: Option<String>,
    /// A command that repeats it, where it is not like another case.
    pub command: Option<String>,
}

/// The name of a case in links.
pub(super) fn case_id(number: usize) -> String {
    format!("case-{number}")
}

/// The name of a fault in links. Faults are counted from 1.
pub(super) fn fault_id(number: usize) -> String {
    format!("fault-{number}")
}

/// The name of a finding in links. Findings are counted from 1.
pub(super) fn finding_id(number: usize) -> String {
    format!("finding-{number}")
}
