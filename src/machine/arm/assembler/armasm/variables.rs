//! `GBLA`, `LCLA`, `SETA` and their kin, and `$name` in a line.

use std::borrow::Cow;

use super::Reader;
use super::columns::Columns;
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::assembler::dialect::Type;
use crate::machine::arm::assembler::expression::Value;
use crate::machine::arm::assembler::lex::run;
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::work::Work;

impl<'a> Reader<'a, '_> {
    /// `GBLA name`: a variable of value zero, false or empty.
    pub(super) fn declare(&mut self, kind: Type, line: &Line<'_>, columns: &Columns) {
        let mut cursor = self.cursor(line, columns.rest.clone());
        let name = cursor.name("the name of a variable").and_then(|name| {
            cursor.finish()?;
            Ok(name)
        });
        match name {
            Ok(name) => {
                self.context.variables.insert(name.to_string(), empty(kind));
            }
            Err(error) => self.log.push(*error),
        }
    }

    /// `name SETA value`
    pub(super) fn set(&mut self, kind: Type, line: &Line<'_>, columns: &Columns) {
        let name = line.part(columns.label.clone()).trim_start_matches('$').to_owned();
        let span = line.span(columns.operation.clone());
        if name.is_empty() {
            self.log.push(
                Diagnostic::error("missing-label", "the variable is missing")
                    .at(span)
                    .help("write its name in the first column: `count SETA 1`"),
            );
            return;
        }

        let mut cursor = self.cursor(line, columns.rest.clone());
        let read = cursor.expression().and_then(|expression| {
            cursor.finish()?;
            Ok(expression)
        });
        let expression = match read {
            Ok(expression) => expression,
            Err(error) => return self.log.push(*error),
        };

        let Some(value) = self.known(&expression) else { return };
        let fits = matches!(
            (kind, &value),
            (Type::Text, Value::Text(_)) | (Type::Number | Type::Logical, Value::Number(_))
        );
        let value = match value.as_number() {
            Some(number) if kind != Type::Text => Value::Number(number),
            _ if fits => value,
            _ => {
                let error = Diagnostic::error("wrong-operand", "the value is of another type than the variable");
                return self.log.push(error.at(expression.span));
            }
        };

        self.context.variables.insert(name, value);
    }

    /// A line with the values of variables in the place of `$name`. What is no variable stays. `None` where there was too
    /// much work.
    pub(super) fn substituted(&self, line: Line<'a>) -> Option<Line<'a>> {
        if !line.text.contains('$') || self.context.variables.is_empty() {
            return Some(line);
        }

        let value = |name: &str| {
            self.context.variables.get(name).map(|value| match value {
                Value::Number(number) => number.to_string().into(),
                Value::Text(text) => String::from_utf8_lossy(text),
                Value::Address(_) => "".into(),
            })
        };
        let text = substitute(&line.text, &self.symbols.work, line.span(0..line.text.len()), value)?;

        Some(line.with_text(text))
    }
}

fn empty(kind: Type) -> Value {
    match kind {
        Type::Number | Type::Logical => Value::Number(0),
        Type::Text => Value::Text([].into()),
    }
}

/// A text with `$name` replaced by what `value` says; a dot after the name ends it and goes with it. `None` where that is
/// too much work: every letter that is put in is a step.
pub(super) fn substitute<'v>(
    text: &str,
    work: &Work,
    at: Span,
    value: impl Fn(&str) -> Option<Cow<'v, str>>,
) -> Option<String> {
    let mut made = Made::default();
    let mut rest = text;

    while let Some(dollar) = rest.find('$') {
        made.push(&rest[..dollar]);
        let name = &rest[dollar + 1..];
        let length = run(name, |letter| letter.is_ascii_alphanumeric() || letter == '_');

        if let Some(value) = value(&name[..length]).filter(|_| length > 0) {
            // Within a string the quotes around an argument would end it.
            let value = if made.in_string {
                value.trim_matches('"')
            } else {
                &value
            };
            if !work.take(value.len() + 1, at) {
                return None;
            }
            made.push(value);
            rest = &name[length..];
            rest = rest.strip_prefix('.').unwrap_or(rest);
        } else {
            made.push("$");
            rest = name;
        }
    }

    made.push(rest);
    Some(made.text)
}

/// A text in the making.
#[derive(Default)]
struct Made {
    text: String,
    /// Whether its quotes leave a string open.
    in_string: bool,
}

impl Made {
    fn push(&mut self, piece: &str) {
        let quotes = piece.bytes().filter(|byte| *byte == b'"').count();
        self.in_string ^= quotes % 2 == 1;
        self.text.push_str(piece);
    }
}
