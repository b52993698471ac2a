//! The input protocols: how a program takes its moves.

use serde::{Deserialize, Serialize};

use crate::connect4::Protocol;

/// How a program takes its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputProtocol {
    /// One key is one move.
    Key,
    /// A key, then Enter.
    Enter,
    /// A whole line, ended by Enter.
    Line,
    /// One key, read by the service IN, which prompts for it and shows it.
    In,
}

impl InputProtocol {
    /// Every protocol.
    pub const ALL: [Self; 4] = [Self::Key, Self::Enter, Self::Line, Self::In];

    /// How moves are typed for it.
    pub fn typing(self) -> Protocol {
        match self {
            Self::Key | Self::In => Protocol::Key,
            Self::Enter | Self::Line => Protocol::Enter,
        }
    }

    /// Its name in `assignment.yaml` and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Enter => "enter",
            Self::Line => "line",
            Self::In => "in",
        }
    }

    /// In words, for reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Key => "each key is a move",
            Self::Enter => "Enter ends each move",
            Self::Line => "a move is a whole line",
            Self::In => "each key is a move, read by IN",
        }
    }
}
