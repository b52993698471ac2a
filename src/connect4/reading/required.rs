//! Parts of a transcript that are as required to the byte: what they say is known without reading them.

use super::{FormatDifferences, Part, Reader, Seen, Words};
use crate::connect4::expected::{Expected, Step};

impl Reader<'_> {
    /// How many parts begin the transcript exactly as required. The moves must have been typed as in the game that is required.
    pub(super) fn count_required(&self, parts: &[Part], required: &Expected) -> usize {
        // Where words are free, characters and words are learned on the way.
        if self.words == Words::Free || !self.vocabulary.is_empty() || self.drawing.is_some() {
            return 0;
        }
        let both = parts.iter().zip(&required.steps);
        both.take_while(|(part, step)| part.bytes == step.text).count()
    }

    /// Takes so many parts, which are as required.
    pub(super) fn take_required(&mut self, parts: &[Part], required: &Expected) {
        for (part, step) in parts.iter().zip(&required.steps) {
            self.take_step(part, step);
        }
    }

    fn take_step(&mut self, part: &Part, step: &Step) {
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
