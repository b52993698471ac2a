//! The game of a case and its transcript, made when somebody first asks for them: a suite is read without playing most of its
//! games, and most runs are compared with the transcript alone.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::connect4::{Expected, Game, Script, transcript};

/// The game of a case, move by move.
#[derive(Debug, Clone)]
pub struct Moves {
    played: OnceLock<Arc<Expected>>,
    /// All of its text, and how many attempts are played.
    transcript: OnceLock<(Arc<[u8]>, usize)>,
    /// What it is made of, where it is not made yet.
    origin: Option<(Arc<Game>, Script)>,
}

impl Moves {
    /// The game of a script, played by the rules.
    pub fn of(game: &Arc<Game>, script: &Script) -> Self {
        Self {
            played: OnceLock::new(),
            transcript: OnceLock::new(),
            origin: Some((Arc::clone(game), script.clone())),
        }
    }

    /// The whole transcript. The game is not played move by move for it.
    pub fn text(&self) -> &[u8] {
        &self.text_and_attempts().0
    }

    /// How many attempts are played before the program stops or the script is at its end. The game is not played move by move
    /// for it.
    pub fn attempts(&self) -> usize {
        self.text_and_attempts().1
    }

    /// Plays the game move by move, where it is not yet: then its text is put together from the moves, and need not be made by
    /// itself.
    pub fn play(&self) {
        let _: &Expected = self;
    }

    fn text_and_attempts(&self) -> &(Arc<[u8]>, usize) {
        self.transcript.get_or_init(|| {
            let (text, attempts) = match (self.played.get(), &self.origin) {
                (None, Some((game, script))) => transcript(game, script),
                _ => (self.transcript(), Expected::attempts_played(self)),
            };
            (text.into(), attempts)
        })
    }
}

impl From<Expected> for Moves {
    fn from(expected: Expected) -> Self {
        Self {
            played: OnceLock::from(Arc::new(expected)),
            transcript: OnceLock::new(),
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
