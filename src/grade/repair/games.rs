//! Games of the suite as a search plays them: held to the byte, or judged.

use super::Proved;
use super::budget::Budget;
use super::cases;
use super::search::{PASSING, Search};
use super::telling::Game;
use crate::connect4::referee::Fault;
use crate::result::CaseVerdict;

impl Search<'_, '_> {
    /// Held to the byte; and where games go wrong by a reply of the computer player and nothing mends that, to what the rules say.
    pub fn search_by_replies(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let proved = self.search_by(cases, true, budget);
        let has_wrong_reply = |index: &usize| cases::wrong_reply(&self.attempt.outcomes[*index]).is_some();
        if !proved.is_empty() || !cases.iter().any(has_wrong_reply) {
            return proved;
        }

        let known = self.firsts.len();
        self.judges_replies = true;
        let mut proved = self.search_by(cases, true, budget);
        self.judges_replies = false;
        self.firsts.truncate(known);
        proved.retain(Proved::is_whole);
        proved
    }

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

    /// The game of a case. With a reply that breaks a demand it is judged: several may be right.
    pub fn game(&mut self, index: usize, to_the_byte: bool) -> Option<Game> {
        // What the right reply is, and what follows from it, the rules alone say.
        let breaks_demand = |fault: &Fault| matches!(fault, Fault::Demand { .. }) || self.judges_replies;
        let is_judged = cases::wrong_reply(&self.attempt.outcomes[index]).is_some_and(breaks_demand);
        let expected = if to_the_byte && !is_judged {
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
