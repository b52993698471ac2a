//! The lines that are read: those of a source, and those that macros and loops put before the next of them.
//!
//! Both notations read through it, so what macros may make is limited in the same way: how many lines and letters, and how deep they
//! may call each other.

use super::cursor::Parsed;
use super::line::Line;
use super::work::Work;
use crate::diagnostic::{Diagnostic, Span};

/// Lines that macros and loops may make.
const MOST_LINES: usize = 100_000;
/// Letters that they may make.
const MOST_LETTERS: usize = 1 << 22;
/// How deep macros may call each other: as deep as in GNU as.
const DEEPEST: usize = 100;

/// Where lines come from. `S` gives those of the source.
#[derive(Debug)]
pub(super) struct Input<'a, S> {
    /// Lines of the source that were not read yet.
    pub(super) source: S,
    /// Lines to read first, the innermost last.
    made: Vec<Made<'a>>,
    lines: usize,
    letters: usize,
    /// Whether it was said that there are too many.
    full: bool,
    /// What reading the lines costs.
    work: Work,
    /// What may have made too many lines.
    suspects: &'static str,
}

/// Lines that a macro or loop made.
#[derive(Debug)]
struct Made<'a> {
    /// The next one is the last.
    lines: Vec<Line<'a>>,
    /// How many `IF` were open before them.
    conditions: usize,
}

impl<'a, S: Iterator<Item = Line<'a>>> Input<'a, S> {
    /// At the start of a source. `suspects` is asked where macros and loops make too many lines.
    pub(super) fn new(source: S, work: Work, suspects: &'static str) -> Self {
        Self {
            source,
            made: Vec::new(),
            lines: 0,
            letters: 0,
            full: false,
            work,
            suspects,
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
        self.source.next()
    }

    /// Puts lines before the next one, in their order; `at` is what made them. No more of them are made than may be, and
    /// where they are too many, that is said once, and from then on none are put.
    pub(super) fn put(&mut self, lines: impl IntoIterator<Item = Line<'a>>, conditions: usize, at: Span) -> Parsed<()> {
        if self.full {
            return Ok(());
        }
        while self.made.last().is_some_and(|made| made.lines.is_empty()) {
            self.made.pop();
        }
        if self.made.len() >= DEEPEST {
            return Err(self.too_many(at));
        }

        let mut taken = Vec::new();
        for line in lines {
            self.lines += 1;
            self.letters += line.text.len();
            if self.lines > MOST_LINES || self.letters > MOST_LETTERS {
                return Err(self.too_many(at));
            }
            taken.push(line);
        }

        taken.reverse();
        self.made.push(Made {
            lines: taken,
            conditions,
        });
        Ok(())
    }

    fn too_many(&mut self, at: Span) -> Box<Diagnostic> {
        self.full = true;
        let error = Diagnostic::error("too-many-lines", "macros or loops make too many lines here");
        Box::new(error.at(at).help(self.suspects))
    }

    /// Whether the lines that are read next are the source's own.
    pub(super) fn is_plain(&self) -> bool {
        self.made.iter().all(|made| made.lines.is_empty())
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
