//! The rows of a listing: what lies in memory, line number, source.

use std::fmt::Write as _;

use crate::diagnostic::Source;
use crate::diagnostic::visible::{Keep, visible};

/// Every line of the source, beside what it put into memory. `cells` gives the source line and the text of each word, in
/// source order; `width` is the width of those texts. Lines without a word have blanks before them; the further
/// words of a line are below it. Where another file begins, its name is on a line of its own.
pub(in crate::machine) fn source_rows(
    source: &Source,
    width: usize,
    cells: impl Iterator<Item = (u32, String)>,
) -> String {
    let mut text = String::new();
    let mut cells = cells.peekable();
    let mut file = None;
    for number in 1..=source.line_count() {
        let (own, written) = source.written(number);
        if own != file {
            file = own;
            text += &row(
                &" ".repeat(width),
                None,
                &visible(file.unwrap_or(&source.name), Keep::Nothing),
            );
        }
        let line = visible(source.line(number).unwrap_or("").trim_end(), Keep::Layout);
        let first = cells.next_if(|(at, _)| *at as usize == number);
        let first = first.map_or_else(|| " ".repeat(width), |(_, cell)| cell);
        text += &row(&first, Some(written), &line);
        while let Some((_, cell)) = cells.next_if(|(at, _)| *at as usize == number) {
            text += &row(&cell, None, "");
        }
    }

    text
}

/// One row, with its line end.
pub(in crate::machine) fn row(cell: &str, line: Option<usize>, source: &str) -> String {
    let line = line.map_or_else(String::new, |line| line.to_string());
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write!(text, "{cell}  {line:>4}  {source}");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}
