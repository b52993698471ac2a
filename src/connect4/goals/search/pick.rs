//! Which of the games that were found are played: as many as are wanted, and as different as there are.

use std::collections::{BTreeMap, BTreeSet};

use super::{Place, Search, Tally};
use crate::connect4::board::{Board, Player};
use crate::connect4::goals::{Answer, Found, Goal, Played};

/// Of the games in which something is demanded so many are looked at.
const SAMPLE: usize = 40;

impl Search<'_> {
    /// The first game for a goal in which the program broke the rules, where at least half of them came to such an end. A
    /// goal for which none was played is like all others together.
    fn mostly_broken(&self, goal: Goal) -> Option<&Played> {
        let own = self.tallies.get(&goal).filter(|tally| tally.games > 0);
        let tallies: Vec<&Tally> = own.map_or_else(|| self.tallies.values().collect(), |own| vec![own]);
        let games: usize = tallies.iter().map(|tally| tally.games).sum();
        let broken: usize = tallies.iter().map(|tally| tally.broken.len()).sum();
        let first = tallies.iter().flat_map(|tally| &tally.broken).next();
        first.filter(|_| broken * 2 >= games)
    }

    /// So many of the games in which something is demanded. As great a part of them as of all are games in which the computer
    /// does something else, and there is one where there is any.
    fn by_obedience(&mut self, games: BTreeMap<Place, Played>, count: usize) -> Vec<Played> {
        let (useful, others): (Vec<_>, Vec<_>) = games.into_iter().partition(|(place, _)| place[0] == 0);
        let mut games: Vec<Played> = useful.into_iter().map(|(_, game)| game).collect();
        let lacking = count.saturating_sub(games.len());
        games.extend(others.into_iter().take(lacking).map(|(_, game)| game));

        let sample = spread(games, SAMPLE);
        self.left = self.left.max(SAMPLE);
        let all = sample.len().max(1);
        let (disobeyed, obeyed): (Vec<_>, Vec<_>) = sample.into_iter().partition(|game| self.is_disobeyed(game));
        let wrong = (disobeyed.len() * count).div_ceil(all).min(disobeyed.len());
        let mut picked = spread(disobeyed, wrong);
        picked.extend(spread(obeyed, count - wrong));
        picked
    }

    /// Whether the computer does something else in a game than its document demands.
    fn is_disobeyed(&mut self, game: &Played) -> bool {
        let mut board = Board::new(self.ground.rules.rows, self.ground.rules.columns);
        let mut last = None;
        for (number, column) in game.moves.iter().enumerate() {
            board.drop_piece(*column, Player::One);
            let reply = match game.replies.get(number) {
                Some(reply) => *reply,
                None => match self.answer(&game.moves, &board) {
                    Answer::Column(reply) => reply,
                    Answer::Broken | Answer::GivenUp => return false,
                },
            };
            let columns = self.demanded(&board, last);
            if !columns.is_empty() && !columns.contains(&reply) {
                return true;
            }
            last = board.drop_piece(reply, Player::Two).map(|row| (row, reply));
        }
        false
    }

    /// The games for the goals, as many as are wanted.
    pub(super) fn picked(mut self, wanted: &BTreeMap<Goal, usize>) -> Found {
        let mut found = Found::default();
        for (goal, count) in wanted {
            let games = self.found.remove(goal).unwrap_or_default();
            let picked = match goal {
                Goal::Win(..) => by_lines(games, *count),
                Goal::LongGame => {
                    let broken = self.broken.values().cloned();
                    broken.chain(games.into_values()).take(*count).collect()
                }
                Goal::Demand(_) => self.by_obedience(games, *count),
                _ => spread(games.into_values().collect(), *count),
            };

            if picked.len() < *count {
                let broken = self.mostly_broken(*goal);
                found.prevented.extend(broken.map(|game| (*goal, game.clone())));
            }
            found.games.insert(*goal, picked);
        }
        found
    }
}

/// So many of the games, from the whole of their order.
fn spread<T>(games: Vec<T>, count: usize) -> Vec<T> {
    let all = games.len();
    let chosen = count.min(all);
    let is_chosen = |index: usize| (index * chosen) / all != ((index + 1) * chosen) / all;
    let games = games.into_iter().enumerate();
    games
        .filter(|(index, _)| is_chosen(*index))
        .map(|(_, game)| game)
        .collect()
}

/// So many of the games that win: over different lines as far as there are any, completed in different places.
fn by_lines(mut games: BTreeMap<Place, Played>, count: usize) -> Vec<Played> {
    let mut picked = Vec::new();
    let mut used: BTreeMap<usize, usize> = BTreeMap::new();
    while picked.len() < count && !games.is_empty() {
        let lines: BTreeSet<usize> = games.keys().map(|place| place[0]).collect();
        let lines = spread(lines.into_iter().collect(), count - picked.len());
        for line in lines {
            let of_line = games.keys().filter(|place| place[0] == line);
            let rarest = of_line.min_by_key(|place| (used.get(&place[1]).copied().unwrap_or(0), place[1]));
            let Some(place) = rarest.cloned() else { continue };
            *used.entry(place[1]).or_default() += 1;
            picked.extend(games.remove(&place));
        }
    }
    picked
}
