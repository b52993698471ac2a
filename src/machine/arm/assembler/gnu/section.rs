//! Sections, as the areas that layout knows.
//!
//! A source goes back and forth between them, and each is one piece in memory, with its literals at its end. So statements
//! are collected section by section.

use std::collections::HashMap;

use super::super::cursor::Parsed;
use super::super::expression::Expression;
use super::super::lex::TokenKind;
use super::super::line::Line;
use super::super::statement::{Body, Header, Label, Statement};
use super::super::symbols::Meaning;
use super::{Range, Reader, Span};
use crate::diagnostic::Diagnostic;

fn header(name: &str, code: bool, writable: bool, uninitialised: bool) -> Header {
    Header {
        name: name.to_owned(),
        code,
        writable,
        uninitialised,
        alignment: 2,
    }
}

/// Where commands go before any section is named.
pub(super) fn text() -> Header {
    header(".text", true, false, false)
}

/// The section of a name, by what such names mean everywhere; `None` for one of the programmer's own.
fn known(name: &str) -> Option<Header> {
    let is = |start: &str| name == start || name.strip_prefix(start).is_some_and(|rest| rest.starts_with('.'));
    Some(if is(".text") || is(".init") || is(".vectors") {
        header(name, true, false, false)
    } else if is(".rodata") {
        header(name, false, false, false)
    } else if is(".data") {
        header(name, false, true, false)
    } else if is(".bss") {
        header(name, false, true, true)
    } else {
        return None;
    })
}

/// The sections of a source.
#[derive(Debug)]
pub(super) struct Sections {
    /// In the order in which they were first named; `.text` is always there.
    list: Vec<Vec<Statement>>,
    by_name: HashMap<String, usize>,
    /// The one that is being filled.
    current: usize,
}

impl Default for Sections {
    fn default() -> Self {
        let mut sections = Self {
            list: Vec::new(),
            by_name: HashMap::new(),
            current: 0,
        };
        sections.open(text(), 1, Span { start: 0, end: 0 });
        sections
    }
}

impl Sections {
    /// From here on everything belongs to this section.
    fn open(&mut self, header: Header, line: u32, span: Span) {
        let next = self.list.len();
        self.current = *self.by_name.entry(header.name.clone()).or_insert(next);
        if self.current == next {
            self.list.push(vec![Statement {
                line,
                label: None,
                body: Body::Area(header),
                span,
            }]);
        }
    }

    /// Adds to the section that is being filled.
    pub(super) fn push(&mut self, statement: Statement) {
        let statements = &mut self.list[self.current];
        if matches!(statement.body, Body::Align { .. }) {
            // Labels before it mean the place before the padding, as a label on the line of ALIGN does.
            let labels = statements.iter_mut().rev();
            for label in labels.take_while(|before| before.label.is_some() && matches!(before.body, Body::None)) {
                label.body = Body::Align {
                    boundary: Some(Expression::number(1, label.span)),
                    offset: None,
                };
            }
        }

        statements.push(statement);
    }

    /// All statements, section by section.
    pub(super) fn finish(self) -> Vec<Statement> {
        self.list.into_iter().flatten().collect()
    }
}

impl Reader<'_> {
    /// `.text`, `.data`, `.bss`
    pub(super) fn plain_section(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        let span = line.span(word.clone());
        let name = line.part(word.clone()).to_ascii_lowercase();
        let cursor = self.cursor(line, word.end..line.text.len());
        if !cursor.is_done() && cursor.word() != "0" {
            let error = Diagnostic::error("unknown-directive", "numbered parts of a section are not known here");
            return Err(Box::new(
                error
                    .at(cursor.span())
                    .help("write the lines in the order they shall have"),
            ));
        }

        self.sections.open(known(&name).unwrap_or_else(text), line.number, span);
        Ok(())
    }

    /// `.section name, "flags", %type`
    pub(super) fn section(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        let span = line.span(word.clone());
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let quoted = matches!(cursor.peek(), Some(TokenKind::Text { closed: true }));
        if !quoted && cursor.peek() != Some(TokenKind::Word) {
            return Err(cursor.expected("the name of a section"));
        }

        let name = cursor.word().trim_matches('"').to_owned();
        cursor.advance();
        let mut flags = None;
        if cursor.take(',') {
            flags = Some(cursor.word().trim_matches('"').to_ascii_lowercase());
            // The type says nothing that is needed here.
            cursor.skip_all();
        }

        let section = known(&name).unwrap_or_else(|| {
            let flags = flags.unwrap_or_default();
            header(&name, flags.contains('x'), flags.contains('w'), false)
        });
        self.sections.open(section, line.number, span);

        Ok(())
    }

    /// `.comm name, size, alignment` and `.lcomm`: room in `.bss`.
    pub(super) fn common(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        let span = line.span(word.clone());
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let at = cursor.span();
        let name = cursor.name("a name")?;
        cursor.comma()?;
        let size = cursor.expression()?;

        let boundary = if cursor.take(',') {
            Some(cursor.expression()?)
        } else {
            None
        };

        cursor.finish()?;
        let before = self.sections.current;
        self.sections.open(header(".bss", false, true, true), line.number, span);
        self.push(line, None, Body::Align { boundary, offset: None }, word.clone());

        match self.symbols.define(&name, Meaning::Label(None), at, line.number) {
            Ok(index) => {
                let label = Some(Label::Symbol(index));
                self.push(line, label, Body::Space { size, fill: None }, word);
            }
            Err(earlier) => self.say_twice(&name, at, earlier),
        }

        self.sections.current = before;
        Ok(())
    }
}
