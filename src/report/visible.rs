//! Text from students in a report: on one line, and with visible spaces where they are significant.
//!
//! Takes any text; gives the same text in which nothing is hidden and nothing can do anything. Which characters those are
//! is the table of [`crate::diagnostic::visible`]. Knows no markup: escaping for HTML or CSV comes after.

use std::borrow::Cow;

use crate::diagnostic::visible::{self, Keep};

/// The text with hidden characters as symbols, on one line: C0 controls as their control picture (`␊`, `␍`, `␀`, `␛`),
/// all others as their code point (`<U+202E>`). Blanks stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    visible::visible(text, Keep::Nothing)
}

/// Like [`visible()`], and every blank as `·`.
pub fn visible_spaces(text: &str) -> String {
    let shown = visible(text);
    if shown.contains(' ') {
        shown.replace(' ', "·")
    } else {
        shown.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_spaces};

    #[test]
    fn a_text_is_one_line_and_names_stay_as_they_are() {
        assert_eq!(visible("Ada Lovelace,\t李雷,\r\nZoë"), "Ada Lovelace,␉李雷,␍␊Zoë");
    }

    #[test]
    fn blanks_are_shown_where_asked() {
        assert_eq!(visible_spaces("- -  \n"), "-·-··␊");
    }
}
