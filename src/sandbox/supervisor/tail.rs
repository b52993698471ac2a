//! The beginning and the end of a long text.

/// Beginning and end of what a program prints on standard error.
#[derive(Debug, Default)]
pub struct Tail {
    head: Vec<u8>,
    last: Vec<u8>,
    total: usize,
}

impl Tail {
    const HALF: usize = 16 << 10;

    /// Appends bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len();
        let room = Self::HALF - self.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(head);
        self.last.extend_from_slice(rest);
        if self.last.len() > 2 * Self::HALF {
            self.last.drain(..self.last.len() - Self::HALF);
        }
    }

    /// How many bytes there were.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Beginning and end, with a line between them that says how many bytes were left out.
    pub fn into_bytes(self) -> Vec<u8> {
        let exceeded = self.last.len().saturating_sub(Self::HALF);
        let mut bytes = self.head;
        let left_out = self.total - bytes.len() - (self.last.len() - exceeded);
        if left_out > 0 {
            bytes.extend(format!("\n... {left_out} bytes left out ...\n").bytes());
        }
        bytes.extend_from_slice(&self.last[exceeded..]);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_and_end_of_a_long_text_are_kept() {
        let mut tail = Tail::default();
        tail.add(b"first\n");
        for _ in 0..10_000 {
            tail.add(b"and again and again\n");
        }

        tail.add(b"last\n");
        let total = tail.total();
        let text = String::from_utf8(tail.into_bytes()).unwrap();
        assert!(
            text.starts_with("first\n") && text.ends_with("last\n"),
            "{}",
            &text[text.len() - 50..]
        );
        assert!(text.len() < 33 << 10 && total > 200_000);

        assert!(text.contains("bytes left out"));
    }

    #[test]
    fn a_short_text_is_kept_whole() {
        let mut tail = Tail::default();
        tail.add(&vec![b'a'; 20_000]);
        tail.add(b"b");
        assert_eq!(tail.into_bytes().len(), 20_001);
    }
}
