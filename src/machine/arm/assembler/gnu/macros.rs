//! `.macro`, `.endm`, `.exitm`, `.purgem`, and calls.
//!
//! | what | rule |
//! |---|---|
//! | names | without regard to case; those of parameters with it. A macro comes before an instruction of its name, a directive before a macro |
//! | parameters | commas or blanks between; `=value` where a call gives nothing, `:req` must be given, `:vararg` takes all that is left |
//! | arguments | in order, then by name; commas and blanks outside brackets separate them, quotes around one are dropped |
//! | bodies | `\name` and `&name` are the argument, `\()` ends a name, `\@` is the number of macros executed before; values may have `;` and comments |
//! | limits | calls 100 deep; how many lines are made, see [`Input`](super::super::input::Input) |

use std::rc::Rc;

use super::super::cursor::Parsed;
use super::super::line::Line;
use super::arguments::{Arguments, plain, plain_operands};
use super::body::{self, Kind};
use super::{Range, Reader, Span};
use crate::diagnostic::Diagnostic;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    parameters: Vec<Parameter>,
    /// Its lines, as [`plain`] has them.
    lines: Vec<String>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    qualifier: Qualifier,
    /// What it is where a call gives nothing.
    default: String,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Qualifier {
    One,
    /// One that must be there.
    Required,
    /// All that is left.
    Rest,
}

/// An error about a definition.
fn wrong(message: String, at: Span) -> Box<Diagnostic> {
    let help = "write the name, and the parameters with commas between: `.macro add3 sum, one, two=1`";
    Box::new(Diagnostic::error("wrong-macro", message).at(at).help(help))
}

impl<'a> Reader<'a> {
    /// `.macro name parameters`: the lines to `.endm` are its body.
    pub(super) fn define_macro(&mut self, line: &Line<'a>, word: Range<usize>) -> Parsed<()> {
        let span = line.span(word.clone());
        let Some(lines) = body::gather(&mut self.input, Kind::Macro) else {
            let error = Diagnostic::error("missing-endm", "this `.macro` has no `.endm`").at(span);
            return Err(Box::new(error.help("write `.endm` after its last line")));
        };

        let text = plain_operands(line.part(word.end..line.text.len()));
        let mut operands = Arguments::new(&text);
        let name = operands.name().to_ascii_lowercase();
        if name.is_empty() {
            return Err(wrong("the name of the macro is missing".to_owned(), span));
        }

        operands.take(',');
        let parameters = parameters(&mut operands, &name, span)?;
        if self.macros.contains_key(&name) {
            let error = Diagnostic::error("duplicate-macro", format!("the macro `{name}` is defined twice")).at(span);
            return Err(Box::new(error.help(
                "give one of them another name, or write `.purgem` with its name before the second",
            )));
        }

        let lines = lines.iter().map(|line| plain(&line.text)).collect();
        self.macros.insert(name, Rc::new(Macro { parameters, lines }));
        Ok(())
    }

    /// `.purgem name`: there is no such macro from here on.
    pub(super) fn purge_macro(&mut self, line: &Line<'_>, word: Range<usize>) {
        let span = line.span(word.clone());
        let name = line.part(word.end..line.text.len()).trim().to_ascii_lowercase();
        if self.macros.remove(&name).is_none() {
            self.log.push(
                Diagnostic::warning("unopened", format!("there is no macro `{name}` before this `.purgem`")).at(span),
            );
        }
    }

    /// `.exitm`: the lines that are left of a macro or a repetition are not read.
    pub(super) fn exit_macro(&mut self, span: Span) {
        match self.input.leave() {
            Some(conditions) => self.conditions.truncate(conditions),
            None => self.say_unopened("exitm", span),
        }
    }

    /// An end without its start: the GNU assembler only warns, too.
    pub(super) fn say_unopened(&mut self, name: &str, span: Span) {
        let opening = match name {
            "endr" => ".rept`, `.irp` or `.irpc",
            _ => ".macro",
        };
        let message = format!("there is no `{opening}` before this `.{name}`");
        self.log.push(
            Diagnostic::warning("unopened", message)
                .at(span)
                .help("remove the line, or write the one that begins what it ends"),
        );
    }

    /// A call: the body with the arguments in it is read next.
    pub(super) fn call(&mut self, found: &Macro, line: &Line<'_>, word: Range<usize>) -> Parsed<()> {
        if self.input.is_full() {
            return Ok(());
        }

        let span = line.span(word.clone());
        let name = line.part(word.clone());
        let text = plain_operands(line.part(word.end..line.text.len()));
        let given = Self::arguments(found, name, &text, span)?;
        let values: Vec<&str> = found
            .parameters
            .iter()
            .zip(&given)
            .map(|(parameter, given)| {
                if given.is_empty() {
                    parameter.default.as_str()
                } else {
                    given
                }
            })
            .collect();
        let value = |name: &str| {
            let at = found.parameters.iter().position(|parameter| parameter.name == name)?;
            Some(values[at])
        };

        let like = Line::made_by(line, span, String::new());
        let (work, executed) = (&self.symbols.work, self.executed);
        let made = found
            .lines
            .iter()
            .map_while(|text| body::substitute(text, (work, span), executed, value))
            .flat_map(|text| body::commands(&like, &text));
        self.executed += 1;
        self.input.put(made, self.conditions.depth(), span)
    }

    /// What a call gives to each parameter.
    fn arguments(found: &Macro, name: &str, text: &str, span: Span) -> Parsed<Vec<String>> {
        let mut given = vec![String::new(); found.parameters.len()];
        let mut operands = Arguments::new(text);
        let mut next = 0;
        let mut named = false;

        while !operands.is_done() {
            if let Some(keyword) = operands.keyword() {
                named = true;
                let at = found
                    .parameters
                    .iter()
                    .position(|parameter| parameter.name == keyword)
                    .ok_or_else(|| no_parameter(keyword, name, span))?;
                given[at] = operands.argument();
            } else if named {
                let message = format!("arguments of `{name}` without a name come after one with a name");
                let error = Diagnostic::error("wrong-operand", message).at(span);
                return Err(Box::new(
                    error.help("write `parameter=value` for these, too, or put them first"),
                ));
            } else {
                let parameter = found
                    .parameters
                    .get(next)
                    .ok_or_else(|| too_many(found.parameters.len(), name, span))?;
                given[next] = match parameter.qualifier {
                    Qualifier::Rest => operands.remainder().to_owned(),
                    _ => operands.argument(),
                };
                next += 1;
            }
            operands.take(',');
        }

        let missing = found
            .parameters
            .iter()
            .zip(&given)
            .find(|(parameter, given)| parameter.qualifier == Qualifier::Required && given.is_empty());
        if let Some((parameter, _)) = missing {
            let message = format!("`{name}` needs a value for its parameter `{}`", parameter.name);
            return Err(Box::new(Diagnostic::error("missing-operand", message).at(span)));
        }
        Ok(given)
    }
}

fn no_parameter(keyword: &str, name: &str, at: Span) -> Box<Diagnostic> {
    let message = format!("the macro `{name}` has no parameter `{keyword}`");
    let error = Diagnostic::error("wrong-operand", message).at(at);
    Box::new(error.help("put an argument with `=` in it in quotes"))
}

fn too_many(count: usize, name: &str, at: Span) -> Box<Diagnostic> {
    let takes = match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    };
    let error = Diagnostic::error("extra-operand", format!("`{name}` takes {takes}, but gets more")).at(at);
    Box::new(error.help("commas and spaces separate arguments; put one with either of them in it in quotes"))
}

/// The parameters of a macro.
fn parameters(operands: &mut Arguments<'_>, macro_name: &str, at: Span) -> Parsed<Vec<Parameter>> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut is_open = true;
    while is_open && !operands.is_done() {
        let name = operands.name().to_owned();
        if name.is_empty() {
            return Err(wrong(
                format!("the parameters of the macro `{macro_name}` cannot be read"),
                at,
            ));
        }
        if parameters.iter().any(|earlier| earlier.name == name) {
            let message = format!("the macro `{macro_name}` has two parameters `{name}`");
            return Err(wrong(message, at));
        }

        let qualifier = if operands.take(':') {
            qualifier(operands.name(), macro_name, at)?
        } else {
            Qualifier::One
        };
        let default = if operands.take('=') {
            operands.argument()
        } else {
            String::new()
        };

        parameters.push(Parameter {
            name,
            qualifier,
            default,
        });
        let comma = operands.take(',');
        if comma && operands.is_done() {
            let message = format!("after the last comma a parameter of the macro `{macro_name}` is missing");
            return Err(wrong(message, at));
        }
        is_open = qualifier != Qualifier::Rest;
    }

    if operands.is_done() {
        return Ok(parameters);
    }
    let message = format!("the macro `{macro_name}` has parameters after the one that takes all that is left");
    Err(wrong(message, at))
}

fn qualifier(word: &str, macro_name: &str, at: Span) -> Parsed<Qualifier> {
    match word {
        "req" => Ok(Qualifier::Required),
        "vararg" => Ok(Qualifier::Rest),
        _ => {
            let message = format!("`:{word}` says nothing about a parameter of the macro `{macro_name}`");
            let error = Diagnostic::error("wrong-macro", message).at(at);
            Err(Box::new(error.help("write `:req` or `:vararg`, or nothing")))
        }
    }
}
