//! Writes a case as readable YAML: a transcript looks in the file as it does on the screen.
//!
//! A general YAML writer makes one long quoted string of a transcript as soon as a line ends in a space, as every
//! prompt does.

use super::{ending, transcript};
use crate::assignment::Assignment;
use crate::connect4::{Expected, Script};
use crate::result::Ending;

/// A case that is to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct NewCase {
    /// Its name.
    pub name: String,
    /// `moves` or `input`.
    pub field: &'static str,
    /// What that field holds.
    pub keys: String,
    /// Its points, when they are not 1.
    pub points: Option<f64>,
    /// Its tags.
    pub tags: Vec<String>,
    /// How the run must end.
    pub ends: Ending,
    /// The transcript.
    pub transcript: String,
}

impl NewCase {
    /// A case with the transcript and the ending that the rules give its keys; it has no tags. `None` where a key is not ASCII.
    pub fn by_rules(
        assignment: &Assignment,
        name: String,
        (field, keys): (&'static str, String),
        expected: &Expected,
    ) -> Option<Self> {
        Some(Self {
            name,
            field,
            keys,
            points: None,
            tags: Vec::new(),
            ends: ending(expected.halts),
            transcript: transcript::as_written(assignment, expected)?,
        })
    }
}

/// The field that holds a script, and its text: `moves` where they say it all, else `input`. `None` where a key is not ASCII.
pub fn keys(script: &Script) -> Option<(&'static str, String)> {
    let typed = script
        .attempts
        .iter()
        .map(|attempt| attempt.typed.escape_ascii().to_string());
    let moves = typed.collect::<Vec<_>>().join(" ");
    if Script::from_moves(&moves, script.protocol) == *script {
        return Some(("moves", moves));
    }
    let input = std::str::from_utf8(&script.keys).ok().filter(|keys| keys.is_ascii())?;
    Some(("input", input.to_owned()))
}

/// An entry of a list of cases, its dash in the first column.
pub fn entry(case: &NewCase) -> String {
    let keys = if case.field == "input" {
        quoted(&case.keys)
    } else {
        plain(&case.keys)
    };

    let mut text = format!("- name: {}\n  {}: {keys}\n", plain(&case.name), case.field);
    if let Some(points) = case.points {
        text.extend(["  points: ", &points.to_string(), "\n"]);
    }

    if !case.tags.is_empty() {
        let tags: Vec<String> = case.tags.iter().map(|tag| plain(tag)).collect();
        text.extend(["  tags: [", &tags.join(", "), "]\n"]);
    }

    if case.ends == Ending::Waiting {
        text += "  ends: waiting\n";
    }

    text + "  transcript: " + &block(&case.transcript, 4) + "\n"
}

/// A text of several lines as a field's value, its lines indented by `indent` spaces, without a final line feed.
/// Reading the value gives back the text, with at least one line feed at its end.
pub fn block(text: &str, indent: usize) -> String {
    if text.is_empty() || text.chars().all(|c| c == '\n') || text.chars().any(is_unprintable) {
        return escaped_lines(text, indent);
    }

    let margin = " ".repeat(indent);
    let body = text.strip_suffix('\n').unwrap_or(text);
    // Without this, spaces at the beginning of the first line would be taken for indentation.
    let indicator = if body.trim_start_matches('\n').starts_with(' ') {
        "2"
    } else {
        ""
    };

    let keep = if body.ends_with('\n') { "+" } else { "" };
    let mut value = format!("|{indicator}{keep}");
    for line in body.split('\n') {
        value.push('\n');
        if !line.is_empty() {
            value += &margin;
            value += line;
        }
    }

    value
}

/// Characters that are not allowed or not visible in a block.
fn is_unprintable(c: char) -> bool {
    (c.is_control() && c != '\n') || matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// A quoted text with one line of the file per line of text.
fn escaped_lines(text: &str, indent: usize) -> String {
    let lines: Vec<String> = text.split_inclusive('\n').map(escape).collect();
    if lines.len() < 2 {
        return format!("\"{}\"", lines.concat());
    }

    let margin = " ".repeat(indent);
    let mut value = String::from("\"\\");
    for (index, line) in lines.iter().enumerate() {
        let last = index + 1 == lines.len();
        // A space at the beginning of a line of quoted text is dropped unless it is escaped.
        let blank = if line.starts_with(' ') { "\\" } else { "" };
        value.extend(["\n", &margin, blank, line, if last { "\"" } else { "\\" }]);
    }

    value
}

/// A text in double quotes.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text))
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '"' => escaped += "\\\"",
            '\\' => escaped += "\\\\",
            '\n' => escaped += "\\n",
            '\r' => escaped += "\\r",
            '\t' => escaped += "\\t",
            '\0' => escaped += "\\0",
            c if is_unprintable(c) => {
                let code = u32::from(c);
                let hex = if code < 0x100 {
                    format!("\\x{code:02x}")
                } else {
                    format!("\\u{code:04x}")
                };
                escaped.push_str(&hex);
            }
            c => escaped.push(c),
        }
    }

    escaped
}

/// A text without quotes if YAML reads it unchanged, else in quotes.
pub fn plain(text: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ',' | '(' | ')' | '/');
    let begins_well = text.starts_with(char::is_alphanumeric);
    let no_list = !text.contains(", ") || !text.starts_with('[');
    if begins_well && no_list && text.chars().all(is_safe) && text.trim() == text {
        text.to_owned()
    } else {
        quoted(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &str) -> String {
        let tree: std::collections::BTreeMap<String, String> =
            serde_yaml::from_str(&format!("a: {value}\nb: end\n")).unwrap_or_else(|error| panic!("{error}\n{value}"));
        assert_eq!(tree["b"], "end");
        tree["a"].clone()
    }

    #[test]
    fn a_transcript_stands_as_it_is_printed_with_its_trailing_blanks() {
        assert_eq!(block("- -\nPlayer 1: ", 4), "|\n    - -\n    Player 1: ");
        assert_eq!(read(&block("- -\nPlayer 1: ", 2)), "- -\nPlayer 1: \n");
    }

    #[test]
    fn whatever_a_transcript_holds_comes_back() {
        let texts = [
            "a\n",
            "a",
            "a\n\n",
            "a\n\n\n",
            "  a\nb\n",
            " \na\n",
            "\n",
            "",
            "\n\na\n",
            "\n  a\n",
            "a\n  b \n \n",
            "# no comment\n",
            "tab\there\n",
            "\u{1b}[31m\n  x\n",
            "\0\n",
            "\r\n",
            "a\u{85}b\n",
            "\u{feff}x\n",
            "'\"\\\n",
            "- a\n: b\n",
            "%\n",
            "---\n",
            "...\n",
            "  \u{1}\n  b",
            "\u{7f}",
            "ü·\n",
            "a \n b \n",
            "\"\\x41\"\t\n",
        ];
        for text in texts {
            let back = read(&block(text, 2));
            let line_feed_at_most = back == text || back == format!("{text}\n");
            assert!(line_feed_at_most, "{text:?} came back as {back:?}: {}", block(text, 2));
        }
    }

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(plain("wins, in column 3"), "wins, in column 3");
        for text in [
            "a: b", "# x", "- a", "[x", "it's", "\"", " x", "x ", "a #b", "!x", "*x", "@x", "%",
        ] {
            assert_eq!(read(&plain(text)), text);
        }
    }
}

#[cfg(test)]
mod properties {
    use proptest::prelude::*;

    use super::*;
    use crate::fixed_cases::fixed_cases;

    proptest! {
        #![proptest_config(fixed_cases(256))]

        #[test]
        fn any_text_comes_back(text in "[ \\-a:#\n\r\t\u{1}\"\\\\|>]{0,30}") {
            let value = block(&text, 2);
            let tree: std::collections::BTreeMap<String, String> = serde_yaml::from_str(&format!("a: {value}\nb: end\n")).unwrap();
            prop_assert!(tree["a"] == text || tree["a"] == format!("{text}\n"), "{:?}", value);
        }
    }
}
