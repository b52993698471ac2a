//! Lines: running text of at most 100 columns, and lines that stay as they are; or fewer columns, and no line that is longer.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::diagnostic::wording::wrapping;

/// Stands for a space at which no line ends, while text is wrapped: visible text has no such character.
const FIXED: char = '\u{a0}';
/// The width of running text, in columns.
const WIDTH: usize = 100;

/// Text that grows line by line. What is put in is visible text already.
#[derive(Debug)]
pub(super) struct Lines {
    text: String,
    width: usize,
    /// Whether no line may be wider, not even one that stays as it is.
    is_narrow: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self {
            text: String::new(),
            width: WIDTH,
            is_narrow: false,
        }
    }
}

impl Lines {
    /// Lines of which none is wider.
    pub fn narrow(width: usize) -> Self {
        Self {
            width,
            is_narrow: true,
            ..Self::default()
        }
    }

    /// The width of running text, in columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// An empty line, where there is none yet.
    pub fn blank(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// A heading, set off from what comes before it.
    pub fn title(&mut self, title: &str) {
        self.blank();
        let title = self.fitting(title.to_owned());
        self.line(&title);
        self.line(&"-".repeat(title.width()));
    }

    /// Running text, wrapped at words, each line indented.
    pub fn prose(&mut self, indent: &str, text: &str) {
        self.wrapped(indent, indent, text);
    }

    /// Running text that starts with a lead; the following lines are indented by its width.
    pub fn hanging(&mut self, lead: &str, text: &str) {
        self.wrapped(lead, &" ".repeat(lead.width()), text);
    }

    /// A line whose blanks matter; never broken, however long. Where lines are narrow, its end is cut off.
    pub fn verbatim(&mut self, lead: &str, text: &str) {
        let line = self.fitting(format!("{lead}{text}"));
        self.line(&line);
    }

    /// A command line to copy. Where lines are narrow, it goes on after a backslash, as a shell reads it; where that cannot
    /// be, the page has it.
    pub fn command(&mut self, lead: &str, command: &str) {
        if !self.is_narrow || lead.width() + command.width() <= self.width {
            return self.verbatim(lead, command);
        }

        let indent = " ".repeat(lead.width());
        let room = self.width - lead.width() - 2;
        let parts = command_parts(command, room);
        // Half of a command is of no use.
        if parts.iter().any(|part| part.width() > room) {
            return self.verbatim(lead, "The command is too long for this text; it is on the page.");
        }
        let last = parts.len().saturating_sub(1);
        for (index, part) in parts.iter().enumerate() {
            let lead = if index == 0 { lead } else { &indent };
            let end = if index == last { "" } else { " \\" };
            self.verbatim(lead, &format!("{part}{end}"));
        }
    }

    /// A name and its value, in a column of their own.
    pub fn value(&mut self, name: &str, value: &str) {
        const NAMES: usize = 40;
        let lead = format!("  {name}{}", " ".repeat(NAMES.saturating_sub(name.width()) + 2));
        let room = self.width.saturating_sub(value.width() + 1);
        if lead.width() <= room {
            self.verbatim(&lead, value);
        } else {
            self.prose("  ", &format!("{name}: {value}"));
        }
    }

    /// The whole text.
    pub fn finish(self) -> String {
        sanitize_lines(self.text)
    }

    fn wrapped(&mut self, lead: &str, indent: &str, text: &str) {
        // Before the columns are counted: what it puts in takes room.
        let text = with_fixed_spaces(&sanitize_lines(text.to_owned()));
        let options = wrapping(self.width).initial_indent(lead).subsequent_indent(indent);
        for line in textwrap::wrap(&text, options) {
            self.line(&line.replace(FIXED, " "));
        }
    }

    /// A line that may be cut where lines are narrow.
    fn fitting(&self, line: String) -> String {
        if !self.is_narrow || line.width() <= self.width {
            return line;
        }

        let mut room = self.width.saturating_sub(1);
        let kept = line.chars().take_while(|character| {
            let wide = character.width().unwrap_or(0);
            let fits = wide <= room;
            room = room.saturating_sub(wide);
            fits
        });
        kept.chain(['…']).collect()
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        self.text.push('\n');
    }
}

/// Running text in which no line ends between two spaces: they are quoted from a program, and all of them matter.
fn with_fixed_spaces(text: &str) -> String {
    let text = text.trim_matches(' ');
    let mut fixed = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut last = None;
    while let Some(letter) = letters.next() {
        let is_doubled = letter == ' ' && (last == Some(' ') || letters.peek() == Some(&' '));
        fixed.push(if is_doubled { FIXED } else { letter });
        last = Some(letter);
    }
    fixed
}

/// A command in parts of at most `width` columns where it can be, broken at blanks between its words and in lists of moves.
fn command_parts(command: &str, width: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in words(command) {
        let is_moves = word.starts_with('"')
            && word
                .trim_matches('"')
                .chars()
                .all(|letter| letter.is_ascii_digit() || letter == ' ');
        let pieces: Vec<&str> = if is_moves {
            word.split(' ').collect()
        } else {
            vec![word]
        };
        for piece in pieces {
            let part = parts.last_mut().expect("there is always one");
            if !part.is_empty() && part.width() + 1 + piece.width() > width {
                parts.push(piece.to_owned());
            } else {
                let blank = if part.is_empty() { "" } else { " " };
                part.push_str(blank);
                part.push_str(piece);
            }
        }
    }
    parts
}

/// The words of a command, with their quotes.
fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    let mut quote = None;
    for (at, letter) in command.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if open == letter => quote = None,
            (None, ' ') => {
                words.push(&command[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    words.push(&command[start..]);
    words
}

/// The text with a backslash in front of what a build server would take for a command: `::` at the start of a line,
/// `##[` and `##vso[` anywhere.
pub(in crate::report) fn sanitize_lines(text: String) -> String {
    if !text.contains("::") && !text.contains("##") {
        return text;
    }

    let mut safe = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let line = line.replace("##[", "#\\#[").replace("##vso[", "#\\#vso[");
        let rest = line.trim_start();
        if rest.starts_with("::") {
            // In the place of a blank where there is one, so that no line gets longer.
            let indent = &line[..line.len() - rest.len()];
            safe.push_str(indent.strip_suffix(' ').unwrap_or(indent));
            safe.push('\\');
            safe.push_str(rest);
        } else {
            safe.push_str(&line);
        }
    }

    safe
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr as _;

    use super::{Lines, command_parts, sanitize_lines};

    #[test]
    fn a_long_command_goes_on_as_a_shell_reads_it() {
        let command = "c4grade run connect4.asm --moves \"5 4 2 5 3 3\" --input '1 2 3 4 5 6 7 8 9 10 11 12 13'";
        let parts = command_parts(command, 30);
        assert_eq!(
            parts,
            [
                "c4grade run connect4.asm",
                "--moves \"5 4 2 5 3 3\" --input",
                "'1 2 3 4 5 6 7 8 9 10 11 12 13'",
            ]
        );
        let parts = command_parts(command, 18);
        assert!(parts.contains(&"--moves \"5 4 2 5 3".to_owned()), "{parts:?}");
    }

    #[test]
    fn where_lines_are_narrow_none_is_wider() {
        let mut lines = Lines::narrow(40);
        lines.verbatim("    > ", &"李".repeat(40));
        lines.command("  Repeat: ", &"c4grade run 'x y' ".repeat(9));
        lines.prose("", &"::error:: ##[group] ".repeat(9));
        lines.title(&"x".repeat(90));
        lines.value(&"李".repeat(40), "5 of 10");
        let text = lines.finish();
        assert!(text.lines().all(|line| line.width() <= 41), "{text}");
    }

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
    fn doubled_spaces_stay() {
        let mut lines = Lines::default();
        let text = format!(
            "{}'Player  2, choose' instead of 'Player 2, choose'",
            "x".repeat(90) + " "
        );
        lines.prose("  ", &text);
        assert_eq!(
            lines.finish().lines().nth(1),
            Some("  'Player  2, choose' instead of 'Player 2, choose'")
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
            sanitize_lines("::error::x\n  ::a ##[b]\nb ::c\nd ##[group]\n".to_owned()),
            "\\::error::x\n \\::a #\\#[b]\nb ::c\nd #\\#[group]\n"
        );
    }
}
