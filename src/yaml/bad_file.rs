//! A file that cannot be used, as an error.

use std::fmt;
use std::sync::Arc;

use crate::diagnostic::render::line_around;
use crate::diagnostic::{Diagnostic, Source};

/// A file that cannot be used, with all its errors.
#[derive(Debug, Clone)]
pub struct BadFile {
    /// The text that was read.
    pub source: Arc<Source>,
    /// What is wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl std::error::Error for BadFile {}

impl fmt::Display for BadFile {
    /// One paragraph a problem: `file:line:column: message`, then the line, then what to do.
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(formatter, "{separator}{}", self.source.name)?;
            let located = diagnostic.locate(&self.source);
            if let (Some(line), Some(column)) = (located.line, located.column) {
                write!(formatter, ":{line}:{column}")?;
            }
            write!(formatter, ": {}", located.message)?;
            if let Some(span) = diagnostic.span {
                write!(formatter, "\n  | {}", line_around(span, &self.source).trim_end())?;
            }
            if let Some(label) = located.label {
                write!(formatter, "\n  = {}", label.replace('\n', "\n    "))?;
            }
            if let Some(help) = located.help {
                write!(formatter, "\n  = help: {}", help.replace('\n', "\n    "))?;
            }
        }

        Ok(())
    }
}
