//! Transcripts that begin like the one before: what they have in common is read once.

use std::sync::Arc;

use super::glyphs::Glyphs;
use super::{Part, Reader, Reading};

/// Reading is resumed after every so many-th part only: what is kept for that costs as much as reading a line.
const EVERY: usize = 4;

/// Whether reading can be resumed after so many parts.
pub(super) fn is_stop(count: usize) -> bool {
    count.is_multiple_of(EVERY)
}

/// A transcript that was read, and how its reader stood on the way.
#[derive(Debug, Default)]
pub struct Before {
    parts: Vec<KnownPart>,
    stops: Vec<Stop>,
    reading: Option<Arc<Reading>>,
}

/// A part of it.
#[derive(Debug)]
struct KnownPart {
    bytes: Vec<u8>,
    typed: Option<Vec<u8>>,
    awaits_key: bool,
    is_last: bool,
}

impl KnownPart {
    fn of(part: &Part) -> Self {
        Self {
            bytes: part.bytes.to_vec(),
            typed: part.typed.map(<[u8]>::to_vec),
            awaits_key: part.awaits_key,
            is_last: part.is_last,
        }
    }

    fn is(&self, part: &Part) -> bool {
        self.bytes == part.bytes
            && self.typed.as_deref() == part.typed
            && self.awaits_key == part.awaits_key
            && self.is_last == part.is_last
    }
}

/// All that a reader remembers from one part to the next, but for what it has read. Rows, blank lines and prompts without a name are
/// settled at the end of each.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are those of the reader")]
pub(super) struct Stop {
    /// How many parts were read.
    count: usize,
    glyphs: Glyphs,
    usual: Vec<Vec<u8>>,
    is_full: bool,
    has_header: bool,
    owes_greeting: bool,
    owes_farewell: bool,
}

impl Before {
    /// Puts a reader where it stands after the parts that these begin with, as far as it was kept, and returns how many
    /// those are.
    pub(super) fn resume(&self, parts: &[Part], reader: &mut Reader) -> Option<usize> {
        let reading = self.reading.as_ref()?;
        let both = self.parts.iter().zip(parts);
        let same = both.take_while(|(known, part)| known.is(part)).count();
        let stop = self.stops.iter().rev().find(|stop| stop.count <= same)?;

        reader.steps.extend_from_slice(&reading.steps[..stop.count]);
        reader.lines.extend_from_slice(&reading.lines[..stop.count]);
        reader.past.extend_from_slice(&reading.format[..stop.count]);
        reader.glyphs = stop.glyphs.clone();
        reader.usual.clone_from(&stop.usual);
        reader.is_full = stop.is_full;
        reader.has_header = stop.has_header;
        reader.owes_greeting = stop.owes_greeting;
        reader.owes_farewell = stop.owes_farewell;
        Some(stop.count)
    }

    /// Takes another transcript, which was read just now, with the stops that were made on the way.
    pub(super) fn replace(&mut self, parts: &[Part], stops: Vec<Stop>, reading: &Arc<Reading>) {
        let both = self.parts.iter().zip(parts);
        let same = both.take_while(|(known, part)| known.is(part)).count();
        self.parts.truncate(same);
        self.parts.extend(parts[same..].iter().map(KnownPart::of));

        let first = stops.first().map_or(usize::MAX, |stop| stop.count);
        self.stops.retain(|stop| stop.count <= same && stop.count < first);
        self.stops.extend(stops);
        self.reading = Some(Arc::clone(reading));
    }
}

impl Reader<'_> {
    /// How the reader stands after so many parts.
    pub(super) fn stop(&self, count: usize) -> Stop {
        Stop {
            count,
            glyphs: self.glyphs.clone(),
            usual: self.usual.clone(),
            is_full: self.is_full,
            has_header: self.has_header,
            owes_greeting: self.owes_greeting,
            owes_farewell: self.owes_farewell,
        }
    }
}
