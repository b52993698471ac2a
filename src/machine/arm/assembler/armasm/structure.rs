//! Names of a MAP with a base register, looked up before the lines are read: code may come before the fields that it uses.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::columns;
use crate::diagnostic::Source;
use crate::machine::arm::assembler::cursor::Context;
use crate::machine::arm::assembler::dialect::{self, Directive};
use crate::machine::arm::assembler::string;
use crate::machine::arm::isa::Register;

/// The fields of these lines that are offsets from a register, with that register.
pub(super) fn relative_names(source: &Source, rows: Range<usize>) -> HashMap<Rc<str>, Register> {
    let mut context = Context::default();
    let mut base = None;
    for text in rows.filter_map(|row| source.line(row)) {
        let columns = columns::columns(text, string::code_end(text, ';'));
        let (label, rest) = (text[columns.label].trim_matches('|'), text[columns.rest].trim());
        match dialect::directive(&text[columns.operation]) {
            Some(Directive::Rn) => {
                if let Some(register) = register(&context, rest) {
                    context.registers.insert(label.to_owned(), register);
                }
            }
            Some(Directive::Map) => {
                let name = rest.rsplit_once(',').map(|(_, name)| name.trim());
                base = name.and_then(|name| register(&context, name));
            }
            Some(Directive::Field) if !label.is_empty() => {
                if let Some(base) = base {
                    context.relative.insert(label.into(), base);
                }
            }
            _ => {}
        }
    }
    context.relative
}

/// A register by its name or its number.
fn register(context: &Context, word: &str) -> Option<Register> {
    let by_number = || word.parse().ok().filter(|number: &Register| *number < 16);
    context.register(word).or_else(by_number)
}
