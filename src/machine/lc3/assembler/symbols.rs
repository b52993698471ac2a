//! Labels by name: exact spelling first, then without regard to case.

use std::collections::{HashMap, HashSet};

use super::advice;
use super::log::Log;
use super::mnemonic::{self, Mnemonic};
use super::statement::{Body, Statement};
use crate::diagnostic::{Diagnostic, Source};
use crate::machine::lc3::program::Symbol;

/// Labels beyond this number are not searched for a similar name.
const SEARCHED: usize = 2_000;

/// The labels of a program.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    pub(super) list: Vec<Symbol>,
    used: Vec<bool>,
    exact: HashMap<String, usize>,
    folded: HashMap<String, usize>,
    /// Folded names of `.EXTERNAL` labels.
    external: HashSet<String>,
}

/// What a name refers to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) index: usize,
    /// The spelling differs in case.
    pub(super) folded: bool,
}

impl Symbols {
    /// Adds a label. Of two with the same spelling the later one counts; the earlier one's index comes back.
    pub(super) fn add(&mut self, symbol: Symbol) -> Option<usize> {
        let index = self.list.len();
        self.folded.insert(symbol.name.to_ascii_lowercase(), index);
        let earlier = self.exact.insert(symbol.name.clone(), index);
        self.list.push(symbol);
        self.used.push(false);
        earlier
    }

    /// Remembers a name that another file would define.
    pub(super) fn add_external(&mut self, name: &str) {
        self.external.insert(name.to_ascii_lowercase());
    }

    /// Whether a name was announced as external and is not defined here.
    pub(super) fn is_external(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        self.external.contains(&name) && !self.folded.contains_key(&name)
    }

    /// Looks a name up and remembers that it is used.
    pub(super) fn find(&mut self, name: &str) -> Option<Found> {
        let exact = self.exact.get(name).map(|index| (*index, false));
        let (index, folded) = exact.or_else(|| Some((*self.folded.get(&name.to_ascii_lowercase())?, true)))?;
        self.used[index] = true;
        Some(Found { index, folded })
    }

    /// The label with the most similar name.
    pub(super) fn nearest(&self, name: &str) -> Option<&str> {
        advice::nearest(name, self.list.iter().take(SEARCHED).map(|symbol| symbol.name.as_str()))
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
            let used = self.exact.get(name).is_some_and(|index| self.used[*index]);
            let Some(help) = suspect(name).filter(|_| !used) else {
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
