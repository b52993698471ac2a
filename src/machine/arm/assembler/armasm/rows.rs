//! The lines of a source with those of the files that it includes.

use std::ops::Range;

use crate::diagnostic::Source;
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::string;

/// Lines that backslashes may join.
const LONGEST: usize = 50;

/// Lines that were not read yet.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    source: &'a Source,
    /// The next lines of the source, from 1: those of the file, and of each that it includes, the innermost last.
    rows: Vec<Range<usize>>,
}

impl<'a> Rows<'a> {
    /// Some lines of a source.
    pub(super) fn new(source: &'a Source, rows: Range<usize>) -> Self {
        Self {
            source,
            rows: vec![rows],
        }
    }

    fn row(&mut self) -> Option<Line<'a>> {
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
            let Some(next) = self.row() else { break };
            line = line.with_text(head + &next.text);
        }

        line
    }

    /// Reads these lines of the source next: a file that is included.
    pub(super) fn include(&mut self, rows: Range<usize>) {
        self.rows.push(rows);
    }

    /// Drops what is left of the innermost file that is included. Whether there was one.
    pub(super) fn leave_file(&mut self) -> bool {
        let is_included = self.rows.len() > 1;
        if is_included {
            self.rows.pop();
        }
        is_included
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let line = self.row()?;
        Some(self.joined(line))
    }
}
