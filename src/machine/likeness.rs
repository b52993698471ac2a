//! What two programs have in common that are the same: the hashes by which they are found among many.

use sha2::{Digest as _, Sha256};

use super::{Program, arm, lc3};

/// The hashes of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likeness {
    /// Of everything that is loaded into memory, with its addresses.
    pub exact: [u8; 32],
    /// Of the form that is the same but for labels, names of registers and the order of independent lines; `None` where
    /// nothing distinguishes instructions from data.
    pub form: Option<[u8; 32]>,
    /// How many instructions it has.
    pub size: usize,
}

impl Program {
    /// The hashes of an assembled program; `None` for a native one.
    pub fn likeness(&self) -> Option<Likeness> {
        let (bytes, code) = match self {
            Self::Lc3(program) => (lc3::canonical::words(program), lc3::canonical::code(program)),
            Self::Arm(program) => (program.flash.clone(), arm::canonical::code(program)),
            Self::Native(_) => return None,
        };

        let size = code.as_ref().map_or(bytes.len() / 4, |code| code.lines.len());
        Some(Likeness {
            exact: Sha256::digest(&bytes).into(),
            form: code.map(|code| code.digest()),
            size,
        })
    }
}

/// The hash of a source text without its comments and white space. Where the file's name does not say that comments are those
/// of C, only the text as it is.
pub fn source_likeness(name: &str, bytes: &[u8]) -> Likeness {
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase());
    let is_c = extension.is_some_and(|extension| C_LIKE.contains(&extension.as_str()));
    let text = if is_c { without_comments(bytes) } else { bytes.to_vec() };
    Likeness {
        exact: Sha256::digest(&text).into(),
        form: None,
        // About as long as an instruction.
        size: text.len() / 10,
    }
}

/// The extensions of languages with the comments and strings of C.
const C_LIKE: [&str; 8] = ["c", "h", "cc", "cpp", "cxx", "c++", "hpp", "java"];

/// A source without comments, and without white space outside quotes.
fn without_comments(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let rest = &bytes[at..];
        let length = match byte {
            b'/' if rest.starts_with(b"//") => rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with(b"/*") => {
                let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                end.map_or(rest.len(), |end| end + 4)
            }
            b'"' | b'\'' => {
                let length = quoted(rest);
                kept.extend(&rest[..length]);
                length
            }
            _ => {
                kept.extend((!byte.is_ascii_whitespace()).then_some(byte));
                1
            }
        };
        at += length;
    }
    kept
}

/// How long the text in quotes is with which these bytes begin.
fn quoted(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match *byte {
            b'\\' => at += 1,
            byte if byte == quote || byte == b'\n' => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests;
