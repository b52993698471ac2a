//! `.if` to `.endif`: which commands count.

use super::super::cursor::Parsed;
use super::super::line::Line;
use super::arguments::{Arguments, plain_operands};
use super::{Range, Reader, Span};
use crate::diagnostic::Diagnostic;

/// One `.if`.
#[derive(Debug)]
struct Branch {
    /// Its place.
    span: Span,
    /// Whether the commands of the present part count; never where the whole is in a part that does not.
    taken: bool,
    /// Whether no further part can count.
    settled: bool,
    /// Whether `.else` was there.
    last: bool,
}

/// Every `.if` that is open.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Branch>,
}

impl Conditions {
    /// Whether commands are passed over now.
    pub(super) fn skips(&self) -> bool {
        self.open.last().is_some_and(|branch| !branch.taken)
    }

    /// Whether the value of an `.elseif` decides anything.
    pub(super) fn asks(&self) -> bool {
        self.open.last().is_some_and(|branch| !branch.settled)
    }

    /// Opens one. `holds` counts only where commands count.
    pub(super) fn begin(&mut self, holds: bool, span: Span) {
        let skipped = self.skips();
        self.open.push(Branch {
            span,
            taken: holds && !skipped,
            settled: holds || skipped,
            last: false,
        });
    }

    /// `.else`, or `.elseif` with its value. Gives `false` where no `.if` is open or its `.else` was there.
    #[must_use]
    pub(super) fn turn(&mut self, holds: bool, last: bool) -> bool {
        let Some(branch) = self.open.last_mut().filter(|branch| !branch.last) else {
            return false;
        };
        branch.taken = holds && !branch.settled;
        branch.settled |= holds;
        branch.last = last;
        true
    }

    /// `.endif`. Gives `false` where no `.if` is open.
    #[must_use]
    pub(super) fn end(&mut self) -> bool {
        self.open.pop().is_some()
    }

    /// How many are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Forgets those that were opened since so many were open.
    pub(super) fn truncate(&mut self, depth: usize) {
        self.open.truncate(depth);
    }

    /// The innermost that is still open.
    pub(super) fn open(&self) -> Option<Span> {
        self.open.last().map(|branch| branch.span)
    }
}

impl Reader<'_> {
    /// `.if` and its kin; `true` if the directive is one of them.
    pub(super) fn choose(&mut self, line: &Line<'_>, name: &str, word: Range<usize>) -> Parsed<bool> {
        let span = line.span(word.clone());
        let operands = word.end..line.text.len();
        let orphan = |name: &str| {
            Box::new(Diagnostic::error("missing-if", format!("there is no `.if` to this `.{name}`")).at(span))
        };

        match name {
            "if" | "ifeq" | "ifne" | "ifgt" | "ifge" | "iflt" | "ifle" => {
                let holds = !self.conditions.skips() && self.holds(line, name, operands);
                self.conditions.begin(holds, span);
            }
            "ifdef" | "ifndef" | "ifnotdef" => {
                let symbol = line.part(operands).trim();
                let defined = self.symbols.find(symbol).is_some() || self.context.registers.contains_key(symbol);
                self.conditions.begin(defined == (name == "ifdef"), span);
            }
            "ifb" | "ifnb" | "ifc" | "ifnc" | "ifeqs" | "ifnes" => {
                let holds = !self.conditions.skips() && self.compares(name, line.part(operands), span);
                self.conditions.begin(holds, span);
            }
            "elseif" => {
                let holds = self.conditions.asks() && self.holds(line, "if", operands);
                if !self.conditions.turn(holds, false) {
                    return Err(orphan(name));
                }
            }
            "else" => {
                if !self.conditions.turn(true, true) {
                    return Err(orphan(name));
                }
            }
            "endif" => {
                if !self.conditions.end() {
                    return Err(orphan(name));
                }
            }
            _ => return Ok(false),
        }

        Ok(true)
    }

    /// Whether the expression of an `.if` holds. One that cannot be worked out opens its part all the same.
    fn holds(&mut self, line: &Line<'_>, name: &str, part: Range<usize>) -> bool {
        let mut cursor = self.cursor(line, part);
        let read = cursor
            .expression()
            .and_then(|expression| cursor.finish().map(|()| expression));
        let value = match read.and_then(|expression| self.known(&expression)) {
            Ok(value) => value as i32,
            Err(error) => {
                self.log.push(*error);
                return true;
            }
        };

        match name {
            "ifeq" => value == 0,
            "ifgt" => value > 0,
            "ifge" => value >= 0,
            "iflt" => value < 0,
            "ifle" => value <= 0,
            _ => value != 0,
        }
    }

    /// Whether the texts of `.ifb`, `.ifc` and their kin are as they say.
    fn compares(&mut self, name: &str, text: &str, span: Span) -> bool {
        let text = plain_operands(text);
        if matches!(name, "ifb" | "ifnb") {
            return text.is_empty() == (name == "ifb");
        }

        let pair = if name.ends_with('s') {
            quoted_pair(&text)
        } else {
            text.split_once(',')
                .map(|(one, other)| (one.to_owned(), other.to_owned()))
        };
        let Some((one, other)) = pair else {
            let error = Diagnostic::error("missing-operand", format!("`.{name}` compares two texts"));
            self.log.push(error.at(span).help("write a comma between them"));
            return true;
        };
        (one == other) == matches!(name, "ifc" | "ifeqs")
    }
}

/// Two strings with a comma between, without their quotes.
fn quoted_pair(text: &str) -> Option<(String, String)> {
    let mut operands = Arguments::new(text);
    let is_string = |operands: &Arguments<'_>| operands.is_at('"');
    if !is_string(&operands) {
        return None;
    }
    let one = operands.argument();
    (operands.take(',') && is_string(&operands)).then(|| (one, operands.argument()))
}
