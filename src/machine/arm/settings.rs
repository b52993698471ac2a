//! The ways in which a board may differ.

use serde::{Deserialize, Serialize};

use crate::machine::Fill;

/// One way to run a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub struct Settings {
    /// Start values of registers and RAM.
    pub fill: Fill,
}
