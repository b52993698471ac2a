//! Games of the suite as a search plays them: held to the byte, or judged.

use super::cases;
use super::search::{PASSING, Search};
use super::telling::Game;
use crate::result::CaseVerdict;

impl Search<'_, '_> {
    /// Some games that are right.
    pub fn passing(&mut self, to_the_byte: bool) -> Vec<Game> {
        let outcomes = &self.attempt.outcomes;
        let right = (0..outcomes.len()).filter(|index| outcomes[*index].verdict <= CaseVerdict::Format);
        let right: Vec<usize> = right.collect();
        self.games(&right, PASSING, to_the_byte)
    }

    /// Games of some cases: the shortest ones, and some of every length.
    pub fn games(&mut self, cases: &[usize], most: usize, to_the_byte: bool) -> Vec<Game> {
        let chosen = cases::chosen(&self.attempt.outcomes, cases, most).into_iter();
        chosen.filter_map(|index| self.game(index, to_the_byte)).collect()
    }

    pub fn game(&mut self, index: usize, to_the_byte: bool) -> Option<Game> {
        let expected = if to_the_byte {
            Some(self.suite.transcript(index)?)
        } else {
            None
        };
        let game = Game::of(
            self.plan,
            self.attempt,
            (index, expected),
            &mut self.session,
            &mut self.followed,
        )?;

        // Of a right game that prints something else than is known of the program's own format, this is not known well enough.
        let is_known = !to_the_byte || !self.suite.has_own_format() || game.fails() || game.is_as_required();
        is_known.then_some(game)
    }
}
