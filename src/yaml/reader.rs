//! Reads a tree field by field and collects all errors.

use std::ops::RangeInclusive;

use super::lines::lines;
use super::{Value, place};
use crate::diagnostic::visible::quotable;
use crate::diagnostic::wording::one_of;
use crate::diagnostic::{Diagnostic, Source, Span, spelling};

/// How many errors of one file are reported; finding the place of each costs a pass over the file.
const MAX_PROBLEMS: usize = 20;

/// A value with its path in the tree.
#[derive(Debug, Clone)]
pub struct At<'a> {
    /// The value.
    pub value: &'a Value,
    /// Its name in messages: the field's name.
    pub name: String,
    path: Vec<usize>,
}

impl At<'_> {
    /// The value of a field of a map, without checking other fields.
    pub fn field(&self, name: &str) -> Option<Self> {
        let Value::Map(entries) = self.value else { return None };
        let fields = Fields {
            at: self.clone(),
            entries,
        };
        fields.get(name)
    }
}

/// Where a diagnostic points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// At the value.
    Value,
    /// At the name of the field that holds it.
    Key,
    /// At a line (from 0) of a text that is written as a block (`|`); at the value when it is not.
    Line(usize),
}

/// The fields of a map.
#[derive(Debug)]
pub struct Fields<'a> {
    at: At<'a>,
    entries: &'a [(String, Value)],
}

impl<'a> Fields<'a> {
    /// The value of a field, if it is there and not empty.
    pub fn get(&self, name: &str) -> Option<At<'a>> {
        let index = self.entries.iter().position(|(key, _)| key == name)?;
        let mut path = self.at.path.clone();
        path.push(index);
        Some(At {
            value: &self.entries[index].1,
            name: name.to_owned(),
            path,
        })
    }

    /// The place of a field's name. This reads the whole file.
    pub fn key_span(&self, name: &str, source: &Source) -> Option<Span> {
        locate(source, &self.get(name)?.path, Spot::Key)
    }

    /// The map itself.
    pub fn whole(&self) -> &At<'a> {
        &self.at
    }
}

/// Collects the errors of one file.
#[derive(Debug)]
pub struct Reader<'a> {
    source: &'a Source,
    problems: Vec<(Vec<usize>, Spot, Diagnostic)>,
}

impl<'a> Reader<'a> {
    /// A reader of a file's tree.
    pub fn new(source: &'a Source) -> Self {
        Self {
            source,
            problems: Vec::new(),
        }
    }

    /// The root of the tree.
    pub fn root(value: &Value) -> At<'_> {
        At {
            value,
            name: "the file".into(),
            path: Vec::new(),
        }
    }

    /// Adds a problem.
    pub fn problem(&mut self, at: &At, spot: Spot, diagnostic: Diagnostic) {
        self.problems.push((at.path.clone(), spot, diagnostic));
    }

    /// Whether anything was wrong so far.
    pub fn has_problems(&self) -> bool {
        !self.problems.is_empty()
    }

    /// The lines (from 1) on which the entries of a file's list begin. Found by their dashes; if those do not agree with
    /// the list, by the slow search.
    pub fn entry_lines(&self, entries: &[At]) -> Vec<usize> {
        let lines = lines(&self.source.text).zip(1..);
        let dashes: Vec<(usize, usize)> = lines
            .filter_map(|(line, number)| {
                let content = line.trim_start_matches(' ');
                (matches!(content, "-" | "-\n" | "-\r\n") || content.starts_with("- "))
                    .then_some((line.len() - content.len(), number))
            })
            .collect();

        let indent = dashes.first().map_or(0, |(indent, _)| *indent);
        let outer = dashes.into_iter().filter(|(other, _)| *other == indent);
        let lines: Vec<usize> = outer.map(|(_, number)| number).collect();
        if lines.len() == entries.len() {
            return lines;
        }

        let slow = entries.iter().take(MAX_PROBLEMS);
        let mut lines: Vec<usize> = slow
            .map(|at| locate(self.source, &at.path, Spot::Value).map_or(1, |span| self.source.position(span.start).0))
            .collect();
        lines.resize(entries.len(), 1);

        lines
    }

    /// Everything that was wrong, with its place, in the order of the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let rest = self.problems.len().saturating_sub(MAX_PROBLEMS);
        self.problems.truncate(MAX_PROBLEMS);
        let mut diagnostics: Vec<Diagnostic> = self
            .problems
            .into_iter()
            .map(|(path, spot, diagnostic)| match locate(self.source, &path, spot) {
                Some(span) => diagnostic.at(span),
                None => diagnostic,
            })
            .collect();

        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        if rest > 0 {
            diagnostics.push(Diagnostic::error("more-errors", format!("and {rest} more")));
        }

        diagnostics
    }

    /// A map, of whose fields only those in `known` may occur.
    pub fn fields<'v>(&mut self, at: &At<'v>, known: &[&str]) -> Option<Fields<'v>> {
        let Value::Map(entries) = at.value else {
            self.wrong_type(at, &format!("fields ({})", known.join(", ")));
            return None;
        };

        let fields = Fields {
            at: at.clone(),
            entries,
        };
        for (index, (key, value)) in entries.iter().enumerate() {
            if known.contains(&key.as_str()) {
                continue;
            }

            let mut path = at.path.clone();
            path.push(index);
            let unknown = At {
                value,
                name: key.clone(),
                path,
            };

            let diagnostic = Diagnostic::error("unknown-field", format!("unknown field `{}`", visible(key)));
            self.problem(&unknown, Spot::Key, suggest(diagnostic, key, known));
        }

        Some(fields)
    }

    /// A field that must be there.
    pub fn required<'v>(&mut self, fields: &Fields<'v>, name: &str, example: &str) -> Option<At<'v>> {
        let at = fields.get(name);
        if at.is_none() {
            let diagnostic = Diagnostic::error("missing-field", format!("the field `{name}` is missing"))
                .help(format!("add a line like `{name}: {example}`"));
            self.problem(fields.whole(), Spot::Value, diagnostic);
        }
        at
    }

    /// The entries of a list.
    pub fn list<'v>(&mut self, at: &At<'v>) -> Option<Vec<At<'v>>> {
        let Value::List(values) = at.value else {
            self.wrong_type(at, "a list");
            return None;
        };

        let entries = values.iter().enumerate().map(|(index, value)| {
            let mut path = at.path.clone();
            path.push(index);
            // The entries of a file's list have no field's name.
            let name = if at.path.is_empty() {
                format!("entry {}", index + 1)
            } else {
                at.name.clone()
            };
            At { value, name, path }
        });

        Some(entries.collect())
    }

    /// Text. A whole number is taken as the text it is written as.
    pub fn text(&mut self, at: &At) -> Option<String> {
        match at.value {
            Value::Text(text) => Some(text.clone()),
            Value::Whole(number) => Some(number.to_string()),
            _ => {
                self.wrong_type(at, "text");
                None
            }
        }
    }

    /// A short text that is not empty.
    pub fn short_text(&mut self, at: &At, most: usize) -> Option<String> {
        let text = self.text(at)?;
        if text.is_empty() || text.chars().count() > most {
            self.out_of_range(at, &format!("text of 1 to {most} characters"));
            return None;
        }
        Some(text)
    }

    /// One character.
    pub fn character(&mut self, at: &At) -> Option<char> {
        let text = self.text(at)?;
        let mut characters = text.chars();
        if let (Some(character), None) = (characters.next(), characters.next()) {
            return Some(character);
        }
        self.out_of_range(at, "exactly one character");
        None
    }

    /// A whole number within bounds.
    pub fn whole(&mut self, at: &At, range: RangeInclusive<u64>) -> Option<u64> {
        let expected = || format!("a whole number from {} to {}", range.start(), range.end());
        let Value::Whole(number) = at.value else {
            self.wrong_type(at, &expected());
            return None;
        };
        let number = u64::try_from(*number).ok().filter(|number| range.contains(number));
        if number.is_none() {
            self.out_of_range(at, &expected());
        }
        number
    }

    /// A number within bounds.
    pub fn number(&mut self, at: &At, range: RangeInclusive<f64>) -> Option<f64> {
        let expected = || format!("a number from {} to {}", range.start(), range.end());
        let number = match at.value {
            Value::Whole(number) => *number as f64,
            Value::Real(number) => *number,
            _ => {
                self.wrong_type(at, &expected());
                return None;
            }
        };

        if !range.contains(&number) {
            self.out_of_range(at, &expected());
            return None;
        }

        Some(number)
    }

    /// A share of the whole: `50%`, or `0.5`.
    pub fn share(&mut self, at: &At) -> Option<f64> {
        if let Value::Text(text) = at.value {
            let percent = text
                .strip_suffix('%')
                .and_then(|number| number.trim().parse::<f64>().ok());
            let share = percent
                .map(|percent| percent / 100.0)
                .filter(|share| (0.0..=1.0).contains(share));

            if share.is_none() {
                self.out_of_range(at, "a share such as `50%`, from 0% to 100%");
            }

            return share;
        }
        self.number(at, 0.0..=1.0)
    }

    /// `true` or `false`.
    pub fn flag(&mut self, at: &At) -> Option<bool> {
        if let Value::Bool(flag) = at.value {
            return Some(*flag);
        }
        self.wrong_type(at, "`true` or `false`");
        None
    }

    /// One of some words.
    pub fn choice<T: Clone>(&mut self, at: &At, choices: &[(&str, T)]) -> Option<T> {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        let Value::Text(text) = at.value else {
            self.wrong_type(at, &one_of(&names));
            return None;
        };

        let found = choices.iter().find(|(name, _)| name == text);
        if found.is_none() {
            let diagnostic = Diagnostic::error(
                "unknown-value",
                format!("`{}` is not a value of `{}`", visible(text), at.name),
            );
            let diagnostic = suggest(diagnostic, text, &names);
            let is_guess = diagnostic.replacement.is_some();
            let expected = || format!("expected {}", one_of(&names));
            self.problem(
                at,
                Spot::Value,
                if is_guess {
                    diagnostic.label(expected())
                } else {
                    diagnostic
                },
            );
        }

        found.map(|(_, value)| value.clone())
    }

    /// Reports a value of the wrong kind.
    pub fn wrong_type(&mut self, at: &At, expected: &str) {
        let message = format!("{} is {}, but must be {expected}", named(at), describe(at.value));
        self.problem(at, Spot::Value, Diagnostic::error("wrong-type", message));
    }

    /// Reports a value of the right kind that is not allowed.
    pub fn out_of_range(&mut self, at: &At, expected: &str) {
        self.out_of_known(at, expected, &[]);
    }

    /// The same where the value may be a misspelling of one of some words.
    pub fn out_of_known(&mut self, at: &At, expected: &str, known: &[&str]) {
        let message = format!("{} is {}, but must be {expected}", named(at), describe(at.value));
        let diagnostic = Diagnostic::error("out-of-range", message);
        let meant = match at.value {
            Value::Text(text) => closest(text, known),
            _ => None,
        };
        self.problem(at, Spot::Value, guess(diagnostic, meant));
    }
}

/// Adds what may have been meant, or else what is known.
fn suggest(diagnostic: Diagnostic, word: &str, known: &[&str]) -> Diagnostic {
    match closest(word, known) {
        None => diagnostic.help(format!("expected {}", one_of(known))),
        meant => guess(diagnostic, meant),
    }
}

/// Adds what may have been meant.
pub fn guess(diagnostic: Diagnostic, meant: Option<&str>) -> Diagnostic {
    match meant {
        Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")).replace_with(meant),
        None => diagnostic,
    }
}

/// The known word that a word is most likely a misspelling of: at most three of seven characters differ.
pub fn closest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    spelling::closest(word, known.iter().copied(), |edits, length| edits * 7 <= length * 3)
}

/// What a value is called in messages: the file and its entries in words, a field by its name.
fn named(at: &At) -> String {
    if at.name.contains(' ') {
        at.name.clone()
    } else {
        format!("`{}`", at.name)
    }
}

/// A value in words, for messages.
fn describe(value: &Value) -> String {
    match value {
        Value::Null => "empty".into(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Whole(number) => format!("`{number}`"),
        Value::Real(number) => format!("`{number}`"),
        Value::Text(text) => format!("`{}`", visible(text)),
        Value::List(_) => "a list".into(),
        Value::Map(_) => "a group of fields".into(),
    }
}

/// Text made fit for a message: short, on one line, no control characters.
fn visible(text: &str) -> String {
    quotable(text, 60)
}

fn locate(source: &Source, path: &[usize], spot: Spot) -> Option<Span> {
    let span = place::locate(&source.text, path, spot == Spot::Key)?;
    let Spot::Line(number) = spot else {
        return Some(span);
    };

    if !source.text[span.start..].starts_with('|') {
        return Some(span);
    }

    let (first, _) = source.position(span.start);
    let (start, end) = source.line_range(first + 1 + number)?;
    let indent = source.text[start..end].len() - source.text[start..end].trim_start().len();
    Some(Span {
        start: start + indent,
        end,
    })
}
