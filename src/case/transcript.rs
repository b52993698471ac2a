//! Transcripts as case files contain them: lines ended by LF, whatever line end the program prints.

use crate::assignment::Assignment;
use crate::connect4::Expected;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::visible::quotable;

/// So many characters of a line are shown.
pub(super) const LONGEST: usize = 200;

/// The rules model's transcript as a case file has it: every line ended by a line feed. `None` where a key that is shown
/// is no text.
pub fn as_written(assignment: &Assignment, expected: &Expected) -> Option<String> {
    let text = String::from_utf8(expected.transcript()).ok()?;
    Some(plain(&text, &assignment.game.wording.newline))
}

/// Where a transcript in a file differs from the rules.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, from 0.
    pub line: usize,
    /// The line by the rules; `None` after the end.
    pub expected: Option<String>,
    /// The line in the file.
    pub written: Option<String>,
}

impl Difference {
    /// As an error of the file.
    pub fn diagnostic(&self) -> Diagnostic {
        let show = |line: &Option<String>| match line {
            Some(line) => format!("`{}`", quotable(line, LONGEST)),
            None => "nothing (the transcript is at its end)".into(),
        };
        let message = format!(
            "line {} of this transcript contradicts the rules of the game",
            self.line + 1
        );

        Diagnostic::error("impossible-transcript", message)
            .label(format!(
                "expected {}\nwritten  {}",
                show(&self.expected),
                show(&self.written)
            ))
            .help("correct the moves, or update the transcript with `c4grade case bless`")
    }
}

/// The first line in which a transcript in a file differs from that by the rules, after which a program halts or not. A final line feed does not count, nor do spaces at
/// the end of a transcript that ends with a prompt, which editors remove. Lines may also end as the program's lines do.
pub fn first_difference(assignment: &Assignment, held: &str, model: &[u8], halts: bool) -> Option<Difference> {
    let newline = &assignment.game.wording.newline;
    let strip = |text: &str| {
        let text = plain(text, newline);
        text.strip_suffix('\n').map(str::to_owned).unwrap_or(text)
    };
    let (held, model) = (strip(held), strip(&String::from_utf8_lossy(model)));
    let stops_behind_a_prompt = !halts;

    if held == model || (stops_behind_a_prompt && held.trim_end_matches(' ') == model.trim_end_matches(' ')) {
        return None;
    }

    let (mut written, mut right) = (held.split('\n'), model.split('\n'));
    (0..).find_map(|line| {
        let (written, expected) = (written.next(), right.next());
        let over = written.is_none() && expected.is_none();
        (written != expected || over).then(|| Difference {
            line,
            expected: expected.map(str::to_owned),
            written: written.map(str::to_owned),
        })
    })
}

fn plain(text: &str, newline: &str) -> String {
    if newline == "\n" {
        return text.to_owned();
    }
    text.replace(newline, "\n")
}
