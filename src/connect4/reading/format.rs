//! Format differences: each once, with its count and a sample.

/// Characters that are kept of what is printed, at most.
const SAMPLE: usize = 2000;
/// Characters of a text within a sentence, at most.
const QUOTED: usize = 120;

/// A kind of format difference. Each but [`FormatKind::Unnamed`] is a toggle of the assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormatKind {
    /// Spaces at the end of a line, or a missing one after a prompt.
    TrailingSpace,
    /// Blank lines too many, or line feeds missing.
    BlankLines,
    /// CR in the line ends.
    CarriageReturn,
    /// NUL bytes.
    Nul,
    /// Upper and lower case.
    LetterCase,
    /// Blanks missing or too many between the cells of a row, or before it.
    RowSpacing,
    /// A fixed message with up to two letters wrong.
    Misspelling,
    /// A fixed message in other words.
    Rewording,
    /// A key shown twice.
    DoubledEcho,
    /// A key not shown at all.
    MissingEcho,
    /// A board printed again without a move between.
    ReprintedBoard,
    /// The first or the last board not shown at all.
    MissingBoard,
    /// Every board printed with its bottom row first.
    UpsideDown,
    /// The text that IN prints.
    InBanner,
    /// Extra text.
    ExtraText,
    /// A prompt or a result without the player's name. Tolerated where rewording is.
    Unnamed,
}

/// A format difference with its count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatDifference {
    /// The kind.
    pub kind: FormatKind,
    /// As a sentence fragment: `rows end in a space`.
    pub message: String,
    /// How often it occurs.
    pub count: u64,
    /// A sample as printed.
    pub printed: String,
    /// The expected text.
    pub expected: String,
}

/// Format differences, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormatDifferences(Vec<FormatDifference>);

/// The message of a line that says nothing in the game's terms.
pub const EXTRA: &str = "extra text";

impl FormatDifferences {
    /// Records a difference; the first of its kind and message is the sample.
    pub fn note(&mut self, kind: FormatKind, message: &str, printed: &[u8], expected: &str) {
        if let Some(format) = self
            .0
            .iter_mut()
            .find(|format| format.kind == kind && format.message == message)
        {
            format.count += 1;
            return;
        }
        self.0.push(FormatDifference {
            kind,
            message: message.to_owned(),
            count: 1,
            printed: text_of(printed).chars().take(SAMPLE).collect(),
            expected: expected.to_owned(),
        });
    }

    /// Takes back that some lines are extra text: they say something in other words. `others` are the texts beside them.
    pub fn excuse<'t>(&mut self, text: &str, count: u64, mut others: impl Iterator<Item = &'t String>) {
        let is_extra = |format: &FormatDifference| format.kind == FormatKind::ExtraText && format.message == EXTRA;
        let Some(at) = self.0.iter().position(is_extra) else {
            return;
        };
        if self.0[at].count <= count {
            self.0.remove(at);
            return;
        }
        self.0[at].count -= count;
        if self.0[at].printed.trim() == text.trim()
            && let Some(other) = others.find(|other| *other != text)
        {
            self.0[at].printed.clone_from(other);
        }
    }

    /// Takes a difference back.
    pub fn take_back(&mut self, message: &str) {
        self.0.retain(|format| format.message != message);
    }

    /// Adds what another one holds.
    pub fn merge(&mut self, other: &Self) {
        for format in &other.0 {
            let same = |known: &&mut FormatDifference| known.kind == format.kind && known.message == format.message;
            if let Some(known) = self.0.iter_mut().find(same) {
                known.count += format.count;
            } else {
                self.0.push(format.clone());
            }
        }
    }

    /// The differences in the order of their first appearance.
    pub fn items(&self) -> &[FormatDifference] {
        &self.0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Bytes as a text within a sentence: of a long one the beginning.
pub fn quote_of(bytes: &[u8]) -> String {
    let text = text_of(bytes);
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Bytes as text; if they are not UTF-8, each byte becomes one character.
pub fn text_of(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}
