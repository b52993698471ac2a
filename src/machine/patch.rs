//! Programs with one small change, tried in the memory of a machine that has the program loaded: thousands of them cost no
//! assembling.
//!
//! A patch does to the machine what its edit does to the source. Inserted instructions have no room in the image, so the
//! machine tries them beside the one at their address. What a patch shows is a hint: the edited source is what counts.

use super::edits::Edit;

/// A change of a program in memory, with the edit of its source that does the same.
#[derive(Debug, Clone)]
pub struct Patch {
    /// The edit.
    pub edit: Edit,
    /// The addresses of which one must run before the change makes a difference.
    pub reached_at: Vec<u32>,
    /// Words of the image, by their addresses, with what they are in the patch.
    pub words: Vec<(u32, u32)>,
    /// Instructions more.
    pub inserted: Vec<Inserted>,
    /// What is likelier has the lower rank.
    pub rank: usize,
}

/// An instruction that is tried beside the one at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inserted {
    /// The address.
    pub address: u32,
    /// The instruction, encoded for that address.
    pub word: u32,
    /// What it refers to, where no offset of the instruction reaches that.
    pub target: Option<u32>,
    /// Whether it comes after the one that is there, where that one does not jump, or when what that one calls has returned; else
    /// it comes before it.
    pub is_after: bool,
}

/// A byte as it is written in a text.
pub fn escaped(byte: u8) -> Option<String> {
    match byte {
        b'\n' => Some("\\n".to_owned()),
        b'\t' => Some("\\t".to_owned()),
        b'"' => Some("\\\"".to_owned()),
        b'\\' => Some("\\\\".to_owned()),
        b' '..=b'~' => Some(char::from(byte).to_string()),
        _ => None,
    }
}

/// A text in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Where it begins.
    pub address: u32,
    /// Its bytes, without the zero after them.
    pub bytes: Vec<u8>,
}
