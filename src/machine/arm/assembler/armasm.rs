//! The armasm front end: lines of source to statements. [`dialect`] states the rules.
//!
//! Takes a source; gives statements whose operands are read, and the symbols they define. Conditional lines, loops and macros
//! are settled here. It knows nothing of addresses.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::advice;
use super::cursor::{Context, Cursor};
use super::dialect::{self, Directive};
use super::explain;
use super::expression::{Expression, FUEL, Value};
use super::files::{Files, Unit};
use super::input::Input;
use super::instruction;
use super::lex::{self, is_name};
use super::line::Line;
use super::mnemonic::{self, Named};
use super::statement::{Body, Label, Statement};
use super::string;
use super::symbols::{Meaning, Symbols};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::arm::isa::Register;
use crate::machine::assembly::{Log, is_blank, odd_blank};

mod columns;
mod conditional;
mod data;
mod directive;
mod macros;
mod rows;
mod structure;
mod suspects;
mod variables;
mod whole;

use columns::Columns;
use macros::Macro;
use rows::Rows;

pub(super) use whole::{included_name, read};

/// What a front end gives.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) statements: Vec<Statement>,
    pub(super) symbols: Symbols,
    /// Where Thumb code is asked for.
    pub(super) thumb: Option<Span>,
}

/// What the operation of a line is.
enum Operation<'a> {
    Instruction(Named),
    Directive(Directive),
    Macro(Rc<Macro<'a>>),
}

struct Reader<'a, 'log> {
    files: &'a Files,
    unit: &'a Unit,
    source: &'a Source,
    log: &'log mut Log,
    input: Input<'a, Rows<'a>>,
    symbols: Symbols,
    context: Context,
    statements: Vec<Statement>,
    conditions: Vec<conditional::Branch>,
    macros: HashMap<String, Rc<Macro<'a>>>,
    /// Where `FIELD` goes on.
    map: u32,
    /// What those names are offsets from.
    map_base: Option<Register>,
    ended: bool,
    thumb: Option<Span>,
}

impl<'a, 'log> Reader<'a, 'log> {
    fn new(files: &'a Files, unit: &'a Unit, symbols: Symbols, log: &'log mut Log) -> Self {
        Self {
            files,
            unit,
            source: &files.source,
            log,
            input: Input::new(
                Rows::new(&files.source, unit.rows.clone()),
                symbols.work.clone(),
                "does a macro call itself, or a `WHILE` never end?",
            ),
            symbols,
            context: Context {
                relative: structure::relative_names(&files.source, unit.rows.clone()),
                ..Context::default()
            },
            statements: Vec::new(),
            conditions: Vec::new(),
            macros: HashMap::new(),
            map: 0,
            map_base: None,
            ended: false,
            thumb: None,
        }
    }
}

impl<'a> Reader<'a, '_> {
    fn run(&mut self) {
        while let Some(line) = self.input.next() {
            if self.ended {
                self.after_end(&line);
                continue;
            }
            self.line(line);
        }
        self.say_open();
        self.report_suspects();
    }

    fn line(&mut self, line: Line<'a>) {
        let Some(line) = self.substituted(line) else { return };
        let end = string::code_end(&line.text, ';');
        self.say_odd_blanks(&line, end);
        let columns = columns::columns(&line.text, end);
        if columns.label.is_empty() && columns.operation.is_empty() {
            return;
        }

        let first = if columns.label.is_empty() {
            &columns.operation
        } else {
            &columns.label
        };

        if advice::is_foreign_comment(line.part(first.clone())) && !self.is_skipping() {
            return advice::foreign_comment(line.part(first.clone()), line.span(first.clone()), self.log);
        }

        let word = line.part(columns.operation.clone());
        let directive = dialect::directive(word);
        if let Some(directive) = directive.filter(|one| conditional::is_conditional(*one)) {
            return self.conditional(directive, &line, &columns);
        }
        if self.is_skipping() {
            return;
        }

        match self.operation(word) {
            Some(operation) => self.operate(operation, &line, &columns),
            None if columns.operation.is_empty() => self.label_alone(&line, &columns),
            None => self.unknown(&line, columns),
        }
    }

    fn operation(&self, word: &str) -> Option<Operation<'a>> {
        if let Some(found) = self.macros.get(word) {
            return Some(Operation::Macro(Rc::clone(found)));
        }
        let directive = dialect::directive(word).map(Operation::Directive);
        directive.or_else(|| mnemonic::mnemonic(word).map(Operation::Instruction))
    }

    fn operate(&mut self, operation: Operation<'a>, line: &Line<'a>, columns: &Columns) {
        let word = line.part(columns.operation.clone());
        let span = line.span(columns.operation.clone());
        if !mnemonic::is_one_case(word) && !matches!(operation, Operation::Macro(_)) {
            let mut cursor = self.cursor(line, 0..0);
            cursor.say_mixed(word, span);
        }

        match operation {
            Operation::Macro(found) => self.call(&found, line, columns),
            Operation::Directive(directive) => self.directive(directive, line, columns),
            Operation::Instruction(named) => {
                let label = self.label(line, columns);
                let mut cursor = self.cursor(line, columns.rest.clone());
                let body = match instruction::parse(&mut cursor, named, span) {
                    Ok(draft) => Body::Code(named.condition, draft),
                    Err(error) => {
                        self.log.push(advice::with_form(*error, word, named));
                        Body::Broken(4)
                    }
                };
                self.push(line, label, body, span);
            }
        }
    }

    fn push(&mut self, line: &Line<'_>, label: Option<Label>, body: Body, span: Span) {
        self.statements.push(Statement {
            line: line.number,
            label,
            body,
            span,
        });
    }

    fn cursor<'b>(&'b mut self, line: &'b Line<'_>, part: Range<usize>) -> Cursor<'b> {
        Cursor::new(self.source, line, part, &mut self.context, self.log)
    }

    /// The label of a line, defined as a place.
    fn label(&mut self, line: &Line<'_>, columns: &Columns) -> Option<Label> {
        let word = line.part(columns.label.clone());
        if word.is_empty() {
            return None;
        }

        if let Some(colon) = columns.colon {
            let span = line.span(colon..colon + 1);
            self.log.repeat("label-colon", String::new(), span, || {
                Diagnostic::warning("label-colon", "a colon after a label")
                    .help("armasm writes labels without a colon; remove it")
            });
        }

        let span = line.span(columns.label.clone());
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return self.numeric_label(word, span);
        }

        let name = self.checked_name(word, span)?;
        self.define(&name, Meaning::Label(None), span, line.number)
            .map(Label::Symbol)
    }

    /// `1` or `1name`.
    fn numeric_label(&mut self, word: &str, span: Span) -> Option<Label> {
        let digits = lex::run(word, |letter| letter.is_ascii_digit());
        let number = word[..digits].parse().ok().filter(|_| word.chars().all(is_name));
        let Some(number) = number else {
            self.log.push(
                Diagnostic::error("wrong-label", format!("`{word}` cannot be a label"))
                    .at(span)
                    .help("a label has letters, digits and `_`, and starts with a letter"),
            );
            return None;
        };

        let key = self.context.next_local(number);
        self.symbols.define_local(key);
        Some(Label::Local(key))
    }

    /// A name for a symbol, without its bars.
    fn checked_name(&mut self, word: &str, span: Span) -> Option<String> {
        if let Some(inside) = word.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            return Some(inside.to_owned());
        }

        let error = if self.context.register(word).is_some() {
            Diagnostic::error(
                "label-is-register",
                format!("`{word}` is a register and cannot be a label"),
            )
            .help(format!("choose another name, such as `{word}_`"))
        } else if !word.chars().all(is_name) || word.contains('$') {
            self.log.repeat("wrong-label", word.to_owned(), span, || {
                Diagnostic::error("wrong-label", format!("`{word}` cannot be a label"))
                    .help("a label has letters, digits and `_`, and starts with a letter")
            });
            return None;
        } else {
            return Some(word.to_owned());
        };

        self.log.push(error.at(span));
        None
    }

    /// Adds a symbol; a second one of a name is an error.
    fn define(&mut self, name: &str, meaning: Meaning, span: Span, line: u32) -> Option<usize> {
        match self.symbols.define(name, meaning, span, line) {
            Ok(index) => Some(index),
            Err(earlier) => {
                let first = self.symbols.list[earlier].span;
                self.log.push(
                    Diagnostic::error("duplicate-label", format!("`{name}` is defined twice"))
                        .at(span)
                        .label("defined again here")
                        .related(first, "first defined here")
                        .help("give one of them another name"),
                );

                None
            }
        }
    }

    fn label_alone(&mut self, line: &Line<'_>, columns: &Columns) {
        let span = line.span(columns.label.clone());
        if let Some(label) = self.label(line, columns) {
            self.push(line, Some(label), Body::None, span);
        }
    }

    /// A line whose operation is none. The usual reasons are columns; then it is read as it was meant.
    fn unknown(&mut self, line: &Line<'a>, columns: Columns) {
        let end = columns.rest.end;
        let word = line.part(columns.operation.clone());
        let span = line.span(columns.operation.clone());
        let label = line.part(columns.label.clone());
        let rest = line.part(columns.rest.clone()).trim();

        if let Some(operation) = self.operation(label).filter(|_| columns.colon.is_none()) {
            self.log
                .push(advice::in_first_column(label, line.span(columns.label.clone())));
            let (_, operands) = columns::shifted(&line.text, columns.label.start, end);
            let columns = Columns {
                label: 0..0,
                colon: None,
                operation: columns.label,
                rest: operands,
            };
            return self.operate(operation, line, &columns);
        }

        let (next, operands) = columns::shifted(&line.text, columns.operation.end, end);
        let is_label =
            label.is_empty() && word.chars().all(is_name) && !word.starts_with(|one: char| one.is_ascii_digit());
        let meant = (rest.is_empty() || rest == ":") && !advice::is_known_elsewhere(word);
        let operation = self.operation(line.part(next.clone()));

        if is_label && (operation.is_some() || meant && advice::near(word).is_none()) {
            self.log.push(advice::indented_label(word, span));
            let columns = Columns {
                label: columns.operation,
                colon: None,
                operation: next,
                rest: operands,
            };
            return match operation {
                Some(operation) => self.operate(operation, line, &columns),
                None => self.label_alone(line, &columns),
            };
        }

        let label = self.label(line, &columns);
        self.push(line, label, Body::Broken(4), span);
        advice::unknown(word, span, self.log);
    }

    /// What an expression comes to on this line, or an error.
    fn known(&mut self, expression: &Expression) -> Option<Value> {
        match expression.evaluate(&self.symbols.at(None), &mut FUEL.clone()) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.log.push(explain::fault(self.source, &self.symbols, &fault));
                None
            }
        }
    }

    fn known_number(&mut self, expression: &Expression) -> Option<u32> {
        let value = self.known(expression)?;
        let number = value.as_number();
        if number.is_none() {
            self.log.push(
                Diagnostic::error("wrong-operand", "a number that is known here belongs on this line")
                    .at(expression.span),
            );
        }
        number
    }

    fn say_odd_blanks(&mut self, line: &Line<'_>, end: usize) {
        if line.text[..end]
            .bytes()
            .all(|byte| (0x20..0x7F).contains(&byte) || byte == b'\t')
        {
            return;
        }
        for (at, letter) in line.text[..end].char_indices().filter(|(_, letter)| is_blank(*letter)) {
            odd_blank(letter, line.span(at..at + letter.len_utf8()), self.log);
        }
    }

    fn after_end(&mut self, line: &Line<'_>) {
        let end = string::code_end(&line.text, ';');
        let columns = columns::columns(&line.text, end);
        if mnemonic::mnemonic(line.part(columns.operation.clone())).is_none() {
            return;
        }

        let span = line.span(columns.operation);
        self.log.repeat("code-after-end", String::new(), span, || {
            Diagnostic::warning(
                "code-after-end",
                "this looks like code, but it comes after `END` and is ignored",
            )
            .help("`END` ends the program text; move `END` below the last line")
        });
    }

    fn say_open(&mut self) {
        if let Some(branch) = self.conditions.last() {
            self.log.push(
                Diagnostic::error("missing-endif", "this `IF` has no `ENDIF`")
                    .at(branch.span)
                    .help("write `    ENDIF` after the lines it applies to"),
            );
        }
        if !self.ended {
            let own = self.source.text.get(self.unit.bytes.clone()).unwrap_or_default();
            let end = self.unit.bytes.start + own.trim_end().len();
            self.log.push(
                Diagnostic::warning("missing-end", "the program has no `END`")
                    .at(Span { start: end, end })
                    .help("write `    END`, not in the first column, below the last line"),
            );
        }
    }
}
