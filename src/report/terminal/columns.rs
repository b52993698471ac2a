//! Text in columns, as a terminal counts them: cut, filled or wrapped.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::diagnostic::wording::wrapping;

/// Exactly `width` columns: cut with `…`, or filled with blanks.
pub(super) fn fit(text: &str, width: usize) -> String {
    let mut fitted = fit_end(text, width);
    fitted.push_str(&" ".repeat(width.saturating_sub(fitted.width())));
    fitted
}

/// At most `width` columns: cut with `…`.
pub(super) fn fit_end(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }

    let mut room = width.saturating_sub(1);
    let kept = text.chars().take_while(|character| {
        let wide = character.width().unwrap_or(0);
        let fits = wide <= room;
        room = room.saturating_sub(wide);
        fits
    });

    let mut cut: String = kept.collect();
    if width > 0 {
        cut.push('…');
    }

    cut
}

/// Wraps a text into lines of at most `width` columns: the first starts with `lead`, the others with `indent`. Colours take no room.
pub(super) fn wrap(text: &str, lead: &str, indent: &str, width: usize) -> Vec<String> {
    let options = wrapping(width).initial_indent(lead).subsequent_indent(indent);
    let lines = textwrap::wrap(text, options);
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr as _;

    use super::{fit, wrap};

    #[test]
    fn columns_hold_with_wide_letters() {
        assert_eq!(
            [fit("李雷", 5), fit("李雷", 3), fit("abcdef", 4)],
            ["李雷 ", "李…", "abc…"]
        );
    }

    #[test]
    fn a_word_wider_than_the_terminal_is_broken() {
        let lines = wrap(&"李".repeat(30), "  ", "    ", 20);
        assert!(
            lines.len() > 1 && lines.iter().all(|line| line.width() <= 20),
            "{lines:?}"
        );
    }
}
