//! Blocks of text, such as transcripts: most of a case file, and the parser reads it byte by byte.
//!
//! Each is shortened to a word before the file is parsed, and put back into the tree. Where anything about that is in doubt, the
//! whole file is parsed as it is.

use super::Value;
use super::lines::lines;

/// What is left of a block, before its number.
pub const WORD: &str = "block-of-text-";

/// A text with short blocks.
#[derive(Debug)]
pub struct Shortened {
    /// The text, with one word in each block.
    pub text: String,
    /// What the blocks hold; `None` once it was put back.
    blocks: Vec<Option<String>>,
}

impl Shortened {
    /// Shortens the blocks of a text: the lines after a field of plain letters with `|` that are indented more. `None` where
    /// there is nothing to shorten.
    pub fn of(text: &str) -> Option<Self> {
        if !text.ends_with('\n') || text.contains(WORD) {
            return None;
        }

        let mut short = Self {
            text: String::new(),
            blocks: Vec::new(),
        };
        let mut rest = text;
        while let Some(line) = lines(rest).next() {
            rest = &rest[line.len()..];
            short.text += line;
            if let Some(block) = indent(line).and_then(|indent| block(rest, indent)) {
                let number = short.blocks.len();
                short.text += &format!("{}{WORD}{number}\n", " ".repeat(block.indent));
                short.blocks.push(Some(block.text));
                rest = &rest[block.length..];
            }
        }

        (!short.blocks.is_empty()).then_some(short)
    }

    /// Puts the blocks back into the tree of the text. `None` unless each of them is one value, and nothing else.
    pub fn restore(mut self, mut tree: Value) -> Option<Value> {
        let is_once = self.put(&mut tree);
        (is_once && self.blocks.iter().all(Option::is_none)).then_some(tree)
    }

    /// Whether no block was asked for twice, as an alias does.
    fn put(&mut self, value: &mut Value) -> bool {
        match value {
            Value::Text(text) => {
                let word = text.strip_prefix(WORD).and_then(|word| word.strip_suffix('\n'));
                let number = word.and_then(|number| number.parse::<usize>().ok());
                let Some(block) = number.and_then(|number| self.blocks.get_mut(number)) else {
                    return true;
                };
                let is_first = block.is_some();
                *text = block.take().unwrap_or_default();
                is_first
            }
            Value::List(values) => values.iter_mut().all(|value| self.put(value)),
            Value::Map(fields) => fields.iter_mut().all(|(_, value)| self.put(value)),
            _ => true,
        }
    }
}

/// How far a line is indented that names a field and begins a block.
fn indent(line: &str) -> Option<usize> {
    let name = line.strip_suffix(": |\n")?.trim_start_matches(' ');
    let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    is_plain.then_some(line.len() - name.len() - ": |\n".len())
}

/// A block as it is written.
struct Block {
    /// How far its lines are indented.
    indent: usize,
    /// How many bytes it takes.
    length: usize,
    /// What it holds.
    text: String,
}

/// The block at the start of a text, below a field that is indented less: lines that are empty, or indented as far as the first
/// one. `None` where a line is indented otherwise, or has other than plain characters.
fn block(text: &str, outer: usize) -> Option<Block> {
    let indent = text.len() - text.trim_start_matches(' ').len();
    let mut block = Block {
        indent,
        length: 0,
        text: String::new(),
    };
    for line in lines(text) {
        let content = line.trim_start_matches(' ');
        let own = line.len() - content.len();
        if content != "\n" && own <= outer {
            break;
        }

        let is_plain = content.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n'));
        if !is_plain || content != "\n" && own < indent {
            return None;
        }
        block.text += if own < indent { "\n" } else { &line[indent..] };
        block.length += line.len();
    }

    // Empty lines at its end do not belong to it.
    let end = block.text.trim_end_matches('\n').len();
    block.text.truncate(end + 1);
    let begins_with_text = indent > outer && block.text.starts_with(|first| first != '\n');
    begins_with_text.then_some(block)
}
