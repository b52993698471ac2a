//! `DCB`, `DCD`, `SPACE`, `ALIGN` and the like.

use super::Reader;
use super::columns::Columns;
use crate::machine::arm::assembler::cursor::{Cursor, Parsed};
use crate::machine::arm::assembler::dialect::Directive;
use crate::machine::arm::assembler::lex::TokenKind;
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::statement::{Body, Data, Datum};

impl<'a> Reader<'a, '_> {
    /// A directive that puts bytes into memory.
    pub(super) fn data(&mut self, directive: Directive, line: &Line<'a>, columns: &Columns) {
        let span = line.span(columns.operation.clone());
        let label = self.label(line, columns);
        let mut cursor = self.cursor(line, columns.rest.clone());
        let body = body(&mut cursor, directive).and_then(|body| {
            cursor.finish()?;
            Ok(body)
        });
        let body = body.unwrap_or_else(|error| {
            self.log.push(*error);
            match directive {
                Directive::Data(unit, true) => Body::Broken(unit.min(4)),
                Directive::Data(unit, false) => Body::Broken(unit),
                _ => Body::Broken(0),
            }
        });

        self.push(line, label, body, span);
    }
}

fn body(cursor: &mut Cursor<'_>, directive: Directive) -> Parsed<Body> {
    Ok(match directive {
        Directive::Data(unit, aligned) => Body::Data(Data {
            unit,
            aligned,
            code: false,
            values: values(cursor, unit)?,
        }),
        Directive::Dci => Body::Data(Data {
            unit: 4,
            aligned: true,
            code: true,
            values: values(cursor, 4)?,
        }),
        Directive::Space => Body::Space {
            size: cursor.expression()?,
            fill: None,
        },
        Directive::Fill => {
            let size = cursor.expression()?;
            let value = if cursor.take(',') {
                Some(cursor.expression()?)
            } else {
                None
            };

            let unit = if cursor.take(',') { width(cursor)? } else { 1 };
            Body::Space {
                size,
                fill: value.map(|value| (value, unit)),
            }
        }
        _ => {
            let boundary = if cursor.is_done() {
                None
            } else {
                Some(cursor.expression()?)
            };

            let offset = if cursor.take(',') {
                Some(cursor.expression()?)
            } else {
                None
            };
            if cursor.take(',') {
                // What the padding holds matters to nobody.
                cursor.skip_all();
            }

            Body::Align { boundary, offset }
        }
    })
}

/// How many bytes FILL repeats: 1, 2 or 4.
fn width(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    let Some(TokenKind::Number(Some(width @ (1 | 2 | 4)))) = cursor.peek() else {
        return Err(cursor.expected("1, 2 or 4"));
    };
    cursor.advance();
    Ok(width)
}

/// Strings and values between commas.
fn values(cursor: &mut Cursor<'_>, unit: u32) -> Parsed<Vec<Datum>> {
    let mut values = Vec::new();
    loop {
        let alone = matches!(cursor.peek_at(1), None | Some(TokenKind::Sign(',')));
        let is_string = matches!(cursor.peek(), Some(TokenKind::Text { .. })) && alone;
        if unit == 1 && is_string {
            values.push(Datum::Text(cursor.string()?));
            cursor.advance();
        } else {
            values.push(Datum::Value(cursor.expression()?));
        }
        if !cursor.take(',') {
            break;
        }
        if cursor.is_done() {
            let error = cursor.expected("another value");
            return Err(Box::new(error.help("remove the comma at the end")));
        }
    }

    Ok(values)
}
