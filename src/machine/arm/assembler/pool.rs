//! Literal pools: the values of `LDR Rx, =value`.
//!
//! A value that a pool before this line holds within reach is taken from there; else it goes into the next pool, once
//! however often it is asked for.

use std::collections::HashMap;
use std::rc::Rc;

use super::expression::{Expression, Place};

/// How far LDR reaches.
const REACH: u32 = 4095;

/// A value in a pool.
#[derive(Debug)]
pub(super) struct Literal {
    /// The value.
    pub(super) value: Expression,
    /// The line that asked first.
    pub(super) line: u32,
    /// Where `.` in it is.
    pub(super) here: Place,
    /// Where it lies.
    pub(super) place: Option<Place>,
}

/// What makes two values the same one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Number(u32),
    Symbol(Rc<str>, u32),
    Only(usize),
}

/// All literals.
#[derive(Debug, Default)]
pub(super) struct Pools {
    /// In the order in which they were asked for.
    pub(super) list: Vec<Literal>,
    /// Which statement loads which.
    loaded: HashMap<usize, usize>,
    /// The last literal of each value, by area.
    known: HashMap<(usize, Key), usize>,
    waiting: Vec<usize>,
}

impl Pools {
    /// A statement at `here` loads a value, which is `number` where that is known.
    pub(super) fn ask(&mut self, statement: usize, line: u32, value: &Expression, number: Option<u32>, here: Place) {
        let key = match (number, value.symbol_and_number()) {
            (Some(number), _) => Key::Number(number),
            (None, Some((name, number))) => Key::Symbol(Rc::clone(name), number),
            (None, None) => Key::Only(self.list.len()),
        };
        let key = (here.area, key);
        let reaches = |index: &&usize| {
            let literal: &Literal = &self.list[**index];
            let back = |place: Place| (here.offset + 8).saturating_sub(place.offset);
            literal.place.is_none_or(|place| back(place) <= REACH)
        };

        let found = self.known.get(&key).filter(reaches).copied();
        let index = found.unwrap_or_else(|| {
            self.list.push(Literal {
                value: value.clone(),
                line,
                here,
                place: None,
            });
            let index = self.list.len() - 1;
            self.known.insert(key, index);
            self.waiting.push(index);
            index
        });
        self.loaded.insert(statement, index);
    }

    /// The literals that lie nowhere yet.
    pub(super) fn take_waiting(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.waiting)
    }

    /// Gives a literal its place.
    pub(super) fn place(&mut self, index: usize, place: Place) {
        self.list[index].place = Some(place);
    }

    /// What a statement loads; `None` where it needs no literal.
    pub(super) fn loaded_by(&self, statement: usize) -> Option<&Literal> {
        self.list.get(*self.loaded.get(&statement)?)
    }
}
