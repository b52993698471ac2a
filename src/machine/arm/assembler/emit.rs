//! Second pass: the bytes of flash, and what is known about each.

use super::encode::encoded;
use super::expression::{Expression, FUEL, Place, Value};
use super::layout::{Area, Content, Item, Plan};
use super::resolve::{Resolved, Resolver};
use super::statement::{Body, Data, Datum, Draft};
use super::symbols::{Meaning, Symbols};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::program::{Kind, Piece, Symbol};

/// `MOV R0, R0`
const NOP: u32 = 0xE1A0_0000;

/// Puts the bytes of all items together.
struct Emitter<'a> {
    resolver: Resolver<'a>,
    flash: Vec<u8>,
    pieces: Vec<Piece>,
    /// Whether it was reported that RAM has no start values.
    said_zero: bool,
}

/// The bytes of flash and what lies where. Call only when everything fits.
pub(super) fn emit(resolver: Resolver<'_>) -> (Vec<u8>, Vec<Piece>) {
    let emitter = Emitter {
        resolver,
        flash: Vec::new(),
        pieces: Vec::new(),
        said_zero: false,
    };
    emitter.run()
}

impl Emitter<'_> {
    /// The bytes of flash and what lies where. Call only when everything fits.
    fn run(mut self) -> (Vec<u8>, Vec<Piece>) {
        let plan = self.resolver.plan;
        for index in &plan.order {
            let area = &plan.areas[*index];
            for item in &area.items {
                let place = Place {
                    area: *index,
                    offset: item.offset,
                };
                let (bytes, kind, line) = self.item(area, item, place);
                let address = area.address + item.offset;
                if !area.header.writable {
                    self.flash.resize(address as usize, 0);
                    self.flash.extend_from_slice(&bytes);
                } else if !self.said_zero && bytes.iter().any(|byte| *byte != 0) {
                    self.said_zero = true;
                    self.say_zero(item);
                }
                if let Some(kind) = kind {
                    self.pieces.push(Piece {
                        address,
                        length: item.length,
                        kind,
                        line,
                    });
                }
            }
        }

        for statement in self.resolver.statements {
            if let Body::Assert(condition) = &statement.body {
                self.assert(condition, statement.span);
            }
        }

        (self.flash, self.pieces)
    }

    fn item(&mut self, area: &Area, item: &Item, place: Place) -> (Vec<u8>, Option<Kind>, u32) {
        match item.content {
            Content::Padding { after_code } => (padding(place.offset, item.length, after_code), None, 0),
            Content::Literal(index) => {
                let literal = &self.resolver.plan.pools.list[index];
                let bits = self
                    .resolver
                    .value(&literal.value, literal.here)
                    .map_or(0, |value| value.bits);
                (bits.to_le_bytes().to_vec(), Some(Kind::Literal), literal.line)
            }
            Content::Statement(index) => {
                let statement = &self.resolver.statements[index];
                let (bytes, kind) = self.statement(area, index, item.length, place);
                (bytes, Some(kind), statement.line)
            }
        }
    }

    fn statement(&mut self, area: &Area, index: usize, length: u32, place: Place) -> (Vec<u8>, Kind) {
        let statement = &self.resolver.statements[index];
        match &statement.body {
            Body::Code(condition, draft) => {
                if area.header.writable {
                    self.say_code_in_ram(area, statement.span);
                    return (vec![0; length as usize], Kind::Code);
                }

                let literal = match draft {
                    Draft::Literal { .. } => self
                        .resolver
                        .plan
                        .pools
                        .loaded_by(index)
                        .and_then(|literal| literal.place),
                    _ => None,
                };

                let words = encoded(&mut self.resolver, *condition, draft, literal, place, statement.span);
                (words.into_iter().flat_map(u32::to_le_bytes).collect(), Kind::Code)
            }
            Body::Data(data) => {
                let kind = if data.code { Kind::Code } else { Kind::Data };
                (self.data(data, place), kind)
            }
            Body::Space { fill: None, .. } => (vec![0; length as usize], Kind::Reserved),
            Body::Space {
                fill: Some((value, unit)),
                ..
            } => {
                let bytes = self.unit(value, *unit, place);
                (bytes.into_iter().cycle().take(length as usize).collect(), Kind::Data)
            }
            _ => (vec![0; length as usize], Kind::Code),
        }
    }

    fn data(&mut self, data: &Data, place: Place) -> Vec<u8> {
        let mut bytes = Vec::new();
        for value in &data.values {
            match value {
                Datum::Text(text) => bytes.extend_from_slice(text),
                Datum::Value(value) => {
                    let unit = self.unit(value, data.unit, place);
                    bytes.extend_from_slice(&unit);
                }
            }
        }

        bytes
    }

    /// A value as so many bytes.
    fn unit(&mut self, expression: &Expression, unit: u32, place: Place) -> Vec<u8> {
        let Some(value) = self.resolver.value(expression, place) else {
            return vec![0; unit as usize];
        };

        let signed = value.bits as i32;
        let (least, most) = match unit {
            1 => (-0x80, 0xFF),
            2 => (-0x8000, 0xFFFF),
            _ => (i32::MIN, i32::MAX),
        };

        if unit < 4 && value.is_address {
            self.resolver.log.push(
                Diagnostic::error("value-out-of-range", "an address does not fit here")
                    .at(expression.span)
                    .label("an address has four bytes")
                    .help("write `DCD` for a word"),
            );
        } else if !(least..=most).contains(&signed) {
            let text = self.resolver.text(expression.span);
            self.resolver.log.push(
                Diagnostic::error("value-out-of-range", format!("`{text}` does not fit here"))
                    .at(expression.span)
                    .label(format!("this place holds {least} to {most}"))
                    .help("write `DCD` for a word of 32 bits"),
            );
        }

        let upper = if expression.is_negative() { 0xFF } else { 0 };
        let mut bytes = value.bits.to_le_bytes().to_vec();
        bytes.resize(unit as usize, upper);
        bytes
    }

    fn assert(&mut self, condition: &Expression, span: Span) {
        let here = Place { area: 0, offset: 0 };
        if let Some(Resolved { bits: 0, .. }) = self.resolver.value(condition, here) {
            let error = Diagnostic::error("assertion", "what this `ASSERT` demands does not hold").at(span);
            self.resolver.log.push(error);
        }
    }

    fn say_zero(&mut self, item: &Item) {
        let Content::Statement(index) = item.content else {
            return;
        };
        self.resolver.log.push(
            Diagnostic::warning(
                "ram-reads-zero",
                "this value is in RAM, which is not loaded: it reads as zero",
            )
            .at(self.resolver.statements[index].span)
            .label("in a `READWRITE` area")
            .help(
                "in this project no start-up code copies initial values to RAM: store the value when the program \
                     starts, or put the line into a `READONLY` area when nothing writes to it",
            ),
        );
    }

    fn say_code_in_ram(&mut self, area: &Area, span: Span) {
        let first = area.span;
        self.resolver
            .log
            .repeat("code-in-ram", area.header.name.clone(), span, || {
                Diagnostic::error(
                    "code-in-ram",
                    "this instruction is in an area in RAM, which is not loaded",
                )
                .related(first, "the area begins here")
                .help("move it into the area with `CODE, READONLY`")
            });
    }
}

/// Bytes between items: zeros up to a word, after code NOPs from there.
fn padding(offset: u32, length: u32, after_code: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length as usize);
    while bytes.len() < length as usize {
        let at = offset as usize + bytes.len();
        if after_code && at.is_multiple_of(4) && bytes.len() + 4 <= length as usize {
            bytes.extend_from_slice(&NOP.to_le_bytes());
        } else {
            bytes.push(0);
        }
    }
    bytes
}

/// Symbols with their addresses, in source order.
pub(super) fn table(symbols: &Symbols, plan: &Plan) -> Vec<Symbol> {
    let address = |place: &Place| {
        let start = plan.areas.get(place.area).map_or(0, |area| area.address);
        start.wrapping_add(place.offset)
    };
    symbols
        .list
        .iter()
        .filter_map(|entry| {
            let (value, is_label) = match &entry.meaning {
                Meaning::Label(place) => (address(place.as_ref()?), true),
                Meaning::Value(expression, here) => {
                    let known = expression.evaluate(&symbols.at(*here), &mut FUEL.clone());
                    match known.ok()? {
                        Value::Address(place) => (address(&place), true),
                        value => (value.as_number()?, false),
                    }
                }
                Meaning::Imported => return None,
            };
            Some(Symbol {
                name: entry.name.to_string(),
                value,
                is_label,
                line: entry.line,
            })
        })
        .collect()
}
