//! Case files: load, check, write, generate.

use crate::connect4::{Expected, Script};
use crate::machine::Ending;

/// One test: a script and the transcript it must produce.
#[derive(Debug, Clone)]
pub struct Case {
    /// Unique in its suite.
    pub name: String,
    /// For the rubric's groups.
    pub tags: Vec<String>,
    /// Its weight within a rubric group; its points where there is no rubric.
    pub points: f64,
    /// The keys typed, under the assignment's own protocol.
    pub script: Script,
    /// Whether the script was given as raw text (`input:`), which no other protocol can retype.
    pub raw: bool,
    /// The transcript that is asked for, as the file has it or the rules model writes it. A last line feed does not count.
    pub transcript: Vec<u8>,
    /// The same game move by move, by the rules model.
    pub expected: Expected,
    /// How the run must end.
    pub ends: Ending,
    /// The generated family it belongs to, by that entry's name.
    pub family: Option<String>,
    /// Case file and line, for messages.
    pub place: String,
}
