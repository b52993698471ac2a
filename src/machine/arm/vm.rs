//! Plays scripts on one program.

use std::sync::Arc;

use super::program::Program;
use super::settings::Settings;
use crate::machine::{Diagnosis, Ending, Limits, Output, Run, Stop};

/// Plays scripts on one program.
#[derive(Debug)]
pub struct Player {
    program: Arc<Program>,
    settings: Settings,
}

impl Player {
    /// A player of `program`.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        Self { program, settings }
    }

    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Run {
        let _ = (&self.settings, limits);
        Run {
            output: Arc::new(Output::default()),
            stop: Stop {
                ending: Ending::Crashed,
                place: Some(self.program.place(0)),
                reason: "there is no core yet".to_owned(),
            },
            instructions: 0,
            keys_left: keys.len(),
        }
    }

    /// Why the run of this script ends as it does.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Diagnosis {
        let _ = (self, keys, limits);
        Diagnosis::default()
    }
}
