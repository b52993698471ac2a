//! The front end for the GNU assembler's notation: source text to statements, for ARM state and one file.
//!
//! It knows labels with colons, directives with points, `@`, `//` and `/* */` comments, `;` between commands, numbers
//! without `#` (after `.syntax unified`), macros and repetitions, as the manual *Using as* and GNU as 2.40 have them. Instructions, expressions,
//! layout and literal pools are the same machinery as for armasm. What the linker would do is settled here: `.text` is
//! in flash from address 0, read-only sections after it, `.data` and `.bss` in RAM; execution starts at 0, so `_start`
//! belongs there. Thumb, other processors and further files are refused by name.

mod arguments;
mod body;
mod condition;
mod data;
mod directive;
mod lex;
mod macros;
mod repeat;
mod scan;
mod section;
mod text;

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use condition::Conditions;
use macros::Macro;
use scan::Lines;
use section::Sections;

use super::armasm::Reading;
use super::cursor::{Context, Cursor, Parsed};
use super::expression::{Expression, FUEL, Value};
use super::input::Input;
use super::line::Line;
use super::mnemonic;
use super::notation::Notation;
use super::statement::{Body, Label, Statement};
use super::symbols::{Meaning, Symbols};
use super::{advice, instruction};
use crate::diagnostic::{Diagnostic, Source, Span};
use crate::machine::arm::program::Symbol;
use crate::machine::assembly::{Log, nearest};

/// Reads a whole source: statements come section by section.
pub(super) fn read(source: &Source, log: &mut Log) -> Reading {
    Reader::new(source, log).run()
}

/// Reads commands from the first to the last, or to `.end`.
#[derive(Debug)]
struct Reader<'a> {
    source: &'a Source,
    log: &'a mut Log,
    input: Input<'a, Lines<'a>>,
    context: Context,
    symbols: Symbols,
    sections: Sections,
    conditions: Conditions,
    /// By their names in lower case.
    macros: BTreeMap<String, Rc<Macro>>,
    /// How many were executed.
    executed: u32,
    /// Where Thumb code is asked for.
    thumb: Option<Span>,
    /// Whether `.end` was read.
    ended: bool,
}

impl<'a> Reader<'a> {
    /// At the start of a source.
    fn new(source: &'a Source, log: &'a mut Log) -> Self {
        let symbols = Symbols::default();
        let lines = Lines::new(&source.text, log);
        let suspects = "does a macro call itself, or a `.rept` count too far?";
        Self {
            source,
            log,
            input: Input::new(lines, symbols.work.clone(), suspects),
            context: Context {
                notation: Notation::Gnu,
                ..Context::default()
            },
            symbols,
            sections: Sections::default(),
            conditions: Conditions::default(),
            macros: BTreeMap::new(),
            executed: 0,
            thumb: None,
            ended: false,
        }
    }

    fn run(mut self) -> Reading {
        while !self.ended
            && let Some(line) = self.input.next()
        {
            self.command(&line);
        }

        if let Some(span) = self.conditions.open() {
            self.log
                .push(Diagnostic::error("missing-endif", "this `.if` has no `.endif`").at(span));
        }

        Reading {
            statements: self.sections.finish(),
            symbols: self.symbols,
            thumb: self.thumb,
        }
    }

    fn command(&mut self, line: &Line<'a>) {
        if let Err(error) = self.read(line) {
            self.log.push(*error);
            self.push(line, None, Body::Broken(0), 0..line.text.len());
        }
    }

    /// Labels, and what follows them.
    fn read(&mut self, line: &Line<'a>) -> Parsed<()> {
        let mut at = 0;
        let mut label = None;
        if !self.conditions.skips() {
            while let Some((range, next)) = label_at(&line.text, at).or_else(|| self.colonless(line, at)) {
                if let Some(earlier) = label.take() {
                    self.push(line, Some(earlier), Body::None, range.clone());
                }
                label = self.label(line, range);
                at = next;
            }
        }

        let rest = &line.text[at..];
        let length = super::lex::run(rest, lex::is_name);
        let word = at..at + length;
        if line.part(word.clone()).starts_with('.') && length > 1 {
            if label.is_some() {
                self.push(line, label, Body::None, 0..at);
            }
            return self.directive(line, word);
        }
        if self.conditions.skips() {
            return Ok(());
        }
        if rest.is_empty() {
            self.push(line, label, Body::None, 0..at);
            return Ok(());
        }

        let is_equate = line.text[word.end..].trim_start().starts_with('=');
        if let Some(found) = self.macro_of(line.part(word.clone())).filter(|_| !is_equate) {
            if label.is_some() {
                self.push(line, label, Body::None, 0..at);
            }
            return self.call(&found, line, word);
        }

        let body = self.operation(line, word.clone()).unwrap_or_else(|error| {
            self.log.push(*error);
            Body::Broken(4)
        });
        self.push(line, label, body, word);

        Ok(())
    }

    /// The macro of a name.
    fn macro_of(&self, name: &str) -> Option<Rc<Macro>> {
        if self.macros.is_empty() {
            return None;
        }
        self.macros.get(&name.to_ascii_lowercase()).map(Rc::clone)
    }

    /// A label without its colon: an error, but a label all the same. What follows it shows what it is.
    fn colonless(&mut self, line: &Line<'_>, from: usize) -> Option<(Range<usize>, usize)> {
        let rest = &line.text[from..];
        let length = super::lex::run(rest, lex::is_name);
        let (word, after) = (&rest[..length], rest[length..].trim_start());
        let next = after.split_whitespace().next().unwrap_or("");
        let is_operation = mnemonic::mnemonic(next).is_some()
            || self.macro_of(next).is_some()
            || next.len() > 1 && next.starts_with('.') && !next.eq_ignore_ascii_case(".req");
        let is_name = word.starts_with(lex::is_name_start) && !word.starts_with('.');
        if !is_operation || !is_name || mnemonic::mnemonic(word).is_some() || self.macro_of(word).is_some() {
            return None;
        }

        let range = from..from + length;
        let error = Diagnostic::error("missing-colon", format!("the label `{word}` has no colon"))
            .at(line.span(range.clone()))
            .help(format!("write `{word}:`"));
        let better = format!("{word}:");
        self.log.push(if line.is_direct() {
            error.replace_with(better)
        } else {
            error
        });

        Some((range, line.text.len() - after.len()))
    }

    /// An instruction, or a name that is given a meaning: `x = 5`, `count .req r4`.
    fn operation(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<Body> {
        let name = line.part(word.clone());
        let after = line.text[word.end..].trim_start();
        if let Some(value) = after.strip_prefix('=') {
            let value = line.text.len() - value.trim_start_matches('=').len();
            return self.equate(line, word, value);
        }

        if after
            .split_whitespace()
            .next()
            .is_some_and(|next| next.eq_ignore_ascii_case(".req"))
        {
            return self.register_name(line, word);
        }
        let span = line.span(word.clone());
        let Some(named) = mnemonic::mnemonic(name) else {
            return Err(unknown(name, after, span, self.macros.keys()));
        };

        let mut cursor = self.cursor(line, word.end..line.text.len());
        let draft = instruction::parse(&mut cursor, named, span)
            .map_err(|error| Box::new(advice::with_form(*error, name, named)))?;
        Ok(Body::Code(named.condition, draft))
    }

    /// Defines a label.
    fn label(&mut self, line: &Line<'_>, range: Range<usize>) -> Option<Label> {
        let name = line.part(range.clone());
        let span = line.span(range);
        if let Ok(number) = name.parse::<u32>() {
            let key = self.context.next_local(number);
            self.symbols.define_local(key);
            return Some(Label::Local(key));
        }

        match self.symbols.define(name, Meaning::Label(None), span, line.number) {
            Ok(index) => Some(Label::Symbol(index)),
            Err(earlier) => {
                self.say_twice(name, span, earlier);
                None
            }
        }
    }

    fn say_twice(&mut self, name: &str, span: Span, earlier: usize) {
        let first = self.symbols.list[earlier].span;
        let help = if self.executed == 0 {
            "give one of them another name, or use numeric labels: `1:` and `b 1b`"
        } else {
            "give one of them another name; a label in a macro that is called twice needs `\\@` in its name: `again\\@:`"
        };
        self.log.push(
            Diagnostic::error("duplicate-label", format!("`{name}` is defined twice"))
                .at(span)
                .related(first, "first defined here")
                .help(help),
        );
    }

    /// `name = value`, `.equ name, value`. A name may get another value further down; from there on it has that one.
    fn equate(&mut self, line: &Line<'_>, name: Range<usize>, value: usize) -> Parsed<Body> {
        let span = line.span(name.clone());
        let name = line.part(name);
        let mut cursor = self.cursor(line, value..line.text.len());
        let value = cursor.expression()?;
        cursor.finish()?;

        match self
            .symbols
            .define(name, Meaning::Value(value.clone(), None), span, line.number)
        {
            Ok(index) => Ok(Body::Equate(index)),
            Err(earlier) if matches!(self.symbols.list[earlier].meaning, Meaning::Value(..)) => {
                let value = self.known(&value)?;
                self.context.variables.insert(name.to_owned(), Value::Number(value));
                Ok(Body::None)
            }
            Err(earlier) => {
                self.say_twice(name, span, earlier);
                Ok(Body::None)
            }
        }
    }

    /// `name .req register`
    fn register_name(&mut self, line: &Line<'_>, name: Range<usize>) -> Parsed<Body> {
        let mut cursor = self.cursor(line, name.end..line.text.len());
        cursor.advance();
        let register = cursor.register("a register")?;
        cursor.finish()?;
        self.context.registers.insert(line.part(name).to_owned(), register);
        Ok(Body::None)
    }

    /// The number of an expression that must be known here.
    fn known(&self, expression: &Expression) -> Parsed<u32> {
        let mut fuel = FUEL;
        let value = expression.evaluate(&self.symbols.at(None), &mut fuel);
        value.ok().and_then(|value| value.as_number()).ok_or_else(|| {
            Box::new(
                Diagnostic::error("unknown-value", "the value of this is not known here")
                    .at(expression.span)
                    .help("use numbers, and names that lines above give a number"),
            )
        })
    }

    /// Reads the operands in a part of a line.
    fn cursor<'c>(&'c mut self, line: &'c Line<'c>, part: Range<usize>) -> Cursor<'c> {
        let tokens = lex::tokens(&line.text, part.clone());
        Cursor::of_tokens(self.source, line, tokens, part.start, &mut self.context, self.log)
    }

    fn push(&mut self, line: &Line<'_>, label: Option<Label>, body: Body, part: Range<usize>) {
        self.sections.push(Statement {
            line: line.number,
            label,
            body,
            span: line.span(part),
        });
    }
}

/// The label that is at a place, and where its colon ends.
fn label_at(text: &str, from: usize) -> Option<(Range<usize>, usize)> {
    let rest = &text[from..];
    let at = from + rest.len() - rest.trim_start().len();
    let length = super::lex::run(&text[at..], lex::is_name);
    let end = at + length;
    let after = text[end..].trim_start();
    if length == 0 || !after.starts_with(':') {
        return None;
    }

    let colon = text.len() - after.len();
    let rest = text[colon + 1..].trim_start();
    Some((at..end, text.len() - rest.len()))
}

/// A word that is no instruction and none of the macros, with what it may have been meant to be. `after` is what follows it.
fn unknown<'m>(word: &str, after: &str, span: Span, macros: impl Iterator<Item = &'m String>) -> Box<Diagnostic> {
    const ARMASM: [(&str, &str); 5] = [
        ("DCD", "`.word`"),
        ("DCB", "`.byte` and `.ascii`"),
        ("DCW", "`.short`"),
        ("SPACE", "`.space`"),
        ("AREA", "`.section`"),
    ];
    if let Some(error) = advice::of_elsewhere(word) {
        return Box::new(error.at(span));
    }

    if word.is_empty() {
        let first = after.chars().next().map_or_else(String::new, String::from);
        let error = Diagnostic::error("unknown-instruction", format!("no instruction starts with `{first}`")).at(span);
        return Box::new(error.help("comments start with `@`"));
    }

    let error = Diagnostic::error("unknown-instruction", format!("`{word}` is not an ARM instruction")).at(span);
    let directive = ARMASM.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    Box::new(match directive {
        Some((_, own)) => error.help(format!("it is armasm's; the GNU assembler has {own}")),
        None => match nearest(
            word,
            macros
                .map(String::as_str)
                .chain(mnemonic::names().map(|name| -> &'m str { name })),
        ) {
            Some(name) => error.help(format!("did you mean `{}`?", name.to_ascii_lowercase())),
            None => error.help("a label needs a colon after it; a comment starts with `@`"),
        },
    })
}

/// Warns where `_start` is not where execution starts. `table` has the addresses.
pub(super) fn say_start(symbols: &Symbols, table: &[Symbol], log: &mut Log) {
    let start = table.iter().find(|symbol| symbol.name == "_start" && symbol.value != 0);
    let Some((entry, start)) = symbols.find("_start").zip(start) else {
        return;
    };

    let message = format!(
        "`_start` is at 0x{:08X}, but the board starts at address 0",
        start.value
    );
    log.push(
        Diagnostic::warning("start-elsewhere", message)
            .at(entry.span)
            .help("make it the first thing in `.text`, or branch to it from there"),
    );
}
