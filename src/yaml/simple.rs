//! The part of YAML in which most case files are written, read without the parser: fields and lists by indentation, words,
//! numbers, texts in quotes and lists of words in brackets.
//!
//! Where anything else occurs, or anything is in doubt, nothing is read, and the parser reads the whole file.

use super::Value;
use super::blocks::WORD;

/// Deeper files are left to the parser.
const MAX_DEPTH: usize = 8;
/// Words that mean something else than themselves, in any case.
const SPECIAL: [&str; 12] = [
    "true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "infinity", "nan",
];
/// Characters that a word must not have, because some of them mean something in some places.
const MARKS: &[u8] = b"[]{}\"'&*!|>%@`#?\\";

/// The tree of a text, as the parser would make it. `None` where that is in doubt. Scalars under the keys named in `literal` are
/// kept as written; `is_short` says that blocks of text were shortened.
pub fn tree(text: &str, literal: &[&str], is_short: bool) -> Option<Value> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
    if !is_plain {
        return None;
    }

    let mut reader = Reader {
        lines: lines(text)?,
        at: 0,
        literal,
        is_short,
    };
    let root = reader.lines.first()?.indent;
    let value = reader.value_below(root, MAX_DEPTH)?;
    (root == 0 && reader.at == reader.lines.len()).then_some(value)
}

/// A line that is neither empty nor a comment.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    indent: usize,
    content: &'a str,
}

fn lines(text: &str) -> Option<Vec<Line<'_>>> {
    let mut lines = Vec::with_capacity(text.len() / 16);
    for line in super::lines(text) {
        let line = line.strip_suffix('\n').unwrap_or(line);
        let content = line.trim_matches(' ');
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        // The ends of documents, and directives.
        if ["---", "...", "%"].iter().any(|mark| content.starts_with(mark)) {
            return None;
        }
        let indent = line.len() - line.trim_start_matches(' ').len();
        lines.push(Line { indent, content });
    }
    Some(lines)
}

struct Reader<'a> {
    lines: Vec<Line<'a>>,
    at: usize,
    literal: &'a [&'a str],
    is_short: bool,
}

impl<'a> Reader<'a> {
    fn line(&self) -> Option<Line<'a>> {
        self.lines.get(self.at).copied()
    }

    /// The value whose lines are indented as far as the next one.
    fn value_below(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if self.line()?.content.starts_with("- ") {
            self.list(indent, depth)
        } else {
            self.fields(indent, depth)
        }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let mut list = Vec::new();
        while let Some(line) = self.line().filter(|line| line.indent == indent) {
            let Some(content) = line.content.strip_prefix("- ") else {
                break;
            };
            let content = content.trim_start_matches(' ');
            let inner = indent + line.content.len() - content.len();
            if field(content).is_some() {
                self.lines[self.at] = Line { indent: inner, content };
                list.push(self.fields(inner, depth)?);
            } else {
                self.at += 1;
                list.push(scalar(content, false)?);
            }
        }

        self.is_end(indent).then_some(Value::List(list))
    }

    fn fields(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some(line) = self.line().filter(|line| line.indent == indent) {
            let Some((name, rest)) = field(line.content) else { break };
            if fields.iter().any(|(other, _)| other == name) {
                return None;
            }
            self.at += 1;

            let is_literal = self.literal.contains(&name);
            let value = match rest {
                "" => self.nested(indent, depth)?,
                "|" => self.block(indent)?,
                _ => scalar(rest, is_literal)?,
            };
            fields.push((name.to_owned(), value));
        }

        (!fields.is_empty() && self.is_end(indent)).then_some(Value::Map(fields))
    }

    /// Whether what is read here ends at the next line: it is not indented more. Where it may not be there either, whoever reads
    /// what is around this finds out.
    fn is_end(&self, indent: usize) -> bool {
        self.line().is_none_or(|line| line.indent <= indent)
    }

    /// The value in the lines below a field: those of a list may be indented as far as the field.
    fn nested(&mut self, indent: usize, depth: usize) -> Option<Value> {
        let line = self.line()?;
        let is_list = line.indent == indent && line.content.starts_with("- ");
        (is_list || line.indent > indent).then_some(())?;
        self.value_below(line.indent, depth)
    }

    /// What is left of a block of text.
    fn block(&mut self, indent: usize) -> Option<Value> {
        let line = self.line().filter(|line| self.is_short && line.indent > indent)?;
        let number = line.content.strip_prefix(WORD)?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        self.at += 1;
        is_number.then(|| Value::Text(format!("{}\n", line.content)))
    }
}

/// The name of a field, and what comes after its colon.
fn field(content: &str) -> Option<(&str, &str)> {
    let (name, rest) = content.split_once(':')?;
    let is_plain = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_'));
    let is_separate = rest.is_empty() || rest.starts_with(' ');
    (is_plain && is_separate && !name.starts_with('-') && !SPECIAL.contains(&name))
        .then(|| (name, rest.trim_start_matches(' ')))
}

/// A value within a line.
fn scalar(text: &str, is_literal: bool) -> Option<Value> {
    for quote in ['"', '\''] {
        let Some(rest) = text.strip_prefix(quote) else { continue };
        let inner = rest.strip_suffix(quote)?;
        return (!inner.contains([quote, '\\'])).then(|| Value::Text(inner.to_owned()));
    }
    if let Some(rest) = text.strip_prefix('[') {
        let words = rest.strip_suffix(']').filter(|_| !is_literal)?;
        let words = words.split(',').map(|word| plain(word.trim_matches(' '), false));
        return words.collect::<Option<Vec<_>>>().map(Value::List);
    }
    plain(text, is_literal)
}

/// A word, some words, or a number.
fn plain(text: &str, is_literal: bool) -> Option<Value> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    let is_word = first.is_ascii_alphanumeric()
        && !text.contains(": ")
        && !text.ends_with(':')
        && !bytes.iter().any(|byte| MARKS.contains(byte));
    if !is_word || SPECIAL.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return None;
    }
    if is_literal || first.is_ascii_alphabetic() || text.contains(' ') {
        return Some(Value::Text(text.to_owned()));
    }

    let is_number = bytes.len() <= 15 && (first != b'0' || bytes.len() == 1) && bytes.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.parse().ok().map(Value::Whole))?
}
