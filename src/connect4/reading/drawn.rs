//! Lines that are only drawn: around a board, or around a message, which is not clear until more is read.

use super::{FormatKind, Reader};

/// What a drawn line is noted as, by what it belongs to.
const AROUND_BOARD: &str = "lines are drawn around the board";
const AROUND_MESSAGE: &str = "lines are drawn around a message";

/// What was printed in the same step before a drawn line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Before {
    #[default]
    Nothing,
    Board,
    Text,
}

/// A drawn line.
#[derive(Debug)]
struct Drawn {
    line: Vec<u8>,
    before: Before,
    /// Whether text came after it.
    has_text_below: bool,
}

/// The drawn lines of a step of which it is not yet clear what they belong to.
#[derive(Debug, Default)]
pub(super) struct DrawnLines {
    lines: Vec<Drawn>,
    before: Before,
}

impl DrawnLines {
    /// A drawn line is read.
    pub fn push(&mut self, line: &[u8]) {
        self.lines.push(Drawn {
            line: line.to_vec(),
            before: self.before,
            has_text_below: false,
        });
    }

    /// A line of text is read.
    pub fn note_text(&mut self) {
        self.before = Before::Text;
        for drawn in &mut self.lines {
            drawn.has_text_below = true;
        }
    }
}

impl Reader<'_> {
    /// A row of a board is read, or its column numbers. The lines right above it, and those right below the board before it,
    /// are drawn around the board, unless text that comes before any board is between two of the same lines.
    pub(super) fn note_drawn_above_board(&mut self) {
        self.drawn.before = Before::Board;
        if self.drawn.lines.is_empty() {
            return;
        }
        let lines = std::mem::take(&mut self.drawn.lines);

        let (first, last) = (&lines[0], &lines[lines.len() - 1]);
        let is_box = first.before == Before::Nothing && last.before == Before::Text && first.line == last.line;
        for drawn in lines {
            let is_of_board = !is_box && (drawn.before == Before::Board || !drawn.has_text_below);
            self.note_drawn(&drawn.line, is_of_board);
        }
    }

    /// The step is over. Lines are drawn around a message where it is between them, and no board comes after it.
    pub(super) fn settle_drawn(&mut self) {
        let DrawnLines { lines, .. } = std::mem::take(&mut self.drawn);
        let is_below_text = lines.iter().any(|drawn| drawn.before == Before::Text);
        for drawn in lines {
            let is_of_board = !is_below_text && (drawn.before == Before::Board || !drawn.has_text_below);
            self.note_drawn(&drawn.line, is_of_board);
        }
    }

    /// Notes a line that is drawn around the board, or else around a message.
    pub(super) fn note_drawn(&mut self, line: &[u8], is_of_board: bool) {
        let message = if is_of_board { AROUND_BOARD } else { AROUND_MESSAGE };
        self.format.note(FormatKind::ExtraText, message, line, "");
    }
}
