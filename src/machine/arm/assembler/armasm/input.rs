//! The lines that are read: those of the source, and those that macros and loops put between them.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Source};
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::string;
use crate::machine::arm::assembler::work::Work;
use crate::machine::assembly::Log;

/// Lines that macros and loops may make.
const MOST_LINES: usize = 100_000;
/// Letters that they may make.
const MOST_LETTERS: usize = 1 << 22;
/// How deep macros may call each other.
const DEEPEST: usize = 64;
/// Lines that backslashes may join.
const LONGEST: usize = 50;

/// Where lines come from.
#[derive(Debug)]
pub(super) struct Input<'a> {
    source: &'a Source,
    /// The next lines of the source, from 1: those of the file, and of each that it includes, the innermost last.
    rows: Vec<Range<usize>>,
    /// Lines to read first, the innermost last.
    made: Vec<Made<'a>>,
    lines: usize,
    letters: usize,
    /// Whether it was said that there are too many.
    full: bool,
    /// What reading the lines costs.
    work: Work,
}

/// Lines that a macro or loop made.
#[derive(Debug)]
struct Made<'a> {
    /// The next one is the last.
    lines: Vec<Line<'a>>,
    /// How many `IF` were open before them.
    conditions: usize,
}

impl<'a> Input<'a> {
    /// At the start of some lines of a source.
    pub(super) fn new(source: &'a Source, rows: Range<usize>, work: Work) -> Self {
        Self {
            source,
            rows: vec![rows],
            made: Vec::new(),
            lines: 0,
            letters: 0,
            full: false,
            work,
        }
    }

    /// The next line; none where reading it is too much work.
    pub(super) fn next(&mut self) -> Option<Line<'a>> {
        let line = self.waiting()?;
        let steps = line.text.len() + 1;
        self.work.take(steps, line.span(0..line.text.len())).then_some(line)
    }

    fn waiting(&mut self) -> Option<Line<'a>> {
        while let Some(made) = self.made.last_mut() {
            if let Some(line) = made.lines.pop() {
                return Some(line);
            }
            self.made.pop();
        }
        let line = self.of_source()?;
        Some(self.joined(line))
    }

    fn of_source(&mut self) -> Option<Line<'a>> {
        while self.rows.len() > 1 && self.rows.last().is_some_and(Range::is_empty) {
            self.rows.pop();
        }
        let number = self.rows.last_mut()?.next()?;
        let (start, _) = self.source.line_range(number)?;
        Some(Line::of_source(self.source.line(number)?, number as u32, start))
    }

    /// A line with those that a backslash at its end joins to it.
    fn joined(&mut self, line: Line<'a>) -> Line<'a> {
        let mut line = line;
        for _ in 0..LONGEST {
            let text = &line.text;
            let trimmed = text.trim_end();
            if !trimmed.ends_with('\\') || string::code_end(text, ';') < trimmed.len() {
                break;
            }
            let head = trimmed[..trimmed.len() - 1].to_owned();
            let Some(next) = self.of_source() else { break };
            line = line.with_text(head + &next.text);
        }

        line
    }

    /// Puts lines before the next one, in their order.
    pub(super) fn put(&mut self, mut lines: Vec<Line<'a>>, conditions: usize, at: &Line<'_>, log: &mut Log) {
        while self.made.last().is_some_and(|made| made.lines.is_empty()) {
            self.made.pop();
        }

        self.lines += lines.len();
        self.letters += lines.iter().map(|line| line.text.len()).sum::<usize>();
        let full = self.lines > MOST_LINES || self.letters > MOST_LETTERS || self.made.len() >= DEEPEST;
        if full {
            if !self.full {
                self.full = true;
                log.push(
                    Diagnostic::error("too-many-lines", "macros or loops make too many lines here")
                        .at(at.span(0..at.text.len()))
                        .help("does a macro call itself, or a `WHILE` never end?"),
                );
            }
            return;
        }

        lines.reverse();
        self.made.push(Made { lines, conditions });
    }

    /// Reads these lines of the source next: a file that is included. Whether they may be: no macro and no loop includes.
    pub(super) fn include(&mut self, rows: Range<usize>) -> bool {
        let is_plain = self.made.iter().all(|made| made.lines.is_empty());
        if is_plain {
            self.rows.push(rows);
        }
        is_plain
    }

    /// Drops what is left of the innermost file that is included. Whether there was one.
    pub(super) fn leave_file(&mut self) -> bool {
        let is_included = self.rows.len() > 1;
        if is_included {
            self.rows.pop();
        }
        is_included
    }

    /// Whether macros and loops made so many lines that they make no more.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// Drops what is left of the innermost lines: of the macro that is read. How many `IF` were open before it.
    pub(super) fn leave(&mut self) -> Option<usize> {
        self.made.pop().map(|made| made.conditions)
    }

    /// Takes the lines up to the one that `ends` says, which is dropped; `None` when there is none.
    pub(super) fn gather(&mut self, mut ends: impl FnMut(&Line<'a>) -> bool) -> Option<Vec<Line<'a>>> {
        let mut lines = Vec::new();
        while let Some(line) = self.next() {
            if ends(&line) {
                return Some(lines);
            }
            lines.push(line);
        }
        None
    }
}
