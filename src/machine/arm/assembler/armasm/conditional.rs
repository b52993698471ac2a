//! `IF`, `ELIF`, `ELSE`, `ENDIF`; `WHILE`, `WEND`.

use super::Reader;
use super::columns::{self, Columns};
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::arm::assembler::dialect::{self, Directive};
use crate::machine::arm::assembler::line::Line;
use crate::machine::arm::assembler::string;

/// An `IF` that is open.
#[derive(Debug)]
pub(super) struct Branch {
    pub(super) span: Span,
    /// Whether its lines count now.
    active: bool,
    /// Whether a later branch may still count.
    open: bool,
}

/// Whether a directive is read even where lines do not count.
pub(super) fn is_conditional(directive: Directive) -> bool {
    matches!(
        directive,
        Directive::If | Directive::Elif | Directive::Else | Directive::Endif | Directive::While | Directive::Wend
    )
}

impl<'a> Reader<'a, '_> {
    /// Whether the lines read now do not count.
    pub(super) fn is_skipping(&self) -> bool {
        self.conditions.last().is_some_and(|branch| !branch.active)
    }

    /// One of these directives.
    pub(super) fn conditional(&mut self, directive: Directive, line: &Line<'a>, columns: &Columns) {
        let span = line.span(columns.operation.clone());
        match directive {
            Directive::If => {
                let counts = !self.is_skipping();
                let active = counts && self.holds(line, columns);
                self.conditions.push(Branch {
                    span,
                    active,
                    open: counts && !active,
                });
            }
            Directive::Elif | Directive::Else => {
                let Some(branch) = self.conditions.last() else {
                    return self.say_unopened(line, columns, "IF");
                };

                let active = branch.open && (directive == Directive::Else || self.holds(line, columns));
                if let Some(branch) = self.conditions.last_mut() {
                    branch.active = active;
                    branch.open &= !active;
                }
            }
            Directive::Endif if self.conditions.pop().is_none() => self.say_unopened(line, columns, "IF"),
            Directive::While if !self.is_skipping() => self.repeat(line, columns),
            Directive::Wend if !self.is_skipping() => self.say_unopened(line, columns, "WHILE"),
            _ => {}
        }
    }

    fn say_unopened(&mut self, line: &Line<'_>, columns: &Columns, what: &str) {
        let word = line.part(columns.operation.clone());
        self.log.push(
            Diagnostic::error("unopened", format!("there is no `{what}` before this `{word}`"))
                .at(line.span(columns.operation.clone())),
        );
    }

    /// Whether the condition of a line holds.
    fn holds(&mut self, line: &Line<'_>, columns: &Columns) -> bool {
        let mut cursor = self.cursor(line, columns.rest.clone());
        let read = cursor.expression().and_then(|expression| {
            cursor.finish()?;
            Ok(expression)
        });

        match read {
            Ok(expression) => self.known_number(&expression).is_some_and(|number| number != 0),
            Err(error) => {
                self.log.push(*error);
                false
            }
        }
    }

    /// `WHILE`: its lines, then the `WHILE` itself again, as long as it holds.
    fn repeat(&mut self, line: &Line<'a>, columns: &Columns) {
        let mut depth = 0;
        let lines = self.input.gather(|next| match operation(next) {
            Some(Directive::While) => {
                depth += 1;
                false
            }
            Some(Directive::Wend) if depth == 0 => true,
            Some(Directive::Wend) => {
                depth -= 1;
                false
            }
            _ => false,
        });

        let Some(mut lines) = lines else {
            self.log.push(
                Diagnostic::error("missing-wend", "this `WHILE` has no `WEND`")
                    .at(line.span(columns.operation.clone()))
                    .help("write `    WEND` after the lines it repeats"),
            );
            self.ended = true;
            return;
        };

        if !self.holds(line, columns) {
            return;
        }

        let wend = line.with_text("  WEND".to_owned());
        let again = lines.clone();
        lines.push(line.clone());
        lines.extend(again);
        lines.push(wend);
        self.put(lines, line);
    }
}

/// The directive of a line.
pub(super) fn operation(line: &Line<'_>) -> Option<Directive> {
    let end = string::code_end(&line.text, ';');
    let columns = columns::columns(&line.text, end);
    dialect::directive(line.part(columns.operation))
}
