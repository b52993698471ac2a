//! The place of a value in the text.
//!
//! The parser reports a place only with an error. So the place of a value is found by reading the file once more and
//! failing on purpose at that value: slow, but exact, and needed only for errors.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::diagnostic::Span;

/// The span of the value at the end of a path of indices (of list entries, and of fields in their order); or of the
/// field's name instead.
pub fn locate(text: &str, path: &[usize], key: bool) -> Option<Span> {
    let error = Walk { path, key }
        .deserialize(serde_yaml::Deserializer::from_str(text))
        .err()?;
    let start = byte_offset(text, error.location()?.index());
    let mut span = extent(text, start);
    if key && let Some(colon) = text[span.start..span.end].find(':') {
        span.end = span.start + colon;
    }
    Some(span)
}

/// The parser's byte index as an index into the text, never inside a character.
pub fn byte_offset(text: &str, index: usize) -> usize {
    let mut offset = index.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// From a value's first byte to its end, as far as it is on one line.
pub fn extent(text: &str, start: usize) -> Span {
    let rest = &text[start..];
    let line = rest.lines().next().unwrap_or_default();
    let length = match line.chars().next() {
        Some(quote @ ('"' | '\'')) => line[1..].find(quote).map_or(line.len(), |end| end + 2),
        _ => [" #", ", ", "]", "}"]
            .iter()
            .filter_map(|stop| line.find(stop))
            .min()
            .unwrap_or(line.len()),
    };

    let length = line[..length].trim_end().len();
    Span {
        start,
        end: start + length,
    }
}

/// Walks down a path and fails at its end.
#[derive(Clone, Copy)]
struct Walk<'a> {
    path: &'a [usize],
    key: bool,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.path.is_empty() {
            deserializer.deserialize_any(Fail)
        } else {
            deserializer.deserialize_any(self)
        }
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a list or fields")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        for _ in 0..self.path[0] {
            entries.next_element::<IgnoredAny>()?;
        }
        let path = &self.path[1..];
        entries.next_element_seed(Walk { path, ..self })?;
        Err(A::Error::custom("no such entry"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        for _ in 0..self.path[0] {
            entries.next_entry::<IgnoredAny, IgnoredAny>()?;
        }
        let path = &self.path[1..];
        if self.key && path.is_empty() {
            entries.next_key_seed(Walk { path, ..self })?;
        } else if entries.next_key::<IgnoredAny>()?.is_some() {
            entries.next_value_seed(Walk { path, ..self })?;
        }
        Err(A::Error::custom("no such field"))
    }
}

/// Accepts nothing, so that the parser reports its place.
struct Fail;

impl Visitor<'_> for Fail {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("nothing")
    }
}
