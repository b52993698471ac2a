//! The processor, memory and devices.
use super::{Program, Settings};
use crate::machine::{Limits, Run};
use std::sync::Arc;
/// Plays scripts on one program.
#[derive(Debug)]
pub struct Player {
    program: Arc<Program>,
    settings: Settings,
}
impl Player {
    /// A player.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        Self { program, settings }
    }
    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Run {
        let _ = (keys, limits, &self.program, self.settings);
        unimplemented!()
    }
}
