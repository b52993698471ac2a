//! What every stage of reading a line needs: the source, the log, and where in the file it is.

use crate::diagnostic::{Source, Span};
use crate::machine::assembly::Log;

/// The source that is read, and what is reported about it.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) source: &'a Source,
    pub(super) log: &'a mut Log,
    /// Line that is read now, from 1. A string over several lines moves it on.
    pub(super) line: usize,
}

impl<'a> Context<'a> {
    /// The text at a span.
    pub(super) fn text(&self, span: Span) -> &'a str {
        self.source.text.get(span.start..span.end).unwrap_or("")
    }
}
