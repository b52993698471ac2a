//! The game of a case move by move, made when somebody first asks for it: most commands and most runs need its transcript alone.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::connect4::{Expected, Game, Script};

/// The game of a case, move by move.
#[derive(Debug, Clone)]
pub struct Moves {
    played: OnceLock<Arc<Expected>>,
    /// What it is made of, where it is not made yet.
    origin: Option<(Arc<Game>, Script)>,
}

impl Moves {
    /// The game of a script, played by the rules.
    pub fn of(game: &Arc<Game>, script: &Script) -> Self {
        Self {
            played: OnceLock::new(),
            origin: Some((Arc::clone(game), script.clone())),
        }
    }
}

impl From<Expected> for Moves {
    fn from(expected: Expected) -> Self {
        Self {
            played: OnceLock::from(Arc::new(expected)),
            origin: None,
        }
    }
}

impl Deref for Moves {
    type Target = Expected;

    fn deref(&self) -> &Expected {
        self.played.get_or_init(|| {
            let (game, script) = self.origin.as_ref().expect("a game that is not played has an origin");
            Arc::new(Expected::play(game, script))
        })
    }
}
