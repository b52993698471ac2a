//! The console of an embedded machine: the keys of the script on one side, the output on the other.
//!
//! Which registers or services a program reaches it by is each machine's own.

use std::ops::Range;

use super::{Output, Service};

/// Keys and output of one run.
#[derive(Debug, Default)]
pub struct Console {
    /// The script.
    pub keys: Vec<u8>,
    /// How many keys may be read before the player is asked again.
    pub granted: usize,
    /// What was printed, and when keys were read.
    pub output: Output,
    /// Cap on the output in bytes.
    pub cap: usize,
    /// What has to be printed, as far as that matters: with another byte, the cap is reached.
    pub required: Vec<u8>,
    /// Counts outputs and keys read.
    active: u64,
    /// Whether output is no activity: what repeats may print.
    pub output_repeats: bool,
    /// The number of keys read when the program last looked at the keyboard's registers: it could tell from them whether
    /// another key was there.
    pub polled_at: Option<usize>,
    /// Counts looks at the keyboard's registers that found no key.
    pub polls: u64,
    /// Address of the instruction that last found no key there.
    pub polled_from: u32,
}

impl Console {
    /// Keys read so far.
    #[inline]
    pub fn position(&self) -> usize {
        self.output.key_marks.len()
    }

    /// A number that changes with each output and each key read, so that silence can be detected; with each key alone, where
    /// output may repeat.
    #[inline]
    pub fn activity(&self) -> u64 {
        if self.output_repeats {
            self.position() as u64
        } else {
            self.active
        }
    }

    /// How many bytes were printed since the last key was read.
    pub fn printed_since_key(&self) -> usize {
        self.output.bytes.len() - self.output.key_marks.last().copied().unwrap_or_default()
    }

    /// Whether a key is left.
    #[inline]
    pub fn ready(&self) -> bool {
        self.position() < self.keys.len()
    }

    /// Whether a key may be read now without asking the player.
    pub fn is_granted(&self) -> bool {
        self.position() < self.granted
    }

    /// Reads a granted key.
    pub fn read(&mut self) -> u8 {
        let key = self.keys[self.position()];
        self.output.key_marks.push(self.output.bytes.len());
        self.active += 1;
        key
    }

    /// Notes a look at the keyboard's registers by the instruction at `from`.
    #[inline]
    pub fn poll(&mut self, from: u32) {
        self.poll_often(from, 1);
    }

    /// Notes so many looks at once.
    #[inline]
    pub fn poll_often(&mut self, from: u32, times: u64) {
        self.polled_at = Some(self.position());
        if !self.ready() {
            self.polls += times;
            self.polled_from = from;
        }
    }

    /// Prints a byte.
    #[inline]
    pub fn print(&mut self, byte: u8) {
        let required = self.required.get(self.output.bytes.len());
        if required.is_some_and(|required| *required != byte) {
            self.cap = 0;
        }
        self.output.bytes.push(byte);
        self.active += 1;
    }

    /// Prints some bytes.
    pub fn print_all(&mut self, bytes: impl Iterator<Item = u8>) {
        let before = self.output.bytes.len();
        self.output.bytes.extend(bytes);
        self.active += (self.output.bytes.len() - before) as u64;
        self.hold_from(before);
    }

    /// Compares what was printed from a place on with what has to be printed.
    #[inline]
    fn hold_from(&mut self, from: usize) {
        let Some(required) = self.required.get(from..).filter(|required| !required.is_empty()) else {
            return;
        };
        let printed = &self.output.bytes[from..];
        let length = required.len().min(printed.len());
        if required[..length] != printed[..length] {
            self.cap = 0;
        }
    }

    /// How many bytes may be printed until the cap is reached.
    #[inline]
    pub fn room(&self) -> usize {
        self.cap.saturating_sub(self.output.bytes.len())
    }

    /// Prints the low bytes of the words before the first zero, where there is one and the cap is not reached by them.
    /// Whether that was the case.
    pub fn print_text(&mut self, words: &[u16]) -> bool {
        let room = self.room();
        let Some(length) = words.iter().take(room).position(|word| *word == 0) else {
            return false;
        };
        let before = self.output.bytes.len();
        self.output.bytes.extend(words[..length].iter().map(|word| *word as u8));
        self.active += length as u64;
        self.hold_from(before);
        true
    }

    /// Prints text of the system's own.
    pub fn print_banner(&mut self, text: &[u8], service: Service) {
        let start = self.output.bytes.len();
        self.output.bytes.extend_from_slice(text);
        self.active += 1;
        if !text.is_empty() {
            let range: Range<usize> = start..self.output.bytes.len();
            self.output.banners.push((range, service));
        }
    }

    /// Whether the cap on output is reached.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.output.bytes.len() >= self.cap
    }
}
