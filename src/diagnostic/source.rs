//! A text that diagnostics refer to, decoded from bytes.

use std::sync::OnceLock;

/// How the bytes were read as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 (or plain ASCII).
    Utf8,
    /// UTF-8 after a byte order mark.
    Utf8Bom,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// Neither; read as windows-1252, so that every byte is some character.
    Windows1252,
}

/// A named text.
#[derive(Debug)]
pub struct Source {
    /// Its name in messages.
    pub name: String,
    /// The text. Line ends are unchanged.
    pub text: String,
    /// How it was read.
    pub encoding: Encoding,
    lines: OnceLock<Vec<(usize, usize)>>,
    /// The files that the text is made of, in order; empty where it is one.
    files: Vec<File>,
}

/// One of several files of a text.
#[derive(Debug)]
struct File {
    name: String,
    /// Where its text begins: the byte, and the line from 1.
    start: usize,
    line: usize,
}

impl Source {
    /// A source from text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            encoding: Encoding::Utf8,
            lines: OnceLock::new(),
            files: Vec::new(),
        }
    }

    /// A source from bytes: byte order mark, else UTF-8, else UTF-16 by the parity of its zero bytes, else windows-1252.
    pub fn read(name: impl Into<String>, bytes: &[u8]) -> Self {
        let (text, encoding) = decode(bytes);
        Self {
            name: name.into(),
            text,
            encoding,
            lines: OnceLock::new(),
            files: Vec::new(),
        }
    }

    /// One text of several files, each on lines of its own. The first one gives its name to all.
    pub fn joined(files: &[&Self]) -> Self {
        let mut joined = Self::new(files.first().map_or("", |file| &file.name), "");
        if let Some(first) = files.first() {
            joined.encoding = first.encoding;
        }

        let mut line = 1;
        for file in files {
            joined.files.push(File {
                name: file.name.clone(),
                start: joined.text.len(),
                line,
            });
            joined.text += &file.text;
            // A CR at the end and this LF would be one line end.
            joined.text += if file.text.ends_with('\r') { "\n\n" } else { "\n" };
            line += file.line_count();
            if file.encoding != joined.encoding {
                joined.encoding = Encoding::Utf8;
            }
        }
        joined
    }

    /// The bytes that this file has in [`Source::joined`].
    pub fn joined_length(&self) -> usize {
        self.text.len() + 1 + usize::from(self.text.ends_with('\r'))
    }

    /// The bytes that a piece of the text had in the file. Of UTF-16, its UTF-8 form: half of every pair would be zero.
    pub fn bytes_of(&self, piece: &str) -> Vec<u8> {
        match self.encoding {
            Encoding::Windows1252 => encoding_rs::WINDOWS_1252.encode(piece).0.into_owned(),
            _ => piece.as_bytes().to_vec(),
        }
    }

    /// A new text for the whole file, in its encoding and with its byte order mark.
    pub fn encoded(&self, text: &str) -> Vec<u8> {
        let units = || "\u{feff}".encode_utf16().chain(text.encode_utf16());
        match self.encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf8Bom => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            Encoding::Utf16Le => units().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => units().flat_map(u16::to_be_bytes).collect(),
            Encoding::Windows1252 => self.bytes_of(text),
        }
    }

    /// Start and end of each line, its line end not included. LF, CR and CR LF all end a line.
    fn lines(&self) -> &[(usize, usize)] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut lines = Vec::new();
            let mut start = 0;
            let mut index = 0;
            while index < bytes.len() {
                let next = match bytes[index] {
                    b'\r' if bytes.get(index + 1) == Some(&b'\n') => index + 2,
                    b'\r' | b'\n' => index + 1,
                    _ => {
                        index += 1;
                        continue;
                    }
                };

                lines.push((start, index));
                start = next;
                index = next;
            }

            lines.push((start, bytes.len()));
            lines
        })
    }

    /// How many lines there are.
    pub fn line_count(&self) -> usize {
        self.lines().len()
    }

    /// A line's text by its number from 1, without its line end.
    pub fn line(&self, number: usize) -> Option<&str> {
        let (start, end) = *self.lines().get(number.checked_sub(1)?)?;
        self.text.get(start..end)
    }

    /// Where a line's text starts and ends in bytes, by its number from 1.
    pub fn line_range(&self, number: usize) -> Option<(usize, usize)> {
        self.lines().get(number.checked_sub(1)?).copied()
    }

    /// Line and column (in characters), both from 1, of a byte offset, in its file.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let row = self.row(offset);
        let (start, _) = self.lines()[row - 1];
        let offset = offset.min(self.text.len());
        let column = self.text[start..]
            .char_indices()
            .take_while(|(at, _)| start + at < offset)
            .count();
        (self.written(row).1, column + 1)
    }

    /// The line of the whole text, from 1, that a byte offset is in.
    pub fn row(&self, offset: usize) -> usize {
        self.lines().partition_point(|(start, _)| *start <= offset).max(1)
    }

    /// What people call a line of the whole text: its file, where that is not the main one, and its number there.
    pub fn written(&self, row: usize) -> (Option<&str>, usize) {
        let index = self.files.partition_point(|file| file.line <= row);
        let Some(file) = index.checked_sub(1).and_then(|index| self.files.get(index)) else {
            return (None, row);
        };
        let other = (file.name != self.name).then_some(file.name.as_str());
        (other, row - file.line + 1)
    }

    /// The file that a byte offset is in, where that is not the main one.
    pub fn other_file(&self, offset: usize) -> Option<&str> {
        let index = self.files.partition_point(|file| file.start <= offset);
        let file = self.files.get(index.checked_sub(1)?)?;
        (file.name != self.name).then_some(&file.name)
    }
}

fn decode(bytes: &[u8]) -> (String, Encoding) {
    if let Some(rest) = bytes.strip_prefix(b"\xEF\xBB\xBF") {
        return std::str::from_utf8(rest).map_or_else(
            |_| (windows_1252(rest), Encoding::Windows1252),
            |text| (text.to_owned(), Encoding::Utf8Bom),
        );
    }

    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return (
            encoding_rs::UTF_16LE.decode_without_bom_handling(rest).0.into_owned(),
            Encoding::Utf16Le,
        );
    }

    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return (
            encoding_rs::UTF_16BE.decode_without_bom_handling(rest).0.into_owned(),
            Encoding::Utf16Be,
        );
    }

    // Plain text in UTF-16 has a zero in nearly every other byte; a stray NUL in an 8-bit file is far rarer.
    let zeros = |parity: usize| bytes.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = if bytes.contains(&0) {
        (zeros(0), zeros(1))
    } else {
        (0, 0)
    };
    let pairs = bytes.len() / 2;
    if pairs > 0 && odd * 10 > pairs * 6 && even * 10 < pairs * 2 {
        return (
            encoding_rs::UTF_16LE.decode_without_bom_handling(bytes).0.into_owned(),
            Encoding::Utf16Le,
        );
    }

    if pairs > 0 && even * 10 > pairs * 6 && odd * 10 < pairs * 2 {
        return (
            encoding_rs::UTF_16BE.decode_without_bom_handling(bytes).0.into_owned(),
            Encoding::Utf16Be,
        );
    }

    std::str::from_utf8(bytes).map_or_else(
        |_| (windows_1252(bytes), Encoding::Windows1252),
        |text| (text.to_owned(), Encoding::Utf8),
    )
}

/// Every byte as some character.
fn windows_1252(bytes: &[u8]) -> String {
    let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes);
    text.into_owned()
}
