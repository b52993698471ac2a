//! The keys a case types, as attempted moves.

use std::sync::Arc;

use super::rules::Protocol;

/// One attempted move: what is typed for it, Enter not included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The bytes typed.
    pub typed: Vec<u8>,
    /// How many keys of the script come before it.
    pub first_key: usize,
}

/// The keys of a case, cut into attempted moves. A clone shares the moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// How moves are typed.
    pub protocol: Protocol,
    /// Every byte that is typed.
    pub keys: Vec<u8>,
    /// The attempts, in order.
    pub attempts: Arc<[Attempt]>,
}

impl Script {
    /// From moves separated by spaces, as in `moves:`.
    pub fn from_moves(moves: &str, protocol: Protocol) -> Self {
        let mut keys = Vec::new();
        let mut attempts = Vec::new();
        for word in moves.split_whitespace() {
            match protocol {
                Protocol::Key => {
                    for byte in word.bytes() {
                        attempts.push(Attempt {
                            typed: vec![byte],
                            first_key: keys.len(),
                        });
                        keys.push(byte);
                    }
                }
                Protocol::Enter => {
                    attempts.push(Attempt {
                        typed: word.as_bytes().to_vec(),
                        first_key: keys.len(),
                    });
                    keys.extend_from_slice(word.as_bytes());
                    keys.push(b'\n');
                }
            }
        }

        Self {
            protocol,
            keys,
            attempts: attempts.into(),
        }
    }

    /// From raw bytes, as `input:` holds them. With [`Protocol::Enter`] a last line without a line feed is an attempt too.
    pub fn from_input(input: &[u8], protocol: Protocol) -> Self {
        let mut attempts = Vec::new();
        match protocol {
            Protocol::Key => attempts.extend(input.iter().enumerate().map(|(first_key, byte)| Attempt {
                typed: vec![*byte],
                first_key,
            })),
            Protocol::Enter => {
                let mut first_key = 0;
                for line in input.split_inclusive(|byte| *byte == b'\n') {
                    attempts.push(Attempt {
                        typed: line.strip_suffix(b"\n").unwrap_or(line).to_vec(),
                        first_key,
                    });
                    first_key += line.len();
                }
            }
        }

        Self {
            protocol,
            keys: input.to_vec(),
            attempts: attempts.into(),
        }
    }

    /// From what is typed for each attempt, Enter not included.
    pub fn from_attempts<'a>(typed: impl IntoIterator<Item = &'a [u8]>, protocol: Protocol) -> Self {
        let mut keys = Vec::new();
        let mut attempts = Vec::new();
        for typed in typed {
            attempts.push(Attempt {
                typed: typed.to_vec(),
                first_key: keys.len(),
            });
            keys.extend_from_slice(typed);
            if protocol == Protocol::Enter {
                keys.push(b'\n');
            }
        }

        Self {
            protocol,
            keys,
            attempts: attempts.into(),
        }
    }

    /// The same attempts typed under another protocol.
    #[must_use]
    pub fn under(&self, protocol: Protocol) -> Self {
        if protocol == self.protocol {
            return self.clone();
        }
        Self::from_attempts(self.attempts.iter().map(|attempt| &attempt.typed[..]), protocol)
    }
}
