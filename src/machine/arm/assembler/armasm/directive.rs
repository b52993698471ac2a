//! Directives that are neither data nor conditional: areas, names, pools, and what is accepted without effect.

use super::Reader;
use super::columns::Columns;
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::assembler::cursor::{Cursor, Parsed};
use crate::machine::arm::assembler::dialect::Directive;
use crate::machine::arm::assembler::expression::Expression;
use crate::machine::arm::assembler::layout::LARGEST_ALIGNMENT;
use crate::machine::arm::assembler::lex::TokenKind;
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::statement::{Body, Header};
use crate::machine::arm::assembler::symbols::Meaning;
use crate::machine::assembly::nearest;

/// Attributes of areas. What is after the bar changes nothing here.
const ATTRIBUTES: [&str; 8] = [
    "CODE",
    "DATA",
    "READONLY",
    "READWRITE",
    "NOINIT",
    "ALIGN",
    "CODEALIGN",
    "NOALLOC",
];

impl<'a> Reader<'a, '_> {
    /// Any directive but the conditional ones.
    pub(super) fn directive(&mut self, directive: Directive, line: &Line<'a>, columns: &Columns) {
        let span = line.span(columns.operation.clone());
        match directive {
            Directive::Area => self.area(line, columns),
            Directive::Entry => self.plain(line, columns, Body::Entry),
            Directive::Ltorg => self.plain(line, columns, Body::Pool),
            Directive::Data(..) | Directive::Dci | Directive::Space | Directive::Fill | Directive::Align => {
                self.data(directive, line, columns);
            }
            Directive::Equ => self.equate(line, columns),
            Directive::Rn => self.name_register(line, columns),
            Directive::Map | Directive::Field => self.structure(directive, line, columns),
            Directive::Import | Directive::Export => self.announce(directive, line, columns),
            Directive::Declare(kind) => self.declare(kind, line, columns),
            Directive::Set(kind) => self.set(kind, line, columns),
            Directive::Assert => self.assert(line, columns),
            Directive::Rout => {
                let label = self.label(line, columns);
                self.context.open_routine();
                self.push(line, label, Body::None, span);
            }
            Directive::Macro => self.define_macro(line, columns),
            Directive::Mexit => match self.input.leave() {
                Some(conditions) => self.conditions.truncate(conditions),
                None => self.say_alone(line, columns),
            },
            Directive::Mend => self.say_alone(line, columns),
            Directive::End => {
                self.label_before(line, columns);
                // At the end of a file that is included, the other one goes on.
                self.ended = !self.input.source.leave_file();
            }
            Directive::Ignored => self.label_before(line, columns),
            Directive::Thumb => {
                self.label_before(line, columns);
                self.thumb.get_or_insert(span);
            }
            Directive::Include => self.include(line, columns),
            Directive::Refused(help) => self.refuse(line, columns, help),
            // Read before everything else.
            Directive::If
            | Directive::Elif
            | Directive::Else
            | Directive::Endif
            | Directive::While
            | Directive::Wend => {}
        }
    }

    /// A label before a directive that puts nothing into memory.
    fn label_before(&mut self, line: &Line<'_>, columns: &Columns) {
        if !columns.label.is_empty() {
            self.label_alone(line, columns);
        }
    }

    /// A directive without operands.
    fn plain(&mut self, line: &Line<'_>, columns: &Columns, body: Body) {
        let label = self.label(line, columns);
        let finished = self.cursor(line, columns.rest.clone()).finish();
        if let Err(error) = finished {
            self.log.push(*error);
        }
        let span = line.span(columns.operation.clone());
        self.push(line, label, body, span);
    }

    fn say_alone(&mut self, line: &Line<'_>, columns: &Columns) {
        let word = line.part(columns.operation.clone());
        self.log.push(
            Diagnostic::error("unopened", format!("`{word}` is outside a macro"))
                .at(line.span(columns.operation.clone()))
                .help("a macro begins with `MACRO` on a line of its own"),
        );
    }

    fn refuse(&mut self, line: &Line<'_>, columns: &Columns, help: &str) {
        self.label_before(line, columns);
        let word = line.part(columns.operation.clone());
        self.log.push(
            Diagnostic::error("not-supported", format!("`{word}` is not supported"))
                .at(line.span(columns.operation.clone()))
                .help(help),
        );
    }

    /// `GET` and `INCLUDE`.
    fn include(&mut self, line: &Line<'a>, columns: &Columns) {
        if line.part(columns.operation.clone()).eq_ignore_ascii_case("INCBIN") {
            return self.refuse(line, columns, "write the bytes with `DCB`");
        }

        self.label_before(line, columns);
        let span = line.span(columns.rest.clone());
        let files = self.files;
        let (reason, help) = match files.included.get(&(line.number as usize)) {
            Some(Ok(rows)) if self.input.is_plain() => return self.input.source.include(rows.clone()),
            Some(Err((reason, help))) => (reason.clone(), help.clone()),
            _ => {
                let word = line.part(columns.operation.clone());
                let reason = format!("`{word}` names no file, or is in a macro or a loop");
                (
                    reason,
                    format!("write `    {word} board.s` outside of macros and loops"),
                )
            }
        };
        self.log
            .push(Diagnostic::error("no-such-file", reason).at(span).help(help));
    }

    fn area(&mut self, line: &Line<'_>, columns: &Columns) {
        let span = line.span(columns.operation.clone());
        if !columns.label.is_empty() {
            let word = line.part(columns.label.clone());
            self.log.push(
                Diagnostic::error("wrong-label", format!("`{word}` cannot come before `AREA`"))
                    .at(line.span(columns.label.clone()))
                    .help("write the label on the line below"),
            );
        }

        let mut alignment = None;
        let mut cursor = self.cursor(line, columns.rest.clone());
        let header = match header(&mut cursor, &mut alignment) {
            Ok(header) => header,
            Err(error) => {
                self.log.push(*error);
                // Where the header cannot be read, what follows still wants a place.
                Header {
                    name: format!("line {}", line.number),
                    code: true,
                    writable: false,
                    uninitialised: false,
                    alignment: 2,
                }
            }
        };

        let alignment = alignment.and_then(|expression| {
            let number = self.known_number(&expression)?;
            (number <= LARGEST_ALIGNMENT).then_some(number)
        });
        self.context.open_routine();
        let header = Header {
            alignment: alignment.unwrap_or(header.alignment),
            ..header
        };

        self.push(line, None, Body::Area(header), span);
    }

    /// `name EQU value`
    fn equate(&mut self, line: &Line<'_>, columns: &Columns) {
        let mut cursor = self.cursor(line, columns.rest.clone());
        let read = cursor.expression().and_then(|expression| {
            // A type may follow: `name EQU 0x100, DATA`
            if cursor.take(',') {
                cursor.skip_all();
            }
            cursor.finish()?;
            Ok(expression)
        });

        match read {
            Ok(expression) => self.name_value(line, columns, expression),
            Err(error) => self.log.push(*error),
        }
    }

    fn name_value(&mut self, line: &Line<'_>, columns: &Columns, value: Expression) {
        let Some((name, span)) = self.needed_name(line, columns, "EQU 10") else {
            return;
        };
        if let Some(index) = self.define(&name, Meaning::Value(value, None), span, line.number) {
            self.push(line, None, Body::Equate(index), span);
        }
    }

    /// The name in the first column of a line that must have one.
    fn needed_name(&mut self, line: &Line<'_>, columns: &Columns, form: &str) -> Option<(String, Span)> {
        let word = line.part(columns.label.clone());
        if word.is_empty() {
            let operation = line.part(columns.operation.clone());
            self.log.push(
                Diagnostic::error("missing-label", format!("`{operation}` has no name before it"))
                    .at(line.span(columns.operation.clone()))
                    .help(format!("write the name in the first column of the line: `NAME {form}`")),
            );
            return None;
        }

        let span = line.span(columns.label.clone());
        let name = self.checked_name(word, span)?;
        Some((name, span))
    }

    /// `name RN 4`
    fn name_register(&mut self, line: &Line<'_>, columns: &Columns) {
        let Some((name, _)) = self.needed_name(line, columns, "RN 4") else {
            return;
        };

        let mut cursor = self.cursor(line, columns.rest.clone());
        if cursor.peek_register().is_some() {
            match cursor.register("a register") {
                Ok(register) => {
                    self.context.registers.insert(name, register);
                }
                Err(error) => self.log.push(*error),
            }
            return;
        }

        let number = match cursor.expression() {
            Ok(number) => number,
            Err(error) => return self.log.push(*error),
        };
        match self.known_number(&number) {
            Some(register @ 0..=15) => {
                self.context.registers.insert(name, register as u8);
            }
            Some(other) => self.log.push(
                Diagnostic::error("value-out-of-range", format!("there is no register {other}"))
                    .at(number.span)
                    .label("registers are 0 to 15"),
            ),
            None => {}
        }
    }

    /// `MAP start`, `MAP start, base` and `name FIELD size`.
    fn structure(&mut self, directive: Directive, line: &Line<'_>, columns: &Columns) {
        let mut cursor = self.cursor(line, columns.rest.clone());
        let read = cursor.expression().and_then(|expression| {
            let has_base = directive == Directive::Map && cursor.take(',');
            let base = has_base.then(|| cursor.register("the base register")).transpose()?;
            cursor.finish()?;
            Ok((expression, base))
        });
        let (number, base, span) = match read {
            Ok((expression, base)) => match self.known_number(&expression) {
                Some(number) => (number, base, expression.span),
                None => return,
            },
            Err(error) => return self.log.push(*error),
        };

        if directive == Directive::Map {
            (self.map, self.map_base) = (number, base);
            return;
        }

        let value = Expression::number(self.map, span);
        self.map = self.map.wrapping_add(number);
        if columns.label.is_empty() {
            return;
        }
        if let Some(base) = self.map_base {
            let name = line.part(columns.label.clone()).trim_matches('|');
            self.context.relative.insert(name.into(), base);
        }
        self.name_value(line, columns, value);
    }

    /// `IMPORT` and `EXPORT`.
    fn announce(&mut self, directive: Directive, line: &Line<'_>, columns: &Columns) {
        self.label_before(line, columns);
        let operation = line.part(columns.operation.clone());
        let exports = directive == Directive::Export && !operation.eq_ignore_ascii_case("KEEP");
        let whole = line.span(columns.operation.clone());
        let mut cursor = self.cursor(line, columns.rest.clone());
        if cursor.is_done() {
            if exports {
                self.symbols.export(None, whole);
            }
            return;
        }

        let span = cursor.span();
        match cursor.name("a symbol") {
            Ok(name) => {
                cursor.context.used.insert(name.clone());
                if exports {
                    self.symbols.export(Some(&name), span);
                }
                if directive == Directive::Import {
                    // A name that is defined here as well is simply that.
                    let _ = self.symbols.define(&name, Meaning::Imported, span, line.number);
                }
            }
            Err(error) => self.log.push(*error),
        }
    }

    fn assert(&mut self, line: &Line<'_>, columns: &Columns) {
        let span = line.span(columns.operation.clone());
        let mut cursor = self.cursor(line, columns.rest.clone());
        match cursor.expression() {
            Ok(condition) => self.push(line, None, Body::Assert(condition), span),
            Err(error) => self.log.push(*error),
        }
    }
}

/// Name and attributes of an area.
fn header(cursor: &mut Cursor<'_>, alignment: &mut Option<Expression>) -> Parsed<Header> {
    let name = cursor.name("the area's name").map_err(|error| {
        let help =
            "write it like `    AREA connect4, CODE, READONLY`; a name that does not start with a letter is written between bars";
        Box::new(error.help(help))
    })?;
    let (mut code, mut data, mut writable, mut readable, mut uninitialised) = (false, false, false, false, false);

    while cursor.take(',') {
        let word = cursor.word();
        let span = cursor.span();
        if cursor.peek() != Some(TokenKind::Word) {
            return Err(cursor.expected("an attribute"));
        }
        cursor.advance();
        match word.to_ascii_uppercase().as_str() {
            "CODE" => code = true,
            "DATA" => data = true,
            "READONLY" => readable = true,
            "READWRITE" => writable = true,
            "NOINIT" => uninitialised = true,
            "ALIGN" | "CODEALIGN" | "ASSOC" | "GROUP" | "COMGROUP" => {
                if cursor.take('=') {
                    let expression = cursor.expression()?;
                    if word.eq_ignore_ascii_case("ALIGN") {
                        *alignment = Some(expression);
                    }
                }
            }
            "NOALLOC" | "COMDEF" | "COMMON" | "REENTRANT" | "INTERWORK" | "HALFWORD" | "PIC" | "MERGE" => {}
            _ => {
                let near = nearest(word, ATTRIBUTES.into_iter());
                let error = Diagnostic::error("wrong-attribute", format!("`{word}` is not an area attribute")).at(span);
                let help = near.map_or_else(
                    || "write `CODE, READONLY`, or `DATA, READWRITE`".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                let error = error.help(help);
                cursor.log.push(match near {
                    Some(near) => error.replace_with(near),
                    None => error,
                });
            }
        }
    }

    cursor.finish()?;
    let code = code || !data && !writable && !uninitialised;
    Ok(Header {
        name: name.to_string(),
        code,
        writable: (writable || uninitialised || data && !code && !readable) && !readable,
        uninitialised,
        alignment: 2,
    })
}
