//! Lines: running text of at most 100 columns, and lines that stand as they are.

use unicode_width::UnicodeWidthStr as _;

use crate::diagnostic::wording::wrapping;

/// The width of running text, in columns.
const WIDTH: usize = 100;

/// Text that grows line by line. What is put in is visible text already.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
}

impl Lines {
    /// An empty line, where there is none yet.
    pub fn blank(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// A heading, set off from what comes before it.
    pub fn title(&mut self, title: &str) {
        self.blank();
        self.line(title);
        self.line(&"-".repeat(title.width()));
    }

    /// Running text, wrapped at words behind an indent.
    pub fn prose(&mut self, indent: &str, text: &str) {
        self.wrapped(indent, indent, text);
    }

    /// Running text behind a lead; further lines are indented as far.
    pub fn hanging(&mut self, lead: &str, text: &str) {
        self.wrapped(lead, &" ".repeat(lead.width()), text);
    }

    /// A line whose blanks matter, or that is there to be copied; never broken, however long.
    pub fn verbatim(&mut self, lead: &str, text: &str) {
        self.text.push_str(lead);
        self.line(text);
    }

    /// The whole text.
    pub fn finish(self) -> String {
        sanitize_lines(self.text)
    }

    fn wrapped(&mut self, lead: &str, indent: &str, text: &str) {
        let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let options = wrapping(WIDTH).initial_indent(lead).subsequent_indent(indent);
        for line in textwrap::wrap(&words.join(" "), options) {
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.push('\n');
    }
}

/// The text with a backslash in front of what a build server would take for a command: `::` at the start of a line,
/// `##[` and `##vso[` anywhere.
pub(in crate::report) fn sanitize_lines(text: String) -> String {
    if !text.contains("::") && !text.contains("##") {
        return text;
    }

    let mut safe = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start();
        if rest.starts_with("::") {
            // In the place of a blank where there is one, so that no line gets longer.
            let indent = &line[..line.len() - rest.len()];
            safe.push_str(indent.strip_suffix(' ').unwrap_or(indent));
            safe.push('\\');
            safe.push_str(rest);
        } else if line.contains("##") {
            safe.push_str(&line.replace("##[", "#\\#[").replace("##vso[", "#\\#vso["));
        } else {
            safe.push_str(line);
        }
    }

    safe
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr as _;

    use super::{Lines, sanitize_lines};

    #[test]
    fn words_wrap_and_the_rest_is_indented() {
        let mut lines = Lines::default();
        lines.hanging("Note: ", &"word ".repeat(30));
        let text = lines.finish();
        assert_eq!(text.lines().count(), 2);
        assert!(
            text.lines().nth(1).is_some_and(|line| line.starts_with("      word")),
            "{text}"
        );
    }

    #[test]
    fn a_word_wider_than_the_page_is_cut() {
        let mut lines = Lines::default();
        lines.prose("  ", &"李".repeat(300));
        let text = lines.finish();
        assert_eq!(text.matches('李').count(), 300);
        assert!(text.lines().all(|line| line.width() <= 100));
    }

    #[test]
    fn no_line_is_a_command_of_a_build_server() {
        assert_eq!(
            sanitize_lines("::error::x\n  ::a\nb ::c\nd ##[group]\n".to_owned()),
            "\\::error::x\n \\::a\nb ::c\nd #\\#[group]\n"
        );
    }
}
