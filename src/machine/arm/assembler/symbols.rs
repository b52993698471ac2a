//! The symbols of a program: labels, named numbers, names of other files.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::expression::{Expression, Fault, LocalKey, Place, Scope, Value};
use super::work::Work;
use crate::diagnostic::Span;
use crate::machine::assembly::{Found, Names};

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

/// All symbols.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// In source order.
    pub(super) list: Vec<Entry>,
    names: Names,
    locals: HashMap<LocalKey, Option<Place>>,
    depth: Cell<u32>,
    /// The work that the whole source makes.
    pub(super) work: Work,
}

impl Symbols {
    /// Adds a symbol. When one of this spelling is defined, that one's index comes back, and it stays as it is.
    pub(super) fn define(&mut self, name: &str, meaning: Meaning, span: Span, line: u32) -> Result<usize, usize> {
        if let Some(Found { index, folded: false }) = self.names.find(name) {
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

        self.names.add(name);
        self.list.push(Entry {
            name: name.into(),
            meaning,
            span,
            line,
            known: RefCell::new(None),
        });

        Ok(self.list.len() - 1)
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

    /// The symbol of exactly this spelling.
    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        let found = self.names.find(name).filter(|found| !found.folded)?;
        self.list.get(found.index)
    }

    /// The symbol that is most likely meant by a name that is not defined: another case, or a similar spelling.
    pub(super) fn meant(&self, name: &str) -> Option<&str> {
        match self.names.find(name) {
            Some(found) => Some(&self.list[found.index].name),
            None => self.names.nearest(name),
        }
    }

    /// Symbols as seen from a place.
    pub(super) fn at(&self, here: Option<Place>) -> At<'_> {
        At { symbols: self, here }
    }

    fn value(&self, name: &Rc<str>, span: Span, fuel: &mut u32) -> Result<Value, Fault> {
        let Some(entry) = self.find(name) else {
            return Err(Fault::Undefined(Rc::clone(name), span));
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
        self.symbols.find(name).is_some()
    }
}
