//! Values of expressions, now that every address is known.

use super::explain;
use super::expression::{Expression, FUEL, Fault, Place, Value};
use super::layout::Plan;
use super::statement::Statement;
use super::symbols::Symbols;
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::assembly::Log;

/// A value with its address worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Resolved {
    /// The number or address.
    pub(super) bits: u32,
    /// A place in memory, not a number.
    pub(super) is_address: bool,
}

/// Works out values and reports what has none.
pub(super) struct Resolver<'a> {
    pub(super) source: &'a Source,
    pub(super) symbols: &'a Symbols,
    pub(super) plan: &'a Plan,
    pub(super) statements: &'a [Statement],
    pub(super) log: &'a mut Log,
}

impl<'a> Resolver<'a> {
    /// Nothing is worked out yet.
    pub(super) fn new(
        source: &'a Source,
        symbols: &'a Symbols,
        plan: &'a Plan,
        statements: &'a [Statement],
        log: &'a mut Log,
    ) -> Self {
        Self {
            source,
            symbols,
            plan,
            statements,
            log,
        }
    }

    /// The text at a span.
    pub(super) fn text(&self, span: Span) -> &'a str {
        self.source.text.get(span.start..span.end).unwrap_or("")
    }

    /// The address of a place.
    pub(super) fn address(&self, place: Place) -> u32 {
        let start = self.plan.areas.get(place.area).map_or(0, |area| area.address);
        start.wrapping_add(place.offset)
    }

    /// What an expression comes to, or the error that says why nothing.
    pub(super) fn value(&mut self, expression: &Expression, here: Place) -> Option<Resolved> {
        let scope = self.symbols.at(Some(here));
        let fault = match expression.evaluate(&scope, &mut FUEL.clone()) {
            Ok(Value::Address(place)) => {
                return Some(Resolved {
                    bits: self.address(place),
                    is_address: true,
                });
            }
            Ok(value) => match value.as_number() {
                Some(bits) => {
                    return Some(Resolved {
                        bits,
                        is_address: false,
                    });
                }
                None => Fault::Text(expression.span),
            },
            Err(fault) => fault,
        };
        self.log.push(explain::fault(self.source, self.symbols, &fault));

        None
    }

    /// A number; an address is an error.
    pub(super) fn number(&mut self, expression: &Expression, here: Place) -> Option<u32> {
        let value = self.value(expression, here)?;
        if !value.is_address {
            return Some(value.bits);
        }

        let text = self.text(expression.span);
        self.log.push(
            Diagnostic::error(
                "address-as-number",
                format!("`{text}` is an address; a number belongs here"),
            )
            .at(expression.span)
            .help(format!("load it into a register with `LDR Rx, ={text}` and use that")),
        );

        None
    }
}
