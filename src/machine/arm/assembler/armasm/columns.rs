//! A line cut into its columns: label, operation, operands.

use std::ops::Range;

use crate::machine::arm::assembler::lex::{is_name, run};
use crate::machine::assembly::is_blank;

/// The columns of a line as ranges of its text; empty where there is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) label: Range<usize>,
    /// The colon after the label, which armasm does not know.
    pub(super) colon: Option<usize>,
    pub(super) operation: Range<usize>,
    pub(super) rest: Range<usize>,
}

/// Cuts `text` up to `end`, where its comment begins.
pub(super) fn columns(text: &str, end: usize) -> Columns {
    let code = &text[..end];
    let label = if code.starts_with('|') && code[1..].contains('|') {
        code[1..].find('|').map_or(0, |close| close + 2)
    } else {
        run(code, |letter| !is_blank(letter) && letter != ':')
    };

    let colon = code[label..].starts_with(':') && label > 0;
    let after = label + usize::from(colon);
    let start = skip(code, after);
    let operation = operation(&code[start..]);
    let rest = skip(code, start + operation);

    Columns {
        label: 0..label,
        colon: colon.then_some(label),
        operation: start..start + operation,
        rest: rest..end,
    }
}

/// Columns of a line whose label is in its operation's place, or whose operation is in the first column.
pub(super) fn shifted(text: &str, from: usize, end: usize) -> (Range<usize>, Range<usize>) {
    let code = &text[..end];
    let start = skip(code, from);
    let operation = operation(&code[start..]);
    (start..start + operation, skip(code, start + operation)..end)
}

/// After the blanks from `at` on.
fn skip(code: &str, at: usize) -> usize {
    at + run(&code[at..], is_blank)
}

/// The length of the operation at the start: a name, or one of the signs that stand for a directive.
fn operation(code: &str) -> usize {
    match code.chars().next() {
        Some(first) if is_name(first) || first == '.' => run(code, |letter| is_name(letter) || letter == '.'),
        Some('=' | '&' | '%' | '*' | '[' | '|' | ']' | '!' | '#' | '^') => 1,
        _ => run(code, |letter| !is_blank(letter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> (&str, &str, &str) {
        let columns = columns(text, text.len());
        (&text[columns.label], &text[columns.operation], &text[columns.rest])
    }

    #[test]
    fn the_first_column_is_the_label() {
        assert_eq!(cut("loop\tADD R0,R1"), ("loop", "ADD", "R0,R1"));
        assert_eq!(cut("  PUSH{R4}"), ("", "PUSH", "{R4}"));
        assert_eq!(cut("name =\"x\""), ("name", "=", "\"x\""));
        assert_eq!(cut("loop: B loop"), ("loop", "B", "loop"));
        assert_eq!(cut("|a b| DCB 1"), ("|a b|", "DCB", "1"));
        assert_eq!(cut("get"), ("get", "", ""));
        assert_eq!(cut("  ADD.W R0"), ("", "ADD.W", "R0"));
        assert_eq!(cut(""), ("", "", ""));
    }
}
