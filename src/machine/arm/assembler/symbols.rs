//! The symbols of a program: labels, named numbers, names of other files.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::expression::{Expression, Fault, LocalKey, Place, Scope, Value};
use super::work::Work;
use crate::diagnostic::Span;
use crate::machine::assembly::Names;

/// How deep symbols may be defined by each other.
const DEEPEST: u32 = 64;

/// What a symbol stands for.
#[derive(Debug)]
pub(super) enum Meaning {
    /// A place, when it is known.
    Label(Option<Place>),
    /// A value, worked out at the place where it is defined.
    Value(Expression, Option<Place>),
    /// Another file would define it.
    Imported,
}

/// A symbol.
#[derive(Debug)]
pub(super) struct Entry {
    /// As the source spells it.
    pub(super) name: Rc<str>,
    /// What it stands for.
    pub(super) meaning: Meaning,
    /// Where it is defined.
    pub(super) span: Span,
    /// The line of that, from 1.
    pub(super) line: u32,
    /// The value, once it was worked out.
    known: RefCell<Option<Value>>,
}

/// The names of one file.
#[derive(Debug, Default)]
struct FileNames {
    /// The byte of the text with which it begins.
    start: usize,
    names: Names,
    /// Its symbols by the index of their names.
    own: Vec<usize>,
    /// What it exports: a name, or everything.
    exported: Vec<(Option<Rc<str>>, Span)>,
}

impl FileNames {
    fn find(&self, name: &str) -> Option<usize> {
        let found = self.names.find(name).filter(|found| !found.folded)?;
        self.own.get(found.index).copied()
    }
}

/// All symbols.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// In source order.
    pub(super) list: Vec<Entry>,
    /// The names of each file that is assembled by itself, in the order of the text.
    files: Vec<FileNames>,
    /// Symbols that one file offers to the others.
    offered: HashMap<Rc<str>, usize>,
    locals: HashMap<LocalKey, Option<Place>>,
    depth: Cell<u32>,
    /// The work that the whole source makes.
    pub(super) work: Work,
}

impl Symbols {
    /// Adds a symbol. When one of this spelling is defined, that one's index comes back, and it stays as it is.
    pub(super) fn define(&mut self, name: &str, meaning: Meaning, span: Span, line: u32) -> Result<usize, usize> {
        if self.files.is_empty() {
            self.open_file(0);
        }
        if let Some(index) = self.files.last().and_then(|file| file.find(name)) {
            let entry = &mut self.list[index];
            if !matches!(entry.meaning, Meaning::Imported) {
                return if matches!(meaning, Meaning::Imported) {
                    Ok(index)
                } else {
                    Err(index)
                };
            }
            entry.meaning = meaning;
            entry.span = span;
            entry.line = line;
            return Ok(index);
        }

        let index = self.list.len();
        if let Some(file) = self.files.last_mut() {
            file.names.add(name);
            file.own.push(index);
        }
        self.list.push(Entry {
            name: name.into(),
            meaning,
            span,
            line,
            known: RefCell::new(None),
        });

        Ok(index)
    }

    /// What is defined from here on is of another file, whose text begins at a byte.
    pub(super) fn open_file(&mut self, start: usize) {
        self.files.push(FileNames {
            start,
            ..FileNames::default()
        });
    }

    /// Offers a symbol of this file to the others; without a name, all of them.
    pub(super) fn export(&mut self, name: Option<&str>, span: Span) {
        if self.files.is_empty() {
            self.open_file(0);
        }
        if let Some(file) = self.files.last_mut() {
            file.exported.push((name.map(Rc::from), span));
        }
    }

    /// Settles what the files offer each other. Gives the pairs of symbols of one name, the earlier one first.
    pub(super) fn link(&mut self) -> Vec<(usize, usize)> {
        let mut twice = Vec::new();
        for file in &self.files {
            let all = |name: &Option<Rc<str>>| match name {
                Some(name) => file.find(name).into_iter().collect(),
                None => file.own.clone(),
            };
            for index in file.exported.iter().flat_map(|(name, _)| all(name)) {
                let entry = &self.list[index];
                if matches!(entry.meaning, Meaning::Imported) {
                    continue;
                }
                match self.offered.get(&entry.name) {
                    Some(earlier) if *earlier != index => twice.push((*earlier, index)),
                    _ => drop(self.offered.insert(Rc::clone(&entry.name), index)),
                }
            }
        }
        twice
    }

    /// Announces a numeric label.
    pub(super) fn define_local(&mut self, key: LocalKey) {
        self.locals.insert(key, None);
    }

    /// Gives a numeric label its place.
    pub(super) fn place_local(&mut self, key: LocalKey, place: Place) {
        self.locals.insert(key, Some(place));
    }

    /// Gives a label, or what `.` means in a named value, its place.
    pub(super) fn place(&mut self, index: usize, place: Place) {
        match &mut self.list[index].meaning {
            Meaning::Label(at) | Meaning::Value(_, at) => *at = Some(place),
            Meaning::Imported => {}
        }
    }

    /// The symbol of exactly this spelling, in any file.
    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        let index = self.files.iter().find_map(|file| file.find(name))?;
        self.list.get(index)
    }

    /// The names of the file that a place is in.
    fn names(&self, span: Span) -> Option<&FileNames> {
        let after = self.files.partition_point(|file| file.start <= span.start);
        self.files.get(after.checked_sub(1)?)
    }

    /// The symbol that is most likely meant by a name that is not defined at a place: another case, or a similar spelling.
    pub(super) fn meant(&self, name: &str, span: Span) -> Option<&str> {
        let file = self.names(span)?;
        match file.names.find(name) {
            Some(found) => Some(&self.list[*file.own.get(found.index)?].name),
            None => file.names.nearest(name),
        }
    }

    /// The symbol of this name that another file than that of a place defines.
    pub(super) fn elsewhere(&self, name: &str, span: Span) -> Option<&Entry> {
        let own = self.names(span).map(|file| file.start);
        let others = self.files.iter().filter(|file| Some(file.start) != own);
        let entries = others.filter_map(|file| self.list.get(file.find(name)?));
        entries
            .into_iter()
            .find(|entry| !matches!(entry.meaning, Meaning::Imported))
    }

    /// Symbols as seen from a place.
    pub(super) fn at(&self, here: Option<Place>) -> At<'_> {
        At { symbols: self, here }
    }

    fn value(&self, name: &Rc<str>, span: Span, fuel: &mut u32) -> Result<Value, Fault> {
        let Some(index) = self.names(span).and_then(|file| file.find(name)) else {
            return Err(Fault::Undefined(Rc::clone(name), span));
        };
        let entry = match &self.list[index] {
            entry if matches!(entry.meaning, Meaning::Imported) => {
                self.offered.get(name).map_or(entry, |offered| &self.list[*offered])
            }
            entry => entry,
        };
        match &entry.meaning {
            Meaning::Imported => Err(Fault::Imported(Rc::clone(name), span)),
            Meaning::Label(place) => place
                .map(Value::Address)
                .ok_or_else(|| Fault::Later(Rc::clone(name), span)),
            Meaning::Value(expression, here) => {
                if let Some(value) = &*entry.known.borrow() {
                    return Ok(value.clone());
                }

                let steps = expression.nodes.len() + 1;
                if self.depth.get() >= DEEPEST || !self.work.take(steps, entry.span) {
                    return Err(Fault::Circle(entry.span));
                }

                self.depth.set(self.depth.get() + 1);
                let value = expression.evaluate(&self.at(*here), fuel);
                self.depth.set(self.depth.get() - 1);
                let value = value?;
                *entry.known.borrow_mut() = Some(value.clone());

                Ok(value)
            }
        }
    }
}

/// Symbols as seen from a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct At<'a> {
    symbols: &'a Symbols,
    here: Option<Place>,
}

impl Scope for At<'_> {
    fn symbol(&self, name: &Rc<str>, span: Span, fuel: &mut u32) -> Result<Value, Fault> {
        self.symbols.value(name, span, fuel)
    }

    fn local(&self, key: LocalKey) -> Option<Place> {
        self.symbols.locals.get(&key).copied().flatten()
    }

    fn here(&self) -> Option<Place> {
        self.here
    }

    fn defines(&self, name: &str) -> bool {
        let last = self.symbols.files.last();
        last.is_some_and(|file| file.find(name).is_some())
    }
}
