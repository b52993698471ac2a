//! YAML files that a person wrote: text in, a plain tree or diagnostics with their places out.
//!
//! [`parse`] guards against files that are huge, deeply nested or blown up by aliases, and refuses tags and keys that
//! occur twice. [`Reader`] then reads the tree field by field and collects all errors, not only the
//! first. This module knows nothing of assignments and cases.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Visitor};

use crate::diagnostic::{Diagnostic, Source, Span};

mod bad_file;
mod blocks;
mod lines;
mod place;
mod reader;
pub mod schema;
mod simple;

pub use bad_file::BadFile;
use blocks::Shortened;
use lines::lines;
pub use reader::{At, Fields, Reader, Spot, closest, guess};

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// How deep brackets, or dashes on one line, may nest. Much deeper nesting takes the scanner quadratic time.
const MAX_DEPTH: usize = 64;

/// A YAML value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Whole(i128),
    /// A number with a fraction.
    Real(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// Fields in their order; no key occurs twice.
    Map(Vec<(String, Value)>),
}

/// Parses a file of one YAML document. Scalars under the keys named in `literal` are kept as written:
/// `moves: 0x1` is not the number one.
pub fn parse(source: &Source, literal: &[&str]) -> Result<Value, Box<Diagnostic>> {
    guard(source)?;
    let short = Shortened::of(&source.text);
    let restored = short.and_then(|short| {
        let value = simple::tree(&short.text, literal, true).or_else(|| tree(&short.text, literal).ok())?;
        short.restore(value)
    });
    match restored.or_else(|| simple::tree(&source.text, literal, false)) {
        Some(value) => Ok(value),
        None => tree(&source.text, literal).map_err(|error| Box::new(syntax_error(source, &error))),
    }
}

/// The tree of a text.
fn tree(text: &str, literal: &[&str]) -> Result<Value, serde_yaml::Error> {
    let budget = Budget {
        values: Cell::new(text.len() * 4 + 32),
        bytes: Cell::new(text.len() * 4 + 32),
    };
    let read = |literal| {
        let seed = Tree {
            literal,
            is_literal: false,
            budget: &budget,
        };
        seed.deserialize(serde_yaml::Deserializer::from_str(text))
    };

    // Taking a scalar literally passes over its tag, so a file that may hold tags is first read without.
    if text.contains(" !") && !literal.is_empty() {
        read(&[])?;
    }

    read(literal)
}

fn guard(source: &Source) -> Result<(), Box<Diagnostic>> {
    let text = &source.text;
    if text.len() > MAX_BYTES {
        let message = format!("the file is larger than {MAX_BYTES} bytes");
        return Err(Diagnostic::error("file-too-large", message)
            .help("split it into several files")
            .into());
    }

    // Most files have too few brackets and too short lines for that.
    let openings = text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count();
    if openings <= MAX_DEPTH && lines(text).all(|line| line.len() <= 2 * MAX_DEPTH) {
        return Ok(());
    }

    let mut offset = 0;
    let mut depth = 0_usize;
    for line in text.split_inclusive('\n') {
        let content = line.trim_start_matches([' ', '\t']);
        let dashes = content.split(' ').take_while(|word| *word == "-").count();
        // A dash cannot occur inside brackets, so the brackets before it are closed or text.
        if dashes > 0 {
            depth = 0;
        }
        for (at, byte) in line.bytes().enumerate() {
            match byte {
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH || dashes > MAX_DEPTH {
                let start = offset + if dashes > MAX_DEPTH { 0 } else { at };
                return Err(Diagnostic::error(
                    "nested-too-deep",
                    format!("lists or fields nest deeper than {MAX_DEPTH} levels"),
                )
                .at(Span { start, end: start + 1 })
                .help("no file of this kind needs more than 4 levels")
                .into());
            }
        }
        offset += line.len();
    }

    Ok(())
}

fn syntax_error(source: &Source, error: &serde_yaml::Error) -> Diagnostic {
    let mut message = error.to_string();
    let mut diagnostic = Diagnostic::error("yaml-syntax", "");
    if let Some(location) = error.location() {
        let start = place::byte_offset(&source.text, location.index());
        diagnostic = diagnostic.at(place::extent(&source.text, start));
        if let Some(tab) = tab(source, start) {
            return tab;
        }
        let suffix = format!(" at line {} column {}", location.line(), location.column());
        message = message.replacen(&suffix, "", 1);
    }

    if let Some((field, kind)) = no_text(&message) {
        let help = format!("write one text in quotes, as in `{field}: \"1 2\"`");
        return Diagnostic {
            code: "wrong-type",
            message: format!("`{field}` is {kind}, but must be text").into(),
            ..diagnostic.help(help)
        };
    }

    if message.contains("control characters are not allowed") {
        message = "the file contains a control character: it must be plain text".into();
    }

    if message.contains("repetition limit exceeded") {
        message = "aliases expand the file beyond its limit".into();
    }

    if message.contains("more than one document") {
        message = "the file contains more than one document".into();
        diagnostic = diagnostic.help("remove the line `---` between them");
    }

    diagnostic.message = message.into();
    diagnostic
}

/// What is said of a tab that indents a line, or comes after its dash, where the parser stopped in that line.
fn tab(source: &Source, at: usize) -> Option<Diagnostic> {
    let (number, _) = source.position(at);
    let (start, end) = source.line_range(number)?;
    let line = &source.text[start..end];
    let indent = line.len() - line.trim_start_matches([' ', '\t', '-']).len();
    let at = start + line[..indent].find('\t')?;
    let message = format!("line {number} is indented with a tab, but YAML is indented with spaces");
    let diagnostic = Diagnostic::error("yaml-tab", message).at(Span { start: at, end });
    Some(diagnostic.help("replace each tab at the beginning of the line with spaces"))
}

/// The field that must be text, and what it is, where that is what the parser says: `.[0].moves: invalid type: sequence,
/// expected text`.
fn no_text(message: &str) -> Option<(&str, &'static str)> {
    let (path, found) = message.split_once(": invalid type: ")?;
    let kind = match found.strip_suffix(", expected text")? {
        "sequence" => "a list",
        "map" => "a group of fields",
        _ => return None,
    };
    Some((path.rsplit('.').next()?, kind))
}

/// What a tree may grow to. Without aliases every value takes at least a byte of the file, so that only aliases can
/// exceed a few times the file's size.
struct Budget {
    values: Cell<usize>,
    bytes: Cell<usize>,
}

impl Budget {
    fn spend<E: Error>(&self, bytes: usize) -> Result<(), E> {
        let rest = self
            .values
            .get()
            .checked_sub(1)
            .zip(self.bytes.get().checked_sub(bytes));
        let (values, bytes) = rest.ok_or_else(|| E::custom("aliases expand the file beyond its limit"))?;
        self.values.set(values);
        self.bytes.set(bytes);
        Ok(())
    }
}

/// Reads one value and everything below it.
#[derive(Clone, Copy)]
struct Tree<'a> {
    literal: &'a [&'a str],
    is_literal: bool,
    budget: &'a Budget,
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        if self.is_literal {
            deserializer.deserialize_str(self)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(if self.is_literal { "text" } else { "a value" })
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.budget.spend(0).map(|()| Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.budget.spend(0).map(|()| Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.visit_i128(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.visit_i128(value.into())
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        self.budget.spend(0).map(|()| Value::Whole(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.budget.spend(0).map(|()| Value::Real(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.budget.spend(value.len()).map(|()| Value::Text(value.to_owned()))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Value, A::Error> {
        let _ = data;
        Err(A::Error::custom("tags (words that begin with `!`) are not supported"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        self.budget.spend(0)?;
        let mut list = Vec::new();
        while let Some(value) = entries.next_element_seed(self)? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        self.budget.spend(0)?;
        let mut map: Vec<(String, Value)> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(key) = entries.next_key_seed(Key { seen: &mut seen })? {
            let is_literal = self.literal.contains(&key.as_str());
            let value = entries.next_value_seed(Tree { is_literal, ..self })?;
            map.push((key, value));
        }
        Ok(Value::Map(map))
    }
}

/// Reads a key: text that did not occur before.
struct Key<'a> {
    seen: &'a mut std::collections::BTreeSet<String>,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<String, E> {
        if self.seen.insert(value.to_owned()) {
            Ok(value.to_owned())
        } else {
            Err(E::custom(format_args!("the field `{value}` occurs twice")))
        }
    }
}

#[cfg(test)]
mod tests;
