//! One type for every message about a place in a text: assembler errors, YAML errors, findings.
//!
//! Diagnostics are data; [`render`] turns them into text for a terminal, [`Located`] is the form that goes into
//! result files. This module imports no other module of the crate.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod bundle;
pub mod json;
pub mod render;
mod source;
pub mod spelling;
pub mod visible;
pub mod wording;

pub use source::{Encoding, Source};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Cannot be used as it is.
    Error,
    /// Usable, but probably not what was meant, or not what every tool accepts.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A range of bytes in a [`Source`]'s text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A message about a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable kebab-case name of the kind: `undefined-label`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line, lower case, no full stop: what is wrong, naming the value.
    pub message: Cow<'static, str>,
    /// The place; `None` when it is about the whole text.
    pub span: Option<Span>,
    /// A short text shown at the place: `9 bits hold -256..255`.
    pub label: Option<String>,
    /// Related places, each with a text: `first defined here`.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// What to write instead of the text at `span`.
    pub replacement: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with a message alone; the builder methods add the rest.
    pub fn new(severity: Severity, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            span: None,
            label: None,
            related: Vec::new(),
            help: None,
            replacement: None,
        }
    }

    /// An error.
    pub fn error(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Error, code, message)
    }

    /// A warning.
    pub fn warning(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Severity::Warning, code, message)
    }

    /// Adds the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Adds the text shown at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn replace_with(mut self, text: impl Into<String>) -> Self {
        self.replacement = Some(text.into());
        self
    }

    /// The form that goes into result files, with line, column and source excerpt.
    pub fn locate(&self, source: &Source) -> Located {
        let position = self.span.map(|span| source.position(span.start));
        Located {
            code: self.code.to_owned(),
            severity: self.severity,
            message: self.message.clone().into_owned(),
            line: position.map(|(line, _)| line as u32),
            column: position.map(|(_, column)| column as u32),
            excerpt: self
                .span
                .and_then(|span| source.line(source.row(span.start)))
                .map(str::to_owned),
            file: self
                .span
                .and_then(|span| source.other_file(span.start))
                .map(str::to_owned),
            label: self.label.clone(),
            help: self.help.clone(),
            replacement: self.replacement.clone(),
        }
    }
}

/// A diagnostic with its place resolved, for result files and pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Located {
    /// Stable name of the kind.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// The file, where a program has several and this is not its main one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line in its file, from 1.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// The source line, unchanged.
    pub excerpt: Option<String>,
    /// The text shown at the place.
    pub label: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// What to write instead.
    pub replacement: Option<String>,
}
