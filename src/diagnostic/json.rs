//! JSON without hidden characters: characters that reorder or hide text are written as `\uXXXX`, so that an editor or a
//! terminal shows the contents of the file. It parses to the same values.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use super::visible::{is_hidden, is_plain};

/// A value as indented JSON, without a line feed at the end.
///
/// # Errors
/// Only where the value cannot be JSON.
pub fn pretty(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    written(value, PrettyFormatter::new())
}

/// The same on one line.
///
/// # Errors
/// As [`pretty`].
pub fn compact(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    written(value, CompactFormatter)
}

/// The same as [`pretty`], as text.
///
/// # Errors
/// As [`pretty`].
pub fn pretty_text(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(String::from_utf8_lossy(&pretty(value)?).into_owned())
}

fn written(value: &impl Serialize, inner: impl Formatter) -> serde_json::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, Escaping(inner)))?;
    Ok(bytes)
}

/// Escapes hidden characters, and leaves everything else to another formatter.
struct Escaping<F>(F);

impl<F: Formatter> Formatter for Escaping<F> {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if is_plain(fragment) {
            return self.0.write_string_fragment(writer, fragment);
        }

        let mut rest = fragment;
        while let Some(at) = rest.find(is_hidden) {
            self.0.write_string_fragment(writer, &rest[..at])?;
            let hidden = rest[at..].chars().next().unwrap_or_default();
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + hidden.len_utf8()..];
        }
        self.0.write_string_fragment(writer, rest)
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::{compact, pretty};

    #[test]
    fn what_is_hidden_is_escaped_and_parses_to_the_same() {
        let value = serde_json::json!({
            "a\u{202e}b": ["\u{2028}\u{feff}x\u{e0041}\"\\\n", "\u{e9} \u{738b} plain", 1.5, null, {}, []],
        });
        let text = String::from_utf8(compact(&value).expect("JSON")).expect("UTF-8");
        let expected =
            "{\"a\\u202eb\":[\"\\u2028\\ufeffx\\udb40\\udc41\\\"\\\\\\n\",\"\u{e9} \u{738b} plain\",1.5,null,{},[]]}";

        assert_eq!(text, expected);
        for bytes in [compact(&value), pretty(&value)] {
            let back: serde_json::Value = serde_json::from_slice(&bytes.expect("JSON")).expect("JSON again");
            assert_eq!(back, value);
        }

        let plain = serde_json::json!({"a": [1, {"b": "c"}]});
        assert_eq!(
            pretty(&plain).expect("JSON"),
            serde_json::to_vec_pretty(&plain).expect("JSON")
        );
    }
}
