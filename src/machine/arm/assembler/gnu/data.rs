//! Directives that put bytes into a section.

use super::super::cursor::Parsed;
use super::super::expression::Node;
use super::super::lex::{Operator, TokenKind};
use super::super::line::Line;
use super::super::statement::{Body, Data, Datum};
use super::{Expression, Range, Reader, Span, text};
use crate::diagnostic::Diagnostic;

/// The largest power of two that a directive may align to.
const LARGEST_POWER: u32 = 15;

/// What the operand of a directive that aligns means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alignment {
    /// The power of two; a word for 0 or nothing.
    WordOrPower,
    /// The power of two.
    Power,
    /// A number of bytes.
    Bytes,
}

/// Two expressions joined.
fn joined(left: Expression, right: Expression, operator: Operator) -> Expression {
    let span = right.span;
    let mut nodes = left.nodes;
    nodes.extend(right.nodes);
    nodes.push(Node::Binary(operator, span));
    Expression { nodes, span }
}

impl Reader<'_> {
    /// `.word` and its kin: units of so many bytes. The GNU assembler does not align them.
    pub(super) fn numbers(&mut self, line: &Line<'_>, word: Range<usize>, unit: u32) -> Parsed<()> {
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let mut values = Vec::new();

        // Without operands they put nothing anywhere.
        while !cursor.is_done() {
            if !values.is_empty() {
                cursor.comma()?;
            }
            values.push(cursor.expression()?);
        }

        // `.` means the place of each value, not of the first.
        let here = values.iter().any(|value| value.nodes.contains(&Node::Here));
        for part in values.chunk_by(|_, _| !here) {
            let values = part.iter().cloned().map(Datum::Value).collect();
            self.data(line, word.clone(), unit, values);
        }

        Ok(())
    }

    /// `.ascii` and `.asciz`: strings, each with a zero after it if `zero`.
    pub(super) fn strings(&mut self, line: &Line<'_>, word: Range<usize>, zero: bool) -> Parsed<()> {
        let source = self.source;
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let mut values = Vec::new();
        let mut odd: Vec<Span> = Vec::new();

        while !cursor.is_done() {
            if !values.is_empty() {
                cursor.comma()?;
            }
            let Some(TokenKind::Text { closed }) = cursor.peek() else {
                return Err(cursor.expected("a string in quotes"));
            };
            let span = cursor.span();
            if !closed {
                let error = Diagnostic::error("unterminated-string", "this string has no closing quote");
                return Err(Box::new(error.at(span).help("write `\"` at its end")));
            }
            let quoted = cursor.word();
            let (mut bytes, places) = text::bytes(source, &quoted[1..quoted.len() - 1]);
            odd.extend(places.iter().map(|_| span));
            if zero {
                bytes.push(0);
            }
            values.push(Datum::Text(bytes));
            cursor.advance();
        }

        for span in odd {
            self.log.repeat("string-escape", String::new(), span, || {
                Diagnostic::warning("string-escape", "this backslash does not begin an escape sequence")
                    .help("the letter stands for itself; write `\\\\` for a backslash, `\\n` for a line feed")
            });
        }

        self.data(line, word, 1, values);
        Ok(())
    }

    fn data(&mut self, line: &Line<'_>, word: Range<usize>, unit: u32, values: Vec<Datum>) {
        let data = Data {
            unit,
            aligned: false,
            code: false,
            values,
        };
        self.push(line, None, Body::Data(data), word);
    }

    /// `.space size, fill`
    pub(super) fn space(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let size = cursor.expression()?;
        let fill = if cursor.take(',') {
            Some((cursor.expression()?, 1))
        } else {
            None
        };
        cursor.finish()?;
        self.push(line, None, Body::Space { size, fill }, word);
        Ok(())
    }

    /// `.fill count, size, value`
    pub(super) fn fill(&mut self, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let count = cursor.expression()?;
        let size = if cursor.take(',') {
            Some(cursor.expression()?)
        } else {
            None
        };

        let value = if cursor.take(',') {
            Some(cursor.expression()?)
        } else {
            None
        };

        cursor.finish()?;
        let span = count.span;
        let size = size.unwrap_or_else(|| Expression::number(1, span));
        let unit = self.known(&size)?;

        if !matches!(unit, 1 | 2 | 4) {
            let error = Diagnostic::error("wrong-operand", format!("`.fill` repeats 1, 2 or 4 bytes, not {unit}"));
            return Err(Box::new(error.at(size.span)));
        }

        let fill = value.map(|value| (value, unit));
        let size = joined(count, size, Operator::Times);
        self.push(line, None, Body::Space { size, fill }, word);
        Ok(())
    }

    /// `.align` and its kin. `.align` takes a power of two, and 4 bytes without one; `.p2align` the same, and `.balign` a number
    /// of bytes, both nothing without one.
    pub(super) fn align(&mut self, line: &Line<'_>, word: Range<usize>, unit: Alignment) -> Parsed<()> {
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let span = cursor.span();
        let operand = if cursor.is_done() {
            None
        } else {
            Some(cursor.expression()?)
        };

        // What the gap is filled with cannot be seen by a program that runs.
        cursor.skip_all();
        let value = operand.map_or(Ok(0), |operand| self.known(&operand))?;
        let boundary = match (unit, value) {
            (Alignment::WordOrPower, 0) => 4,
            (_, 0) => 1,
            (Alignment::Bytes, bytes) => bytes,
            (_, power @ 1..=LARGEST_POWER) => 1 << power,
            (_, power) => {
                let message = format!("2 to the power of {power} is too much to align to");
                let help = format!("write the power, 0 to {LARGEST_POWER}: `.align 2` goes to a multiple of 4");
                return Err(Box::new(
                    Diagnostic::error("wrong-operand", message).at(span).help(help),
                ));
            }
        };

        let boundary = Some(Expression::number(boundary, span));
        self.push(line, None, Body::Align { boundary, offset: None }, word);
        Ok(())
    }
}
