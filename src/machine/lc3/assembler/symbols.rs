//! Labels by name: exact spelling first, then without regard to case.

use std::collections::HashSet;

use super::advice;
use super::mnemonic::{self, Mnemonic};
use super::statement::{Body, Statement};
use crate::diagnostic::{Diagnostic, Source};
use crate::machine::assembly::{Found, Log, Names};
use crate::machine::lc3::program::Symbol;

/// The labels of a program.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    pub(super) list: Vec<Symbol>,
    names: Names,
    /// Folded names of `.EXTERNAL` labels.
    external: HashSet<String>,
}

impl Symbols {
    /// Adds a label. Of two with the same spelling the later one counts; the earlier one's index comes back.
    pub(super) fn add(&mut self, symbol: Symbol) -> Option<usize> {
        let earlier = self.names.add(&symbol.name);
        self.list.push(symbol);
        earlier
    }

    /// Remembers a name that another file would define.
    pub(super) fn add_external(&mut self, name: &str) {
        self.external.insert(name.to_ascii_lowercase());
    }

    /// Whether a name was announced as external and is not defined here.
    pub(super) fn is_external(&self, name: &str) -> bool {
        self.external.contains(&name.to_ascii_lowercase()) && self.names.find(name).is_none()
    }

    /// Looks a name up and remembers that it is used.
    pub(super) fn find(&mut self, name: &str) -> Option<Found> {
        let found = self.names.find(name)?;
        self.names.mark_used(found.index);
        Some(found)
    }

    /// The label with the most similar name.
    pub(super) fn nearest(&self, name: &str) -> Option<&str> {
        self.names.nearest(name)
    }

    /// Warns about labels that nobody uses, that stand alone on their line, and that look like instructions: most
    /// likely a slip of the keyboard that made an instruction vanish.
    pub(super) fn report_suspects(&self, source: &Source, statements: &[Statement], log: &mut Log) {
        let alone = statements
            .iter()
            .filter(|statement| matches!(statement.body, Body::None) && statement.labels.len() == 1)
            .flat_map(|statement| &statement.labels);
        for span in alone {
            let name = &source.text[span.start..span.end];
            let Some(help) = suspect(name).filter(|_| !self.names.is_used(name)) else {
                continue;
            };

            log.push(
                Diagnostic::warning(
                    "label-looks-like-instruction",
                    format!("`{name}` is taken for a label, and nothing refers to it"),
                )
                .at(*span)
                .label("no instruction is put into memory here")
                .help(help),
            );
        }
    }
}

/// What an unused label may have been meant to be.
fn suspect(name: &str) -> Option<String> {
    if let Some(named) = mnemonic::mnemonic(name) {
        return Some(match named.mnemonic {
            Mnemonic::Br(flags) => format!(
                "a branch needs a label to go to: `{} LABEL`",
                mnemonic::branch_name(flags)
            ),
            _ => "it is an instruction's name; choose another for a label".to_owned(),
        });
    }

    if ["END", "ORIG"].iter().any(|word| word.eq_ignore_ascii_case(name)) {
        return Some(format!("did you mean `.{}`?", name.to_ascii_uppercase()));
    }
    if let Some(advice) = advice::foreign(name) {
        return Some(format!("if it is meant as an instruction: {advice}"));
    }

    advice::near_instruction(name).map(|near| format!("did you mean `{near}`?"))
}
