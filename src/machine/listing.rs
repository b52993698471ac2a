//! Listings: what each line of a source put into memory, beside the line.

use std::fmt::Write as _;

use crate::diagnostic::Source;
use crate::diagnostic::visible::{Keep, visible};

/// A row of a listing.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Line of the source, from 1.
    pub(super) line: u32,
    /// Address and contents.
    pub(super) left: String,
}

/// Every line of the source with its rows, which come in the order of their lines. Lines without a row have blanks before
/// them; the further rows of a line stand below it.
pub(super) fn beside_source(rows: impl IntoIterator<Item = Row>, width: usize, source: &Source) -> String {
    let mut text = String::new();
    let mut rows = rows.into_iter().peekable();
    for number in 1..=source.line_count() {
        let line = source.line(number).unwrap_or("");
        let line = visible(line.trim_end(), Keep::Layout);
        let first = rows.next_if(|row| row.line as usize == number).map(|row| row.left);
        self::row(&mut text, &first.unwrap_or_default(), width, Some(number), &line);
        while let Some(further) = rows.next_if(|row| row.line as usize == number) {
            self::row(&mut text, &further.left, width, None, "");
        }
    }
    text
}

/// Writes one row.
pub(super) fn row(text: &mut String, left: &str, width: usize, line: Option<usize>, source: &str) {
    let line = line.map_or_else(String::new, |line| line.to_string());
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", format!("{left:<width$}  {line:>4}  {source}").trim_end());
}
