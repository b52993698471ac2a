//! A table whose cells can be filled while every other byte stays as it is.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Why a file cannot be read as a table, in words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct TableError(String);

/// Separators that platforms and spreadsheets use.
const SEPARATORS: [char; 3] = [',', ';', '\t'];

/// Records of cells separated by commas, semicolons or tabs, some in quotes.
#[derive(Debug)]
pub struct Table {
    text: String,
    encoding: &'static Encoding,
    separator: char,
    /// Where each cell is in the text, quotes included.
    records: Vec<Vec<Range<usize>>>,
    /// What is put in the place of a part of the text.
    edits: Vec<(Range<usize>, String)>,
}

impl Table {
    /// Reads a table in UTF-8, in UTF-16 with its mark (Blackboard), or else in Windows-1252 (older spreadsheets).
    ///
    /// # Errors
    /// A text that could not be written again byte by byte; a quote that is never closed.
    pub fn read(bytes: &[u8]) -> Result<Self, TableError> {
        let (text, encoding) = decoded(bytes)?;
        let begin = if text.starts_with('\u{FEFF}') {
            '\u{FEFF}'.len_utf8()
        } else {
            0
        };
        // Spreadsheets read the separator from a first line such as `sep=;`.
        let named = text[begin..].lines().next().and_then(separator_named);
        let begin = begin
            + text[begin..]
                .find('\n')
                .filter(|_| named.is_some())
                .map_or(0, |end| end + 1);
        let mut lines = text[begin..].lines().filter(|line| !line.trim().is_empty());
        let is_split = |line: &&str| line.contains(SEPARATORS);
        let first = lines
            .clone()
            .find(is_split)
            .or_else(|| lines.next())
            .unwrap_or_default();
        let separator = named.unwrap_or_else(|| separator_of(first));
        let records = records(&text, begin, separator)?;

        Ok(Self {
            text,
            encoding,
            separator,
            records,
            edits: Vec::new(),
        })
    }

    /// How many records there are, the headings included.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is not even a heading.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The headings, in order; none in an empty table.
    pub fn headings(&self) -> impl Iterator<Item = String> {
        let heading = (!self.is_empty()).then_some(0);
        heading.into_iter().flat_map(|heading| self.cells(heading))
    }

    /// The content of the cells of a record.
    pub fn cells(&self, record: usize) -> impl Iterator<Item = String> {
        (0..self.records[record].len()).map(move |column| self.cell(record, column))
    }

    /// The place of a heading, compared without regard to case.
    pub fn column(&self, heading: &str) -> Option<usize> {
        self.headings().position(|own| own.trim().eq_ignore_ascii_case(heading))
    }

    /// The content of a cell without its quotes; empty where the record is too short.
    pub fn cell(&self, record: usize, column: usize) -> String {
        let Some(place) = self.records[record].get(column) else {
            return String::new();
        };
        let raw = &self.text[place.clone()];
        match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
            Some(quoted) => quoted.replace("\"\"", "\""),
            None => raw.to_owned(),
        }
    }

    /// Fills a cell, in quotes where it had some or needs them. A record that is too short gets the cells it lacks.
    pub fn fill(&mut self, record: usize, column: usize, content: &str) {
        let cells = &self.records[record];
        let place = cells.get(column).cloned();
        let was_quoted = place
            .as_ref()
            .is_some_and(|place| self.text[place.clone()].starts_with('"'));
        let is_special = |letter: char| letter == self.separator || "\"\r\n".contains(letter);
        let content = if was_quoted || content.contains(is_special) {
            format!("\"{}\"", content.replace('"', "\"\""))
        } else {
            content.to_owned()
        };

        let edit = place.map_or_else(
            || {
                let end = cells.last().map_or(0, |cell| cell.end);
                let lacking = self.separator.to_string().repeat(column + 1 - cells.len());
                (end..end, lacking + &content)
            },
            |place| (place, content.clone()),
        );
        self.edits.push(edit);
    }

    /// The table with what was filled in, in its own encoding.
    pub fn bytes(&self) -> Vec<u8> {
        let mut edits: Vec<&(Range<usize>, String)> = self.edits.iter().collect();
        edits.sort_by_key(|(place, _)| place.start);

        let mut filled = String::with_capacity(self.text.len());
        let mut done = 0;
        for (place, content) in edits {
            filled.push_str(&self.text[done..place.start]);
            filled.push_str(content);
            done = place.end;
        }
        filled.push_str(&self.text[done..]);
        encoded(&filled, self.encoding)
    }
}

/// The text of a file, its byte order mark included, with its encoding.
fn decoded(bytes: &[u8]) -> Result<(String, &'static Encoding), TableError> {
    let encoding = match bytes {
        [0xFF, 0xFE, ..] => UTF_16LE,
        [0xFE, 0xFF, ..] => UTF_16BE,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    };
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let text = text.into_owned();

    let is_plain = !text.contains('\0') && encoded(&text, encoding) == bytes;
    if is_plain {
        Ok((text, encoding))
    } else {
        Err(TableError(
            "it is not a text file with cells separated by commas, semicolons or tabs".to_owned(),
        ))
    }
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    if encoding == UTF_16LE {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    } else if encoding == UTF_16BE {
        text.encode_utf16().flat_map(u16::to_be_bytes).collect()
    } else {
        encoding.encode(text).0.into_owned()
    }
}

/// The separator that a line names: `sep=;`.
fn separator_named(line: &str) -> Option<char> {
    let named = line.trim_matches(['"', '\r']).to_ascii_lowercase();
    let mut named = named.strip_prefix("sep=")?.chars();
    let separator = named.next().filter(|separator| SEPARATORS.contains(separator))?;
    named.all(|rest| SEPARATORS.contains(&rest)).then_some(separator)
}

/// The separator that is most frequent outside quotes in the first line.
fn separator_of(line: &str) -> char {
    let unquoted: String = line.split('"').step_by(2).collect();
    let count = |separator: &char| unquoted.matches(*separator).count();
    // Of those that are equally frequent the last is the greatest.
    SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(',')
}

/// Where each cell of each record is. Empty lines are no records.
fn records(text: &str, begin: usize, separator: char) -> Result<Vec<Vec<Range<usize>>>, TableError> {
    let bytes = text.as_bytes();
    let mut records = Vec::new();
    let mut cells = Vec::new();
    let mut at = begin;
    while at < bytes.len() || !cells.is_empty() {
        let start = at;
        at = end_of_cell(text, start, separator)?;
        cells.push(start..at);

        match bytes.get(at) {
            Some(byte) if *byte == separator as u8 => {
                at += 1;
                continue;
            }
            Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => at += 2,
            Some(_) => at += 1,
            None => {}
        }
        let is_empty_line = matches!(&cells[..], [only] if only.is_empty());
        let record = std::mem::take(&mut cells);
        if !is_empty_line {
            records.push(record);
        }
    }
    Ok(records)
}

/// Where the cell that begins at a place ends.
fn end_of_cell(text: &str, start: usize, separator: char) -> Result<usize, TableError> {
    let mut at = start;
    if text[start..].starts_with('"') {
        at += 1;
        loop {
            let Some(quote) = text[at..].find('"') else {
                let line = text[..start].matches('\n').count() + 1;
                return Err(TableError(format!(
                    "the quote that begins a cell in line {line} is never closed"
                )));
            };
            at += quote + 1;
            if !text[at..].starts_with('"') {
                break;
            }
            at += 1;
        }
    }

    let rest = &text[at..];
    let length = rest.find([separator, '\r', '\n']);
    Ok(length.map_or(text.len(), |length| at + length))
}

#[cfg(test)]
mod tests {
    use super::Table;

    /// Reads a table, fills a cell of its second record, and gives what is written.
    fn filled(bytes: &[u8], column: usize, content: &str) -> Vec<u8> {
        let mut table = Table::read(bytes).expect("a table");
        table.fill(1, column, content);
        table.bytes()
    }

    #[test]
    fn only_the_filled_cell_changes() {
        for (before, column, content, after) in [
            ("sep=;\r\na;b,c\r\n1,5;\r\n", 1, "95", "sep=;\r\na;b,c\r\n1,5;95\r\n"),
            ("a,b\n1,\n2,3", 1, "95", "a,b\n1,95\n2,3"),
            (
                "a,b\r\n\"x, \"\"y\"\"\",\"\"\r\n\r\n",
                1,
                "95",
                "a,b\r\n\"x, \"\"y\"\"\",\"95\"\r\n\r\n",
            ),
            ("a;b;c\n1;old;\n", 1, "1,5", "a;b;c\n1;1,5;\n"),
            ("a,b\n1,\n", 1, "one, \"two\"", "a,b\n1,\"one, \"\"two\"\"\"\n"),
            ("a,b,c\n1\n2,,\n", 2, "95", "a,b,c\n1,,95\n2,,\n"),
            (
                "\u{FEFF}\"a\",\"b\"\n\"two\nlines\",\"-\"\n",
                1,
                "95",
                "\u{FEFF}\"a\",\"b\"\n\"two\nlines\",\"95\"\n",
            ),
        ] {
            let written = filled(before.as_bytes(), column, content);
            assert_eq!(String::from_utf8(written).expect("UTF-8"), after);
        }
    }

    #[test]
    fn utf_16_and_windows_1252_are_kept() {
        let utf_16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
        let written = filled(&utf_16("\u{FEFF}\"Name\"\t\"Lab\"\r\n\"Zoë\"\t\"\"\r\n"), 1, "95");
        assert_eq!(written, utf_16("\u{FEFF}\"Name\"\t\"Lab\"\r\n\"Zoë\"\t\"95\"\r\n"));

        let written = filled(b"Name,Lab\nZo\xEB \x81,\n", 1, "95");
        assert_eq!(written, b"Name,Lab\nZo\xEB \x81,95\n");
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for (bytes, said) in [
            (&b"PK\x03\x04\0\0\0,\n1,2"[..], "not a text file"),
            (b"a,b\n\"1,2\n", "line 2 is never closed"),
        ] {
            let error = Table::read(bytes).expect_err("no table").to_string();
            assert!(error.contains(said), "{error}");
        }
    }
}
