//! The starter file that students build on.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Source;
use crate::machine::lc3::assembler::outline::{Item, outline};
use crate::machine::lc3::program::Kind;
use crate::machine::{Program, lc3};

/// The starter file that students build on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Starter {
    /// Its text.
    pub text: Vec<u8>,
    /// The given part ends before the first line that holds this; empty when all of it is given.
    pub until: String,
    /// What is read in it, once for a class.
    #[serde(skip)]
    items: OnceLock<Option<Vec<Item>>>,
    #[serde(skip)]
    data: OnceLock<Option<Vec<(String, usize)>>>,
}

impl Starter {
    /// The starter file with that text, the given part of which ends before the first line that holds `until`.
    pub fn new(text: Vec<u8>, until: String) -> Self {
        Self {
            text,
            until,
            items: OnceLock::new(),
            data: OnceLock::new(),
        }
    }

    /// The statements of the given part; `None` where no line holds [`Starter::until`].
    pub fn given(&self) -> Option<&[Item]> {
        let given = || {
            let source = self.source();
            let border = self.border(&source)?;
            let mut items = outline(&source);
            items.retain(|item| item.line < border);
            Some(items)
        };
        self.items.get_or_init(given).as_deref()
    }

    /// The labels of data in the given part, with how many words belong to each. `None` where the file does not assemble.
    pub fn given_data(&self) -> Option<&[(String, usize)]> {
        let given = || {
            let Some(Program::Lc3(image)) = lc3::build("starter", &self.text).program else {
                return None;
            };

            let border = self.border(&self.source()).unwrap_or(usize::MAX);
            let is_data = |address: u16| image.word(address).is_some_and(|word| word.kind != Kind::Code);
            let symbols = image.symbols.iter();
            let given = symbols.filter(|symbol| (symbol.line as usize) < border && is_data(symbol.address));
            let words = |address: u16| {
                let later = image
                    .symbols
                    .iter()
                    .map(|other| other.address)
                    .filter(|at| *at > address);
                let end = later.min().unwrap_or(u16::MAX);
                (address..end).take_while(|at| is_data(*at)).count()
            };
            Some(
                given
                    .map(|symbol| (symbol.name.clone(), words(symbol.address)))
                    .collect(),
            )
        };
        self.data.get_or_init(given).as_deref()
    }

    fn source(&self) -> Source {
        Source::read("the starter file", &self.text)
    }

    /// The line before which the given part ends.
    fn border(&self, source: &Source) -> Option<usize> {
        let mut lines = 1..=source.line_count();
        let holds = |line: usize| source.line(line).is_some_and(|text| text.contains(&self.until));
        match self.until.as_str() {
            "" => Some(usize::MAX),
            _ => lines.find(|line| holds(*line)),
        }
    }
}
