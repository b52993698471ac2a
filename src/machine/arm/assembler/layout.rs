//! First pass over the statements: which bytes lie where.
//!
//! Takes statements in source order; gives the areas with their items, addresses for every symbol, and the literals of every
//! pool. Places areas as armlink does for Keil's default project of this part: in flash from 0 on an area called RESET, then
//! code, then data that is only read, each kind sorted by the areas' names; in RAM from its start what is written, then
//! what has no start value.

use std::collections::HashMap;

use super::explain;
use super::expression::{Expression, FUEL, Fault, Place, Value};
use super::pool::Pools;
use super::statement::{Body, Data, Datum, Draft, Header, Label, Statement};
use super::symbols::Symbols;
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::arm::isa::Operand;
use crate::machine::assembly::Log;

mod placement;

/// All areas together may not be longer: far beyond flash and RAM.
const LONGEST: u32 = 1 << 24;
/// The largest power of two that an area may be aligned to.
pub(super) const LARGEST_ALIGNMENT: u32 = 16;

/// A stretch of an area.
#[derive(Debug)]
pub(super) struct Item {
    /// Bytes from the area's start.
    pub(super) offset: u32,
    /// How many bytes.
    pub(super) length: u32,
    /// What they are.
    pub(super) content: Content,
}

/// What a stretch holds.
#[derive(Debug, Clone, Copy)]
pub(super) enum Content {
    /// What this statement asks for.
    Statement(usize),
    /// This literal.
    Literal(usize),
    /// Nothing; after code, words of it are NOP.
    Padding {
        /// Whether code is before it.
        after_code: bool,
    },
}

/// An area with what lies in it.
#[derive(Debug)]
pub(super) struct Area {
    pub(super) header: Header,
    pub(super) span: Span,
    /// The file that it is from, counted from 0: the main one is first.
    pub(super) file: usize,
    /// Where it lies.
    pub(super) address: u32,
    pub(super) size: u32,
    pub(super) items: Vec<Item>,
}

/// What the first pass finds out.
#[derive(Debug)]
pub(super) struct Plan {
    /// In source order.
    pub(super) areas: Vec<Area>,
    /// Indices of the areas in flash, in the order in which they lie there; then of those in RAM.
    pub(super) order: Vec<usize>,
    /// Literals, and which statement loads which.
    pub(super) pools: Pools,
    /// Where ENTRY is.
    pub(super) entry: Option<(Place, Span)>,
}

/// Lays everything out.
pub(super) fn lay_out(source: &Source, statements: &[Statement], symbols: &mut Symbols, log: &mut Log) -> Plan {
    let mut layout = Layout {
        source,
        symbols,
        log,
        areas: Vec::new(),
        by_name: HashMap::new(),
        current: None,
        file: 0,
        waiting: Vec::new(),
        pools: Pools::default(),
        entry: None,
        is_code: false,
        total: 0,
        full: false,
    };
    for (index, statement) in statements.iter().enumerate() {
        layout.statement(index, statement);
    }

    layout.close_area();
    let order = placement::place(&mut layout.areas, layout.log);
    Plan {
        areas: layout.areas,
        order,
        pools: layout.pools,
        entry: layout.entry,
    }
}

struct Layout<'a> {
    source: &'a Source,
    symbols: &'a mut Symbols,
    log: &'a mut Log,
    areas: Vec<Area>,
    by_name: HashMap<String, usize>,
    current: Option<usize>,
    /// The file that is laid out, counted from 0.
    file: usize,
    /// Labels alone on their lines since the last byte: they mean what comes next, after its padding.
    waiting: Vec<Label>,
    pools: Pools,
    entry: Option<(Place, Span)>,
    /// Whether the last bytes were code.
    is_code: bool,
    /// Bytes of all areas.
    total: u32,
    /// Whether it was said that they are too many.
    full: bool,
}

impl Layout<'_> {
    fn statement(&mut self, index: usize, statement: &Statement) {
        if let Body::Area(header) = &statement.body {
            return self.open_area(header, statement.span);
        }
        if let Body::File = &statement.body {
            return self.open_file();
        }

        if let Some(label) = statement.label {
            self.open_default(statement);
            self.label(label);
        }

        let (alignment, length) = match &statement.body {
            Body::None | Body::File | Body::Area(_) | Body::Assert(_) => return,
            Body::Equate(symbol) => return self.symbols.place(*symbol, self.here()),
            Body::Entry => {
                self.open_default(statement);
                let entry = (self.here(), statement.span);
                self.entry.get_or_insert(entry);
                return;
            }
            Body::Pool => return self.pool(),
            Body::Align { boundary, offset } => return self.align(statement, boundary.as_ref(), offset.as_ref()),
            Body::Code(_, draft) => (4, draft.size()),
            Body::Broken(size) => (if *size == 4 { 4 } else { 1 }, *size),
            Body::Data(data) => (if data.aligned { data.unit.min(4) } else { 1 }, data_size(data)),
            Body::Space { size, .. } => (1, self.number(size).unwrap_or(0)),
        };

        self.open_default(statement);
        self.pad(alignment, 0, statement.span);
        if let Body::Code(_, Draft::Literal { value, .. }) = &statement.body {
            self.literal(index, statement.line, value);
        }

        self.is_code = matches!(statement.body, Body::Code(..));
        self.put(length, Content::Statement(index), statement.span);
    }

    /// The place of the next byte.
    fn here(&self) -> Place {
        let area = self.current.unwrap_or(0);
        Place {
            area,
            offset: self.areas.get(area).map_or(0, |area| area.size),
        }
    }

    /// An area for what is before the first AREA, which is an error.
    fn open_default(&mut self, statement: &Statement) {
        if self.current.is_some() {
            return;
        }

        self.log.push(
            Diagnostic::error(
                "no-area",
                "this line comes before the first `AREA` and belongs to no area",
            )
            .at(statement.span)
            .help("write `    AREA connect4, CODE, READONLY` and `    ENTRY` above it"),
        );
        let header = Header {
            name: String::new(),
            code: true,
            writable: false,
            uninitialised: false,
            alignment: 2,
        };
        self.open_area(&header, statement.span);
    }

    fn open_area(&mut self, header: &Header, span: Span) {
        self.close_area();
        let next = self.areas.len();
        let index = *self.by_name.entry(header.name.clone()).or_insert(next);
        if index == next {
            self.areas.push(Area {
                header: header.clone(),
                span,
                file: self.file,
                address: 0,
                size: 0,
                items: Vec::new(),
            });
        } else if self.areas[index].header != *header {
            self.log.push(
                Diagnostic::warning(
                    "area-differs",
                    format!(
                        "the area `{}` continues with other attributes, which are ignored",
                        header.name
                    ),
                )
                .at(span)
                .related(self.areas[index].span, "it began here")
                .help("give the area another name"),
            );
        }

        self.current = Some(index);
        self.is_code = false;
    }

    /// Areas of one name are different ones in different files.
    fn open_file(&mut self) {
        self.close_area();
        self.by_name.clear();
        self.current = None;
        self.is_code = false;
        self.file += 1;
    }

    /// The literals of an area are at its end.
    fn close_area(&mut self) {
        if self.current.is_some() {
            self.pool();
            self.waiting.clear();
        }
    }

    /// Gives a label this place. It waits until something with bytes comes: padding before that moves it along.
    fn label(&mut self, label: Label) {
        self.place_label(label);
        self.waiting.push(label);
    }

    fn place_label(&mut self, label: Label) {
        match label {
            Label::Symbol(index) => self.symbols.place(index, self.here()),
            Label::Local(key) => self.symbols.place_local(key, self.here()),
        }
    }

    /// Pads up to a multiple of `boundary`, plus `offset`.
    fn pad(&mut self, boundary: u32, offset: u32, span: Span) {
        let here = self.here().offset;
        let rest = here.wrapping_sub(offset) & (boundary - 1);
        if rest == 0 {
            return;
        }

        let after_code = self.is_code;
        self.put(boundary - rest, Content::Padding { after_code }, span);
        let waiting = std::mem::take(&mut self.waiting);
        for label in &waiting {
            self.place_label(*label);
        }

        self.waiting = waiting;
    }

    fn put(&mut self, length: u32, content: Content, span: Span) {
        let Some(area) = self.current.and_then(|current| self.areas.get_mut(current)) else {
            return;
        };

        if length > LONGEST || self.total + length > LONGEST {
            if !self.full {
                self.full = true;
                self.log.push(
                    Diagnostic::error("too-long", "this makes the program longer than any memory")
                        .at(span)
                        .label("flash has 524288 bytes, RAM 65536"),
                );
            }
            return;
        }

        if length > 0 {
            area.items.push(Item {
                offset: area.size,
                length,
                content,
            });
            area.size += length;
            self.total += length;
        }

        // A label before `DCB ""` means that place, not what comes after.
        if !matches!(content, Content::Padding { .. }) {
            self.waiting.clear();
        }
    }

    fn align(&mut self, statement: &Statement, boundary: Option<&Expression>, offset: Option<&Expression>) {
        let boundary_value = boundary.map_or(Some(4), |one| self.number(one)).unwrap_or(1);
        let offset = offset.map_or(Some(0), |one| self.number(one)).unwrap_or(0);
        if !boundary_value.is_power_of_two() || boundary_value > 1 << LARGEST_ALIGNMENT {
            self.log.push(
                Diagnostic::error(
                    "wrong-alignment",
                    format!("`ALIGN` takes a power of two, not {boundary_value}"),
                )
                .at(boundary.map_or(statement.span, |one| one.span))
                .help("`ALIGN` alone goes to the next word, `ALIGN 2` to the next half-word"),
            );
            return;
        }

        self.open_default(statement);
        if let Some(area) = self.current.and_then(|current| self.areas.get_mut(current)) {
            area.header.alignment = area.header.alignment.max(boundary_value.trailing_zeros());
        }

        // A label on the line of ALIGN means the place before it.
        if statement.label.is_some() {
            self.waiting.pop();
        }

        self.pad(boundary_value, offset & (boundary_value - 1), statement.span);
    }

    /// Writes out the literals that wait.
    fn pool(&mut self) {
        let waiting = self.pools.take_waiting();
        if waiting.is_empty() {
            return;
        }

        let Some(current) = self.current else { return };
        let span = self.areas[current].span;
        self.is_code = true;
        self.pad(4, 0, span);

        for literal in waiting {
            self.pools.place(literal, self.here());
            self.put(4, Content::Literal(literal), span);
        }
    }

    /// `LDR Rd, =value`: a literal, unless MOV or MVN can make the value.
    fn literal(&mut self, statement: usize, line: u32, value: &Expression) {
        let here = self.here();
        let known = self.evaluate(value).ok();
        let number = known.as_ref().and_then(Value::as_number);
        if number.is_some_and(|number| Operand::of(number).or_else(|| Operand::of(!number)).is_some()) {
            return;
        }
        self.pools.ask(statement, line, value, number, here);
    }

    fn evaluate(&self, expression: &Expression) -> Result<Value, Fault> {
        let here = self.current.map(|_| self.here());
        expression.evaluate(&self.symbols.at(here), &mut FUEL.clone())
    }

    /// A number that must be known by now.
    fn number(&mut self, expression: &Expression) -> Option<u32> {
        let fault = match self.evaluate(expression) {
            Ok(value) => match value.as_number() {
                Some(number) => return Some(number),
                None => Fault::Address(expression.span),
            },
            Err(fault) => fault,
        };
        let diagnostic = explain::fault(self.source, self.symbols, &fault);
        self.log.push(diagnostic);
        None
    }
}

/// Bytes of a data directive.
fn data_size(data: &Data) -> u32 {
    let sizes = data.values.iter().map(|value| match value {
        Datum::Text(bytes) => bytes.len() as u32,
        Datum::Value(_) => data.unit,
    });
    sizes.fold(0, u32::saturating_add)
}
