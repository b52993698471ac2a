//! `MACRO`, `MEND`, `MEXIT`: lines with parameters.

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use super::Reader;
use super::columns::{self, Columns};
use super::conditional::operation;
use super::variables::substitute;
use crate::diagnostic::Diagnostic;
use crate::machine::arm::assembler::dialect::Directive;
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::string;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro<'a> {
    /// The parameter that the label of a call gives.
    label: Option<String>,
    /// The others, with what they are where a call leaves them out.
    parameters: Vec<(String, String)>,
    lines: Vec<Line<'a>>,
}

impl<'a> Reader<'a, '_> {
    /// `MACRO`: the next line is the prototype, and the lines to `MEND` the body.
    pub(super) fn define_macro(&mut self, line: &Line<'a>, columns: &Columns) {
        let span = line.span(columns.operation.clone());
        let lines = self.input.gather(|line| operation(line) == Some(Directive::Mend));
        let Some(lines) = lines else {
            self.log.push(
                Diagnostic::error("missing-mend", "this `MACRO` has no `MEND`")
                    .at(span)
                    .help("write `    MEND` after its last line"),
            );
            self.ended = true;
            return;
        };

        let mut lines = lines.into_iter().skip_while(|line| line.text.trim().is_empty());
        let Some(prototype) = lines.next() else {
            let error = Diagnostic::error("wrong-macro", "this `MACRO` has no line with its name");
            self.log.push(
                error
                    .at(span)
                    .help("write the name and parameters on the next line: `$label print $text`"),
            );
            return;
        };

        let end = string::code_end(&prototype.text, ';');
        let columns = columns::columns(&prototype.text, end);
        let name = prototype.part(columns.operation.clone()).to_owned();
        if name.is_empty() {
            let error = Diagnostic::error("wrong-macro", "the name of the macro is missing");
            self.log.push(
                error
                    .at(prototype.span(columns.label))
                    .help("only a `$label` can be in the first column of this line; put a space before the name"),
            );
            return;
        }

        let label = prototype.part(columns.label).strip_prefix('$').map(str::to_owned);
        let parameters = arguments(prototype.part(columns.rest))
            .into_iter()
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| {
                let (name, default) = parameter.split_once('=').unwrap_or((parameter, ""));
                let name = name.trim().trim_start_matches('$').to_owned();
                (name, default.trim().trim_matches('"').to_owned())
            })
            .collect();
        let found = Macro {
            label,
            parameters,
            lines: lines.collect(),
        };

        self.macros.insert(name, Rc::new(found));
    }

    /// Reads lines next that a macro or loop on this line made.
    pub(super) fn put(&mut self, lines: Vec<Line<'a>>, line: &Line<'_>) {
        let at = line.span(0..line.text.len());
        if let Err(error) = self.input.put(lines, self.conditions.len(), at) {
            self.log.push(*error);
        }
    }

    /// A call: the body with the arguments in it is read next.
    pub(super) fn call(&mut self, found: &Macro<'a>, line: &Line<'a>, columns: &Columns) {
        if self.input.is_full() {
            return;
        }

        let span = line.span(columns.operation.clone());
        let given = arguments(line.part(columns.rest.clone()));
        let given_count = given.iter().filter(|argument| !argument.is_empty()).count();
        if given_count > found.parameters.len() {
            let word = line.part(columns.operation.clone());
            let error = format!("`{word}` takes {} arguments, not {given_count}", found.parameters.len());
            self.log.push(Diagnostic::error("extra-operand", error).at(span));
        }

        let mut values: HashMap<&str, &str> = HashMap::new();
        for (index, (name, default)) in found.parameters.iter().enumerate() {
            let value = given
                .get(index)
                .copied()
                .filter(|value| !value.is_empty() && *value != "|");
            values.insert(name, value.unwrap_or(default));
        }

        let label = line.part(columns.label.clone());
        match &found.label {
            Some(name) => {
                values.insert(name, label);
            }
            None if !label.is_empty() => self.label_alone(line, columns),
            None => {}
        }

        let value = |name: &str| values.get(name).map(|value| Cow::Borrowed(*value));
        let made = found.lines.iter().map(|body| {
            let text = substitute(&body.text, &self.symbols.work, span, value)?;
            Some(Line::made_by(line, span, text))
        });

        // Without its whole body the macro is not read at all: there was too much work.
        if let Some(made) = made.collect::<Option<Vec<Line<'a>>>>() {
            self.put(made, line);
        }
    }
}

/// The parts between commas, blanks around them left out; commas in strings and brackets separate nothing.
fn arguments(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut depth) = (0, 0, 0_i32);
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match letter {
            '"' => {
                at = string::end(text, at, text.len()).unwrap_or(text.len());
                continue;
            }
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        at += letter.len_utf8();
    }

    parts.push(text[start..].trim());
    parts
}
