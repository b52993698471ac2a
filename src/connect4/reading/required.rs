//! Parts of a transcript that are as required to the byte: what they say is known without reading them.

use super::{FormatDifferences, Part, Reader, Seen, Words};
use crate::connect4::expected::{Expected, Step};

impl Reader<'_> {
    /// The steps with which the transcript begins exactly as required. The moves must have been typed as in the game that is
    /// required.
    pub(super) fn as_required<'s>(&self, parts: &[Part], required: &'s Expected) -> &'s [Step] {
        // Where words are free, characters and words are learned on the way.
        if self.words == Words::Free || !self.vocabulary.is_empty() || self.drawing.is_some() {
            return &[];
        }
        let both = parts.iter().zip(&required.steps);
        let count = both.take_while(|(part, step)| part.bytes == step.text).count();
        &required.steps[..count]
    }

    /// Takes a part that is as required.
    pub(super) fn take_step(&mut self, part: &Part, step: &Step) {
        self.awaits_key = part.awaits_key;
        self.begin_step(part.typed);

        for line in part.bytes.split(|byte| matches!(byte, b'\n' | b'\r')) {
            let line = line.trim_ascii();
            if self.messages.has(line) {
                self.note_line(line);
            } else if !line.is_empty() {
                self.something_follows();
            }
        }

        let events = step.events.iter().cloned();
        self.step().extend(events.map(Seen::Event));
        self.is_full = step.board_of_move().is_full();
        self.has_header = false;
        self.past.push(FormatDifferences::default());
    }
}
