//! What two programs have in common that are the same: the hashes by which they are found among many.

use sha2::{Digest as _, Sha256};

use super::native::tokens::{TokenKind, tokens};
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
    /// The hash of everything that is loaded into memory, with its addresses; of a native program, of what its build made.
    /// `None` where that cannot be read.
    pub fn digest(&self) -> Option<[u8; 32]> {
        self.loaded().map(|bytes| Sha256::digest(&bytes).into())
    }

    fn loaded(&self) -> Option<Vec<u8>> {
        match self {
            Self::Lc3(program) => Some(lc3::canonical::words(program)),
            Self::Arm(program) => Some(program.flash.clone()),
            Self::Native(program) => program.built().ok(),
        }
    }

    /// The hashes of an assembled program; `None` for a native one.
    pub fn likeness(&self) -> Option<Likeness> {
        let code = match self {
            Self::Lc3(program) => lc3::canonical::code(program),
            Self::Arm(program) => arm::canonical::code(program),
            Self::Native(_) => return None,
        };

        let bytes = self.loaded()?;
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
    let is_code = |kind| !matches!(kind, TokenKind::Blank | TokenKind::LineEnd | TokenKind::Comment);
    let tokens = tokens(bytes).into_iter().filter(|token| is_code(token.kind));
    tokens.flat_map(|token| &bytes[token.range]).copied().collect()
}

#[cfg(test)]
mod tests;
