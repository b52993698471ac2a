//! Differences in dress: what was read through, each once, with its count and a sample.

/// A kind of difference in dress. Each is a toggle of the assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DressKind {
    /// Blanks at the end of a line, or a missing one behind a prompt.
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
    /// The text that IN prints.
    InBanner,
    /// Text that was not asked for.
    ExtraText,
}

/// A difference in dress with its count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dress {
    /// The kind.
    pub kind: DressKind,
    /// As a sentence fragment: `rows end in a blank`.
    pub message: String,
    /// How often it occurs.
    pub count: u64,
    /// A sample as printed.
    pub printed: String,
    /// What should stand there.
    pub expected: String,
}

/// Differences in dress, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wardrobe(Vec<Dress>);

impl Wardrobe {
    /// Notes a difference; the first of its kind and message gives the sample.
    pub fn note(&mut self, kind: DressKind, message: &str, printed: &[u8], expected: &str) {
        if let Some(dress) = self
            .0
            .iter_mut()
            .find(|dress| dress.kind == kind && dress.message == message)
        {
            dress.count += 1;
            return;
        }
        self.0.push(Dress {
            kind,
            message: message.to_owned(),
            count: 1,
            printed: text_of(printed),
            expected: expected.to_owned(),
        });
    }

    /// Adds what another one holds.
    pub fn merge(&mut self, other: &Self) {
        for dress in &other.0 {
            let same = |known: &&mut Dress| known.kind == dress.kind && known.message == dress.message;
            if let Some(known) = self.0.iter_mut().find(same) {
                known.count += dress.count;
            } else {
                self.0.push(dress.clone());
            }
        }
    }

    /// The differences in the order of their first appearance.
    pub fn items(&self) -> &[Dress] {
        &self.0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Bytes as text, each byte a character of its own where they are not UTF-8.
pub fn text_of(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}
