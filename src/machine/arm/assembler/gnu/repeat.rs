//! `.rept`, `.irp` and `.irpc`, to `.endr`.

use std::borrow::Cow;

use super::super::cursor::Parsed;
use super::super::line::Line;
use super::arguments::{Arguments, plain, plain_operands};
use super::body::{self, Kind};
use super::{Range, Reader};
use crate::diagnostic::Diagnostic;

impl<'a> Reader<'a> {
    /// The lines of a repetition.
    fn repeated(&mut self, line: &Line<'a>, word: Range<usize>) -> Parsed<Vec<Line<'a>>> {
        body::gather(&mut self.input, Kind::Repetition).ok_or_else(|| {
            let message = format!("this `{}` has no `.endr`", line.part(word.clone()));
            let error = Diagnostic::error("missing-endr", message).at(line.span(word));
            Box::new(error.help("write `.endr` after the lines it repeats"))
        })
    }

    /// `.rept count`: the lines as they are, so many times.
    pub(super) fn repeat(&mut self, line: &Line<'a>, word: Range<usize>) -> Parsed<()> {
        let span = line.span(word.clone());
        let lines = self.repeated(line, word.clone())?;
        let mut cursor = self.cursor(line, word.end..line.text.len());
        let count = cursor.expression()?;
        cursor.finish()?;

        let value = self.known(&count)?;
        if (value as i32) < 0 {
            let message = format!("lines cannot be repeated {} times", value as i32);
            return Err(Box::new(Diagnostic::error("wrong-operand", message).at(count.span)));
        }
        if lines.is_empty() {
            return Ok(());
        }

        let made = (0..value).flat_map(|_| lines.iter().cloned());
        self.input.put(made, self.conditions.depth(), span)
    }

    /// `.irp name, values` and, where `letters`, `.irpc name, letters`: the lines once for each of them.
    pub(super) fn repeat_with(&mut self, line: &Line<'a>, word: Range<usize>, letters: bool) -> Parsed<()> {
        let span = line.span(word.clone());
        let lines = self.repeated(line, word.clone())?;
        let text = plain_operands(line.part(word.end..line.text.len()));
        let mut operands = Arguments::new(&text);
        let name = operands.name();
        if name.is_empty() {
            let written = line.part(word);
            let error = Diagnostic::error("missing-operand", format!("`{written}` needs a name for its values"));
            let help = format!("write `{written} name, first, second`, and `\\name` in the lines");
            return Err(Box::new(error.at(span).help(help)));
        }

        operands.take(',');
        let values = if letters {
            letters_of(operands)
        } else {
            values_of(operands)
        };
        if lines.is_empty() {
            return Ok(());
        }

        let lines: Vec<(Line<'a>, String)> = lines
            .into_iter()
            .map(|line| {
                let text = plain(&line.text);
                (line, text)
            })
            .collect();
        let (work, executed) = (&self.symbols.work, self.executed);
        let pairs = values
            .iter()
            .flat_map(|value| lines.iter().map(move |(line, text)| (&**value, line, text)));
        let made = pairs
            .map_while(|(value, line, text)| {
                let of_name = |other: &str| (other == name).then_some(value);
                let made = body::substitute(text, (work, span), executed, of_name)?;
                Some(if made == *text {
                    vec![line.clone()]
                } else {
                    body::commands(line, &made)
                })
            })
            .flatten();

        self.input.put(made, self.conditions.depth(), span)
    }
}

/// The values of `.irp`; without any, an empty one.
fn values_of(mut operands: Arguments<'_>) -> Vec<Cow<'_, str>> {
    let mut values = Vec::new();
    while values.is_empty() || !operands.is_done() {
        values.push(operands.argument().into());
        operands.take(',');
    }
    values
}

/// The letters of `.irpc`, without quotes around them; without any, an empty value.
fn letters_of(mut operands: Arguments<'_>) -> Vec<Cow<'_, str>> {
    let mut values = Vec::new();
    let mut quoted = false;
    while let Some(letter) = operands.letter() {
        match letter {
            "\"" => quoted = !quoted,
            " " if !quoted => {}
            other => values.push(other.into()),
        }
    }

    if values.is_empty() {
        values.push("".into());
    }
    values
}
